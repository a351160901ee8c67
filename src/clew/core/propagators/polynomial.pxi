"""Sums of products: the values that interval arithmetic allows (R. Moore, Interval analysis, 1966)."""


cdef struct Ends:
    int64_t least, most


cdef struct Allowed:
    int64_t least, most  # numbers between these, of which 0 is one,
    int64_t top, bottom  # and outside of these: none is if the top is no smaller than the bottom


cdef inline Ends times(Ends one, Ends other) noexcept nogil:
    """The ends of the products of a number of one interval and a number of another."""
    cdef int64_t a = one.least * other.least, b = one.least * other.most
    cdef int64_t c = one.most * other.least, d = one.most * other.most
    cdef Ends ends
    ends.least, ends.most = min(min(a, b), min(c, d)), max(max(a, b), max(c, d))
    return ends


cdef inline Ends raised(Ends one, int exponent) noexcept nogil:
    """The ends of the powers of the numbers of an interval."""
    cdef Ends ends = one
    cdef int64_t a = one.least, b = one.most
    cdef int k
    for k in range(1, exponent):
        a *= one.least
        b *= one.most
    ends.least, ends.most = min(a, b), max(a, b)
    if exponent & 1 == 0 and one.least < 0 < one.most:
        ends.least = 0
    return ends


cdef inline bint within(Ends one, Ends other) noexcept nogil:
    """Whether an interval lies in another one."""
    return other.least <= one.least and one.most <= other.most


cdef inline bint meet(Ends one, Ends other) noexcept nogil:
    """Whether two intervals have something in common."""
    return one.least <= other.most and other.least <= one.most


cdef int64_t root_of(int64_t number, int exponent) noexcept nogil:
    """The largest whole number whose power is no larger than a number that is not negative, nor than `NO_END`."""
    cdef int64_t most = min(number, NO_END), root = most
    if exponent > 1:
        root = <int64_t>(sqrt(<double>most) if exponent == 2 else pow(<double>most, 1.0 / exponent))
        while not is_power_within(root, exponent, most):
            root -= 1
        while is_power_within(root + 1, exponent, most):
            root += 1
    return root


cdef inline bint is_power_within(int64_t root, int exponent, int64_t most) noexcept nogil:
    """Whether a power of a number that is not negative is no larger than another number."""
    cdef int64_t power = root
    cdef int k
    for k in range(1, exponent):
        if power > most // max(root, 1):
            return False
        power *= root
    return power <= most


cdef inline int64_t root_above(int64_t number, int exponent) noexcept nogil:
    """The smallest whole number whose power is no smaller than a positive number."""
    return root_of(number - 1, exponent) + 1


cdef inline void take_roots(Allowed* allowed, int exponent) noexcept nogil:
    """From the powers that are allowed to their roots."""
    cdef bint is_even = exponent & 1 == 0
    allowed.most = root_of(allowed.most, exponent)
    allowed.least = -allowed.most if is_even else -root_of(-max(allowed.least, -NO_END), exponent)
    if allowed.bottom > allowed.top:
        allowed.bottom = root_above(allowed.bottom, exponent)
        allowed.top = -allowed.bottom if is_even else -root_above(-max(allowed.top, -NO_END - 1), exponent)


cdef inline bint allows(const Allowed* allowed, Ends own) noexcept nogil:
    """Whether all numbers of an interval are allowed."""
    if own.least < allowed.least or allowed.most < own.most:
        return False
    return own.most <= allowed.top or allowed.bottom <= own.least


cdef inline bint keep_allowed(Space* s, int v, const Allowed* allowed) noexcept nogil:
    """Take the integers of a variable that are not allowed."""
    cdef int64_t first = smallest(s, v), last = largest(s, v)
    if allowed.least > last or allowed.most < first:
        return is_empty(s, v)
    if allowed.least > first and not keep_at_least(s, v, allowed.least):
        return False
    if allowed.most < last and not keep_at_most(s, v, allowed.most):
        return False
    if allowed.top >= last or allowed.bottom <= first:
        return True
    return keep_outside(s, v, max(allowed.top, first - 1), min(allowed.bottom, last + 1))


