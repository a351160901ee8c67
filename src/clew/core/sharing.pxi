"""Sharing a tree: a search that is paused gives part of what it has not tried to one that has nothing to do.

What it gives is the node nearest to the root with values left to try, without those that were tried: the words of that
node come from the trail.
"""


def gives(Search giver not None, Search taker not None) -> bool:
    """Give the untried values of a node to another search. Neither runs meanwhile.

    Args:
        giver: a search that propagates and never restarts.
        taker: one of the same program and orderings that is over, or has not begun.

    Returns:
        Whether there was something to give.
    """
    cdef int k, above
    cdef double weight
    for k in range(giver.depth):
        if giver.stack[k].value == NOTHING_TRIED or giver.stack[k].is_given:
            continue
        if not decide(taker.space):
            raise MemoryError("the engine has no memory for its trail")
        weight = take_over(giver, taker, &giver.stack[k])
        if weight < 0:
            continue
        giver.stack[k].is_given = True
        for above in range(k):
            giver.stack[above].behind -= weight  # it does not come by what it has given
        return True
    return False


cdef double take_over(Search giver, Search taker, const Frame* frame) noexcept:
    """Begin at a node of another search with its untried values. What they weigh in the tree; -1 if there are none."""
    cdef Space* s = taker.space
    cdef int v = frame.variable, untried
    cdef int64_t value = frame.begin, tried
    cdef double weight
    words_at(giver.space, frame.mark, s.at)
    taker.depth = s.top = 0
    if s.shape.kind[v] == INTERVAL:
        weight = frame.weight - frame.share
        if not (keep_to(s, v, frame.value - 1) if taker.last_first[v] else keep_from(s, v, frame.value + 1)):
            forget(s)
            return -1
    else:
        untried = size_of(s, v) - 1
        while value != frame.value:
            untried -= 1
            value = value_after(taker, frame, value)
        if untried == 0:
            return -1
        weight = untried * frame.share
        value = frame.begin
        tried = -1
        while tried != frame.value:
            tried = value
            value = value_after(taker, frame, value)
            remove(s, v, tried)
    memcpy(taker.weight, giver.weight, s.shape.variables * sizeof(int64_t))
    taker.last_failed = s.blamed_variable = s.blamed_propagator = -1
    taker.begun = True
    taker.weight_below = weight
    taker.descends = settled(taker)
    return weight


cdef void words_at(const Space* s, Py_ssize_t mark, word* words) noexcept:
    """The words of a space as they were when its trail was that long."""
    cdef Py_ssize_t k = s.top
    memcpy(words, s.at, s.shape.words * sizeof(word))
    while k > mark:
        k -= 1
        words[s.trail_place[k]] = s.trail_word[k]
