"""The objective with one sum as the only other constraint, between the ends of the domains: a bound for knapsacks."""


cdef class Relaxed(Propagator):
    """An objective is small enough although a sum has to be, if all variables take any number between their ends.

    The sum, times a multiplier, is added to the objective: what that is at least bounds the objective, for any
    multiplier. The best one is the ratio of the variable at which things that are taken in the order of their ratios no
    longer fit (G. Dantzig, Discrete-variable extremum problems, 1957); it is found by going through that order. Values
    go as those of any sum do, that is, by their reduced costs.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        costs: the weights of the objective, a whole number for each.
        weights: those of the sum.
        most: the most that it may be.
        order: the variables whose ratio is positive, by their places in the scope; the smallest ratio of a cost to a
            weight first.
        largest: the objective is never larger. Costs times weights, and times the domains, fit into 61 bits.
    """

    cdef int64_t* cost
    cdef int64_t* weight
    cdef int32_t* order
    cdef int ordered
    cdef int64_t most, largest

    def __init__(self, Program program, list scope, list costs, list weights, most, list order, largest):
        self.cost, self.weight = self.long_numbers(costs), self.long_numbers(weights)
        self.order, self.ordered = self.numbers(order), len(order)
        self.most, self.largest = most, largest
        self.enter(program, scope, 0, ON_BOUNDS, False, MEDIUM, False)

    cdef bint multiplies(self, Space* s, int64_t* of_objective, int64_t* of_sum) noexcept nogil:
        """Find the factors of the objective and of the sum; False if the sum rules out nothing."""
        cdef int64_t beyond = -self.most, cost, weight
        cdef int i, k, v
        for k in range(self.arity):
            v, cost, weight = self.scope[k], self.cost[k], self.weight[k]
            beyond += weight * (smallest(s, v) if cost > 0 or cost == 0 and weight > 0 else largest(s, v))
        if beyond <= 0:
            return False
        for i in range(self.ordered):
            k = self.order[i]
            weight = self.weight[k] if self.weight[k] > 0 else -self.weight[k]
            beyond -= weight * (largest(s, self.scope[k]) - smallest(s, self.scope[k]))
            if beyond <= 0:
                of_objective[0] = weight
                of_sum[0] = self.cost[k] if self.cost[k] > 0 else -self.cost[k]
                return True
        return False

    cdef int64_t bound(self, Space* s, int64_t of_objective, int64_t of_sum) noexcept nogil:
        """The most that both may be together."""
        return of_objective * min(s.limit, self.largest) + of_sum * self.most

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int64_t of_objective, of_sum, left, own, first, last
        cdef int k, v
        s.work += self.arity >> 4
        if s.limit == INT64_MAX or not self.multiplies(s, &of_objective, &of_sum):
            return True
        left = self.bound(s, of_objective, of_sum)
        for k in range(self.arity):
            own = of_objective * self.cost[k] + of_sum * self.weight[k]
            if own:
                left -= own * (smallest(s, self.scope[k]) if own > 0 else largest(s, self.scope[k]))
        if left < 0:
            return False
        for k in range(self.arity):
            v, own = self.scope[k], of_objective * self.cost[k] + of_sum * self.weight[k]
            first, last = smallest(s, v), largest(s, v)
            if own > 0 and own * (last - first) > left and not keep_at_most(s, v, first + left // own):
                return False
            if own < 0 and -own * (last - first) > left and not keep_at_least(s, v, last - left // -own):
                return False
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """As a sum does, with the factors of that time."""
        cdef int64_t* own = <int64_t*>scratch_of(a, self.arity)
        cdef int64_t of_objective, of_sum
        cdef int j
        if own != NULL and self.multiplies(a.space, &of_objective, &of_sum):
            for j in range(self.arity):
                own[j] = of_objective * self.cost[j] + of_sum * self.weight[j]
            j = self.arity
            if explain_sum(a, self.scope, own, j, 1, self.bound(a.space, of_objective, of_sum), removal):
                return
        need_all(self, a, removal)
