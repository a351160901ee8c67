"""Lexicographic order: domain consistency by the ends of domains.

A. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh, Propagation algorithms for lexicographic ordering constraints,
2006.
"""


cdef class Lexicographic(Viewing):
    """One sequence of variables comes before another, or is equal to it.

    Up to the first pair where the left one may be less, the two may be equal only. In that pair the left is smaller,
    or equal if the variables behind can still be in order.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, the left and the right one of each pair in turn, none twice.
        views: for each variable its values in ascending order; the two of a pair share a list.
        strict: whether the sequences must differ.

    Its slot: how many pairs are equal for good.
    """

    cdef bint strict

    def __init__(self, Program program, list scope, list views, bint strict):
        cdef bint rise = all([(<View>view).rises for view in views])
        self.see_by(views)
        self.strict = strict
        self.enter(program, scope, 1, ON_BOUNDS if rise else ON_ANY, False, CHEAP, True)

    cdef inline int left(self, Space* s, int j) noexcept nogil:
        """The least value of the left one of a pair."""
        clew_assert(0 <= j and 2 * j + 1 < self.arity)
        return (<View>self.view[2 * j]).end(s, self.scope[2 * j], False)

    cdef inline int right(self, Space* s, int j) noexcept nogil:
        """The largest value of the right one of a pair."""
        clew_assert(0 <= j and 2 * j + 1 < self.arity)
        return (<View>self.view[2 * j + 1]).end(s, self.scope[2 * j + 1], True)

    cdef inline bint within(self, Space* s, int j, int most, int least) noexcept nogil:
        """Keep the left one of a pair to a value at most, and the right one to one at least."""
        cdef int left = self.scope[2 * j], right = self.scope[2 * j + 1]
        return (<View>self.view[2 * j]).keep_to(s, left, most, True) and (
            <View>self.view[2 * j + 1]
        ).keep_to(s, right, least, False)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int j = <int>s.at[self.slot], pairs = self.arity // 2, low = 0, high = 0
        while j < pairs:
            low, high = self.left(s, j), self.right(s, j)
            if low > high:
                return False
            if low < high:
                break
            if not self.within(s, j, low, low):
                return False
            j += 1
        if j > <int>s.at[self.slot]:
            s.work += j - <int>s.at[self.slot] >> 5
            put(s, self.slot, j)
        if j == pairs:
            return not self.strict
        return self.within(s, j, high, low) if self.can_follow(s, j + 1) else self.within(s, j, high - 1, low + 1)

    cdef bint can_follow(self, Space* s, int j) noexcept nogil:
        """Whether the variables from a pair on can be in order."""
        cdef int low, high
        while 2 * j < self.arity:
            low, high = self.left(s, j), self.right(s, j)
            if low != high:
                return low < high
            j += 1
        return not self.strict


def compile_lexicographic(compiler, primitive):
    """Variables with the same position are compared by the ranks of their values."""
    scope, views = [], []
    for names in zip(primitive.left, primitive.right, strict=True):
        pair = compiler.numbers(names)
        scope += pair
        views += compiler.views(pair, compiler.ranks(pair))
    Lexicographic(compiler.program, scope, views, primitive.strict)
