"""Watches: who has to look at which nogoods when a literal changes."""

cdef int look_at_watches(Learning l, int group) noexcept nogil:
    """Look at the nogoods that watch a literal which has changed."""
    cdef Space* s = l.space
    cdef Watching* own = &l.watching[group]
    cdef Learned* one
    cdef int i = 0, j, side, kept = 0
    cdef const LiteralPart* other
    cdef const LiteralPart* end
    cdef Watch* looked
    cdef bint is_end = s.shape.kind[group >> 1] == INTERVAL, stands = True
    while stands and i < own.number:
        if kept < i:
            own.of[kept] = own.of[i]
        looked = &own.of[kept]
        kept += 1
        i += 1
        if i + 1 < own.number:
            clew_fetch(own.of[i + 1].nogood)
        # Most of those that are looked at do not hold, or another one never will, as the watch itself can tell.
        if is_beyond(group & 1, looked.bits, s.at[looked.place]) if is_end else s.at[looked.place] & looked.bits != 0:
            continue
        if looked.blocker >= 0 and s.at[looked.blocker] & ~looked.blocking == 0:
            continue
        one = looked.nogood
        end = one.part + one.number
        if one.is_flat:
            side = one.part[1].place == looked.place
        else:
            side = list_of(s, one.part[one.watched[1]].group, one.part[one.watched[1]].bits) == group
            if not holds(s, one.part + one.watched[side], end):
                continue
        other = one.part + one.watched[1 - side]
        s.work += 1 + (one.number >> 5)
        if blocks(s, looked, other):
            continue
        j = another_flat(s, one) if one.is_flat else another_open(s, one, side)
        if j >= 0:
            if blocks(s, looked, one.part + j):
                continue
            watch_other(one, side, j)
            kept -= 1
            if not watch(l, one, side):
                return NO_MEMORY
            continue
        if not begin_step(l, BY_NOGOOD, one.at):
            return NO_MEMORY
        stands = not holds(s, other, end) and enforce(s, other, end)
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
    return fails(l, BY_NOGOOD, one.at)


cdef inline bint blocks(const Space* s, Watch* looked, const LiteralPart* part) noexcept nogil:
    """Whether a literal never holds from here on, as far as one word says that: then the watch notes it."""
    if s.shape.kind[part.group >> 1] != SMALL or s.at[part.place] & ~part.bits:
        return False
    looked.blocker, looked.blocking = part.place, part.bits
    return True


cdef inline void watch_other(Learned* one, int side, int j) noexcept nogil:
    """Have a nogood watch another literal on one side."""
    cdef LiteralPart watched
    if one.is_flat:
        watched = one.part[side]
        one.part[side], one.part[j] = one.part[j], watched
        j = side
    one.watched[side] = j


cdef void watch_two(Learned* one, int first, int second) noexcept nogil:
    """Have a nogood watch two literals; -1 for none."""
    if first >= 0:
        watch_other(one, 0, first)
    if second >= 0:
        watch_other(one, 1, first if one.is_flat and second == 0 else second)


cdef inline int another_flat(const Space* s, const Learned* one) noexcept nogil:
    """As `another_open`, if each literal is one word of bits."""
    cdef int j
    for j in range(2, one.number):
        if s.at[one.part[j].place] & one.part[j].bits:
            return j
    return -1


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


cdef bint watch(Learning l, Learned* one, int side) noexcept nogil:
    """Let a nogood watch one of its two literals that are watched; False if there is no memory."""
    cdef const LiteralPart* part = one.part + one.watched[side]
    cdef const LiteralPart* other = one.part + one.watched[1 - side]
    cdef Watching* own = &l.watching[list_of(l.space, part.group, part.bits)]
    cdef Watch* of
    if own.number == own.room:
        own.room = 2 * own.room + 4
        of = <Watch*>l.resized(own.of, own.room, sizeof(Watch))
        if of == NULL:
            return False
        own.of = of
    of = own.of + own.number
    of.bits, of.place, of.nogood, of.blocking = part.bits, part.place, one, other.bits
    of.blocker = other.place if l.space.shape.kind[other.group >> 1] == SMALL else -1
    own.number += 1
    return True


cdef int open_literals(const Space* s, Learned* one) noexcept nogil:
    """How many literals do not hold at the root, two at most, which are watched from here on; -1 if one never will."""
    cdef int j = 0, found = 0, first = -1, second = -1
    cdef const LiteralPart* end = one.part + one.number
    while j < one.number:
        if never_holds(s, one.part + j, end):
            return -1
        if found < 2 and not holds(s, one.part + j, end):
            if found:
                second = j
            else:
                first = j
            found += 1
        j = after_group(one, j)
    watch_two(one, first, second)
    return found
