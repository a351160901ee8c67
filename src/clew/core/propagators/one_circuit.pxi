"""Circuits: no path of known successors closes too early, and the nodes are connected."""


cdef class OneCircuit(Propagator):
    """The end of a path does not lead to its beginning as long as it lacks a node that must be on the circuit.

    All these reach each other; a node that does not reach one of them, or that it does not reach, is left out.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        nodes: rows, one after the other, with for each place of a domain the node that follows; -1 for none.
        rows: for each variable where its row begins.
        places: for each variable, for each node the place of the value that stands for it; -1 for none.
        loops: whether nodes may be left out.

    Its slots, none of them reversible: for each node the next one, if it is known, the one before, marks and a queue.
    """

    cdef int32_t* node
    cdef int32_t* row
    cdef int32_t* place
    cdef bint loops

    def __init__(self, Program program, list scope, list nodes, list rows, list places, bint loops):
        self.node, self.row, self.place = self.numbers(nodes), self.numbers(rows), self.numbers(places)
        self.loops = loops
        self.enter(program, scope, 2 * len(scope), ON_ANY, False, MEDIUM, False)

    cdef inline bint leads(self, Space* s, int one, int other) noexcept nogil:
        """Whether a node may follow another."""
        cdef int place = self.place[one * self.arity + other]
        return place >= 0 and has(s, self.scope[one], place)

    cdef inline bint is_required(self, Space* s, int k) noexcept nogil:
        return not self.loops or not self.leads(s, k, k)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int32_t* after = <int32_t*>(s.at + self.slot)
        s.work += self.arity
        return self.look(s, after) and self.follow(s, after) and self.connect(s, after)

    cdef bint look(self, Space* s, int32_t* after) noexcept nogil:
        """Read the known successors; False if two are the same. Of the last open variable these go."""
        cdef int32_t* before = after + self.arity
        cdef int k, to, last = -1, unknown = 0
        for k in range(self.arity):
            before[k] = -1
        for k in range(self.arity):
            after[k] = -1
            if not is_assigned(s, self.scope[k]):
                unknown += 1
                last = k
                continue
            to = after[k] = self.node[self.row[k] + first_of(s, self.scope[k])]
            if to < 0 or before[to] >= 0:
                return False
            before[to] = k
        for to in range(self.arity if unknown == 1 else 0):
            if before[to] < 0 or not self.leads(s, last, to):
                continue
            if not remove(s, self.scope[last], self.place[last * self.arity + to]):
                return False
        return True

    cdef bint follow(self, Space* s, const int32_t* after) noexcept nogil:
        """Look at the paths of known successors. Two circuits that have all required nodes are left to `connect`."""
        cdef const int32_t* before = after + self.arity
        cdef int32_t* seen = <int32_t*>before + self.arity
        cdef int k, end, length, required = 0, closed = 0
        for k in range(self.arity):
            seen[k] = False
            required += self.is_required(s, k)
        for k in range(self.arity):
            if before[k] >= 0:
                continue
            end, length = k, 0
            seen[k] = True
            while after[end] >= 0:
                end = after[end]
                seen[end] = True
                length += 1
            if (length or not self.loops) and length + self.is_required(s, end) < required and self.leads(s, end, k):
                if not remove(s, self.scope[end], self.place[end * self.arity + k]):
                    return False
        for k in range(self.arity):
            closed += not seen[k] and not (self.loops and after[k] == k)
        if closed and closed != required:
            return False
        for k in range(self.arity if closed else 0):
            if seen[k] and not self.leave_out(s, k):
                return False
        return True

    cdef bint leave_out(self, Space* s, int k) noexcept nogil:
        cdef int place = self.place[k * self.arity + k] if self.loops else -1
        if place < 0 or not has(s, self.scope[k], place):
            return False
        return is_assigned(s, self.scope[k]) or assign(s, self.scope[k], place)

    cdef bint connect(self, Space* s, int32_t* marks) noexcept nogil:
        """Leave out the nodes that are not connected with one that must be on the circuit, both ways."""
        cdef int k, root = 0
        while root < self.arity and not self.is_required(s, root):
            root += 1
        if root == self.arity:
            return True
        memset(marks, 0, self.arity * sizeof(int32_t))
        self.spread(s, marks, root, 1)
        self.spread(s, marks, root, 2)
        for k in range(self.arity):
            if marks[k] != 3 and not self.leave_out(s, k):
                return False
        return True

    cdef void spread(self, Space* s, int32_t* marks, int root, int mark) noexcept nogil:
        """Mark the nodes that are reached from one (1), or that reach it (2)."""
        cdef int32_t* queue = marks + 3 * self.arity
        cdef int k, node, at = 0, end = 1
        queue[0] = root
        marks[root] |= mark
        while at < end and end < self.arity:
            node = queue[at]
            at += 1
            s.work += self.arity >> 4
            for k in range(self.arity):
                if not marks[k] & mark and (self.leads(s, node, k) if mark == 1 else self.leads(s, k, node)):
                    marks[k] |= mark
                    queue[end] = k
                    end += 1


def compile_one_circuit(compiler, primitive):
    """Values that stand for no node are never there."""
    scope, nodes = compiler.numbers(primitive.scope), primitive.nodes
    labels, rows = compiler.labels(scope, lambda value: nodes.get(value, -1))
    places = [compiler.declared(v).positions.get(value, -1) for v in scope for value in nodes]
    OneCircuit(compiler.program, scope, labels, rows, places, primitive.loops)
