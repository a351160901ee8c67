"""Draws: SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).

Random orderings are functions of the seed and of what is left to the open variables, the same as in
`clew.reference.search.draws`.
"""


cdef inline word mixed(word seed) noexcept nogil:
    """The first number that the generator draws with this seed."""
    cdef word z = seed + <word>0x9E3779B97F4A7C15
    z = (z ^ z >> 30) * <word>0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <word>0x94D049BB133111EB
    return z ^ z >> 31


cdef inline word drawn(Search search) noexcept nogil:
    """The next number of the generator of restarts."""
    cdef word z = mixed(search.random)
    search.random += <word>0x9E3779B97F4A7C15
    return z


cdef word key_of(Search search) noexcept nogil:
    """The seed of what is drawn at a node."""
    cdef Space* s = search.space
    cdef word key = search.key
    cdef int v, k, at
    for v in range(search.variables):
        if is_open(search, v):
            key = mixed(key ^ <word>v)
            at = row_at(s.shape, v)
            for k in range(s.shape.lengths[v]):
                key = mixed(key ^ s.at[at + k])
    return key


cdef inline word draw_of(Space* s, const Frame* frame, int64_t value) noexcept nogil:
    """The draw of a value that is left. They differ, because the generator gives no number twice."""
    cdef word key = frame.key
    cdef int64_t at = first_of(s, frame.variable)
    while at != value:
        key += <word>0x9E3779B97F4A7C15
        at = next_of(s, frame.variable, at)
    return mixed(key)


cdef int64_t shuffled_after(Space* s, const Frame* frame, int64_t value) noexcept nogil:
    """The value to try after one: each has a draw, and the least comes first. After the last comes the first one."""
    cdef int v = frame.variable
    cdef int64_t at = first_of(s, v), least = -1, after = -1
    cdef word key = frame.key, draw, than, least_draw = 0, after_draw = 0
    than = 0 if value == NOTHING_TRIED else draw_of(s, frame, value)
    while at >= 0:
        draw = mixed(key)
        key += <word>0x9E3779B97F4A7C15
        if least < 0 or draw < least_draw:
            least, least_draw = at, draw
        if draw > than and (after < 0 or draw < after_draw):
            after, after_draw = at, draw
        at = next_of(s, v, at)
    return least if value == NOTHING_TRIED or after < 0 else after


cdef int take_drawn(Space* s, const Frame* frame, word* untried) noexcept nogil:
    """Take from some bits of a domain the values that were tried: those drawn before the latest, and it. How many."""
    cdef int v = frame.variable, number = 0
    cdef int64_t at = first_of(s, v)
    cdef word key = frame.key, latest = draw_of(s, frame, frame.value)
    while at >= 0:
        if mixed(key) <= latest:
            clew_assert(0 <= at < s.shape.width[v])
            untried[at >> 6] &= ~(<word>1 << (at & 63))
            number += 1
        key += <word>0x9E3779B97F4A7C15
        at = next_of(s, v, at)
    return number
