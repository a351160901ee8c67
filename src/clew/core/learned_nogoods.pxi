"""The nogoods of a search: learned, watched, asked for reasons, forgotten."""

cdef int learn_nogood(Learning l, int group) noexcept nogil:
    """Keep the needs as a nogood, go back as far as it allows, and prune by it: `STANDS`, `DEAD_END` or `NO_MEMORY`.

    The space is as it was before the latest level.

    Args:
        l: the search.
        group: the literal that held at that level only.
    """
    cdef int number = <int>l.nogoods_number, second, level, k = 0
    cdef Py_ssize_t at = l.space.top
    cdef bint stands
    cdef Learned* one = new_nogood(l)
    if one == NULL or not publish(l, one):
        return NO_MEMORY
    second = latest_other(l, group, &at)
    level = l.depth_now if second >= 0 else 0
    while level and l.level_mark[level] > at:
        level -= 1
    clew_assert((second >= 0) == (level > 0))
    l.learned += 1
    l.jumped += l.depth_now - level
    go_back(l, level)
    while k < one.number:
        l.literals += 1
        if one.part[k].group == group:
            one.watched[0] = k
        elif one.part[k].group == second:
            one.watched[1] = k
        k = after_group(one, k)
    if not begin_step(l, BY_NOGOOD, number):
        return NO_MEMORY
    if second >= 0:  # else it holds at the root for good, and is not needed again
        if not add_nogood(l):
            return NO_MEMORY
    stands = enforce(l.space, one.part + one.watched[0], one.part + one.number)
    if second < 0:
        PyMem_RawFree(one.part)
    if not stands:
        return fails(l, BY_NOGOOD, number)
    note_changed(l)
    return STANDS


cdef Learned* new_nogood(Learning l) noexcept nogil:
    """The needs as a nogood, in the place behind the others; NULL if there is no memory."""
    cdef Analysis* a = &l.analysis
    cdef Learned* one
    cdef int j, number = 0, needed = 0, place
    for j in range(a.touched_number):
        needed += a.is_needed[a.touched[j]]
    one = room_for_nogood(l, needed)
    if one == NULL:
        return NULL
    one.levels = l.nogood_levels if l.failing_by != DECIDED else 0
    for j in range(a.touched_number):
        place = a.touched[j]
        l.activity[l.group_of[place] >> 1] += l.bump
        if a.is_needed[place]:
            one.part[number].place, one.part[number].bits = place, a.needed[place]
            one.part[number].group = l.group_of[place]
            number += 1
    sort_parts(one.part, number)
    return one


cdef Learned* room_for_nogood(Learning l, int parts) noexcept nogil:
    """The place behind the other nogoods, with room for some parts; NULL if there is no memory."""
    cdef Learned* one
    if l.nogoods_number == l.nogoods_room:
        one = <Learned*>l.resized(l.nogood, 2 * l.nogoods_room + 64, sizeof(Learned))
        if one == NULL:
            return NULL
        l.nogood = one
        l.nogoods_room = 2 * l.nogoods_room + 64
    one = &l.nogood[l.nogoods_number]
    one.number, one.activity = parts, l.nogood_bump
    one.watched[0] = one.watched[1] = -1
    one.part = <LiteralPart*>PyMem_RawMalloc(parts * sizeof(LiteralPart))
    return one if one.part != NULL else NULL


cdef bint add_nogood(Learning l) noexcept nogil:
    """The nogood behind the others is one of them from here on. False if there is no memory."""
    cdef int number = <int>l.nogoods_number
    cdef Learned* one = &l.nogood[number]
    l.nogoods_number += 1
    l.held += bytes_of(one)
    return watch(l, one.part + one.watched[0], number) and watch(l, one.part + one.watched[1], number)


cdef int latest_other(Learning l, int group, Py_ssize_t* at) noexcept nogil:
    """Of the other literals of the needs the one that held last; -1 if they hold at the root.

    Args:
        l: the search.
        group: the literal that is left out: what was taken from its variable before does not matter.
        at: set to the place on the trail where it began to hold.
    """
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef int place
    a.number += 1
    while at[0] > 0:
        at[0] -= 1
        place = s.trail_place[at[0]]
        if group_at(l, place) in (-1, group):
            continue
        if needs_met(l, place, s.trail_word[at[0]], begin_of(a, place)):
            return l.group_of[place]
        a.begin[place], a.begun_in[place] = s.trail_word[at[0]], a.number
    return -1


cdef void need_nogood(Learning l, Analysis* a, int number, int group) noexcept nogil:
    """Need the literals of a nogood but one."""
    cdef Learned* one = &l.nogood[number]
    cdef const LiteralPart* part
    cdef int j
    one.activity += l.nogood_bump
    for j in range(one.number):
        part = one.part + j
        if part.group == group:
            continue
        if l.space.shape.kind[part.group >> 1] == INTERVAL:
            need_end(a, part.place, part.group & 1, part.bits)
        else:
            need(a, part.place, part.bits)


