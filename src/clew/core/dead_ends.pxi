"""Dead ends: what was to blame, until one literal of the latest level is left; then the search goes back."""

cdef void go_back(Learning l, int level) noexcept nogil:
    """Take back all levels above one."""
    cdef Space* s = l.space
    cdef Py_ssize_t mark
    forget(s)
    while l.changed_number:
        next_changed(l)
    if level >= l.depth_now:
        return
    mark = l.level_mark[level + 1]
    undo(s, mark)
    while l.steps and l.step[l.steps - 1].mark >= mark:
        l.steps -= 1
    l.depth_now = level
    l.saved_top = min(l.saved_top, s.top)


cdef void save_values(Learning l) noexcept nogil:
    """Remember the values of the variables that were assigned since that was done last."""
    cdef Space* s = l.space
    cdef Py_ssize_t k
    cdef int group
    for k in range(l.saved_top, s.top):
        group = group_at(l, s.trail_place[k])
        if group >= 0 and is_assigned(s, group >> 1):
            l.saved[group >> 1] = first_of(s, group >> 1)
    l.saved_top = s.top


cdef void begin_analysis(Learning l) noexcept nogil:
    """Write down the words that the latest level has changed, as they were when it began, and count the open needs."""
    cdef Analysis* a = &l.analysis
    cdef Space* s = l.space
    cdef Py_ssize_t k = s.top
    cdef int j, place
    a.number += 1
    while k > l.level_mark[l.depth_now]:
        k -= 1
        place = s.trail_place[k]
        if place < l.domain_words:
            a.begin[place], a.begun_in[place] = s.trail_word[k], a.number
    a.open = 0
    for j in range(a.touched_number):
        place = a.touched[j]
        if a.is_needed[place]:
            a.open += needs_of(l, place, needs_met(l, place, begin_of(a, place), 0))


cdef void explain_dead_end(Learning l) noexcept nogil:
    """Need what implied the dead end; the step that failed is undone."""
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef int v
    undo(s, l.step[l.steps - 1].mark)
    l.steps -= 1
    if l.failing_by == DECIDED:
        for v in range(l.variables):
            need_missing(a, v)
    elif l.failing_by == BY_NOGOOD:
        need_nogood(l, a, l.failing_k, -1)
    else:
        (<Propagator>s.shape.propagator[l.failing_by]).explain(a, l.failing_k, NULL)


cdef int analysed(Learning l) noexcept nogil:
    """Learn from a dead end, and jump back: `STANDS`, `DEAD_END` if that is one, too, `NO_SOLUTION` or `NO_MEMORY`."""
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef int group, why
    if l.depth_now == 0:
        return NO_SOLUTION
    save_values(l)
    a.touched_number = 0
    begin_analysis(l)
    explain_dead_end(l)
    group = resolved(l)
    if group < 0:
        forget_needs(a)
        return NO_SOLUTION
    go_back(l, l.depth_now - 1)
    minimise(l, group)
    why = learn_nogood(l, group)
    forget_needs(a)
    return why


cdef void forget_needs(Analysis* a) noexcept nogil:
    cdef int j
    for j in range(a.touched_number):
        a.is_needed[a.touched[j]] = a.is_listed[a.touched[j]] = False
    a.touched_number = 0


cdef int resolved(Learning l) noexcept nogil:
    """Replace needs by the needs of the steps that met them, until one group is left of the level: that group.

    If no need is of the level, as after an explanation that needs less than there was, the level below is looked at; -1
    if the root is reached.
    """
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef Py_ssize_t k, mark
    cdef int place, only
    cdef int64_t met
    cdef word used
    cdef LoggedStep* step
    while True:
        while a.open == 0:
            go_back(l, l.depth_now - 1)
            if l.depth_now == 0:
                return -1
            begin_analysis(l)
        clew_assert(l.steps > 0)
        step = &l.step[l.steps - 1]
        mark, met, only = step.mark, 0, -1
        clew_assert(mark >= l.level_mark[l.depth_now])
        for k in range(mark, s.top):
            place = s.trail_place[k]
            used = needs_met(l, place, s.trail_word[k], s.at[place])
            if used:
                met += needs_of(l, place, used)
                only = l.group_of[place] if only in (-1, l.group_of[place]) else -2
        if met == a.open and only >= 0:
            return only
        clew_assert(step.by != DECIDED)
        explain_step(l, step)
        l.steps -= 1


