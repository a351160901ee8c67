"""Python decides: a function is asked about the last open variable, or prunes by itself."""


cdef class Asking(Propagator):
    """A propagator that asks a Python function."""

    cdef object function

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        need_all(self, a, removal)

    cdef bint is_decided(self, Space* s, int k) noexcept nogil:
        """Whether the function is given a place alone for the k-th variable, and does not prune it."""
        return False


cdef class Callback(Asking):
    """Asks a Python function about domains.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        function: from the places left to each variable, as a list of lists, to the places to keep, None for a dead end.
        open_most: how many variables may be open for it to be asked. If that is one, it is asked once below each node:
            the values that it has left to the last variable satisfy it.

    Its slot: whether it has been asked so.
    """

    cdef int open_most

    def __init__(self, Program program, list scope, function, int open_most):
        self.function, self.open_most = function, open_most
        program.calls_python = True
        self.enter(program, scope, 1, ON_ASSIGNED if open_most < len(scope) else ON_ANY, False, DEAR, False)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int k, still = 0
        if s.at[self.slot]:
            return True
        for k in range(self.arity):
            still += not is_assigned(s, self.scope[k])
            if still > self.open_most:
                return True
        if self.open_most == 1 and self.arity > 1:
            put(s, self.slot, 1)
        for k in range(self.arity if still else 0):
            s.work += 4 * (size_of(s, self.scope[k]) - 1)
        return ask(s, self)


cdef class Check(Asking):
    """Forward checking of a constraint that is not made of conflicts: asks a Python function about the open variables.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        function: from the places left to each open variable, as a list of lists with a place alone for each decided
            variable, to the places to keep; None for a dead end.
        is_partial: whether the constraint can judge single values however many variables are open. Otherwise the
            function is asked once all variables but one are decided.

    Its slots: the number of variables that are decided, and a bit for each.
    """

    cdef bint is_partial

    def __init__(self, Program program, list scope, function, bint is_partial):
        self.function, self.is_partial = function, is_partial
        program.calls_python = True
        self.enter(program, scope, 1 + (len(scope) + 63) // 64, ON_NOTHING, True, DEAR, False)

    cdef bint is_decided(self, Space* s, int k) noexcept nogil:
        return s.at[self.slot + 1 + (k >> 6)] >> (k & 63) & 1

    cdef bint start(self, Space* s) noexcept nogil:
        return not self.is_partial or self.check(s)

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        cdef int bits = self.slot + 1 + (k >> 6)
        put(s, bits, s.at[bits] | <word>1 << (k & 63))
        put(s, self.slot, s.at[self.slot] + 1)
        return (not self.is_partial and <int>s.at[self.slot] + 1 < self.arity) or self.check(s)

    cdef bint check(self, Space* s) noexcept nogil:
        cdef int k
        for k in range(self.arity):
            s.work += 4 * size_of(s, self.scope[k])
        return ask(s, self)


cdef bint ask(Space* s, Asking asking) noexcept with gil:
    """Ask the function; an exception is kept, and ends the search."""
    cdef int k, v
    cdef list places = []
    try:
        for k in range(asking.arity):
            v = asking.scope[k]
            places.append(first_of(s, v) if asking.is_decided(s, k) else places_left(s, v))
        kept = asking.function(places)
        if kept is None:
            return False
        for k in range(asking.arity):
            if not asking.is_decided(s, k) and not keep_places(s, asking.scope[k], kept[k]):
                return False
        return True
    except BaseException as error:
        Py_INCREF(error)
        s.error = <PyObject*>error
        return False


cdef bint keep_places(Space* s, int v, kept) except -1:
    """Keep the values of a variable at some places."""
    cdef set own = set(kept)
    for place in places_left(s, v):
        if place not in own and not remove(s, v, place):
            return False
    return True


cdef list places_left(Space* s, int v):
    """The places of the values left."""
    cdef int64_t at = first_of(s, v)
    cdef list places = []
    if s.shape.kind[v] == INTERVAL:
        return list(range(at, last_of(s, v) + 1))
    while at >= 0:
        places.append(at)
        at = next_of(s, v, at)
    return places
