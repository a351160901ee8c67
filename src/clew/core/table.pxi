"""Tables: domain consistency by a bit for each tuple.

Compact-Table (J. Demeulenaere et al., Compact-Table: efficiently filtering table constraints with reversible sparse
bit-sets, 2016). For each value the bits of the tuples that have it, its supports, are constant. The tuples left are a
row of reversible words; the words that are not 0 come first in a list, of which only the length is reversible. A value
that lost some tuples is looked for at its residue first, the word that held a tuple of it the last time.
"""


cdef class Table(Propagator):
    """The values together are one of some tuples.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, none of them an interval.
        listed: the tuples of the values of these variables.

    Its slots: the length of the list of words, the words, whether `propagate` ran before, and for each variable its
    bits when it ran last. Behind them, not reversible, the list of words and the residues.
    """

    cdef Tuples of            # to which the next two belong
    cdef const word* supports
    cdef const int32_t* row
    cdef int32_t* seen        # for each variable where its bits are, counted from the slot
    cdef int tuples, width, listed, residues

    def __init__(self, Program program, list scope, Tuples listed not None):
        cdef int arity = len(scope)
        clew_assert(lies_in(listed.row, arity, sizeof(int32_t)))
        self.of, self.supports, self.row = listed, listed.words, listed.row
        self.tuples, self.width = listed.tuples, listed.width
        self.seen = self.row_begins([program.shape.lengths[<int>v] for v in scope], 2 + self.width)
        self.listed = self.seen[arity]
        self.residues = self.listed + self.width
        self.enter(program, scope, self.residues + self.row[arity], ON_ANY, False, MEDIUM, True)

    cdef bint start(self, Space* s) noexcept nogil:
        """All tuples are there, and all values have been seen."""
        cdef word* own = s.at + self.slot
        cdef int k
        if self.width == 0:
            return False
        own[0] = self.width
        write_ones(own + 1, self.tuples)
        for k in range(self.arity):
            write_ones(own + self.seen[k], s.shape.width[self.scope[k]])
        for k in range(self.width):
            own[self.listed + k] = k
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int k, changed = -1, ran = self.slot + 1 + self.width
        cdef bint several = False
        for k in range(self.arity):
            if self.is_new(s, k):
                if not self.update(s, k):
                    return False
                several |= changed >= 0
                changed = k
        if s.at[ran] == 0:
            put(s, ran, 1)
            several = True
        elif changed < 0:
            return True
        for k in range(self.arity):
            # The values of the only variable that changed had a tuple, and all tuples left have them.
            if (several or k != changed) and not is_assigned(s, self.scope[k]):
                if not self.filter(s, k):
                    return False
            self.see(s, k)
        return True

    cdef inline bint is_new(self, Space* s, int k) noexcept nogil:
        """Whether a variable has changed since the last time."""
        cdef const word* now = bits_of(s, self.scope[k])
        cdef const word* seen = s.at + self.slot + self.seen[k]
        cdef int j
        for j in range(s.shape.lengths[self.scope[k]]):
            if now[j] != seen[j]:
                return True
        return False

    cdef inline void see(self, Space* s, int k) noexcept nogil:
        """Remember the bits of a variable."""
        cdef const word* now = bits_of(s, self.scope[k])
        cdef int j, seen = self.slot + self.seen[k]
        clew_assert(self.seen[k] + s.shape.lengths[self.scope[k]] <= self.listed)
        for j in range(s.shape.lengths[self.scope[k]]):
            if s.at[seen + j] != now[j]:
                put(s, seen + j, now[j])

    cdef bint update(self, Space* s, int k) noexcept nogil:
        """Take the tuples away that have a value of a variable that is gone. False if none is left.

        The words of the values that are gone, or of those that are left, are put together, whichever are fewer.
        """
        cdef const word* now = bits_of(s, self.scope[k])
        cdef const word* seen = s.at + self.slot + self.seen[k]
        cdef const word* row = self.supports + <Py_ssize_t>self.row[k] * self.width
        cdef int length = s.shape.lengths[self.scope[k]], j, gone = 0, place, words = self.slot + 1
        cdef word* listed = s.at + self.slot + self.listed
        cdef int at, limit = <int>s.at[self.slot], w
        cdef word some, all_of_them, left
        cdef bint few
        for j in range(length):
            gone += clew_ones(seen[j] & ~now[j])
        few = gone < size_of(s, self.scope[k])
        s.work += limit * gone >> 7
        at = limit - 1
        while at >= 0:
            w = <int>listed[at]
            clew_assert(0 <= w < self.width)
            all_of_them = s.at[words + w]
            some = 0
            for j in range(length):
                left = seen[j] & ~now[j] if few else now[j]
                while left:
                    place = 64 * j + clew_lowest(left)
                    left &= left - 1
                    clew_assert(lies_in(self.supports, (<int64_t>self.row[k] + place) * self.width + w, sizeof(word)))
                    some |= row[<Py_ssize_t>place * self.width + w]
            left = all_of_them & ~some if few else all_of_them & some
            if left != all_of_them:
                put(s, words + w, left)
                if left == 0:
                    limit -= 1
                    listed[at] = listed[limit]
                    listed[limit] = w
            at -= 1
        if limit != <int>s.at[self.slot]:
            put(s, self.slot, limit)
        return limit > 0

    cdef bint filter(self, Space* s, int k) noexcept nogil:
        """Keep the values of a variable that are in a tuple that is left."""
        cdef int v = self.scope[k], j, at, place, words = self.slot + 1, limit = <int>s.at[self.slot]
        cdef const word* listed = s.at + self.slot + self.listed
        cdef word* residue = s.at + self.slot + self.residues + self.row[k]
        cdef const word* row = self.supports + <Py_ssize_t>self.row[k] * self.width
        cdef const word* support
        cdef word left, kept
        for j in range(s.shape.lengths[v]):
            left = kept = bits_of(s, v)[j]
            while left:
                place = 64 * j + clew_lowest(left)
                support = row + <Py_ssize_t>place * self.width
                clew_assert(residue[place] < <word>self.width and self.residues + self.row[k] + place < self.slots)
                clew_assert(lies_in(self.supports, (<int64_t>self.row[k] + place + 1) * self.width - 1, sizeof(word)))
                if s.at[words + residue[place]] & support[residue[place]] == 0:
                    at = 0
                    while at < limit and s.at[words + listed[at]] & support[listed[at]] == 0:
                        at += 1
                    if at == limit:
                        kept &= ~(left & -left)
                    else:
                        residue[place] = listed[at]
                    s.work += at >> 6
                left &= left - 1
            if not keep(s, v, j, kept):
                return False
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """The tuples with what was taken are ruled out: by the variable that rules out most of those left each time.

        Of each variable, the last one first, no more is needed than rules out tuples that those after it do not.
        """
        cdef word* left = scratch_of(a, <int64_t>self.width * (1 + self.arity) + self.arity)
        cdef word* order
        cdef word* own
        cdef int j, w, number, most, best, chosen = 0
        if left == NULL:
            Propagator.explain(self, a, k, removal)
            return
        order = left + <Py_ssize_t>self.width * (1 + self.arity)
        self.concern(a, left, removal)
        while True:
            most, best = 0, -1
            for j in range(self.arity):
                own = left + <Py_ssize_t>self.width * (1 + j)
                number = 0
                for w in range(self.width):
                    number += clew_ones(own[w] & left[w])
                if number > most:
                    most, best = number, j
            if best < 0:
                break
            order[chosen] = best
            chosen += 1
            own = left + <Py_ssize_t>self.width * (1 + best)
            for w in range(self.width):
                own[w] &= left[w]
                left[w] &= ~own[w]
        while chosen:
            chosen -= 1
            self.blame(a, left, <int>order[chosen])
        if removal != NULL and removal.earlier:
            a.covered = self.covers(a, removal)

    cdef word covers(self, const Analysis* a, const Removal* removal) noexcept nogil:
        """Of the values that were missing before, those whose tuples are ruled out by what has to be missing."""
        cdef word bits = removal.earlier, missing, left, one
        cdef int w, i, j, at, row = row_at(a.space.shape, removal.v), own = 0
        while self.scope[own] != removal.v:
            own += 1
        for w in range(self.width):
            left = ~<word>0
            for j in range(self.arity):
                at = row_at(a.space.shape, self.scope[j])
                for i in range(a.space.shape.lengths[self.scope[j]] if j != own else 0):
                    missing = ~a.space.at[at + i]
                    left &= ~self.either(at, at + i, missing & ~unexplained(a, at + i, missing), j, w)
            one = bits
            while one and left:
                if self.either(row, removal.place, one & (0 - one), own, w) & left:
                    bits &= ~(one & (0 - one))
                one &= one - 1
        return bits

    cdef void concern(self, Analysis* a, word* left, const Removal* removal) noexcept nogil:
        """Write down the tuples that are to be ruled out, and of these those that each variable could rule out."""
        cdef const word* support
        cdef word missing, open_ones
        cdef int j, i, w, at
        for w in range(self.width):
            left[w] = ~<word>0 if w < self.width - 1 else ~<word>0 >> (63 - (self.tuples - 1 & 63))
            for j in range(self.arity if removal != NULL else 0):
                if self.scope[j] == removal.v:
                    left[w] &= self.either(row_at(a.space.shape, removal.v), removal.place, removal.bits, j, w)
            for j in range(self.arity if left[w] else 0):
                at = row_at(a.space.shape, self.scope[j])
                for i in range(a.space.shape.lengths[self.scope[j]]):
                    missing = ~a.space.at[at + i]
                    open_ones = unexplained(a, at + i, missing)
                    left[w] &= ~self.either(at, at + i, missing & ~open_ones, j, w)
                    left[self.width * <Py_ssize_t>(1 + j) + w] |= self.either(at, at + i, open_ones, j, w)

    cdef inline word either(self, int row, int place, word values, int j, int w) noexcept nogil:
        """The tuples in a word of them that have one of some values of the j-th variable, which are those of a word."""
        cdef word some = 0
        cdef int64_t at
        while values:
            at = self.row[j] + 64 * (place - row) + clew_lowest(values)
            values &= values - 1
            if at < self.row[j + 1]:
                some |= self.supports[at * self.width + w]
        return some

    cdef void blame(self, Analysis* a, word* ruled, int j) noexcept nogil:
        """Need that values of a variable are missing, which rules out some of the tuples, unless they are ruled out."""
        cdef const word* own = ruled + <Py_ssize_t>self.width * (1 + j)
        cdef const word* support
        cdef int w, i, at = row_at(a.space.shape, self.scope[j])
        cdef word open_ones
        for i in range(a.space.shape.lengths[self.scope[j]]):
            open_ones = unexplained(a, at + i, ~a.space.at[at + i])
            while open_ones:
                clew_assert(self.row[j] + 64 * i + clew_lowest(open_ones) < self.row[j + 1])
                support = self.supports + <Py_ssize_t>(self.row[j] + 64 * i + clew_lowest(open_ones)) * self.width
                w = 0
                while w < self.width and support[w] & own[w] & ~ruled[w] == 0:
                    w += 1
                if w < self.width:
                    need(a, at + i, open_ones & (0 - open_ones))
                    for w in range(self.width):
                        ruled[w] |= support[w]
                open_ones &= open_ones - 1
