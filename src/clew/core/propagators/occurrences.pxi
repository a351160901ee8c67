"""How many conditions on single variables hold, as another variable says: bounds of their sum."""


cdef class Occurrences(Conditions):
    """So many conditions hold as a variable says.

    If no more can hold than must, the others do not; if all that can hold must, they do.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables of the conditions, each once.
        true: for each of them the places of the values with which its condition holds.
        last: the number of the variable that says how many; it may be one of the others.
        numbers: for each of its places how many that is.
    """

    cdef int64_t* number
    cdef int last, others
    cdef int own  # the place of the last variable among the others, -1 for none

    def __init__(self, Program program, list scope, list true, int last, list numbers):
        self.accept(program, scope, true)
        self.number = self.long_numbers(numbers)
        self.last, self.others = last, len(scope)
        self.own = scope.index(last) if last in scope else -1
        self.enter(program, scope if self.own >= 0 else [*scope, last], 0, ON_ANY, False, MEDIUM, self.own < 0)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int k, open_ones = 0
        cdef int64_t low = 0, high = 0, least = INT64_MAX, most = -1, at = first_of(s, self.last)
        for k in range(self.others):
            low += self.must(s, k)
            high += self.can(s, k)
            open_ones += self.scope[k] != self.last and not is_assigned(s, self.scope[k])
        s.work += self.others >> 4
        while at >= 0:
            if low <= self.number[at] <= high:
                least, most = min(least, self.number[at]), max(most, self.number[at])
            elif not remove(s, self.last, at):
                return False
            at = next_of(s, self.last, at)
        if low < high and (most == low or least == high):
            for k in range(self.others):
                if self.can(s, k) and not self.must(s, k):
                    if not (self.satisfy(s, k) if least == high else self.violate(s, k)):
                        return False
        return self.own < 0 or open_ones or is_assigned(s, self.last) or self.settle_own(s)

    cdef bint settle_own(self, Space* s) noexcept nogil:
        """Leave the last variable, the only open one, which has a condition itself, the numbers that are right."""
        cdef int64_t at = first_of(s, self.last), others = 0
        cdef int k
        for k in range(self.others):
            others += k != self.own and self.must(s, k)
        while at >= 0:
            if self.number[at] != others + <int64_t>(self.true[self.row[self.own] + (at >> 6)] >> (at & 63) & 1):
                if not remove(s, self.last, at):
                    return False
            at = next_of(s, self.last, at)
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """By as many conditions that hold, and that do not, as rule out each number that is left."""
        cdef Space* s = a.space
        cdef int last = self.last, but = -1, at
        cdef bint holds = False, fails = False  # whether that of the variable of which some was taken is assumed to
        cdef int64_t low = 0, high = 0, fewest = -1, most = INT64_MAX
        if self.own >= 0 and (removal == NULL or removal.v == last):
            Propagator.explain(self, a, k, removal)
            return
        for k in range(self.others):
            if removal != NULL and self.scope[k] == removal.v:
                but, at = k, removal.place - row_at(s.shape, removal.v)
                holds = removal.bits & self.true[self.row[k] + at] != 0
                fails = not holds
            low += holds if but == k else self.must(s, k)
            high += holds if but == k else self.can(s, k)
        for at in range(s.shape.width[last]):
            if removal != NULL and removal.v == last:
                if removal.place != row_at(s.shape, last) + (at >> 6) or removal.bits >> (at & 63) & 1 == 0:
                    continue
            elif not has(s, last, at):
                continue
            if self.number[at] < low:
                fewest = max(fewest, self.number[at])
            else:
                most = min(most, self.number[at])
        for at in range(s.shape.width[last] if removal == NULL or removal.v != last else 0):
            if not has(s, last, at) and fewest < self.number[at] < most:
                need(a, row_at(s.shape, last) + (at >> 6), <word>1 << (at & 63))
        self.need_some(a, True, fewest + 1 - holds, but)
        if most < INT64_MAX:
            self.need_some(a, False, self.others - most + 1 - fails, but)

    cdef void need_some(self, Analysis* a, bint holds, int64_t number, int but) noexcept nogil:
        """So many conditions have to hold, or not to: those first for which nothing else has to be missing."""
        cdef int k, j, place, costs
        cdef word bits, missing
        for costs in range(2):
            for k in range(self.others):
                if number <= 0:
                    return
                if k == but or not (self.must(a.space, k) if holds else not self.can(a.space, k)):
                    continue
                place, missing = row_at(a.space.shape, self.scope[k]), 0
                for j in range(a.space.shape.lengths[self.scope[k]]):
                    bits = ~self.true[self.row[k] + j] if holds else self.true[self.row[k] + j]
                    missing |= unexplained(a, place + j, bits)
                    if costs:
                        need(a, place + j, bits)
                # The first time round those count that need nothing, the second time the others.
                number -= (missing != 0) == costs
