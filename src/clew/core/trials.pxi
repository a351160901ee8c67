"""Explanations by trial: a propagator runs again, with some of what is missing, in a space kept for that.

It needs what it does not do without: variable after variable is given all that it has at the root, or what lies beyond
one of its ends, as long as what was taken is taken still. So the explanation is right whatever the propagator does.
"""

cdef enum:
    ALL = 3  # what is missing before the first value left, and behind the last one
    MOST_TRIED = 512  # variables


cdef bint explain_by_trial(Propagator p, Analysis* a, const Removal* removal) noexcept nogil:
    """Need what a propagator does not do without; False, and nothing, if there is no telling."""
    cdef uint8_t* free = <uint8_t*>scratch_of(a, p.arity + 7 >> 3)
    cdef int j = 0, size = 1, end = p.arity
    cdef Removal taken
    if p.arity > MOST_TRIED or free == NULL or not refutes(p, a, free, removal):
        return False
    if removal != NULL and removal.end:
        # It would be best if the propagator took all beyond the end.
        taken = removal[0]
        if taken.end < 0:
            taken.low = <int64_t>a.root[a.space.shape.place[taken.v]]
        else:
            taken.high = <int64_t>a.root[a.space.shape.place[taken.v] + 1]
        if refutes(p, a, free, &taken):
            removal = &taken
        else:
            need_own_end(a, removal)
    if p.watched < p.arity:  # the others are seldom needed, so all of them are tried at once
        memset(free + p.watched, ALL, p.arity - p.watched)
        if refutes(p, a, free, removal):
            end = p.watched
        else:
            memset(free + p.watched, 0, p.arity - p.watched)
    while j < end:
        size = min(size, end - j)
        memset(free + j, ALL, size)
        if refutes(p, a, free, removal):
            j += size
            size *= 2
        elif size > 1:
            memset(free + j, 0, size)
            size >>= 1
        else:
            free[j] = ALL - 1
            while free[j] and not refutes(p, a, free, removal):
                free[j] -= 1
            if free[j]:
                need_beyond(a, p.scope[j], free[j] == 1)
            else:
                need_missing(a, p.scope[j])
            j += 1
    return True


cdef bint refutes(Propagator p, Analysis* a, const uint8_t* free, const Removal* removal) noexcept nogil:
    """Whether a propagator comes to a dead end, with what was taken from a variable, if what is free is there, too."""
    cdef Space* t = a.trial
    cdef int64_t work = t.work
    cdef int j
    cdef bint may = True
    memcpy(t.at + p.slot, t.beginning + p.slot, p.slots * sizeof(word))
    for j in range(p.arity):
        if removal != NULL and p.scope[j] == removal.v:
            write_taken(t, removal)
        else:
            write_free(a, p.scope[j], free[j])
    t.limit = a.space.limit
    for j in range(p.arity if p.on_assign else 0):
        may = may and (not is_assigned(t, p.scope[j]) or p.assigned(t, j))
    while may:
        may = tell_again(p, t)
        forget(t)
        may = may and p.propagate(t)
        if t.newly_end == 0 and (p.idempotent or t.queue[t.shape.queue_at[p.number]] >> (p.number & 63) & 1 == 0):
            break
    forget(t)
    a.space.work += t.work - work + (p.arity >> 3) + 1
    if t.error != NULL:
        a.space.error, t.error = t.error, NULL
    return not may


cdef bint tell_again(Propagator p, Space* t) noexcept nogil:
    """Tell a propagator of the variables that it has assigned itself, as it does not hear of them otherwise."""
    cdef int j
    while t.newly_first < t.newly_end:
        for j in range(p.arity if p.on_assign else 0):
            if p.scope[j] == t.newly_assigned[t.newly_first] and not p.assigned(t, j):
                return False
        t.newly_first += 1
    return True


cdef void write_taken(Space* t, const Removal* removal) noexcept nogil:
    """Give a variable what was taken from it, and nothing else."""
    cdef int v = removal.v, row = row_at(t.shape, v)
    if t.shape.kind[v] == INTERVAL:
        t.at[row], t.at[row + 1] = <word>removal.low, <word>removal.high
        return
    memset(t.at + row, 0, t.shape.lengths[v] * sizeof(word))
    t.at[row - (t.shape.kind[v] == LARGE)] = clew_ones(removal.bits)
    t.at[removal.place] = removal.bits


cdef void write_free(Analysis* a, int v, int free) noexcept nogil:
    """Give a variable what it has left, and what is free before it (1) and behind it (2), with holes if that is any."""
    cdef Space* t = a.trial
    cdef Space* s = a.space
    cdef int k, row = row_at(s.shape, v)
    cdef word kept, size = 0
    if s.shape.kind[v] == INTERVAL:
        for k in range(2):
            t.at[row + k] = s.at[row + k]
            if free >> k & 1:
                t.at[row + k] = a.needed[row + k] if a.is_needed[row + k] else a.root[row + k]
        return
    for k in range(s.shape.lengths[v]):
        kept = unexplained(a, row + k, ~<word>0) if free else s.at[row + k]
        if free == 2:
            kept &= from_place(<int>first_of(s, v), k)
        elif free == 1:
            kept &= ~from_place(<int>last_of(s, v) + 1, k)
        t.at[row + k] = kept
        size += clew_ones(kept)
    if s.shape.kind[v] == LARGE:
        t.at[row - 1] = size
