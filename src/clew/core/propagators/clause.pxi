"""Clauses: domain consistency by two watched literals."""


cdef class Clause(Conditions):
    """One of some conditions on single variables holds at least.

    As long as two variables can make it true, nothing is pruned: these two are looked at first (M. Moskewicz,
    C. Madigan, Y. Zhao, L. Zhang, S. Malik, Chaff: engineering an efficient SAT solver, 2001).

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, each once.
        true: for each variable the places of the values that make it true.

    Its slots, none of them reversible: the two variables watched.
    """

    def __init__(self, Program program, list scope, list true):
        self.accept(program, scope, true)
        self.enter(program, scope, 2, ON_ANY, False, CHEAP, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word* watched = s.at + self.slot
        cdef int k, found = -1
        if watched[0] != watched[1] and self.can(s, <int>watched[0]) and self.can(s, <int>watched[1]):
            return True
        s.work += self.arity >> 6
        for k in range(self.arity):
            if self.can(s, k):
                if found >= 0:
                    watched[0], watched[1] = found, k
                    return True
                found = k
        if found < 0:
            return False
        return self.satisfy(s, found)

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """The other conditions cannot hold."""
        cdef int i, j, row
        for i in range(self.arity):
            if removal == NULL or removal.v != self.scope[i]:
                row = row_at(a.space.shape, self.scope[i])
                for j in range(a.space.shape.lengths[self.scope[i]]):
                    need(a, row + j, self.true[self.row[i] + j])
