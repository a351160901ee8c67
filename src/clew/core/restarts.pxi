"""Restarts: give up after some dead ends and begin anew, knowing more.

The cutoffs grow geometrically, every other run draws its values, and what a run has refuted is kept as nogoods (the
same policy as `clew.reference.search.restarts`, with its sources). So a search ends even if no run ever walks the
whole tree.
"""

cdef enum:
    LONGEST = 8   # decisions that a nogood may have
    MOST = 512    # nogoods to keep, the latest ones
    AHEAD = 2     # times what the runs before took: a run that seems to have no more left goes on


cdef struct Nogood:
    # Decisions that no solution has all of.
    int number
    int32_t variable[LONGEST]
    int64_t value[LONGEST]


cdef class Nogoods(Owner):
    """The nogoods of one search."""

    cdef Nogood* of
    cdef int64_t added
    cdef int number

    def __cinit__(self, bint are_kept):
        self.of = <Nogood*>self.allocate(MOST if are_kept else 0, sizeof(Nogood))

    cdef void add(self, const Frame* stack, int level, int64_t value) noexcept nogil:
        """The decisions above a level were made, and a value of its variable was refuted."""
        cdef Nogood* one = &self.of[self.added % MOST]
        cdef int k
        clew_assert(0 <= level < LONGEST)
        self.added += 1
        self.number = min(self.number + 1, MOST)
        one.number = level + 1
        for k in range(level + 1):
            one.variable[k], one.value[k] = stack[k].variable, stack[k].value
        one.value[level] = value

    cdef bint prune(self, Space* s) noexcept nogil:
        """Take the last open decision of each nogood whose others are made; False if all of one are."""
        cdef int k, j, still
        cdef Nogood* one
        for k in range(self.number):
            one = &self.of[k]
            clew_assert(k < MOST and 0 < one.number <= LONGEST)
            still = -1
            for j in range(one.number):
                if not has(s, one.variable[j], one.value[j]):
                    still = -2
                    break
                if not is_assigned(s, one.variable[j]):
                    if still >= 0:
                        still = -2
                        break
                    still = j
            if still == -1:
                return False
            if still >= 0 and not remove(s, one.variable[still], one.value[still]):
                return False
        s.work += self.number // 64
        return True


cdef void refuted(Search search) noexcept nogil:
    """Keep what a run has refuted: the decisions above each level with each value that failed there."""
    cdef Space* s = search.space
    cdef Frame* frame
    cdef int level = search.depth - 1
    cdef int64_t value
    cdef bint is_last = True
    while level >= 0:
        frame = &search.stack[level]
        undo(s, frame.mark)
        if level < LONGEST and not frame.halves:
            value = frame.begin
            while value != frame.value:
                search.nogoods.add(search.stack, level, value)
                value = value_after(search, frame, value)
            if is_last:
                search.nogoods.add(search.stack, level, value)
        is_last = False
        level -= 1


cdef inline bint gives_up(Search search) noexcept nogil:
    """Whether a run has met enough dead ends, or worked enough, and does not seem to end soon."""
    if search.gives_up_at < 0 or search.depth == 0:
        return False
    if search.failures < search.gives_up_at and search.space.work < search.gives_up_work:
        return False
    return not ends_soon(search)


cdef inline bint ends_soon(Search search) noexcept nogil:
    """Whether a run seems to have little left, by the part of the tree behind it and what the runs before it took.

    So a run that is stuck in a subtree without an end is given up, too, though later.
    """
    cdef double worked = search.space.work - search.run_began
    return (1 - search.behind) * worked <= AHEAD * search.behind * search.run_began


cdef bint restart(Search search) noexcept nogil:
    """Begin anew below the root; False if that is a dead end now."""
    cdef Space* s = search.space
    refuted(search)
    while search.depth:
        search.depth -= 1
        search.decided[search.stack[search.depth].variable] = False
    search.cutoff *= search.growth
    search.run_number += 1
    search.behind, search.weight_below = 0, 1
    search.descends = search.is_root = True
    search.gives_up_at = search.failures + <int64_t>search.cutoff
    if asks_for_strength(search):
        search.gives_up_work = 2 * s.work - search.run_began
        search.draws = search.may_draw and search.run_number // search.strong_every & 1
    else:
        search.gives_up_work = INT64_MAX
        search.draws = search.may_draw and search.run_number & 1
    search.run_began = s.work
    if not search.nogoods.prune(s) or not settled(search):
        forget(s)
        return False
    return True
