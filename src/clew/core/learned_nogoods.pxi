"""The nogoods of a search: learned, watched, asked for reasons, forgotten."""

cdef int first_nogoods(Learning l) noexcept nogil:
    """Keep the clauses as nogoods, and prune by those with one literal left: `STANDS`, `DEAD_END` or `NO_MEMORY`."""
    cdef Space* s = l.space
    cdef Learned* one
    cdef bint stands
    cdef int k, number
    for k in range(l.clauses):
        one = nogood_of(l, <Clause>l.clause[k]) if begin_step(l, BY_NOGOOD, -1) else NULL
        if one == NULL:
            return NO_MEMORY
        number = open_literals(s, one)
        if number == 2:
            l.nogoods_number += 1
            if not watch(l, <int>l.nogoods_number - 1, 0) or not watch(l, <int>l.nogoods_number - 1, 1):
                return NO_MEMORY
            continue
        stands = number < 0 or (number == 1 and enforce(s, one.part + one.watched[0], one.part + one.number))
        PyMem_RawFree(one.part)
        if not stands:
            return DEAD_END
        note_changed(l)
    l.most_nogoods += l.nogoods_number
    return STANDS


cdef Learned* nogood_of(Learning l, Clause clause) noexcept nogil:
    """A clause as a nogood, in the place behind the others; NULL if there is no memory."""
    cdef Learned* one = room_for_nogood(l, clause.row[clause.arity])
    cdef int i, j, row
    if one == NULL:
        return NULL
    for i in range(clause.arity):
        row = row_at(l.space.shape, clause.scope[i])
        for j in range(l.space.shape.lengths[clause.scope[i]]):
            if clause.true[clause.row[i] + j]:
                add_part(l, one, row + j, clause.true[clause.row[i] + j])
    sort_parts(one.part, one.number)
    return one


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
    if one == NULL:
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
        l.nogoods_number += 1
        if not watch(l, number, 0) or not watch(l, number, 1):
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
    cdef Learned* one = room_for_nogood(l, a.touched_number)
    cdef int j, place
    if one == NULL:
        return NULL
    one.levels = l.nogood_levels
    for j in range(a.touched_number):
        place = a.touched[j]
        l.activity[l.group_of[place] >> 1] += l.bump
        if a.is_needed[place]:
            add_part(l, one, place, a.needed[place])
    sort_parts(one.part, one.number)
    return one


cdef Learned* room_for_nogood(Learning l, int parts) noexcept nogil:
    """A nogood without literals, in the place behind the others; NULL if there is no memory."""
    cdef Learned* one
    if l.nogoods_number == l.nogoods_room:
        one = <Learned*>l.resized(l.nogood, 2 * l.nogoods_room + 64, sizeof(Learned))
        if one == NULL:
            return NULL
        l.nogood = one
        l.nogoods_room = 2 * l.nogoods_room + 64
    one = &l.nogood[l.nogoods_number]
    one.number = one.levels = 0
    one.watched[0] = one.watched[1] = -1
    one.activity = l.nogood_bump
    one.part = <LiteralPart*>PyMem_RawMalloc(parts * sizeof(LiteralPart))
    return one if one.part != NULL else NULL


cdef inline void add_part(Learning l, Learned* one, int place, word bits) noexcept nogil:
    one.part[one.number].group, one.part[one.number].place, one.part[one.number].bits = l.group_of[place], place, bits
    one.number += 1


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
    """Look at the nogoods that watch a literal which has changed."""
    cdef Space* s = l.space
    cdef Watching* own = &l.watching[group]
    cdef Learned* one
    cdef int i = 0, j, side, kept = 0, other, number
    cdef const LiteralPart* end
    cdef Watch* looked
    cdef bint is_end = s.shape.kind[group >> 1] == INTERVAL, stands = True
    while stands and i < own.number:
        own.of[kept] = own.of[i]
        looked = &own.of[kept]
        kept += 1
        i += 1
        # Most of those that are looked at do not hold, or another one never will, as the watch itself can tell.
        if is_beyond(group & 1, looked.bits, s.at[looked.place]) if is_end else s.at[looked.place] & looked.bits != 0:
            continue
        if looked.blocker >= 0 and s.at[looked.blocker] & ~looked.blocking == 0:
            continue
        number = looked.nogood
        one = &l.nogood[number]
        end = one.part + one.number
        side = list_of(s, one.part[one.watched[1]].group, one.part[one.watched[1]].bits) == group
        if not holds(s, one.part + one.watched[side], end):
            continue
        other = one.watched[1 - side]
        j = another_open(s, one, side)
        s.work += 1 + (one.number >> 5)
        if j >= 0:
            one.watched[side] = j
            kept -= 1
            if not watch(l, number, side):
                return NO_MEMORY
            continue
        if not begin_step(l, BY_NOGOOD, number):
            return NO_MEMORY
        stands = not holds(s, one.part + other, end) and enforce(s, one.part + other, end)
        if stands:
            note_changed(l)
    while i < own.number:
        own.of[kept] = own.of[i]
        kept += 1
        i += 1
    own.number = kept
    if stands:
        return STANDS
    s.blamed_variable = -1
    return fails(l, BY_NOGOOD, number)


