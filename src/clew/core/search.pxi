"""A search of one space, as Python sees it: it runs, pauses, and hands out its solutions.

These are kept as places of values until they are fetched.
"""

cpdef enum:
    EXHAUSTED
    PAUSED
    FOUND
    RATIONED
    STRENGTHENS

cdef enum:
    CONTINUES = 100
    RAISED
    NO_MEMORY

cdef enum:
    ROOT = -1  # the level above the first node

cdef struct PhaseFields:
    int counted         # solutions that differ in the variables of phases from this one on count as one
    int number          # of the phases; for each its ordering, and the order of its values
    int32_t* order
    int32_t* values
    int32_t* member     # the variables, one phase after the other
    int32_t* member_at
    int32_t* phase_of   # for each variable its phase, and its place among all
    int32_t* place_of
    # For each variable of which integers are compared: the first of them and the step to the next one, or if there is
    # no step the place of the first one in the table; and whether they ascend.
    int64_t* base
    int64_t* step
    uint8_t* rises
    int64_t* table


cdef class Search(Owner):
    """A search of one space, that can be paused and goes on.

    Args:
        program: what is searched.
        given: pairs of a variable and the place of its value, assumed from the beginning; -1 for a value that it has
            not.
        order: a number of an ordering.
        last_first: whether values are tried from the last to the first.
        counts: whether solutions are only counted.
        nodes: how many nodes may be entered, -1 for any number.
        restarts: None; or after how many dead ends it gives up and begins anew, by what factor these grow from run to
            run, how many more a run may meet after a solution, and of how many runs one propagates more: that gives up
            once it has worked as long as the run before, too. Then a solution may come twice.
        seed: of the values that some runs draw; None to keep their order.
        backward: variables whose values are tried the other way round.
        near: for each variable its neighbours, for `DEGREE`; by default it has none.
        key: the seed of `RANDOM`, and of values in any order.
        shuffles: whether values are tried in any order; there is no interval then.
        phases: which variables come first, and how; None for no phases.

    Attributes:
        failures: values tried that were refused.
        found: solutions found.
        restarts: whether it restarts.
        strengthens: whether some of its runs are to propagate more. When the first of them is due, the search comes
            back with `STRENGTHENS`, and goes on after `strengthen`; so until there is a program for them.
        why: why it came back last.
        behind: the part of the tree that is left behind, a node's values sharing its weight evenly; any thread may ask.
        bound: the least that the objective may be after the root was propagated; None before, and if there is none.
    """

    cdef Space* space
    cdef Program program
    cdef int order, depth, variables, levels
    cdef bint forward, counts, begun, descends, is_root, learns
    cdef int latest  # the variable of the latest decision
    cdef int level   # how many variables were decided before it
    cdef Frame* stack
    cdef int64_t* nodes
    cdef uint8_t* decided
    cdef uint8_t* values  # the order of each variable's values: flags such as `LAST_FIRST`
    cdef int64_t* weight
    cdef int last_failed
    # Of each block of variables the one that measures least and its measure, whether it has to be measured again, and
    # how long the trail was when this was written down; NULL for few variables.
    cdef int32_t* best
    cdef double* least
    cdef uint8_t* stale
    cdef Py_ssize_t measured
    cdef int32_t* near     # the neighbours of each variable, one variable after the other
    cdef int32_t* near_at
    cdef const PhaseFields* phases  # of an object; NULL without phases
    cdef object phases_kept
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
    cdef readonly int64_t failures, found
    cdef readonly object bound  # written while the interpreter's lock is held, because other threads ask
    cdef int64_t root_bound
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
                  list near not None=[], key=0, bint shuffles=False, phases=None):
        cdef int n = program.decisions, v
        program.close()
        self.program = program
        self.space = new_space(program, self)
        self.variables = n
        self.forward, self.order, self.counts = program.forward, order, counts
        self.ration, self.restarts = nodes, restarts is not None
        self.given = self.long_numbers([number for pair in given for number in pair])
        self.given_number = len(given)
        self.levels = n + 1
        self.stack = <Frame*>self.allocate(self.levels, sizeof(Frame))
        self.nodes = <int64_t*>self.allocate(self.levels + 1, sizeof(int64_t))
        self.decided = <uint8_t*>self.allocate(n, 1)
        self.weight = <int64_t*>self.allocate(program.shape.variables, sizeof(int64_t))
        self.values = <uint8_t*>self.allocate(n, 1)
        for v in range(program.shape.variables):
            self.weight[v] = 1
        memset(self.values, last_first * LAST_FIRST | shuffles * SHUFFLED, n)
        for v in backward:
            self.values[v] ^= LAST_FIRST
        self.learns = order == WEIGHTED
        if phases is not None:
            take_phases(self, phases)
        self.last_failed = -1
        if n >= BLOCKED and phases is None:
            self.best = <int32_t*>self.allocate(blocks_of(n), sizeof(int32_t))
            self.least = <double*>self.allocate(blocks_of(n), sizeof(double))
            self.stale = <uint8_t*>self.allocate(blocks_of(n), 1)
        self.weight_below = 1
        self.nogoods = Nogoods(self.restarts)
        self.gives_up_at = -1
        if self.restarts:
            self.cutoff, self.growth, self.proof, self.strong_every = restarts
            self.gives_up_at = <int64_t>self.cutoff
        self.gives_up_work = INT64_MAX
        self.may_draw = seed is not None
        self.random = hash(seed) & 0xFFFFFFFFFFFFFFFF if self.may_draw else 0
        near = near if near or (phases is None and order != DEGREE) else [[] for _ in range(n)]
        self.near = self.flat(near, &self.near_at)
        self.key = hash(key) & 0xFFFFFFFFFFFFFFFF
        self.kept_room = 1 if counts else max(1, min(1024, 2**20 // max(n, 1)))
        self.kept = <int64_t*>self.resize(NULL, self.kept_room * n, sizeof(int64_t))  # seldom used: not cleared

    def begin_at(self, list left not None, list decided not None):
        """Begin at a node: with these values left of each variable, as bits, and these variables decided."""
        cdef int v
        for v in range(self.variables):
            narrow(self.space, v, left[v])
        for v in decided:
            self.decided[v] = True

    def ends(self, int v):
        """The places of the first and the last value that a variable has left."""
        return first_of(self.space, v), last_of(self.space, v)

    @property
    def nodes_per_level(self):
        """The nodes entered on each level, the root's first."""
        cdef int k, last = self.levels
        while last and self.nodes[last] == 0:
            last -= 1
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

    def run(self, int64_t work, int64_t most=-1):
        """Go on searching.

        Args:
            work: after how many units of work to pause.
            most: after how many solutions to stop, those found before included; -1 for never.

        Returns:
            Why it stopped: `EXHAUSTED`, `PAUSED`, `FOUND`, `RATIONED`, `STRENGTHENS`.

        Raises:
            MemoryError: there is no memory for the trail.
            Exception: whatever a function in Python raised.
        """
        cdef int why
        with nogil:
            why = walk(self, self.space.work + work, most)
        if self.bound is None and self.space.shape.objective != NULL and self.nodes[0]:
            self.bound = self.root_bound
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
        cdef int v
        cdef list some = []
        cdef tuple row
        for k in range(self.kept_number):
            row = PyTuple_New(self.variables)
            for v in range(self.variables):
                place = self.kept[k * self.variables + v]
                own = values[v]
                value = (<tuple>own)[<Py_ssize_t>place] if type(own) is tuple else own[place]
                Py_INCREF(value)
                PyTuple_SET_ITEM(row, v, value)
            some.append(row)
        self.kept_number = 0
        return some

    def strengthen(self, Program program):
        """Give the program for the runs that propagate more; None if there is none for the one that begins next.

        Args:
            program: the same variables with the same values, the same constraints.

        Raises:
            ValueError: it has other variables.
        """
        if program is None:
            self.declined = self.run_number
        else:
            take_stronger(self, program)
