"""Forgetting: the less active half of the nogoods goes, now and then, and if they take more memory than they may."""


cdef inline int64_t bytes_of(const Learned* one) noexcept nogil:
    """The memory that a nogood takes, with its watches; 0 if it stays for good."""
    return sizeof(Learned) + 2 * sizeof(Watch) + one.number * sizeof(LiteralPart) if one.levels else 0


cdef bint makes_room(Learning l) noexcept nogil:
    """Forget nogoods that take too much; those that have to stay may take more. False if there is no memory."""
    if not forget_nogoods(l, 0):
        return False
    l.least_room = l.held + l.held // 2
    return True


cdef bint forget_nogoods(Learning l, int spared) noexcept nogil:
    """Forget the nogoods that are less active than their mean, at any fixpoint. False if there is no memory.

    Those stay by which a step on the trail has pruned: so a branch is never walked twice, however few may stay.

    Args:
        l: the search.
        spared: literals of so many levels keep a nogood from being forgotten.
    """
    cdef Py_ssize_t k, kept = 0, learned = 0
    cdef Learned* one
    cdef double mean = 0
    cdef bint goes
    for k in range(l.nogoods_number):
        if l.nogood[k].levels:
            mean += l.nogood[k].activity
            learned += 1
        l.nogood[k].at = -1
    mean /= max(learned, 1)
    for k in range(l.steps):
        if l.step[k].by == BY_NOGOOD:
            l.nogood[l.step[k].k].at = 0
    for k in range(l.nogoods_number):
        one = l.nogood[k]
        goes = one.levels > spared and one.activity < mean or not (l.depth_now or open_literals(l.space, one) == 2)
        if goes and one.at < 0:
            l.held -= bytes_of(one)
            PyMem_RawFree(one)
            l.nogood[k] = NULL
        else:
            one.at = <int>kept
            kept += 1
    for k in range(l.steps):
        if l.step[k].by == BY_NOGOOD:
            l.step[k].k = l.nogood[l.step[k].k].at
    return move_nogoods(l, kept)


cdef bint move_nogoods(Learning l, Py_ssize_t kept) noexcept nogil:
    """Give the nogoods that are kept their new numbers, and watch them. False if there is no memory."""
    cdef Py_ssize_t k
    cdef Learned* one
    for k in range(2 * l.space.shape.variables):
        l.watching[k].number = 0
    for k in range(l.nogoods_number):
        one = l.nogood[k]
        if one == NULL:
            continue
        l.nogood[k] = NULL
        l.nogood[one.at] = one
        if not watch(l, one, 0) or not watch(l, one, 1):
            return False
    l.nogoods_number = kept
    return True
