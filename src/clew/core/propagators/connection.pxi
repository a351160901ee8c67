"""Connections: domain consistency by reachability and articulation points.

R. Tarjan, Depth-first search and linear graph algorithms, 1972.
"""


cdef struct Visit:
    int32_t found     # when the vertex was found, from 1; 0 if it was not
    int32_t earliest  # the first of those to which an edge leads from there or from below
    int32_t next      # the edge to look at next
    int32_t above     # the vertex from which it was found
    int32_t below     # how many variables were found from there on, with its own
    int32_t parted    # and of these how many it separates from the vertex at which the search began
    int32_t far       # how many variables at least have to be added to reach it; -1 if it is not reached
    int32_t waiting   # the next vertex of those that wait
    uint8_t possible, required
    uint8_t matters   # whether a vertex that is required is there or below
    uint8_t needed    # whether it separates one that is required
    uint8_t is_joined  # whether the piece of required vertices, or what may be one, has been looked at


cdef class Connection(Conditions):
    """The vertices of a graph that are in are connected by way of each other; maybe a number of them is given.

    Of a number only necessary conditions are looked at: from each piece of what is in already no vertex is farther away
    than variables may be added, and no piece, with or without one of its vertices, has to be smaller than it may be.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, each once.
        true: for each variable the places of the values with which its vertex is in.
        required: for each vertex beyond those whether it is in always; otherwise it is in as others need it.
        neighbours: for each vertex its neighbours.
        least, most: how many variables are in.

    Its slots: what the conditions were if the last run took nothing, and what a run finds about each vertex.
    """

    cdef int vertices, least, most
    cdef int32_t* required
    cdef int32_t* begins      # for each vertex where its neighbours begin, and where the last ones end
    cdef int32_t* neighbours  # of all vertices

    def __init__(
        self, Program program, list scope, list true, list required, list neighbours, int least, int most
    ):
        self.accept(program, scope, true)
        self.vertices = len(scope) + len(required)
        self.least, self.most = least, most
        self.required = self.numbers(required)
        self.neighbours = self.flat(neighbours, &self.begins)
        cdef bint is_free = least == 0 and most == self.arity
        cdef int slots = 1 + len(scope) + (self.vertices * sizeof(Visit) + 7) // sizeof(word)
        self.enter(program, scope, slots, ON_ANY, False, DEAR, is_free)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word* noted = s.at + self.slot
        if self.are_noted(s, noted):
            return True
        noted[0] = self.prune(s, <Visit*>(noted + 1 + self.arity))
        if not noted[0]:
            return False
        noted[0] = self.are_noted(s, noted)
        return True

    cdef bint prune(self, Space* s, Visit* at) noexcept nogil:
        cdef int v, root = self.begin(s, at)
        s.work += self.vertices >> 4
        if self.most < self.arity and not self.stay_near(s, at):
            return False
        if root < 0:
            return self.least == 0 or self.find_room(s, at)
        self.visit(at, root)
        if at[root].below < self.least:
            return False
        for v in range(self.vertices):
            if at[v].required:
                if not at[v].found:
                    return False
            elif v < self.arity and at[v].possible:
                if not at[v].found:
                    if not self.violate(s, v):
                        return False
                elif at[v].needed or at[root].below - 1 - at[v].parted < self.least:
                    if not self.satisfy(s, v):
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

    cdef int room(self, const Visit* at) noexcept nogil:
        """How many more variables may be in."""
        cdef int v, room = self.most
        for v in range(self.arity):
            room -= at[v].required
        return room

    cdef bint stay_near(self, Space* s, Visit* at) noexcept nogil:
        """Leave out the vertices that are too far from some piece of what is in."""
        cdef int v, source, room = self.room(at)
        if room < 0:
            return False
        for v in range(self.arity):
            if room == 0 and at[v].possible and not at[v].required:
                at[v].possible = False
                if not self.violate(s, v):
                    return False
        for source in range(self.vertices):
            if not at[source].required or at[source].is_joined:
                continue
            self.reach(at, source, room, -1)
            for v in range(self.vertices):
                if at[v].far == 0 and at[v].required:
                    at[v].is_joined = True
                elif at[v].far < 0 and at[v].required:
                    return False
                elif at[v].far < 0 and v < self.arity and at[v].possible:
                    at[v].possible = False
                    if not self.violate(s, v):
                        return False
        return True

    cdef void reach(self, Visit* at, int source, int room, int without) noexcept nogil:
        """Measure how far each vertex is from one, up to a number of variables that may be added, and without one."""
        cdef int v, i, other, far = 0, now = source, later = -1
        for v in range(self.vertices):
            at[v].far = -1
        at[source].far = 0
        at[source].waiting = -1
        while now >= 0:
            v = now
            now = at[v].waiting
            for i in range(self.begins[v], self.begins[v + 1]):
                other = self.neighbours[i]
                if at[other].far >= 0 or not at[other].possible or other == without:
                    continue
                if other >= self.arity or at[other].required:
                    at[other].far = far
                    at[other].waiting = now
                    now = other
                elif far < room:
                    at[other].far = far + 1
                    at[other].waiting = later
                    later = other
            if now < 0:
                now, later = later, -1
                far += 1

    cdef bint find_room(self, Space* s, Visit* at) noexcept nogil:
        """Nothing is in yet: what is too small for all is out, and what alone is just large enough is in."""
        cdef int v, root, size, last = -1, large = 0
        for root in range(self.arity):
            if not at[root].possible or at[root].is_joined:
                continue
            self.reach(at, root, self.vertices, -1)
            size = self.reached(at)
            if size >= self.least:
                large += 1
                last = root if size == self.least else -1
            for v in range(self.arity):
                if at[v].far >= 0:
                    at[v].is_joined = True
                    if size < self.least and not self.violate(s, v):
                        return False
        if large == 1 and last >= 0:
            self.reach(at, last, self.vertices, -1)
            for v in range(self.arity):
                if at[v].far >= 0 and not self.satisfy(s, v):
                    return False
        return large > 0

    cdef int reached(self, const Visit* at) noexcept nogil:
        """How many variables were reached."""
        cdef int v, number = 0
        for v in range(self.arity):
            number += at[v].far >= 0
        return number

    cdef void visit(self, Visit* at, int v) noexcept nogil:
        """Find what can be reached from a vertex, and what separates it from those that are required."""
        cdef int32_t time = 1
        cdef int other
        at[v].found = at[v].earliest = time
        at[v].above = -1
        at[v].below = v < self.arity
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
                at[other].below = other < self.arity
                v = other
                continue
            other = v
            v = at[other].above
            if v >= 0:
                at[v].earliest = min(at[v].earliest, at[other].earliest)
                at[v].below += at[other].below
                if at[other].earliest >= at[v].found:
                    at[v].parted += at[other].below
                if at[other].matters:
                    at[v].matters = True
                    at[v].needed |= at[other].earliest >= at[v].found

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """What is reached from a vertex lacks one that is in, or is too small: the vertices around are out.

        A vertex that was left out is not reached itself; one that was found to be needed is not passed.
        """
        cdef Visit* at = <Visit*>scratch_of(a, self.slots)
        cdef int v, source, room, target = -1, without = -1
        source = -1 if at == NULL else self.begin(a.space, at)
        if removal != NULL:
            for v in range(self.arity):
                if self.scope[v] == removal.v:
                    k = removal.place - row_at(a.space.shape, removal.v)
                    if self.true[self.row[v] + k] & removal.bits:
                        target = v
                    else:
                        without = v
        if source < 0:
            need_all(self, a, removal)
            return
        if self.is_cut_off(a, at, source, self.vertices, target, without):
            return
        room = self.room(at)
        for source in range(self.vertices):
            if room > 0 and at[source].required and self.is_cut_off(a, at, source, room, target, without):
                return
        if room > 0:
            need_all(self, a, removal)
            return
        for v in range(self.arity):
            if at[v].required:
                self.need_word(a, v, True)

    cdef bint is_cut_off(
        self, Analysis* a, Visit* at, int source, int room, int target, int without
    ) noexcept nogil:
        """Whether what is reached from a vertex shows a removal, whose needs are noted then."""
        cdef int v, lost = -1
        cdef bint is_free = room == self.vertices
        self.reach(at, source, room, without)
        if target >= 0:
            if at[target].far >= 0:
                return False
        else:
            for v in range(self.vertices):
                if at[v].required and at[v].far < 0:
                    lost = v
            if lost < 0 and self.reached(at) >= self.least:
                return False
        for v in range(self.arity):
            if at[v].required and (not is_free or v == source or v == lost):
                self.need_word(a, v, True)
        self.need_borders(a, at, room)
        return True

    cdef void need_borders(self, Analysis* a, const Visit* at, int room) noexcept nogil:
        """The vertices beside those that were reached, and that would be reached, are out."""
        cdef int v, i
        for v in range(self.vertices):
            if 0 <= at[v].far < room:
                for i in range(self.begins[v], self.begins[v + 1]):
                    if not at[self.neighbours[i]].possible:
                        self.need_word(a, self.neighbours[i], False)


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
    Connection(compiler.program, scope, true, required, beside, *getattr(primitive, "sizes", (0, len(scope))))
