"""All different, with a support for every value (J.-C. Régin, A filtering algorithm for constraints of difference in
CSPs, 1994).

A matching gives each variable a target of its own. The one of the last time is kept: what is left of it is completed by
augmenting paths. It needs no trail, because a matching of small domains is one of larger domains, too, and which one it
is makes no difference to what is pruned.
"""


cdef enum:
    MOST_CLOSED = 24  # variables of which all are compared with all


cdef struct Matched:
    # A variable in a matching.
    int32_t place      # that of the value matched, -1 for none
    int32_t queued     # a variable to visit: all of these are a queue, or a stack
    int32_t index      # in the order of the visit, from 1 on, 0 for none
    int32_t low        # the least index that is reached
    int32_t component  # its number, 0 for those that reach a target that nobody takes
    int32_t next       # the next value to look at
    int32_t on_path    # a variable whose component is not known yet: all of these are a stack


cdef struct Target:
    int32_t owner      # the variable that takes it, -1 for none
    int32_t taker      # the variable that would take it on an augmenting path,
    int32_t taken      # and the place of its value
    int32_t seen       # the number of the search that has seen it; of one more behind the last, that of the latest


cdef class Matching(Propagator):
    """Every value is in a matching of the variables with targets.

    Args:
        program: to which it belongs.
        of: the `Distinct` or `DistinctMapped` of the same variables, none of them an interval.
    """

    cdef Propagator of
    cdef const int32_t* target   # of each value, one variable after the other; NULL if they are places that were moved
    cdef const int32_t* row      # for each variable the number of the first of its values
    cdef const Spot* spot
    cdef int targets

    def __init__(self, Program program, Propagator of not None):
        cdef int n = of.arity
        self.of = of
        if isinstance(of, Distinct):
            self.targets = (<Distinct>of).targets
            self.spot = (<Distinct>of).spot
        else:
            self.targets = (<DistinctMapped>of).targets
            self.target, self.row = (<DistinctMapped>of).target, (<DistinctMapped>of).row
        self.enter(program, of.variables(), (7 * n + 4 * (self.targets + 1) + 1) // 2, ON_ANY, False, DEAR, True)

    cdef inline int32_t target_of(self, int k, int64_t place) noexcept nogil:
        """The target of a value; -1 if others may take it, too."""
        clew_assert(0 <= k < self.arity)
        if self.target != NULL:
            clew_assert(lies_in(self.target, self.row[k] + place, sizeof(int32_t)))
            return self.target[self.row[k] + place]
        return <int32_t>place + self.spot[k].shift

    cdef bint start(self, Space* s) noexcept nogil:
        """Nobody is matched."""
        cdef Matched* m = <Matched*>(s.at + self.slot)
        cdef Target* targets = <Target*>(m + self.arity)
        cdef int k
        clew_assert(<word*>(targets + self.targets + 1) <= s.at + self.slot + self.slots)
        memset(targets, 0, (self.targets + 1) * sizeof(Target))
        for k in range(self.arity):
            m[k].place = -1
        for k in range(self.targets):
            targets[k].owner = -1
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef Matched* m = <Matched*>(s.at + self.slot)
        cdef Target* targets = <Target*>(m + self.arity)
        cdef int k
        cdef int32_t target
        for k in range(self.arity):
            if m[k].place >= 0 and not has(s, self.scope[k], m[k].place):
                target = self.target_of(k, m[k].place)
                if target >= 0:
                    targets[target].owner = -1
                m[k].place = -1
        for k in range(self.arity):
            if m[k].place < 0 and not self.augment(s, m, targets, k):
                return False
        if self.arity < MOST_CLOSED:
            return self.prune_few(s, m, targets)
        self.join(s, m, targets)
        return self.prune(s, m, targets)

    cdef bint prune_few(self, Space* s, const Matched* m, const Target* targets) noexcept nogil:
        """The same as `join` and `prune` for few variables (S. Warshall, A theorem on Boolean matrices, 1962).

        A bit more stands for the targets that nobody owns, from which each variable is reached.
        """
        cdef word reached[MOST_CLOSED + 1]
        cdef word near[MOST_CLOSED]
        cdef word bit, through
        cdef int n = self.arity, k, w, edges = 0
        cdef int64_t at
        cdef int32_t target
        for k in range(n):
            near[k] = 0
            at = first_of(s, self.scope[k])
            while at >= 0:
                edges += 1
                target = self.target_of(k, at)
                clew_assert(target < self.targets)
                w = targets[target].owner if target >= 0 else -1
                near[k] |= <word>1 << (w if w >= 0 else n)
                at = next_of(s, self.scope[k], at)
            reached[k] = near[k]
        reached[n] = ~<word>0
        for w in range(n + 1):
            through = reached[w]
            for k in range(n):
                reached[k] |= through & (0 - (reached[k] >> w & 1))
        s.work += edges + n >> 4
        for k in range(n):
            bit = near[k] & ~(<word>1 << n)
            while bit and reached[clew_lowest(bit)] >> k & 1:
                bit &= bit - 1
            if bit and not self.prune_one(s, reached, targets, k):
                return False
        return True

    cdef bint prune_one(self, Space* s, const word* reached, const Target* targets, int k) noexcept nogil:
        """Take the values of a variable whose targets are owned by those from which it is not reached."""
        cdef int64_t at = first_of(s, self.scope[k])
        cdef int32_t target
        cdef int w
        while at >= 0:
            target = self.target_of(k, at)
            w = targets[target].owner if target >= 0 else -1
            if w >= 0 and not reached[w] >> k & 1 and not remove(s, self.scope[k], at):
                return False
            at = next_of(s, self.scope[k], at)
        return True

    cdef bint augment(self, Space* s, Matched* m, Target* targets, int first) noexcept nogil:
        """Match one more variable, by a shortest augmenting path; False if there is none."""
        cdef int v, head = 0, tail = 1
        cdef int64_t at
        cdef int32_t target
        cdef int32_t* search = &targets[self.targets].seen
        if search[0] == INT32_MAX:
            for v in range(self.targets + 1):
                targets[v].seen = 0
        search[0] += 1
        m[0].queued = first
        while head < tail:
            v = m[head].queued
            head += 1
            at = first_of(s, self.scope[v])
            while at >= 0:
                target = self.target_of(v, at)
                if target < 0 or targets[target].owner < 0:
                    self.flip(m, targets, v, <int32_t>at)
                    s.work += head >> 3
                    return True
                if targets[target].seen != search[0]:
                    clew_assert(target < self.targets and tail < self.arity and targets[target].owner >= 0)
                    targets[target].seen = search[0]
                    targets[target].taker, targets[target].taken = v, <int32_t>at
                    m[tail].queued = targets[target].owner
                    tail += 1
                at = next_of(s, self.scope[v], at)
        return False

    cdef void flip(self, Matched* m, Target* targets, int v, int32_t at) noexcept nogil:
        """Give a variable a target that nobody takes, its own to the one before it on the path, and so on."""
        cdef int32_t target, before
        while True:
            before = m[v].place
            m[v].place = at
            target = self.target_of(v, at)
            if target >= 0:
                targets[target].owner = v
            if before < 0:
                return
            target = self.target_of(v, before)
            clew_assert(0 <= target < self.targets)
            v, at = targets[target].taker, targets[target].taken

    cdef void join(self, Space* s, Matched* m, const Target* targets) noexcept nogil:
        """The strongly connected components (R. Tarjan, Depth-first search and linear graph algorithms, 1972).

        A variable points to those that own the targets of its values. Those with a target that nobody owns point to a
        vertex of index 0 besides, which points to all and stays on the path.
        """
        cdef int root, v, w, depth, visited = 0, edges = 0, on_path = 0
        cdef int64_t at
        cdef int32_t target
        for v in range(self.arity):
            m[v].index = m[v].component = 0
        for root in range(self.arity):
            if m[root].index:
                continue
            m[0].queued = root
            depth = 1
            while depth:
                v = m[depth - 1].queued
                if m[v].index == 0:
                    visited += 1
                    m[v].index = m[v].low = visited
                    m[v].next = <int32_t>first_of(s, self.scope[v])
                    clew_assert(on_path < self.arity)
                    m[on_path].on_path = v
                    on_path += 1
                at = m[v].next
                if at >= 0:
                    edges += 1
                    m[v].next = <int32_t>next_of(s, self.scope[v], at)
                    target = self.target_of(v, at)
                    clew_assert(target < self.targets)
                    w = targets[target].owner if target >= 0 else -1
                    if w < 0:
                        m[v].low = 0
                    elif m[w].index == 0:
                        clew_assert(depth < self.arity)
                        m[depth].queued = w
                        depth += 1
                    elif m[w].component == 0:
                        m[v].low = min(m[v].low, m[w].index)
                    continue
                depth -= 1
                if depth:
                    w = m[depth - 1].queued
                    m[w].low = min(m[w].low, m[v].low)
                if m[v].low == m[v].index:
                    w = -1
                    while w != v:
                        on_path -= 1
                        clew_assert(on_path >= 0)
                        w = m[on_path].on_path
                        m[w].component = v + 1
        s.work += edges + self.arity >> 4

    cdef bint prune(self, Space* s, Matched* m, const Target* targets) noexcept nogil:
        """Keep the values that a matching has: their targets are free, their own, or can be left to them."""
        cdef int k, v, w
        cdef int64_t at
        cdef int32_t target
        for k in range(self.arity):
            v = self.scope[k]
            if is_assigned(s, v):
                continue
            at = first_of(s, v)
            while at >= 0:
                target = self.target_of(k, at)
                w = targets[target].owner if target >= 0 else -1
                if w >= 0 and m[w].component and m[w].component != m[k].component and not remove(s, v, at):
                    return False
                at = next_of(s, v, at)
        return True
