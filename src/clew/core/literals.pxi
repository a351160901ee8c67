"""Learned nogoods: sets of values that cannot all be missing, watched by two of their literals.

A literal is a *group*: some values of one variable, in a part for each word, or an end of an interval. It *holds* if
all these are missing. If all literals of a nogood but one hold, the last one must not: its variable takes one of the
values (G. Katsirelos and F. Bacchus, Generalized nogoods in CSPs, 2005). Two literals that do not hold are watched
(M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang, S. Malik, Chaff: engineering an efficient SAT solver, 2001).
"""

cdef struct LiteralPart:
    int32_t group  # twice its variable; one more for the upper end of an interval
    int32_t place  # of a word
    word bits      # the values, or the end


cdef struct Learned:
    LiteralPart* part  # behind it
    int number       # of its parts
    int watched[2]   # the first parts of the two groups that are watched
    int16_t levels   # of how many its literals were when it was learned; 0 if it excludes a solution, for good
    int16_t is_flat  # whether each literal is one word of bits: then the first two are watched
    float activity
    int at           # its number among the nogoods


cdef struct PartList:  # of nogoods, each after a part with the number of its parts, and of its levels
    LiteralPart* of
    Py_ssize_t number, room


cdef struct Watch:
    word bits        # the first part of the literal that is watched
    word blocking    # if no other values of the word at `blocker` are left, the nogood prunes nothing
    int32_t place
    int32_t blocker  # -1 if the values are in several words, or are an end
    Learned* nogood


cdef struct Watching:
    Watch* of
    int number, room


cdef inline int list_of(const Space* s, int32_t group, word bits) noexcept nogil:
    """The list of watches of a literal: a variable of two values has one for each."""
    return group + (bits == 2 and s.shape.kind[group >> 1] == SMALL and s.shape.width[group >> 1] == 2)


cdef inline bint holds(const Space* s, const LiteralPart* part, const LiteralPart* end) noexcept nogil:
    """Whether all that a literal names is missing."""
    cdef int32_t group = part.group, kind = s.shape.kind[part.group >> 1]
    if kind == INTERVAL:
        return not is_beyond(group & 1, part.bits, s.at[part.place])
    while part < end and part.group == group:
        if s.at[part.place] & part.bits:
            return False
        part += 1
    return True


cdef bint never_holds(const Space* s, const LiteralPart* part, const LiteralPart* end) noexcept nogil:
    """Whether a literal names all values that are left; of an interval, nobody asks."""
    cdef int v = part.group >> 1, group = part.group, k, row
    cdef word bits
    if s.shape.kind[v] == INTERVAL:
        return False
    row = row_at(s.shape, v)
    for k in range(s.shape.lengths[v]):
        bits = 0
        if part < end and part.group == group and part.place == row + k:
            bits = part.bits
            part += 1
        if s.at[row + k] & ~bits:
            return False
    return True


cdef bint enforce(Space* s, const LiteralPart* part, const LiteralPart* end) noexcept nogil:
    """Keep one of the values that a literal names."""
    cdef int v = part.group >> 1, group = part.group, k, row
    cdef word bits
    if s.shape.kind[v] == INTERVAL:
        if group & 1:
            return keep_from(s, v, <int64_t>part.bits + 1)
        return keep_to(s, v, <int64_t>part.bits - 1)
    row = row_at(s.shape, v)
    for k in range(s.shape.lengths[v]):
        bits = 0
        if part < end and part.group == group and part.place == row + k:
            bits = part.bits
            part += 1
        if not keep(s, v, k, bits):
            return False
    return True
