"""Many instances of one program, that differ in their given values: the first solutions of each.

The root is propagated once. Each instance is decided on top of it, and undone by the trail before the next one.
"""

cdef enum:
    PAUSE = 50_000  # units of work after which signals are looked at


cdef class Instances:
    """Answers instances in one space, without the interpreter's lock. Another thread takes another object.

    Args:
        program: a program that propagates, all of whose domains have at most 255 values.
        given: what all instances have in common, as for `Search`.
        order, last_first: as for `Search`.
        most: how many solutions of each are looked for.
    """

    cdef Search search
    cdef int most
    cdef bint is_dead, is_under_way
    cdef Py_ssize_t number, next_one

    def __cinit__(self, Program program not None, list given not None, int order, bint last_first, int most):
        self.search = Search(program, given, order, last_first, False, -1)
        self.most = min(most, self.search.kept_room, 255)
        if not decide(self.search.space):
            raise MemoryError("the engine has no memory for its trail")
        self.is_dead = not propagate_root(self.search)
        if self.search.space.error != NULL:
            self.search.raises(RAISED)
        self.search.space.top = 0

    def answers(self, list rows not None, look=None):
        """The first solutions of some instances, in their order.

        Args:
            rows: for each instance a byte for each variable: 0, or one more than the place of its given value.
            look: is called about every ten milliseconds, and raises if the search is to end; None for no such function.

        Returns:
            For each instance its solutions, each as a byte for each variable: the place of its value.
        """
        cdef int n = self.search.variables, why = PAUSED, k
        cdef Py_ssize_t one
        cdef bytes given = b"".join(rows)
        cdef bytes found = PyBytes_FromStringAndSize(NULL, len(rows))
        cdef bytes places = PyBytes_FromStringAndSize(NULL, len(rows) * self.most * n)
        cdef const char* rows_at = given
        cdef char* found_at = found
        cdef char* places_at = places
        if len(given) != len(rows) * n:
            raise ValueError("a row has a byte for each variable")
        self.number, self.next_one, self.is_under_way = len(rows), 0, False
        while why == PAUSED:
            if look is not None:
                look()
            with nogil:
                why = self.go_on(rows_at, found_at, places_at, self.search.space.work + PAUSE)
            self.search.raises(why)
            PyErr_CheckSignals()
        return [
            tuple([places[(one * self.most + k) * n : (one * self.most + k + 1) * n] for k in range(found[one])])
            for one in range(self.next_one)
        ]

    cdef int go_on(self, const char* given, char* found, char* places, int64_t until) noexcept nogil:
        """Answer the instances from the next one on, until so much work is done.

        Args:
            given: the rows.
            found: for each instance, how many solutions were found.
            places: for each instance, room for its solutions.
            until: the units of work after which to pause.
        """
        cdef int n = self.search.variables, why
        cdef Py_ssize_t k
        cdef char* row
        while self.next_one < self.number:
            if self.search.space.work >= until:
                return PAUSED
            if self.is_under_way:
                why = PAUSED
            else:
                why = EXHAUSTED if self.is_dead else begin_again(self.search, <const uint8_t*>given + self.next_one * n)
            self.is_under_way = True
            if why == PAUSED:
                why = walk(self.search, until, self.most)
            if why != EXHAUSTED and why != FOUND:
                return why
            clew_assert(self.search.kept_number <= self.most)
            row = places + self.next_one * self.most * n
            for k in range(self.search.kept_number * n):
                row[k] = <char>self.search.kept[k]
            found[self.next_one] = <char>self.search.kept_number
            self.search.kept_number = 0
            self.next_one += 1
            self.is_under_way = False
        return EXHAUSTED


cdef int begin_again(Search search, const uint8_t* given) noexcept nogil:
    """Begin another search on top of the root: of the same program, with other given values.

    Args:
        given: for each variable one more than the place of its value; 0 if none is given.

    Returns:
        `PAUSED` if there is something to walk, `EXHAUSTED` at a dead end, or what ended it.
    """
    cdef Space* s = search.space
    cdef int v
    undo(s, 0)
    search.depth, search.level = 0, ROOT
    search.found = 0
    search.last_failed = s.blamed_variable = s.blamed_propagator = -1
    search.begun = search.descends = True
    s.until = INT64_MAX
    for v in range(search.variables):
        search.weight[v] = 1
    if not decide(s):
        return NO_MEMORY
    for v in range(search.variables):
        clew_assert(given[v] <= s.shape.width[v])
        if given[v] and not assign(s, v, given[v] - 1):
            return refused(search, EXHAUSTED)
    return PAUSED if settled(search) else refused(search, EXHAUSTED)


def row_of(list values not None, bytes places not None) -> tuple:
    """The values of a solution of `Instances`.

    Args:
        values: a tuple of those of each variable.
        places: for each variable the place of its value.
    """
    cdef const uint8_t* at = <const uint8_t*><const char*>places
    cdef Py_ssize_t k
    if len(places) != len(values):
        raise ValueError("a solution has a byte for each variable")
    return tuple([(<tuple>values[k])[at[k]] for k in range(len(values))])
