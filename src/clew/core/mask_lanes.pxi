"""How the lanes of `Masks` lie in the words of a row, what each decision leaves of them, and whether all of it fits."""


cdef inline int lane_place(int at, int size) noexcept:
    """Where a lane of so many bits and its guard lie in a row: behind the others, all in one word.

    Args:
        at: the first bit that is free.
        size: the bits of the lane.
    """
    return at if (at & 63) + size < 64 else (at | 63) + 1


cdef bint lay_lanes(Masks made) except -1:
    """Say where each lane lies, and which bits each decision has in them; False if they do not fit into a row."""
    cdef int k, j, at = 0
    cdef int32_t* ends
    cdef Lane* lane
    cdef Bit* bit
    for k in range(made.lanes):
        lane = &made.lane[k]
        at = lane_place(at, lane.size)
        lane.at, lane.shift = at >> 6, at & 63
        at += lane.size + 1
        if lane.size > MOST_LANE or lane.at >= MOST_ROW:
            return False
        clew_assert(lane.shift + lane.size < 64)
        lane.full = (<word>1 << lane.size) - 1
    made.words = (at + 255) // 256 * 4  # four are looked at together, so the last ones may have no lane
    clew_assert(made.words <= MOST_ROW)
    made.lane_at = <int32_t*>made.allocate(64 * made.words, sizeof(int32_t))
    made.full = <word*>made.allocate(made.words, sizeof(word))
    made.ones = <word*>made.allocate(made.words, sizeof(word))
    made.guards = <word*>made.allocate(made.words, sizeof(word))
    ends = made.bits_at = <int32_t*>made.allocate(made.total + 2, sizeof(int32_t))
    for k in range(made.lanes):
        lane = &made.lane[k]
        made.full[lane.at] |= lane.full << lane.shift
        made.ones[lane.at] |= <word>1 << lane.shift
        made.guards[lane.at] |= lane.full + 1 << lane.shift
        made.lane_at[64 * lane.at + lane.shift + lane.size] = k
        for j in range(lane.first, lane.first + lane.size):
            ends[made.decisions[j] + 2] += 1
    for k in range(2, made.total + 2):
        ends[k] += ends[k - 1]
    made.bits = <Bit*>made.allocate(ends[made.total + 1], sizeof(Bit))
    for k in range(made.lanes):
        lane = &made.lane[k]
        for j in range(lane.size):
            bit = &made.bits[ends[made.decisions[lane.first + j] + 1]]
            bit.at, bit.others = lane.at, ~(<word>1 << lane.shift + j)
            bit.guard = lane.full + 1 << lane.shift
            ends[made.decisions[lane.first + j] + 1] += 1
    return True


cdef int make_rows(Masks made, Program program, list parts) except -1:
    """What each decision leaves: of its groups nothing but itself, and of other variables what goes with it."""
    cdef word row[MOST_ROW]
    cdef int k, j, i, words = made.words
    cdef const Lane* lane
    cdef word* mask
    made.masks = <word*>made.allocate(made.total * words, sizeof(word))
    memset(made.masks, 0xff, made.total * words * sizeof(word))
    for k in range(made.groups):
        lane = &made.lane[k]
        memset(row, 0xff, words * sizeof(word))
        for j in range(lane.first, lane.first + lane.size):
            made.clear(row, made.decisions[j])
        for j in range(lane.first, lane.first + lane.size):
            mask = made.masks + made.decisions[j] * words
            for i in range(words):
                mask[i] &= row[i]
    for part in parts:
        if isinstance(part, Conflicts):
            (<Conflicts>part).mask(made, program)
    for k in range(made.total):
        for j in range(made.bits_at[k], made.bits_at[k + 1]):
            made.masks[k * words + made.bits[j].at] |= ~made.bits[j].others
    return 0


cdef int join(Program program) except -1:
    """Let permutations and conflicts of narrow domains prune together, if there is a permutation and all fit."""
    cdef list parts = []
    cdef set variables = set()
    cdef bint has_permutation = False
    if program.forward:
        return 0
    for part in program.all_propagators:
        if isinstance(part, (Distinct, Conflicts)):
            own = (<Propagator>part).variables()
            if all([program.shape.kind[v] == SMALL and 0 < program.shape.width[v] <= MOST_LANE for v in own]):
                parts.append(part)
                variables.update(own)
                has_permutation |= isinstance(part, Distinct) and (<Distinct>part).must_all
    if has_permutation and max([program.shape.width[v] for v in variables], default=0) <= MOST_JOINED:
        Masks(program, parts, sorted(variables))
    return 0
