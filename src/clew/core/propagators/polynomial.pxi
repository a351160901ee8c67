"""Sums of products: the values that interval arithmetic allows (R. Moore, Interval analysis, 1966)."""


cdef struct Ends:
    int64_t least, most


cdef inline Ends times(Ends one, Ends other) noexcept nogil:
    """The ends of the products of a number of one interval and a number of another."""
    cdef int64_t a = one.least * other.least, b = one.least * other.most
    cdef int64_t c = one.most * other.least, d = one.most * other.most
    cdef Ends ends
    ends.least, ends.most = min(min(a, b), min(c, d)), max(max(a, b), max(c, d))
    return ends


cdef inline bint within(Ends one, Ends other) noexcept nogil:
    """Whether an interval lies in another one."""
    return other.least <= one.least and one.most <= other.most


cdef inline bint meet(Ends one, Ends other) noexcept nogil:
    """Whether two intervals have something in common."""
    return one.least <= other.most and other.least <= one.most


cdef class Polynomial(Propagator):
    """A weighted sum of products of variables compares with a number.

    A value stays if the sum can still be what it must be, each factor and each product being anywhere between its ends,
    whatever the others are. Of the last open variable only values that satisfy it stay.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        weights: a whole number for each product. The sums of all ends must fit into 62 bits.
        factors: for each product the positions of its variables in the scope; one that is raised to a power is there as
            often.
        least, most: the ends of the sum, None for none.
        unequal: whether it must lie elsewhere: the ends are equal then.

    Its slots, none of them reversible: the ends of the domains, then those of the products.
    """

    cdef int64_t* weight
    cdef int32_t* factor   # those of all products, one after the other
    cdef int32_t* begin    # for each product where its factors begin
    cdef int products
    cdef Ends ends
    cdef bint unequal
    cdef bint is_exact     # about the last open variable, because none occurs twice

    def __init__(self, Program program, list scope, list weights, list factors, least, most, bint unequal):
        self.weight = self.long_numbers(weights)
        self.factor = self.flat(factors, &self.begin)
        self.products, self.unequal = len(weights), unequal
        self.ends.least = -NO_END if least is None else least
        self.ends.most = NO_END if most is None else most
        self.is_exact = len({k for some in factors for k in some}) == self.begin[self.products]
        self.enter(program, scope, 2 * (len(scope) + len(weights)), ON_BOUNDS, False, MEDIUM, False)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef Ends* domain = <Ends*>(s.at + self.slot)
        cdef Ends* product = domain + self.arity
        cdef Ends total, others
        cdef int t, i, k, still = 0, last = 0
        for k in range(self.arity):
            domain[k].least, domain[k].most = smallest(s, self.scope[k]), largest(s, self.scope[k])
            if domain[k].least != domain[k].most:
                still += 1
                last = k
        clew_assert(2 * (self.arity + self.products) <= self.slots)
        total.least = total.most = 0
        for t in range(self.products):
            product[t] = self.multiplied(domain, t, -1)
            total.least += product[t].least
            total.most += product[t].most
        s.work += self.begin[self.products] >> 4
        if not self.can_be(total):
            return False
        if self.must_be(total):
            return True  # whatever the variables take
        for t in range(self.products):
            others.least, others.most = total.least - product[t].least, total.most - product[t].most
            for i in range(self.begin[t], self.begin[t + 1]):
                if not self.filter(s, self.factor[i], self.multiplied(domain, t, i), others):
                    return False
        return self.is_exact or still != 1 or self.settle(s, domain, last)

    cdef inline bint can_be(self, Ends total) noexcept nogil:
        """Whether some number between two ends satisfies the relation."""
        return not within(total, self.ends) if self.unequal else meet(total, self.ends)

    cdef inline bint must_be(self, Ends total) noexcept nogil:
        """Whether every number between two ends satisfies the relation."""
        return not meet(total, self.ends) if self.unequal else within(total, self.ends)

    cdef Ends multiplied(self, const Ends* domain, int t, int but) noexcept nogil:
        """The ends of a product, without one of its factors maybe."""
        cdef Ends ends
        cdef int i
        ends.least = ends.most = self.weight[t]
        clew_assert(0 <= t < self.products and lies_in(self.begin, t + 1, sizeof(int32_t)))
        for i in range(self.begin[t], self.begin[t + 1]):
            if i != but:
                clew_assert(lies_in(self.factor, i, sizeof(int32_t)) and 0 <= self.factor[i] < self.arity)
                ends = times(ends, domain[self.factor[i]])
        return ends

    cdef bint filter(self, Space* s, int k, Ends factor, Ends others) noexcept nogil:
        """Take the values of a variable with which the sum cannot be what it must be.

        Args:
            s: the space.
            k: the position of the variable.
            factor: what it is multiplied by.
            others: the sum of the other products.
        """
        cdef int v = self.scope[k]
        cdef int64_t at = first_of(s, v), a, b
        cdef Ends total
        while at >= 0:
            a, b = factor.least * integer(s, v, at), factor.most * integer(s, v, at)
            total.least, total.most = others.least + min(a, b), others.most + max(a, b)
            if not self.can_be(total) and not remove(s, v, at):
                return False
            at = next_of(s, v, at)
        s.work += size_of(s, v) >> 5
        return True

    cdef bint settle(self, Space* s, Ends* domain, int k) noexcept nogil:
        """Take the values of the last open variable that do not satisfy it."""
        cdef int v = self.scope[k], t
        cdef int64_t at = first_of(s, v)
        cdef Ends total
        while at >= 0:
            domain[k].least = domain[k].most = integer(s, v, at)
            total.least = 0
            for t in range(self.products):
                total.least += self.multiplied(domain, t, -1).least
            total.most = total.least
            if not self.can_be(total) and not remove(s, v, at):
                return False
            at = next_of(s, v, at)
        s.work += size_of(s, v) >> 5
        return True
