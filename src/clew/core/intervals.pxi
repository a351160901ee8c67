"""Intervals of expressions: what each may be worth by its parts, and back to these.

All of this stands in `clew.constraints.intervals`, under nearly the same names; here no number is 2^62 or more.
"""

cdef enum:
    SUM
    PRODUCT
    QUOTIENT
    REMAINDER
    POWER
    DISTANCE
    LARGEST


cdef struct Ends:
    int64_t least, most


cdef struct Pieces:
    Ends low, high  # an interval and one above it, or the same twice


cdef inline Ends ends_of(int64_t least, int64_t most) noexcept nogil:
    cdef Ends ends
    ends.least, ends.most = least, most
    return ends


cdef inline Pieces both(Ends low, Ends high) noexcept nogil:
    cdef Pieces pieces
    pieces.low, pieces.high = low, high
    return pieces


cdef inline bint is_none(Ends ends) noexcept nogil:
    return ends.least > ends.most


cdef inline Ends mirrored(Ends ends, int sign) noexcept nogil:
    return ends if sign > 0 else ends_of(-ends.most, -ends.least)


cdef inline Ends common(Ends one, Ends other) noexcept nogil:
    return ends_of(max(one.least, other.least), min(one.most, other.most))


cdef inline Ends united(Ends one, Ends other) noexcept nogil:
    """The ends of two intervals together; the first one may be none."""
    return other if is_none(one) else ends_of(min(one.least, other.least), max(one.most, other.most))


cdef inline bint meet(Pieces* pieces, Ends ends) noexcept nogil:
    """Keep of two intervals what lies in another one; whether that is anything."""
    cdef Ends low = common(pieces.low, ends), high = common(pieces.high, ends)
    if is_none(low):
        low = high
    if is_none(high):
        high = low
    if low.most >= high.least - 1:
        low.most, high.least = high.most, low.least
    pieces.low, pieces.high = low, high
    return not is_none(low)


cdef inline bint covers(const Pieces* pieces, Ends ends) noexcept nogil:
    """Whether an interval lies in one of two."""
    return (pieces.low.least <= ends.least and ends.most <= pieces.low.most) or (
        pieces.high.least <= ends.least and ends.most <= pieces.high.most
    )


cdef inline int64_t bounded(int64_t a, int64_t b) noexcept nogil:
    """A product, or a number beyond all others that is known to fit."""
    cdef double product = <double>a * <double>b
    if product >= <double>NO_END:
        return NO_END
    return -NO_END if product <= -<double>NO_END else a * b


cdef inline Ends times(Ends one, Ends other, bint is_bounded=False) noexcept nogil:
    """The ends of the products of a number of one interval and a number of another."""
    cdef int64_t a, b, c, d
    if is_bounded:
        a, b = bounded(one.least, other.least), bounded(one.least, other.most)
        c, d = bounded(one.most, other.least), bounded(one.most, other.most)
    else:
        a, b, c, d = one.least * other.least, one.least * other.most, one.most * other.least, one.most * other.most
    return ends_of(min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))


cdef inline int64_t power_of(int64_t base, int64_t exponent) noexcept nogil:
    """A power that fits into a word; the exponent is not negative."""
    cdef int64_t power = 1
    if -1 <= base <= 1:
        return base if exponent & 1 else 1 if exponent == 0 else base * base
    while exponent > 0:
        power *= base
        exponent -= 1
    return power


cdef inline Ends raised(Ends one, int64_t exponent) noexcept nogil:
    """The ends of the powers of the numbers of an interval."""
    cdef int64_t a, b
    if exponent == 1:
        return one
    if exponent == 2:
        a, b = one.least * one.least, one.most * one.most
    else:
        a, b = power_of(one.least, exponent), power_of(one.most, exponent)
    if exponent & 1:
        return ends_of(a, b)
    return ends_of(0 if one.least < 0 < one.most else min(a, b), max(a, b))


