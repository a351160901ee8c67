"""Sums of groups of different numbers: the least and the most that each group adds bounds each number.

N. Beldiceanu, M. Carlsson, T. Petit and J.-C. Régin, An O(n log n) bound consistency algorithm for the conjunction of
an alldifferent and an inequality between a sum of variables and a constant, 2012.
"""


cdef class GroupedSum(Viewing):
    """A weighted sum of groups of variables that differ is a given number.

    Its slots hold what is left of each variable, and the least and the most that each group adds up to. They are not
    reversible.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, group after group; none of them is an interval.
        views: for each variable its values as places in a list.
        values: that list, 64 ascending numbers at most.
        sizes: how many variables each group has, no more than there are values.
        weights: of each group a whole number, not 0. The sums of all ends must fit into 62 bits.
        total: the sum.
    """

    cdef int64_t* value
    cdef int64_t* weight
    cdef int32_t* size
    cdef int64_t total
    cdef int groups

    def __init__(
        self, Program program, list scope, list views, list values, list sizes, list weights, int64_t total
    ):
        self.see_by(views)
        self.value, self.weight = self.long_numbers(values), self.long_numbers(weights)
        self.size = self.numbers(sizes)
        self.total, self.groups = total, len(sizes)
        self.enter(program, scope, len(scope) + 2 * len(sizes), ON_ANY, False, DEAR, False)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word* seen = s.at + self.slot
        cdef int64_t* ends = <int64_t*>(seen + self.arity)
        cdef int64_t low = 0, high = 0, above, below, weight
        cdef int g, k = 0
        s.work += self.arity >> 3
        for g in range(self.groups):
            if not self.find_ends(s, seen, k, self.size[g], ends + 2 * g):
                return False
            weight = self.weight[g]
            low += weight * ends[2 * g + (weight < 0)]
            high += weight * ends[2 * g + (weight > 0)]
            k += self.size[g]
        above, below = self.total - low, high - self.total
        if above < 0 or below < 0:
            return False
        k = 0
        for g in range(self.groups):
            weight = self.weight[g]
            if weight > 0:
                low, high = above // weight, below // weight
            else:
                low, high = below // -weight, above // -weight
            if not self.bound_group(s, seen, k, self.size[g], ends + 2 * g, low, high):
                return False
            k += self.size[g]
        return True

    cdef bint find_ends(self, Space* s, word* seen, int begin, int size, int64_t* ends) noexcept nogil:
        """Look at what is left of a group, and add up the least and the most; False if they cannot differ."""
        cdef word free = 0
        cdef int k
        for k in range(begin, begin + size):
            (<View>self.view[k]).see(s, self.scope[k], seen + k, 1)
            if seen[k] == 0:
                return False
            free |= seen[k]
        return self.add_up(seen + begin, size, -1, free, False, ends) and (
            self.add_up(seen + begin, size, -1, free, True, ends + 1)
        )

    cdef bint bound_group(
        self, Space* s, const word* seen, int begin, int size, const int64_t* ends, int64_t up, int64_t down
    ) noexcept nogil:
        """Take the numbers with which a group adds up to more than its least and so much, or less than its most."""
        cdef word free = 0, left, kept
        cdef int64_t others = 0, span
        cdef int k
        for k in range(begin, begin + size):
            free |= seen[k]
        for k in range(begin, begin + size):
            left = kept = seen[k]
            span = self.value[clew_highest(left)] - self.value[clew_lowest(left)]
            if span > up:
                self.add_up(seen + begin, size, k - begin, free, False, &others)
                while kept and self.value[clew_highest(kept)] > ends[0] + up - others:
                    kept ^= <word>1 << clew_highest(kept)
            if span > down:
                self.add_up(seen + begin, size, k - begin, free, True, &others)
                while kept and self.value[clew_lowest(kept)] < ends[1] - down - others:
                    kept &= kept - 1
            if kept != left or not (<View>self.view[k]).is_plain:  # it may have values that are not among the numbers
                if not (<View>self.view[k]).keep(s, self.scope[k], &kept):
                    return False
        return True

    cdef inline bint add_up(
        self, const word* seen, int size, int but, word free, bint is_most, int64_t* total
    ) noexcept nogil:
        """Give each variable of a group but one the least free number that is not below its own, or the other way."""
        cdef int[64] ends
        cdef int k, j, end, number = 0
        for k in range(size):
            if k == but:
                continue
            end = clew_highest(seen[k]) if is_most else clew_lowest(seen[k])
            j = number
            while j and (ends[j - 1] < end if is_most else ends[j - 1] > end):
                ends[j] = ends[j - 1]
                j -= 1
            ends[j] = end
            number += 1
        total[0] = 0
        for j in range(number):
            free &= ~<word>0 >> 63 - ends[j] if is_most else ~<word>0 << ends[j]
            if free == 0:
                return False
            end = clew_highest(free) if is_most else clew_lowest(free)
            free ^= <word>1 << end
            total[0] += self.value[end]
        return True
