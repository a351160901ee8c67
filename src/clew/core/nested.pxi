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
