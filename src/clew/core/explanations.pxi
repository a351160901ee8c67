"""Explanations: which values, missing elsewhere, suffice for a removal or a dead end.

They are asked for when a dead end is analysed, in the space as it was before the step that they explain. A *need* is a
set of values that have to be missing; of an interval, an end that it has to have reached. By default a propagator needs
all that is missing in its scope, which is always right; those that know better override `explain`.

Of the values that have to be missing, some may have gone before the step, for other reasons. If the reason of the step
rules them out, too, they need no other: so an end that was moved several times has one reason, its last, as a bound
has in lazy clause generation (O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy clause generation, 2009).
Those that know say so in `Analysis.covered`.
"""

cdef struct Removal:
    int v
    int64_t first, last  # the first and the last place left after the step
    int64_t low, high    # the first and the last of the places taken that are to be explained
    int end              # of an interval, whose lower (-1) or upper end (1) is to be explained as a whole; or else 0
    int place            # of its word,
    word bits            # and the values there that are to be explained, if it is no interval
    word earlier         # the values there that were missing before, and need to be


cdef struct Analysis:
    Space* space
    Space* trial        # another one, in which propagators run again
    word* root          # the words of the domains at the root: what is missing there needs no reason
    word* begin         # those of the changed ones at the beginning of the latest level
    int64_t* begun_in   # for each word the analysis for which that was written down
    int64_t number
    word* needed        # for each word the values that have to be missing, or the end that has to be reached
    uint8_t* is_needed
    uint8_t* is_listed  # whether a word is among those touched
    int32_t* touched
    int touched_number
    int64_t open        # how many of the needs are of the latest level
    word covered        # of the values that were missing before, those that the explanation rules out, too
    word* scratch
    int64_t scratch_room


cdef inline word begin_of(const Analysis* a, int place) noexcept nogil:
    """A word at the beginning of the latest level."""
    return a.begin[place] if a.begun_in[place] == a.number else a.space.at[place]


cdef inline void touch(Analysis* a, int place) noexcept nogil:
    if not a.is_needed[place]:
        a.is_needed[place] = True
        a.needed[place] = 0
    if not a.is_listed[place]:
        a.is_listed[place] = True
        a.touched[a.touched_number] = place
        a.touched_number += 1


cdef inline void need(Analysis* a, int place, word bits) noexcept nogil:
    """Some values of a word have to be missing."""
    bits &= a.root[place]
    if a.is_needed[place]:
        bits &= ~a.needed[place]
    clew_assert(bits & a.space.at[place] == 0)
    if bits:
        touch(a, place)
        a.needed[place] |= bits
        a.open += clew_ones(bits & begin_of(a, place))


cdef inline word unexplained(const Analysis* a, int place, word bits) noexcept nogil:
    """Of the values of a word those that are still there at the root, and need not be missing already."""
    bits &= a.root[place]
    return bits & ~a.needed[place] if a.is_needed[place] else bits


cdef word* scratch_of(Analysis* a, int64_t words) noexcept nogil:
    """Room for some words during an explanation, all zero; NULL if there is no memory."""
    cdef word* made
    if words > a.scratch_room:
        made = <word*>(<Owner>a.space.owner).resized(a.scratch, words, sizeof(word))
        if made == NULL:
            return NULL
        a.scratch, a.scratch_room = made, words
    memset(a.scratch, 0, words * sizeof(word))
    return a.scratch


cdef inline bint is_beyond(bint is_high, word one, word other) noexcept nogil:
    """Whether an end of an interval is narrower than another."""
    return <int64_t>one < <int64_t>other if is_high else <int64_t>one > <int64_t>other


cdef inline void need_end(Analysis* a, int place, bint is_high, word end) noexcept nogil:
    """An interval has to have reached an end."""
    cdef word begin = begin_of(a, place)
    if not is_beyond(is_high, end, a.root[place]):
        return
    if a.is_needed[place]:
        if not is_beyond(is_high, end, a.needed[place]):
            return
        a.open -= is_beyond(is_high, a.needed[place], begin)
    touch(a, place)
    a.needed[place] = end
    a.open += is_beyond(is_high, end, begin)


