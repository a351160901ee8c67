"""Prefixes of grids, row by row: dynamic programming over whole rows (see `clew.planning.counting.meet_in_the_middle`).

What the rows still to come depend on is a *record* of words: the state of each column's automaton, a few bits a
column; the lines used that may come again, a bit a line; the pairs of columns that are still equal, a bit a pair.
Records that agree are kept once, with the number of prefixes that they stand for: a hash table with open addressing
says where each is. The number lies in one more word, behind the record. A suffix is a prefix of the grid upside down.
"""

cdef struct PrefixRecords:
    const HalfFields* half
    int step       # rows read
    int64_t size
    word* records
    word* allowed  # the lines that may continue each


cdef inline word counted(const PrefixRecords* table, int64_t place) noexcept nogil:
    """How many prefixes a record stands for."""
    return table.records[place * table.half.width + table.half.count_at]


cdef class Prefixes(Owner):
    """The prefixes of a half that end with a row, each with the lines that may come next.

    Args:
        half: the half.
        source: the prefixes that are one row shorter; None for the empty prefix.
        line: the only line that they are continued by; -1 for all.

    Attributes:
        size: how many records there are.
        bytes: the memory that they take.
        work: units of work done.
    """

    cdef GridHalf half
    cdef Prefixes source
    cdef PrefixRecords table
    cdef PrefixRecords* before  # those of the source
    cdef int line
    cdef int64_t limit  # records that there is room for
    cdef int64_t mask   # of the slots
    cdef int64_t at     # of the source: what is continued next
    cdef int64_t known  # records for which it is known what may come next
    cdef readonly int64_t work
    cdef int32_t* slots
    cdef const int32_t** ways  # of the record that is continued, for each column

    def __cinit__(self, GridHalf half not None, Prefixes source=None, int line=-1):
        cdef const HalfFields* of = &half.at
        self.half, self.source, self.line = half, source, line
        self.table.half = of
        self.ways = <const int32_t**>self.allocate(of.columns, sizeof(int32_t*))
        if source is not None:
            if source.half is not half or source.table.step == of.steps or not -1 <= line < of.lines:
                raise ValueError("these prefixes cannot be continued so")
            self.table.step = source.table.step + 1
            self.before = &source.table
            return
        self.table.records = <word*>self.allocate(of.width, sizeof(word))
        memcpy(self.table.records + of.equal_at, of.all_pairs, of.equal_words * sizeof(word))
        self.table.records[of.count_at] = self.table.size = 1

    @property
    def size(self):
        return self.table.size

    @property
    def bytes(self):
        return self.table.size * (self.half.at.width + self.half.at.line_words) * <int64_t>sizeof(word)

    def run(self, int64_t work):
        """Go on continuing the source.

        Args:
            work: after how many units of work to pause.

        Returns:
            Whether all is done.

        Raises:
            MemoryError: there is not enough memory.
        """
        cdef int64_t until = self.work + work
        cdef bint has_room = True
        if self.source is not None:
            with nogil:
                has_room = self.continue_all(until)
            if not has_room:
                raise MemoryError("the engine has no memory for the prefixes of the grids")
            if self.at < self.before.size:
                return False
            self.source, self.before = None, NULL
        if self.table.allowed == NULL:
            self.tidy()
        with nogil:
            self.allow_all(until)
        return self.known == self.table.size

    cdef int tidy(self) except -1:
        """Give back what was needed to make the records."""
        cdef PrefixRecords* table = &self.table
        self.slots = <int32_t*>self.resize(self.slots, 0, sizeof(int32_t))
        table.records = <word*>self.resize(table.records, table.size * self.half.at.width, sizeof(word))
        table.allowed = <word*>self.allocate(table.size * self.half.at.line_words, sizeof(word))
        return 0

    cdef void allow_all(self, int64_t until) noexcept nogil:
        """Find the lines that may come next."""
        cdef PrefixRecords* table = &self.table
        cdef const HalfFields* half = table.half
        while self.known < table.size and self.work < until:
            allow(half, table.records + self.known * half.width, table.step,
                  table.allowed + self.known * half.line_words)
            self.known += 1
            self.work += 1

    cdef bint continue_all(self, int64_t until) noexcept nogil:
        """Continue the records of the source. False if there is no memory."""
        cdef const word* allowed
        cdef int w, words = self.table.half.line_words
        cdef int only = self.line >> 6
        cdef word one = <word>1 << (self.line & 63)
        while self.at < self.before.size and self.work < until:
            allowed = self.before.allowed + self.at * words
            if self.line < 0 or allowed[only] & one:
                self.open()
                if not self.make_room(self.table.half.lines if self.line < 0 else 1):
                    return False
                if self.line >= 0:
                    self.add(self.line)
                else:
                    for w in range(words):
                        self.add_all(w, allowed[w])
            self.work += (self.at & 31) == 0
            self.at += 1
        return True

    cdef void open(self) noexcept nogil:
        """Look up the states of the columns of the record that is continued."""
        cdef const HalfFields* half = self.table.half
        cdef const word* record = self.before.records + self.at * half.width
        cdef const int64_t* after_at = half.after_at + self.before.step * half.columns
        cdef int k
        for k in range(half.columns):
            self.ways[k] = half.after + after_at[k] + <int64_t>field(record, half.states[k]) * half.values
            clew_assert(lies_in(half.after, self.ways[k] - half.after + half.values - 1, sizeof(int32_t)))

    cdef void add_all(self, int w, word lines) noexcept nogil:
        while lines:
            self.add(w * 64 + clew_lowest(lines))
            lines &= lines - 1

    cdef void add(self, int line) noexcept nogil:
        """Continue a record by a line; there is room for it."""
        cdef const HalfFields* half = self.table.half
        cdef PrefixRecords* table = &self.table
        cdef const word* old = self.before.records + self.at * half.width
        cdef word* new = table.records + table.size * half.width
        cdef const int32_t* values = half.line_values + line * half.columns
        cdef const word* equal = half.equal + line * half.equal_words
        cdef const word* kept = half.kept + self.before.step * half.line_words
        cdef int k
        cdef int64_t slot
        clew_assert(0 <= line < half.lines and table.size < self.limit)
        memset(new, 0, half.used_at * sizeof(word))
        for k in range(half.columns):
            clew_assert(0 <= values[k] < half.values and self.ways[k][values[k]] >= 0)
            new[half.states[k].word] |= <word>self.ways[k][values[k]] << half.states[k].shift
        if half.distinct:
            for k in range(half.line_words):
                new[half.used_at + k] = old[half.used_at + k] & kept[k]
            k = line >> 6
            new[half.used_at + k] |= <word>1 << (line & 63) & kept[k]
        for k in range(half.equal_words):
            new[half.equal_at + k] = old[half.equal_at + k] & equal[k]
        slot = slot_of(self.slots, self.mask, new, table.records, half.width, half.count_at)
        self.work += 1
        clew_assert(0 <= slot <= self.mask and self.slots[slot] < table.size)
        if self.slots[slot] >= 0:
            table.records[self.slots[slot] * <int64_t>half.width + half.count_at] += old[half.count_at]
            return
        self.slots[slot] = <int32_t>table.size
        new[half.count_at] = old[half.count_at]
        table.size += 1

    cdef bint make_room(self, int64_t more) noexcept nogil:
        """Have room for so many more records, and one beyond them. False if there is none, or they are too many."""
        cdef PrefixRecords* table = &self.table
        cdef int64_t need = table.size + more + 1, limit = need + need // 2, slots, k, at
        cdef void* found
        cdef int width = table.half.width
        if need <= self.limit:
            return True
        if limit > INT32_MAX:
            return False
        found = self.resized(table.records, limit * width, sizeof(word))
        if found == NULL:
            return False
        table.records = <word*>found
        slots = slots_for(limit)
        if slots != self.mask + 1:
            found = self.resized(self.slots, slots, sizeof(int32_t))
            if found == NULL:
                return False
            self.slots, self.mask = <int32_t*>found, slots - 1
            memset(self.slots, 0xff, slots * sizeof(int32_t))
            for k in range(table.size):
                at = slot_of(self.slots, self.mask, table.records + k * width, table.records, width, width - 1)
                self.slots[at] = <int32_t>k
        self.limit = limit
        return True
