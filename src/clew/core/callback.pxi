"""Python decides: a function is asked about the last open variable, or prunes by itself."""


cdef class Callback(Propagator):
    """Asks a Python function about domains.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        function: from the places left to each variable, as a list of lists, to the places to keep, None for a dead end.
        open_most: how many variables may be open for it to be asked.
    """

    cdef object function
    cdef int open_most

    def __init__(self, Program program, list scope, function, int open_most):
        self.function = function
        self.open_most = open_most
        program.calls_python = True
        self.enter(program, scope, 0, ON_ASSIGNED if open_most < len(scope) else ON_ANY, False, DEAR, False)

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int k, still = 0
        for k in range(self.arity):
            still += not is_assigned(s, self.scope[k])
            if still > self.open_most:
                return True
        return ask(s, self)


cdef bint ask(Space* s, Callback callback) noexcept with gil:
    """Ask the function; an exception is kept, and ends the search."""
    cdef int k
    cdef int64_t at
    try:
        kept = callback.function([places_left(s, callback.scope[k]) for k in range(callback.arity)])
        if kept is None:
            return False
        for k in range(callback.arity):
            own = set(kept[k])
            for place in places_left(s, callback.scope[k]):
                if place not in own and not remove(s, callback.scope[k], place):
                    return False
        return True
    except BaseException as error:
        Py_INCREF(error)
        s.error = <PyObject*>error
        return False


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