cdef inline word needs_met(Learning l, int place, word old, word new) noexcept nogil:
    """The needs of a word that a change of it meets, as bits; of an interval, whether it does. 0 if it has none."""
    cdef Analysis* a = &l.analysis
    cdef int group = group_at(l, place)
    if group < 0 or not a.is_needed[place]:
        return 0
    if l.space.shape.kind[group >> 1] == INTERVAL:
        return is_beyond(group & 1, a.needed[place], old)
    return a.needed[place] & old & ~new


cdef inline int needs_of(Learning l, int place, word met) noexcept nogil:
    """How many needs of a word these are: one for each value, or for an end."""
    return clew_ones(met) if l.space.shape.kind[l.group_of[place] >> 1] != INTERVAL else met != 0


cdef void explain_step(Learning l, const LoggedStep* step) noexcept nogil:
    """Undo a step, and need what implied those of its removals that are needed.

    The removals of one variable after the other are looked at in the space after the step, and explained in the space
    before it: so the step is undone and done again, word by word, for each.
    """
    cdef Space* s = l.space
    cdef Analysis* a = &l.analysis
    cdef Py_ssize_t mark = step.mark, k = s.top, top = s.top
    cdef int place, group
    cdef word used
    cdef Removal removal
    while k > mark:
        k -= 1
        place = s.trail_place[k]
        used = needs_met(l, place, s.trail_word[k], s.at[place])
        if not used:
            continue
        group = l.group_of[place]
        removal = removal_of(l, place, s.trail_word[k], used)
        a.open -= needs_of(l, place, used)
        if s.shape.kind[group >> 1] == INTERVAL:
            a.is_needed[place] = False
        else:
            a.needed[place] &= ~used
            a.is_needed[place] = a.needed[place] != 0
        swap(s, mark, top)
        explain_removal(l, a, step, &removal, group)
        met(a, place, a.covered & removal.earlier)
        swap(s, mark, top)
    undo(s, mark)


cdef inline void met(Analysis* a, int place, word bits) noexcept nogil:
    """Some values of a word need not be missing any more."""
    if bits:
        a.open -= clew_ones(bits & begin_of(a, place))
        a.needed[place] &= ~bits
        a.is_needed[place] = a.needed[place] != 0


cdef void explain_removal(
    Learning l, Analysis* a, const LoggedStep* step, const Removal* removal, int group
) noexcept nogil:
    """Need what implied a removal, in the space before the step."""
    l.space.work += 1
    a.covered = 0
    if step.by == BY_NOGOOD:
        if removal.earlier:
            a.covered = ~bits_at(l.nogood[step.k], removal.place)
        # Who must not have one end of an interval reached moves the other end.
        need_nogood(l, a, step.k, group ^ 1 if a.space.shape.kind[removal.v] == INTERVAL else group)
    else:
        (<Propagator>a.space.shape.propagator[step.by]).explain(a, step.k, removal)


cdef void swap(Space* s, Py_ssize_t mark, Py_ssize_t top) noexcept nogil:
    """Exchange the words of a step with those on the trail: each place is there once."""
    cdef Py_ssize_t k
    cdef word old
    for k in range(mark, top):
        old = s.trail_word[k]
        s.trail_word[k] = s.at[s.trail_place[k]]
        s.at[s.trail_place[k]] = old


cdef Removal removal_of(Learning l, int place, word old, word used) noexcept nogil:
    """What a step has taken from a variable, as far as it is needed."""
    cdef Space* s = l.space
    cdef Removal made
    cdef int v = l.group_of[place] >> 1, base
    made.v, made.first, made.last, made.end = v, first_of(s, v), last_of(s, v), 0
    made.place, made.bits, made.earlier = place, used, 0
    if s.shape.kind[v] == INTERVAL:
        made.low, made.high = <int64_t>old, <int64_t>l.analysis.needed[place]
        if l.group_of[place] & 1:
            made.low, made.high, made.end = made.high + 1, made.low, 1
        else:
            made.high, made.end = made.high - 1, -1
        return made
    made.earlier = l.analysis.needed[place] & ~old
    base = 64 * (place - row_at(s.shape, v))
    made.low, made.high = base + clew_lowest(used), base + clew_highest(used)
    return made
