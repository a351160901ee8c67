"""Vectors of variables that differ: two with a single open variable between them must not become equal.

The open variables of each vector are counted, so that two are compared only once they have no more than that between
them.
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
    """

    cdef int32_t* vector
    cdef int32_t* name
    cdef int32_t* row
    # For each variable of the scope the vectors that it is in.
    cdef int32_t* first_in
    cdef int32_t* is_in
    cdef int vectors, length, most_open

    def __init__(self, Program program, list scope, list vectors, int length, list names, list rows):
        cdef int k, j
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
