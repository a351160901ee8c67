"""The rows of words that `MaskCount` works on: a lane of bits for each open variable, and what each value leaves."""


cdef struct Level:
    int variable
    int words        # of a row, from the variable's own lane on
    int shift        # of that lane, in the first of them
    word lane        # its bits, from bit 0 on
    word* masks      # for each value the row that it leaves the next level
    word* full       # of the next level: the bits of its lanes,
    word* guards     # and their guards
    word* rows       # the nodes that wait to be expanded
    int64_t waiting  # how many they are
    double weight    # what they weigh in the tree, all together
    int64_t nodes    # how many were entered


cdef int lay_out(MaskCount counter, Program program, list open_ones) except -1:
    """Say where each lane lies, and make room for what waits on each level."""
    cdef int k, at = 0, width, before = 1
    cdef Level* level
    for k in range(counter.number):
        level = &counter.levels[k]
        level.variable = open_ones[k]
        width = program.shape.width[level.variable]
        level.lane = ~<word>0 >> (64 - width)
        at = lane_place(at, width)
        level.words, level.shift = at >> 6, at & 63  # for now, the word that it lies in
        at += width + 1
    for k in range(counter.number):
        level = &counter.levels[k]
        level.words = (at + 63 >> 6) - level.words
        width = program.shape.width[level.variable]
        # One row more is read ahead, and one more is written before it turns out to be a dead end.
        level.rows = <word*>counter.allocate((TOGETHER * before + 2) * level.words, sizeof(word))
        before = width
    for k in range(counter.number - 1):
        level = &counter.levels[k]
        level.masks = <word*>counter.allocate(program.shape.width[level.variable] * level[1].words, sizeof(word))
        level.full = <word*>counter.allocate(level[1].words, sizeof(word))
        level.guards = <word*>counter.allocate(level[1].words, sizeof(word))
    return 0


cdef bint make_masks(MaskCount counter, Space* s) except -1:
    """What the root has, and what each value leaves of it. False if there is no memory for the trail."""
    cdef int k, j, value
    cdef Level* level
    cdef Level* below
    cdef word lane
    cdef Py_ssize_t mark = s.top
    if counter.number:
        pack(counter, s, 0, counter.levels[0].rows)
    for k in range(counter.number - 1):
        level = &counter.levels[k]
        for j in range(k + 1, counter.number):
            below = &counter.levels[j]
            level.full[level[1].words - below.words] |= below.lane << below.shift
            level.guards[level[1].words - below.words] |= (below.lane + 1) << below.shift
        for value in range(s.shape.width[level.variable]):
            if not has(s, level.variable, value):
                continue
            if not decide(s):
                return False
            # A value that leaves some variable nothing has an empty mask, and is refused.
            if assign(s, level.variable, value) and notify_assigned(s, level.variable):
                pack(counter, s, k + 1, level.masks + value * level[1].words)
            forget(s)
            undo(s, mark)
    return True


cdef void pack(MaskCount counter, Space* s, int depth, word* row) noexcept:
    """Write the domains from a level on into a row, all zero until now."""
    cdef int k, words
    cdef Level* level
    if depth == counter.number:
        return
    words = counter.levels[depth].words
    for k in range(depth, counter.number):
        level = &counter.levels[k]
        row[words - level.words] |= s.at[s.shape.place[level.variable]] << level.shift
