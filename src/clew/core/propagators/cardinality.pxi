"""How often values occur: a count for each value.

A value that occurs as often as it may is removed from the other variables. If no more variables have a value than must
take it, they take it. If the values still missing are as many as the open variables, these take no others.
"""


cdef struct Tally:
    int32_t low   # how often the value must occur,
    int32_t high  # and may


cdef class Cardinality(Propagator):
    """Each of some values occurs from so often to so often.

    In its slots it counts for each value the variables that are settled on it, then those that have it; then come the
    number of settled variables, for each its value if it is settled, from 1 on, and the domains that were counted last.
    A run counts what has changed since then, whether values have gone or come back, so there is nothing to undo.

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
    cdef word all_counted  # the places of their values, if all domains have the same ones, in one word; or else 0
    cdef int32_t* domain   # for each variable where its words are, counted from the first slot

    def __init__(self, Program program, list scope, list counted, list rows, list lows, list highs):
        self.counted = self.numbers(counted)
        self.row = self.numbers(rows)
        self.values = len(lows)
        self.tally = <Tally*>self.numbers([often for pair in zip(lows, highs) for often in pair])
        if len(set(rows)) == 1 and len(counted) <= 64:
            for place in range(len(counted)):
                self.all_counted |= <word>(self.counted[place] >= 0) << place
        lengths = [program.shape.lengths[<int>v] for v in scope]
        self.domain = self.row_begins(lengths, 2 * self.values + 1 + len(scope))
        self.enter(program, scope, self.domain[len(scope)], ON_ANY, False, MEDIUM, True)

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
            if self.all_counted:
                self.sort_values(s, missing == unsettled, &refused, &due)
            for c in range(self.arity):
                if is_assigned(s, self.scope[c]):
                    continue
                if self.all_counted:
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
        cdef int k, j
        cdef word* own = s.at + self.slot
        cdef const word* now
        clew_assert(self.domain[self.arity] <= self.slots)
        for k in range(self.arity):
            now = bits_of(s, self.scope[k])
            for j in range(s.shape.lengths[self.scope[k]]):
                if now[j] != own[self.domain[k] + j]:
                    self.recount(s, k)
                    break
        s.work += self.arity >> 4
        return self.arity - <int>own[2 * self.values]

    cdef void recount(self, Space* s, int k) noexcept nogil:
        """Count what has changed in a domain."""
        cdef word* seen = s.at + self.slot
        cdef word* most = seen + self.values
        cdef word* settled = most + self.values + 1 + k
        cdef word* old = seen + self.domain[k]
        cdef const word* now = bits_of(s, self.scope[k])
        cdef word changed
        cdef int j, c
        for j in range(s.shape.lengths[self.scope[k]]):
            changed = now[j] ^ old[j]
            while changed:
                c = self.counted_at(k, 64 * j + clew_lowest(changed))
                if c >= 0:
                    most[c] += 2 * <word>(now[j] & changed & (0 - changed) != 0) - 1
                changed &= changed - 1
            old[j] = now[j]
        self.count_settled(seen, k, settled[0], -1)
        settled[0] = <word>(first_of(s, self.scope[k]) + 1) if is_assigned(s, self.scope[k]) else 0
        self.count_settled(seen, k, settled[0], 1)

    cdef inline void count_settled(self, word* seen, int k, word value, int more) noexcept nogil:
        """Count a variable that is settled on a value, from 1 on, or that was; 0 for one that is open."""
        cdef int c
        if value:
            seen[2 * self.values] += more
            c = self.counted_at(k, <int64_t>value - 1)
            if c >= 0:
                seen[c] += more

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
