"""Prefixes of grids, row by row: dynamic programming over whole rows of cells (see `clew.counting.meet_in_the_middle`).

What the rows still to come depend on is a *record* of words: the state of each column's automaton, a few bits a
column; the lines used that may come again, a bit a line; the pairs of columns that are still equal, a bit a pair.
Records that agree are kept once, with the number of prefixes that they stand for: a hash table with open addressing
says where each is. The number lies in one more word, behind the record. A suffix is a prefix of the grid upside down.
"""

cdef struct Field:
    int32_t word  # of a row of words
    int32_t shift
    word mask     # of the field, from bit 0 on


cdef int lay_out_fields(list widths, Field* fields) except -1:
    """Say where fields of some widths lie, none in two words. How many words they take: one at least."""
    cdef int at = 0, used = 0, k, width
    for k in range(len(widths)):
        width = widths[k]
        if not 0 <= width <= 64:
            raise ValueError("a field has no more than 64 bits")
        if used + width > 64:
            at += 1
            used = 0
        fields[k].word, fields[k].shift = at, used if width else 0
        fields[k].mask = ~<word>0 >> (64 - width) if width else 0
        used += width
    return at + 1


cdef inline word field(const word* row, Field at) noexcept nogil:
    return row[at.word] >> at.shift & at.mask


cdef int write_bits(object bits, int words, word* to) except -1:
    """An integer that is not negative, as words."""
    cdef int k
    for k in range(words):
        to[k] = <word>(bits >> (64 * k) & 0xffff_ffff_ffff_ffff)
    return 0


cdef inline word mixed(const word* some, int words) noexcept nogil:
    """A number that words with different contents seldom have in common."""
    cdef word found = 0
    cdef int k
    for k in range(words):
        found = (found ^ some[k]) * <word>0x9E3779B97F4A7C15  # 2^64 over the golden ratio
        found ^= found >> 29
    return found ^ found >> 32


cdef inline bint are_same(const word* some, const word* others, int words) noexcept nogil:
    cdef int k
    for k in range(words):
        if some[k] != others[k]:
            return False
    return True


cdef inline int64_t slot_of(
    const int32_t* slots, int64_t mask, const word* wanted, const word* known, int width, int words
) noexcept nogil:
    """Where a hash table has the place of a record, or would have it.

    Args:
        slots, mask: for each slot a place, or -1; a power of two less one, and not full.
        wanted: the record that is looked for.
        known, width: the records, so many words apart.
        words: how many words of a record are compared.
    """
    cdef int64_t slot = <int64_t>(mixed(wanted, words) & <word>mask)
    while slots[slot] >= 0 and not are_same(known + slots[slot] * <int64_t>width, wanted, words):
        slot = (slot + 1) & mask
    return slot


cdef struct GridHalf:
    int columns, values, lines, line_words, steps
    int used_at, equal_at, count_at  # in the words of a record; the states come first, and the number is the last word
    int width                        # of a record with its number
    int equal_words
    bint distinct
    Field* states
    int32_t* line_values
    word* equal
    word* rows
    word* kept
    int32_t* after       # for each step and column, from where `after_at` says, for each state and value
    int64_t* after_at
    int32_t* passing     # for each step and column, from where `passing_at` says, for each state a row of `permits`
    int64_t* passing_at
    word* permits
    word* all_pairs


cdef struct PrefixRecords:
    const GridHalf* half
    int step       # rows read
    int64_t size
    word* records
    word* allowed  # the lines that may continue each


cdef inline word counted(const PrefixRecords* table, int64_t place) noexcept nogil:
    """How many prefixes a record stands for."""
    return table.records[place * table.half.width + table.half.count_at]


