"""Alternatives: constructive disjunction of programs of their own."""


cdef class Alternatives(Propagator):
    """One of some alternatives holds at least; each is a program about some variables of the scope.

    Each alternative that is not refuted is propagated by itself, from the domains as they are, in a space of its own. A
    value goes that none of them leaves (constructive disjunction: Van Hentenryck, Saraswat and Deville, Design,
    implementation, and evaluation of the constraint language cc(FD), 1998). An alternative that leaves everything ends
    the round: it is looked at first the next time. There is nothing to repeat, because the union of what is left
    contains the fixpoint of each alternative.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        programs: the alternatives, whose variables have the values of those in the scope that they stand for, in their
            order; the same program may stand there several times.
        places: for each of them the places in the scope of its variables.

    Its slots: the alternative to begin with, a bit for each that is refuted, of which only these bits are reversible,
    and the union of what is left of each domain.
    """

    cdef int alternatives, union
    cdef int32_t* nested  # for each alternative its number among the nested programs
    cdef int32_t* place   # the places of its variables in the scope
    cdef int32_t* place_at
    cdef int32_t* row     # for each variable of the scope where its words begin in the union

    def __init__(self, Program program, list scope, list programs, list places):
        cdef int v
        self.alternatives = len(programs)
        self.nested = self.numbers([program.nest(one) for one in programs])
        self.place = self.flat(places, &self.place_at)
        self.row = self.row_begins([max(2, 1 + program.shape.lengths[<int>v]) for v in scope])
        self.union = 1 + (self.alternatives + 63 >> 6)
        self.enter(program, scope, self.union + self.row[len(scope)], ON_ANY, False, MEDIUM, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word* refuted = s.at + self.slot + 1
        cdef int first = <int>s.at[self.slot], k, a, left = 0
        clew_assert(0 <= first < max(self.alternatives, 1))
        for k in range(self.alternatives):
            a = first + k if first + k < self.alternatives else first + k - self.alternatives
            if refuted[a >> 6] >> (a & 63) & 1:
                continue
            if not self.holds(s, a):
                if s.error != NULL:
                    return False
                put(s, self.slot + 1 + (a >> 6), refuted[a >> 6] | <word>1 << (a & 63))
            elif self.unite(s, a, left == 0):
                s.at[self.slot] = a
                return True
            else:
                left += 1
        return left > 0 and self.keep_union(s)

    cdef bint holds(self, Space* s, int a) noexcept nogil:
        """Propagate an alternative in its space; whether it may hold."""
        cdef Space* n = s.nested[self.nested[a]]
        cdef int j, v
        cdef int64_t work = n.work
        cdef bint may = begin_nested(n)
        for j in range(self.place_at[a + 1] - self.place_at[a] if may else 0):
            v = self.scope[self.place[self.place_at[a] + j]]
            clew_assert(j < n.shape.variables and n.shape.kind[j] == s.shape.kind[v])
            if not intersect(n, j, s.at + s.shape.place[v]):
                return False
        may = may and fixpoint_of_all(n)
        s.work += n.work - work
        if n.error != NULL:
            s.error, n.error = n.error, NULL
        return may

    cdef bint unite(self, Space* s, int a, bint is_first) noexcept nogil:
        """Add what an alternative leaves to the union; whether that is everything now.

        Args:
            s: the space.
            a: the alternative.
            is_first: whether nothing is in the union yet.
        """
        cdef Space* n = s.nested[self.nested[a]]
        cdef word* union
        cdef const word* own
        cdef const word* all
        cdef int k, j = 0, i, words
        cdef int64_t end = self.place_at[a + 1] - self.place_at[a]
        cdef bint is_all = True
        for k in range(self.arity):
            all, union = s.at + s.shape.place[self.scope[k]], s.at + self.slot + self.union + self.row[k]
            words = self.row[k + 1] - self.row[k]
            own = all
            if j < end and self.place[self.place_at[a] + j] == k:
                own = n.at + n.shape.place[j]
                j += 1
            if s.shape.kind[self.scope[k]] == INTERVAL:
                union[0] = own[0] if is_first else <word>min(<int64_t>union[0], <int64_t>own[0])
                union[1] = own[1] if is_first else <word>max(<int64_t>union[1], <int64_t>own[1])
            else:
                words = max(1, s.shape.lengths[self.scope[k]])
                all, own = all + (s.shape.kind[self.scope[k]] == LARGE), own + (s.shape.kind[self.scope[k]] == LARGE)
                for i in range(words):
                    union[i] = own[i] if is_first else union[i] | own[i]
            is_all = is_all and same(union, all, words)
        return is_all

    cdef bint keep_union(self, Space* s) noexcept nogil:
        """Keep what some alternative leaves."""
        cdef const word* union
        cdef int k, v
        for k in range(self.arity):
            v, union = self.scope[k], s.at + self.slot + self.union + self.row[k]
            if s.shape.kind[v] == INTERVAL:
                if not keep_from(s, v, <int64_t>union[0]) or not keep_to(s, v, <int64_t>union[1]):
                    return False
            elif not keep_all(s, v, union):
                return False
        return True


cdef inline bint same(const word* one, const word* other, int words) noexcept nogil:
    """Whether two rows of words are equal."""
    cdef int k
    for k in range(words):
        if one[k] != other[k]:
            return False
    return True