cdef int64_t root_of(int64_t number, int64_t exponent) noexcept nogil:
    """The largest whole number whose power is no larger than a number that is not negative, nor than `NO_END`."""
    cdef int64_t most = min(number, NO_END), root = most
    if most < 2:
        return most
    if exponent > 1:
        root = <int64_t>(sqrt(<double>most) if exponent == 2 else pow(<double>most, 1.0 / <double>exponent))
        while not is_power_within(root, exponent, most):
            root -= 1
        while is_power_within(root + 1, exponent, most):
            root += 1
    return root


cdef inline bint is_power_within(int64_t root, int64_t exponent, int64_t most) noexcept nogil:
    """Whether a power of a number that is not negative is no larger than another number."""
    cdef int64_t power = root, k
    if exponent == 2:
        return root < (<int64_t>1 << 31) and root * root <= most
    for k in range(1, exponent):
        if power > most // max(root, 1):
            return False
        power *= root
    return power <= most


cdef inline Ends rooted(Ends ends, int64_t exponent) noexcept nogil:
    """The whole numbers whose power lies in an interval, those with its sign if the exponent is even."""
    if exponent == 1:
        return ends
    return ends_of(
        root_of(ends.least - 1, exponent) + 1 if ends.least > 0 else -root_of(-ends.least, exponent),
        root_of(ends.most, exponent) if ends.most >= 0 else -root_of(-ends.most - 1, exponent) - 1,
    )


cdef inline Pieces roots(Pieces pieces, int64_t exponent, Ends own, bint is_even) noexcept nogil:
    """The numbers of an interval whose power lies in some pieces; distances are even powers of exponent 1."""
    cdef Ends low = rooted(pieces.low, exponent), high = low
    if pieces.low.most != pieces.high.most:
        high = rooted(pieces.high, exponent)
    if not is_even or own.least >= 0:
        return both(low, high)
    if own.most <= 0:
        return both(mirrored(high, -1), mirrored(low, -1))
    high.least = low.least
    return both(mirrored(high, -1), high)


cdef inline int64_t over_below(int64_t a, int64_t b) noexcept nogil:
    """a / b rounded down; b is positive."""
    return a // b if a >= 0 else -((-a - 1) // b) - 1


cdef inline int64_t over_above(int64_t a, int64_t b) noexcept nogil:
    """a / b rounded up; b is positive."""
    return (a - 1) // b + 1 if a > 0 else -(-a // b)


cdef inline Pieces over(Pieces pieces, int64_t factor) noexcept nogil:
    """The whole numbers whose product with a number that is not 0 lies in some pieces."""
    cdef Pieces made = pieces
    cdef int64_t size = factor if factor > 0 else -factor
    if factor < 0:
        made = both(mirrored(pieces.high, -1), mirrored(pieces.low, -1))
    if size == 1:
        return made
    return both(
        ends_of(over_above(made.low.least, size), over_below(made.low.most, size)),
        ends_of(over_above(made.high.least, size), over_below(made.high.most, size)),
    )


