"""Nested spaces: in each a program is propagated that is a part of a propagator, again and again from its beginning.

They have no trail: all words are written over when the next round begins.
"""


cdef Space* nested_space(Program program, Owner owner) except NULL:
    """A space in which a nested program can be propagated any number of times, which another object owns."""
    cdef Space* s = new_space(program, owner)
    cdef int k
    for k in range(s.shape.words):
        s.stamp[k] = s.now  # so nothing is kept on a trail
    s.is_startable = not program.has_empty()
    for k in range(s.shape.propagators):
        s.is_startable = s.is_startable and (<Propagator>s.shape.propagator[k]).start(s)
    forget(s)
    s.beginning = <word*>owner.allocate(s.shape.words, sizeof(word))
    memcpy(s.beginning, s.at, s.shape.words * sizeof(word))
    return s


cdef bint begin_nested(Space* s) noexcept nogil:
    """Go back to the whole domains; whether there may be a solution."""
    memcpy(s.at, s.beginning, s.shape.words * sizeof(word))
    s.blamed_variable = s.blamed_propagator = -1
    return s.is_startable


cdef bint intersect(Space* s, int v, const word* other) noexcept nogil:
    """Keep the values of another domain of the same kind, before anything runs; whether one is left.

    Args:
        s: the space.
        v: the variable.
        other: the words of the other domain.
    """
    cdef int place = s.shape.place[v], k
    cdef word left = 0
    if s.shape.kind[v] == INTERVAL:
        s.at[place] = <word>max(<int64_t>s.at[place], <int64_t>other[0])
        s.at[place + 1] = <word>min(<int64_t>s.at[place + 1], <int64_t>other[1])
        return <int64_t>s.at[place] <= <int64_t>s.at[place + 1]
    if s.shape.kind[v] == SMALL:
        s.at[place] &= other[0]
        return s.at[place] != 0
    for k in range(s.shape.lengths[v]):
        s.at[place + 1 + k] &= other[1 + k]
        left += clew_ones(s.at[place + 1 + k])
    s.at[place] = left
    return left != 0


cdef void settle(Space* s, int v, int64_t at) noexcept nogil:
    """Keep one value, which is there, before anything runs. Not for intervals."""
    cdef word* bits = bits_of(s, v)
    clew_assert(has(s, v, at))
    memset(bits, 0, s.shape.lengths[v] * sizeof(word))
    bits[at >> 6] = <word>1 << (at & 63)
    if s.shape.kind[v] == LARGE:
        s.at[s.shape.place[v]] = 1


cdef bint fixpoint_of_all(Space* s) noexcept nogil:
    """Propagate all that the program has; False for a dead end."""
    cdef int k
    for k in range(s.shape.propagators):
        schedule(s, s.shape.queue_at[k], <word>1 << (k & 63))
    for k in range(s.shape.variables):
        if is_assigned(s, k):
            wake_assigned(s, k)
    return fixpoint(s)

cdef bint keep_word(Space* s, int v, int k, word kept) noexcept nogil:
    """Keep some bits of a word of a domain, before anything runs; whether the domain has a value left."""
    cdef int row = row_at(s.shape, v)
    if s.shape.kind[v] == LARGE:
        s.at[row - 1] -= clew_ones(s.at[row + k] & ~kept)
    s.at[row + k] &= kept
    return s.at[s.shape.place[v]] != 0


cdef bint keep_taken(Space* s, Space* n, int j, const Removal* removal) noexcept nogil:
    """Keep of a variable of a nested space what was taken from the one that it stands for; whether anything is left."""
    cdef word ends[2]
    cdef int k, row = row_at(s.shape, removal.v)
    cdef bint is_left = True
    if s.shape.kind[removal.v] == INTERVAL:
        ends[0], ends[1] = <word>removal.low, <word>removal.high
        return intersect(n, j, ends)
    for k in range(s.shape.lengths[removal.v]):
        is_left = keep_word(n, j, k, removal.bits if row + k == removal.place else 0)
    return is_left


cdef bint keep_free(Analysis* a, Space* n, int j, int v, int free) noexcept nogil:
    """Keep of a variable of a nested space what another one has, and what is free of that; see `Alternatives`."""
    cdef Space* s = a.space
    cdef word ends[2]
    cdef int k, row = row_at(s.shape, v)
    cdef int64_t first = first_of(s, v), last = last_of(s, v)
    cdef word kept
    cdef bint is_left = True
    if s.shape.kind[v] == INTERVAL:
        for k in range(2):
            ends[k] = s.at[row + k]
            if free >> k & 1:
                ends[k] = a.needed[row + k] if a.is_needed[row + k] else a.root[row + k]
        return intersect(n, j, ends)
    for k in range(s.shape.lengths[v]):
        kept = unexplained(a, row + k, ~<word>0)
        if free & 1 == 0:
            kept &= from_place(<int>first, k)
        if free & 2 == 0:
            kept &= ~from_place(<int>last + 1, k)
        is_left = keep_word(n, j, k, kept if free else s.at[row + k])
    return is_left
