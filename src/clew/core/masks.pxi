"""Permutations and conflicts of narrow domains together, as masks on one row of words.

The row has a lane of bits for each variable, and one for each value of each permutation: the variables that can still
take it. Above each lane lies a guard bit. All that an assignment takes away, in all lanes, is one AND with its mask; an
empty lane shows in one addition for a word, and one value left in a few operations more. So naked and hidden singles
are the same thing, and the fixpoint is reached without a queue (`clew.reference.propagation.network` has one integer).
"""

cdef enum:
    MOST_ROW = 96     # words of a row: more of them cost more than they save
    MOST_LANE = 63    # bits of a lane, which lies in one word with its guard
    MOST_JOINED = 20  # values of a domain: lanes of more would leave much of the words unused


cdef struct Bit:
    int32_t at     # a word of the row
    word others    # all its bits but one
    word guard     # that of the lane


cdef struct Lane:
    int32_t at
    int32_t shift
    word full        # its bits, from bit 0 on
    int32_t first    # of its bits, among `decisions`,
    int32_t size     # and how many they are
    int32_t blamed     # the variable in the scope, or the propagator, to blame if it is empty
    bint is_domain


cdef class Masks(Propagator):
    """What some propagators do when a variable is assigned, and the permutations among them, together.

    If not all lanes fit into a row, it is no part of the program, and they go on by themselves.

    Args:
        program: to which it belongs, not closed yet.
        parts: `Distinct` and `Conflicts` of domains of at most 63 values. They have nothing to do any more there.
        scope: their variables, in ascending order.
    """

    cdef int words, lanes, groups, total, written
    cdef Lane* lane         # those of the variables come first, in the order of the scope; then other groups
    cdef int32_t* lane_at   # by the place of its guard in the row
    cdef int32_t* decisions  # for each bit of a lane the variable in the scope and the value, numbered
    cdef int32_t* base      # the first decision of each variable of the program
    cdef Bit* bits          # for each decision its bits in the row,
    cdef int32_t* bits_at   # one decision after the other
    cdef word* masks        # for each decision a row
    cdef word* full
    cdef word* ones
    cdef word* guards

    def __init__(self, Program program, list parts, list scope):
        cdef Propagator part
        cdef Distinct one
        cdef int v, k, place
        cdef dict idle_ones = {}
        cdef list distincts = [part for part in parts if isinstance(part, Distinct)]
        cdef int64_t least = len(scope)
        for one in distincts:
            least += one.targets * one.must_all
        if least >> 6 >= MOST_ROW:
            return  # each lane has a bit at least, its guard
        self.base = <int32_t*>self.allocate(program.shape.variables, sizeof(int32_t))
        for v in scope:
            self.base[v] = self.total
            self.total += program.shape.width[v]
        self.make_room(len(scope), self.total)
        for k, v in enumerate(scope):
            for place in range(program.shape.width[v]):
                self.decisions[self.base[v] + place] = self.base[v] + place
            self.group(program.shape.width[v], k, True)
        for one in distincts:
            if one.must_all:
                one.enlist(self, program)
        self.lanes = self.groups
        if not lay_lanes(self):
            return
        for one in distincts:
            if not one.must_all:
                one.enlist(self, program)
        make_rows(self, program, parts)
        for part in parts:
            idle_ones[part.number] = idle(part)
        self.enter(program, scope, 2 * self.words, ON_ANY, False, CHEAP, True)
        program.idle = idle_ones

    cdef int make_room(self, int groups, int decisions) except -1:
        """Have room for so many more groups, and decisions in them."""
        self.lane = <Lane*>self.resize(self.lane, self.groups + groups, sizeof(Lane))
        self.decisions = <int32_t*>self.resize(self.decisions, self.written + decisions, sizeof(int32_t))
        return 0

    cdef void group(self, int size, int blamed, bint is_domain) noexcept:
        """Of the next decisions written down no two go together."""
        cdef Lane* lane = &self.lane[self.groups]
        clew_assert(lies_in(self.lane, self.groups, sizeof(Lane)))
        lane.first, lane.size, lane.blamed, lane.is_domain = self.written, size, blamed, is_domain
        self.written += size
        self.groups += 1

    cdef inline void clear(self, word* row, int decision) noexcept nogil:
        """Take a value of a variable from a row."""
        cdef int k
        clew_assert(0 <= decision < self.total)
        for k in range(self.bits_at[decision], self.bits_at[decision + 1]):
            row[self.bits[k].at] &= self.bits[k].others

    cdef inline void take(self, word* row, word* done, int decision) noexcept nogil:
        """Assign a value to a variable: all that this takes from a row."""
        cdef const word* mask = self.masks + decision * self.words
        cdef int k
        clew_assert(0 <= decision < self.total)
        for k in range(self.bits_at[decision], self.bits_at[decision + 1]):
            done[self.bits[k].at] |= self.bits[k].guard
        for k in range(self.words):
            row[k] &= mask[k]

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
        cdef int k, words = self.words, slot = self.slot, arity = self.arity
        cdef word gone, left
        cdef const int32_t* scope = self.scope
        cdef const int32_t* place = s.shape.place
        cdef const word* before = s.at + slot
        cdef const Lane* lane = self.lane
        clew_assert(words <= MOST_ROW and words % 4 == 0)
        memcpy(row, before, words * sizeof(word))
        memcpy(done, before + words, words * sizeof(word))
        for k in range(arity):
            left = s.at[place[scope[k]]]
            gone = row[lane.at] >> lane.shift & lane.full & ~left
            if gone and left & (left - 1) == 0:
                self.take(row, done, lane.first + clew_lowest(left))
                gone = 0
            while gone:
                self.clear(row, lane.first + clew_lowest(gone))
                gone &= gone - 1
            lane += 1
        if not self.settle(s, row, done):
            return False
        lane = self.lane
        for k in range(arity):
            if row[lane.at] != before[lane.at]:  # otherwise the domains there are as they were
                left = row[lane.at] >> lane.shift & lane.full
                if left != s.at[place[scope[k]]] and not keep(s, scope[k], 0, left):
                    return False
            lane += 1
        for k in range(words):
            if row[k] != before[k]:
                put(s, slot + k, row[k])
            if done[k] != before[words + k]:
                put(s, slot + words + k, done[k])
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
        cdef int k, first, words = self.words
        cdef word left, empties, some
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
            for first in range(0, words, 4):
                if singles[first] | singles[first + 1] | singles[first + 2] | singles[first + 3] == 0:
                    continue
                for k in range(first, first + 4):
                    while singles[k] & ~done[k]:
                        lane = &self.lane[self.lane_at[64 * k + clew_lowest(singles[k] & ~done[k])]]
                        left = row[k] >> lane.shift & lane.full
                        if left == 0:
                            return self.blames(s, row)
                        self.take(row, done, self.decisions[lane.first + clew_lowest(left)])

    cdef bint blames(self, Space* s, const word* row) noexcept nogil:
        """A lane is empty: a dead end. The first one is to blame."""
        cdef int k = 0
        cdef const Lane* lane
        while (row[k] + self.full[k]) & self.guards[k] == self.guards[k]:
            k += 1
            clew_assert(k < self.words)
        lane = &self.lane[self.lane_at[64 * k + clew_lowest(~(row[k] + self.full[k]) & self.guards[k])]]
        if lane.is_domain:
            return is_empty(s, self.scope[lane.blamed])
        s.blamed_propagator = lane.blamed
        return False
