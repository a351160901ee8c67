"""Differences of two variables at a time: one propagator for a whole graph of them."""


cdef struct Neighbour:
    int32_t v      # a variable
    int32_t shift  # from a place to the place that it rules out there


cdef class Differences(Propagator):
    """For each edge of a graph the two variables differ: a value that is taken goes from the neighbours.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, none of them an interval.
        edges: three numbers for each edge, one edge after the other: the places of its variables in the scope, and the
            distance from the place of a value of the first to that of the same value of the second.
    """

    cdef Neighbour* neighbour   # one variable after the other
    cdef int32_t* neighbour_at  # for each variable the first of its neighbours

    def __init__(self, Program program, list scope, list edges):
        cdef list rows = [[] for _ in scope]
        for one, other, shift in zip(edges[::3], edges[1::3], edges[2::3]):
            (<list>rows[one]).extend((scope[other], shift))
            (<list>rows[other]).extend((scope[one], -shift))
        self.neighbour = <Neighbour*>self.flat(rows, &self.neighbour_at, 2)
        self.enter(program, scope, 0, ON_NOTHING, True, CHEAP, True)
        self.rules = True

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        """Take the value of a variable from its neighbours."""
        cdef const Neighbour* one = self.neighbour + self.neighbour_at[k]
        cdef const Neighbour* end = self.neighbour + self.neighbour_at[k + 1]
        cdef int taken = <int>first_of(s, self.scope[k]), place
        clew_assert(0 <= k < self.arity and lies_in(self.neighbour_at, k + 1, sizeof(int32_t)))
        s.work += end - one >> 5
        while one < end:
            clew_assert(lies_in(self.neighbour, one - self.neighbour, sizeof(Neighbour)))
            place = taken + one.shift
            if 0 <= place < s.shape.width[one.v] and has(s, one.v, place) and not remove(s, one.v, place):
                return False
            one += 1
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        explain_by_one(self, a, k, removal)

    cdef void conflicts_of(self, ConflictSet* r, int k, int64_t place) noexcept nogil:
        cdef int i
        for i in range(self.neighbour_at[k], self.neighbour_at[k + 1]):
            rule_out_place(r, self.neighbour[i].v, place + self.neighbour[i].shift)

    cdef int64_t ruling_work(self, const Shape* shape) noexcept nogil:
        cdef int64_t values = 0
        cdef int k
        for k in range(self.arity):
            values += shape.width[self.scope[k]] * <int64_t>(self.neighbour_at[k + 1] - self.neighbour_at[k])
        return values
