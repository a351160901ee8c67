"""Runs of a search with restarts that propagate more: on another program of the same variables, in its own space.

Every other one of those that draw no values takes the smallest domain, whatever it weighs: its size says more if more
is propagated, and one order finds solutions that the other misses for long.
"""


cdef int take_stronger(Search search, Program program) except -1:
    """Have the program for these runs."""
    cdef int v
    cdef const Shape* ours = search.space.shape
    program.close()
    if program.decisions != search.variables or any(
        [ours.width[v] != program.shape.width[v] or ours.kind[v] != program.shape.kind[v]
         for v in range(search.variables)]
    ):
        raise ValueError("a stronger program has the same variables")
    cdef int variables = max(ours.variables, program.shape.variables)
    search.weight = <int64_t*>search.resize(search.weight, variables, sizeof(int64_t))
    for v in range(ours.variables, variables):
        search.weight[v] = 1
    search.other_space = new_space(program, search)
    search.other_program = program
    return 0


cdef inline bint is_due(Search search) noexcept nogil:
    """Whether a run begins that is one of the other program."""
    if search.depth or not search.strengthens or search.declined == search.run_number:
        return False
    return asks_for_strength(search) != search.is_strong


cdef inline bint asks_for_strength(Search search) noexcept nogil:
    """Whether this run is one of those that propagate more."""
    return search.strengthens and search.run_number % search.strong_every == search.strong_every - 1


cdef int change_space(Search search) noexcept nogil:
    """Go on in the other space, with what is left at the root of this one.

    Returns:
        `CONTINUES` if it can; or what ends it.
    """
    cdef Space* old = search.space
    cdef Space* s = search.other_space
    cdef int v
    search.space, search.other_space = s, old
    search.is_strong = not search.is_strong
    search.order = SMALLEST if search.is_strong and search.run_number // search.strong_every % 4 == 2 else WEIGHTED
    s.work, s.until, s.limit = old.work, old.until, old.limit
    s.blamed_variable = s.blamed_propagator = -1
    if not decide(s):
        return refused(search, NO_MEMORY)
    if not search.is_ready and not propagate_root(search):
        return refused(search, EXHAUSTED)
    search.is_ready = True
    for v in range(search.variables):
        if not keep_all(s, v, bits_of(old, v)):
            return refused(search, EXHAUSTED)
    search.is_root = True
    return CONTINUES if settled(search) else refused(search, EXHAUSTED)
