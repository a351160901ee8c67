"""Clauses: domain consistency by two watched literals."""


cdef class Clause(Propagator):
    """One of some conditions on single variables holds at least.

    As long as two variables can make it true, nothing is pruned: these two are looked at first (M. Moskewicz,
    C. Madigan, Y. Zhao, L. Zhang, S. Malik, Chaff: engineering an efficient SAT solver, 2001).

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, each once.
        true: for each variable the places of the values that make it true.

    Its slots, none of them reversible: the two variables watched.
    """

    cdef word* true
    cdef int32_t* row  # for each variable where its words begin

    def __init__(self, Program program, list scope, list true):
        cdef int k, place, length = 0
        self.row = <int32_t*>self.room(len(scope), sizeof(int32_t))
        for k in range(len(scope)):
            self.row[k] = length
            length += program.shape.lengths[<int>scope[k]]
        self.true = <word*>self.room(length, sizeof(word))
        for k in range(len(scope)):
            for place in true[k]:
                self.true[self.row[k] + (place >> 6)] |= <word>1 << (place & 63)
        self.enter(program, scope, 2, ON_ANY, False, CHEAP, True)

    cdef inline bint can(self, Space* s, int k) noexcept nogil:
        """Whether a variable can make it true."""
        cdef int j
        for j in range(s.shape.lengths[self.scope[k]]):
            if bits_of(s, self.scope[k])[j] & self.true[self.row[k] + j]:
                return True
        return False

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
        for k in range(s.shape.lengths[self.scope[found]]):
            if not keep(s, self.scope[found], k, self.true[self.row[found] + k]):
                return False
        return True
