"""Disjunctions of inequalities: one of some weighted sums at least is small enough."""


cpdef enum:
    MOST_SUMS = 64  # that a disjunction may have


cdef class Disjunction(Propagator):
    """One of some sums of weights times integers is no more than its bound.

    A value goes if no sum that may still be small enough allows it, by the ends of the other domains: every value that
    stays has a support. What is pruned changes no end that such a sum counts on, so there is nothing to repeat
    (constructive disjunction: Van Hentenryck, Saraswat and Deville, Design, implementation, and evaluation of the
    constraint language cc(FD), 1998).

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        weights: for each sum, one after the other, a whole number for each variable, 0 if it is not in the sum.
        bounds: for each sum the most that it may be; at most `MOST_SUMS`. The sums of all ends must fit into 62 bits.
    """

    cdef int64_t* weight
    cdef int64_t* bound
    cdef int sums

    def __init__(self, Program program, list scope, list weights, list bounds):
        if len(bounds) > MOST_SUMS:
            raise ValueError("too many sums")
        self.weight = self.long_numbers(weights)
        self.bound = self.long_numbers(bounds)
        self.sums = len(bounds)
        self.enter(program, scope, 0, ON_BOUNDS, False, CHEAP, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        # The sums that may be small enough: their weights, and how much more they may be than they are at least.
        cdef const int64_t* live[MOST_SUMS]
        cdef int64_t allocate[MOST_SUMS]
        cdef const int64_t* weight
        cdef int j, k, v, number = 0
        cdef int64_t left
        clew_assert(self.sums <= MOST_SUMS)
        for j in range(self.sums):
            weight, left = self.weight + j * self.arity, self.bound[j]
            for k in range(self.arity):
                if weight[k] > 0:
                    left -= weight[k] * smallest(s, self.scope[k])
                elif weight[k] < 0:
                    left -= weight[k] * largest(s, self.scope[k])
            if left >= 0:
                live[number], allocate[number] = weight, left
                number += 1
        s.work += self.sums * self.arity // 64
        for k in range(self.arity if number else 0):
            if not self.allow(s, k, live, allocate, number):
                return False
        return number > 0

    cdef bint allow(self, Space* s, int k, const int64_t** live, const int64_t* allocate, int number) noexcept nogil:
        """Keep what one of the sums allows of the k-th variable: the smallest integers, and the largest ones."""
        cdef int j, v = self.scope[k]
        cdef int64_t weight, away, low, high, top, bottom
        clew_assert(number <= self.sums and 0 <= k < self.arity)
        for j in range(number):
            if live[j][k] == 0:
                return True
        low, high = smallest(s, v), largest(s, v)
        top, bottom = low - 1, high + 1
        for j in range(number):
            weight, away = live[j][k], allocate[j]
            if weight > 1 or weight < -1:  # a division takes longer than the rest
                away //= weight if weight > 0 else -weight
            if weight > 0:
                top = max(top, high if away >= high - low else low + away)
            else:
                bottom = min(bottom, low if away >= high - low else high - away)
            if bottom <= top + 1:
                return True
        return keep_outside(s, v, top, bottom)

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """Each sum is too large with what was taken."""
        cdef int i, j
        a.covered = ~<word>0
        for j in range(self.sums):
            if not explain_sum(a, self.scope, self.weight + j * self.arity, self.arity, 1, self.bound[j], removal):
                a.covered = 0
                for i in range(self.arity):
                    need_missing(a, self.scope[i])
