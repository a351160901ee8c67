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

ORDERS = {"static": STATIC, "mrv": SMALLEST, "wdeg": WEIGHTED, "degree": DEGREE, "random": RANDOM}


cdef inline bint is_open(Search search, int v) noexcept nogil:
    """Whether a variable is to be branched on."""
    return not search.decided[v] and (search.forward or not is_assigned(search.space, v))


cdef int choose(Search search) noexcept nogil:
    """The variable to branch on; -1 if none is open."""
    if search.order == STATIC:
        return first_open(search)
    if search.order == SMALLEST:
        return smallest_open(search)
    if search.order == RANDOM:
        return any_open(search)
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


cdef int smallest_open(Search search) noexcept nogil:
    cdef Space* s = search.space
    cdef int v, size, best = -1, least = 0x7fffffff  # more than any size
    cdef int possible = 1 if search.forward else 2
    for v in range(search.variables):
        if is_open(search, v):
            size = size_of(s, v)
            if size < least:
                best, least = v, size
                if size == possible:
                    break
    return best


cdef int least_open(Search search) noexcept nogil:
    """The open variable of the least measure; of equals, the first declared."""
    cdef int v, best = -1
    cdef double measure, least = 0
    for v in range(search.variables):
        if is_open(search, v):
            measure = measure_of(search, v)
            if best < 0 or measure < least:
                best, least = v, measure
    return best


cdef inline double measure_of(Search search, int v) noexcept nogil:
    """The size of a variable's domain for its weight; or how many open neighbours it has, negated."""
    cdef int k, number = 0
    if search.order == WEIGHTED:
        return <double>size_of(search.space, v) / <double>search.weight[v]
    for k in range(search.near_at[v], search.near_at[v + 1]):
        number += is_open(search, search.near[k])
    return -number


cdef int any_open(Search search) noexcept nogil:
    cdef int v, number = 0
    for v in range(search.variables):
        number += is_open(search, v)
    if number == 0:
        return -1
    number = <int>(mixed(key_of(search)) % <word>number)
    for v in range(search.variables):
        if is_open(search, v):
            if number == 0:
                return v
            number -= 1
    return -1


cdef void learn(Search search, int v) noexcept nogil:
    """A value of a variable led to a dead end: those to blame weigh more (see `WEIGHTED`)."""
    cdef Space* s = search.space
    cdef int k, u
    search.last_failed = v
    if s.blamed_variable >= 0:
        search.weight[s.blamed_variable] += 1
    elif s.blamed_propagator >= 0:
        for k in range((<Propagator>s.shape.propagator[s.blamed_propagator]).arity):
            u = (<Propagator>s.shape.propagator[s.blamed_propagator]).scope[k]
            clew_assert(0 <= u < s.shape.variables)
            search.weight[u] += 1
    s.blamed_variable = s.blamed_propagator = -1
