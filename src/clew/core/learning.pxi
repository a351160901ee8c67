"""A search that learns: at a dead end it finds out which removals were to blame, keeps that, and jumps back.

Each propagator that runs, each decision and each nogood is a *step*: the words that it changes are kept on the trail,
whether the level has changed them before or not. So the trail is a log of removals, and the space as it was before any
step comes back by undoing the steps after it. A dead end needs values to be missing (`Propagator.explain`). Backwards
along the trail, a need is replaced by the needs of the step that met it, until one group of the latest level is left:
the first unique implication point (J. Marques-Silva and K. Sakallah, GRASP, 1996; O. Ohrimenko, P. Stuckey and
M. Codish, Propagation via lazy clause generation, 2009; the same in Python: `clew.reference.search.learning`).
"""

cdef enum:
    DECIDED = -1
    BY_NOGOOD = -2
    FORGETS = 1000     # nogoods kept before some are forgotten


cdef enum:
    DEAD_END
    STANDS
    NO_SOLUTION
    WAITS


cdef struct LoggedStep:
    Py_ssize_t mark
    int32_t by    # a propagator, or what else
    int32_t k     # the variable in its scope of which it was told, -1 for a run; the number of a nogood


cdef class Learning(Search):
    """A search that learns nogoods, for one solution or the best; see `Search` for its arguments.

    Attributes:
        learned: how many nogoods it has learned.
        literals: how many literals these had together.
        jumped: levels that it jumped over when it went back.
        runs: how often it began anew.
        held: the bytes of the nogoods that it has.
        room: the bytes that they may take.
        shortest: dead ends of its shortest run; one more after each run.
        draws_from: the first run that draws the values of all variables; so do those of twice, four times, ... as many.
        shares: whether it writes short ones down, to give them to others.
    """

    cdef readonly int64_t learned, literals, jumped, runs, held
    cdef int64_t least_room
    cdef public bint shares
    cdef public int64_t room, shortest, draws_from
    cdef PartList published, taken
    cdef int64_t* assumed      # pairs of a variable and the place of its value
    cdef Py_ssize_t assumed_number
    cdef bint is_refuted
    cdef Analysis analysis, probe
    cdef int nogood_levels
    cdef int depth_now, domain_words
    cdef int32_t* group_of     # for each word of a domain its group, -1 for a number of values
    cdef Py_ssize_t* level_mark
    cdef Py_ssize_t levels_room, steps_room, steps
    cdef LoggedStep* step
    cdef void** clause         # the first nogoods
    cdef int clauses
    cdef Learned** nogood
    cdef Py_ssize_t nogoods_number, nogoods_room, most_nogoods
    cdef Watching* watching    # for each group
    cdef int32_t* changed      # a ring of the groups whose watches are to be looked at, in the order of their changes
    cdef uint8_t* is_changed
    cdef int changed_first, changed_number
    cdef double* activity
    cdef double bump
    cdef float nogood_bump
    cdef int64_t* saved        # the latest value of each variable, -1 for none
    cdef Py_ssize_t saved_top  # the place on the trail up to which they were saved
    cdef int64_t run_failures, run_length
    cdef double levels_lately, levels_on_average
    cdef bint is_after_solution
    cdef int failing_by, failing_k

    def __dealloc__(self):
        cdef Py_ssize_t k
        for k in range(self.nogoods_number):
            PyMem_RawFree(self.nogood[k])

    def __cinit__(self, Program program not None, list given not None, *args, **named):
        cdef list clauses
        cdef int n = program.shape.variables, v, k, row, words = 0
        for v in range(n):
            k = 2 if program.shape.kind[v] == INTERVAL else program.shape.lengths[v] + (program.shape.kind[v] == LARGE)
            words = max(words, program.shape.place[v] + k)
        self.domain_words = words
        self.group_of = <int32_t*>self.allocate(words, sizeof(int32_t))
        memset(self.group_of, 255, words * sizeof(int32_t))
        for v in range(n):
            if program.shape.kind[v] == INTERVAL:
                self.group_of[program.shape.place[v]] = 2 * v
                self.group_of[program.shape.place[v] + 1] = 2 * v + 1
            else:
                row = row_at(&program.shape, v)
                for k in range(program.shape.lengths[v]):
                    self.group_of[row + k] = 2 * v
        self.begin(&self.analysis)
        self.begin(&self.probe)
        self.probe.root, self.probe.number = self.analysis.root, -1
        self.analysis.trial = self.probe.trial = nested_space(program, self)
        clauses = [one for one in program.all_propagators if isinstance(one, Clause)]
        self.clauses = len(clauses)
        self.clause = <void**>self.allocate(self.clauses, sizeof(void*))
        for k in range(self.clauses):
            self.clause[k] = <void*>clauses[k]
        self.watching = <Watching*>self.allocate(2 * n, sizeof(Watching))
        self.changed = <int32_t*>self.allocate(2 * n, sizeof(int32_t))
        self.is_changed = <uint8_t*>self.allocate(2 * n, 1)
        self.activity = <double*>self.allocate(n, sizeof(double))
        self.saved = <int64_t*>self.allocate(n, sizeof(int64_t))
        memset(self.saved, 255, n * sizeof(int64_t))
        self.bump = self.nogood_bump = 1
        self.most_nogoods, self.room = FORGETS, INT64_MAX
        self.shortest, self.draws_from = RUN, DRAWS
        self.level_mark = <Py_ssize_t*>self.allocate(64, sizeof(Py_ssize_t))
        self.levels_room = 64

    cdef int begin(self, Analysis* a) except -1:
        """Make room for an analysis."""
        a.space = self.space
        a.root = <word*>self.allocate(self.domain_words, sizeof(word))
        a.begin = <word*>self.allocate(self.domain_words, sizeof(word))
        a.begun_in = <int64_t*>self.allocate(self.domain_words, sizeof(int64_t))
        a.needed = <word*>self.allocate(self.domain_words, sizeof(word))
        a.is_needed = <uint8_t*>self.allocate(self.domain_words, 1)
        a.is_listed = <uint8_t*>self.allocate(self.domain_words, 1)
        a.touched = <int32_t*>self.allocate(self.domain_words, sizeof(int32_t))

    def nogoods(self):
        """The nogoods that it has now: for each the literals, of which one must not hold.

        A literal is a variable and the places that are missing, as bits, or a pair of places between which it lies.
        """
        return [self.literals_of(self.nogood[k]) for k in range(self.nogoods_number)]

    cdef list literals_of(self, const Learned* one):
        cdef const Shape* shape = &self.program.shape
        cdef dict bits = {}
        cdef list ends = []
        cdef int j, v
        for j in range(one.number):
            v = one.part[j].group >> 1
            if shape.kind[v] != INTERVAL:
                bits[v] = bits.get(v, 0) | <object>one.part[j].bits << 64 * (one.part[j].place - row_at(shape, v))
            elif one.part[j].group & 1:
                ends.append((v, (None, <int64_t>one.part[j].bits)))
            else:
                ends.append((v, (<int64_t>one.part[j].bits, None)))
        return [*sorted(bits.items()), *ends]

    def give(self):
        """The short nogoods that it has learned since it was asked last."""
        cdef bytes some = (<const char*>self.published.of)[:self.published.number * sizeof(LiteralPart)]
        self.published.number = 0
        return some

    def take(self, bytes some not None):
        """Have it take nogoods over when it begins anew: of searches of this program that assume the same.

        Args:
            some: what they have given, one after the other; its limit of the objective is not higher than theirs.
        """
        cdef LiteralPart* room = more_parts(self, &self.taken, len(some) // <Py_ssize_t>sizeof(LiteralPart))
        if room == NULL:
            raise MemoryError("the engine has no memory for nogoods")
        memcpy(room, <const char*>some, len(some))

    def prefer(self, list pairs not None):
        """Have it decide some variables first, and try these values: pairs of a variable and the place of its value."""
        cdef int v
        for v, place in pairs:
            self.saved[v], self.activity[v] = place, 1e6

    def assume(self, list pairs not None):
        """Begin with other assumptions, which are decided first: what was learned stays, because it needs none of them.

        Args:
            pairs: as those given at the beginning, which hold besides.
        """
        cdef Py_ssize_t k
        self.assumed = <int64_t*>self.resize(self.assumed, 2 * len(pairs), sizeof(int64_t))
        self.assumed_number = len(pairs)
        for k in range(self.assumed_number):
            self.assumed[2 * k], self.assumed[2 * k + 1] = pairs[k]
        if self.depth_now:  # at the root something may wait for its propagation
            go_back(self, 0)
        self.is_after_solution = False
        self.found = self.kept_number = 0

    def vary(self, seed):
        """Have it begin with another order of the variables, which is drawn."""
        cdef int v
        self.random = hash(seed) & 0xFFFFFFFFFFFFFFFF
        for v in range(self.space.shape.variables):
            self.activity[v] = <double>drawn(self) / 2**64

    def run(self, int64_t work, int64_t most=-1):
        """Go on searching: see `Search.run`."""
        cdef int why
        with nogil:
            why = learning_walk(self, self.space.work + work, most)
        if self.bound is None and self.space.shape.objective != NULL and self.nodes[0]:
            self.bound = self.root_bound
        self.raises(why)
        self.why = why
        return why


cdef int learning_walk(Learning l, int64_t until, int64_t most) noexcept nogil:
    """Go on searching: see `walk`."""
    cdef Space* s = l.space
    cdef int why = STANDS, v
    s.until = until
    if not l.begun:
        if not begin_step(l, DECIDED, -1):
            return NO_MEMORY
        l.begun = l.is_root = True
        l.run_length = l.shortest
        why = first_nogoods(l) if propagate_root(l) else DEAD_END
        if why == NO_MEMORY:
            return NO_MEMORY
        if why == DEAD_END:
            l.failures += 1
            l.is_refuted = True
    if l.is_refuted:
        return refused(l, EXHAUSTED)
    while True:
        why = excluded(l) if l.is_after_solution else propagated(l)
        while why == DEAD_END:
            l.failures += not l.is_after_solution
            l.is_after_solution = False
            if s.error != NULL:
                return RAISED
            why = analysed(l)
            l.bump *= 1.05
            l.nogood_bump *= 1.001
            if l.bump > 1e100 or l.nogood_bump > 1e30:
                calm(l)
            if why == STANDS:
                why = propagated(l)
        if why == NO_SOLUTION:
            l.is_refuted = True
            return refused(l, EXHAUSTED)
        if why == NO_MEMORY:
            return NO_MEMORY
        if why == WAITS:
            return PAUSED
        l.is_after_solution = False
        if l.depth_now == 0:
            if not note_root(l):
                return RATIONED
        elif run_is_over(l):
            why = install(l) if begin_run(l) else NO_MEMORY
            if why == NO_MEMORY:
                return NO_MEMORY
            l.is_refuted = why == NO_SOLUTION
            if l.is_refuted:
                return refused(l, EXHAUSTED)
            continue
        elif l.held > max(l.room, l.least_room):
            if not makes_room(l):
                return NO_MEMORY
        if s.work >= until:
            return PAUSED
        v = next_assumed(l)
        if v == REFUTED:
            return refused(l, EXHAUSTED)
        v = most_active(l) if v < 0 else v
        if v < 0:
            l.is_after_solution = True
            why = note_solution(l, most)
            if why != CONTINUES:
                return why
            continue
        if l.ration == 0:
            return RATIONED
        l.ration -= l.ration > 0
        if not decides(l, v):
            return NO_MEMORY


cdef int excluded(Learning l) noexcept nogil:
    """After a solution it is a dead end: it is known, or not better than itself."""
    cdef Space* s = l.space
    cdef int number
    if s.shape.objective == NULL:
        return fails(l, DECIDED, -1) if begin_step(l, DECIDED, -1) else NO_MEMORY
    number = (<Objective>s.shape.objective).number
    schedule(s, s.shape.queue_at[number], <word>1 << (number & 63))
    return propagated(l)


cdef inline int group_at(Learning l, int place) noexcept nogil:
    """The group of a word; -1 if it belongs to no domain, or only counts its values."""
    return l.group_of[place] if place < l.domain_words else -1
