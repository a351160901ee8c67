"""The search: depth first, with a stack of its own. The loop of `clew.search`, on a space."""

cpdef enum:
    EXHAUSTED
    PAUSED
    FOUND
    RATIONED

cdef enum:
    RAISED = 100
    NO_MEMORY

cdef int64_t NOTHING_TRIED = INT64_MIN

cdef double NEGLIGIBLE = 2.0**-60  # parts of the tree below this count as nothing


cdef struct Frame:
    int variable     # on which the node branches
    Py_ssize_t mark  # how long the trail was at the node
    int64_t begin    # the place that was tried first
    int64_t value    # the place that was tried last
    double behind    # the part of the tree that was left behind when that was tried
    double weight    # the part of the tree that the node is
    double share     # the part that each value is


cdef class Search:
    """A search of one space, that can be paused and goes on.

    Args:
        program: what is searched.
        given: pairs of a variable and the place of its value, assumed from the beginning.
        order: a number of an ordering.
        last_first: whether values are tried from the last to the first.
        counts: whether solutions are only counted.
        nodes: how many nodes may be entered, -1 for any number.
        restarts: None; or after how many dead ends it gives up and begins anew, by what factor these grow from run to
            run, and how many more a run may meet after a solution. Then a solution may come twice.
        seed: of the values that some runs draw; None to keep their order.
        backward: variables whose values are tried the other way round.

    Attributes:
        failures: values tried that were refused.
        found: solutions found.
        restarts: whether it restarts.
        why: why it came back last.
        behind: the part of the tree that is left behind, a node's values sharing its weight evenly; any thread may ask.
        bound: the least that the objective may be, if there is one, after the root was propagated.
    """

    cdef Space* space
    cdef Program program
    cdef int order, depth, variables
    cdef bint forward, counts, begun, descends
    cdef Frame* stack
    cdef int64_t* nodes
    cdef uint8_t* decided
    cdef uint8_t* last_first
    cdef int64_t* weight
    cdef int last_failed
    # Restarts: at how many dead ends the run gives up, -1 for never; the next cutoff; the number of the run.
    cdef Nogoods nogoods
    cdef int64_t gives_up_at
    cdef double cutoff, growth
    cdef int64_t proof
    cdef int run_number
    cdef bint may_draw, draws
    cdef word random
    cdef readonly int64_t failures, found, bound
    cdef readonly bint restarts
    cdef readonly int why
    cdef readonly double behind
    cdef double weight_below  # of the node to enter
    cdef int64_t ration
    cdef int64_t* given
    cdef int given_number
    # Solutions that were found and not fetched yet.
    cdef int64_t* kept
    cdef Py_ssize_t kept_number, kept_room

    def __cinit__(self, Program program not None, list given not None, int order, bint last_first,
                  bint counts, int64_t nodes, restarts=None, seed=None, backward=()):
        cdef int n = program.decisions, v
        program.close()
        self.program = program
        self.space = new_space(program)
        self.variables = n
        self.forward, self.order, self.counts = program.forward, order, counts
        self.ration, self.restarts = nodes, restarts is not None
        self.given = integers([number for pair in given for number in pair])
        self.given_number = len(given)
        self.stack = <Frame*>room(n + 1, sizeof(Frame))
        self.nodes = <int64_t*>room(n + 2, sizeof(int64_t))
        self.decided = <uint8_t*>room(n, 1)
        self.weight = <int64_t*>room(program.shape.variables, sizeof(int64_t))
        self.last_first = <uint8_t*>room(n, 1)
        for v in range(program.shape.variables):
            self.weight[v] = 1
        for v in range(n):
            self.last_first[v] = last_first
        for v in backward:
            self.last_first[v] = not last_first
        self.last_failed = -1
        self.weight_below = 1
        self.nogoods = Nogoods(self.restarts)
        self.gives_up_at = -1
        if self.restarts:
            self.cutoff, self.growth, self.proof = restarts
            self.gives_up_at = <int64_t>self.cutoff
        self.may_draw = seed is not None
        self.random = hash(seed) & 0xFFFFFFFFFFFFFFFF if self.may_draw else 0
        self.kept_room = 1 if counts else max(1, min(1024, 2**20 // max(n, 1)))
        self.kept = <int64_t*>room(self.kept_room * n, sizeof(int64_t))

    def __dealloc__(self):
        free_space(self.space)
        PyMem_RawFree(self.given)
        PyMem_RawFree(self.stack)
        PyMem_RawFree(self.nodes)
        PyMem_RawFree(self.decided)
        PyMem_RawFree(self.last_first)
        PyMem_RawFree(self.weight)
        PyMem_RawFree(self.kept)

    def begin_at(self, list left not None, list decided not None):
        """Begin at a node: with these values left of each variable, as bits, and these variables decided."""
        cdef int v
        for v in range(self.variables):
            narrow(self.space, v, left[v])
        for v in decided:
            self.decided[v] = True

    @property
    def nodes_per_level(self):
        """The nodes entered on each level, the root's first."""
        cdef int k
        cdef int last = 0
        for k in range(self.variables + 2):
            if self.nodes[k]:
                last = k
        return [self.nodes[k] for k in range(last + 1)]

    @property
    def work(self):
        """Units of work done, about one for each variable assigned and each propagator run."""
        return self.space.work

    @property
    def limit(self):
        """The most that the objective may be; None if there is no limit yet."""
        return None if self.space.limit == INT64_MAX else self.space.limit

    @limit.setter
    def limit(self, value):
        self.space.limit = value

    def run(self, int64_t work, int64_t most):
        """Go on searching.

        Args:
            work: after how many units of work to pause.
            most: after how many solutions to stop, those found before included.

        Returns:
            Why it stopped: `EXHAUSTED`, `PAUSED`, `FOUND`, `RATIONED`.

        Raises:
            MemoryError: there is no memory for the trail.
            Exception: whatever a function in Python raised.
        """
        cdef int why
        with nogil:
            why = self.walk(self.space.work + work, most)
        self.raises(why)
        self.why = why
        return why

    cdef int raises(self, int why) except -1:
        """Raise what ended the search, if something did."""
        if why == RAISED:
            error = <object>self.space.error
            Py_XDECREF(self.space.error)
            self.space.error = NULL
            raise error
        if why == NO_MEMORY:
            raise MemoryError("the engine has no memory for its trail")
        return 0

    def fetch(self):
        """The solutions found since the last time, each as a list of places in the order of declaration."""
        cdef Py_ssize_t k
        cdef int v, n = self.variables
        some = [[self.kept[k * n + v] for v in range(n)] for k in range(self.kept_number)]
        self.kept_number = 0
        return some

    # -- the loop -----------------------------------------------------------------------------

    cdef int walk(self, int64_t until, int64_t most) noexcept nogil:
        cdef Space* s = self.space
        cdef Frame* frame
        if not self.begun:
            if not decide(s):
                return NO_MEMORY
            self.begun = True
            if not self.root():
                self.failures += 1
                return self.refused(EXHAUSTED)
            if s.shape.objective != NULL:
                self.bound = (<Objective>s.shape.objective).value(s)
            s.top = 0
            self.descends = True
        while True:
            if self.descends:
                # Enter a node: it is a solution, or its variable's values are tried.
                if self.ration == 0:
                    return RATIONED
                self.ration -= self.ration > 0
                self.descends = False
                self.nodes[self.depth] += 1
                if not self.branch():
                    self.solution()
                    if self.gives_up_at >= 0:
                        self.gives_up_at = max(self.gives_up_at, self.failures + self.proof)
                    if self.found == most or self.kept_number == self.kept_room:
                        return FOUND
            if self.depth == 0:
                return EXHAUSTED
            if s.work >= until:
                return PAUSED
            # Try the next value, until a decision stands.
            frame = &self.stack[self.depth - 1]
            undo(s, frame.mark)
            if not decide(s):
                return NO_MEMORY
            if s.shape.kind[frame.variable] == INTERVAL and frame.value != NOTHING_TRIED:
                # All other values are tried together: the same node with a smaller domain, so it is entered anew.
                self.depth -= 1
                self.behind = frame.behind + frame.share
                self.weight_below = frame.weight - frame.share
                if self.last_first[frame.variable]:
                    self.descends = keep_to(s, frame.variable, frame.value - 1) and self.settles()
                else:
                    self.descends = keep_from(s, frame.variable, frame.value + 1) and self.settles()
            elif not self.advance(frame):
                self.decided[frame.variable] = False
                self.depth -= 1
                continue
            else:
                self.descends = assign(s, frame.variable, frame.value) and self.settles()
            if not self.descends:
                self.failures += 1
                if self.refused(PAUSED) == RAISED:
                    return RAISED
                if self.order == WEIGHTED:
                    self.learn(frame.variable)
                if self.failures == self.gives_up_at and self.depth:
                    if not self.restart():
                        return EXHAUSTED if s.error == NULL else RAISED

    cdef bint root(self) noexcept nogil:
        """Propagate what holds from the beginning, and assume what is given."""
        cdef Space* s = self.space
        cdef int v, k, number
        for v in range(s.shape.variables):
            if s.shape.kind[v] != INTERVAL and s.at[s.shape.place[v]] == 0:
                return False
        for number in range(s.shape.propagators):
            if not (<Propagator>s.shape.propagator[number]).start(s):
                return False
        if self.forward:
            forget(s)
        else:
            for number in range(s.shape.propagators):
                schedule(s, s.shape.queue_at[number], <word>1 << (number & 63))
            for v in range(s.shape.variables):
                if is_assigned(s, v):
                    s.fresh[s.fresh_end] = v
                    s.fresh_end += 1
        for v in range(self.variables):
            # Decided above the node that it begins at: that has pruned already, and is to be known.
            if self.forward and self.decided[v] and not self.told(v):
                return False
        for k in range(self.given_number):
            v = <int>self.given[2 * k]
            self.decided[v] = self.forward
            if not assign(s, v, self.given[2 * k + 1]) or (self.forward and not self.told(v)):
                return False
        return self.forward or self.settled()

    cdef bint begin(self, const word* root, const uint8_t* given) noexcept nogil:
        """Begin another search below a root: of the same program, with other given values. False for a dead end.

        Args:
            root: the words of a space at its fixpoint.
            given: for each variable one more than the place of its value; 0 if none is given.
        """
        cdef Space* s = self.space
        cdef int v
        memcpy(s.at, root, s.shape.words * sizeof(word))
        s.top = self.depth = 0
        self.found = 0
        self.last_failed = s.blamed_variable = s.blamed_propagator = -1
        self.begun = self.descends = True
        for v in range(self.variables):
            self.weight[v] = 1
            if given[v] and not assign(s, v, given[v] - 1):
                forget(s)
                return False
        s.now += 1
        if not self.settled():
            return False
        s.top = 0
        return True

    cdef bint settles(self) noexcept nogil:
        """Whether the latest decision stands, after the inference in force."""
        cdef Space* s = self.space
        cdef int number
        if self.forward:
            return self.told(self.stack[self.depth - 1].variable)
        if s.limit != INT64_MAX:
            number = (<Objective>s.shape.objective).number
            schedule(s, s.shape.queue_at[number], <word>1 << (number & 63))
        return self.settled()

    cdef bint settled(self) noexcept nogil:
        """The fixpoint of the propagators and the nogoods."""
        cdef Space* s = self.space
        while fixpoint(s):
            if self.nogoods.number == 0:
                return True
            if not self.nogoods.prune(s):
                forget(s)
                return False
            if not waits(s):
                return True
        return False

    cdef bint restart(self) noexcept nogil:
        """Begin anew below the root; False if that is a dead end now."""
        cdef Space* s = self.space
        refuted(self)
        while self.depth:
            self.depth -= 1
            self.decided[self.stack[self.depth].variable] = False
        self.cutoff *= self.growth
        self.gives_up_at = self.failures + <int64_t>self.cutoff
        self.run_number += 1
        self.behind, self.weight_below = 0, 1
        self.draws = self.may_draw and self.run_number & 1
        self.descends = True
        if not self.nogoods.prune(s) or not self.settled():
            forget(s)
            return False
        s.top = 0
        return True

    cdef bint told(self, int v) noexcept nogil:
        """Forward checking: tell of one variable, and leave it at that."""
        cdef bint stands = tell(self.space, v)
        self.space.work += 1
        forget(self.space)
        return stands

    cdef int refused(self, int why) noexcept nogil:
        """After a dead end: nothing waits any more. What was raised ends the search."""
        forget(self.space)
        return why if self.space.error == NULL else RAISED

    cdef bint branch(self) noexcept nogil:
        """Choose a variable and put it on the stack; False if none is open."""
        cdef Frame* frame
        cdef int v = choose(self)
        if v < 0:
            return False
        frame = &self.stack[self.depth]
        frame.variable = v
        frame.mark = self.space.top
        frame.value = NOTHING_TRIED
        frame.behind, frame.weight = self.behind, self.weight_below
        frame.share = self.weight_below / size_of(self.space, v) if self.weight_below > NEGLIGIBLE else 0
        self.decided[v] = self.forward
        self.depth += 1
        return True

    cdef bint advance(self, Frame* frame) noexcept nogil:
        """The next value of a frame; False if there is none left."""
        cdef Space* s = self.space
        cdef int64_t value
        self.weight_below = frame.share
        if frame.value != NOTHING_TRIED:
            value = self.after(frame.variable, frame.value)
            frame.value = value
            frame.behind += frame.share
            self.behind = frame.behind
            return value != frame.begin
        if self.draws and s.shape.kind[frame.variable] != INTERVAL:
            value = next_of(s, frame.variable, <int64_t>(drawn(self) % s.shape.width[frame.variable]) - 1)
            value = first_of(s, frame.variable) if value < 0 else value
        else:
            value = last_of(s, frame.variable) if self.last_first[frame.variable] else first_of(s, frame.variable)
        frame.begin = frame.value = value
        return True

    cdef inline int64_t after(self, int v, int64_t value) noexcept nogil:
        """The value to try after one; the first one after the last. Not for intervals."""
        cdef Space* s = self.space
        if self.last_first[v]:
            value = previous_of(s, v, value)
            return last_of(s, v) if value < 0 else value
        value = next_of(s, v, value)
        return first_of(s, v) if value < 0 else value

    cdef void solution(self) noexcept nogil:
        """Keep a solution, and ask for better ones from here on if there is an objective."""
        cdef Space* s = self.space
        cdef int v
        cdef int64_t* kept = self.kept + self.kept_number * self.variables
        self.found += 1
        if s.shape.objective != NULL:
            s.limit = (<Objective>s.shape.objective).value(s) - 1
        if self.counts:
            return
        for v in range(self.variables):
            kept[v] = first_of(s, v)
        self.kept_number += 1

    cdef void learn(self, int v) noexcept nogil:
        """A value of a variable led to a dead end: those to blame weigh more (see `WEIGHTED`)."""
        cdef Space* s = self.space
        cdef int k, u
        self.last_failed = v
        if s.blamed_variable >= 0:
            self.weight[s.blamed_variable] += 1
        elif s.blamed_propagator >= 0:
            for k in range((<Propagator>s.shape.propagator[s.blamed_propagator]).arity):
                u = (<Propagator>s.shape.propagator[s.blamed_propagator]).scope[k]
                self.weight[u] += 1
        s.blamed_variable = s.blamed_propagator = -1
