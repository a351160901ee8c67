"""All different: a value that is taken goes from the others at once; in a permutation each value needs a place.

A value is known here by its *target*, the thing that must differ: the value itself, or the value plus an offset, or a
mapped value. If the targets of the k-th variable are its places moved by a shift, nothing is looked up.
"""


cdef struct Spot:
    int32_t place  # of the domain's first word of values
    int32_t shift  # from the place of a value to its target


cdef class Distinct(Propagator):
    """The targets of the variables differ.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        shifts: for each variable the distance from the place of a value to its target.
        targets: how many targets there are.
        must_all: whether every target must be taken, so that the last place left to one is its own.
    """

    cdef Spot* spot
    cdef word all_targets
    cdef int targets, row_words
    cdef bint must_all, is_small  # small: a target is a bit of a word

    def __init__(self, Program program, list scope, list shifts, int targets, bint must_all):
        cdef int k, slots
        self.targets = targets
        self.must_all = must_all and not program.forward
        self.is_small = targets <= 64 and all([program.shape.kind[<int>v] == SMALL for v in scope])
        self.row_words = (targets + 63) >> 6 if self.must_all and not self.is_small else 0
        # A run writes down in the slots which targets have a place, and which have several; it keeps nothing there.
        # Behind these are the targets that are taken, how many variables are open, and the variables: see `close_one`.
        slots = 3 * self.row_words + 1 + len(scope) if self.row_words else 0
        self.enter(program, scope, slots, ON_ANY if self.must_all else ON_NOTHING, True, MEDIUM, False)
        self.rules = True
        self.spot = <Spot*>self.allocate(self.arity, sizeof(Spot))
        for k in range(self.arity):
            self.spot[k].place, self.spot[k].shift = row_at(&program.shape, self.scope[k]), shifts[k]
        self.all_targets = ~<word>0 >> (64 - targets) if self.is_small else 0

    cdef bint start(self, Space* s) noexcept nogil:
        """All variables are open, and no target is taken."""
        cdef int32_t* listed = self.listed(s)
        cdef int k
        if self.row_words:
            s.at[self.slot + 3 * self.row_words] = self.arity
            for k in range(self.arity):
                listed[k] = listed[self.arity + k] = k
        return True

    cdef inline int32_t* listed(self, Space* s) noexcept nogil:
        """The variables, those that are open first, and then for each its place among them."""
        return <int32_t*>(s.at + self.slot + 3 * self.row_words + 1)

    cdef void close_one(self, Space* s, int k, int target) noexcept nogil:
        """Note that a variable has taken a target: it changes places with the last one that is open.

        Only their number is reversible: those before it are open, in whatever order (P. Briggs and L. Torczon, An
        efficient representation for sparse sets, 1993).
        """
        cdef int number = self.slot + 3 * self.row_words, word_of = number - self.row_words + (target >> 6)
        cdef int32_t* listed = self.listed(s)
        cdef int last = <int>s.at[number] - 1, at = listed[self.arity + k]
        clew_assert(0 <= at <= last < self.arity)
        listed[at], listed[self.arity + listed[last]] = listed[last], at
        listed[last], listed[self.arity + k] = k, last
        put(s, number, last)
        put(s, word_of, s.at[word_of] | <word>1 << (target & 63))

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        """Take the value of a variable from the others."""
        cdef int v, j, at, target = <int>first_of(s, self.scope[k]) + self.spot[k].shift
        cdef word bit
        if not self.is_small:
            return self.take(s, k, target)
        bit = <word>1 << target
        for j in range(self.arity):
            if s.at[self.spot[j].place] << self.spot[j].shift & bit and j != k:
                if not keep(s, self.scope[j], 0, ~(bit >> self.spot[j].shift)):
                    return False
        return True

    cdef bint take(self, Space* s, int k, int target) noexcept nogil:
        """Take the target of a settled variable from the others, if domains have several words."""
        cdef int j, at
        if self.row_words:
            self.close_one(s, k, target)
        for j in range(self.arity):
            at = target - self.spot[j].shift
            if self.has_place(s, j, at) and j != k and not remove(s, self.scope[j], at):
                return False
        return True

    cdef inline bint has_place(self, Space* s, int k, int at) noexcept nogil:
        """Whether a variable has a value at a place, which may lie before or behind all values."""
        if at < 0 or at >= s.shape.width[self.scope[k]]:
            return False
        return s.at[self.spot[k].place + (at >> 6)] >> (at & 63) & 1

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """By the variable that was assigned; or a target has one place left, because it is missing in the others."""
        cdef int j, target = 0
        cdef word missing
        if k >= 0:
            explain_by_one(self, a, k, removal)
            return
        if removal != NULL and removal.first == removal.last:
            for j in range(self.arity):
                if self.scope[j] == removal.v:
                    target = <int>removal.first + self.spot[j].shift
            for j in range(self.arity):
                k = target - self.spot[j].shift
                if self.scope[j] != removal.v and 0 <= k < a.space.shape.width[self.scope[j]]:
                    need(a, self.spot[j].place + (k >> 6), <word>1 << (k & 63))
            return
        if removal == NULL and a.space.blamed_variable < 0 and self.is_small:
            missing = self.all_targets
            for j in range(self.arity):
                missing &= ~(a.space.at[self.spot[j].place] << self.spot[j].shift)
            if missing:
                for j in range(self.arity):
                    need(a, self.spot[j].place, (missing & -missing) >> self.spot[j].shift)
                return
        for j in range(self.arity):
            need_missing(a, self.scope[j])

    cdef bint propagate(self, Space* s) noexcept nogil:
        """Place the targets that have one place left (hidden singles)."""
        cdef word once = 0, twice = 0, own
        cdef int k
        if not self.must_all:
            return True
        if not self.is_small:
            return self.place(s)
        for k in range(self.arity):
            own = s.at[self.spot[k].place] << self.spot[k].shift
            twice |= once & own
            once |= own
        if once != self.all_targets:
            return False
        once &= ~twice
        for k in range(self.arity):
            own = s.at[self.spot[k].place] & once >> self.spot[k].shift
            if own & (own - 1):
                return is_empty(s, self.scope[k])
            if own and own != s.at[self.spot[k].place] and not keep(s, self.scope[k], 0, own):
                return False
        return True

    cdef bint place(self, Space* s) noexcept nogil:
        """Settle the variables that alone can have a target, if domains have several words."""
        cdef word* once = s.at + self.slot
        cdef word* twice = once + self.row_words
        cdef int j
        cdef word left
        s.work += self.arity * self.row_words >> 9
        for j in range(self.row_words):
            if not self.see(s, j, once + j, twice + j):
                return False
        for j in range(self.row_words):
            left = once[j] & ~twice[j]
            while left:
                if not self.place_one(s, 64 * j + clew_lowest(left)):
                    return False
                left &= left - 1
        return True

    cdef bint see(self, Space* s, int j, word* once, word* twice) noexcept nogil:
        """Note of 64 targets those that have a place, and those that have several or are taken; False if one has none.

        Open variables are looked at until all of the targets have several: that is soon, as long as many are open.
        """
        cdef const int32_t* listed = self.listed(s)
        cdef int k
        cdef word own, one, whole = ~<word>0 >> (64 - min(64, self.targets - 64 * j))
        cdef word several = s.at[self.slot + 2 * self.row_words + j]
        one = several
        for k in range(<int>s.at[self.slot + 3 * self.row_words]):
            if several == whole:
                break
            own = self.targets_of(s, listed[k], j)
            several |= one & own
            one |= own
        once[0], twice[0] = one, several
        return one == whole

    cdef inline word targets_of(self, Space* s, int k, int j) noexcept nogil:
        """The j-th word of the targets that a variable can have."""
        cdef const word* own = s.at + self.spot[k].place
        cdef int at = 64 * j - self.spot[k].shift, length = s.shape.lengths[self.scope[k]]
        cdef int first = at >> 6, bits = at & 63
        cdef word low = own[first] >> bits if 0 <= first < length else 0
        return low | own[first + 1] << (64 - bits) if bits and 0 <= first + 1 < length else low

    cdef bint place_one(self, Space* s, int target) noexcept nogil:
        """Give a target to the variable that alone can have it."""
        cdef int k, at
        for k in range(self.arity):
            at = target - self.spot[k].shift
            if self.has_place(s, k, at):
                return assign(s, self.scope[k], at)
        return False

    cdef void conflicts_of(self, ConflictSet* r, int k, int64_t place) noexcept nogil:
        cdef int j
        for j in range(self.arity):
            if j != k:
                rule_out_place(r, self.scope[j], place + self.spot[k].shift - self.spot[j].shift)

    cdef list choices(self, Program program):
        cdef int k, target, place
        cdef list rows = [[] for _ in range(self.targets)] if self.must_all else []
        for target in range(len(rows)):
            for k in range(self.arity):
                place = target - self.spot[k].shift
                if 0 <= place < program.shape.width[self.scope[k]]:
                    (<list>rows[target]).extend((self.scope[k], place))
        return rows

    cdef int enlist(self, Masks masks, Program program) except -1:
        """Write down for each target the decisions that take it."""
        cdef int k, target, place, size, values = 0
        for k in range(self.arity):
            values += program.shape.width[self.scope[k]]
        masks.make_room(self.targets, values)  # each value has one target at most
        for target in range(self.targets):
            size = 0
            for k in range(self.arity):
                place = target - self.spot[k].shift
                if 0 <= place < program.shape.width[self.scope[k]]:
                    clew_assert(lies_in(masks.decisions, masks.written + size, sizeof(int32_t)))
                    masks.decisions[masks.written + size] = masks.base[self.scope[k]] + place
                    size += 1
            masks.group(size, self.number, False)
        return 0