cdef class Half:
    """The rows of a grid from an edge to the middle, and the next row.

    Args:
        lines: the lines of the grid: for each the number of the value in each column.
        values: how many values there are.
        equal: for each line the pairs of columns that are equal in it, as bits.
        pairs: how many pairs of columns must differ somewhere.
        distinct: whether the rows must differ.
        rows: for each row, the next one after the middle too, the lines that it accepts, as bits.
        kept: for each row but the next one the lines used that may come again after it.
        ways: for each row, the next one too, and each column: for each state the state after each value, or -1.
    """

    cdef GridHalf at

    def __cinit__(
        self, list lines not None, int values, list equal not None, int pairs, bint distinct, list rows not None,
        list kept not None, list ways not None,
    ):
        cdef int k, line
        self.at.columns, self.at.values, self.at.lines, self.at.steps = len(ways[0]), values, len(lines), len(kept)
        self.at.line_words = (self.at.lines + 63) // 64
        self.at.equal_words = (pairs + 63) // 64
        self.at.distinct = distinct
        self.at.states = <Field*>room(self.at.columns, sizeof(Field))
        sizes = [max([len(step[k]) for step in ways]) for k in range(self.at.columns)]
        self.at.used_at = lay_out_fields([(size - 1).bit_length() for size in sizes], self.at.states)
        self.at.equal_at = self.at.used_at + (self.at.line_words if distinct else 0)
        self.at.count_at = self.at.equal_at + self.at.equal_words
        self.at.width = self.at.count_at + 1
        self.at.line_values = <int32_t*>room(self.at.lines * self.at.columns, sizeof(int32_t))
        self.at.equal = <word*>room(self.at.lines * self.at.equal_words, sizeof(word))
        self.at.all_pairs = <word*>room(self.at.equal_words, sizeof(word))
        self.at.rows = <word*>room((self.at.steps + 1) * self.at.line_words, sizeof(word))
        self.at.kept = <word*>room(self.at.steps * self.at.line_words, sizeof(word))
        for line in range(self.at.lines):
            for k in range(self.at.columns):
                self.at.line_values[line * self.at.columns + k] = lines[line][k]
            write_bits(equal[line], self.at.equal_words, self.at.equal + line * self.at.equal_words)
        write_bits((<object>1 << <object>pairs) - 1, self.at.equal_words, self.at.all_pairs)
        for k in range(self.at.steps + 1):
            write_bits(rows[k], self.at.line_words, self.at.rows + k * self.at.line_words)
        for k in range(self.at.steps):
            write_bits(kept[k], self.at.line_words, self.at.kept + k * self.at.line_words)
        self.lay_out_ways(lines, ways)

    def __dealloc__(self):
        PyMem_RawFree(self.at.states)
        PyMem_RawFree(self.at.line_values)
        PyMem_RawFree(self.at.equal)
        PyMem_RawFree(self.at.all_pairs)
        PyMem_RawFree(self.at.rows)
        PyMem_RawFree(self.at.kept)
        PyMem_RawFree(self.at.after)
        PyMem_RawFree(self.at.after_at)
        PyMem_RawFree(self.at.passing)
        PyMem_RawFree(self.at.passing_at)
        PyMem_RawFree(self.at.permits)

    cdef int lay_out_ways(self, list lines, list ways) except -1:
        """Write out the automata, and which lines their states let pass: the same for states with the same values."""
        cdef int k
        having = [[0] * self.at.values for _ in range(self.at.columns)]
        for number, line in enumerate(lines):
            for k in range(self.at.columns):
                having[k][line[k]] |= 1 << number
        known = {}
        after, after_at, passing, passing_at = [], [], [], []
        for step in ways:
            for k in range(self.at.columns):
                after_at.append(len(after))
                passing_at.append(len(passing))
                for then in step[k]:
                    after.extend(then)
                    passes = 0
                    for value in range(self.at.values):
                        if then[value] >= 0:
                            passes |= having[k][value]
                    passing.append(known.setdefault(passes, len(known)))
        self.at.after, self.at.after_at = numbers(after), integers(after_at)
        self.at.passing, self.at.passing_at = numbers(passing), integers(passing_at)
        self.at.permits = <word*>room(len(known) * self.at.line_words, sizeof(word))
        for k, passes in enumerate(known):
            write_bits(passes, self.at.line_words, self.at.permits + k * self.at.line_words)
        return 0


cdef void allow(const GridHalf* half, const word* record, int step, word* allowed) noexcept nogil:
    """Write down the lines that may continue a record."""
    cdef const word* permits
    cdef const word* rows = half.rows + step * half.line_words
    cdef int k, w, at = step * half.columns
    for w in range(half.line_words):
        allowed[w] = rows[w] & ~record[half.used_at + w] if half.distinct else rows[w]
    for k in range(half.columns):
        permits = half.permits + half.passing[half.passing_at[at + k] + <int64_t>field(record, half.states[k])] * (
            <int64_t>half.line_words
        )
        for w in range(half.line_words):
            allowed[w] &= permits[w]


