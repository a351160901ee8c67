"""Weighted sums: bounds consistency."""


cdef class Linear(Propagator):
    """least <= sum of weights times integers <= most.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        weights: a whole number for each, none 0. The sums of all ends must fit into 62 bits.
        least, most: the ends, None for none.
    """

    cdef int64_t* weight
    cdef int64_t least, most
    cdef bint has_least, has_most

    def __init__(self, Program program, list scope, list weights, least, most):
        self.weight = integers(weights)
        self.has_least, self.has_most = least is not None, most is not None
        self.least = 0 if least is None else least
        self.most = 0 if most is None else most
        self.enter(program, scope, 0, ON_BOUNDS, False, CHEAP, False)

    def __dealloc__(self):
        PyMem_RawFree(self.weight)

    cdef bint propagate(self, Space* s) noexcept nogil:
        # Least and most of the sum, and by how much the term that varies most can change it.
        cdef int64_t low = 0, high = 0, widest = 0, weight, least, most
        cdef int k
        for k in range(self.arity):
            weight = self.weight[k]
            least, most = smallest(s, self.scope[k]), largest(s, self.scope[k])
            if weight > 0:
                low += weight * least
                high += weight * most
                widest = max(widest, weight * (most - least))
            else:
                low += weight * most
                high += weight * least
                widest = max(widest, weight * (least - most))
        s.work += self.arity // 64
        return (not self.has_most or self.most - low >= widest or keep_sum(s, self, 1, low, self.most)) and (
            not self.has_least or high - self.least >= widest or keep_sum(s, self, -1, -high, -self.least)
        )


cdef bint keep_sum(Space* s, Linear linear, int sign, int64_t low, int64_t most) noexcept nogil:
    """Take the integers that are too large even if all others are at their least.

    Args:
        s: the space.
        linear: the variables and their weights.
        sign: what to multiply the weights by, 1 or -1.
        low: the least that the sum may be.
        most: the most that it must be.
    """
    cdef int64_t room = most - low, weight, first, last
    cdef int k, v
    if room < 0:
        return False
    for k in range(linear.arity):
        v = linear.scope[k]
        weight = sign * linear.weight[k]
        first, last = smallest(s, v), largest(s, v)
        if weight > 0:
            if weight * (last - first) > room and not keep_at_most(s, v, first + room // weight):
                return False
        elif weight * (first - last) > room and not keep_at_least(s, v, last - room // -weight):
            return False
    return True


cdef class Objective(Propagator):
    """The sum is no more than the limit of the search, one less than the best value found."""

    cdef Linear linear

    def __init__(self, Program program, list scope, list weights):
        self.linear = Linear.__new__(Linear)
        self.linear.weight = integers(weights)
        self.linear.scope = numbers(scope)
        self.linear.arity = len(scope)
        self.enter(program, scope, 0, ON_BOUNDS, False, CHEAP, False)
        program.shape.objective = <void*>self

    cdef int64_t value(self, Space* s) noexcept nogil:
        """The least that the sum may be: its value once all are assigned."""
        cdef int64_t low = 0
        cdef int k, v
        for k in range(self.arity):
            v = self.scope[k]
            low += self.linear.weight[k] * (smallest(s, v) if self.linear.weight[k] > 0 else largest(s, v))
        return low

    cdef bint propagate(self, Space* s) noexcept nogil:
        return s.limit == INT64_MAX or keep_sum(s, self.linear, 1, self.value(s), s.limit)
