"""Conflicts of two variables: what each value of the one leaves of the other."""


cdef class Conflicts(Propagator):
    """Two variables of which not every two values go together.

    Args:
        program: to which it belongs.
        scope: the numbers of the two variables.
        rows: for each value of the first, in order, the bits of the second that go with it, as bytes of whole words.
        columns: the same with the roles exchanged.
    """

    cdef bytes rows, columns
    cdef const word* row[2]

    def __init__(self, Program program, list scope, bytes rows, bytes columns):
        self.rows, self.columns = rows, columns
        self.row[0] = <const word*><const char*>rows
        self.row[1] = <const word*><const char*>columns
        self.enter(program, scope, 0, ON_NOTHING, True, CHEAP, True)
        self.rules = True

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        cdef int other = self.scope[1 - k]
        return keep_all(s, other, self.row[k] + first_of(s, self.scope[k]) * s.shape.lengths[other])

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        cdef int64_t row
        explain_by_one(self, a, k, removal)
        if removal != NULL:
            row = first_of(a.space, self.scope[k]) * a.space.shape.lengths[removal.v]
            a.covered = ~self.row[k][row + removal.place - row_at(a.space.shape, removal.v)]

    cdef void conflicts_of(self, ConflictSet* r, int k, int64_t place) noexcept nogil:
        cdef int other = self.scope[1 - k], j, length = r.shape.lengths[other]
        for j in range(length):
            rule_out(r, other, j, ~self.row[k][place * length + j])

    cdef int mask(self, Masks masks, Program program) except -1:
        """Take from the masks of each value what does not go with it."""
        cdef int k, one, other, place, away
        cdef word* mask
        for k in range(2):
            one, other = self.scope[k], self.scope[1 - k]
            for place in range(program.shape.width[one]):
                mask = masks.masks + (masks.base[one] + place) * masks.words
                for away in range(program.shape.width[other]):
                    if not self.row[k][place] >> away & 1:
                        masks.clear(mask, masks.base[other] + away)
        return 0
