"""Tuples of values, and for each value those that have it."""


cdef class Tuples(Owner):
    """For each value the tuples that have it, its supports. Tables whose variables have the same values may share them.

    Args:
        positions: for each variable from its values to their places.
        tuples: the tuples, of values; one with a value that is no variable's own is left out.
    """

    cdef word* words    # for each value, one variable after the other, a row of as many words as there are of tuples
    cdef int32_t* row   # for each variable the number of the first of its values
    cdef int tuples, width

    def __cinit__(self, list positions not None, list tuples not None):
        cdef int arity = len(positions)
        cdef Owner scratch = Owner()
        cdef int32_t* places = <int32_t*>scratch.allocate(<int64_t>len(tuples) * arity, sizeof(int32_t))
        self.row = self.row_begins(map(len, positions))
        self.tuples = places_of(places, arity, positions, tuples)
        self.width = (self.tuples + 63) >> 6
        self.words = <word*>self.allocate(<int64_t>self.row[arity] * self.width, sizeof(word))
        support(self, places, arity)


cdef int places_of(int32_t* places, int arity, list positions, list tuples) except -1:
    """Write the places of the values of tuples, one tuple after the other.

    Returns:
        How many tuples have all their values.
    """
    cdef int number = 0, k
    cdef tuple values
    cdef PyObject* place
    for values in tuples:
        if len(values) != arity:
            raise ValueError(f"a tuple of {len(values)} values for {arity} variables")
        for k in range(arity):
            place = PyDict_GetItemWithError(<dict>positions[k], values[k])
            if place == NULL:
                break
            places[<Py_ssize_t>number * arity + k] = <object>place
        else:
            number += 1
    return number


cdef void support(Tuples table, const int32_t* places, int arity) noexcept nogil:
    """Note for each value the tuples that have it."""
    cdef int t, k
    cdef int64_t at
    cdef const int32_t* place = places
    for t in range(table.tuples):
        for k in range(arity):
            at = <int64_t>(table.row[k] + place[k]) * table.width + (t >> 6)
            clew_assert(lies_in(table.words, at, sizeof(word)))
            table.words[at] |= <word>1 << (t & 63)
        place += arity
