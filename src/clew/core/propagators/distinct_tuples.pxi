"""Vectors of variables that differ: two with a single open variable between them must not become equal.

The open variables of each vector are counted, so that two are compared only once they have no more than that between
them. If there are as many pairs as can be, each must be somewhere: one that fits in one place is there.
"""


cdef class DistinctTuples(Propagator):
    """No two vectors are equal.

    Its slots hold for each vector how many of its variables have not been told of.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables. None of them is an interval.
        vectors: for each vector, one after the other, the places of its variables in the scope.
        length: how long each of them is.
        names: rows, one after the other, with for each place of a domain a number that its value has in all domains.
        rows: for each variable where its row begins.
        must_all: whether the vectors are pairs on equal domains of one word, and as many as there can be.
    """

    cdef bint must_all
    cdef int32_t* vector
    cdef int32_t* name
    cdef int32_t* row
    # For each variable of the scope the vectors that it is in.
    cdef int32_t* first_in
    cdef int32_t* is_in
    cdef int vectors, length, most_open

    def __init__(self, Program program, list scope, list vectors, int length, list names, list rows, must_all=False):
        cdef int k, j
        self.must_all = must_all
        self.length, self.vectors = length, len(vectors) // length
        self.vector = self.numbers(vectors)
        self.name = self.numbers(names)
        self.row = self.numbers(rows)
        # A variable that two vectors share is counted for each of them.
        self.most_open = 1 if len(vectors) == len(scope) else 2
        members = [[] for _ in scope]
        for j in range(self.vectors):
            for k in range(length):
                members[vectors[j * length + k]].append(j)
        self.is_in = self.flat(members, &self.first_in)
        if must_all:
            self.enter(program, scope, self.vectors, ON_ANY, True, DEAR, False)
        else:
            self.enter(program, scope, self.vectors, ON_NOTHING, True, CHEAP, True)

    cdef bint start(self, Space* s) noexcept nogil:
        cdef int j
        for j in range(self.vectors):
            put(s, self.slot + j, self.length)
        return True

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        """Compare the vectors of a variable with those that have too few open variables left."""
        cdef int i, j, other
        for i in range(self.first_in[k], self.first_in[k + 1]):
            j = self.is_in[i]
            clew_assert(0 <= j < self.vectors)
            put(s, self.slot + j, s.at[self.slot + j] - 1)
        for i in range(self.first_in[k], self.first_in[k + 1]):
            j = self.is_in[i]
            clew_assert(0 <= j < self.vectors)
            if <int>s.at[self.slot + j] > self.most_open:
                continue
            s.work += self.vectors >> 5
            for other in range(self.vectors):
                if <int>(s.at[self.slot + j] + s.at[self.slot + other]) <= self.most_open and other != j:
                    if not self.differ(s, j, other):
                        return False
        return True

    cdef bint differ(self, Space* s, int one, int other) noexcept nogil:
        """Take the value with which two vectors would be equal from the one variable that is open, if it is one."""
        cdef int j, left, right, hole = -1, name = 0
        cdef int64_t at
        for j in range(self.length):
            left, right = self.vector[one * self.length + j], self.vector[other * self.length + j]
            clew_assert(one < self.vectors and other < self.vectors and left < self.arity and right < self.arity)
            if left == right:
                continue
            if not is_assigned(s, self.scope[left]):
                left, right = right, left
            if not is_assigned(s, self.scope[left]):
                return True
            if is_assigned(s, self.scope[right]):
                if self.named(s, left) != self.named(s, right):
                    return True
            elif hole < 0:
                hole, name = right, self.named(s, left)
            elif hole != right or name != self.named(s, left):
                return True
        if hole < 0:
            return False
        at = first_of(s, self.scope[hole])
        while at >= 0:
            clew_assert(lies_in(self.name, self.row[hole] + at, sizeof(int32_t)))
            if self.name[self.row[hole] + at] == name:
                return remove(s, self.scope[hole], at)
            at = next_of(s, self.scope[hole], at)
        return True

    cdef inline int named(self, Space* s, int k) noexcept nogil:
        """The number of the value of an assigned variable."""
        return self.name[self.row[k] + first_of(s, self.scope[k])]

    cdef inline word left(self, Space* s, int j, int end) noexcept nogil:
        """What is left of the first variable of a pair, or of the second."""
        return s.at[s.shape.place[self.scope[self.vector[2 * j + end]]]]

    cdef bint propagate(self, Space* s) noexcept nogil:
        """Keep the pairs that fit in one place there."""
        cdef int first, j
        cdef word full, once, twice, own
        if not self.must_all:
            return True
        full = ~<word>0 >> 64 - s.shape.width[self.scope[self.vector[1]]]
        for first in range(s.shape.width[self.scope[self.vector[0]]]):
            once = twice = 0
            for j in range(self.vectors):
                if self.left(s, j, 0) >> first & 1:
                    own = self.left(s, j, 1)
                    twice |= once & own
                    once |= own
            if once != full:
                return False
            once &= ~twice
            for j in range(self.vectors if once else 0):
                own = self.left(s, j, 1) & once
                if own and self.left(s, j, 0) >> first & 1:
                    if own & (own - 1):
                        return False
                    if not assign(s, self.scope[self.vector[2 * j]], first):
                        return False
                    if not assign(s, self.scope[self.vector[2 * j + 1]], clew_lowest(own)):
                        return False
        s.work += self.vectors >> 2
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """Other vectors are the same, for each value that was taken; or no other vector can be a pair."""
        cdef int64_t value = -1 if removal == NULL else removal.low
        cdef bint is_known = k >= 0
        if k < 0 and self.must_all and self.explain_place(a, removal):
            return
        while is_known and (removal == NULL or value <= removal.high):
            if removal == NULL or removal.bits >> (value & 63) & 1:
                is_known = self.need_other(a, k, removal, value)
            if removal == NULL:
                break
            value += 1
        if not is_known:
            Propagator.explain(self, a, k, removal)

    cdef bint need_other(self, Analysis* a, int k, const Removal* removal, int64_t value) noexcept nogil:
        """Need two vectors that would be equal with a value, one of which has a variable; False if there are none."""
        cdef int i, j, other
        for i in range(self.first_in[k], self.first_in[k + 1]):
            j = self.is_in[i]
            for other in range(self.vectors):
                if other != j and self.are_equal(a, j, other, removal, value):
                    self.need_equal(a, j, other, removal)
                    return True
        return False

    cdef bint are_equal(
        self, Analysis* a, int one, int other, const Removal* removal, int64_t value
    ) noexcept nogil:
        """Whether two vectors would be equal with a value that was taken."""
        cdef Space* s = a.space
        cdef int i, left, right
        cdef bint is_in = removal == NULL
        for i in range(self.length):
            left, right = self.vector[one * self.length + i], self.vector[other * self.length + i]
            if left == right:
                continue
            if removal != NULL and removal.v == self.scope[left]:
                left, right = right, left
            if not is_assigned(s, self.scope[left]):
                return False
            if removal != NULL and removal.v == self.scope[right]:
                is_in = True
                if self.name[self.row[right] + value] != self.named(s, left):
                    return False
            elif not is_assigned(s, self.scope[right]) or self.named(s, left) != self.named(s, right):
                return False
        return is_in

    cdef void need_equal(self, Analysis* a, int one, int other, const Removal* removal) noexcept nogil:
        """Two vectors have to be as they are, but for the variable from which a value was taken."""
        cdef int i, left, right
        for i in range(self.length):
            left, right = self.vector[one * self.length + i], self.vector[other * self.length + i]
            if left != right:
                if removal == NULL or removal.v != self.scope[left]:
                    need_missing(a, self.scope[left])
                if removal == NULL or removal.v != self.scope[right]:
                    need_missing(a, self.scope[right])

    cdef bint explain_place(self, Analysis* a, const Removal* removal) noexcept nogil:
        """Find a pair that fits in one place at most, and need that it fits nowhere else."""
        cdef Space* s = a.space
        cdef int first, second, j, place = -1
        cdef word at_first, at_second
        for first in range(s.shape.width[self.scope[self.vector[0]]]):
            for second in range(s.shape.width[self.scope[self.vector[1]]]):
                place = -1
                for j in range(self.vectors):
                    if self.left(s, j, 0) >> first & 1 and self.left(s, j, 1) >> second & 1:
                        if place >= 0:
                            place = -2
                            break
                        place = j
                if place == -2 or (place == -1) != (removal == NULL):
                    continue
                if place >= 0:
                    at_first = at_second = 0
                    if removal.v == self.scope[self.vector[2 * place]]:
                        at_first = removal.bits >> first & 1 ^ 1
                    if removal.v == self.scope[self.vector[2 * place + 1]]:
                        at_second = removal.bits >> second & 1 ^ 1
                    if not (at_first or at_second):
                        continue
                for j in range(self.vectors):
                    if j != place:
                        if self.left(s, j, 0) >> first & 1:
                            need(a, s.shape.place[self.scope[self.vector[2 * j + 1]]], <word>1 << second)
                        else:
                            need(a, s.shape.place[self.scope[self.vector[2 * j]]], <word>1 << first)
                return True
        return False
