"""Nogoods are made smaller: what the other literals imply is left out."""

cdef void minimise(Learning l, int group) noexcept nogil:
    """Leave out each need that follows from the others, and count the levels of those left.

    One step after the other is taken back, its removals are explained, and all are made again. Who leaves a need out
    relies on earlier ones alone, so several may go (N. Een and N. Sorensson, MiniSat v1.13, 2005, the local kind).

    Args:
        l: the search, in the space as it was before the latest level.
        group: the literal that held at that level only: it stays.
    """
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef Py_ssize_t top = s.top, end, n = l.steps
    cdef int64_t left = 0
    cdef int j, level = l.depth_now, counted = level + 1
    for j in range(a.touched_number):
        if a.is_needed[a.touched[j]] and l.group_of[a.touched[j]] != group:
            left += needs_of(l, a.touched[j], a.needed[a.touched[j]])
    l.nogood_levels = 1
    end = top
    while left and n:
        n -= 1
        while l.level_mark[level] > l.step[n].mark:
            level -= 1
        if left_out(l, l.step + n, end, group, &left) and level < counted:
            counted = level
            l.nogood_levels += 1
        swap(s, l.step[n].mark, end)
        end = l.step[n].mark
    clew_assert(left == 0)
    s.work += top - end >> 4
    while end < top:
        n += 1
        swap(s, end, l.step[n].mark if n < l.steps else top)
        end = l.step[n].mark if n < l.steps else top


cdef bint left_out(Learning l, const LoggedStep* step, Py_ssize_t end, int group, int64_t* left) noexcept nogil:
    """Leave out the needs that a step met, if they follow from others; whether one of them stays."""
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef Py_ssize_t k
    cdef int place
    cdef word used
    cdef bint stays = False
    cdef Removal made
    for k in range(step.mark, end):
        place = s.trail_place[k]
        if group_at(l, place) in (-1, group):
            continue
        used = needs_met(l, place, s.trail_word[k], s.at[place])
        if used and not is_met_later(l, place, s.at[place]):
            left[0] -= needs_of(l, place, used)
            made = removal_of(l, place, s.trail_word[k], used)
            if step.by == DECIDED or not follows(l, step, end, place, made, used):
                stays = True
            elif s.shape.kind[made.v] != INTERVAL:
                left[0] -= clew_ones(made.earlier & ~a.needed[place])
            elif a.is_needed[place]:
                left[0] += 1  # a nearer end
    return stays


cdef inline bint is_met_later(Learning l, int place, word new) noexcept nogil:
    """Whether an interval has not reached the end that is needed."""
    cdef int group = l.group_of[place]
    return l.space.shape.kind[group >> 1] == INTERVAL and is_beyond(group & 1, l.analysis.needed[place], new)


cdef bint follows(
    Learning l, const LoggedStep* step, Py_ssize_t end, int place, Removal removal, word used
) noexcept nogil:
    """Whether what a step has taken follows from the other needs; then it is needed no more, or less of an interval."""
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef Analysis* b = &l.probe
    cdef bint is_end = s.shape.kind[removal.v] == INTERVAL, holds = True
    cdef int j, other
    cdef word rest = 0 if is_end else a.needed[place] & ~used
    swap(s, step.mark, end)
    explain_removal(l, b, step, &removal, l.group_of[place])
    swap(s, step.mark, end)
    rest &= ~(b.covered & removal.earlier)
    for j in range(b.touched_number):
        other = b.touched[j]
        if not b.is_needed[other] or is_end and other == place:
            pass
        elif not a.is_needed[other]:
            holds = False
        elif s.shape.kind[l.group_of[other] >> 1] == INTERVAL:
            holds = holds and not is_beyond(l.group_of[other] & 1, b.needed[other], a.needed[other])
        else:
            holds = holds and b.needed[other] & ~(rest if other == place else a.needed[other]) == 0
    if holds:
        a.needed[place] = b.needed[place] if is_end else rest
        a.is_needed[place] = b.is_needed[place] if is_end else rest != 0
    forget_needs(b)
    return holds
