"""Domains: reading them, and taking values from them.

A value is known by its place among the values that its variable was declared with; of an interval, by itself. Each
function that takes values away says whether one is left, and wakes the propagators that watch the variable.
"""

cdef struct Value:
    int32_t v      # its variable
    int32_t place


cdef inline int row_at(const Shape* shape, int v) noexcept nogil:
    """The first word of the bits of a domain that is no interval."""
    return shape.place[v] + (shape.kind[v] == LARGE)


cdef inline word* bits_of(Space* s, int v) noexcept nogil:
    """The words of a domain that hold its values. Not for intervals."""
    return s.at + row_at(s.shape, v)


cdef inline int size_of(Space* s, int v) noexcept nogil:
    """The number of values left, at most 2^31 - 2."""
    cdef int place = s.shape.place[v]
    cdef word size
    if s.shape.kind[v] == SMALL:
        return clew_ones(s.at[place])
    if s.shape.kind[v] == LARGE:
        return <int>s.at[place]
    size = s.at[place + 1] - s.at[place] + 1
    return <int>size if size < 0x7ffffffe else 0x7ffffffe


cdef inline bint is_assigned(Space* s, int v) noexcept nogil:
    """Whether one value is left."""
    cdef int place = s.shape.place[v]
    if s.shape.kind[v] == SMALL:
        return s.at[place] & (s.at[place] - 1) == 0
    if s.shape.kind[v] == LARGE:
        return s.at[place] == 1
    return s.at[place] == s.at[place + 1]


cdef inline int64_t first_of(Space* s, int v) noexcept nogil:
    """The place of the first value left."""
    cdef int place = s.shape.place[v], k
    clew_assert(0 <= v < s.shape.variables)
    if s.shape.kind[v] == SMALL:
        clew_assert(s.at[place] != 0)
        return clew_lowest(s.at[place])
    if s.shape.kind[v] == INTERVAL:
        return <int64_t>s.at[place]
    k = 1
    while s.at[place + k] == 0:
        k += 1
        clew_assert(k <= s.shape.lengths[v])
    return 64 * (k - 1) + clew_lowest(s.at[place + k])


cdef inline int64_t last_of(Space* s, int v) noexcept nogil:
    """The place of the last value left."""
    cdef int place = s.shape.place[v], k
    clew_assert(0 <= v < s.shape.variables)
    if s.shape.kind[v] == SMALL:
        clew_assert(s.at[place] != 0)
        return clew_highest(s.at[place])
    if s.shape.kind[v] == INTERVAL:
        return <int64_t>s.at[place + 1]
    k = s.shape.lengths[v]
    while s.at[place + k] == 0:
        k -= 1
        clew_assert(k > 0)
    return 64 * (k - 1) + clew_highest(s.at[place + k])


cdef inline int64_t next_of(Space* s, int v, int64_t after) noexcept nogil:
    """The place of the first value left after a place; -1 if there is none. Not for intervals."""
    cdef int place = s.shape.place[v], k = <int>(after + 1 >> 6)
    cdef word left
    clew_assert(0 <= v < s.shape.variables and s.shape.kind[v] != INTERVAL and after >= -1)
    if after + 1 >= s.shape.width[v]:
        return -1
    if s.shape.kind[v] == SMALL:
        left = s.at[place] >> (after + 1)
        return after + 1 + clew_lowest(left) if left else -1
    left = s.at[place + 1 + k] >> (after + 1 & 63)
    if left:
        return after + 1 + clew_lowest(left)
    while k + 1 < s.shape.lengths[v]:
        k += 1
        if s.at[place + 1 + k]:
            return 64 * k + clew_lowest(s.at[place + 1 + k])
    return -1


cdef inline int64_t previous_of(Space* s, int v, int64_t before) noexcept nogil:
    """The place of the last value left before a place; -1 if there is none. Not for intervals."""
    cdef int place = s.shape.place[v], k
    cdef word left
    clew_assert(0 <= v < s.shape.variables and s.shape.kind[v] != INTERVAL and before <= s.shape.width[v])
    if before <= 0:
        return -1
    k = <int>(before - 1 >> 6)
    left = s.at[place + (s.shape.kind[v] == LARGE) + k] << (63 - (before - 1 & 63))
    if left:
        return before - 1 - (63 - clew_highest(left))
    while k > 0:
        k -= 1
        if s.at[place + 1 + k]:
            return 64 * k + clew_highest(s.at[place + 1 + k])
    return -1


cdef inline bint has(Space* s, int v, int64_t value) noexcept nogil:
    """Whether a value is left."""
    cdef int place = s.shape.place[v]
    clew_assert(0 <= v < s.shape.variables)
    clew_assert(s.shape.kind[v] == INTERVAL or 0 <= value < s.shape.width[v])
    if s.shape.kind[v] == SMALL:
        return s.at[place] >> value & 1
    if s.shape.kind[v] == LARGE:
        return s.at[place + 1 + (value >> 6)] >> (value & 63) & 1
    return <int64_t>s.at[place] <= value <= <int64_t>s.at[place + 1]


