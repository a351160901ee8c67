"""Permutations and conflicts of narrow domains together, as masks on one row of words.

The row has a lane of bits for each variable, and one for each value of each permutation: the variables that can still
take it. Above each lane lies a guard bit. All that an assignment takes away, in all lanes, is one AND with its mask; an
empty lane shows in one addition for a word, and one value left in a few operations more. So naked and hidden singles
are the same thing, and the fixpoint is reached without a queue (`clew.propagation.network` does it on one integer).
"""

cdef enum:
    MOST_ROW = 96   # words of a row: more of them cost more than they save
    BITS_MOST = 64


cdef struct Bit:
    int32_t at     # a word of the row
    word others    # all its bits but one
    word guard     # that of the lane


cdef struct Lane:
    int32_t at
    int32_t shift
    word full        # its bits, from bit 0 on
    int32_t first    # of its bits, among `decisions`
    int32_t whom     # the variable in the scope, or the propagator, to blame if it is empty
    bint is_domain


cdef class Masks(Propagator):
    """What some propagators do when a variable is assigned, and the permutations among them, together.

    Args:
        program: to which it belongs, not closed yet.
        parts: `Distinct` and `Conflicts` of domains of at most 63 values. They have nothing to do any more.
    """

    cdef int words, lanes
    cdef Lane* lane         # those of the variables come first, in the order of the scope
    cdef int32_t* lane_at   # by the place of its guard in the row
    cdef int32_t* decisions  # for each bit of a lane the variable in the scope and the value, numbered
    cdef int32_t* base      # the first decision of each variable in the scope
    cdef Bit* bits          # for each decision its bits in the row,
    cdef int32_t* bits_at   # one decision after the other
    cdef word* masks        # for each decision a row
    cdef word* full
    cdef word* ones
    cdef word* guards

    def __init__(self, Program program, list parts):
        cdef int k, v, j, place, guard, size, number, word_at, used, total = 0
        cdef list scope = sorted({v for part in parts for v in (<Propagator>part).variables()})
        cdef list lanes = [], takes
        cdef dict at = {v: k for k, v in enumerate(scope)}
        cdef list base = []
        for v in scope:
            base.append(total)
            total += program.shape.width[v]
        self.base = numbers(base)
        for k, v in enumerate(scope):
            lanes.append((range(self.base[k], self.base[k] + program.shape.width[v]), k, True))
        for part in parts:
            if isinstance(part, Distinct) and (<Distinct>part).must_all:
                for takes in (<Distinct>part).places_of(program, base, at):
                    lanes.append((takes, (<Propagator>part).number, False))
        self.lanes = len(lanes)
        self.lane = <Lane*>room(len(lanes), sizeof(Lane))
        self.decisions = <int32_t*>room(sum([len(lane) for lane, _, _ in lanes]), sizeof(int32_t))
        self.lane_at = <int32_t*>room(64 * MOST_ROW, sizeof(int32_t))
        bits = [[] for _ in range(total)]
        word_at, used, number = 0, 0, 0
        for k, (lane, whom, is_domain) in enumerate(lanes):
            size = len(lane)
            if used + size + 1 > 64:
                word_at, used = word_at + 1, 0
            self.lane[k].at, self.lane[k].shift, self.lane[k].full = word_at, used, (<word>1 << size) - 1
            self.lane[k].first, self.lane[k].whom, self.lane[k].is_domain = number, whom, is_domain
            self.lane_at[64 * word_at + used + size] = k
            for j, decision in enumerate(lane):
                self.decisions[number + j] = decision
                bits[decision].append((word_at, used + j, used + size))
            number += size
            used += size + 1
        self.words = word_at + 1
        self.full = <word*>room(self.words, sizeof(word))
        self.ones = <word*>room(self.words, sizeof(word))
        self.guards = <word*>room(self.words, sizeof(word))
        for k in range(self.lanes):
            self.full[self.lane[k].at] |= self.lane[k].full << self.lane[k].shift
            self.ones[self.lane[k].at] |= <word>1 << self.lane[k].shift
            self.guards[self.lane[k].at] |= (self.lane[k].full + 1) << self.lane[k].shift
        self.bits_at = <int32_t*>room(total + 1, sizeof(int32_t))
        self.bits = <Bit*>room(sum([len(some) for some in bits]), sizeof(Bit))
        number = 0
        for k, some in enumerate(bits):
            for j, place, guard in some:
                self.bits[number].at, self.bits[number].others = j, ~(<word>1 << place)
                self.bits[number].guard = <word>1 << guard
                number += 1
            self.bits_at[k + 1] = number
        self.masks = <word*>room(total * self.words, sizeof(word))
        memset(self.masks, 0xff, total * self.words * sizeof(word))
        for k, v in enumerate(scope):
            size = program.shape.width[v]
            for place in range(size):
                for j in range(size):
                    if j != place:
                        self.clear(self.masks + (self.base[k] + place) * self.words, self.base[k] + j)
        for part in parts:
            if isinstance(part, Distinct):
                (<Distinct>part).mask(self, program, at)
            else:
                (<Conflicts>part).mask(self, program, at)
        self.enter(program, scope, 2 * self.words, ON_ANY, False, CHEAP, True)
        for part in parts:
            (<Propagator>part).hears, (<Propagator>part).wakes = False, ON_NOTHING
            if isinstance(part, Distinct):
                (<Distinct>part).must_all = False

    def __dealloc__(self):
        PyMem_RawFree(self.lane)
        PyMem_RawFree(self.lane_at)
        PyMem_RawFree(self.decisions)
        PyMem_RawFree(self.base)
        PyMem_RawFree(self.bits)
        PyMem_RawFree(self.bits_at)
        PyMem_RawFree(self.masks)
        PyMem_RawFree(self.full)
        PyMem_RawFree(self.ones)
        PyMem_RawFree(self.guards)

    cdef inline void clear(self, word* row, int decision) noexcept nogil:
        """Take a value of a variable from a row."""
        cdef int k
        for k in range(self.bits_at[decision], self.bits_at[decision + 1]):
            row[self.bits[k].at] &= self.bits[k].others

    cdef bint start(self, Space* s) noexcept nogil:
        """Write the domains into the row; whatever is missing in them is taken from the other lanes by `propagate`."""
        cdef int k
        for k in range(self.words):
            put(s, self.slot + k, self.full[k])
            put(s, self.slot + self.words + k, 0)
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word row[MOST_ROW]
        cdef word done[MOST_ROW]
        cdef int k, words = self.words
        cdef word gone, left
        cdef const Lane* lane = self.lane
        memcpy(row, s.at + self.slot, words * sizeof(word))
        memcpy(done, s.at + self.slot + words, words * sizeof(word))
        for k in range(self.arity):
            gone = row[lane.at] >> lane.shift & lane.full & ~s.at[s.shape.place[self.scope[k]]]
            while gone:
                self.clear(row, self.base[k] + clew_lowest(gone))
                gone &= gone - 1
            lane += 1
        if not self.settle(s, row, done):
            return False
        lane = self.lane
        for k in range(self.arity):
            left = row[lane.at] >> lane.shift & lane.full
            if left != s.at[s.shape.place[self.scope[k]]] and not keep(s, self.scope[k], 0, left):
                return False
            lane += 1
        for k in range(words):
            if row[k] != s.at[self.slot + k]:
                put(s, self.slot + k, row[k])
            if done[k] != s.at[self.slot + words + k]:
                put(s, self.slot + words + k, done[k])
        return True

    cdef bint settle(self, Space* s, word* row, word* done) noexcept nogil:
        """Assign what has one value left, or is one value's last place, until there is no more of that.

        Args:
            s: for the work done, and for whom to blame.
            row: the lanes.
            done: the guards of those whose last value has been assigned.
        """
        cdef word flags[MOST_ROW]
        cdef word singles[MOST_ROW]
        cdef int k, j, decision, words = self.words
        cdef word left, empties, some
        cdef const word* mask
        cdef const word* full = self.full
        cdef const word* ones = self.ones
        cdef const word* guards = self.guards
        cdef const Lane* lane
        while True:
            s.work += 1
            some = empties = 0
            for k in range(words):
                left = row[k] & ((row[k] | guards[k]) - ones[k])
                empties |= guards[k] & ~(row[k] + full[k])
                singles[k] = guards[k] & ~(left + full[k]) & ~done[k]
                some |= singles[k]
            if empties:
                return self.blames(s, row)
            if some == 0:
                return True
            for k in range(words):
                while singles[k] & ~done[k]:
                    lane = &self.lane[self.lane_at[64 * k + clew_lowest(singles[k] & ~done[k])]]
                    left = row[k] >> lane.shift & lane.full
                    if left == 0:
                        return self.blames(s, row)
                    decision = self.decisions[lane.first + clew_lowest(left)]
                    for j in range(self.bits_at[decision], self.bits_at[decision + 1]):
                        done[self.bits[j].at] |= self.bits[j].guard
                    mask = self.masks + decision * words
                    for j in range(words):
                        row[j] &= mask[j]

    cdef bint blames(self, Space* s, const word* row) noexcept nogil:
        """A lane is empty: a dead end. The first one is to blame."""
        cdef int k = 0
        cdef const Lane* lane
        while (row[k] + self.full[k]) & self.guards[k] == self.guards[k]:
            k += 1
        lane = &self.lane[self.lane_at[64 * k + clew_lowest(~(row[k] + self.full[k]) & self.guards[k])]]
        if lane.is_domain:
            return is_empty(s, self.scope[lane.whom])
        s.blamed_propagator = lane.whom
        return False


cdef int join(Program program) except -1:
    """Let permutations and conflicts of narrow domains prune together, if that is worth it."""
    cdef list parts = []
    cdef set variables = set()
    cdef int width = 0, v
    cdef bint has_permutation = False
    if program.forward:
        return 0
    for part in program.all_propagators:
        if isinstance(part, (Distinct, Conflicts)):
            own = (<Propagator>part).variables()
            if all([program.shape.kind[v] == SMALL and program.shape.width[v] < BITS_MOST for v in own]):
                parts.append(part)
                variables.update(own)
                if isinstance(part, Distinct) and (<Distinct>part).must_all:
                    has_permutation = True
                    width += len(own) * (len(own) + 1)
    width += sum([program.shape.width[v] + 1 for v in variables])
    # Words are not full to the last bit; lanes of more than half a word would waste much of them.
    if has_permutation and width <= MOST_ROW * 52 and max([program.shape.width[v] for v in variables]) <= 20:
        Masks(program, parts)
    return 0
