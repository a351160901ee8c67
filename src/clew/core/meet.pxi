"""The pairs of a prefix and a suffix that make a grid (see `clew.planning.counting.meet_in_the_middle`).

With the last line of the prefix and the first line of the suffix given, the states of a column fall into *parts*: a
prefix goes with a suffix only if the parts of all columns are the same. So the parts are a key, and the pairs are a
join by this key, with a hash table. Besides, a prefix and a suffix may have no bit in common: used lines, equal pairs
of columns, and, if not all the states of a part go together, *marks*.

The bits of the suffixes with a key are transposed (`transposed.pxi`), so that all that go with a prefix are counted at
once.
"""

cdef enum:
    TOGETHER_WORDS = 16  # of a row: suffixes that are looked at together, 64 in a word

cdef extern from "words.h" nogil:
    void clew_add_product(uint64_t one, uint64_t other, uint64_t* low, uint64_t* high)


cdef struct Side:
    const PrefixRecords* table
    const int32_t** parts  # for each column the part of each state
    const word** marks     # and its marks
    int32_t* places        # the records that take part, in the order of the table; then sorted by key
    int32_t* sorted
    int32_t* keys          # theirs, in the order of the table
    int64_t* starts        # in `sorted`, for each key, and the end
    int64_t number


cdef class HalfJoin(Owner):
    """Counts the grids with two given lines in the middle, for one pair of lines after the other.

    Args:
        above, below: the halves of the grid.
        parts: for some pairs of values of a column: the part of each state above, and of each below; then the marks of
            each state above, and of each below.
        pairs: for each column, each value above the middle and each below it, one of those.
        widths: for each column the bits of its parts, and those of its marks.

    Attributes:
        work: units of work done.
    """

    cdef GridHalf above, below
    cdef Prefixes prefixes, suffixes
    cdef int bit_words, mark_words, key_words
    cdef Field* part_fields
    cdef Field* mark_fields
    cdef int32_t* pairs
    cdef int64_t* part_at   # for each of the tables where its parts begin, above and below; its marks begin there too
    cdef int32_t* parts
    cdef word* marks
    cdef Side sides[2]
    cdef int phase
    cdef int64_t at
    cdef int64_t begun          # of the suffixes with the key: those that are counted
    cdef int lines[2]           # in the middle
    cdef word* keys             # the keys of the suffixes
    cdef int64_t key_number
    cdef int32_t* slots
    cdef int64_t mask, room_for  # of the slots; records that there is room for
    cdef word* rows             # for each bit which suffixes have it
    cdef word* live             # the bits that any has
    cdef word* digits           # for each binary digit of what suffixes stand for, which have it
    cdef word* bits             # of one record
    cdef int digit_number
    cdef word low, high
    cdef readonly int64_t work

    def __cinit__(
        self, GridHalf above not None, GridHalf below not None,
        list parts not None, list pairs not None, list widths not None
    ):
        cdef int k, side
        cdef const HalfFields* half = &above.at
        self.above, self.below = above, below
        if (half.columns, half.lines, half.equal_words) != (below.at.columns, below.at.lines, below.at.equal_words):
            raise ValueError("these are no halves of one grid")
        self.part_fields = <Field*>self.allocate(half.columns, sizeof(Field))
        self.mark_fields = <Field*>self.allocate(half.columns, sizeof(Field))
        self.key_words = lay_out_fields([width for width, _ in widths], self.part_fields)
        self.mark_words = lay_out_fields([width for _, width in widths], self.mark_fields)
        if not any([width for _, width in widths]):
            self.mark_words = 0
        self.bit_words = half.count_at - half.used_at + self.mark_words
        self.pairs = self.numbers(pairs)
        rows = [row for some in parts for row in some[:2]]
        self.parts = self.numbers([part for row in rows for part in row])
        self.part_at = self.long_numbers([*accumulate(map(len, rows), initial=0)])
        self.marks = <word*>self.allocate(self.part_at[len(rows)], sizeof(word))
        for k, mark in enumerate([mark for some in parts for row in some[2:] for mark in row]):
            self.marks[k] = mark
        for side in range(2):
            self.sides[side].parts = <const int32_t**>self.allocate(half.columns, sizeof(int32_t*))
            self.sides[side].marks = <const word**>self.allocate(half.columns, sizeof(word*))
        self.rows = <word*>self.allocate(64 * self.bit_words * TOGETHER_WORDS, sizeof(word))
        self.live = <word*>self.allocate(self.bit_words, sizeof(word))
        self.digits = <word*>self.allocate(64 * TOGETHER_WORDS, sizeof(word))
        self.bits = <word*>self.allocate(self.bit_words, sizeof(word))

    def begin(self, Prefixes prefixes not None, Prefixes suffixes not None, int line, int other):
        """Count the pairs of some prefixes that end with a line and some suffixes that begin with another one.

        Raises:
            MemoryError: there is not enough memory.
        """
        cdef const HalfFields* half = &self.above.at
        cdef int k, side, columns = half.columns
        cdef int64_t table
        if prefixes.half is not self.above or suffixes.half is not self.below:
            raise ValueError("these are not the halves of this grid")
        if not (0 <= line < half.lines and 0 <= other < half.lines):
            raise ValueError("there is no such line")
        self.prefixes, self.suffixes = prefixes, suffixes
        self.lines[0], self.lines[1] = line, other
        for k in range(columns):
            table = self.pairs[
                (k * half.values + half.line_values[line * columns + k]) * half.values
                + half.line_values[other * columns + k]
            ]
            for side in range(2):
                self.sides[side].parts[k] = self.parts + self.part_at[2 * table + side]
                self.sides[side].marks[k] = self.marks + self.part_at[2 * table + side]
        self.sides[0].table, self.sides[1].table = &prefixes.table, &suffixes.table
        self.make_room(max(prefixes.table.size, suffixes.table.size))
        memset(self.slots, 0xff, (self.mask + 1) * sizeof(int32_t))
        self.sides[0].number = self.sides[1].number = self.key_number = 0
        self.phase = self.at = self.begun = 0
        self.low = self.high = 0

    cdef int make_room(self, int64_t most) except -1:
        """Have room for so many records on each side."""
        cdef int side
        cdef int64_t slots = slots_for(most)
        if most <= self.room_for and self.slots != NULL:
            return 0
        self.room_for = 0
        for side in range(2):
            self.sides[side].places = <int32_t*>self.resize(self.sides[side].places, most, sizeof(int32_t))
            self.sides[side].sorted = <int32_t*>self.resize(self.sides[side].sorted, most, sizeof(int32_t))
            self.sides[side].keys = <int32_t*>self.resize(self.sides[side].keys, most, sizeof(int32_t))
            self.sides[side].starts = <int64_t*>self.resize(self.sides[side].starts, most + 1, sizeof(int64_t))
        self.keys = <word*>self.resize(self.keys, (most + 1) * self.key_words, sizeof(word))
        self.slots = <int32_t*>self.resize(self.slots, slots, sizeof(int32_t))
        self.mask = slots - 1
        self.room_for = most
        return 0

    def run(self, int64_t work):
        """Go on counting.

        Args:
            work: after how many units of work to pause.

        Returns:
            How many pairs there are; None if they are not all counted.
        """
        cdef bint is_done
        if self.prefixes is None:
            raise ValueError("nothing has begun")
        with nogil:
            is_done = self.count(self.work + work)
        return (<object>self.high << 64) + self.low if is_done else None

    cdef bint count(self, int64_t until) noexcept nogil:
        while self.phase < 2:  # the suffixes first: the keys are theirs
            if not self.gather(1 - self.phase, until):
                return False
            self.phase += 1
            self.at = 0
            if self.phase == 2:
                self.sort(0)
                self.sort(1)
        while self.at < self.key_number:
            if self.work >= until:
                return False
            self.count_some()
        return True

    cdef bint gather(self, int side, int64_t until) noexcept nogil:
        """Find the records that take part, and the numbers of their keys. Whether that is done."""
        cdef Side* here = &self.sides[side]
        cdef const PrefixRecords* table = here.table
        cdef const HalfFields* half = table.half
        cdef int other = self.lines[1 - side], k
        cdef int words = half.line_words
        cdef const word* allowed = table.allowed + (other >> 6)
        cdef word one = <word>1 << (other & 63)
        cdef const word* record
        cdef word* key
        cdef int64_t slot
        while self.at < table.size:
            if self.work >= until:
                return False
            self.work += (self.at & 31) == 0
            if allowed[self.at * words] & one:
                record = table.records + self.at * half.width
                clew_assert(0 <= self.key_number <= self.room_for)
                key = self.keys + self.key_number * self.key_words
                memset(key, 0, self.key_words * sizeof(word))
                for k in range(half.columns):
                    key[self.part_fields[k].word] |= (
                        <word>here.parts[k][field(record, half.states[k])] << self.part_fields[k].shift
                    )
                slot = slot_of(self.slots, self.mask, key, self.keys, self.key_words, self.key_words)
                clew_assert(0 <= slot <= self.mask)
                if self.slots[slot] < 0 and side == 1:
                    self.slots[slot] = <int32_t>self.key_number
                    self.key_number += 1
                if self.slots[slot] >= 0:
                    clew_assert(here.number < self.room_for)
                    here.places[here.number] = <int32_t>self.at
                    here.keys[here.number] = self.slots[slot]
                    here.number += 1
                self.work += 1
            self.at += 1
        return True

    cdef void sort(self, int side) noexcept nogil:
        """Sort the records that take part by key."""
        cdef Side* here = &self.sides[side]
        cdef int64_t k
        memset(here.starts, 0, (self.key_number + 1) * sizeof(int64_t))
        for k in range(here.number):
            clew_assert(0 <= here.keys[k] < self.key_number)
            here.starts[here.keys[k]] += 1
        for k in range(1, self.key_number + 1):
            here.starts[k] += here.starts[k - 1]
        for k in range(here.number - 1, -1, -1):
            here.starts[here.keys[k]] -= 1
            clew_assert(0 <= here.starts[here.keys[k]] < here.number)
            here.sorted[here.starts[here.keys[k]]] = here.places[k]
        self.work += here.number >> 3

    cdef void count_some(self) noexcept nogil:
        """Count the pairs of the prefixes with a key, and of some suffixes with it: the next ones."""
        cdef Side* above = &self.sides[0]
        cdef Side* below = &self.sides[1]
        cdef int64_t first = above.starts[self.at], end = above.starts[self.at + 1], k
        cdef int64_t left = below.starts[self.at + 1] - below.starts[self.at] - self.begun
        cdef int some = <int>min(left, <int64_t>(64 * TOGETHER_WORDS))
        cdef int words
        cdef const word* bits
        cdef word number
        if first < end:
            words = transpose(self, below.sorted + below.starts[self.at] + self.begun, some)
            for k in range(first, end):
                bits = record_bits(self, 0, above.sorted[k])
                if words == 1:
                    number = going_together(self, bits, 1)
                elif words == 2:
                    number = going_together(self, bits, 2)
                elif words == 4:
                    number = going_together(self, bits, 4)
                elif words == 8:
                    number = going_together(self, bits, 8)
                else:
                    number = going_together(self, bits, TOGETHER_WORDS)
                clew_add_product(number, counted(above.table, above.sorted[k]), &self.low, &self.high)
            self.work += ((end - first) * (4 + words) >> 5) + some
        self.begun += some
        if some == left:
            self.begun = 0
            self.at += 1
            self.work += 1
