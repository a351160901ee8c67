"""Automata, unrolled over the positions: the values on a path from the start to an accepting end.

G. Pesant, A regular language membership constraint for finite sequences of variables, 2004. A *layer* is the set of
the states before a position that lie on such a path still. Each run recomputes only the layers next to a domain or a
layer that has changed since the last one: forward, which states can be reached; backward, from which of them the end
can, and which values lead there.
"""


cdef struct Arc:
    word values     # with which it is taken, those of
    int32_t part    # a word of the domain
    int32_t target  # the state that it leads to, counted from the first one there


cdef struct Paths:
    int32_t* sizes        # how many states there are before each position, and after the last one
    int32_t* first_state  # for each position the number of its first state among all of them
    int32_t* first_arc    # for each state the number of its first arc, and for the last one the end of them
    Arc* arc


cdef class Unrolled(Owner):
    """The states of an automaton, and arcs: steps from one to another, those of values of one word of a domain as one.

    Those on no path from the start to an accepting end are left out.

    Args:
        layers: for each position, and after the last one, for each state there the steps from it: the place of the
            value of each, and the state that it leads to.
    """

    cdef Paths paths

    def __cinit__(self, list layers not None):
        cdef Paths* own = &self.paths
        cdef list sizes = [*map(len, layers)], rows = [row for layer in layers[: len(layers) - 1] for row in layer]
        cdef int state, arc, arcs = 0, place, target
        cdef int32_t* latest = <int32_t*>self.allocate(max(sizes), sizeof(int32_t))  # the arc to a target, from 1 on
        own.sizes = self.numbers(sizes)
        own.first_state = self.row_begins(sizes)
        own.first_arc = <int32_t*>self.allocate(len(rows) + 1, sizeof(int32_t))
        own.arc = <Arc*>self.allocate(sum(map(len, rows)), sizeof(Arc))
        for state in range(len(rows)):
            for place, target in rows[state]:
                arc = latest[target] - 1
                if arc < own.first_arc[state] or own.arc[arc].part != place >> 6:
                    arc, arcs = arcs, arcs + 1
                    own.arc[arc].part, own.arc[arc].target, latest[target] = place >> 6, target, arcs
                own.arc[arc].values |= <word>1 << (place & 63)
            own.first_arc[state + 1] = arcs
        own.arc = <Arc*>self.resize(own.arc, arcs, sizeof(Arc))


