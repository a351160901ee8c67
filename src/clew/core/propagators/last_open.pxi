"""The last open variable: each of its values is tried in a nested space."""


cdef class LastOpen(Propagator):
    """Once one variable of the scope is open, it keeps the values with which a program has no dead end.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables; none is an interval.
        tried: a program about variables with the same values, in the order of the scope. If all of them are assigned,
            its fixpoint has to show whether there is a solution.

    Its slot: whether the values have been tried below the node.
    """

    cdef int nested

    def __init__(self, Program program, list scope, Program tried):
        self.nested = program.nest(tried)
        self.enter(program, scope, 1, ON_ASSIGNED, False, DEAR, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int k, last = -1
        cdef int64_t at
        if s.at[self.slot]:
            return True
        for k in range(self.arity):
            if not is_assigned(s, self.scope[k]):
                if last >= 0:
                    return True
                last = k
        put(s, self.slot, 1)
        last = max(last, 0)
        at = first_of(s, self.scope[last])
        while at >= 0:
            if not self.holds(s, last, at) and (s.error != NULL or not remove(s, self.scope[last], at)):
                return False
            at = next_of(s, self.scope[last], at)
        return True

    cdef bint holds(self, Space* s, int last, int64_t at) noexcept nogil:
        """Whether the values go together, with a value of the last variable."""
        cdef Space* n = s.nested[self.nested]
        cdef int64_t work = n.work
        cdef int k
        cdef bint may = begin_nested(n)
        for k in range(self.arity if may else 0):
            if not intersect(n, k, s.at + s.shape.place[self.scope[k]]):
                return False
        if may:
            settle(n, last, at)
            may = fixpoint_of_all(n)
        s.work += n.work - work
        if n.error != NULL:
            s.error, n.error = n.error, NULL
        return may
