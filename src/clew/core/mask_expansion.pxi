"""The children of nodes that are rows of words, many at a time, in loops without a branch to guess wrong."""


cdef struct Try:
    int32_t node   # how far its row is from the first one
    int32_t value


cdef inline int64_t values_of(Level* level, const word* nodes, int64_t some, Try* tries) noexcept nogil:
    """Write down the values of some nodes. How many there are.

    Four of them are written for each node, whether it has so many or not: so nothing is to be guessed.
    """
    cdef Try* next_one = tries
    cdef int64_t row
    cdef int32_t node = 0
    cdef int k, number
    cdef word rest
    for row in range(some):
        rest = nodes[node] >> level.shift & level.lane
        number = clew_ones(rest)
        for k in range(4):
            next_one[k].node, next_one[k].value = node, clew_lowest(rest | <word>1 << 63)
            rest &= rest - 1
        k = 4
        while rest:
            next_one[k].node, next_one[k].value = node, clew_lowest(rest)
            rest &= rest - 1
            k += 1
        next_one += number
        node += level.words
    return next_one - tries


cdef inline int64_t expanded(
    Level* level, const word* nodes, const Try* tries, int64_t number, int words
) noexcept nogil:
    """Make the children of some nodes.

    Args:
        level: theirs.
        nodes: the first of them.
        tries: their values.
        number: how many values they have.
        words: of a child; if that is a constant, the C compiler unrolls what is done for each.

    Returns:
        The number of children that are no dead ends.
    """
    cdef const word* skipped = nodes + level.words - words
    cdef const word* masks = level.masks
    cdef const word* full = level.full
    cdef const word* guards = level.guards
    cdef const word* mask
    cdef const word* node
    cdef word* first = level[1].rows
    cdef word* child = first
    cdef word left, empty
    cdef int64_t t
    cdef int k
    for t in range(number):
        node = skipped + tries[t].node
        mask = masks + tries[t].value * words
        empty = 0
        for k in range(words):
            left = node[k] & mask[k]
            child[k] = left
            empty |= guards[k] & ~(left + full[k])
        child += words * (empty == 0)
    return (child - first) // words