cdef void need_between(Analysis* a, int v, int64_t first, int64_t end) noexcept nogil:
    """The places of a domain with bits from one to before another have to be missing, as they are."""
    cdef int k, row = row_at(a.space.shape, v)
    if first < end:
        for k in range(<int>(first >> 6), <int>(end - 1 >> 6) + 1):
            need(a, row + k, from_place(<int>first, k) & ~from_place(<int>end, k))


cdef void need_missing(Analysis* a, int v) noexcept nogil:
    """All that is missing of a domain has to be."""
    cdef Space* s = a.space
    cdef int k, row = row_at(s.shape, v)
    if s.shape.kind[v] == INTERVAL:
        need_end(a, row, False, s.at[row])
        need_end(a, row + 1, True, s.at[row + 1])
    for k in range(s.shape.lengths[v]):
        need(a, row + k, ~s.at[row + k])


cdef void need_beyond(Analysis* a, int v, bint is_high) noexcept nogil:
    """All places behind the last one left have to be missing, or all before the first one."""
    cdef int row = a.space.shape.place[v]
    if a.space.shape.kind[v] == INTERVAL:
        need_end(a, row + is_high, is_high, a.space.at[row + is_high])
    elif is_high:
        need_between(a, v, last_of(a.space, v) + 1, a.space.shape.width[v])
    else:
        need_between(a, v, 0, first_of(a.space, v))


cdef void need_own_end(Analysis* a, const Removal* removal) noexcept nogil:
    """If an end of an interval was moved, it has to have been where it was: what lies beyond is not explained."""
    if removal != NULL and removal.end:
        need_beyond(a, removal.v, removal.end > 0)


cdef bint part_of(Space* s, const Removal* removal, int side, Removal* part) noexcept nogil:
    """Of what was taken the places before all that are left, behind them, or between them; whether there are any."""
    cdef int k, base
    part[0] = removal[0]
    if s.shape.kind[removal.v] == INTERVAL:
        return side == 0
    k = removal.place - row_at(s.shape, removal.v)
    base = 64 * k
    if side == 0:
        part.bits &= ~from_place(<int>removal.first, k)
    elif side == 1:
        part.bits &= from_place(<int>removal.last + 1, k)
    else:
        part.bits &= from_place(<int>removal.first, k) & ~from_place(<int>removal.last + 1, k)
    if part.bits:
        part.low, part.high = base + clew_lowest(part.bits), base + clew_highest(part.bits)
    return part.bits != 0


cdef int64_t root_end(const Analysis* a, int v, bint is_high) noexcept nogil:
    """The smallest integer of a domain at the root, or the largest; not if it is in another order."""
    cdef const Shape* shape = a.space.shape
    cdef int k = shape.place[v]
    if shape.kind[v] == INTERVAL:
        return integer(a.space, v, <int64_t>a.root[k + is_high])
    k = 0
    if is_high:
        k = shape.lengths[v] - 1
        while a.root[row_at(shape, v) + k] == 0:
            k -= 1
        return integer(a.space, v, 64 * k + clew_highest(a.root[row_at(shape, v) + k]))
    while a.root[row_at(shape, v) + k] == 0:
        k += 1
    return integer(a.space, v, 64 * k + clew_lowest(a.root[row_at(shape, v) + k]))


cdef void need_at_least(Analysis* a, int v, int64_t least) noexcept nogil:
    """All integers below one, which are missing, have to be."""
    cdef int64_t end = place_from(a.space, v, least)
    if a.space.shape.kind[v] == INTERVAL:
        need_end(a, a.space.shape.place[v], False, <word>end)
    else:
        need_between(a, v, 0, end)