cdef inline void allow_from(Allowed* allowed, Ends factor, int64_t least) noexcept nogil:
    """Allow no number whose product with each number of an interval is smaller than a number."""
    if least > 0:
        allowed.top = -quotient_above(least, -factor.least) if factor.least < 0 else INT64_MIN
        allowed.bottom = quotient_above(least, factor.most) if factor.most > 0 else INT64_MAX
        return
    if factor.most < 0:
        allowed.most = min(allowed.most, -least // -factor.most)
    if factor.least > 0:
        allowed.least = max(allowed.least, -(-least // factor.least))


cdef inline int64_t quotient_above(int64_t a, int64_t b) noexcept nogil:
    """a / b rounded up; both are positive."""
    return (a - 1) // b + 1


cdef inline bint differs(Space* s, int v, int64_t number) noexcept nogil:
    """Take an integer from a variable."""
    return not smallest(s, v) <= number <= largest(s, v) or keep_outside(s, v, number - 1, number + 1)


cdef class Polynomial(Propagator):
    """A weighted sum of products of variables compares with a number.

    A value stays if the sum can still be what it must be, each power and each product being anywhere between its ends,
    whatever the others are. Of the last open variable only values that satisfy it stay, unless it is an interval.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        weights: a whole number for each product, not 0. The sums of all ends must fit into 62 bits.
        powers: for each product the exponents of its variables, by their positions in the scope.
        least, most: the ends of the sum, None for none.
        unequal: whether it must lie elsewhere: the ends are equal then.

    Its slots, none of them reversible: the ends of the domains, then those of the products.
    """

    cdef int64_t* weight
    cdef int32_t* factor   # the variables of all products, one product after the other
    cdef int32_t* exponent
    cdef int32_t* begin    # for each product where its variables begin
    cdef int products
    cdef Ends ends
    cdef bint unequal
    cdef bint is_exact     # about the last open variable, because none occurs in two products

    def __init__(self, Program program, list scope, list weights, list powers, least, most, bint unequal):
        self.weight = self.long_numbers(weights)
        self.factor = self.flat([[*some] for some in powers], &self.begin)
        self.exponent = self.numbers([number for some in powers for number in some.values()])
        self.products, self.unequal = len(weights), unequal
        self.ends.least = -NO_END if least is None else least
        self.ends.most = NO_END if most is None else most
        self.is_exact = len({k for some in powers for k in some}) == self.begin[self.products]
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
                k = self.factor[i]
                if domain[k].least != domain[k].most and not self.filter(
                    s, k, self.exponent[i], raised(domain[k], self.exponent[i]), self.multiplied(domain, t, i), others
                ):
                    return False
        return self.is_exact or still != 1 or s.shape.kind[self.scope[last]] == INTERVAL or self.settle(s, domain, last)

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
                ends = times(ends, raised(domain[self.factor[i]], self.exponent[i]))
        return ends

    cdef bint filter(self, Space* s, int k, int exponent, Ends own, Ends factor, Ends others) noexcept nogil:
        """Take the values of a variable with which the sum cannot be what it must be.

        Args:
            s: the space.
            k: the position of the variable.
            exponent: that of its power in a product.
            own: the ends of the power.
            factor: the ends of the rest of the product.
            others: the sum of the other products.
        """
        cdef Allowed allowed
        cdef Ends opposite
        if self.unequal:
            return others.least != others.most or self.differ(
                s, self.scope[k], exponent, factor, self.ends.least - others.least
            )
        allowed.least, allowed.most, allowed.top, allowed.bottom = INT64_MIN, INT64_MAX, INT64_MAX, INT64_MAX
        opposite.least, opposite.most = -factor.most, -factor.least
        allow_from(&allowed, factor, self.ends.least - others.most)
        allow_from(&allowed, opposite, others.least - self.ends.most)
        if allows(&allowed, own):
            return True
        take_roots(&allowed, exponent)
        return keep_allowed(s, self.scope[k], &allowed)

    cdef bint differ(self, Space* s, int v, int exponent, Ends factor, int64_t product) noexcept nogil:
        """Take the values of a variable whose power has one product with all numbers of an interval."""
        cdef int64_t power = 0
        cdef Ends root
        if factor.least == factor.most != 0:
            power = product // factor.least
        if factor.least * power != product or (exponent & 1 == 0 and power < 0):
            return True
        root.least = root.most = root_of(power if power > 0 else -power, exponent)
        if power < 0:
            root.least = root.most = -root.most
        if raised(root, exponent).least != power:
            return True
        return differs(s, v, root.least) and (exponent & 1 or differs(s, v, -root.least))

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
