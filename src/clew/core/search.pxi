"""The search: depth first, with a stack of its own. The loop of `clew.search.search`, on a space."""

cpdef enum:
    EXHAUSTED
    PAUSED
    FOUND
    RATIONED
    STRENGTHENS

cdef enum:
    RAISED = 100
    NO_MEMORY

cdef int64_t NOTHING_TRIED = INT64_MIN

cdef int64_t HALVED = 64  # an interval with more values is halved by a decision, any other loses its first value

cdef double NEGLIGIBLE = 2.0**-60  # parts of the tree below this count as nothing


cdef struct Frame:
    int variable     # on which the node branches
    bint is_last     # whether no other is open: each of its values completes a solution
    Py_ssize_t mark  # how long the trail was at the node
    int64_t begin    # the place that was tried first
    int64_t value    # the place that was tried last; of an interval, the end of the part that is tried first
    double behind    # the part of the tree that was left behind when that was tried
    double weight    # the part of the tree that the node is
    double share     # the part that each value is
    bint is_given    # whether another search has the values that are left
    word key         # of the draws that order the values


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
            run, how many more a run may meet after a solution, and of how many runs one propagates more: that gives up
            once it has worked as long as the run before, too. Then a solution may come twice.
        seed: of the values that some runs draw; None to keep their order.
        backward: variables whose values are tried the other way round.
        near: for each variable its neighbours, for `DEGREE`.
        key: the seed of `RANDOM`, and of values in any order.
        shuffles: whether values are tried in any order; there is no interval then.

    Attributes:
        failures: values tried that were refused.
        found: solutions found.
        restarts: whether it restarts.
        strengthens: whether some of its runs are to propagate more. When the first of them is due, the search comes
            back with `STRENGTHENS`, and goes on after `strengthen`; so until there is a program for them.
        why: why it came back last.
        behind: the part of the tree that is left behind, a node's values sharing its weight evenly; any thread may ask.
        bound: the least that the objective may be, if there is one, after the root was propagated.
    """

    cdef Space* space
    cdef Program program
    cdef int order, depth, variables, levels
    cdef bint forward, counts, begun, descends, is_root, shuffles
    cdef int latest  # the variable of the latest decision
    cdef Frame* stack
    cdef int64_t* nodes
    cdef uint8_t* decided
    cdef uint8_t* last_first
    cdef int64_t* weight
    cdef int last_failed
    cdef int32_t* near     # the neighbours of each variable, one variable after the other
    cdef int32_t* near_at
    cdef word key
    # Restarts: at how many dead ends the run gives up, -1 for never; the next cutoff; the number of the run.
    cdef Nogoods nogoods
    cdef int64_t gives_up_at
    cdef double cutoff, growth
    cdef int64_t proof
    cdef int run_number, strong_every
    cdef int64_t run_began, gives_up_work  # the work done when it began, and that at which a stronger one gives up
    cdef int declined  # the latest run for which there was no program
    cdef bint may_draw, draws
    cdef word random
    # The space that this is not a run of, and what it is one of.
    cdef Space* other_space
    cdef Program other_program
    cdef bint is_strong, is_ready  # the other space has been propagated once
    cdef public bint strengthens
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
                  bint counts, int64_t nodes, restarts=None, seed=None, backward=(),
                  list near not None=[], key=0, bint shuffles=False):
        cdef int n = program.decisions, v
        program.close()
        self.program = program
        self.space = new_space(program)
        self.variables = n
        self.forward, self.order, self.counts = program.forward, order, counts
        self.ration, self.restarts = nodes, restarts is not None
        self.given = integers([number for pair in given for number in pair])
        self.given_number = len(given)
        self.levels = n + 1
        self.stack = <Frame*>room(self.levels, sizeof(Frame))
        self.nodes = <int64_t*>room(self.levels + 1, sizeof(int64_t))
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
            self.cutoff, self.growth, self.proof, self.strong_every = restarts
            self.gives_up_at = <int64_t>self.cutoff
        self.gives_up_work = INT64_MAX
        self.may_draw = seed is not None
        self.random = hash(seed) & 0xFFFFFFFFFFFFFFFF if self.may_draw else 0
        self.near = numbers([u for some in near for u in some])
        self.near_at = numbers([0, *accumulate(map(len, near))])
        self.key = hash(key) & 0xFFFFFFFFFFFFFFFF
        self.shuffles = shuffles
        self.kept_room = 1 if counts else max(1, min(1024, 2**20 // max(n, 1)))
        self.kept = <int64_t*>grown(NULL, self.kept_room * n, sizeof(int64_t))  # much, and seldom used: not cleared

    def __dealloc__(self):
        free_space(self.space)
        free_space(self.other_space)
        PyMem_RawFree(self.given)
        PyMem_RawFree(self.stack)
        PyMem_RawFree(self.nodes)
        PyMem_RawFree(self.decided)
        PyMem_RawFree(self.last_first)
        PyMem_RawFree(self.weight)
        PyMem_RawFree(self.near)
        PyMem_RawFree(self.near_at)
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
        for k in range(self.levels + 1):
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
            Why it stopped: `EXHAUSTED`, `PAUSED`, `FOUND`, `RATIONED`, `STRENGTHENS`.

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

    def fetch(self, list values not None):
        """The solutions found since the last time, as tuples of values.

        Args:
            values: for each variable its values, by their places: a tuple, or a range.
        """
        cdef Py_ssize_t k
        cdef int64_t place
        cdef int v, n = self.variables
        cdef list some = []
        cdef tuple row
        for k in range(self.kept_number):
            row = PyTuple_New(n)
            for v in range(n):
                place = self.kept[k * n + v]
                own = values[v]
                value = (<tuple>own)[<Py_ssize_t>place] if type(own) is tuple else own[place]
                Py_INCREF(value)
                PyTuple_SET_ITEM(row, v, value)
            some.append(row)
        self.kept_number = 0
        return some

    # -- the loop -----------------------------------------------------------------------------

    cdef int walk(self, int64_t until, int64_t most) noexcept nogil:
        cdef Space* s = self.space
        cdef Frame* frame
        cdef int why
        s.until = until
        if not self.begun:
            if not decide(s):
                return NO_MEMORY
            self.begun = self.is_root = True
            self.descends = self.root()
            if not self.descends:
                self.failures += 1
                return self.refused(EXHAUSTED)
        while True:
            if self.descends and waits(s):
                # The fixpoint of the latest decision was left before its end.
                if s.work >= until:
                    return PAUSED
                self.descends = self.settled()
                if not self.descends:
                    why = self.failed()
                    if why != PAUSED:
                        return why
                continue
            if self.descends and self.is_root:
                self.is_root = False
                if s.shape.objective != NULL and self.run_number == 0:
                    self.bound = (<Objective>s.shape.objective).value(s)
                s.top = 0
            if self.is_due():
                if self.other_space == NULL:
                    return STRENGTHENS
                why = self.change()
                if why != PAUSED:
                    return self.refused(why)
                s = self.space
                continue
            if self.descends:
                # Enter a node: it is a solution, or its variable's values are tried.
                if self.ration == 0:
                    return RATIONED
                self.ration -= self.ration > 0
                if self.depth + 1 >= self.levels and not self.deepens():
                    return NO_MEMORY
                self.descends = False
                self.nodes[self.depth] += 1
                if not self.branch():
                    self.solution()
                    if self.found == most or self.kept_number == self.kept_room:
                        return FOUND
            if self.depth == 0:
                return EXHAUSTED
            if s.work >= until:
                return PAUSED
            # Try the next value, until a decision stands.
            frame = &self.stack[self.depth - 1]
            if frame.is_given:
                self.depth -= 1
                continue
            if frame.is_last:
                # The propagators have left it the values that satisfy them: none of these is propagated.
                s.work += 1
                if self.counts_at_once(frame, most) or not self.advance(frame):
                    self.decided[frame.variable] = False
                    self.depth -= 1
                    continue
                if self.ration == 0:
                    return RATIONED
                self.ration -= self.ration > 0
                self.nodes[self.depth] += 1
                self.solution()
                if self.found == most or self.kept_number == self.kept_room:
                    return FOUND
                continue
            undo(s, frame.mark)
            if not decide(s):
                return NO_MEMORY
            self.latest = frame.variable
            if s.shape.kind[frame.variable] == INTERVAL:
                self.descends = self.parts(frame) and self.settles()
            elif not self.advance(frame):
                self.decided[frame.variable] = False
                self.depth -= 1
                continue
            else:
                self.descends = assign(s, frame.variable, frame.value) and self.settles()
            if not self.descends:
                why = self.failed()
                if why != PAUSED:
                    return why

    cdef int failed(self) noexcept nogil:
        """After a dead end: learn from it, and perhaps begin anew. `PAUSED` if the search goes on."""
        cdef Space* s = self.space
        self.failures += 1
        if self.refused(PAUSED) == RAISED:
            return RAISED
        if self.order == WEIGHTED:
            self.learn(self.latest)
        if self.gives_up() and not self.restart():
            return self.refused(EXHAUSTED)
        return PAUSED

    cdef bint parts(self, Frame* frame) noexcept nogil:
        """Decide on an interval: its first part at first, then all the other values.

        With these it is the same node with a smaller domain, so that is entered anew.
        """
        cdef Space* s = self.space
        cdef int v = frame.variable
        cdef int64_t first = first_of(s, v), last = last_of(s, v), more
        if frame.value == NOTHING_TRIED:
            more = last - first >> 1 if last - first >= HALVED else 0
            frame.value = last - more if self.last_first[v] else first + more
            self.weight_below = frame.share
            return keep_from(s, v, frame.value) if self.last_first[v] else keep_to(s, v, frame.value)
        self.depth -= 1
        self.behind = frame.behind + frame.share
        self.weight_below = frame.weight - frame.share
        return keep_to(s, v, frame.value - 1) if self.last_first[v] else keep_from(s, v, frame.value + 1)

    cdef bint deepens(self) noexcept nogil:
        """Make room for more levels: an interval may be decided on again and again. False if there is no memory."""
        cdef int k, levels = 2 * self.levels
        cdef Frame* stack = <Frame*>PyMem_RawRealloc(self.stack, levels * sizeof(Frame))
        if stack == NULL:
            return False
        self.stack = stack
        cdef int64_t* nodes = <int64_t*>PyMem_RawRealloc(self.nodes, (levels + 1) * sizeof(int64_t))
        if nodes == NULL:
            return False
        self.nodes = nodes
        for k in range(self.levels + 1, levels + 1):
            nodes[k] = 0
        self.levels = levels
        return True

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

    cdef int begin(self, const uint8_t* given) noexcept nogil:
        """Begin another search on top of the root: of the same program, with other given values.

        Args:
            given: for each variable one more than the place of its value; 0 if none is given.

        Returns:
            `PAUSED` if there is something to walk, `EXHAUSTED` at a dead end, or what ended it.
        """
        cdef Space* s = self.space
        cdef int v
        undo(s, 0)
        self.depth = 0
        self.found = 0
        self.last_failed = s.blamed_variable = s.blamed_propagator = -1
        self.begun = self.descends = True
        s.until = INT64_MAX
        for v in range(self.variables):
            self.weight[v] = 1
        if not decide(s):
            return NO_MEMORY
        for v in range(self.variables):
            if given[v] and not assign(s, v, given[v] - 1):
                return self.refused(EXHAUSTED)
        return PAUSED if self.settled() else self.refused(EXHAUSTED)

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
            if self.nogoods.number == 0 or waits(s):
                return True
            if not self.nogoods.prune(s):
                forget(s)
                return False
            if not waits(s):
                return True
        return False

    cdef inline bint gives_up(self) noexcept nogil:
        """Whether a run has met enough dead ends, or worked enough."""
        if self.gives_up_at < 0 or self.depth == 0:
            return False
        return self.failures >= self.gives_up_at or self.space.work >= self.gives_up_work

    cdef bint restart(self) noexcept nogil:
        """Begin anew below the root; False if that is a dead end now."""
        cdef Space* s = self.space
        refuted(self)
        while self.depth:
            self.depth -= 1
            self.decided[self.stack[self.depth].variable] = False
        self.cutoff *= self.growth
        self.run_number += 1
        self.behind, self.weight_below = 0, 1
        self.descends = self.is_root = True
        self.gives_up_at = self.failures + <int64_t>self.cutoff
        if self.asks_for_strength():
            self.gives_up_work = 2 * s.work - self.run_began
            self.draws = self.may_draw and self.run_number // self.strong_every & 1
        else:
            self.gives_up_work = INT64_MAX
            self.draws = self.may_draw and self.run_number & 1
        self.run_began = s.work
        if not self.nogoods.prune(s) or not self.settled():
            forget(s)
            return False
        return True

    # -- runs that propagate more ---------------------------------------------------------------

    def strengthen(self, Program program):
        """Give the program for the runs that propagate more; None if there is none for the one that begins next.

        Args:
            program: the same variables with the same values, the same constraints.

        Raises:
            ValueError: it has other variables.
        """
        cdef int v
        cdef const Shape* ours = self.space.shape
        if program is None:
            self.declined = self.run_number
            return
        program.close()
        if program.decisions != self.variables or any(
            [ours.width[v] != program.shape.width[v] or ours.kind[v] != program.shape.kind[v]
             for v in range(self.variables)]
        ):
            raise ValueError("a stronger program has the same variables")
        self.weight = <int64_t*>grown(self.weight, max(ours.variables, program.shape.variables), sizeof(int64_t))
        for v in range(ours.variables, program.shape.variables):
            self.weight[v] = 1
        self.other_space = new_space(program)
        self.other_program = program

    cdef inline bint is_due(self) noexcept nogil:
        """Whether a run begins that is one of the other program."""
        if self.depth or not self.strengthens or self.declined == self.run_number:
            return False
        return self.asks_for_strength() != self.is_strong

    cdef inline bint asks_for_strength(self) noexcept nogil:
        """Whether this run is one of those that propagate more."""
        return self.strengthens and self.run_number % self.strong_every == self.strong_every - 1

    cdef int change(self) noexcept nogil:
        """Go on in the other space, with what is left at the root of this one.

        Returns:
            `PAUSED` if it can, `EXHAUSTED` at a dead end, `NO_MEMORY`.
        """
        cdef Space* old = self.space
        cdef Space* s = self.other_space
        cdef int v, k, at
        self.space, self.other_space = s, old
        self.is_strong = not self.is_strong
        s.work, s.until, s.limit = old.work, old.until, old.limit
        s.blamed_variable = s.blamed_propagator = -1
        if not decide(s):
            return NO_MEMORY
        if not self.is_ready and not self.root():
            return EXHAUSTED
        self.is_ready = True
        for v in range(self.variables):
            at = row_at(old.shape, v)
            for k in range(s.shape.lengths[v]):
                if not keep(s, v, k, old.at[at + k]):
                    return EXHAUSTED
        self.is_root = True
        return PAUSED if self.settled() else EXHAUSTED

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
        cdef int v = choose(self), parts
        if v < 0:
            return False
        parts = size_of(self.space, v)
        if self.space.shape.kind[v] == INTERVAL and parts > HALVED:
            parts = 2
        frame = &self.stack[self.depth]
        frame.variable = v
        frame.mark = self.space.top
        frame.value = NOTHING_TRIED
        frame.is_last = self.completes(v)
        frame.is_given = False
        frame.behind, frame.weight = self.behind, self.weight_below
        frame.share = self.weight_below / parts if self.weight_below > NEGLIGIBLE else 0
        frame.key = mixed(key_of(self) ^ <word>v) if self.shuffles else 0
        self.decided[v] = self.forward
        self.depth += 1
        return True

    cdef bint completes(self, int v) noexcept nogil:
        """Whether each value of a variable completes a solution: no other is open, and no better ones are wanted."""
        cdef Space* s = self.space
        cdef int u
        if s.shape.kind[v] == INTERVAL or s.shape.objective != NULL:
            return False
        for u in range(self.variables):
            if u != v and is_open(self, u):
                return False
        return True

    cdef bint counts_at_once(self, Frame* frame, int64_t most) noexcept nogil:
        """Count the values of the last open variable, if that is all there is to do; whether it was."""
        cdef int64_t number = size_of(self.space, frame.variable)
        if not self.counts or self.ration >= 0 or self.gives_up_at >= 0 or frame.value != NOTHING_TRIED:
            return False
        if self.found < most <= self.found + number:
            return False
        self.found += number
        self.nodes[self.depth] += number
        self.behind = frame.behind + frame.weight
        return True

    cdef bint advance(self, Frame* frame) noexcept nogil:
        """The next value of a frame; False if there is none left. Not for intervals."""
        cdef Space* s = self.space
        cdef int64_t value
        self.weight_below = frame.share
        if frame.value != NOTHING_TRIED:
            value = self.after(frame, frame.value)
            frame.value = value
            frame.behind += frame.share
            self.behind = frame.behind
            return value != frame.begin
        if self.shuffles:
            value = shuffled_after(s, frame, NOTHING_TRIED)
        elif self.draws:
            value = next_of(s, frame.variable, <int64_t>(drawn(self) % s.shape.width[frame.variable]) - 1)
            value = first_of(s, frame.variable) if value < 0 else value
        else:
            value = last_of(s, frame.variable) if self.last_first[frame.variable] else first_of(s, frame.variable)
        frame.begin = frame.value = value
        return True

    cdef inline int64_t after(self, const Frame* frame, int64_t value) noexcept nogil:
        """The value to try after one; the first one after the last. Not for intervals."""
        cdef Space* s = self.space
        cdef int v = frame.variable
        if self.shuffles:
            return shuffled_after(s, frame, value)
        if self.last_first[v]:
            value = previous_of(s, v, value)
            return last_of(s, v) if value < 0 else value
        value = next_of(s, v, value)
        return first_of(s, v) if value < 0 else value

    cdef void solution(self) noexcept nogil:
        """Keep a solution, and ask for better ones from here on if there is an objective."""
        cdef Space* s = self.space
        cdef Frame* above = &self.stack[max(0, self.depth - 1)]
        cdef int v
        cdef int64_t* kept = self.kept + self.kept_number * self.variables
        self.found += 1
        if self.gives_up_at >= 0:
            self.gives_up_at = max(self.gives_up_at, self.failures + self.proof)
        if s.shape.objective != NULL:
            s.limit = (<Objective>s.shape.objective).value(s) - 1
        if self.counts:
            return
        for v in range(self.variables):
            kept[v] = first_of(s, v)
        if self.depth and above.is_last:
            kept[above.variable] = above.value
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
