"""All different: a value that is taken goes from the others at once; in a permutation each value needs a place.

A value is known here by its *target*, the thing that must differ: the value itself, or the value plus an offset, or a
mapped value. If the targets of the k-th variable are its places moved by a shift, nothing is looked up.
"""


cdef struct Spot:
    int32_t place  # of the domain's word
    int32_t shift  # from the place of a value to its target


cdef class Distinct(Propagator):
    """The targets of the variables differ.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        shifts: for each variable the distance from the place of a value to its target.
        targets: how many targets there are.
        must_all: whether every target must be taken, so that the last place left to one is its own.
    """

    cdef Spot* spot
    cdef word all_targets
    cdef int targets
    cdef bint must_all, is_small

    def __init__(self, Program program, list scope, list shifts, int targets, bint must_all):
        cdef int k
        self.targets = targets
        self.must_all = must_all and not program.forward
        self.enter(program, scope, 0, ON_ANY if self.must_all else ON_NOTHING, True, MEDIUM, False)
        self.spot = <Spot*>room(self.arity, sizeof(Spot))
        # Whether a target is a bit of a word.
        self.is_small = targets <= 64
        for k in range(self.arity):
            self.spot[k].place, self.spot[k].shift = program.shape.place[self.scope[k]], shifts[k]
            self.is_small = self.is_small and program.shape.kind[self.scope[k]] == SMALL
        self.all_targets = ~<word>0 >> (64 - targets) if self.is_small else 0

    def __dealloc__(self):
        PyMem_RawFree(self.spot)

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        """Take the value of a variable from the others."""
        cdef int v, j, at, target = <int>first_of(s, self.scope[k]) + self.spot[k].shift
        cdef word bit
        if not self.is_small:
            return self.take(s, k, target)
        bit = <word>1 << target
        for j in range(self.arity):
            if s.at[self.spot[j].place] << self.spot[j].shift & bit and j != k:
                if not keep(s, self.scope[j], 0, ~(bit >> self.spot[j].shift)):
                    return False
        return True

    cdef bint take(self, Space* s, int k, int target) noexcept nogil:
        """The same for wide domains."""
        cdef int v, j, at
        for j in range(self.arity):
            v = self.scope[j]
            at = target - self.spot[j].shift
            if 0 <= at < s.shape.width[v] and j != k and has(s, v, at) and not remove(s, v, at):
                return False
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        """Place the targets that have one place left (hidden singles)."""
        cdef word once = 0, twice = 0, own
        cdef int k
        if not self.must_all:
            return True
        if not self.is_small:
            return self.place(s)
        for k in range(self.arity):
            own = s.at[self.spot[k].place] << self.spot[k].shift
            twice |= once & own
            once |= own
        if once != self.all_targets:
            return False
        once &= ~twice
        for k in range(self.arity):
            own = s.at[self.spot[k].place] & once >> self.spot[k].shift
            if own and own != s.at[self.spot[k].place]:
                if own & (own - 1):
                    return is_empty(s, self.scope[k])
                if not keep(s, self.scope[k], 0, own):
                    return False
        return True

    cdef bint place(self, Space* s) noexcept nogil:
        """The same for wide domains."""
        cdef int target, k, v, at, places, where
        for target in range(self.targets):
            places = 0
            where = -1
            for k in range(self.arity):
                v = self.scope[k]
                at = target - self.spot[k].shift
                if 0 <= at < s.shape.width[v] and has(s, v, at):
                    places += 1
                    where = k
                    if places == 2:
                        break
            if places == 0:
                return False
            if places == 1 and not assign(s, self.scope[where], target - self.spot[where].shift):
                return False
        return True
