"""Steps: who has changed what, on the trail; and the fixpoint of propagators and nogoods, step by step."""

cdef bint begin_step(Learning l, int by, int k) noexcept nogil:
    """What changes from here on is due to something else. False if there is no memory."""
    cdef Space* s = l.space
    cdef LoggedStep* step
    if l.depth_now == 0:
        s.top = l.steps = l.saved_top = 0  # nothing is taken back at the root
    elif l.steps and l.step[l.steps - 1].mark == s.top:
        l.steps -= 1  # the one before has changed nothing
    if l.steps == l.steps_room:
        l.steps_room = 2 * l.steps_room + 256
        step = <LoggedStep*>l.resized(l.step, l.steps_room, sizeof(LoggedStep))
        if step == NULL:
            return False
        l.step = step
    l.step[l.steps].mark, l.step[l.steps].by, l.step[l.steps].k = s.top, by, k
    l.steps += 1
    return decide(s)


cdef inline void note_changed(Learning l) noexcept nogil:
    """List the literals that the latest step has changed."""
    cdef Space* s = l.space
    cdef Py_ssize_t k
    cdef int group, at
    for k in range(l.step[l.steps - 1].mark, s.top):
        group = group_at(l, s.trail_place[k])
        if group >= 0 and s.at[s.trail_place[k]] == 1:
            group = list_of(s, group, 2)  # the other value is missing
        if group >= 0 and not l.is_changed[group]:
            l.is_changed[group] = True
            at = l.changed_first + l.changed_number
            l.changed[at if at < 2 * s.shape.variables else at - 2 * s.shape.variables] = group
            l.changed_number += 1


cdef inline int next_changed(Learning l) noexcept nogil:
    """Take the literal that was listed first: so reasons are near to the decisions, and the nogoods of them better."""
    cdef int group = l.changed[l.changed_first]
    l.is_changed[group] = False
    l.changed_first = l.changed_first + 1 if l.changed_first + 1 < 2 * l.space.shape.variables else 0
    l.changed_number -= 1
    return group


cdef int propagated(Learning l) noexcept nogil:
    """The fixpoint of propagators and nogoods: `STANDS`, `DEAD_END`, `NO_MEMORY`, or `WAITS`, if the work is up."""
    cdef Space* s = l.space
    cdef int v, k, priority, number, why
    s.blamed_variable = s.blamed_propagator = -1
    while True:
        while l.changed_number:
            why = look_at_watches(l, next_changed(l))
            if why != STANDS:
                return why
        if s.newly_first < s.newly_end:
            v = s.newly_assigned[s.newly_first]
            s.newly_first += 1
            s.work += 1
            for k in range(s.shape.hears_at[v], s.shape.hears_at[v + 1]):
                number = s.shape.on_assign[2 * k]
                if not begin_step(l, number, s.shape.on_assign[2 * k + 1]):
                    return NO_MEMORY
                if not (<Propagator>s.shape.propagator[number]).assigned(s, s.shape.on_assign[2 * k + 1]):
                    return fails(l, number, s.shape.on_assign[2 * k + 1])
                note_changed(l)
            continue
        s.newly_first = s.newly_end = 0
        if s.work >= s.until and waits(s):
            return WAITS
        priority = CHEAP if s.pending[CHEAP] else MEDIUM if s.pending[MEDIUM] else DEAR
        if s.pending[priority] == 0:
            return STANDS
        number = next_waiting(s, priority)
        s.work += 1
        if not begin_step(l, number, -1):
            return NO_MEMORY
        if not (<Propagator>s.shape.propagator[number]).propagate(s):
            return fails(l, number, -1)
        note_changed(l)
        if s.shape.idempotent[number]:
            drop(s, number, priority)


cdef int fails(Learning l, int by, int k) noexcept nogil:
    l.failing_by, l.failing_k = by, k
    return DEAD_END
