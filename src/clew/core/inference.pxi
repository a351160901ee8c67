"""Inference: what is propagated at the root, and after each decision."""


cdef bint propagate_root(Search search) noexcept nogil:
    """Propagate what holds from the beginning, and assume what is given."""
    cdef Space* s = search.space
    cdef int v, k, number
    for v in range(s.shape.variables):
        if s.shape.kind[v] != INTERVAL and s.at[s.shape.place[v]] == 0:
            return False
    for number in range(s.shape.propagators):
        if not (<Propagator>s.shape.propagator[number]).start(s):
            return False
    if search.forward:
        forget(s)
    else:
        for number in range(s.shape.propagators):
            schedule(s, s.shape.queue_at[number], <word>1 << (number & 63))
        for v in range(s.shape.variables):
            if is_assigned(s, v):
                wake_assigned(s, v)
    for v in range(search.variables):
        # Decided above the node that it begins at: that has pruned already, and is to be known.
        if search.forward and search.decided[v] and not notify_only(search, v):
            return False
    for k in range(search.given_number):
        v = <int>search.given[2 * k]
        search.decided[v] = search.forward
        if search.given[2 * k + 1] < 0:
            return is_empty(s, v)
        if not assign(s, v, search.given[2 * k + 1]) or (search.forward and not notify_only(search, v)):
            return False
    return search.forward or settled(search)


cdef bint settles(Search search) noexcept nogil:
    """Whether the latest decision stands, after the inference in force."""
    cdef Space* s = search.space
    cdef int number
    if search.forward:
        return notify_only(search, search.stack[search.depth - 1].variable)
    if s.limit != INT64_MAX:
        number = (<Objective>s.shape.objective).number
        schedule(s, s.shape.queue_at[number], <word>1 << (number & 63))
    return settled(search)


cdef bint settled(Search search) noexcept nogil:
    """The fixpoint of the propagators and the nogoods."""
    cdef Space* s = search.space
    while fixpoint(s):
        if search.nogoods.number == 0 or waits(s):
            return True
        if not search.nogoods.prune(s):
            forget(s)
            return False
        if not waits(s):
            return True
    return False


cdef bint notify_only(Search search, int v) noexcept nogil:
    """Forward checking: tell of one variable, and leave it at that."""
    cdef bint stands = notify_assigned(search.space, v)
    search.space.work += 1
    forget(search.space)
    return stands
