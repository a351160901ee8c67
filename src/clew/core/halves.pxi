"""A half of a grid whose rows and columns are read by automata: what is constant while its prefixes are listed."""

cdef struct HalfFields:
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


cdef class GridHalf(Owner):
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

    cdef HalfFields at

    def __cinit__(
        self, list lines not None, int values, list equal not None, int pairs, bint distinct, list rows not None,
        list kept not None, list ways not None,
    ):
        cdef int k
        self.at.columns, self.at.values, self.at.lines, self.at.steps = len(ways[0]), values, len(lines), len(kept)
        self.at.line_words = (self.at.lines + 63) // 64
        self.at.equal_words = (pairs + 63) // 64
        self.at.distinct = distinct
        self.at.states = <Field*>self.allocate(self.at.columns, sizeof(Field))
        sizes = [max([len(step[k]) for step in ways]) for k in range(self.at.columns)]
        self.at.used_at = lay_out_fields([(size - 1).bit_length() for size in sizes], self.at.states)
        self.at.equal_at = self.at.used_at + (self.at.line_words if distinct else 0)
        self.at.count_at = self.at.equal_at + self.at.equal_words
        self.at.width = self.at.count_at + 1
        self.at.line_values = self.numbers([value for line in lines for value in line])
        self.at.equal = self.bit_rows(equal, self.at.equal_words)
        self.at.all_pairs = self.bit_rows([(<object>1 << <object>pairs) - 1], self.at.equal_words)
        self.at.rows = self.bit_rows(rows, self.at.line_words)
        self.at.kept = self.bit_rows(kept, self.at.line_words)
        self.lay_out_ways(lines, [column for step in ways for column in step])

    cdef int lay_out_ways(self, list lines, list ways) except -1:
        """Write out the automata, and which lines their states let pass: the same for states with the same values."""
        cdef int k, value
        having = [[0] * self.at.values for _ in range(self.at.columns)]
        for number, line in enumerate(lines):
            for k in range(self.at.columns):
                having[k][line[k]] |= 1 << number
        known, passing = {}, []
        for k, column in enumerate(ways):
            for then in column:
                passes = 0
                for value in range(self.at.values):
                    if then[value] >= 0:
                        passes |= having[k % self.at.columns][value]
                passing.append(known.setdefault(passes, len(known)))
        self.at.after = self.numbers([state for column in ways for then in column for state in then])
        self.at.after_at = self.long_numbers([*accumulate([sum(map(len, column)) for column in ways], initial=0)])
        self.at.passing = self.numbers(passing)
        self.at.passing_at = self.long_numbers([*accumulate(map(len, ways), initial=0)])
        self.at.permits = self.bit_rows(list(known), self.at.line_words)
        return 0


cdef void allow(const HalfFields* half, const word* record, int step, word* allowed) noexcept nogil:
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
        clew_assert(lies_in(half.permits, permits - half.permits + half.line_words - 1, sizeof(word)))
        for w in range(half.line_words):
            allowed[w] &= permits[w]
