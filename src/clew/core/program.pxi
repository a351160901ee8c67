"""A program: all that is constant, made once and shared by any number of spaces."""

from threading import RLock as _RLock

cdef class Program(Owner):
    """Variables, their values, and the propagators.

    It is made variable by variable, then propagator by propagator; the first space closes it.

    Args:
        widths: for each variable how many values it has, or a pair (first, last) of places for an interval.
        forward: whether a decision is told to those who hear of it, and no more is propagated (forward checking).
        supports: whether values are taken that have no support in what two values rule out (arc consistency).

    Attributes:
        calls_python: whether a propagator asks Python.
        decisions: how many of the variables, the first ones, a search branches on; the others are auxiliary.
    """

    cdef readonly int decisions

    cdef readonly bint forward, supports, calls_python, closed
    cdef Shape shape
    cdef word* initial
    # What is kept while the program is made, and alive afterwards.
    cdef list all_propagators, tables
    cdef dict nested  # the programs that propagators are made of, with their numbers
    cdef dict idle    # by their numbers, what stands in the place of propagators that have nothing to do here
    cdef object closing  # held while it is closed
    cdef bint has_supports
    cdef int slots
    # The propagators that are another program's, too; those before the mark, -1 for no mark, and their slots.
    cdef int shared, marked, marked_slots

    def __cinit__(self, list widths not None, bint forward=False, bint supports=False):
        self.forward, self.supports, self.decisions = forward, supports, len(widths)
        self.all_propagators, self.tables, self.nested, self.idle, self.closing = [], [], {}, {}, _RLock()
        self.declare(widths)

    cdef int declare(self, list widths) except -1:
        """Add variables of some widths behind those that are there."""
        cdef int first = self.shape.variables, n = first + len(widths), v
        self.shape.place = <int32_t*>self.resize(self.shape.place, n, sizeof(int32_t))
        self.shape.kind = <uint8_t*>self.resize(self.shape.kind, n, 1)
        self.shape.lengths = <int32_t*>self.resize(self.shape.lengths, n, sizeof(int32_t))
        self.shape.width = <int32_t*>self.resize(self.shape.width, n, sizeof(int32_t))
        self.shape.table = <const int64_t**>self.resize(self.shape.table, n, sizeof(void*))
        self.shape.base = <int64_t*>self.resize(self.shape.base, n, sizeof(int64_t))
        self.shape.rises = <uint8_t*>self.resize(self.shape.rises, n, 1)
        self.shape.variables = n
        self.marked = -1
        for v in range(first, n):
            self.lay(v, widths[v - first])
        self.initial = <word*>self.resize(self.initial, self.shape.words, sizeof(word))
        for v in range(first, n):
            fill(self, v, widths[v - first])
        return 0

    cdef int lay(self, int v, width) except -1:
        """Lay out the domain of a variable behind those that are there."""
        cdef int words = 2
        self.shape.place[v] = self.shape.words
        self.shape.rises[v] = True
        self.shape.table[v] = NULL
        self.shape.base[v] = 0
        self.shape.width[v] = self.shape.lengths[v] = 0
        self.shape.kind[v] = INTERVAL
        if not isinstance(width, tuple):
            self.shape.width[v] = width
            self.shape.lengths[v] = (self.shape.width[v] + 63) >> 6
            self.shape.kind[v] = SMALL if self.shape.lengths[v] <= 1 else LARGE
            words = 1 if self.shape.lengths[v] <= 1 else 1 + self.shape.lengths[v]
        if words > 2**30 - self.shape.words:
            raise MemoryError(f"the domains of {self.shape.variables} variables do not fit into the engine's memory")
        self.shape.words += words
        return 0

    def auxiliary(self, int width):
        """Add a variable that is no decision: propagators must assign it once the others are assigned.

        Args:
            width: how many values it has.

        Returns:
            Its number.
        """
        if self.closed:
            raise RuntimeError("the program is closed")
        self.declare([width])
        return self.shape.variables - 1

    def integers(self, list of not None, numbers not None):
        """The integers that the values of some variables are, in the order of declaration; all have the same.

        Args:
            of: the variables.
            numbers: a range, or a list. That of an interval is a range without steps.
        """
        cdef int v
        cdef bint runs, rises = True
        cdef int64_t first = numbers[0] if numbers else 0
        cdef Owner table
        cdef const int64_t* shared = NULL
        if isinstance(numbers, range):
            runs = numbers.step == 1
            rises = numbers.step > 0
        else:
            rises = all([a < b for a, b in zip(numbers, numbers[1:])])
            runs = not numbers or rises and numbers[len(numbers) - 1] - first + 1 == len(numbers)
        if not runs:
            table = Owner()
            shared = table.long_numbers(list(numbers))
            self.tables.append(table)
        for v in of:
            self.shape.base[v] = first
            self.shape.rises[v] = rises
            self.shape.table[v] = shared

    def defined(self, list of not None):
        """Note which variables others define: an ordering that learns leaves them for last."""
        cdef int v
        self.shape.is_defined = <uint8_t*>self.allocate(self.shape.variables, 1)
        for v in of:
            self.shape.is_defined[v] = True

    def is_defined(self, int v):
        """Whether others define a variable."""
        return self.shape.is_defined != NULL and bool(self.shape.is_defined[v])

    def keep(self, int v, places):
        """Keep only some values of a variable, by their places."""
        cdef int at, k, left = 0
        cdef int first = row_at(&self.shape, v)
        cdef Owner scratch = Owner()
        cdef word* kept
        if self.shape.kind[v] == INTERVAL:
            raise TypeError("an interval is kept whole")
        self.marked = -1
        kept = <word*>scratch.allocate(self.shape.lengths[v], sizeof(word))
        for at in places:
            kept[at >> 6] |= <word>1 << (at & 63)
        for k in range(self.shape.lengths[v]):
            self.initial[first + k] &= kept[k]
            left += clew_ones(self.initial[first + k])
        if self.shape.kind[v] == LARGE:
            self.initial[first - 1] = left

    @property
    def variables(self):
        """How many variables there are."""
        return self.shape.variables

    @property
    def is_stronger(self):
        """Whether anything is pruned besides for lack of support, once a search has begun."""
        return any([isinstance(propagator, (Matching, Supports)) for propagator in self.all_propagators])

    @property
    def propagators(self):
        """How many propagators it has."""
        return len(self.all_propagators)

    @property
    def ruling_work(self):
        """About how long it takes to find out which values have no support, in units of work."""
        return sum([(<Propagator>one).ruling_work(&self.shape) for one in self.all_propagators]) // 64

    @property
    def has_intervals(self):
        """Whether only the ends are kept of a variable's domain."""
        cdef int v
        return any([self.shape.kind[v] == INTERVAL for v in range(self.shape.variables)])

    def has_empty(self):
        """Whether a domain is empty before anything is propagated."""
        cdef int v
        cdef const Shape* shape = &self.shape
        return any([shape.kind[v] != INTERVAL and self.initial[shape.place[v]] == 0 for v in range(shape.variables)])

    cdef int slots_for(self, int number) except -1:
        """The first of some reversible words."""
        self.slots += number
        return self.slots - number

    cdef int add(self, Propagator propagator) except -1:
        """The number of a new propagator."""
        if self.closed:
            raise RuntimeError("the program is closed")
        self.all_propagators.append(propagator)
        self.shape.propagators += 1
        return self.shape.propagators - 1

    cdef int nest(self, Program program) except -1:
        """The number among the nested programs of one of which a propagator is made; it is closed then."""
        program.close()
        self.calls_python = self.calls_python or program.calls_python
        return self.nested.setdefault(program, len(self.nested))

    cpdef int close(self) except -1:
        """Make the lists of those who watch each variable; nothing changes from here on.

        If there is no memory for them, it can be done again. Several threads may come here at once: any object that is
        made lets the collector run, and that other threads.
        """
        if not self.closed:
            with self.closing:
                if not self.closed:
                    self.make_lists()
        return 0

    cdef int make_lists(self) except -1:
        cdef int p
        cdef Propagator propagator, one
        if self.supports and not self.has_supports:
            Supports(self)
            self.has_supports = True
        if not self.idle:
            join(self)
        p = self.shape.propagators
        self.initial = <word*>self.resize(self.initial, self.shape.words + self.slots, sizeof(word))
        self.shape.propagator = <void**>self.resize(self.shape.propagator, p, sizeof(void*))
        self.shape.queue_at = <int32_t*>self.resize(self.shape.queue_at, p, sizeof(int32_t))
        self.shape.idempotent = <uint8_t*>self.resize(self.shape.idempotent, p, 1)
        self.shape.queue_words = (p >> 6) + 1
        for p, propagator in enumerate(self.all_propagators):
            one = self.idle.get(p, propagator)
            self.shape.propagator[p] = <void*>one
            self.shape.queue_at[p] = propagator.priority * self.shape.queue_words + (p >> 6)
            self.shape.idempotent[p] = propagator.idempotent
        self.note_ends()
        make_hears(self)
        make_wakes(self)
        memset(self.initial + self.shape.words, 0, self.slots * sizeof(word))
        for propagator in self.all_propagators[self.shared:]:
            propagator.slot += self.shape.words
        self.shape.words += self.slots
        self.closed = True
        return 0

    def mark(self):
        """Let other programs begin with the propagators that are there by now; see `begun`."""
        self.marked, self.marked_slots = self.shape.propagators, self.slots

    def begun(self):
        """A program, not closed, with the variables of this one and its propagators up to the mark, which both share.

        None if there is no mark, or if there are other variables or values since. This program is closed.
        """
        cdef Program made
        cdef Shape* shape
        cdef int n = self.shape.variables
        if self.marked < 0:
            return None
        self.close()
        made = Program.__new__(Program, [], self.forward, self.supports)
        made.decisions, made.calls_python = self.decisions, self.calls_python
        made.nested, made.tables = dict(self.nested), list(self.tables)
        made.all_propagators = self.all_propagators[:self.marked]
        shape = &made.shape
        shape.variables, shape.propagators, made.shared = n, self.marked, self.marked
        shape.words = self.shape.words - self.slots + self.marked_slots
        shape.place = <int32_t*>made.copy(self.shape.place, n, sizeof(int32_t))
        shape.kind = <uint8_t*>made.copy(self.shape.kind, n, 1)
        shape.lengths = <int32_t*>made.copy(self.shape.lengths, n, sizeof(int32_t))
        shape.width = <int32_t*>made.copy(self.shape.width, n, sizeof(int32_t))
        shape.table = <const int64_t**>made.copy(self.shape.table, n, sizeof(void*))
        shape.base = <int64_t*>made.copy(self.shape.base, n, sizeof(int64_t))
        shape.rises = <uint8_t*>made.copy(self.shape.rises, n, 1)
        made.initial = <word*>made.copy(self.initial, shape.words, sizeof(word))
        return made

    cdef int note_ends(self) except -1:
        """Note of which variables propagators watch the ends."""
        cdef Propagator propagator
        cdef int p, k
        self.shape.has_ends = <uint8_t*>self.allocate(self.shape.variables, 1)
        for p in range(self.shape.propagators):
            propagator = <Propagator>self.shape.propagator[p]
            if propagator.wakes == ON_BOUNDS:
                for k in range(propagator.arity):
                    self.shape.has_ends[propagator.scope[k]] = True
        return 0


cdef int fill(Program program, int v, width) except -1:
    """All values of a domain."""
    cdef int place = program.shape.place[v]
    if program.shape.kind[v] == INTERVAL:
        program.initial[place], program.initial[place + 1] = <word><int64_t>width[0], <word><int64_t>width[1]
        return 0
    program.initial[place] = program.shape.width[v]  # of a small domain, its bits are written over it
    write_ones(program.initial + row_at(&program.shape, v), program.shape.width[v])
    return 0
