"""Many instances of one program, that differ in their given values: the first solutions of each.

The root is propagated once. Each instance begins with a copy of its words.
"""

cdef enum:
    PAUSE = 50_000  # units of work after which signals are looked at


cdef class Instances:
    """Answers instances in one space.

    Args:
        program: a program that propagates, all of whose domains have at most 255 values.
        given: what all instances have in common, as for `Search`.
        order, last_first: as for `Search`.
        most: how many solutions of each are looked for.
    """

    cdef Search search
    cdef word* root
    cdef int most
    cdef bint is_dead

    def __cinit__(self, Program program not None, list given not None, int order, bint last_first, int most):
        self.search = Search(program, given, order, last_first, False, -1)
        self.most = min(most, self.search.kept_room)
        self.root = <word*>room(program.shape.words, sizeof(word))
        if not decide(self.search.space):
            raise MemoryError("the engine has no memory for its trail")
        self.is_dead = not self.search.root()
        if self.search.space.error != NULL:
            self.search.raises(RAISED)
        memcpy(self.root, self.search.space.at, program.shape.words * sizeof(word))

    def __dealloc__(self):
        PyMem_RawFree(self.root)

    def answers(self, list rows not None):
        """The first solutions of some instances, in their order.

        Args:
            rows: for each instance a byte for each variable: 0, or one more than the place of its given value.

        Returns:
            For each instance its solutions, each as a byte for each variable: the place of its value.
        """
        cdef Search search = self.search
        cdef bytes row
        cdef const uint8_t* given
        cdef int why, k
        cdef list found = []
        for row in rows:
            if self.is_dead:
                found.append(())
                continue
            if len(row) != search.variables:
                raise ValueError("a row has a byte for each variable")
            given = <const uint8_t*><const char*>row
            with nogil:
                why = PAUSED if search.begin(self.root, given) else EXHAUSTED
                if why == PAUSED:
                    why = search.walk(search.space.work + PAUSE, self.most)
            search.raises(why if search.space.error == NULL else RAISED)
            while why == PAUSED:
                PyErr_CheckSignals()
                with nogil:
                    why = search.walk(search.space.work + PAUSE, self.most)
                search.raises(why)
            found.append(tuple([self.places(k) for k in range(search.kept_number)]) if search.kept_number else ())
            search.kept_number = 0
        return found

    cdef bytes places(self, int number):
        """One of the solutions that were kept."""
        cdef int v, n = self.search.variables
        cdef const int64_t* kept = self.search.kept + number * n
        cdef bytes made = PyBytes_FromStringAndSize(NULL, n)
        cdef char* at = made
        for v in range(n):
            at[v] = <char>kept[v]
        return made
