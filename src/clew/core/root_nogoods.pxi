"""The root: what is missing there for good, and the nogoods that come there, of the model and of other searches."""

cdef bint note_root(Learning l) noexcept nogil:
    """What is missing now is missing for good. False if no node may be entered, not even the root."""
    cdef Space* s = l.space
    memcpy(l.analysis.root, s.at, l.domain_words * sizeof(word))
    s.top = l.steps = l.saved_top = 0
    if l.is_root:
        l.is_root = False
        if s.shape.objective != NULL:
            l.root_bound = (<Objective>s.shape.objective).value(s)
        if l.ration == 0:
            return False
        l.ration -= l.ration > 0
        l.nodes[0] = 1
    return True


cdef int keep_at_root(Learning l, Learned* one) noexcept nogil:
    """Keep a nogood, which lies behind the others, or prune by it if one literal is left, which is enough.

    Returns:
        `STANDS`, `DEAD_END` or `NO_MEMORY`.
    """
    cdef int number = open_literals(l.space, one)
    cdef bint stands
    if number == 2:
        return STANDS if add_nogood(l) else NO_MEMORY
    stands = number < 0 or (number == 1 and enforce(l.space, one.part + one.watched[0], one.part + one.number))
    PyMem_RawFree(one)
    if not stands:
        return DEAD_END
    note_changed(l)
    return STANDS


cdef int first_nogoods(Learning l) noexcept nogil:
    """Keep the clauses as nogoods: `STANDS`, `DEAD_END` or `NO_MEMORY`."""
    cdef Learned* one
    cdef int k, why
    for k in range(l.clauses):
        one = nogood_of(l, <Clause>l.clause[k]) if begin_step(l, BY_NOGOOD, -1) else NULL
        why = NO_MEMORY if one == NULL else keep_at_root(l, one)
        if why != STANDS:
            return why
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
    sort_parts(l.space, one)
    return one
