"""The runs of a search that learns: when one is over, and how the next one begins."""

cdef enum:
    RUN = 50         # dead ends of the shortest run, unless it is over early; one more after each run
    SOON = 10        # dead ends before the first run may be over early
    GROWS = 64       # runs after which it is one more
    LATELY = 32      # nogoods that are compared with those before them, by their levels
    BEFORE = 8192    # these
    DRAWS = 8        # the first run that draws the values of all variables
    KEPT = 3         # levels of the literals of a nogood up to which it is not forgotten


cdef inline void note_levels(Learning l) noexcept nogil:
    """Two averages of the levels of nogoods have one more."""
    l.levels_lately += (l.nogood_levels - l.levels_lately) / min(LATELY, l.learned)
    l.levels_on_average += (l.nogood_levels - l.levels_on_average) / min(BEFORE, l.learned)


cdef bint run_is_over(Learning l) noexcept nogil:
    """Whether a run has its length; or, in a search for the best, if its nogoods are of more levels than they were.

    A proof needs nogoods of few levels, and another part of the tree may give some (G. Audemard and L. Simon, Refining
    restarts strategies for SAT and UNSAT, 2012). Early runs are short, because their first choices are bad. Later ones
    are longer: so the search ends, however few nogoods it has room for.
    """
    cdef int64_t dead_ends = l.failures - l.run_failures
    if dead_ends >= l.run_length:
        return True
    if l.space.shape.objective == NULL or dead_ends < SOON + l.runs // GROWS:
        return False
    return l.levels_lately > l.levels_on_average


cdef bint begin_run(Learning l) noexcept nogil:
    """Begin anew below the root; if there are many nogoods, the less active half is forgotten."""
    save_values(l)
    go_back(l, 0)
    note_root(l)
    l.runs += 1
    l.run_failures = l.failures
    l.run_length = (l.shortest + l.runs) * luby(l.runs)
    if l.runs & l.runs - 1 == 0 and l.runs >= l.draws_from and l.space.shape.objective == NULL:
        draw_values(l)
    if l.nogoods_number < l.most_nogoods:
        return True
    l.most_nogoods += l.most_nogoods // 20
    return forget_nogoods(l, KEPT)


cdef int64_t luby(int64_t k) noexcept nogil:
    """1, 1, 2, 1, 1, 2, 4, ... (M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, 1993)."""
    cdef int64_t size = 1
    k += 1
    while size < k:
        size = 2 * size + 1
    while size != k:
        size >>= 1
        if k > size:
            k -= size
    return (size + 1) >> 1


cdef void draw_values(Learning l) noexcept nogil:
    """Any values are the latest of all variables: those until now led to no solution, and look alike at first.

    A solver for satisfiability does so now and then, too (A. Biere and M. Fleury, Chasing target phases, 2020).
    """
    cdef int v
    l.draws = True
    for v in range(l.space.shape.variables):
        if l.space.shape.kind[v] != INTERVAL:
            l.saved[v] = next_of(l.space, v, <int64_t>(drawn(l) % l.space.shape.width[v]) - 1)
