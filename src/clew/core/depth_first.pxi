"""Depth-first search with a stack of its own: the loop of `clew.reference.search.search`, on a space."""


cdef int walk(Search search, int64_t until, int64_t most) noexcept nogil:
    """Go on searching, from wherever it was left.

    Args:
        search: the search.
        until: the units of work after which to pause.
        most: after how many solutions to stop, those found before included.

    Returns:
        Why it stopped: as `Search.run` says, `RAISED` or `NO_MEMORY`.
    """
    cdef int why = CONTINUES
    search.space.until = until
    if not search.begun:
        why = enter_root(search)
    while why == CONTINUES:
        if search.descends and waits(search.space):
            # The fixpoint of the latest decision was left before its end.
            if search.space.work >= until:
                return PAUSED
            search.descends = settled(search)
            why = CONTINUES if search.descends else failed(search)
            continue
        if search.descends and search.is_root:
            leave_root(search)
        if is_due(search):
            why = STRENGTHENS if search.other_space == NULL else change_space(search)
            continue
        if search.descends:
            why = enter(search, most)
            if why != CONTINUES:
                return why
        if search.depth == 0:
            return EXHAUSTED
        if search.space.work >= until:
            return PAUSED
        why = try_next(search, most)
    return why


cdef int enter_root(Search search) noexcept nogil:
    """Propagate at the root."""
    if not decide(search.space):
        return NO_MEMORY
    search.begun = search.is_root = True
    search.descends = propagate_root(search)
    if search.descends:
        return CONTINUES
    search.failures += 1
    return refused(search, EXHAUSTED)


cdef void leave_root(Search search) noexcept nogil:
    """The root is propagated: what is left there stays for good."""
    search.is_root = False
    search.level = ROOT
    if search.space.shape.objective != NULL and search.run_number == 0:
        search.root_bound = (<Objective>search.space.shape.objective).value(search.space)
    search.space.top = 0


cdef inline int enter(Search search, int64_t most) noexcept nogil:
    """Enter a node: it is a solution, or its variable's values are tried.

    With half of a domain left it is the same node still.
    """
    cdef bint is_other = search.level == ROOT or is_assigned(search.space, search.latest)
    if is_other and search.ration == 0:
        return RATIONED
    search.ration -= is_other and search.ration > 0
    if search.depth + 1 >= search.levels and not deepen(search):
        return NO_MEMORY
    search.descends = False
    search.level += is_other
    clew_assert(0 <= search.level <= search.variables and search.depth <= search.levels)
    search.nodes[search.level] += is_other
    return CONTINUES if branch(search, is_other) else note_solution(search, most)


cdef inline int try_next(Search search, int64_t most) noexcept nogil:
    """Try the next value of the deepest node; if it has none, leave the node."""
    cdef Space* s = search.space
    cdef Frame* frame = &search.stack[search.depth - 1]
    if frame.is_given:
        search.depth -= 1
        return CONTINUES
    if frame.is_last:
        return complete(search, frame, most)
    take_back(search, frame.mark)
    if not decide(s):
        return NO_MEMORY
    search.latest, search.level = frame.variable, frame.level
    if frame.halves:
        search.descends = split(search, frame) and settles(search)
    elif advance(search, frame):
        search.descends = assign(s, frame.variable, frame.value) and settles(search)
    else:
        return leave(search, frame)
    return CONTINUES if search.descends else failed(search)


cdef inline int complete(Search search, Frame* frame, int64_t most) noexcept nogil:
    """Take the next value of the last open variable for a solution.

    The propagators have left it the values that satisfy them: none of these is propagated.
    """
    search.space.work += 1
    if counts_at_once(search, frame, most) or not advance(search, frame):
        return leave(search, frame)
    if search.ration == 0:
        return RATIONED
    search.ration -= search.ration > 0
    clew_assert(0 <= frame.level < search.levels)
    search.nodes[frame.level + 1] += 1
    return note_solution(search, most)


cdef inline int leave(Search search, const Frame* frame) noexcept nogil:
    """Leave the deepest node."""
    search.decided[frame.variable] = False
    note_block(search, frame.variable)
    search.depth -= 1
    return CONTINUES


cdef int failed(Search search) noexcept nogil:
    """After a dead end: learn from it, and perhaps begin anew."""
    search.failures += 1
    if refused(search, CONTINUES) == RAISED:
        return RAISED
    if search.learns or search.restarts:
        learn(search, search.latest)
    if gives_up(search) and not restart(search):
        return refused(search, EXHAUSTED)
    return CONTINUES


cdef int refused(Search search, int why) noexcept nogil:
    """After a dead end: nothing waits any more. What was raised ends the search."""
    forget(search.space)
    return why if search.space.error == NULL else RAISED


cdef int note_solution(Search search, int64_t most) noexcept nogil:
    """Keep a solution, and ask for better ones from here on if there is an objective.

    Returns:
        `FOUND` if there are so many now, or no room for more; otherwise `CONTINUES`.
    """
    cdef Space* s = search.space
    cdef Frame* above = &search.stack[max(0, search.depth - 1)]
    cdef int v
    cdef int64_t* kept = search.kept + search.kept_number * search.variables
    clew_assert(search.counts or search.kept_number < search.kept_room)
    search.found += 1
    if search.gives_up_at >= 0:
        search.gives_up_at = max(search.gives_up_at, search.failures + search.proof)
    if s.shape.objective != NULL:
        s.limit = (<Objective>s.shape.objective).value(s) - 1
    if not search.counts:
        for v in range(search.variables):
            kept[v] = first_of(s, v)
        if search.depth and above.is_last:
            kept[above.variable] = above.value
        search.kept_number += 1
    while search.depth and counts_once(search, search.stack[search.depth - 1].variable):
        leave(search, &search.stack[search.depth - 1])
    return FOUND if search.found == most or search.kept_number == search.kept_room else CONTINUES
