"""All different, with a support for every value (J.-C. Régin, A filtering algorithm for constraints of difference in
CSPs, 1994).

A matching gives each variable a target of its own. The one of the last time is kept: what is left of it is completed by
augmenting paths. It needs no trail, because a matching of small domains is one of larger domains, too, and which one it
is makes no difference to what is pruned.
"""


cdef struct Matched:
    # All of one matching in a space, 32 bits each. Of the variables, by their places in the scope:
    int32_t* place      # that of the value matched, -1 for none
    int32_t* queue      # to visit
    int32_t* index      # in the order of the visit, from 1 on, 0 for none
    int32_t* low        # the least index that is reached
    int32_t* component  # its number, 0 for those that reach a target that nobody takes
    int32_t* next       # the next value to look at
    int32_t* path       # variables whose components are not known yet
    # Of the targets:
    int32_t* owner      # the variable that takes it, -1 for none
    int32_t* taker      # the variable that would take it on an augmenting path,
    int32_t* taken      # and the place of its value
    int32_t* seen       # the number of the search that has seen it
    int32_t* search


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
        self.enter(program, of.variables(), (7 * n + 4 * self.targets + 2) // 2, ON_ANY, False, DEAR, True)

    cdef inline Matched matched(self, Space* s) noexcept nogil:
        """Where things lie in a space."""
        cdef Matched m
        cdef int n = self.arity
        m.place = <int32_t*>(s.at + self.slot)
        m.queue = m.place + n
        m.index = m.queue + n
        m.low = m.index + n
        m.component = m.low + n
        m.next = m.component + n
        m.path = m.next + n
        m.owner = m.path + n
        m.taker = m.owner + self.targets
        m.taken = m.taker + self.targets
        m.seen = m.taken + self.targets
        m.search = m.seen + self.targets
        clew_assert(m.search < <int32_t*>(s.at + self.slot + self.slots))
        return m

    cdef inline int32_t target_of(self, int k, int64_t place) noexcept nogil:
        """The target of a value; -1 if others may take it, too."""
        clew_assert(0 <= k < self.arity)
        if self.target != NULL:
            clew_assert(lies_in(self.target, self.row[k] + place, sizeof(int32_t)))
            return self.target[self.row[k] + place]
        return <int32_t>place + self.spot[k].shift

    cdef bint start(self, Space* s) noexcept nogil:
        """Nobody is matched."""
        cdef Matched m = self.matched(s)
        memset(m.place, 255, self.arity * sizeof(int32_t))
        memset(m.owner, 255, self.targets * sizeof(int32_t))
        memset(m.seen, 0, (self.targets + 1) * sizeof(int32_t))
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef Matched m = self.matched(s)
        cdef int k
        cdef int32_t target
        for k in range(self.arity):
            if m.place[k] >= 0 and not has(s, self.scope[k], m.place[k]):
                target = self.target_of(k, m.place[k])
                if target >= 0:
                    m.owner[target] = -1
                m.place[k] = -1
        for k in range(self.arity):
            if m.place[k] < 0 and not self.augment(s, &m, k):
                return False
        self.join(s, &m)
        return self.prune(s, &m)

    cdef bint augment(self, Space* s, Matched* m, int first) noexcept nogil:
        """Match one more variable, by a shortest augmenting path; False if there is none."""
        cdef int v, head = 0, tail = 1
        cdef int64_t at
        cdef int32_t target
        if m.search[0] == 0x7fffffff:
            memset(m.seen, 0, (self.targets + 1) * sizeof(int32_t))
        m.search[0] += 1
        m.queue[0] = first
        while head < tail:
            v = m.queue[head]
            head += 1
            at = first_of(s, self.scope[v])
            while at >= 0:
                target = self.target_of(v, at)
                if target < 0 or m.owner[target] < 0:
                    self.flip(m, v, <int32_t>at)
                    s.work += head >> 3
                    return True
                if m.seen[target] != m.search[0]:
                    clew_assert(target < self.targets and tail < self.arity and m.owner[target] >= 0)
                    m.seen[target] = m.search[0]
                    m.taker[target], m.taken[target] = v, <int32_t>at
                    m.queue[tail] = m.owner[target]
                    tail += 1
                at = next_of(s, self.scope[v], at)
        return False

    cdef void flip(self, Matched* m, int v, int32_t at) noexcept nogil:
        """Give a variable a target that nobody takes, its own to the one before it on the path, and so on."""
        cdef int32_t target, before
        while True:
            before = m.place[v]
            m.place[v] = at
            target = self.target_of(v, at)
            if target >= 0:
                m.owner[target] = v
            if before < 0:
                return
            target = self.target_of(v, before)
            clew_assert(0 <= target < self.targets)
            v, at = m.taker[target], m.taken[target]

    cdef void join(self, Space* s, Matched* m) noexcept nogil:
        """The strongly connected components (R. Tarjan, Depth-first search and linear graph algorithms, 1972).

        A variable points to those that own the targets of its values. Those with a target that nobody owns point to a
        vertex of index 0 besides, which points to all and stays on the path.
        """
        cdef int root, v, w, depth, visited = 0, edges = 0, on_path = 0
        cdef int64_t at
        cdef int32_t target
        cdef int32_t* stack = m.queue
        memset(m.index, 0, self.arity * sizeof(int32_t))
        memset(m.component, 0, self.arity * sizeof(int32_t))
        for root in range(self.arity):
            if m.index[root]:
                continue
            stack[0] = root
            depth = 1
            while depth:
                v = stack[depth - 1]
                if m.index[v] == 0:
                    visited += 1
                    m.index[v] = m.low[v] = visited
                    m.next[v] = <int32_t>first_of(s, self.scope[v])
                    clew_assert(on_path < self.arity)
                    m.path[on_path] = v
                    on_path += 1
                at = m.next[v]
                if at >= 0:
                    edges += 1
                    m.next[v] = <int32_t>next_of(s, self.scope[v], at)
                    target = self.target_of(v, at)
                    clew_assert(target < self.targets)
                    w = m.owner[target] if target >= 0 else -1
                    if w < 0:
                        m.low[v] = 0
                    elif m.index[w] == 0:
                        clew_assert(depth < self.arity)
                        stack[depth] = w
                        depth += 1
                    elif m.component[w] == 0:
                        m.low[v] = min(m.low[v], m.index[w])
                    continue
                depth -= 1
                if depth:
                    w = stack[depth - 1]
                    m.low[w] = min(m.low[w], m.low[v])
                if m.low[v] == m.index[v]:
                    w = -1
                    while w != v:
                        on_path -= 1
                        clew_assert(on_path >= 0)
                        w = m.path[on_path]
                        m.component[w] = v + 1
        s.work += edges + self.arity >> 4

    cdef bint prune(self, Space* s, Matched* m) noexcept nogil:
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
                w = m.owner[target] if target >= 0 else -1
                if w >= 0 and m.component[w] and m.component[w] != m.component[k] and not remove(s, v, at):
                    return False
                at = next_of(s, v, at)
        return True
