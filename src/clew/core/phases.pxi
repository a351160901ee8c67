"""Phases: one part of the variables after another, each with an ordering (see `clew.reference.search.phases`)."""

cpdef enum:  # beside the orderings that a search without phases has
    MOST_CONSTRAINED = RANDOM + 1  # the smallest domain; of equals, the most open neighbours
    LEAST_VALUE    # the smallest integer
    GREATEST_VALUE  # the largest integer
    REGRET         # the largest difference between the two smallest integers

PHASE_ORDERS = {
    **ORDERS, "most_constrained": MOST_CONSTRAINED, "smallest": LEAST_VALUE, "largest": GREATEST_VALUE,
    "max_regret": REGRET,
}

VALUE_ORDERS = {
    "domain": 0, "reverse": LAST_FIRST, "random": SHUFFLED, "middle": FROM_MIDDLE, "halves": IN_HALVES,
    "upper_halves": IN_HALVES | LAST_FIRST,
}


cdef struct Measure:
    double ratio
    int64_t number  # compared if the ratios are equal


cdef class Phases(Owner):
    """The phases of a search; each variable is in one of them.

    Args:
        phases: for each its ordering, the order of its values, or -1 for that of the search, and its variables.
        numbers: for each variable of which the integers are compared these, in the order of declaration: a range, or a
            list in which all numbers are below 2^62.
        counted: solutions that differ in the variables of later phases alone count as one.
    """

    cdef PhaseFields at

    def __cinit__(self, list phases not None, dict numbers not None, int counted):
        cdef int p, k, v, n = sum([len(own) for *_, own in phases])
        cdef list known = []
        self.at.number, self.at.counted = len(phases), counted
        self.at.order = self.numbers([order for order, *_ in phases])
        self.at.values = self.numbers([values for _, values, _ in phases])
        self.at.member = self.flat([own for *_, own in phases], &self.at.member_at)
        self.at.phase_of = <int32_t*>self.allocate(n, sizeof(int32_t))
        self.at.place_of = <int32_t*>self.allocate(n, sizeof(int32_t))
        self.at.base = <int64_t*>self.allocate(n, sizeof(int64_t))
        self.at.step = <int64_t*>self.allocate(n, sizeof(int64_t))
        self.at.rises = <uint8_t*>self.allocate(n, 1)
        for p in range(self.at.number):
            for k in range(self.at.member_at[p], self.at.member_at[p + 1]):
                self.at.phase_of[self.at.member[k]], self.at.place_of[self.at.member[k]] = p, k
        for v, own in numbers.items():
            if isinstance(own, range):
                self.at.base[v], self.at.step[v], self.at.rises[v] = own.start, own.step, own.step > 0
            else:
                self.at.base[v], self.at.rises[v] = len(known), all([a < b for a, b in zip(own, own[1:])])
                known += own
        self.at.table = self.long_numbers(known)


cdef int take_phases(Search search, Phases phases) except -1:
    """Have a search branch by phases; it keeps them alive."""
    cdef int p, k
    if phases.at.member_at[phases.at.number] != search.variables:
        raise ValueError("the phases do not have all variables")
    search.phases, search.phases_kept = &phases.at, phases
    for p in range(phases.at.number):
        search.learns |= phases.at.order[p] == WEIGHTED
        for k in range(phases.at.member_at[p], phases.at.member_at[p + 1]):
            if phases.at.values[p] >= 0:
                search.values[phases.at.member[k]] = <uint8_t>phases.at.values[p]
    return 0


cdef inline bint counts_once(Search search, int v) noexcept nogil:
    """Whether solutions that differ in a variable, and in none that is decided before it, count as one."""
    return search.phases != NULL and search.phases.phase_of[v] >= search.phases.counted


