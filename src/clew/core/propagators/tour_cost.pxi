"""Costs of circuits: bounds by cheapest and dearest arcs, and by a spanning tree."""

cdef int64_t KNOWN = INT64_MIN  # the rank of an edge that must be taken
cdef int64_t NO_EDGE = INT64_MAX


cdef struct Grown:
    int64_t rank   # of the cheapest edge to the nodes that the tree has
    int64_t worth  # the cost of that edge
    int32_t begin  # the node where it begins
    bint is_in     # the tree


cdef class TourCost(Propagator):
    """The total, the last variable, is the sum of the costs of the arcs taken.

    A circuit through all nodes costs no less than a tree that spans all nodes but one, and two more edges (Held and
    Karp, The traveling-salesman problem and minimum spanning trees, 1970), with known arcs among its edges. An arc goes
    if each such tree with it is too dear (Benchimol et al., Improved filtering for weighted circuit constraints, 2012).

    Args:
        program: to which it belongs.
        scope: the numbers of the successors, and of the total.
        nodes: rows, one after the other, with for each place of a domain the node that follows; -1 for none.
        rows: for each successor where its row begins.
        places: for each successor, for each node the place of the value that stands for it; -1 for none.
        costs: for each node the cost of the arc to each.
        added: for each node what is added to the costs of arcs; none if there is no tree.
        shift: the bits of the fractions in these.

    Its slots, none of them reversible: the nodes of the tree, and for each two of them the dearest edge between them.
    """

    cdef int32_t* node
    cdef int32_t* row
    cdef int32_t* place
    cdef int64_t* costs
    cdef int64_t* added
    cdef int64_t twice  # all that is added, for two edges at each node
    cdef int size, shift
    cdef bint spans

    def __init__(
        self, Program program, list scope, list nodes, list rows, list places, list costs, list added, int shift
    ):
        self.shift = shift
        self.node, self.row, self.place = self.numbers(nodes), self.numbers(rows), self.numbers(places)
        self.costs, self.added = self.long_numbers(costs), self.long_numbers(added)
        self.size, self.spans, self.twice = len(rows), len(added) > 0, 2 * sum(added)
        slots = self.size * sizeof(Grown) // sizeof(word) + self.size * self.size if self.spans else 0
        self.enter(program, scope, slots, ON_ANY, False, DEAR, False)

    cdef inline bint leads(self, Space* s, int one, int other) noexcept nogil:
        """Whether a node may follow another."""
        cdef int place = self.place[one * self.size + other]
        return place >= 0 and has(s, self.scope[one], place)

    cdef inline int64_t worth(self, int one, int other) noexcept nogil:
        """The cost of an arc with the multipliers of its ends."""
        return (self.costs[one * self.size + other] << self.shift) + self.added[one] + self.added[other]

    cdef bint propagate(self, Space* s) noexcept nogil:
        return self.add_up(s) and (not self.spans or self.span(s))

    cdef bint add_up(self, Space* s) noexcept nogil:
        """Bounds of the total by cheapest and dearest arcs, and arcs that fit into it."""
        cdef int total = self.scope[self.size], k
        cdef int64_t low = 0, high = 0, least, most, bottom, top, cost, at
        for k in range(self.size):
            self.ends(s, k, &least, &most)
            low += least
            high += most
        if not keep_at_least(s, total, low) or not keep_at_most(s, total, high):
            return False
        bottom, top = smallest(s, total) - high, largest(s, total) - low
        for k in range(self.size):
            if is_assigned(s, self.scope[k]):
                continue
            self.ends(s, k, &least, &most)
            at = first_of(s, self.scope[k])
            while at >= 0:
                cost = self.costs[k * self.size + self.node[self.row[k] + at]]
                if not (bottom + most <= cost <= top + least) and not remove(s, self.scope[k], at):
                    return False
                at = next_of(s, self.scope[k], at)
        return True

    cdef inline void ends(self, Space* s, int k, int64_t* least, int64_t* most) noexcept nogil:
        """The costs of the cheapest and of the dearest arc from a node."""
        cdef int64_t at = first_of(s, self.scope[k]), cost
        least[0], most[0] = INT64_MAX, INT64_MIN
        while at >= 0:
            s.work += 1
            clew_assert(self.node[self.row[k] + at] >= 0)
            cost = self.costs[k * self.size + self.node[self.row[k] + at]]
            least[0], most[0] = min(least[0], cost), max(most[0], cost)
            at = next_of(s, self.scope[k], at)

    cdef Grown edge(self, Space* s, int one, int other) noexcept nogil:
        """An edge from one node to another, with its cost in the cheaper direction."""
        cdef Grown made
        made.worth, made.begin, made.is_in = NO_EDGE, one, False
        if self.leads(s, one, other):
            made.worth = self.worth(one, other)
        if self.leads(s, other, one):
            made.worth = min(made.worth, self.worth(other, one))
        made.rank = made.worth
        if self.leads(s, one, other) and is_assigned(s, self.scope[one]):
            made.rank = KNOWN
        if self.leads(s, other, one) and is_assigned(s, self.scope[other]):
            made.rank = KNOWN
        return made

    cdef bint span(self, Space* s) noexcept nogil:
        """Bounds by the cheapest tree."""
        cdef Grown* tree = <Grown*>(s.at + self.slot)
        cdef int64_t* dearest = <int64_t*>(tree + self.size)
        cdef int64_t value = -self.twice, slack
        cdef Grown first, second
        cdef int k, at
        if not self.grow(s, tree, dearest, &value) or not self.close(s, &first, &second):
            return True
        value += first.worth + second.worth
        if not keep_at_least(s, self.scope[self.size], value + (1 << self.shift) - 1 >> self.shift):
            return False
        slack = (largest(s, self.scope[self.size]) << self.shift) - value
        for k in range(1, self.size):  # the nodes where the edges of the first one end
            dearest[k] = dearest[k * self.size] = first.rank if k == first.begin else second.rank
        for k in range(self.size):
            if is_assigned(s, self.scope[k]):
                continue
            for at in range(self.size):
                if at != k and dearest[k * self.size + at] > KNOWN and self.leads(s, k, at):
                    if self.worth(k, at) - dearest[k * self.size + at] > slack:
                        if not remove(s, self.scope[k], self.place[k * self.size + at]):
                            return False
        return True

    cdef bint grow(self, Space* s, Grown* tree, int64_t* dearest, int64_t* value) noexcept nogil:
        """Prim's algorithm; for each two nodes, the dearest edge on the way from one to the other."""
        cdef int k, j, node = 1, left
        cdef Grown found
        s.work += self.size * self.size >> 1
        for k in range(self.size):
            tree[k].is_in, tree[k].rank = k <= 1, NO_EDGE
        for left in range(self.size - 2):
            for j in range(2, self.size):
                if not tree[j].is_in:
                    found = self.edge(s, node, j)
                    if found.rank < tree[j].rank:
                        tree[j] = found
            node = 0
            for j in range(2, self.size):
                if not tree[j].is_in and tree[j].rank < NO_EDGE and (node == 0 or tree[j].rank < tree[node].rank):
                    node = j
            if node == 0:
                return False
            value[0] += tree[node].worth
            dearest[tree[node].begin * self.size + tree[node].begin] = KNOWN
            for j in range(1, self.size):
                if tree[j].is_in:
                    dearest[node * self.size + j] = dearest[j * self.size + node] = max(
                        tree[node].rank, dearest[tree[node].begin * self.size + j]
                    )
            tree[node].is_in = True
        return True

    cdef bint close(self, Space* s, Grown* first, Grown* second) noexcept nogil:
        """The two cheapest edges of the first node, whose beginnings are the other nodes; whether there are any."""
        cdef Grown found
        cdef int j
        first.rank = first.worth = second.rank = second.worth = NO_EDGE
        for j in range(1, self.size):
            found = self.edge(s, j, 0)
            if found.rank < first.rank or (found.rank == first.rank and found.worth < first.worth):
                second[0], first[0] = first[0], found
            elif found.rank < second.rank or (found.rank == second.rank and found.worth < second.worth):
                second[0] = found
        return second.worth < NO_EDGE
