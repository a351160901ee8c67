"""What a value rules out of other domains when it is taken, as bits that lie as the domains do."""


cdef struct ConflictSet:
    word* bits
    int32_t* touched    # the variables of which something is ruled out
    uint8_t* is_touched
    int number          # of them
    const Shape* shape


cdef inline void rule_out(ConflictSet* r, int v, int k, word some) noexcept nogil:
    """Add some values of the k-th word of a domain."""
    clew_assert(0 <= v < r.shape.variables and 0 <= k < r.shape.lengths[v])
    if not r.is_touched[v]:
        r.is_touched[v] = True
        clew_assert(r.number < r.shape.variables)
        r.touched[r.number] = v
        r.number += 1
    r.bits[row_at(r.shape, v) + k] |= some


cdef inline void rule_out_place(ConflictSet* r, int v, int64_t place) noexcept nogil:
    """Add a value, if the domain was declared with so many."""
    if 0 <= place < r.shape.width[v]:
        rule_out(r, v, <int>(place >> 6), <word>1 << (place & 63))


cdef void clean(ConflictSet* r) noexcept nogil:
    """Nothing is ruled out."""
    cdef int k, v
    for k in range(r.number):
        v = r.touched[k]
        r.is_touched[v] = False
        memset(r.bits + row_at(r.shape, v), 0, r.shape.lengths[v] * sizeof(word))
    r.number = 0
