"""The targets of permutations, each with its alternatives: the values that have it."""


cdef struct Link:
    int32_t choice  # of a permutation
    int32_t bit     # of the alternative there


cdef class Targets(Owner):
    """For each target its alternatives; and for each value the targets that it is an alternative of."""

    cdef Value* member  # one target after the other
    cdef int32_t* member_at
    cdef Link* link     # one value after the other
    cdef int32_t* link_at


cdef Targets targets_of(list targets, const int32_t* value_at, int values):
    """Note some targets.

    Args:
        targets: for each target its alternatives, as a variable and a place in turn.
        value_at: for each variable the number of its first value.
        values: how many values all variables have.
    """
    cdef Targets made = Targets()
    cdef int c, k, at
    made.member = <Value*>made.flat(targets, &made.member_at, 2)
    made.link = <Link*>made.allocate(made.member_at[len(targets)], sizeof(Link))
    made.link_at = <int32_t*>made.allocate(values + 2, sizeof(int32_t))
    for k in range(made.member_at[len(targets)]):
        made.link_at[value_at[made.member[k].v] + made.member[k].place + 2] += 1
    for at in range(2, values + 2):
        made.link_at[at] += made.link_at[at - 1]
    for c in range(len(targets)):
        for k in range(made.member_at[c], made.member_at[c + 1]):
            at = value_at[made.member[k].v] + made.member[k].place + 1
            made.link[made.link_at[at]].choice, made.link[made.link_at[at]].bit = c, k - made.member_at[c]
            made.link_at[at] += 1
    return made
