"""Tables of forbidden tuples: domain consistency by counting."""


cdef class Forbidden(Table):
    """The values together are none of some tuples, of three variables or more.

    The forbidden tuples that are left are the bits of a `Table`. A value goes if they are as many with it as there are
    combinations of the other variables.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, none of them an interval.
        listed: the forbidden tuples of the values of these variables, none of them twice.
    """

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int k
        cdef int64_t number
        for k in range(self.arity):
            self.follow(s, k)
        number = self.left(s, NULL)
        if number == 0:
            return True
        if number == self.combinations(s, -1):
            return False
        for k in range(self.arity):
            if number >= self.combinations(s, k):
                if not self.filter(s, k):
                    return False
                if self.follow(s, k):
                    number = self.left(s, NULL)
        return True

    cdef bint follow(self, Space* s, int k) noexcept nogil:
        """Take the tuples away that have a value of a variable that is gone; whether there is one."""
        if not self.is_new(s, k):
            return False
        self.update(s, k)
        self.see(s, k)
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        Propagator.explain(self, a, k, removal)

    cdef bint start(self, Space* s) noexcept nogil:
        return self.width == 0 or Table.start(self, s)

    cdef int64_t combinations(self, Space* s, int but) noexcept nogil:
        """The combinations of the values left, without those of one variable; or more than there can be tuples."""
        cdef int64_t number = 1
        cdef int k
        for k in range(self.arity):
            if k != but:
                number *= size_of(s, self.scope[k])
                if number >> 31:
                    return number
        return number

    cdef int64_t left(self, Space* s, const word* support) noexcept nogil:
        """How many tuples are left, of those with a support if one is given."""
        cdef int at, limit = <int>s.at[self.slot], w
        cdef const word* listed = s.at + self.slot + self.listed
        cdef int64_t number = 0
        s.work += limit >> 6
        for at in range(limit):
            w = <int>listed[at]
            clew_assert(limit <= self.width and 0 <= w < self.width)
            number += clew_ones(s.at[self.slot + 1 + w] & (support[w] if support != NULL else ~<word>0))
        return number

    cdef bint filter(self, Space* s, int k) noexcept nogil:
        """Take the values of a variable that are in forbidden tuples with all combinations of the others."""
        cdef int v = self.scope[k]
        cdef int64_t others = self.combinations(s, k), at = first_of(s, v)
        while at >= 0:
            if self.left(s, self.supports + (self.row[k] + at) * self.width) == others and not remove(s, v, at):
                return False
            at = next_of(s, v, at)
        return True
