"""Orderings: the open variable to branch on. Each enters the same nodes as its reference in Python.

Under forward checking a variable is open until it is decided, otherwise until one value is left. A search that begins
at a node may leave variables alone: they count as decided.
"""

cpdef enum:
    STATIC    # in the order of declaration
    SMALLEST  # minimum remaining values; of equals, the first declared
    WEIGHTED  # the smallest domain for its weight of past dead ends, after the variable that failed last
    DEGREE    # the most open neighbours; of equals, the first declared
    RANDOM    # any, drawn by the seed and what is left

cdef double LATER = 2.0**40  # added to the measure of variables that others define

cdef int SEVERAL = 8  # parts of all variables: if more of them have changed, all are measured again

cpdef enum:  # how the values of a variable are ordered: these are flags
    LAST_FIRST = 1   # from the last to the first
    SHUFFLED = 2     # in any order, drawn by the seed and what is left
    FROM_MIDDLE = 4  # the median, and again that of the others
    IN_HALVES = 8    # its domain is halved until one value is left

ORDERS = {"static": STATIC, "mrv": SMALLEST, "wdeg": WEIGHTED, "degree": DEGREE, "random": RANDOM}


cdef inline bint is_open(Search search, int v) noexcept nogil:
    """Whether a variable is to be branched on."""
    return not search.decided[v] and (search.forward or not is_assigned(search.space, v))


cdef int choose(Search search) noexcept nogil:
    """The variable to branch on; -1 if none is open."""
    if search.stale != NULL and search.depth == 0:  # where each run begins, perhaps with another trail
        memset(search.stale, True, blocks_of(search.variables))
        search.measured = search.space.top
    if search.phases != NULL:
        return choose_in_phases(search)
    if search.order == STATIC:
        return first_open(search)
    if search.order == RANDOM:
        return any_of(search, NULL, search.variables)
    if search.order == WEIGHTED and search.last_failed >= 0 and is_open(search, search.last_failed):
        return search.last_failed
    return least_open(search)


cdef int first_open(Search search) noexcept nogil:
    cdef int v
    # Those before the variable above it were not open there; of an interval, that may be open still.
    for v in range(search.stack[search.depth - 1].variable if search.depth else 0, search.variables):
        if is_open(search, v):
            return v
    return -1


cdef int least_open(Search search) noexcept nogil:
    """The open variable of the least measure; of equals, the first declared.

    Of many variables, a block is measured again only if one in it has changed since: the trail says which.
    """
    cdef int number, v, best = -1
    cdef double least = INFINITY
    if search.stale == NULL or search.order == DEGREE:
        return least_between(search, 0, search.variables, &least)
    note_changes(search, search.measured, search.space.top)
    search.measured = search.space.top
    for number in range(blocks_of(search.variables)):
        if search.stale[number]:
            search.stale[number] = False
            search.least[number] = INFINITY
            v = number * BLOCK
            search.best[number] = least_between(search, v, min(v + BLOCK, search.variables), &search.least[number])
        if search.least[number] < least:
            best, least = search.best[number], search.least[number]
    return best


cdef int least_between(Search search, int begin, int end, double* least) noexcept nogil:
    """The first open variable of some that measures less than what is given, and the least; -1 if none does."""
    cdef int v, best = -1
    cdef double measure, possible = -INFINITY
    if search.order == SMALLEST:
        possible = 1 if search.forward else 2
    for v in range(begin, end):
        if is_open(search, v):
            measure = measure_of(search, v, search.order)
            if measure < least[0]:
                best, least[0] = v, measure
                if measure == possible:
                    break
    return best


cdef inline double measure_of(Search search, int v, int order) noexcept nogil:
    """The size of a variable's domain, or that for its weight; or how many open neighbours it has, negated."""
    cdef int k, number = 0
    cdef double later
    if order == SMALLEST:
        return size_of(search.space, v)
    if order == WEIGHTED:
        later = LATER if search.space.shape.is_defined != NULL and search.space.shape.is_defined[v] else 0
        return later + <double>size_of(search.space, v) / <double>search.weight[v]
    for k in range(search.near_at[v], search.near_at[v + 1]):
        number += is_open(search, search.near[k])
    return -number


cdef inline int blocks_of(int variables) noexcept nogil:
    """The number of blocks of so many variables."""
    return (variables + BLOCK - 1) // BLOCK


cdef void note_changes(Search search, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """The blocks are stale whose domains a part of the trail is about."""
    cdef Space* s = search.space
    cdef Py_ssize_t k
    cdef int below, above, middle
    clew_assert(0 <= begin <= end <= s.top)
    if end - begin > search.variables // SEVERAL:
        memset(search.stale, True, blocks_of(search.variables))
        return
    for k in range(begin, end):
        below, above = 0, blocks_of(search.variables)
        while above - below > 1:
            middle = (below + above) // 2
            if s.shape.place[middle * BLOCK] <= s.trail_place[k]:
                below = middle
            else:
                above = middle
        search.stale[below] = True


cdef inline void note_block(Search search, int v) noexcept nogil:
    """A variable is to be measured again."""
    if search.stale != NULL:
        search.stale[v // BLOCK] = True


cdef inline void take_back(Search search, Py_ssize_t mark) noexcept nogil:
    """Take back all changes since the trail was that long."""
    if search.stale != NULL and search.measured > mark:
        note_changes(search, mark, search.measured)
        search.measured = mark
    undo(search.space, mark)


cdef int any_of(Search search, const int32_t* some, int length) noexcept nogil:
    """An open variable of some, all of them if `some` is NULL; -1 if none is open."""
    cdef int k, v, number = 0
    for k in range(length):
        number += is_open(search, k if some == NULL else some[k])
    if number == 0:
        return -1
    number = <int>(mixed(key_of(search)) % <word>number)
    for k in range(length):
        v = k if some == NULL else some[k]
        if is_open(search, v):
            if number == 0:
                return v
            number -= 1
    return -1


cdef void learn(Search search, int v) noexcept nogil:
    """A value of a variable led to a dead end: those to blame weigh more (see `WEIGHTED`)."""
    cdef Space* s = search.space
    cdef int k
    search.last_failed = v
    if s.blamed_variable >= 0:
        weigh(search, s.blamed_variable)
    elif s.blamed_propagator >= 0:
        for k in range((<Propagator>s.shape.propagator[s.blamed_propagator]).arity):
            weigh(search, (<Propagator>s.shape.propagator[s.blamed_propagator]).scope[k])
    s.blamed_variable = s.blamed_propagator = -1


cdef inline void weigh(Search search, int v) noexcept nogil:
    """A variable weighs more."""
    clew_assert(0 <= v < search.space.shape.variables)
    search.weight[v] += 1
    if v < search.variables:
        note_block(search, v)