cdef class Prefixes:
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

    cdef Half half
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

    def __cinit__(self, Half half not None, Prefixes source=None, int line=-1):
        cdef const GridHalf* of = &half.at
        self.half, self.source, self.line = half, source, line
        self.table.half = of
        self.ways = <const int32_t**>room(of.columns, sizeof(int32_t*))
        if source is not None:
            if source.half is not half or source.table.step == of.steps or not -1 <= line < of.lines:
                raise ValueError("these prefixes cannot be continued so")
            self.table.step = source.table.step + 1
            self.before = &source.table
            return
        self.table.records = <word*>room(of.width, sizeof(word))
        memcpy(self.table.records + of.equal_at, of.all_pairs, of.equal_words * sizeof(word))
        self.table.records[of.count_at] = self.table.size = 1

    def __dealloc__(self):
        PyMem_RawFree(self.table.records)
        PyMem_RawFree(self.table.allowed)
        PyMem_RawFree(self.slots)
        PyMem_RawFree(self.ways)

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
        PyMem_RawFree(self.slots)
        self.slots = NULL
        table.records = <word*>grown(table.records, table.size * self.half.at.width, sizeof(word))
        table.allowed = <word*>room(table.size * self.half.at.line_words, sizeof(word))
        return 0

    cdef void allow_all(self, int64_t until) noexcept nogil:
        """Find the lines that may come next."""
        cdef PrefixRecords* table = &self.table
        cdef const GridHalf* half = table.half
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
        cdef const GridHalf* half = self.table.half
        cdef const word* record = self.before.records + self.at * half.width
        cdef const int64_t* after_at = half.after_at + self.before.step * half.columns
        cdef int k
        for k in range(half.columns):
            self.ways[k] = half.after + after_at[k] + <int64_t>field(record, half.states[k]) * half.values

    cdef void add_all(self, int w, word lines) noexcept nogil:
        while lines:
            self.add(w * 64 + clew_lowest(lines))
            lines &= lines - 1

    cdef void add(self, int line) noexcept nogil:
        """Continue a record by a line; there is room for it."""
        cdef const GridHalf* half = self.table.half
        cdef PrefixRecords* table = &self.table
        cdef const word* old = self.before.records + self.at * half.width
        cdef word* new = table.records + table.size * half.width
        cdef const int32_t* values = half.line_values + line * half.columns
        cdef const word* equal = half.equal + line * half.equal_words
        cdef const word* kept = half.kept + self.before.step * half.line_words
        cdef int k
        cdef int64_t slot
        for k in range(half.used_at):
            new[k] = 0
        for k in range(half.columns):
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
        if self.slots[slot] >= 0:
            table.records[self.slots[slot] * <int64_t>half.width + half.count_at] += old[half.count_at]
            return
        self.slots[slot] = <int32_t>table.size
        new[half.count_at] = old[half.count_at]
        table.size += 1

    cdef bint make_room(self, int64_t more) noexcept nogil:
        """Have room for so many more records, and one beyond them. False if there is none, or they are too many."""
        cdef PrefixRecords* table = &self.table
        cdef int64_t need = table.size + more + 1, limit = need + need // 2, slots, k
        cdef void* found
        cdef int width = table.half.width
        if need <= self.limit:
            return True
        if limit > INT32_MAX:
            return False
        found = PyMem_RawRealloc(table.records, limit * width * sizeof(word))
        if found == NULL:
            return False
        table.records = <word*>found
        self.limit = limit
        slots = 1024
        while slots < 2 * limit:
            slots *= 2
        if self.slots != NULL and slots == self.mask + 1:
            return True
        PyMem_RawFree(self.slots)
        self.slots = <int32_t*>PyMem_RawCalloc(slots, sizeof(int32_t))
        if self.slots == NULL:
            return False
        self.mask = slots - 1
        memset(self.slots, 0xff, slots * sizeof(int32_t))
        for k in range(table.size):
            self.slots[slot_of(self.slots, self.mask, table.records + k * width, table.records, width, width - 1)] = (
                <int32_t>k
            )
        return True
