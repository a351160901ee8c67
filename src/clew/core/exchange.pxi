"""Exchange: searches of one program that learn give each other short nogoods, and take them over when they restart.

A nogood follows from the problem, from the values assumed and from the limit of the objective. So those who take it
assume the same, and have a limit that is no higher. After a solution, if there is no objective, nogoods follow from
that solution's exclusion, too, and are given no more.
"""

cdef enum:
    SHORT = 2  # levels of the literals of a nogood up to which it is given to others


cdef LiteralPart* more_parts(Learning l, PartList* some, Py_ssize_t number) noexcept nogil:
    """Room behind some parts for others; NULL if there is no memory."""
    cdef LiteralPart* of
    if some.number + number > some.room:
        of = <LiteralPart*>l.resized(some.of, 2 * (some.number + number), sizeof(LiteralPart))
        if of == NULL:
            return NULL
        some.of, some.room = of, 2 * (some.number + number)
    some.number += number
    return some.of + some.number - number


cdef bint publish(Learning l, const Learned* one) noexcept nogil:
    """Write a short nogood down: how many parts and levels, and its parts. False if there is no memory."""
    cdef LiteralPart* head
    l.shares = l.shares and l.failing_by != DECIDED
    if not l.shares or one.levels > SHORT:
        return True
    head = more_parts(l, &l.published, 1 + one.number)
    if head == NULL:
        return False
    head.group, head.place = one.number, one.levels
    memcpy(head + 1, one.part, one.number * sizeof(LiteralPart))
    return True


cdef int install(Learning l) noexcept nogil:
    """At the root, take the nogoods over that were given: `STANDS`, `NO_SOLUTION` or `NO_MEMORY`."""
    cdef const LiteralPart* head
    cdef Learned* one
    cdef Py_ssize_t k = 0
    cdef int why
    while k < l.taken.number:
        if not begin_step(l, DECIDED, -1):
            return NO_MEMORY
        head = l.taken.of + k
        k += 1 + head.group
        one = room_for_nogood(l, head.group)
        if one == NULL:
            return NO_MEMORY
        one.number, one.levels = head.group, <int16_t>head.place
        memcpy(one.part, head + 1, one.number * sizeof(LiteralPart))
        sort_parts(l.space, one)
        why = keep_at_root(l, one)
        if why != STANDS:
            return NO_SOLUTION if why == DEAD_END else why
    l.taken.number = 0
    return STANDS
