"""Values of several variables over one list, so that they can be compared whatever they are."""


cdef class View(Owner):
    """The values of a variable as places in a list.

    Args:
        places: for each value, in the order of declaration, its place in the list; -1 if it has none.
    """

    cdef int32_t* place
    cdef bint rises, is_plain

    def __init__(self, list places):
        self.place = self.numbers(places)
        self.rises = all([a < b for a, b in zip(places, places[1:])])
        self.is_plain = places == list(range(len(places)))

    cdef inline int place_of(self, int64_t at) noexcept nogil:
        """The place of a value."""
        clew_assert(lies_in(self.place, at, sizeof(int32_t)))
        return self.place[at]

    cdef inline int end(self, Space* s, int v, bint is_most) noexcept nogil:
        """The least place of the values left, or the largest."""
        cdef int64_t at = last_of(s, v) if is_most else first_of(s, v)
        cdef int end = self.place_of(at)
        while not self.rises and at >= 0:
            end = max(end, self.place_of(at)) if is_most else min(end, self.place_of(at))
            at = previous_of(s, v, at) if is_most else next_of(s, v, at)
        return end

    cdef inline bint keep_to(self, Space* s, int v, int end, bint is_most) noexcept nogil:
        """Take the values whose places are smaller than the least, or larger than the largest."""
        cdef int64_t at = last_of(s, v) if is_most else first_of(s, v)
        cdef bint is_beyond
        while at >= 0:
            is_beyond = self.place_of(at) > end if is_most else self.place_of(at) < end
            if not is_beyond and self.rises:
                break
            if is_beyond and not remove(s, v, at):
                return False
            at = previous_of(s, v, at) if is_most else next_of(s, v, at)
        return True

    cdef void see(self, Space* s, int v, word* bits, int length) noexcept nogil:
        """Write the places of the values left as bits of some words."""
        cdef int64_t at
        cdef int j
        memset(bits, 0, length * sizeof(word))
        if self.is_plain:
            clew_assert(s.shape.lengths[v] <= length)
            memcpy(bits, bits_of(s, v), s.shape.lengths[v] * sizeof(word))
            return
        at = first_of(s, v)
        while at >= 0:
            j = self.place_of(at)
            clew_assert(j < 64 * length)
            if j >= 0:
                bits[j >> 6] |= <word>1 << (j & 63)
            at = next_of(s, v, at)

    cdef bint keep(self, Space* s, int v, const word* bits) noexcept nogil:
        """Take the values whose places are not among those given by bits."""
        cdef int64_t at
        cdef int j
        if self.is_plain:
            return keep_all(s, v, bits)
        at = first_of(s, v)
        while at >= 0:
            j = self.place_of(at)
            if (j < 0 or bits[j >> 6] >> (j & 63) & 1 == 0) and not remove(s, v, at):
                return False
            at = next_of(s, v, at)
        return True

    cdef bint take(self, Space* s, int v, int place) noexcept nogil:
        """Take the value at a place, if the variable has it left."""
        cdef int64_t at
        if self.is_plain:
            return place >= s.shape.width[v] or not has(s, v, place) or remove(s, v, place)
        at = first_of(s, v)
        while at >= 0 and self.place_of(at) != place:
            at = next_of(s, v, at)
        return at < 0 or remove(s, v, at)

    cdef void image(self, word some, int k, word* bits) noexcept nogil:
        """Write the places of some values, those of the k-th word of the variable, as bits of some words."""
        cdef int j
        if self.is_plain:
            bits[k] |= some
            return
        while some:
            j = self.place_of(64 * k + clew_lowest(some))
            some &= some - 1
            if j >= 0:
                bits[j >> 6] |= <word>1 << (j & 63)

    cdef void need_without(self, Analysis* a, int v, const word* bits) noexcept nogil:
        """All values at places given by bits, which are missing, have to be."""
        cdef int k, j
        cdef word left, some
        for k in range(a.space.shape.lengths[v]):
            some = left = a.root[row_at(a.space.shape, v) + k]
            if self.is_plain:
                some = bits[k]
            while left and not self.is_plain:
                j = self.place_of(64 * k + clew_lowest(left))
                if j < 0 or bits[j >> 6] >> (j & 63) & 1 == 0:
                    some &= ~(left & -left)
                left &= left - 1
            need(a, row_at(a.space.shape, v) + k, some)


cdef class Viewing(Propagator):
    """A propagator that sees each variable of its scope over a list."""

    cdef list views
    cdef void** view

    cdef int see_by(self, list views) except -1:
        """Take the views, one for each variable of the scope; None for a variable that is not seen by one."""
        cdef int k
        self.views = views
        self.view = <void**>self.allocate(len(views), sizeof(void*))
        for k in range(len(views)):
            self.view[k] = <void*>views[k]
        return 0