cdef int another_open(const Space* s, const Learned* one, int side) noexcept nogil:
    """A literal beside the two watched that does not hold, the next one first; -1 if there is none."""
    cdef int start = after_group(one, one.watched[side]), j = start, other = one.watched[1 - side], turn
    cdef const LiteralPart* end = one.part + one.number
    for turn in range(2):
        while j < (one.watched[side] if turn else one.number):
            if j != other and not holds(s, one.part + j, end):
                return j
            j = after_group(one, j)
        j = 0
    return -1


cdef inline int after_group(const Learned* one, int j) noexcept nogil:
    """The first part of the next literal."""
    cdef int32_t group = one.part[j].group
    while j < one.number and one.part[j].group == group:
        j += 1
    return j


cdef bint watch(Learning l, int number, int side) noexcept nogil:
    """Let a nogood watch one of its two literals that are watched; False if there is no memory."""
    cdef const LiteralPart* part = l.nogood[number].part + l.nogood[number].watched[side]
    cdef const LiteralPart* other = l.nogood[number].part + l.nogood[number].watched[1 - side]
    cdef Watching* own = &l.watching[list_of(l.space, part.group, part.bits)]
    cdef Watch* of
    if own.number == own.room:
        own.room = 2 * own.room + 4
        of = <Watch*>l.resized(own.of, own.room, sizeof(Watch))
        if of == NULL:
            return False
        own.of = of
    of = own.of + own.number
    of.bits, of.place, of.nogood, of.blocking = part.bits, part.place, number, other.bits
    of.blocker = other.place if l.space.shape.kind[other.group >> 1] == SMALL else -1
    own.number += 1
    return True


cdef int open_literals(const Space* s, Learned* one) noexcept nogil:
    """How many literals do not hold at the root, two at most, which are watched from here on; -1 if one never will."""
    cdef int j = 0, found = 0
    cdef const LiteralPart* end = one.part + one.number
    while j < one.number:
        if never_holds(s, one.part + j, end):
            return -1
        if found < 2 and not holds(s, one.part + j, end):
            one.watched[found] = j
            found += 1
        j = after_group(one, j)
    return found


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
    cdef Space* s = l.space
    cdef Py_ssize_t k, kept = 0, learned = 0
    cdef Learned* one
    cdef double mean = 0
    save_values(l)
    go_back(l, 0)
    note_root(l)
    l.runs += 1
    l.run_failures = l.failures
    l.run_length = RUN * luby(l.runs)
    if l.nogoods_number < l.most_nogoods:
        return True
    l.most_nogoods += l.most_nogoods // 10
    for k in range(l.nogoods_number):
        learned += l.nogood[k].levels > 0
        mean += l.nogood[k].activity if l.nogood[k].levels else 0
    mean /= max(learned, 1)
    for k in range(2 * s.shape.variables):
        l.watching[k].number = 0
    for k in range(l.nogoods_number):
        one = &l.nogood[k]
        if one.levels > KEPT and one.activity < mean or open_literals(s, one) < 2:
            PyMem_RawFree(one.part)
            continue
        l.nogood[kept] = one[0]
        kept += 1
    l.nogoods_number = kept
    for k in range(kept):
        if not watch(l, <int>k, 0) or not watch(l, <int>k, 1):
            return False
    return True


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