cdef inline word from_place(int place, int j) noexcept nogil:
    """The bits of the j-th word from a place on."""
    if place <= 64 * j:
        return ~<word>0
    return ~<word>0 << (place & 63) if place >> 6 == j else 0


cdef inline bint is_empty(Space* s, int v) noexcept nogil:
    """A domain is empty: a dead end, and this variable is to blame."""
    s.blamed_variable = v
    return False


# -- taking values away ---------------------------------------------------------------------------


cdef inline bint keep(Space* s, int v, int k, word kept) noexcept nogil:
    """Keep some bits of the k-th word of a domain. Not for intervals."""
    cdef int place = s.shape.place[v]
    cdef word old, new, gone
    clew_assert(0 <= v < s.shape.variables and 0 <= k < s.shape.lengths[v])
    if s.shape.kind[v] == SMALL:
        old = s.at[place]
        new = old & kept
        if new == old:
            return True
        if new == 0:
            return is_empty(s, v)
        put(s, place, new)
        gone = old ^ new
        if new & (new - 1) == 0:
            wake_assigned(s, v)
        elif gone > new or gone & -gone < new & -new or not s.shape.rises[v]:
            wake_bounds(s, v)
        else:
            wake_any(s, v)
        return True
    old = s.at[place + 1 + k]
    gone = old & ~kept
    if gone == 0:
        return True
    new = s.at[place] - clew_ones(gone)
    if new == 0:
        return is_empty(s, v)
    put(s, place, new)
    put(s, place + 1 + k, old ^ gone)
    if new == 1:
        wake_assigned(s, v)
    elif (s.shape.rises[v] and first_of(s, v) < 64 * k + clew_lowest(gone)
          and 64 * k + clew_highest(gone) < last_of(s, v)):
        wake_any(s, v)
    else:
        wake_bounds(s, v)
    return True


cdef inline bint keep_all(Space* s, int v, const word* kept) noexcept nogil:
    """Keep some bits of all words of a domain. Not for intervals."""
    cdef int k
    for k in range(s.shape.lengths[v]):
        if not keep(s, v, k, kept[k]):
            return False
    return True


cdef inline bint remove(Space* s, int v, int64_t value) noexcept nogil:
    """Take a value from a domain; from an interval only if it is an end of it."""
    clew_assert(s.shape.kind[v] == INTERVAL or 0 <= value < s.shape.width[v])
    if s.shape.kind[v] == SMALL:
        return keep(s, v, 0, ~(<word>1 << value))
    if s.shape.kind[v] == LARGE:
        return keep(s, v, <int>(value >> 6), ~(<word>1 << (value & 63)))
    cdef int place = s.shape.place[v]
    if value == <int64_t>s.at[place]:
        return keep_from(s, v, value + 1)
    if value == <int64_t>s.at[place + 1]:
        return keep_to(s, v, value - 1)
    return True


cdef inline bint move_end(Space* s, int v, int place, int64_t value) noexcept nogil:
    """Write an end of an interval, which is not empty then."""
    put(s, place, <word>value)
    if is_assigned(s, v):
        wake_assigned(s, v)
    else:
        wake_bounds(s, v)
    return True


cdef bint keep_from(Space* s, int v, int64_t least) noexcept nogil:
    """Take all values before a place."""
    cdef int k
    if least <= first_of(s, v):
        return True
    if s.shape.kind[v] == INTERVAL:
        return is_empty(s, v) if least > last_of(s, v) else move_end(s, v, s.shape.place[v], least)
    if least >= s.shape.width[v]:
        return is_empty(s, v)
    for k in range(<int>(least >> 6)):
        if not keep(s, v, k, 0):
            return False
    return keep(s, v, <int>(least >> 6), ~<word>0 << (least & 63))


cdef bint keep_to(Space* s, int v, int64_t most) noexcept nogil:
    """Take all values after a place."""
    cdef int k
    if most >= last_of(s, v):
        return True
    if s.shape.kind[v] == INTERVAL:
        return is_empty(s, v) if most < first_of(s, v) else move_end(s, v, s.shape.place[v] + 1, most)
    if most < 0:
        return is_empty(s, v)
    for k in range(s.shape.lengths[v] - 1, <int>(most >> 6), -1):
        if not keep(s, v, k, 0):
            return False
    return keep(s, v, <int>(most >> 6), ~<word>0 >> (63 - (most & 63)))


cdef inline bint assign(Space* s, int v, int64_t value) noexcept nogil:
    """Keep one value only."""
    cdef int place = s.shape.place[v]
    if not has(s, v, value):
        return is_empty(s, v)
    if is_assigned(s, v):
        return True
    if s.shape.kind[v] == SMALL:
        put(s, place, <word>1 << value)
        wake_assigned(s, v)
        return True
    return keep_from(s, v, value) and keep_to(s, v, value)