cdef void need_at_most(Analysis* a, int v, int64_t most) noexcept nogil:
    """All integers above one, which are missing, have to be."""
    cdef int64_t end = place_from(a.space, v, most + 1)
    if a.space.shape.kind[v] == INTERVAL:
        need_end(a, a.space.shape.place[v] + 1, True, <word>(end - 1))
    else:
        need_between(a, v, end, a.space.shape.width[v])


cdef int64_t least_of(
    Space* s, const int32_t* scope, const int64_t* weight, int arity, int sign, int but
) noexcept nogil:
    """The least that a weighted sum may be, its weights multiplied by a sign, without one of the variables."""
    cdef int64_t sum = 0, own
    cdef int k
    for k in range(arity):
        own = sign * weight[k]
        if scope[k] != but and own:
            sum += own * (smallest(s, scope[k]) if own > 0 else largest(s, scope[k]))
    return sum


cdef inline bint is_refuted(const Removal* removal, int64_t weight) noexcept nogil:
    """Whether a sum rules out all that was taken without looking at that variable: what adds less lies elsewhere."""
    return removal.end == 0 or (removal.end > 0) == (weight > 0)


cdef int64_t nearest(const Analysis* a, const Removal* removal, int64_t weight) noexcept nogil:
    """What the integers taken add to a weighted sum at least."""
    cdef int64_t low = integer(a.space, removal.v, removal.low), high = integer(a.space, removal.v, removal.high)
    return min(weight * low, weight * high)


cdef inline word values_beyond(const Analysis* a, const Removal* removal, int64_t weight) noexcept nogil:
    """Of the word of the integers taken, those that add at least as much to a weighted sum."""
    cdef int k = removal.place - row_at(a.space.shape, removal.v)
    if removal.end:
        return 0
    return from_place(<int>removal.low, k) if weight > 0 else ~from_place(<int>removal.high + 1, k)


cdef void need_sum(
    Analysis* a, const int32_t* scope, const int64_t* weight, int arity, int sign, int but, int64_t slack
) noexcept nogil:
    """A sum has to be as large as it is at least, but for some slack, which is given to the first that can use it."""
    cdef int64_t own, end, root, cost
    cdef int k, v
    for k in range(arity):
        own, v = sign * weight[k], scope[k]
        if v == but or own == 0:
            continue
        if not a.space.shape.rises[v]:
            need_missing(a, v)
            continue
        end, root = (smallest(a.space, v) if own > 0 else largest(a.space, v)), root_end(a, v, own < 0)
        cost = own * (end - root)
        clew_assert(cost >= 0)
        if cost <= slack:
            slack -= cost
        elif own > 0:
            need_at_least(a, v, end - slack // own)
            slack %= own
        else:
            need_at_most(a, v, end + slack // -own)
            slack %= -own


cdef bint explain_sum(
    Analysis* a, const int32_t* scope, const int64_t* weight, int arity, int sign, int64_t most, const Removal* removal
) noexcept nogil:
    """Need what makes a sum larger than a bound, with what was taken or at all; False if it need not be.

    Args:
        a: the analysis.
        scope, weight, arity: the terms of the sum,
        sign: all of them multiplied by this.
        most: the bound.
        removal: what was taken; NULL for a dead end.
    """
    cdef int64_t slack = -most - 1
    cdef int j, but = -1
    cdef word beyond = ~<word>0
    if removal != NULL:
        for j in range(arity):
            if scope[j] == removal.v and is_refuted(removal, sign * weight[j]):
                but = removal.v
                slack += nearest(a, removal, sign * weight[j])
                beyond &= values_beyond(a, removal, sign * weight[j])
    slack += least_of(a.space, scope, weight, arity, sign, but)
    if slack < 0 or (removal != NULL and not a.space.shape.rises[removal.v]):
        return False
    if but >= 0:
        a.covered &= beyond
    need_sum(a, scope, weight, arity, sign, but, slack)
    return True
