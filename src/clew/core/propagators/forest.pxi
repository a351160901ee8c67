"""Forests: domain consistency by sets of vertices that are united."""


cdef class Forest(Conditions):
    """The edges of a graph that are in close no cycle, or are all of one.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, each once.
        true: for each variable the places of the values with which its edge is in.
        ends: for each edge the numbers of its two vertices.
        vertices: how many there are.
        may_close: whether the edges that are in may be all of one cycle.

    In its slots a run keeps for each vertex the next one on the way to the leader of its set, and how many edges it
    has; from one run to the next nothing.
    """

    cdef int32_t* ends
    cdef int vertices
    cdef bint may_close

    def __init__(self, Program program, list scope, list true, list ends, int vertices, bint may_close):
        self.accept(program, scope, true)
        self.ends = self.numbers(ends)
        self.vertices, self.may_close = vertices, may_close
        self.enter(program, scope, vertices, ON_ANY, False, MEDIUM, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int32_t* leader = <int32_t*>(s.at + self.slot)
        cdef int32_t* degree = leader + self.vertices
        cdef int k, one, other, closed = self.unite(s, leader, degree)
        cdef bint is_path = False
        s.work += self.arity >> 4
        if closed and not (self.may_close and closed == 1 and self.are_all(degree, 2)):
            return False
        if self.may_close and not closed:
            is_path = self.ends_of_path(degree) == 2
        for k in range(self.arity):
            one, other = self.ends[2 * k], self.ends[2 * k + 1]
            clew_assert(0 <= one < self.vertices and 0 <= other < self.vertices)
            if not closed and leader_of(leader, one) != leader_of(leader, other):
                continue
            if is_path and degree[one] == 1 and degree[other] == 1:
                continue
            if self.can(s, k) and not self.must(s, k) and not self.violate(s, k):
                return False
        return True

    cdef int unite(self, Space* s, int32_t* leader, int32_t* degree) noexcept nogil:
        """Unite the ends of the edges that must be in; how many of them close a cycle."""
        cdef int k, one, other, closed = 0
        clew_assert(self.vertices <= self.slots)
        for k in range(self.vertices):
            leader[k] = k
            degree[k] = 0
        for k in range(self.arity):
            if self.must(s, k):
                one, other = self.ends[2 * k], self.ends[2 * k + 1]
                clew_assert(0 <= one < self.vertices and 0 <= other < self.vertices)
                degree[one] += 1
                degree[other] += 1
                one, other = leader_of(leader, one), leader_of(leader, other)
                closed += one == other
                leader[one] = other
        return closed

    cdef bint are_all(self, const int32_t* degree, int number) noexcept nogil:
        """Whether each vertex has as many edges that must be in, or none."""
        cdef int v
        for v in range(self.vertices):
            if degree[v] and degree[v] != number:
                return False
        return True

    cdef int ends_of_path(self, const int32_t* degree) noexcept nogil:
        """How many vertices have one edge; 0 if some have more than two."""
        cdef int v, number = 0
        for v in range(self.vertices):
            if degree[v] > 2:
                return 0
            number += degree[v] == 1
        return number


cdef inline int leader_of(int32_t* leader, int v) noexcept nogil:
    """The leader of the set of a vertex, with shorter ways on the way."""
    while leader[v] != v:
        leader[v] = leader[leader[v]]
        v = leader[v]
    return v


def compile_forest(compiler, primitive):
    """Vertices are numbered again, so that there are no gaps."""
    numbers = {}
    ends = [numbers.setdefault(v, len(numbers)) for one, other, _ in primitive.edges for v in (one, other)]
    true = [compiler.accepted(condition) for _, _, condition in primitive.edges]
    Forest(compiler.program, compiler.numbers(primitive.scope), true, ends, len(numbers), primitive.may_close)