cdef int choose_in_phases(Search search) noexcept nogil:
    """The variable to branch on: in the first phase with an open one the least; of equals, the first one there."""
    cdef const PhaseFields* of = search.phases
    cdef int above = search.stack[search.depth - 1].variable if search.depth else -1
    cdef int p, v, begin = 0
    # Those before the variable above it were not open there (see `first_open`).
    for p in range(of.phase_of[above] if above >= 0 else 0, of.number):
        begin = of.member_at[p]
        if of.order[p] == STATIC and above >= 0 and of.phase_of[above] == p:
            begin = of.place_of[above]
        if of.order[p] == RANDOM:
            v = any_of(search, of.member + begin, of.member_at[p + 1] - begin)
        else:
            v = least_in_phase(search, of.order[p], begin, of.member_at[p + 1])
        if v >= 0:
            return v
    return -1


cdef int least_in_phase(Search search, int order, int begin, int end) noexcept nogil:
    """The open variable that measures least of those between two places, or the one that failed last."""
    cdef const PhaseFields* of = search.phases
    cdef int k, v, best = -1, possible = 1 if search.forward else 2
    cdef Measure least, measure
    least.ratio, least.number = INFINITY, 0
    for k in range(begin, end):
        v = of.member[k]
        if not is_open(search, v):
            continue
        if order == STATIC or (order == WEIGHTED and v == search.last_failed):
            return v
        measure = measured(search, v, order)
        if measure.ratio < least.ratio or (measure.ratio == least.ratio and measure.number < least.number):
            best, least = v, measure
            if order == SMALLEST and measure.ratio == possible:
                return best
    return best


cdef inline Measure measured(Search search, int v, int order) noexcept nogil:
    cdef Measure measure
    measure.ratio = measure.number = 0
    if order < MOST_CONSTRAINED:
        measure.ratio = measure_of(search, v, order)
    elif order == MOST_CONSTRAINED:
        measure.ratio = size_of(search.space, v)
        measure.number = <int64_t>measure_of(search, v, DEGREE)
    else:
        measure.number = compared_integer(search, v, order)
    return measure


cdef int64_t compared_integer(Search search, int v, int order) noexcept nogil:
    """The smallest integer left; or the largest, negated; or the difference between the two smallest, negated."""
    cdef Space* s = search.space
    cdef int64_t at = first_of(s, v), least = INT64_MAX, second = INT64_MAX, most = INT64_MIN, number
    if search.phases.rises[v]:
        least, most = number_at(search, v, at), number_at(search, v, last_of(s, v))
        if order == REGRET and least < most:
            second = number_at(search, v, at + 1 if s.shape.kind[v] == INTERVAL else next_of(s, v, at))
    else:
        while at >= 0:
            number = number_at(search, v, at)
            most = max(most, number)
            second = min(second, max(least, number))
            least = min(least, number)
            at = next_of(s, v, at)
    if order == LEAST_VALUE:
        return least
    if order == GREATEST_VALUE:
        return -most
    return least - second if least < most else 0


cdef inline int64_t number_at(Search search, int v, int64_t place) noexcept nogil:
    """The integer that is the value of a variable at a place."""
    cdef const PhaseFields* of = search.phases
    return of.base[v] + of.step[v] * place if of.step[v] else of.table[of.base[v] + place]


cdef int64_t from_middle_after(Space* s, int v, int64_t value) noexcept nogil:
    """The value to try after one: the median of those that are left, of two the lower one. Then the first one again."""
    cdef int64_t at = first_of(s, v)
    cdef int number = size_of(s, v), middle = (number - 1) // 2, rank = 0, away
    if value == NOTHING_TRIED:
        rank = middle
    else:
        while at != value:
            at = next_of(s, v, at)
            rank += 1
        away = middle - rank
        rank = middle + away
        if number % 2 and away <= 0:
            rank -= 1
        elif number % 2 == 0 and away >= 0:
            rank += 1
        if not 0 <= rank < number:
            rank = middle
        at = first_of(s, v)
    for _ in range(rank):
        at = next_of(s, v, at)
    return at
