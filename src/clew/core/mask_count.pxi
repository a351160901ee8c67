"""Counting under forward checking, if all that decisions do is to take values away: masks on rows of words.

The open domains of a node are one row of words: a lane of bits for each variable, in the order of declaration, and
above each lane a guard bit (`clew.state.lanes` has the same in one integer). A decision is an AND with its mask, and
an empty lane shows in one addition for each word. Once a variable is decided, the words before the next one are left
out.

The order of the search does not show in a count. So the nodes of a level are expanded some at a time, in a loop
without a branch that a processor could guess wrong: the next value of a node, or the next node when it has no more
values, comes from arithmetic, and the next child overwrites one that is a dead end. Of the tree, the children that some
nodes have together share the weight of these evenly.
"""

cdef enum:
    MOST_WORDS = 16
    TOGETHER = 128  # nodes that are expanded together


cdef class MaskCount(Owner):
    """Counts the solutions below what is given, in the order of declaration.

    Args:
        program: a program for which `unfit` finds nothing.
        given: pairs of a variable and the place of its value, assumed from the beginning.
        node: where to begin, if not at the root: the values left of each variable, as bits, and the variables decided.
        waits: whether it has nothing to do until another one `split_off` it something.

    Attributes:
        failures: values tried that were refused.
        found: solutions counted.
        behind: the part of the tree that is left behind.
        work: units of work done.
    """

    cdef Level* levels
    cdef Try* tries  # of the nodes that are expanded now
    cdef int number, depth
    cdef int64_t last_nodes
    cdef readonly int64_t failures, found, work
    cdef readonly double behind

    def __cinit__(self, Program program not None, list given not None, tuple node=None, bint waits=False):
        cdef Search root
        reason = MaskCount.unfit(program, [v for v, _ in given] + ([] if node is None else node[1]))
        if reason:
            raise ValueError(f"masks do not count this: {reason}")
        root = Search(program, given, STATIC, False, True, -1)
        if node is not None:
            root.begin_at(*node)
        if not decide(root.space):
            raise MemoryError("the engine has no memory for its trail")
        self.depth = -1
        if not propagate_root(root):
            self.failures = 1
            return
        open_ones = [v for v in range(program.shape.variables) if not root.decided[v]]
        self.levels = <Level*>self.allocate(len(open_ones) + 1, sizeof(Level))
        self.number = len(open_ones)
        self.tries = <Try*>self.allocate(TOGETHER * 64, sizeof(Try))
        lay_out(self, program, open_ones)
        if not make_masks(self, root.space):
            raise MemoryError("the engine has no memory for its trail")
        if not waits:
            self.depth = 0
            self.levels[0].waiting = 1
            self.levels[0].weight = 1

    @staticmethod
    def unfit(Program program not None, given) -> str:
        """Why masks cannot count the solutions of a program; empty if they can.

        Args:
            program: the program.
            given: the variables that are given.
        """
        cdef int v, at = 0
        if not program.forward:
            return "it propagates"
        for propagator in program.all_propagators:
            if not isinstance(propagator, (Distinct, DistinctMapped, Differences, Conflicts)):
                return f"{type(propagator).__name__} is more than masks"
        for v in range(program.shape.variables):
            if v in given:
                continue
            if program.shape.kind[v] != SMALL or program.shape.width[v] > 63:
                return "a domain has more than 63 values"
            at = lane_place(at, program.shape.width[v]) + program.shape.width[v] + 1
        return "" if at <= 64 * MOST_WORDS else f"its domains take more than {MOST_WORDS} words"

    @property
    def nodes_per_level(self):
        """The nodes entered on each level, the root's first."""
        cdef int k
        numbers = [self.levels[k].nodes for k in range(self.number)] + [self.last_nodes]
        return numbers[: max([k for k, some in enumerate(numbers) if some], default=0) + 1]

    def run(self, int64_t work):
        """Go on counting.

        Args:
            work: after how many units of work to pause.

        Returns:
            Why it stopped: `EXHAUSTED` or `PAUSED`.
        """
        cdef int why
        with nogil:
            why = self.walk(self.work + work)
        return why

    def split_off(self, MaskCount other not None):
        """Give half of the nodes that wait nearest to the root to one that has nothing to do; neither of them runs.

        Args:
            other: counts below the same node of the same program.

        Returns:
            Whether there was something to give.
        """
        cdef int k
        cdef int64_t half
        cdef double weight
        cdef Level* level
        for k in range(self.depth + 1):
            level = &self.levels[k]
            half = level.waiting // 2
            if half == 0:
                continue
            weight = level.weight * (<double>half / <double>level.waiting)
            level.waiting -= half
            level.weight -= weight
            clew_assert(k < self.number and half <= TOGETHER * 63)
            memcpy(other.levels[k].rows, level.rows + level.waiting * level.words, half * level.words * sizeof(word))
            other.levels[k].waiting, other.levels[k].weight, other.depth = half, weight, k
            return True
        return False

    cdef int walk(self, int64_t until) noexcept nogil:
        cdef Level* level
        cdef int64_t some, children
        cdef double weight
        if self.depth == 0 and self.number < 2:
            self.few()
        while self.depth >= 0:
            level = &self.levels[self.depth]
            if level.waiting == 0:
                self.depth -= 1
                continue
            if self.work >= until:
                return PAUSED
            some = min(level.waiting, <int64_t>TOGETHER)
            weight = level.weight * (<double>some / <double>level.waiting)
            level.weight -= weight
            level.waiting -= some
            level.nodes += some
            if self.depth == self.number - 2:
                self.close(level, some)
                self.behind += weight
                continue
            children = self.expand(level, some)
            if children == 0:
                self.behind += weight
                continue
            self.depth += 1
            level[1].waiting = children
            level[1].weight = weight
        return EXHAUSTED

    cdef void few(self) noexcept nogil:
        """Count with one open variable, or none."""
        self.depth = -1
        self.behind = self.found = 1
        if self.number:
            self.levels[0].nodes = 1
            self.found = clew_ones(self.levels[0].rows[0])
        self.last_nodes = self.found

    cdef int64_t expand(self, Level* level, int64_t some) noexcept nogil:
        """Make the children of the last nodes of a level that waited. How many there are."""
        cdef int words = level[1].words
        cdef const word* nodes = level.rows + level.waiting * level.words
        cdef int64_t tries = values_of(level, nodes, some, self.tries), children
        clew_assert(0 < some <= TOGETHER and tries <= TOGETHER * 63 and words <= MOST_WORDS)
        if words == 1:
            children = expanded(level, nodes, self.tries, tries, 1)
        elif words == 2:
            children = expanded(level, nodes, self.tries, tries, 2)
        elif words == 3:
            children = expanded(level, nodes, self.tries, tries, 3)
        elif words == 4:
            children = expanded(level, nodes, self.tries, tries, 4)
        else:
            children = expanded(level, nodes, self.tries, tries, words)
        clew_assert(children <= some * clew_ones(level.lane))
        self.failures += tries - children
        self.work += 1 + (tries * words >> 7)
        return children

    cdef void close(self, Level* level, int64_t some) noexcept nogil:
        """Count below the last nodes of a level that waited: one lane is left, and all that it has are solutions."""
        cdef const word* nodes = level.rows + level.waiting * level.words
        cdef int64_t tries = values_of(level, nodes, some, self.tries), leaves = 0, found = 0, k
        cdef const word* lasts = nodes + level.words - 1
        cdef word left, lane = level.full[0]
        for k in range(tries):
            left = lasts[self.tries[k].node] & level.masks[self.tries[k].value] & lane
            found += clew_ones(left)
            leaves += left != 0
        level[1].nodes += leaves
        self.failures += tries - leaves
        self.last_nodes += found
        self.found += found
        self.work += 1 + (tries >> 7)
