"""Weighted sums: bounds consistency; or the last open variable alone."""

cdef int64_t NO_END = (<int64_t>1 << 62) - 1  # as the most that a sum may be, more than it can; as the least, negated


cdef enum:
    FEW = 4  # open variables, the ends of which are looked up once


cdef inline int64_t floor_of(int64_t a, int64_t b) noexcept nogil:
    """a / b rounded down, b > 0."""
    cdef int64_t q = a // b
    return q - 1 if q * b > a else q


cdef class Linear(Propagator):
    """least <= sum of weights times integers <= most.

    Its slots hold how many variables were open when it ran last, what the others add up to, and the places of all in
    the scope, the open ones first. The order need not be kept when it changes: with the old number its beginning holds
    the old open ones, in some order.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        weights: a whole number for each. The sums of all ends must fit into 62 bits.
        least, most: the ends, None for none.
    """

    cdef int64_t* weight
    cdef int64_t least, most

    def __init__(self, Program program, list scope, list weights, least, most):
        self.weight = self.long_numbers(weights)
        self.least = -NO_END if least is None else least
        self.most = NO_END if most is None else most
        # With one end, what is taken away does not tighten the other.
        self.enter(program, scope, 2 + len(scope), ON_BOUNDS, False, CHEAP, least is None or most is None)

    cdef bint start(self, Space* s) noexcept nogil:
        cdef int k
        put(s, self.slot, self.arity)
        put(s, self.slot + 1, 0)
        for k in range(self.arity):
            put(s, self.slot + 2 + k, k)
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int64_t low = 0, high = 0
        if not self.between(s, self.least, self.most, &low, &high):
            return False
        if self.least <= low and high <= self.most and s.at[self.slot]:
            # Nothing is left to prune: from here on, the sum counts as settled.
            put(s, self.slot, 0)
            put(s, self.slot + 1, <word>low)
        return True

    cdef bint between(self, Space* s, int64_t least, int64_t most, int64_t* low, int64_t* high) noexcept nogil:
        """Take the integers with which the sum is too small or too large, whatever the others are.

        Args:
            s: the space.
            least, most: the ends.
            low, high: set to the least and the most that the sum could be before.
        """
        cdef int open_ones = <int>s.at[self.slot], i = 0, k, v
        cdef int64_t settled = <int64_t>s.at[self.slot + 1], lows = 0, spans = 0, widest = 0
        cdef int64_t weight, first, last, span, above, below, up, down
        cdef int64_t[2 * FEW] ends  # of the open ones, if they are few
        cdef word* order = s.at + self.slot + 2
        clew_assert(0 <= open_ones <= self.arity and 2 + self.arity <= self.slots)
        s.work += open_ones >> 5
        while i < open_ones:
            k = <int>order[i]
            clew_assert(0 <= k < self.arity)
            v = self.scope[k]
            weight = self.weight[k]
            first = smallest(s, v)
            if is_assigned(s, v):
                settled += weight * first
                open_ones -= 1
                order[i] = order[open_ones]
                order[open_ones] = k
                continue
            last = largest(s, v)
            span = weight * (last - first)
            lows += weight * first
            if span < 0:
                lows += span
                span = -span
            spans += span
            widest = max(widest, span)
            if i < FEW:
                ends[2 * i], ends[2 * i + 1] = first, last
            i += 1
        if open_ones != <int>s.at[self.slot]:
            put(s, self.slot, open_ones)
            put(s, self.slot + 1, <word>settled)
        low[0] = settled + lows
        high[0] = low[0] + spans
        above, below = most - low[0], high[0] - least
        if above < 0 or below < 0:
            return False
        if widest <= above and widest <= below:
            return True
        for i in range(open_ones):
            clew_assert(order[i] < <word>self.arity)
            v = self.scope[order[i]]
            weight = self.weight[order[i]]
            if i < FEW:
                first, last = ends[2 * i], ends[2 * i + 1]
            else:
                first, last = smallest(s, v), largest(s, v)
            span = weight * (last - first)
            up, down = above, below
            if weight < 0:
                weight, span, up, down = -weight, -span, below, above
            if span > up and not keep_at_most(s, v, first + up // weight):
                return False
            if span > down and not keep_at_least(s, v, last - down // weight):
                return False
        return True

    cdef int64_t bound(self, Space* s) noexcept nogil:
        """The most that the sum may be."""
        return self.most

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """By the ends of the others: the least that they add up to, or the most."""
        cdef Removal part
        cdef int side
        cdef word covered = 0
        for side in range(3 if removal != NULL else 1):
            if removal == NULL or part_of(a.space, removal, side, &part):
                a.covered = ~<word>0
                if not self.explain_part(a, &part if removal != NULL else NULL):
                    a.covered = 0
                    Propagator.explain(self, a, k, removal)
                    return
                covered |= a.covered
        a.covered = covered

    cdef bint explain_part(self, Analysis* a, const Removal* removal) noexcept nogil:
        """Explain by one of the two bounds; False if that is not how it is."""
        cdef int sign
        for sign in range(1, -2, -2):
            if explain_sum(
                a, self.scope, self.weight, self.arity, sign, self.bound(a.space) if sign > 0 else -self.least, removal
            ):
                return True
        return False


cdef class Objective(Linear):
    """The sum is no more than the limit of the search, one less than the best value found."""

    def __init__(self, Program program, list scope, list weights):
        self.weight = self.long_numbers(weights)
        self.least = -NO_END
        self.enter(program, scope, 2 + len(scope), ON_BOUNDS, False, CHEAP, True)
        program.shape.objective = <void*>self

    cdef int64_t value(self, Space* s) noexcept nogil:
        """The least that the sum may be: its value, once all are assigned."""
        cdef int64_t value = 0
        cdef int k, v
        for k in range(self.arity):
            v = self.scope[k]
            value += self.weight[k] * (smallest(s, v) if self.weight[k] > 0 else largest(s, v))
        return value

    cdef int64_t bound(self, Space* s) noexcept nogil:
        return s.limit

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int64_t low, high
        return s.limit == INT64_MAX or self.between(s, -NO_END, min(s.limit, NO_END), &low, &high)


cdef class LastTerm(Propagator):
    """A weighted sum with one open variable left keeps only its integers that satisfy the relation.

    Its slots hold how many variables it has not been told of, the sum of their places in the scope (with one left, its
    place), and what the others add up to. Variables without weight count under forward checking alone.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        weights: a whole number for each. The sums of all ends must fit into 62 bits.
        least, most: the ends, None for none.
        unequal: whether the sum must lie elsewhere: the ends are equal then.
    """

    cdef int64_t* weight
    cdef int64_t least, most
    cdef bint unequal, counts_all

    def __init__(self, Program program, list scope, list weights, least, most, bint unequal):
        self.weight = self.long_numbers(weights)
        self.counts_all = program.forward
        self.least = -NO_END if least is None else least
        self.most = NO_END if most is None else most
        self.unequal = unequal
        self.enter(program, scope, 3, ON_NOTHING, True, CHEAP, True)

    cdef bint start(self, Space* s) noexcept nogil:
        cdef int k, number = 0, places = 0
        for k in range(self.arity):
            if self.weight[k] or self.counts_all:
                number += 1
                places += k
        put(s, self.slot, number)
        put(s, self.slot + 1, places)
        put(s, self.slot + 2, 0)
        return True

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        cdef int64_t sum = <int64_t>s.at[self.slot + 2] + self.weight[k] * smallest(s, self.scope[k])
        if self.weight[k] or self.counts_all:
            put(s, self.slot, s.at[self.slot] - 1)
            put(s, self.slot + 1, s.at[self.slot + 1] - k)
            put(s, self.slot + 2, <word>sum)
        if s.at[self.slot] > 1:
            return True
        k = <int>s.at[self.slot + 1]
        clew_assert(0 <= k < self.arity)
        if s.at[self.slot] == 0 or self.weight[k] == 0:
            return (self.least <= sum <= self.most) != self.unequal
        return self.filter(s, self.scope[k], self.weight[k], sum)

    cdef bint filter(self, Space* s, int v, int64_t weight, int64_t sum) noexcept nogil:
        """Filter the last variable, beside the sum of the others."""
        cdef int64_t above = self.most - sum, below = sum - self.least, first = smallest(s, v), last = largest(s, v)
        cdef int64_t least, most
        if self.unequal:
            most = above // weight
            return most * weight != above or not first <= most <= last or keep_outside(s, v, most - 1, most + 1)
        if weight > 0:
            least, most = -floor_of(below, weight), floor_of(above, weight)
        else:
            least, most = -floor_of(above, -weight), floor_of(below, -weight)
        # Numbers outside of the domain could be so large that the distance to it overflows.
        return (most >= last or most >= first and keep_at_most(s, v, most)) and (
            least <= first or least <= last and keep_at_least(s, v, least)
        )
