"""Expressions that compare: what each step may be worth, and back to the variables (HC4-revise).

F. Benhamou, F. Goualard, L. Granvilliers and J.-F. Puget, Revising hull and box consistency, 1999.
"""


cdef class Compared(Propagator):
    """Two expressions compare, by steps of which the last one and a number compare as they do.

    A value stays if each step can still be what it must be, its parts being anywhere between their ends. Of the last
    open variable only values that satisfy it stay, unless it is an interval.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables; they are the first steps.
        kinds: the kind of each other step.
        parts: for each of them the steps of which it is calculated.
        numbers: for each of them its numbers: weights of a sum and the number that is added, or exponents.
        shared: the steps that are part of several others.
        required: the ends of the two intervals in which the last step must lie, None for no end.
        is_exact: whether bounds decide about the last open variable.

    No step is 2^62 or more, whatever the variables are. Its slots, none of them reversible: the ends of each step, then
    what each step must be.
    """

    cdef int32_t* kind
    cdef int32_t* part
    cdef int32_t* part_at
    cdef int64_t* number
    cdef int32_t* number_at
    cdef uint8_t* is_shared
    cdef int steps
    cdef Pieces required
    cdef bint is_exact

    def __init__(self, Program program, list scope, list kinds, list parts, list numbers, shared, required,
                 bint is_exact):
        cdef int k
        self.steps, self.is_exact = len(kinds), is_exact
        self.kind = self.numbers(kinds)
        self.part = self.flat(parts, &self.part_at)
        self.number = self.long_numbers([number for some in numbers for number in some])
        self.number_at = self.row_begins(map(len, numbers))
        self.is_shared = <uint8_t*>self.allocate(len(scope) + self.steps, 1)
        for k in shared:
            self.is_shared[k] = True
        ends = [NO_END * (2 * (k % 2) - 1) if end is None else end for k, end in enumerate(required)]
        self.required = both(ends_of(ends[0], ends[1]), ends_of(ends[2], ends[3]))
        self.enter(program, scope, 2 * (len(scope) + self.steps) + 4 * self.steps, ON_BOUNDS, False, MEDIUM, False)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef Ends* own = <Ends*>(s.at + self.slot)
        cdef Pieces* kept = <Pieces*>(own + self.arity + self.steps)
        cdef Pieces* last = kept + self.steps - 1
        cdef Ends ends
        cdef int k, step, still = 0, open_one = 0
        for k in range(self.arity):
            own[k] = ends_of(smallest(s, self.scope[k]), largest(s, self.scope[k]))
            if own[k].least != own[k].most:
                still += 1
                open_one = k
        clew_assert(2 * (self.arity + self.steps) + 4 * self.steps <= self.slots)
        for step in range(self.steps):
            own[self.arity + step] = self.worth(own, step)
        s.work += self.part_at[self.steps] >> 4
        last[0] = self.required
        if covers(last, own[self.arity + self.steps - 1]):
            return True  # whatever the variables take
        for step in range(self.steps - 1):
            kept[step] = both(ends_of(INT64_MIN, INT64_MAX), ends_of(INT64_MIN, INT64_MAX))
        for step in range(self.steps - 1, -1, -1):
            ends = own[self.arity + step]
            if not meet(&kept[step], ends):
                return False
            if not covers(&kept[step], ends) and not self.narrow(s, own, kept, step):
                return False
        return self.is_exact or still != 1 or s.shape.kind[self.scope[open_one]] == INTERVAL or self.settle(
            s, own, open_one
        )

    # -- forwards --------------------------------------------------------------------------------

    cdef Ends worth(self, const Ends* own, int step) noexcept nogil:
        """The ends of a step, by those of its parts."""
        cdef const int32_t* part = self.part + self.part_at[step]
        cdef int kind = self.kind[step]
        cdef Ends ends, divisor
        cdef int sign
        clew_assert(0 <= step < self.steps)
        if kind == SUM:
            return self.total(own, step)
        if kind == PRODUCT:
            return self.product(own, step, -1)
        if kind == LARGEST:
            return self.largest_of(own, step)
        if kind == POWER:
            return powers(own[part[0]], own[part[1]])
        ends = own[part[0]]
        if kind == DISTANCE:
            return ends_of(max(max(ends.least, -ends.most), 0), max(-ends.least, ends.most))
        ends = ends_of(1, 0)
        for sign in range(1, -2, -2):
            if of_sign(own[part[1]], sign, &divisor):
                if kind == QUOTIENT:
                    ends = united(ends, divided(mirrored(own[part[0]], sign), divisor))
                else:
                    ends = united(ends, mirrored(remainders(mirrored(own[part[0]], sign), divisor), sign))
        return ends

    cdef inline Ends total(self, const Ends* own, int step) noexcept nogil:
        cdef const int64_t* weight = self.number + self.number_at[step]
        cdef int k, size = self.part_at[step + 1] - self.part_at[step]
        cdef Ends ends = ends_of(weight[size], weight[size]), term
        for k in range(size):
            term = self.term(own, step, k)
            ends.least += term.least
            ends.most += term.most
        return ends

    cdef inline Ends term(self, const Ends* own, int step, int k) noexcept nogil:
        """The ends of a part of a sum, with its weight."""
        cdef int64_t weight = self.number[self.number_at[step] + k]
        cdef Ends ends = own[self.part[self.part_at[step] + k]]
        clew_assert(lies_in(self.part, self.part_at[step] + k, sizeof(int32_t)))
        if weight >= 0:
            return ends_of(weight * ends.least, weight * ends.most)
        return ends_of(weight * ends.most, weight * ends.least)

    cdef inline Ends product(self, const Ends* own, int step, int but) noexcept nogil:
        """The ends of a product, without one of its factors maybe."""
        cdef int at = self.part_at[step], k, first = but == 0
        cdef Ends ends = ends_of(1, 1)
        if first < self.part_at[step + 1] - at:
            ends = raised(own[self.part[at + first]], self.number[self.number_at[step] + first])
        for k in range(first + 1, self.part_at[step + 1] - at):
            if k != but:
                ends = times(ends, raised(own[self.part[at + k]], self.number[self.number_at[step] + k]))
        return ends

    cdef inline Ends largest_of(self, const Ends* own, int step) noexcept nogil:
        cdef Ends ends = own[self.part[self.part_at[step]]]
        cdef int k
        for k in range(self.part_at[step] + 1, self.part_at[step + 1]):
            ends = ends_of(max(ends.least, own[self.part[k]].least), max(ends.most, own[self.part[k]].most))
        return ends

    # -- backwards -------------------------------------------------------------------------------

    cdef bint narrow(self, Space* s, const Ends* own, Pieces* kept, int step) noexcept nogil:
        """Narrow the parts of a step to that with which it may be what it must be."""
        cdef const int32_t* part = self.part + self.part_at[step]
        cdef int kind = self.kind[step]
        if kind == SUM:
            return self.narrow_sum(s, own, kept, step)
        if kind == PRODUCT:
            return self.narrow_product(s, own, kept, step)
        if kind == DISTANCE:
            return self.put_to(s, own, kept, part[0], roots(kept[step], 1, own[part[0]], True))
        if kind == POWER:
            return self.narrow_power(s, own, kept, step)
        if kind == LARGEST:
            return self.narrow_largest(s, own, kept, step)
        return self.narrow_division(s, own, kept, step)

    cdef inline bint put_to(self, Space* s, const Ends* own, Pieces* kept, int part, Pieces pieces) noexcept nogil:
        """Note what a step must be; take other values from a variable."""
        cdef Pieces* found
        cdef Ends ends
        if covers(&pieces, own[part]):
            return True
        if part < self.arity:
            return keep_pieces(s, self.scope[part], pieces)
        found = &kept[part - self.arity]
        if self.is_shared[part]:
            ends = common(ends_of(found.low.least, found.high.most), ends_of(pieces.low.least, pieces.high.most))
            pieces = both(ends, ends)
        found[0] = pieces
        return True

    cdef bint narrow_sum(self, Space* s, const Ends* own, Pieces* kept, int step) noexcept nogil:
        cdef Ends all = self.total(own, step), term, others, low = kept[step].low, high = kept[step].high
        cdef int k, at = self.part_at[step]
        for k in range(self.part_at[step + 1] - at):
            term = self.term(own, step, k)
            others = ends_of(all.least - term.least, all.most - term.most)
            if not self.put_to(s, own, kept, self.part[at + k], over(
                both(
                    ends_of(low.least - others.most, low.most - others.least),
                    ends_of(high.least - others.most, high.most - others.least),
                ),
                self.number[self.number_at[step] + k],
            )):
                return False
        return True

    cdef bint narrow_product(self, Space* s, const Ends* own, Pieces* kept, int step) noexcept nogil:
        cdef int at = self.part_at[step], k
        cdef int64_t exponent
        cdef Ends others
        cdef Pieces pieces
        for k in range(self.part_at[step + 1] - at):
            exponent = self.number[self.number_at[step] + k]
            others = self.product(own, step, k)
            if others.least == others.most == 0:
                continue
            if others.least == others.most:
                pieces = over(kept[step], others.least)
            else:
                pieces = factors(ends_of(kept[step].low.least, kept[step].high.most), others)
            if exponent > 1:
                if not meet(&pieces, raised(own[self.part[at + k]], exponent)):
                    return False
                pieces = roots(pieces, exponent, own[self.part[at + k]], exponent & 1 == 0)
            if not self.put_to(s, own, kept, self.part[at + k], pieces):
                return False
        return True

    cdef bint narrow_division(self, Space* s, const Ends* own, Pieces* kept, int step) noexcept nogil:
        """The number and the divisor of a quotient, or of a remainder: by the sign of the divisor."""
        cdef int dividend = self.part[self.part_at[step]], by = self.part[self.part_at[step] + 1], sign
        cdef Ends result = ends_of(kept[step].low.least, kept[step].high.most)
        cdef bint can_be
        cdef Ends numbers = ends_of(1, 0), positive = ends_of(1, 0), negative = ends_of(1, 0), number, divisor
        for sign in range(1, -2, -2):
            number = mirrored(own[dividend], sign)
            if not of_sign(own[by], sign, &divisor):
                continue
            if self.kind[step] == QUOTIENT:
                can_be = undivided(&number, &divisor, result)
            else:
                can_be = unreduced(&number, &divisor, mirrored(result, sign))
            if not can_be:
                continue
            numbers = united(numbers, mirrored(number, sign))
            if sign > 0:
                positive = divisor
            else:
                negative = mirrored(divisor, -1)
        if is_none(numbers):
            return False
        if is_none(positive):
            positive = negative
        if is_none(negative):
            negative = positive
        return self.put_to(s, own, kept, dividend, both(numbers, numbers)) and self.put_to(
            s, own, kept, by, both(negative, positive)
        )

    cdef bint narrow_power(self, Space* s, const Ends* own, Pieces* kept, int step) noexcept nogil:
        cdef int at = self.part_at[step]
        cdef Ends base = own[self.part[at]], exponent = own[self.part[at + 1]], ends
        cdef int64_t least = kept[step].low.least, most = kept[step].high.most
        if exponent.least == exponent.most:
            return exponent.least == 0 or self.put_to(
                s, own, kept, self.part[at], roots(kept[step], exponent.least, base, exponent.least & 1 == 0)
            )
        if base.least < 0:
            return True
        ends = ends_of(0, INT64_MAX)
        if least > 1:
            ends.least = root_of(least - 1, exponent.most) + 1
        if exponent.least > 0:
            ends.most = root_of(most, exponent.least)
        if not self.put_to(s, own, kept, self.part[at], both(ends, ends)):
            return False
        while not is_none(exponent) and power_of(base.most, exponent.least) < least:
            exponent.least += 1
        while not is_none(exponent) and base.least > 1 and power_of(base.least, exponent.most) > most:
            exponent.most -= 1
        return self.put_to(s, own, kept, self.part[at + 1], both(exponent, exponent))

    cdef bint narrow_largest(self, Space* s, const Ends* own, Pieces* kept, int step) noexcept nogil:
        cdef int k, able = 0
        cdef Ends ends = ends_of(INT64_MIN, kept[step].high.most)
        for k in range(self.part_at[step], self.part_at[step + 1]):
            able += own[self.part[k]].most >= kept[step].low.least
        for k in range(self.part_at[step], self.part_at[step + 1]):
            ends.least = INT64_MIN
            if able == 1 and own[self.part[k]].most >= kept[step].low.least:
                ends.least = kept[step].low.least
            if not self.put_to(s, own, kept, self.part[k], both(ends, ends)):
                return False
        return True

    cdef bint settle(self, Space* s, Ends* own, int k) noexcept nogil:
        """Take the values of the last open variable that do not satisfy it."""
        cdef int v = self.scope[k], step
        cdef int64_t at = first_of(s, v)
        cdef Pieces left
        while at >= 0:
            own[k] = ends_of(integer(s, v, at), integer(s, v, at))
            for step in range(self.steps):
                own[self.arity + step] = self.worth(own, step)
            left = self.required
            if not meet(&left, own[self.arity + self.steps - 1]) and not remove(s, v, at):
                return False
            at = next_of(s, v, at)
        s.work += size_of(s, v) >> 5
        return True
