"""Branching: the stack of the search, the variable and the values of each node on it."""

cdef int64_t NOTHING_TRIED = INT64_MIN

cdef int64_t HALVED = 64  # with more values, a domain of which the ends matter is halved by a decision

cdef double NEGLIGIBLE = 2.0**-60  # parts of the tree below this count as nothing


cdef struct Frame:
    int variable     # on which the node branches
    bint is_last     # whether no other is open: each of its values completes a solution
    bint halves      # whether part of its values is tried, and then the rest
    int level        # how many variables were decided at the node
    Py_ssize_t mark  # how long the trail was at the node
    int64_t begin    # the place that was tried first
    int64_t value    # the place that was tried last; the end of the part, if a part is tried
    double behind    # the part of the tree that was left behind when that was tried
    double weight    # the part of the tree that the node is
    double share     # the part that each value is
    bint is_given    # whether another search has the values that are left
    word key         # of the draws that order the values


cdef bint branch(Search search, bint is_other) noexcept nogil:
    """Choose a variable and put it on the stack; False if none is open.

    With half of the bits of a domain left it is the same node still, and so the same variable: an ordering that draws,
    or counts what is left, could take another one. An interval has a node for each decision.
    """
    cdef Frame* frame
    cdef int v = search.latest, parts, order
    if is_other or search.space.shape.kind[v] == INTERVAL:
        v = choose(search)
    if v < 0:
        return False
    parts, order = size_of(search.space, v), search.values[v]
    clew_assert(0 <= search.depth < search.levels)
    frame = &search.stack[search.depth]
    frame.variable = v
    frame.mark = search.space.top
    frame.value = NOTHING_TRIED
    frame.level = search.level
    frame.is_last = completes(search, v)
    frame.halves = is_halved(search, v, parts, order) and not frame.is_last
    if frame.halves and (parts > HALVED or order & IN_HALVES):
        parts = 2
    frame.is_given = False
    frame.behind, frame.weight = search.behind, search.weight_below
    frame.share = search.weight_below / parts if search.weight_below > NEGLIGIBLE else 0
    frame.key = mixed(key_of(search) ^ <word>v) if order & SHUFFLED else 0
    search.decided[v] = search.forward
    note_block(search, v)
    search.depth += 1
    return True


cdef inline bint is_halved(Search search, int v, int size, int order) noexcept nogil:
    """Whether a decision on a variable is about more than one of its values, unless one is left.

    Of an interval each is. A domain with a bit for each value is halved while it is wide, if propagators watch its
    ends, so that a whole half may be refuted at once; or if that is asked for. For the best solution it is divided into
    its first value and the others, however few they are: without that value, they may be refuted at once.
    """
    cdef int64_t most = HALVED if search.space.shape.objective == NULL else 2
    if search.space.shape.kind[v] == INTERVAL:
        return True
    if size > most and search.space.shape.has_ends[v] or order & IN_HALVES and size > 2:
        return not (search.forward or search.draws or order & (SHUFFLED | FROM_MIDDLE))
    return False


cdef bint completes(Search search, int v) noexcept nogil:
    """Whether each value of a variable completes a solution: no other is open, and no better ones are wanted."""
    cdef Space* s = search.space
    cdef int k, n = search.variables
    if s.shape.kind[v] == INTERVAL or s.shape.objective != NULL:
        return False
    for k in range(v + 1, v + n):  # most of those after it are open: those before it were branched on before
        if is_open(search, k if k < n else k - n):
            return False
    return True


cdef bint counts_at_once(Search search, Frame* frame, int64_t most) noexcept nogil:
    """Count the values of the last open variable, if that is all there is to do; whether it was."""
    cdef int64_t number = size_of(search.space, frame.variable)
    if counts_once(search, frame.variable):
        return False
    if not search.counts or search.ration >= 0 or search.gives_up_at >= 0 or frame.value != NOTHING_TRIED:
        return False
    if search.found < most <= search.found + number:
        return False
    search.found += number
    search.nodes[frame.level + 1] += number
    search.behind = frame.behind + frame.weight
    return True


cdef bint advance(Search search, Frame* frame) noexcept nogil:
    """The next value of a frame; False if there is none left. Not if the domain is halved."""
    cdef Space* s = search.space
    search.weight_below = frame.share
    if frame.value != NOTHING_TRIED:
        frame.value = value_after(search, frame, frame.value)
        frame.behind += frame.share
        search.behind = frame.behind
        return frame.value != frame.begin
    if search.draws and not search.values[frame.variable] & SHUFFLED:
        frame.value = next_of(s, frame.variable, <int64_t>(drawn(search) % s.shape.width[frame.variable]) - 1)
        if frame.value < 0:
            frame.value = first_of(s, frame.variable)
    else:
        frame.value = value_after(search, frame, NOTHING_TRIED)
    frame.begin = frame.value
    return True


cdef inline int64_t value_after(Search search, const Frame* frame, int64_t value) noexcept nogil:
    """The value to try after one; the first one after the last, or if none was tried. Not for intervals."""
    cdef Space* s = search.space
    cdef int v = frame.variable, order = search.values[v]
    if order & (SHUFFLED | FROM_MIDDLE):
        return shuffled_after(s, frame, value) if order & SHUFFLED else from_middle_after(s, v, value)
    if value != NOTHING_TRIED:
        value = previous_of(s, v, value) if order & LAST_FIRST else next_of(s, v, value)
    if value < 0:
        value = last_of(s, v) if order & LAST_FIRST else first_of(s, v)
    return value


cdef bint split(Search search, Frame* frame) noexcept nogil:
    """Halve a domain: its first part at first, then all the other values.

    With these it is the same node with a smaller domain, so that is branched on again.
    """
    cdef Space* s = search.space
    cdef int v = frame.variable
    cdef int64_t first = first_of(s, v), last = last_of(s, v), more
    cdef bint last_first = search.values[v] & LAST_FIRST
    if frame.value == NOTHING_TRIED:
        more = last - first >> 1 if last - first >= HALVED or search.values[v] & IN_HALVES else 0
        frame.value = last - more if last_first else first + more
        search.weight_below = frame.share
        return keep_from(s, v, frame.value) if last_first else keep_to(s, v, frame.value)
    search.depth -= 1
    search.behind = frame.behind + frame.share
    search.weight_below = frame.weight - frame.share
    return keep_to(s, v, frame.value - 1) if last_first else keep_from(s, v, frame.value + 1)


cdef bint deepen(Search search) noexcept with gil:
    """Make room for more levels: a domain may be halved again and again. False if there is no memory.

    It holds the interpreter's lock, as other threads do that read the numbers of nodes: no memory that they read moves.
    """
    cdef int k, levels = 2 * search.levels
    cdef Frame* stack = <Frame*>search.resized(search.stack, levels, sizeof(Frame))
    if stack == NULL:
        return False
    search.stack = stack
    cdef int64_t* nodes = <int64_t*>search.resized(search.nodes, levels + 1, sizeof(int64_t))
    if nodes == NULL:
        return False
    search.nodes = nodes
    for k in range(search.levels + 1, levels + 1):
        nodes[k] = 0
    search.levels = levels
    return True
