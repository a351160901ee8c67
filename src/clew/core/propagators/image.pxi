"""The images of a variable's values, if they are few: domain consistency."""


cdef class Image(Propagator):
    """The second variable is a function of the first.

    Args:
        program: to which it belongs.
        v: the number of the first variable, which is no interval.
        image: that of the second.
        rows: for each value of the second the places of those of the first that it is the image of, as bits.
    """

    cdef word* row
    cdef int length, images

    def __init__(self, Program program, int v, int image, list rows):
        self.length, self.images = program.shape.lengths[v], len(rows)
        self.row = self.bit_rows(rows, self.length)
        clew_assert(program.shape.kind[v] != INTERVAL and program.shape.kind[image] != INTERVAL)
        self.enter(program, [v, image], 0, ON_ANY, False, CHEAP, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int v = self.scope[0], image = self.scope[1], place, k
        for place in range(self.images):
            if not has(s, image, place):
                for k in range(self.length):
                    if not keep(s, v, k, ~self.row[place * self.length + k]):
                        return False
        for place in range(self.images):
            if has(s, image, place) and not self.occurs(s, place) and not remove(s, image, place):
                return False
        return True

    cdef inline bint occurs(self, Space* s, int place) noexcept nogil:
        """Whether the first variable can have a value with an image."""
        cdef int k
        clew_assert(lies_in(self.row, (place + 1) * self.length - 1, sizeof(word)))
        for k in range(self.length):
            if bits_of(s, self.scope[0])[k] & self.row[place * self.length + k]:
                return True
        return False

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """An image by the values that have it, a value by its image, and a dead end by either for each value."""
        cdef int v = row_at(a.space.shape, self.scope[0]), image = row_at(a.space.shape, self.scope[1]), place, j
        cdef bint is_image = removal != NULL and removal.v == self.scope[1]
        cdef int64_t at
        cdef word own
        for place in range(self.images):
            if is_image and (removal.place != image + (place >> 6) or removal.bits >> (place & 63) & 1 == 0):
                continue
            for j in range(self.length):
                at = place * self.length + j
                clew_assert(lies_in(self.row, at, sizeof(word)))
                own = self.row[at]
                if is_image:
                    need(a, v + j, own)
                elif removal != NULL and (removal.place != v + j or removal.bits & own == 0):
                    continue
                elif has(a.space, self.scope[1], place):
                    need(a, v + j, own & ~a.space.at[v + j])
                else:
                    need(a, image + (place >> 6), <word>1 << (place & 63))
