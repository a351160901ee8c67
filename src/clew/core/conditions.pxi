"""Conditions on single variables, one for each variable of a scope: whether it can hold, and whether it must."""


cdef class Conditions(Propagator):
    """A propagator about such conditions."""

    cdef word* true  # for each variable the values with which its condition holds
    cdef int32_t* row  # for each variable where its words begin

    cdef int accept(self, Program program, list scope, list true) except -1:
        """Have for each variable the places of the values with which its condition holds."""
        cdef int k, place
        self.row = self.row_begins([program.shape.lengths[<int>v] for v in scope])
        self.true = <word*>self.allocate(self.row[len(scope)], sizeof(word))
        for k in range(len(scope)):
            for place in true[k]:
                clew_assert(0 <= place < program.shape.width[<int>scope[k]])
                self.true[self.row[k] + (place >> 6)] |= <word>1 << (place & 63)
        return 0

    cdef inline bint can(self, Space* s, int k) noexcept nogil:
        """Whether a condition can hold."""
        cdef int j
        for j in range(s.shape.lengths[self.scope[k]]):
            clew_assert(k < self.arity and lies_in(self.true, self.row[k] + j, sizeof(word)))
            if bits_of(s, self.scope[k])[j] & self.true[self.row[k] + j]:
                return True
        return False

    cdef inline bint must(self, Space* s, int k) noexcept nogil:
        """Whether a condition holds, whatever the variable takes."""
        cdef int j
        for j in range(s.shape.lengths[self.scope[k]]):
            clew_assert(k < self.arity and lies_in(self.true, self.row[k] + j, sizeof(word)))
            if bits_of(s, self.scope[k])[j] & ~self.true[self.row[k] + j]:
                return False
        return True

    cdef bint satisfy(self, Space* s, int k) noexcept nogil:
        """Keep the values with which a condition holds."""
        return keep_all(s, self.scope[k], self.true + self.row[k])

    cdef bint violate(self, Space* s, int k) noexcept nogil:
        """Keep the values with which a condition does not hold."""
        cdef int j
        for j in range(s.shape.lengths[self.scope[k]]):
            if not keep(s, self.scope[k], j, ~self.true[self.row[k] + j]):
                return False
        return True

    cdef bint are_noted(self, Space* s, word* noted) noexcept nogil:
        """Whether the conditions can hold and must as is noted behind a word that is not 0; otherwise it is noted."""
        cdef const word* true = self.true
        cdef const word* now
        cdef int k, j
        cdef word state, others = noted[0] == 0, ours, rest
        for k in range(self.arity):
            now = bits_of(s, self.scope[k])
            ours = rest = 0
            for j in range(s.shape.lengths[self.scope[k]]):
                ours |= now[j] & true[j]
                rest |= now[j] & ~true[j]
            true += s.shape.lengths[self.scope[k]]
            state = 2 * (ours != 0) + (rest == 0)
            others |= noted[1 + k] ^ state
            noted[1 + k] = state
        return others == 0

    cdef void need_word(self, Analysis* a, int v, bint is_true) noexcept nogil:
        """A condition has to hold, or not to, as it does."""
        cdef int j, row = row_at(a.space.shape, self.scope[v])
        for j in range(a.space.shape.lengths[self.scope[v]]):
            need(a, row + j, ~self.true[self.row[v] + j] if is_true else self.true[self.row[v] + j])