cdef class Automaton(Propagator):
    """The values, read from the first variable to the last, are accepted.

    Its slots hold for each position the domain that it has seen last, as the first word of it tells (the bits, or else
    their number; 0 if it is to be looked at in any case); then the layers, a bit for each state.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables. None of them is an interval.
        unrolled: the states and steps.
    """

    cdef Unrolled unrolled
    cdef int32_t* layer  # for each position the distance of its first word from the first slot
    cdef int scratch     # the distance of words that hold what one step computes, and are not kept

    def __init__(self, Program program, list scope, Unrolled unrolled not None):
        cdef int p, widest
        cdef list sizes
        clew_assert(lies_in(unrolled.paths.sizes, len(scope), sizeof(int32_t)))
        sizes = [unrolled.paths.sizes[p] + 63 >> 6 for p in range(len(scope) + 1)]
        widest = max(sizes + [program.shape.lengths[<int>v] for v in scope])
        self.unrolled = unrolled
        self.layer = self.row_begins(sizes, len(scope))
        self.scratch = self.layer[len(sizes)]
        self.enter(program, scope, self.scratch + widest, ON_ANY, False, MEDIUM, True)

    cdef bint start(self, Space* s) noexcept nogil:
        cdef int p
        for p in range(self.arity + 1):
            write_ones(s.at + self.slot + self.layer[p], self.unrolled.paths.sizes[p])
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int p, seen = self.slot
        if self.unrolled.paths.sizes[0] == 0:
            return False
        for p in range(self.arity):
            if s.at[seen + p] != s.at[s.shape.place[self.scope[p]]] and not self.forward(s, p):
                return False
        for p in range(self.arity - 1, -1, -1):
            if s.at[seen + p] != s.at[s.shape.place[self.scope[p]]]:
                if not self.backward(s, p):
                    return False
                put(s, seen + p, s.at[s.shape.place[self.scope[p]]])
        return True

    cdef bint forward(self, Space* s, int p) noexcept nogil:
        """Keep of the layer after a position what can be reached; False if that is nothing."""
        cdef const Paths* own = &self.unrolled.paths
        cdef int length = own.sizes[p] + 63 >> 6, next_length = own.sizes[p + 1] + 63 >> 6
        cdef int at = self.slot + self.layer[p], after = self.slot + self.layer[p + 1], v = self.scope[p]
        cdef int k, arc, state, target
        cdef const word* now = bits_of(s, v)
        cdef word* reached = s.at + self.slot + self.scratch
        cdef word left, kept, any_kept = 0
        cdef bint loses = False
        cdef int64_t work = 0
        clew_assert(0 <= p < self.arity and self.scratch + next_length <= self.slots)
        memset(reached, 0, next_length * sizeof(word))
        for k in range(length):
            left = s.at[at + k]
            while left:
                state = own.first_state[p] + 64 * k + clew_lowest(left)
                clew_assert(lies_in(own.first_arc, state + 1, sizeof(int32_t)))
                left &= left - 1
                for arc in range(own.first_arc[state], own.first_arc[state + 1]):
                    clew_assert(lies_in(own.arc, arc, sizeof(Arc)))
                    target = own.arc[arc].target
                    clew_assert(0 <= target < own.sizes[p + 1] and 0 <= own.arc[arc].part < s.shape.lengths[v])
                    if now[own.arc[arc].part] & own.arc[arc].values:
                        reached[target >> 6] |= <word>1 << (target & 63)
                work += own.first_arc[state + 1] - own.first_arc[state]
        for k in range(next_length):
            kept = s.at[after + k] & reached[k]
            any_kept |= kept
            if kept != s.at[after + k]:
                loses = True
                put(s, after + k, kept)
        if loses and p + 1 < self.arity:
            put(s, self.slot + p + 1, 0)
        s.work += work >> 6
        return any_kept != 0

    cdef bint backward(self, Space* s, int p) noexcept nogil:
        """Keep of the layer before a position the states that lead to the one after it, and the values that do."""
        cdef const Paths* own = &self.unrolled.paths
        cdef int length = own.sizes[p] + 63 >> 6, v = self.scope[p]
        cdef int at = self.slot + self.layer[p], after = self.slot + self.layer[p + 1]
        cdef int k, arc, state, target
        cdef const word* now = bits_of(s, v)
        cdef word* useful = s.at + self.slot + self.scratch
        cdef word left, kept, values
        cdef bint loses = False, leads
        cdef int64_t work = 0
        clew_assert(0 <= p < self.arity and self.scratch + s.shape.lengths[v] <= self.slots)
        memset(useful, 0, s.shape.lengths[v] * sizeof(word))
        for k in range(length):
            left = kept = s.at[at + k]
            while left:
                state = own.first_state[p] + 64 * k + clew_lowest(left)
                clew_assert(lies_in(own.first_arc, state + 1, sizeof(int32_t)))
                leads = False
                for arc in range(own.first_arc[state], own.first_arc[state + 1]):
                    clew_assert(lies_in(own.arc, arc, sizeof(Arc)))
                    target = own.arc[arc].target
                    clew_assert(0 <= target < own.sizes[p + 1] and 0 <= own.arc[arc].part < s.shape.lengths[v])
                    if s.at[after + (target >> 6)] >> (target & 63) & 1:
                        values = now[own.arc[arc].part] & own.arc[arc].values
                        useful[own.arc[arc].part] |= values
                        leads |= values != 0
                if not leads:
                    kept &= ~(left & (0 - left))
                left &= left - 1
                work += own.first_arc[state + 1] - own.first_arc[state]
            if kept != s.at[at + k]:
                loses = True
                put(s, at + k, kept)
        if loses and p > 0:
            put(s, self.slot + p - 1, 0)
        s.work += work >> 6
        return keep_all(s, v, useful)

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """Keep each arc with what was taken from the start or from an acceptance: walk away from it to where that was.

        A state that must not be reached passes that on to those before it that cannot be; only a value that leads to it
        from one that can be has to be missing. So it is with states from which nothing must be accepted.
        """
        cdef const Paths* own = &self.unrolled.paths
        cdef int words = self.scratch - self.arity, p, state, arc, taken = self.arity
        cdef word* may = scratch_of(a, 2 * words)  # for each layer the states that can be reached, or lead to the end
        cdef word* must = may + words              # those of which it must not be so
        for p in range(self.arity if removal != NULL else 0):
            if self.scope[p] == removal.v:
                taken = p if taken == self.arity else -1
        if may == NULL or taken < 0:
            Propagator.explain(self, a, k, removal)
            return
        self.walk(a, may, taken)
        if removal == NULL:
            write_ones(must + self.layer[self.arity] - self.arity, own.sizes[self.arity])
        for state in range(own.first_state[taken], own.first_state[taken + 1] if removal != NULL else 0):
            for arc in range(own.first_arc[state], own.first_arc[state + 1]):
                k = row_at(a.space.shape, removal.v) + own.arc[arc].part
                if k == removal.place and removal.bits & own.arc[arc].values:
                    if self.is_in(may, taken, state - own.first_state[taken]):
                        self.note(must, taken + 1, own.arc[arc].target)
                    else:
                        self.note(must, taken, state - own.first_state[taken])
        p = taken - 1
        while p >= 0 and self.has_any(must, p + 1):
            self.part(a, may, must, p, True)
            p -= 1
        p = taken + 1
        while p < self.arity and self.has_any(must, p):
            self.part(a, may, must, p, False)
            p += 1

    cdef inline bint is_in(self, const word* states, int p, int state) noexcept nogil:
        """Whether a state of a layer is among some, of all layers."""
        return states[self.layer[p] - self.arity + (state >> 6)] >> (state & 63) & 1

    cdef inline bint has_any(self, const word* states, int p) noexcept nogil:
        """Whether any state of a layer is among some."""
        cdef int k
        for k in range(self.layer[p], self.layer[p + 1]):
            if states[k - self.arity]:
                return True
        return False

    cdef inline void note(self, word* states, int p, int state) noexcept nogil:
        states[self.layer[p] - self.arity + (state >> 6)] |= <word>1 << (state & 63)

    cdef void walk(self, Analysis* a, word* may, int taken) noexcept nogil:
        """Note the states up to a position that can be reached, and those behind it from which the end can be."""
        cdef const Paths* own = &self.unrolled.paths
        cdef int p, i, state, arc
        cdef const word* now
        write_ones(may, own.sizes[0])
        if taken < self.arity:
            write_ones(may + self.layer[self.arity] - self.arity, own.sizes[self.arity])
        for i in range(self.arity):
            p = i if i <= taken else self.arity + taken - i
            now = bits_of(a.space, self.scope[p])
            for state in range(own.first_state[p], own.first_state[p + 1] if p != taken else 0):
                if p < taken and not self.is_in(may, p, state - own.first_state[p]):
                    continue
                for arc in range(own.first_arc[state], own.first_arc[state + 1]):
                    if now[own.arc[arc].part] & own.arc[arc].values == 0:
                        continue
                    if p < taken:
                        self.note(may, p + 1, own.arc[arc].target)
                    elif self.is_in(may, p + 1, own.arc[arc].target):
                        self.note(may, p, state - own.first_state[p])
                        break

    cdef void part(self, Analysis* a, const word* may, word* must, int p, bint is_before) noexcept nogil:
        """Part the states beside a position that must be parted; see `explain`."""
        cdef const Paths* own = &self.unrolled.paths
        cdef int turn, state, arc, at, near, far, row = row_at(a.space.shape, self.scope[p])
        cdef word values
        for turn in range(2):
            for state in range(own.first_state[p], own.first_state[p + 1]):
                if not is_before and not self.is_in(must, p, state - own.first_state[p]):
                    continue
                for arc in range(own.first_arc[state], own.first_arc[state + 1]):
                    near = far = state - own.first_state[p]
                    if is_before:
                        near = own.arc[arc].target
                    else:
                        far = own.arc[arc].target
                    if not self.is_in(must, p + is_before, near):
                        continue
                    at, values = row + own.arc[arc].part, own.arc[arc].values
                    if self.is_in(may, p + 1 - is_before, far):
                        need(a, at, values)
                    elif turn and unexplained(a, at, values):
                        self.note(must, p + 1 - is_before, far)
