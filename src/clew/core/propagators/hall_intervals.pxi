"""All different, by bounds: an interval with as many targets as variables that lie in it is taken from the ends of the
others (A. López-Ortiz, C.-G. Quimper, J. Tromp and P. van Beek, A fast and simple algorithm for bounds consistency of
the alldifferent constraint, 2003).
"""


cdef struct Range:
    # The ends of a variable, while intervals are looked for. Places of ends are counted from 1 on.
    int32_t low, high    # its first target, and the one behind its last
    int32_t first, last  # which of the bounds these are
    # Not of this variable: the k-th ones name the variables that are k-th by their first, and by their last target.
    int32_t by_low, by_high


cdef struct Bounds:
    # The ends of all in ascending order, from 1 on; for each of them:
    int32_t* at
    int32_t* tree  # the next one with room, or where to go on looking for it
    int32_t* room  # how many targets are free between it and its neighbour
    int32_t* hall  # the end of the full interval that it lies in, or where to go on looking for it
    int number


cdef class HallIntervals(Propagator):
    """The first and the last target of each variable are in an assignment of different targets within the ends.

    Its slots are not reversible: any order of the variables is right, and the one of the last time is nearly sorted.

    Args:
        program: to which it belongs.
        of: the `Distinct` of the same variables.
    """

    cdef Distinct of

    def __init__(self, Program program, Distinct of not None):
        self.of = of
        self.enter(program, of.variables(), 7 * of.arity + 4, ON_BOUNDS, False, DEAR, False)

    cdef bint start(self, Space* s) noexcept nogil:
        cdef Range* own = <Range*>(s.at + self.slot)
        cdef int k
        for k in range(self.arity):
            own[k].by_low = own[k].by_high = k
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef Range* own = <Range*>(s.at + self.slot)
        cdef int room = 2 * self.arity + 2
        cdef Bounds bounds
        bounds.at = <int32_t*>(own + self.arity)
        bounds.tree, bounds.room, bounds.hall = bounds.at + room, bounds.at + 2 * room, bounds.at + 3 * room
        clew_assert(<word*>(bounds.hall + room) <= s.at + self.slot + self.slots)
        self.sort(s, own, &bounds)
        s.work += self.arity >> 3
        return self.fill(s, own, &bounds, 1) and self.fill(s, own, &bounds, -1)

    cdef void sort(self, Space* s, Range* own, Bounds* bounds) noexcept nogil:
        """Sort the variables and their ends."""
        cdef int n = self.arity, i, j, k, number = 0, one, other, latest
        for k in range(n):
            own[k].low = <int32_t>first_of(s, self.scope[k]) + self.of.spot[k].shift
            own[k].high = <int32_t>last_of(s, self.scope[k]) + self.of.spot[k].shift + 1
        for i in range(1, n):
            k, j = own[i].by_low, i
            while j and own[own[j - 1].by_low].low > own[k].low:
                own[j].by_low = own[j - 1].by_low
                j -= 1
            own[j].by_low = k
            k, j = own[i].by_high, i
            while j and own[own[j - 1].by_high].high > own[k].high:
                own[j].by_high = own[j - 1].by_high
                j -= 1
            own[j].by_high = k
        i = j = 0
        bounds.at[0] = latest = own[own[0].by_low].low - 2
        while j < n:
            k = own[i].by_low if i < n else 0
            other = own[j].by_high
            one = own[k].low if i < n and own[k].low <= own[other].high else own[other].high
            if one != latest:
                number += 1
                bounds.at[number] = latest = one
            if i < n and own[k].low <= own[other].high:
                own[k].first = number
                i += 1
            else:
                own[other].last = number
                j += 1
        clew_assert(number <= 2 * n)
        bounds.at[number + 1] = bounds.at[number] + 2
        bounds.number = number

    cdef inline bint fill(self, Space* s, const Range* own, Bounds* bounds, int step) noexcept nogil:
        """Give each variable a target, those first that end first, and let it begin behind intervals that are full.

        With a step of -1 the same from the other end.
        """
        cdef const int32_t* at = bounds.at
        cdef int32_t* tree = bounds.tree
        cdef int32_t* room = bounds.room
        cdef int32_t* hall = bounds.hall
        cdef int i, j, k, x, y, z, free
        for i in range(bounds.number + 2):
            tree[i] = hall[i] = i - step
        for i in range(bounds.number + 1):
            room[i + (step > 0)] = at[i + 1] - at[i]
        for i in range(self.arity):
            k = own[i].by_high if step > 0 else own[self.arity - 1 - i].by_low
            x = own[k].first if step > 0 else own[k].last
            y = own[k].last if step > 0 else own[k].first
            z = end_of_way(tree, x + step, step)
            j = tree[z]
            room[z] -= 1
            if room[z] == 0:
                tree[z] = z + step
                z = end_of_way(tree, z + step, step)
                tree[z] = j
            shorten(tree, x + step, z)
            free = room[z] - step * (at[z] - at[y])
            if free < 0:
                return False
            if step * hall[x] > step * x:
                hall[x] = end_of_way(hall, hall[x], step)
                if not self.move(s, k, at[hall[x]], step):
                    return False
            if free == 0:
                z = hall[y]
                while z != j - step:
                    hall[z], z = y, hall[z]
                hall[y] = j - step
        return True

    cdef inline bint move(self, Space* s, int k, int target, int step) noexcept nogil:
        """Take the targets before one from a variable, or those from one on."""
        target -= self.of.spot[k].shift
        return keep_from(s, self.scope[k], target) if step > 0 else keep_to(s, self.scope[k], target - 1)


cdef inline int end_of_way(const int32_t* way, int i, int step) noexcept nogil:
    while step * way[i] > step * i:
        i = way[i]
    return i


cdef inline void shorten(int32_t* way, int first, int end) noexcept nogil:
    """From all on a way, lead to its end at once."""
    while first != end:
        way[first], first = end, way[first]
