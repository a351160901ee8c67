"""The largest of some variables, or the smallest: domain consistency."""


cdef class Extremum(Viewing):
    """The last variable is the largest of the others.

    It has a value if some variable has it and each has one that is no larger. A variable has a value if the largest can
    be that value, or a larger one that another variable has.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, the result last.
        views: for each variable its values in one ascending list; of the smallest, in a descending one.
        values: how many values the list has.

    Its slots, none of them reversible: the values that variables have, those that two have, those of the result, and
    those of one variable.
    """

    cdef int length

    def __init__(self, Program program, list scope, list views, int values):
        self.see_by(views)
        self.length = (values + 63) >> 6
        self.enter(program, scope, 4 * self.length, ON_ANY, False, MEDIUM, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word* once = s.at + self.slot
        cdef word* twice = once + self.length
        cdef word* result = twice + self.length
        cdef word* own = result + self.length
        cdef int others = self.arity - 1, k, j, low, bottom, first = 0, second = 0, largest
        clew_assert(4 * self.length <= self.slots)
        memset(once, 0, 2 * self.length * sizeof(word))
        # Nothing below the largest of the smallest values can be the largest of all, or, without that variable, of the
        # others: the second largest.
        for k in range(others):
            (<View>self.view[k]).see(s, self.scope[k], own, self.length)
            for j in range(self.length):
                twice[j] |= once[j] & own[j]
                once[j] |= own[j]
            low = lowest_in(own, self.length)
            if low > first:
                first, second = low, first
            elif low > second:
                second = low
        (<View>self.view[others]).see(s, self.scope[others], result, self.length)
        for j in range(self.length):
            result[j] &= once[j] & from_place(first, j)
        if not (<View>self.view[others]).keep(s, self.scope[others], result):
            return False
        s.work += others * self.length >> 5
        for k in range(others):
            (<View>self.view[k]).see(s, self.scope[k], own, self.length)
            bottom = second if lowest_in(own, self.length) == first else first
            largest = -1
            for j in range(self.length - 1, -1, -1):
                if largest < 0 and result[j] & (once[j] & ~own[j] | twice[j]) & from_place(bottom, j):
                    largest = 64 * j + clew_highest(result[j] & (once[j] & ~own[j] | twice[j]) & from_place(bottom, j))
            for j in range(self.length):
                own[j] &= ~from_place(largest + 1, j) | result[j] & from_place(bottom, j)
            if not (<View>self.view[k]).keep(s, self.scope[k], own):
                return False
        return True


cdef inline int lowest_in(const word* bits, int length) noexcept nogil:
    """The place of the first bit of some words; there is one."""
    cdef int j = 0
    while bits[j] == 0:
        j += 1
        clew_assert(j < length)
    return 64 * j + clew_lowest(bits[j])


def compile_extremum(compiler, primitive):
    """Values are compared by their ranks; the smallest is the largest in the order turned round."""
    scope = compiler.numbers((*primitive.variables, primitive.result))
    ranks = compiler.ranks(scope)
    if not primitive.is_largest:
        ranks = {value: len(ranks) - 1 - rank for value, rank in ranks.items()}
    Extremum(compiler.program, scope, compiler.views(scope, ranks), len(ranks))
