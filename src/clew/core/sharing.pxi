"""Sharing a tree: a search that is paused gives part of what it has not tried to one that has nothing to do.

What it gives is the node nearest to the root with values left to try, without those that were tried: the words of that
node come from the trail.
"""


def split_off(Search giver not None, Search taker not None) -> bool:
    """Give the untried values of a node to another search. Neither runs meanwhile.

    Args:
        giver: a search that propagates and never restarts.
        taker: one of the same program and orderings that is over, or has not begun.

    Returns:
        Whether there was something to give.
    """
    cdef int k, above
    cdef double weight
    cdef Owner scratch
    for k in range(giver.depth):
        if giver.stack[k].value == NOTHING_TRIED or giver.stack[k].is_given:
            continue
        if not decide(taker.space):
            raise MemoryError("the engine has no memory for its trail")
        scratch = Owner()
        weight = adopt_subtree(
            giver, taker, &giver.stack[k],
            <word*>scratch.allocate(giver.space.shape.lengths[giver.stack[k].variable], sizeof(word)),
        )
        if weight < 0:
            continue
        giver.stack[k].is_given = True
        for above in range(k):
            giver.stack[above].behind -= weight  # it does not come by what it has given
        return True
    return False


cdef double adopt_subtree(Search giver, Search taker, const Frame* frame, word* untried) noexcept:
    """Begin at a node of another search with its untried values. What they weigh in the tree; -1 if there are none.

    Args:
        giver, taker: the searches.
        frame: the node.
        untried: room for the bits of the domain of its variable.
    """
    cdef Space* s = taker.space
    cdef int v = frame.variable, k, number
    cdef double weight
    words_at(giver.space, frame.mark, s.at)
    taker.depth = s.top = 0
    if frame.halves:
        weight = frame.weight - frame.share
        if not (keep_to(s, v, frame.value - 1) if taker.values[v] & LAST_FIRST else keep_from(s, v, frame.value + 1)):
            forget(s)
            return -1
    else:
        number = note_untried(taker, frame, untried)
        if number == 0:
            return -1
        weight = number * frame.share
        for k in range(s.shape.lengths[v]):
            keep(s, v, k, untried[k])
    memcpy(taker.weight, giver.weight, s.shape.variables * sizeof(int64_t))
    taker.last_failed = s.blamed_variable = s.blamed_propagator = -1
    taker.begun = True
    taker.level = ROOT
    taker.weight_below = weight
    taker.descends = settled(taker)
    return weight


cdef int note_untried(Search search, const Frame* frame, word* untried) noexcept:
    """Write down which values of a node have not been tried, and nothing else. How many they are.

    The order of the values depends on those that are left, so the domain stays whole until all are written down.

    Args:
        search: a search whose space is as it was at the node. Its variable is not halved.
        frame: the node.
        untried: set to the bits of the values.
    """
    cdef Space* s = search.space
    cdef int v = frame.variable, number = size_of(s, v)
    cdef int64_t value = frame.begin
    memcpy(untried, bits_of(s, v), s.shape.lengths[v] * sizeof(word))
    if search.values[v] & SHUFFLED:  # value by value, each would be looked for among all
        return number - take_drawn(s, frame, untried)
    while True:
        clew_assert(number > 0 and 0 <= value < s.shape.width[v])
        untried[value >> 6] &= ~(<word>1 << (value & 63))
        number -= 1
        if value == frame.value:
            return number
        value = value_after(search, frame, value)


cdef void words_at(const Space* s, Py_ssize_t mark, word* words) noexcept:
    """The words of a space as they were when its trail was that long."""
    cdef Py_ssize_t k = s.top
    memcpy(words, s.at, s.shape.words * sizeof(word))
    while k > mark:
        k -= 1
        clew_assert(0 <= s.trail_place[k] < s.shape.words)
        words[s.trail_place[k]] = s.trail_word[k]
