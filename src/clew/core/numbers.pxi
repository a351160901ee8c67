"""The integers that values are: arithmetic asks for these, not for their places.

A domain that is declared in ascending order has its ends at its first and last places; any other is looked through.
"""


cdef inline int64_t integer(Space* s, int v, int64_t value) noexcept nogil:
    """The integer at a place."""
    cdef const int64_t* table = s.shape.table[v]
    clew_assert(table == NULL or 0 <= value < s.shape.width[v])
    return table[value] if table != NULL else s.shape.base[v] + value


cdef inline int64_t smallest(Space* s, int v) noexcept nogil:
    """The smallest integer left."""
    return integer(s, v, first_of(s, v)) if s.shape.rises[v] else looked_for(s, v, False)


cdef inline int64_t largest(Space* s, int v) noexcept nogil:
    """The largest integer left."""
    return integer(s, v, last_of(s, v)) if s.shape.rises[v] else looked_for(s, v, True)


cdef int64_t looked_for(Space* s, int v, bint is_largest) noexcept nogil:
    """The smallest integer left, or the largest, of a domain in any order."""
    cdef int64_t at = first_of(s, v), found = integer(s, v, at)
    while at >= 0:
        found = max(found, integer(s, v, at)) if is_largest else min(found, integer(s, v, at))
        at = next_of(s, v, at)
    return found


cdef int64_t place_from(Space* s, int v, int64_t least) noexcept nogil:
    """The place of the first integer that is not smaller than one, of a domain in ascending order."""
    cdef const int64_t* table = s.shape.table[v]
    cdef int64_t low, high, middle
    if table == NULL:
        return least - s.shape.base[v]
    low, high = 0, s.shape.width[v]
    while low < high:
        middle = low + high >> 1
        if table[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low


cdef bint keep_at_least(Space* s, int v, int64_t least) noexcept nogil:
    """Take all integers below one."""
    if s.shape.rises[v]:
        return keep_from(s, v, place_from(s, v, least))
    return take_from_to(s, v, INT64_MIN, least - 1)


cdef bint keep_at_most(Space* s, int v, int64_t most) noexcept nogil:
    """Take all integers above one."""
    if s.shape.rises[v]:
        return keep_to(s, v, place_from(s, v, most + 1) - 1)
    return take_from_to(s, v, most + 1, INT64_MAX)


cdef bint take_from_to(Space* s, int v, int64_t first, int64_t last) noexcept nogil:
    """Take the integers from one to another from a domain in any order that is no interval."""
    cdef int64_t at = first_of(s, v)
    while at >= 0:
        if first <= integer(s, v, at) <= last and not remove(s, v, at):
            return False
        at = next_of(s, v, at)
    return True


cdef bint keep_outside(Space* s, int v, int64_t top, int64_t bottom) noexcept nogil:
    """Take the integers between two from a domain; from an interval only if none is left on one side."""
    cdef int first, end, k
    if bottom > largest(s, v):
        return keep_at_most(s, v, top)
    if top < smallest(s, v):
        return keep_at_least(s, v, bottom)
    if not s.shape.rises[v]:
        return take_from_to(s, v, top + 1, bottom - 1)
    if s.shape.kind[v] == INTERVAL:
        return True
    first, end = <int>place_from(s, v, top + 1), <int>place_from(s, v, bottom)
    for k in range(first >> 6, (end - 1 >> 6) + 1):
        if not keep(s, v, k, ~from_place(first, k) | from_place(end, k)):
            return False
    return True
