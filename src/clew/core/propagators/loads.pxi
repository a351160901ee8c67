"""Things in bins of limited room: the load that each bin must have, and the sums of sizes that reach it.

What the other bins cannot hold lies in this one. So each has a least load, and a thing stays out of it, or lies in it
for certain, if no sum of the others makes the difference (P. Shaw, A constraint for bin packing, 2004; M. Trick, A
dynamic programming approach for consistency and propagation for knapsack constraints, 2003). The sums are the bits of
some words.
"""


cdef class Loads(Propagator):
    """The sizes of the things in each bin add up to no more than its room.

    Its slots, none of them reversible: the load of each bin, the most that it can be, the sums, and for each thing
    whether it lay in no bin when the loads were added up.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, one for each thing, none of them an interval.
        sizes: whole numbers, at least 1.
        bins: for each thing the bins that its values are, from 0 on.
        rooms: for each bin a whole number.
    """

    cdef int32_t* size
    cdef int32_t* bin
    cdef int32_t* bin_at
    cdef int32_t* room
    cdef int32_t* value_at  # for each thing and bin the place of the value, -1 for none
    cdef int bins, words
    cdef int64_t total

    def __init__(self, Program program, list scope, list sizes, list bins, list rooms):
        cdef int k, j
        self.size, self.room, self.bins = self.numbers(sizes), self.numbers(rooms), len(rooms)
        self.bin = self.flat(bins, &self.bin_at)
        self.value_at = <int32_t*>self.allocate(len(scope) * self.bins, sizeof(int32_t))
        memset(self.value_at, 0xff, len(scope) * self.bins * sizeof(int32_t))
        for k in range(len(scope)):
            for j in range(self.bin_at[k], self.bin_at[k + 1]):
                self.value_at[k * self.bins + self.bin[j]] = j - self.bin_at[k]
        self.total, self.words = sum(sizes), (max(rooms) >> 6) + 1
        self.enter(program, scope, 2 * self.bins + self.words + (len(scope) + 7 >> 3), ON_ANY, False, DEAR, False)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int64_t* load = <int64_t*>(s.at + self.slot)
        cdef int64_t* most = load + self.bins
        cdef int64_t slack = -self.total
        cdef int j, k
        for j in range(self.bins):
            load[j] = 0
        for k in range(self.arity):
            self.are_open(s)[k] = not is_assigned(s, self.scope[k])
            if not self.are_open(s)[k]:
                load[self.bin[self.bin_at[k] + first_of(s, self.scope[k])]] += self.size[k]
        for j in range(self.bins):
            if load[j] > self.room[j] or not self.keep_small(s, j, self.room[j] - load[j]):
                return False
            self.add_up(s, j, -1)
            most[j] = load[j] + self.reached(s, self.room[j] - load[j])
            slack += most[j]
        if slack < 0:
            return False
        for j in range(self.bins):
            if most[j] - slack > load[j] and not self.narrow(s, j, most[j] - slack - load[j], self.room[j] - load[j]):
                return False
        return True

    cdef inline uint8_t* are_open(self, Space* s) noexcept nogil:
        return <uint8_t*>(s.at + self.slot + 2 * self.bins + self.words)

    cdef inline bint may(self, Space* s, int k, int j) noexcept nogil:
        """Whether a thing that lay in no bin may lie in one."""
        cdef int place = self.value_at[k * self.bins + j]
        return place >= 0 and self.are_open(s)[k] and has(s, self.scope[k], place)

    cdef inline bint keep_small(self, Space* s, int j, int64_t most) noexcept nogil:
        """Keep things up to a size in a bin."""
        cdef int k
        for k in range(self.arity):
            if self.size[k] > most and self.may(s, k, j):
                if not remove(s, self.scope[k], self.value_at[k * self.bins + j]):
                    return False
        return True

    cdef void add_up(self, Space* s, int j, int but) noexcept nogil:
        """The sums of sizes of things that may lie in a bin, without one of them."""
        cdef word* sums = s.at + self.slot + 2 * self.bins
        cdef int k, i, by, bits
        memset(sums, 0, self.words * sizeof(word))
        sums[0] = 1
        for k in range(self.arity):
            if k == but or not self.may(s, k, j):
                continue
            by, bits = self.size[k] >> 6, self.size[k] & 63
            for i in range(self.words - 1, by - 1, -1):
                sums[i] |= sums[i - by] << bits
                if bits and i > by:
                    sums[i] |= sums[i - by - 1] >> (64 - bits)
        s.work += self.arity * self.words >> 6

    cdef int64_t reached(self, Space* s, int64_t most) noexcept nogil:
        """The largest of the sums that is no more than a number; -1 if there is none."""
        cdef const word* sums = s.at + self.slot + 2 * self.bins
        cdef int i = <int>(most >> 6)
        cdef word left
        if most < 0:
            return -1
        clew_assert(i < self.words)
        left = sums[i] & ~<word>0 >> (63 - (most & 63))
        while left == 0 and i > 0:
            i -= 1
            left = sums[i]
        return 64 * i + clew_highest(left) if left else -1

    cdef bint narrow(self, Space* s, int j, int64_t least, int64_t most) noexcept nogil:
        """Keep the things without which, or with which, a bin gets no load between two numbers beside what it has."""
        cdef int k
        for k in range(self.arity):
            if not self.may(s, k, j):
                continue
            self.add_up(s, j, k)
            if self.reached(s, most) < least and not assign(s, self.scope[k], self.value_at[k * self.bins + j]):
                return False
            if self.reached(s, most - self.size[k]) < least - self.size[k]:
                if not remove(s, self.scope[k], self.value_at[k * self.bins + j]):
                    return False
        return True
