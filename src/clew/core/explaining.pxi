"""The explanation of expressions that compare, by how far the ends of their variables may give way."""

cdef void explain_compared(Compared self, Analysis* a, const Removal* removal) noexcept nogil:
    """With what was taken from a variable the last step misses what it must be, whatever the others are between ends.

    One end after the other is moved out as far as that stays so. If the ends do not tell, each has to be as it is: holes
    do not matter, but for a dead end of the last open variable.
    """
    cdef Ends* own = <Ends*>scratch_of(a, 2 * (self.arity + self.steps))
    cdef Removal part
    cdef int side
    if own == NULL:
        Propagator.explain(self, a, -1, removal)
        return
    for side in range(3 if removal != NULL else 1):
        if removal != NULL and not part_of(a.space, removal, side, &part):
            continue
        write_ends(self, a, own, &part if removal != NULL else NULL)
        if removal == NULL and not misses(self, own):
            Propagator.explain(self, a, -1, removal)
        else:
            need_ends(self, a, own, removal, misses(self, own))


cdef void write_ends(Compared self, Analysis* a, Ends* own, const Removal* part) noexcept nogil:
    """Write down the ends of the variables, of one of them those of what was taken."""
    cdef Space* s = a.space
    cdef int k, v
    cdef int64_t at
    for k in range(self.arity):
        v = self.scope[k]
        own[k] = ends_of(smallest(s, v), largest(s, v))
        if part != NULL and v == part.v:
            own[k] = ends_of(integer(s, v, part.low), integer(s, v, part.high))
            for at in range(part.low, part.low if s.shape.rises[v] else part.high + 1):
                own[k] = ends_of(min(own[k].least, integer(s, v, at)), max(own[k].most, integer(s, v, at)))


cdef bint misses(Compared self, Ends* own) noexcept nogil:
    """Whether the last step cannot be what it must be."""
    cdef Pieces left = self.required
    cdef int step
    for step in range(self.steps):
        own[self.arity + step] = self.worth(own, step)
    return not meet(&left, own[self.arity + self.steps - 1])


cdef void need_ends(Compared self, Analysis* a, Ends* own, const Removal* removal, bint can_give) noexcept nogil:
    """Need the ends of the variables, each as far out as the last step misses what it must be, if it does."""
    cdef int k, v, side
    cdef int64_t* end
    for k in range(self.arity):
        v = self.scope[k]
        if removal != NULL and v == removal.v:
            continue
        if not a.space.shape.rises[v]:
            need_missing(a, v)
            continue
        for side in range(2):
            end = &own[k].most if side else &own[k].least
            if can_give:
                give_way(self, own, end, root_end(a, v, side))
            if side:
                need_at_most(a, v, end[0])
            else:
                need_at_least(a, v, end[0])


cdef void give_way(Compared self, Ends* own, int64_t* end, int64_t far) noexcept nogil:
    """Move an end out as far as the last step still misses what it must be: not as far as that, or so far, by halves."""
    cdef int64_t near = end[0]
    end[0] = far
    if misses(self, own):
        return
    while near - far > 1 or far - near > 1:
        end[0] = near + (far - near) // 2
        if misses(self, own):
            near = end[0]
        else:
            far = end[0]
    end[0] = near