cdef void sort_parts(LiteralPart* part, int number) noexcept nogil:
    """By their places, so that the parts of a literal follow each other."""
    cdef int i, j
    cdef LiteralPart one
    for i in range(1, number):
        one, j = part[i], i
        while j > 0 and part[j - 1].place > one.place:
            part[j] = part[j - 1]
            j -= 1
        part[j] = one


cdef int look_at_watches(Learning l, int group) noexcept nogil:
    """Look at the nogoods that watch a group which has changed."""
    cdef Space* s = l.space
    cdef Watching* own = &l.watching[group]
    cdef Learned* one
    cdef int i = 0, j, side, kept = 0, other, number
    cdef const LiteralPart* end
    cdef Watch looked
    cdef bint is_end = s.shape.kind[group >> 1] == INTERVAL
    while i < own.number:
        looked = own.of[i]
        i += 1
        # Most of those that are looked at do not hold, as the watch itself can tell.
        if is_beyond(group & 1, looked.bits, s.at[looked.place]) if is_end else s.at[looked.place] & looked.bits != 0:
            own.of[kept] = looked
            kept += 1
            continue
        number = looked.nogood
        one = &l.nogood[number]
        end = one.part + one.number
        side = one.part[one.watched[1]].group == group
        if not holds(s, one.part + one.watched[side], end):
            own.of[kept] = looked
            kept += 1
            continue
        other = one.watched[1 - side]
        j = 0
        while j < one.number:
            if one.part[j].group != group and j != other and not holds(s, one.part + j, end):
                break
            j = after_group(one, j)
        s.work += one.number >> 5
        if j < one.number:
            one.watched[side] = j
            if not watch(l, one.part + j, number):
                return NO_MEMORY
            continue
        own.of[kept] = looked
        kept += 1
        if not begin_step(l, BY_NOGOOD, number):
            return NO_MEMORY
        if holds(s, one.part + other, end) or not enforce(s, one.part + other, end):
            while i < own.number:
                own.of[kept] = own.of[i]
                kept += 1
                i += 1
            own.number = kept
            s.blamed_variable = -1
            return fails(l, BY_NOGOOD, number)
        note_changed(l)
    own.number = kept
    return STANDS


cdef inline int after_group(const Learned* one, int j) noexcept nogil:
    """The first part of the next literal."""
    cdef int32_t group = one.part[j].group
    while j < one.number and one.part[j].group == group:
        j += 1
    return j


cdef bint watch(Learning l, const LiteralPart* part, int number) noexcept nogil:
    """Let a nogood watch a literal, which begins with a part; False if there is no memory."""
    cdef Watching* own = &l.watching[part.group]
    cdef Watch* of
    if own.number == own.room:
        own.room = 2 * own.room + 4
        of = <Watch*>l.resized(own.of, own.room, sizeof(Watch))
        if of == NULL:
            return False
        own.of = of
    own.of[own.number].bits, own.of[own.number].place, own.of[own.number].nogood = part.bits, part.place, number
    own.number += 1
    return True


cdef bint has_two(const Space* s, Learned* one) noexcept nogil:
    """Whether two literals do not hold at the root: these are watched from here on. If not, the nogood is satisfied."""
    cdef int j = 0, found = 0
    while j < one.number and found < 2:
        if not holds(s, one.part + j, one.part + one.number):
            one.watched[found] = j
            found += 1
        j = after_group(one, j)
    return found == 2


cdef void calm(Learning l) noexcept nogil:
    """Divide all activities, before they are too large."""
    cdef int v
    cdef Py_ssize_t k
    for v in range(l.space.shape.variables):
        l.activity[v] /= l.bump
    for k in range(l.nogoods_number):
        l.nogood[k].activity /= l.nogood_bump
    l.bump = l.nogood_bump = 1


cdef bint begin_run(Learning l) noexcept nogil:
    """Begin anew below the root; if there are many nogoods, the less active half is forgotten."""
    save_values(l)
    go_back(l, 0)
    note_root(l)
    l.runs += 1
    l.run_failures = l.failures
    l.run_length = l.shortest * luby(l.runs)
    if l.nogoods_number < l.most_nogoods:
        return True
    l.most_nogoods += l.most_nogoods // 10
    return forget_nogoods(l, KEPT)


cdef int64_t luby(int64_t k) noexcept nogil:
    """1, 1, 2, 1, 1, 2, 4, ... (M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, 1993)."""
    cdef int64_t size = 1
    k += 1
    while size < k:
        size = 2 * size + 1
    while size != k:
        size >>= 1
        if k > size:
            k -= size
    return (size + 1) >> 1
