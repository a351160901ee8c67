"""Connections: domain consistency by reachability and articulation points.

R. Tarjan, Depth-first search and linear graph algorithms, 1972.
"""


cdef struct Visit:
    int32_t found     # when the vertex was found, from 1; 0 if it was not
    int32_t earliest  # the first of those to which an edge leads from there or from below
    int32_t next      # the edge to look at next
    int32_t above     # the vertex from which it was found
    bint possible, required
    bint matters      # whether a vertex that is required is there or below
    bint needed       # whether it separates one that is required


cdef class Connection(Conditions):
    """The vertices of a graph that are in are connected by way of each other.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, each once.
        true: for each variable the places of the values with which its vertex is in.
        required: for each vertex beyond those whether it is in always; otherwise it is in as others need it.
        neighbours: for each vertex its neighbours.

    In its slots a run keeps what it finds about each vertex, from one run to the next nothing.
    """

    cdef int vertices
    cdef int32_t* required
    cdef int32_t* begins      # for each vertex where its neighbours begin, and where the last ones end
    cdef int32_t* neighbours  # of all vertices

    def __init__(self, Program program, list scope, list true, list required, list neighbours):
        self.accept(program, scope, true)
        self.vertices = len(scope) + len(required)
        self.required = self.numbers(required)
        self.neighbours = self.flat(neighbours, &self.begins)
        self.enter(program, scope, self.vertices * sizeof(Visit) // sizeof(word), ON_ANY, False, DEAR, True)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef Visit* at = <Visit*>(s.at + self.slot)
        cdef int v, root = self.begin(s, at)
        if root < 0:
            return True
        self.visit(at, root)
        s.work += self.vertices >> 4
        for v in range(self.vertices):
            if at[v].required:
                if not at[v].found:
                    return False
            elif v < self.arity and at[v].possible:
                if not at[v].found:
                    if not self.violate(s, v):
                        return False
                elif at[v].needed and not self.satisfy(s, v):
                    return False
        return True

    cdef int begin(self, Space* s, Visit* at) noexcept nogil:
        """Look at which vertices may be in, and must be; one that must be, or -1."""
        cdef int v, root = -1
        clew_assert(self.vertices * <int64_t>sizeof(Visit) <= self.slots * <int64_t>sizeof(word))
        memset(at, 0, self.vertices * sizeof(Visit))
        for v in range(self.vertices):
            at[v].next = self.begins[v]
            at[v].possible = v >= self.arity or self.can(s, v)
            at[v].required = self.required[v - self.arity] if v >= self.arity else self.must(s, v)
            at[v].matters = at[v].required
            if root < 0 and at[v].required:
                root = v
        return root

    cdef void visit(self, Visit* at, int v) noexcept nogil:
        """Find what can be reached from a vertex, and what separates it from those that are required."""
        cdef int32_t time = 1
        cdef int other
        at[v].found = at[v].earliest = time
        at[v].above = -1
        while v >= 0:
            if at[v].next < self.begins[v + 1]:
                other = self.neighbours[at[v].next]
                clew_assert(lies_in(self.neighbours, at[v].next, sizeof(int32_t)) and 0 <= other < self.vertices)
                at[v].next += 1
                if not at[other].possible:
                    continue
                if at[other].found:
                    at[v].earliest = min(at[v].earliest, at[other].found)
                    continue
                time += 1
                at[other].found = at[other].earliest = time
                at[other].above = v
                v = other
                continue
            other = v
            v = at[other].above
            if v >= 0:
                at[v].earliest = min(at[v].earliest, at[other].earliest)
                if at[other].matters:
                    at[v].matters = True
                    at[v].needed |= at[other].earliest >= at[v].found


def compile_connection(compiler, primitive):
    """The vertices that are variables, which have conditions, come first, in the order of the scope."""
    order = sorted(range(len(primitive.vertices)), key=lambda k: isinstance(primitive.vertices[k], bool))
    number = {k: n for n, k in enumerate(order)}
    beside = [[] for _ in order]
    for one, other in primitive.edges:
        beside[number[one]].append(number[other])
        beside[number[other]].append(number[one])
    scope = compiler.numbers(primitive.scope)
    true = [compiler.accepted(primitive.vertices[k]) for k in order[: len(scope)]]
    required = [primitive.vertices[k] for k in order[len(scope) :]]
    Connection(compiler.program, scope, true, required, beside)
