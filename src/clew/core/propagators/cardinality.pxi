"""How often values occur: a count for each value.

A value that occurs as often as it may is removed from the other variables. If no more variables have a value than must
take it, they take it. If the values still missing are as many as the open variables, these take no others.
"""


cdef struct Tally:
    int32_t low   # how often the value must occur,
    int32_t high  # and may


cdef inline void add_digits(word* digit, word own) noexcept nogil:
    """Add 1 to the sums of some values, which are bits: a word has one digit of each of the sums."""
    cdef word carry
    while own:
        carry = digit[0] & own
        digit[0] ^= own
        own = carry
        digit += 1


cdef class Cardinality(Propagator):
    """Each of some values occurs from so often to so often.

    In its slots a run counts for each value the variables that are settled on it, then those that have it. They are
    counted anew each time, so that nothing of them is kept. If all domains have the same values, no more than a word,
    they are added as binary numbers below each other: a word holds one digit of the sums of all values.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables. None of them is an interval.
        counted: rows, one after the other, with for each place of a domain the number of its value; -1 for a value
            that is not counted.
        rows: for each variable where its row begins.
        lows, highs: for each counted value how often it must occur, and may.
    """

    cdef int32_t* counted
    cdef int32_t* row
    cdef Tally* tally
    cdef int values
    cdef int digits  # of the largest sum, if all domains have the same values; or else 0
    cdef word all_counted

    def __init__(self, Program program, list scope, list counted, list rows, list lows, list highs):
        self.counted = self.numbers(counted)
        self.row = self.numbers(rows)
        self.values = len(lows)
        self.tally = <Tally*>self.numbers([often for pair in zip(lows, highs) for often in pair])
        if len(set(rows)) == 1 and len(counted) <= 64:
            self.digits = len(scope).bit_length()
            for place in range(len(counted)):
                self.all_counted |= <word>(self.counted[place] >= 0) << place
        self.enter(program, scope, 2 * self.values, ON_ANY, False, MEDIUM, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int c, unsettled
        cdef int64_t missing
        cdef word* seen = s.at + self.slot
        cdef word* most = seen + self.values
        cdef word refused = 0, due = 0
        cdef bint acts, stands
        while True:
            unsettled = self.count(s)
            acts = False
            missing = 0
            for c in range(self.values):
                if <int>seen[c] > self.tally[c].high or <int>most[c] < self.tally[c].low:
                    return False
                if <int>seen[c] < self.tally[c].low:
                    missing += self.tally[c].low - <int>seen[c]
                if most[c] > seen[c] and (<int>seen[c] == self.tally[c].high or <int>most[c] == self.tally[c].low):
                    acts = True
            if missing > unsettled:
                return False
            if unsettled == 0 or not (acts or missing == unsettled):
                return True
            acts = False
            if self.digits:
                self.sort_values(s, missing == unsettled, &refused, &due)
            for c in range(self.arity):
                if is_assigned(s, self.scope[c]):
                    continue
                if self.digits:
                    stands = self.prune_word(s, self.scope[c], refused, due, &acts)
                else:
                    stands = self.prune(s, c, missing == unsettled, &acts)
                if not stands:
                    return False
            if not acts:
                return True

    cdef inline int counted_at(self, int k, int64_t place) noexcept nogil:
        """The number of a value of the k-th variable."""
        clew_assert(lies_in(self.counted, self.row[k] + place, sizeof(int32_t)))
        clew_assert(self.counted[self.row[k] + place] < self.values)
        return self.counted[self.row[k] + place]

    cdef int count(self, Space* s) noexcept nogil:
        """Count how often each value occurs, and can; the number of variables that are open."""
        cdef int k, c, v, unsettled = 0
        cdef int64_t at
        cdef word* seen = s.at + self.slot
        cdef word* most = seen + self.values
        clew_assert(2 * self.values <= self.slots)
        memset(seen, 0, 2 * self.values * sizeof(word))
        s.work += self.arity >> 4
        if self.digits:
            return self.count_digits(s, seen, most)
        for k in range(self.arity):
            v = self.scope[k]
            at = first_of(s, v)
            c = self.counted_at(k, at)
            if not is_assigned(s, v):
                unsettled += 1
            elif c >= 0:
                seen[c] += 1
            while at >= 0:
                c = self.counted_at(k, at)
                if c >= 0:
                    most[c] += 1
                at = next_of(s, v, at)
        return unsettled

    cdef int count_digits(self, Space* s, word* seen, word* most) noexcept nogil:
        """The same, digit by digit."""
        cdef word digit[2][32]
        cdef word own, carry, left
        cdef int k, j, c, unsettled = 0
        for j in range(self.digits):
            digit[0][j] = digit[1][j] = 0
        for k in range(self.arity):
            own = s.at[s.shape.place[self.scope[k]]]
            unsettled += own & (own - 1) != 0
            add_digits(digit[1], own)
            if own & (own - 1) == 0:
                add_digits(digit[0], own)
        left = self.all_counted
        while left:
            k = clew_lowest(left)
            left &= left - 1
            c = self.counted[k]
            for j in range(self.digits):
                seen[c] += (digit[0][j] >> k & 1) << j
                most[c] += (digit[1][j] >> k & 1) << j
        return unsettled

    cdef bint prune(self, Space* s, int k, bint only_missing, bint* changes) noexcept nogil:
        """Prune an open variable; False if nothing is left.

        Args:
            s: the space.
            k: the place of the variable in the scope.
            only_missing: whether it must take a value that is missing.
            changes: set to True if it loses a value.
        """
        cdef int v = self.scope[k], c
        cdef int64_t at = first_of(s, v), place
        cdef const word* seen = s.at + self.slot
        cdef const word* most = seen + self.values
        cdef bint refused
        while at >= 0:
            place = at
            c = self.counted_at(k, place)
            at = next_of(s, v, at)
            if c < 0:
                refused = only_missing
            elif <int>seen[c] == self.tally[c].high:
                refused = True
            elif <int>most[c] == self.tally[c].low:
                changes[0] = True
                return assign(s, v, place)
            else:
                refused = only_missing and <int>seen[c] >= self.tally[c].low
            if refused:
                changes[0] = True
                if not remove(s, v, place):
                    return False
        return True

    cdef void sort_values(self, Space* s, bint only_missing, word* refused, word* due) noexcept nogil:
        """The values that no open variable may take, and those that each must take that has them."""
        cdef const word* seen = s.at + self.slot
        cdef const word* most = seen + self.values
        cdef word left = self.all_counted, own
        cdef int c
        refused[0], due[0] = ~left if only_missing else 0, 0
        while left:
            own = left & (0 - left)
            left ^= own
            c = self.counted[clew_lowest(own)]
            if <int>seen[c] == self.tally[c].high:
                refused[0] |= own
            elif <int>most[c] == self.tally[c].low:
                due[0] |= own
            elif only_missing and <int>seen[c] >= self.tally[c].low:
                refused[0] |= own

    cdef inline bint prune_word(self, Space* s, int v, word refused, word due, bint* changes) noexcept nogil:
        """The same as `prune` if all domains have the same values, no more than a word."""
        cdef word own = s.at[s.shape.place[v]]
        if own & due:
            changes[0] = True
            return assign(s, v, clew_lowest(own & due))
        if own & refused:
            changes[0] = True
            return keep(s, v, 0, ~refused)
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """As many variables have the value as may, or no more can have it than must; or else it is tried out."""
        cdef Space* s = a.space
        cdef int c = -1, j, number = 0, place
        cdef bint is_taken = True
        cdef word* seen = s.at + self.slot
        cdef word* most = seen + self.values
        self.count(s)
        if removal == NULL:
            for j in range(self.values):
                if <int>seen[j] > self.tally[j].high or <int>most[j] < self.tally[j].low:
                    c = j
                    is_taken = <int>seen[j] > self.tally[j].high
        else:
            for j in range(self.arity):
                if self.scope[j] == removal.v:
                    k = j
            c = self.counted_at(k, removal.low)
            if removal.low != removal.high or c < 0 or <int>seen[c] < self.tally[c].high:
                is_taken = False
                c = self.counted_at(k, removal.first) if removal.first == removal.last else -1
                if c >= 0 and <int>most[c] > self.tally[c].low:
                    c = -1
        if c < 0:
            Propagator.explain(self, a, -1, removal)
            return
        for j in range(self.arity):
            if removal == NULL or self.scope[j] != removal.v:
                self.need_value(a, j, c, is_taken)

    cdef void need_value(self, Analysis* a, int k, int c, bint is_taken) noexcept nogil:
        """If a variable has a value, it has to have no other; if it cannot have it, that has to be missing."""
        cdef Space* s = a.space
        cdef int v = self.scope[k], row = row_at(s.shape, v)
        cdef int64_t at
        if is_taken:
            if is_assigned(s, v) and self.counted_at(k, first_of(s, v)) == c:
                need_missing(a, v)
            return
        for at in range(s.shape.width[v]):
            if self.counted_at(k, at) == c and not has(s, v, at):
                need(a, row + <int>(at >> 6), <word>1 << (at & 63))


def compile_cardinality(compiler, primitive):
    """The values that are counted are numbered, all others are -1."""
    number = {value: k for k, (value, _, _) in enumerate(primitive.counts)}
    scope = compiler.numbers(primitive.scope)
    labels, begins = compiler.labels(scope, lambda value: number.get(value, -1))
    few = len(scope) + 1  # as many as can never be
    lows, highs = [min(low, few) for _, low, _ in primitive.counts], [min(h, few) for _, _, h in primitive.counts]
    Cardinality(compiler.program, scope, labels, begins, lows, highs)
