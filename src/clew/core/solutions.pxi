"""Solutions: those that were found are kept as places of values until they are fetched."""


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
    return FOUND if search.found == most or search.kept_number == search.kept_room else CONTINUES


cdef list solutions_of(Search search, list values):
    """The solutions that are kept, as tuples of values."""
    cdef Py_ssize_t k
    cdef int64_t place
    cdef int v, n = search.variables
    cdef list some = []
    cdef tuple row
    for k in range(search.kept_number):
        row = PyTuple_New(n)
        for v in range(n):
            place = search.kept[k * n + v]
            own = values[v]
            value = (<tuple>own)[<Py_ssize_t>place] if type(own) is tuple else own[place]
            Py_INCREF(value)
            PyTuple_SET_ITEM(row, v, value)
        some.append(row)
    search.kept_number = 0
    return some
