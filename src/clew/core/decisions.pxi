"""Decisions of a search that learns: the variable that took part in most dead ends lately, and its latest value."""

cdef enum:
    REFUTED = -2


cdef int next_assumed(Learning l) noexcept nogil:
    """The first open variable of those assumed, which takes its value next; -1 if none is open, or `REFUTED`."""
    cdef Space* s = l.space
    cdef Py_ssize_t k
    cdef int v
    cdef int64_t value
    for k in range(l.assumed_number):
        v, value = <int>l.assumed[2 * k], l.assumed[2 * k + 1]
        if value < first_of(s, v) or value > last_of(s, v) or not has(s, v, value):
            return REFUTED
        if not is_assigned(s, v):
            l.saved[v] = value
            return v
    return -1


cdef int most_active(Learning l) noexcept nogil:
    """The open variable that took part in most dead ends lately, for the square of its size; -1 if none is open.

    For its size alone, one with many values that is active hides others of which two are left: Latin squares to
    complete took twice as long.
    """
    cdef int v, best = -1
    cdef double least = INFINITY, size, measure
    for v in range(l.space.shape.variables):
        if not is_assigned(l.space, v):
            size = <double>size_of(l.space, v)
            measure = size * size / (l.activity[v] / l.bump + 0.01)
            if measure < least:
                best, least = v, measure
    return best


cdef bint decides(Learning l, int v) noexcept nogil:
    """Decide on a variable: the value that it had last, or the first or next one; of an interval one end at a time."""
    cdef Space* s = l.space
    cdef Py_ssize_t* marks
    cdef int64_t first = first_of(s, v), last = last_of(s, v), value = l.saved[v]
    l.depth_now += 1
    if l.depth_now == l.levels_room:
        marks = <Py_ssize_t*>l.resized(l.level_mark, 2 * l.levels_room, sizeof(Py_ssize_t))
        if marks == NULL:
            return False
        l.level_mark = marks
        l.levels_room *= 2
    l.level_mark[l.depth_now] = s.top
    if not begin_step(l, DECIDED, -1):
        return False
    l.nodes[min(l.depth_now, l.levels)] += 1
    if value < first or value > last or not has(s, v, value):
        value = next_of(s, v, value) if l.draws and s.shape.kind[v] != INTERVAL else -1
        if value < 0:
            value = last if v < l.variables and l.values[v] & LAST_FIRST else first
    if s.shape.kind[v] != INTERVAL:
        assign(s, v, value)
    elif value < last:
        keep_to(s, v, value)
    else:
        keep_from(s, v, value)
    note_changed(l)
    return True