cdef inline Pieces reaching(Ends one, int64_t first, Ends other, int64_t second) noexcept nogil:
    """The whole numbers whose product with an end of each interval is no smaller than its bound; one is positive."""
    cdef int64_t least = INT64_MIN, most = INT64_MAX, top = INT64_MAX, bottom = INT64_MIN, bound
    cdef Ends factor
    cdef int k
    for k in range(2):
        factor, bound = (other, second) if k else (one, first)
        if bound > 0:
            top = -over_above(bound, -factor.least) if factor.least < 0 else INT64_MIN
            bottom = over_above(bound, factor.most) if factor.most > 0 else INT64_MAX
        else:
            if factor.most < 0:
                most = min(most, -bound // -factor.most)
            if factor.least > 0:
                least = max(least, over_above(bound, factor.least))
    return both(ends_of(least, min(most, top)), ends_of(max(least, bottom), most))


cdef inline Pieces factors(Ends ends, Ends factor) noexcept nogil:
    """The whole numbers whose product with some number of an interval lies in another one."""
    return reaching(factor, ends.least, mirrored(factor, -1), -ends.most)


cdef inline bint of_sign(Ends divisor, int sign, Ends* part) noexcept nogil:
    """The divisors of a sign, made positive; whether there are any."""
    part[0] = mirrored(divisor, sign)
    part.least = max(part.least, 1)
    return part.most > 0


cdef inline Ends divided(Ends number, Ends divisor) noexcept nogil:
    """The quotients of a number by a positive divisor, rounded down."""
    return ends_of(
        over_below(number.least, divisor.most if number.least >= 0 else divisor.least),
        over_below(number.most, divisor.least if number.most >= 0 else divisor.most),
    )


cdef Ends remainders(Ends number, Ends divisor) noexcept nogil:
    """The remainders of a number by a positive divisor."""
    cdef Ends quotient = divided(number, divisor), product, ends = ends_of(0, divisor.most - 1)
    if quotient.least == quotient.most:
        product = times(quotient, divisor)
        ends = common(ends, ends_of(number.least - product.most, number.most - product.least))
    if number.least >= 0:
        ends.most = min(ends.most, number.most)
    return ends


cdef Ends powers(Ends base, Ends exponent) noexcept nogil:
    """The powers of numbers of an interval by exponents of another, which are not negative."""
    cdef int64_t size
    if exponent.least == exponent.most:
        return raised(base, exponent.least) if exponent.least else ends_of(1, 1)
    if base.least >= 0:
        return ends_of(
            min(power_of(base.least, exponent.least), power_of(base.least, exponent.most)),
            max(power_of(base.most, exponent.least), power_of(base.most, exponent.most)),
        )
    size = power_of(max(-base.least, base.most), exponent.most)
    return ends_of(-size, size)


cdef bint undivided(Ends* number, Ends* divisor, Ends quotient) noexcept nogil:
    """What a number and a positive divisor may be, by their quotient; whether they may be anything."""
    cdef int64_t least = quotient.least, after = quotient.most + 1
    cdef Pieces pieces = reaching(ends_of(after, after), number.least + 1, ends_of(-least, -least), -number.most)
    if not meet(&pieces, divisor[0]):
        return False
    number[0] = ends_of(
        min(bounded(least, divisor.least), bounded(least, divisor.most)),
        max(bounded(after, divisor.least), bounded(after, divisor.most)) - 1,
    )
    divisor[0] = ends_of(pieces.low.least, pieces.high.most)
    return True


cdef bint unreduced(Ends* number, Ends* divisor, Ends remainder) noexcept nogil:
    """What a number and a positive divisor may be, by their remainder; whether they may be anything."""
    cdef Ends quotient = divided(number[0], divisor[0]), product
    cdef Pieces pieces
    remainder = common(remainder, ends_of(0, divisor.most - 1))
    if is_none(remainder):
        return False
    pieces = factors(ends_of(number.least - remainder.most, number.most - remainder.least), quotient)
    if not meet(&pieces, ends_of(max(divisor.least, remainder.least + 1), divisor.most)):
        return False
    product = times(quotient, divisor[0], True)
    number[0] = ends_of(remainder.least + product.least, remainder.most + product.most)
    divisor[0] = ends_of(pieces.low.least, pieces.high.most)
    return True


cdef inline bint keep_pieces(Space* s, int v, Pieces pieces) noexcept nogil:
    """Take the integers of a variable that lie in neither of two intervals."""
    cdef int64_t first = smallest(s, v), last = largest(s, v)
    if not meet(&pieces, ends_of(first, last)):
        return is_empty(s, v)
    if pieces.low.least > first and not keep_at_least(s, v, pieces.low.least):
        return False
    if pieces.high.most < last and not keep_at_most(s, v, pieces.high.most):
        return False
    return pieces.low.most >= pieces.high.least or keep_outside(s, v, pieces.low.most, pieces.high.least)
