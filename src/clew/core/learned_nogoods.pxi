"""The nogoods of a search: learned, watched, asked for reasons, forgotten."""

cdef int learn_nogood(Learning l, int group) noexcept nogil:
    """Keep the needs as a nogood, go back as far as it allows, and prune by it: `STANDS`, `DEAD_END` or `NO_MEMORY`.

    The space is as it was before the latest level.

    Args:
        l: the search.
        group: the literal that held at that level only.
    """
    cdef int number = <int>l.nogoods_number, second, level, k = 0, first = -1, other = -1
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
    note_levels(l)
    l.jumped += l.depth_now - level
    go_back(l, level)
    while k < one.number:
        l.literals += 1
        if one.part[k].group == group:
            first = k
        elif one.part[k].group == second:
            other = k
        k = after_group(one, k)
    watch_two(one, first, other)
    if not begin_step(l, BY_NOGOOD, number):
        return NO_MEMORY
    if second >= 0:  # else it holds at the root for good, and is not needed again
        if not add_nogood(l):
            return NO_MEMORY
    stands = enforce(l.space, one.part + one.watched[0], one.part + one.number)
    if second < 0:
        PyMem_RawFree(one)
    if not stands:
        return fails(l, BY_NOGOOD, number)
    note_changed(l)
    return STANDS


cdef Learned* new_nogood(Learning l) noexcept nogil:
    """The needs as a nogood, in the place behind the others; NULL if there is no memory."""
    cdef Analysis* a = &l.analysis
    cdef Learned* one
    cdef int j, needed = 0, place
    for j in range(a.touched_number):
        needed += a.is_needed[a.touched[j]]
    one = room_for_nogood(l, needed)
    if one == NULL:
        return NULL
    one.levels = <int16_t>min(l.nogood_levels, INT16_MAX) if l.failing_by != DECIDED else 0
    for j in range(a.touched_number):
        place = a.touched[j]
        l.activity[l.group_of[place] >> 1] += l.bump
        if a.is_needed[place]:
            add_part(l, one, place, a.needed[place])
    sort_parts(l.space, one)
    return one


cdef Learned* room_for_nogood(Learning l, int parts) noexcept nogil:
    """The place behind the other nogoods, with room for some parts; NULL if there is no memory."""
    cdef Learned** room
    cdef Learned* one
    if l.nogoods_number == l.nogoods_room:
        room = <Learned**>l.resized(l.nogood, 2 * l.nogoods_room + 64, sizeof(Learned*))
        if room == NULL:
            return NULL
        l.nogood = room
        l.nogoods_room = 2 * l.nogoods_room + 64
    one = <Learned*>PyMem_RawMalloc(sizeof(Learned) + parts * sizeof(LiteralPart))
    if one == NULL:
        return NULL
    l.nogood[l.nogoods_number] = one
    one.part, one.at = <LiteralPart*>(one + 1), <int>l.nogoods_number
    one.number = one.levels = one.is_flat = 0
    one.activity = l.nogood_bump
    one.watched[0] = one.watched[1] = -1
    return one


cdef inline void add_part(Learning l, Learned* one, int place, word bits) noexcept nogil:
    one.part[one.number].group, one.part[one.number].place, one.part[one.number].bits = l.group_of[place], place, bits
    one.number += 1


cdef bint add_nogood(Learning l) noexcept nogil:
    """The nogood behind the others is one of them from here on. False if there is no memory."""
    cdef Learned* one = l.nogood[l.nogoods_number]
    l.nogoods_number += 1
    l.held += bytes_of(one)
    return watch(l, one, 0) and watch(l, one, 1)


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
    cdef Learned* one = l.nogood[number]
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


cdef inline word bits_at(const Learned* one, int place) noexcept nogil:
    """The values of a word that a nogood names."""
    cdef int j
    for j in range(one.number):
        if one.part[j].place == place:
            return one.part[j].bits
    return 0


cdef void sort_parts(const Space* s, Learned* nogood) noexcept nogil:
    """By their places, so that the parts of a literal follow each other."""
    cdef LiteralPart* part = nogood.part
    cdef int i, j
    cdef LiteralPart one
    nogood.is_flat = True
    for i in range(nogood.number):
        one, j = part[i], i
        nogood.is_flat &= s.shape.kind[one.group >> 1] == SMALL
        while j > 0 and part[j - 1].place > one.place:
            part[j] = part[j - 1]
            j -= 1
        part[j] = one


cdef void calm(Learning l) noexcept nogil:
    """Divide all activities, before they are too large."""
    cdef int v
    cdef Py_ssize_t k
    for v in range(l.space.shape.variables):
        l.activity[v] /= l.bump
    for k in range(l.nogoods_number):
        l.nogood[k].activity /= l.nogood_bump
    l.bump = l.nogood_bump = 1
