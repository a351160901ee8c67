"""All different, if what must differ is looked up for each value."""


cdef class DistinctMapped(Propagator):
    """Different targets that are no places that were moved: they are looked up.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, none of them an interval.
        targets: for each variable the target of each of its values; -1 for one that several variables may take.
        number: how many targets there are.
        must_all: whether every target must be taken, so that the last place left to one is its own. Then no two values
            of a variable have the same target.
    """

    cdef int32_t* target  # of each value, one variable after the other
    cdef int32_t* row  # for each variable the number of the first of its values
    cdef Value* having  # the values, sorted by their targets
    cdef int32_t* having_at  # for each target the first of them
    cdef int targets
    cdef bint must_all

    def __init__(self, Program program, list scope, list targets, int number, bint must_all):
        cdef int v, place, t
        cdef list rows = [[] for _ in range(number)], own
        self.targets = number
        self.must_all = must_all and not program.forward
        for v, own in zip(scope, targets):
            for place, t in enumerate(own):
                if t >= 0:
                    (<list>rows[t]).extend((v, place))
        self.target = self.flat(targets, &self.row)
        self.having = <Value*>self.flat(rows, &self.having_at, 2)
        self.enter(program, scope, 0, ON_ANY if self.must_all else ON_NOTHING, True, MEDIUM, False)
        self.rules = True

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        """Take the target of a variable from the others."""
        cdef int t = self.target[self.row[k] + first_of(s, self.scope[k])]
        cdef const Value* one
        cdef int i
        clew_assert(lies_in(self.target, self.row[k] + first_of(s, self.scope[k]), sizeof(int32_t)))
        clew_assert(0 <= k < self.arity and t < self.targets)
        if t < 0:
            return True
        for i in range(self.having_at[t], self.having_at[t + 1]):
            one = &self.having[i]
            if one.v != self.scope[k] and has(s, one.v, one.place) and not remove(s, one.v, one.place):
                return False
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        cdef int j
        if k >= 0:
            explain_by_one(self, a, k, removal)
            return
        for j in range(self.arity):
            need_missing(a, self.scope[j])

    cdef bint propagate(self, Space* s) noexcept nogil:
        """Place the targets that have one place left (hidden singles)."""
        cdef int t, i, places, where
        cdef const Value* one
        if not self.must_all:
            return True
        s.work += self.row[self.arity - 1] >> 7
        for t in range(self.targets):
            places = 0
            where = -1
            for i in range(self.having_at[t], self.having_at[t + 1]):
                one = &self.having[i]
                clew_assert(lies_in(self.having, i, sizeof(Value)))
                if has(s, one.v, one.place):
                    places += 1
                    where = i
                    if places == 2:
                        break
            if places == 0:
                return False
            if places == 1 and not assign(s, self.having[where].v, self.having[where].place):
                return False
        return True

    cdef void conflicts_of(self, ConflictSet* r, int k, int64_t place) noexcept nogil:
        cdef int i, t = self.target[self.row[k] + place]
        if t >= 0:
            for i in range(self.having_at[t], self.having_at[t + 1]):
                if self.having[i].v != self.scope[k]:
                    rule_out_place(r, self.having[i].v, self.having[i].place)

    cdef list choices(self, Program program):
        cdef const int32_t* at = self.having_at
        cdef const int32_t* numbers = <const int32_t*>self.having
        cdef int t, i
        return [
            [numbers[i] for i in range(2 * at[t], 2 * at[t + 1])] for t in range(self.targets if self.must_all else 0)
        ]
