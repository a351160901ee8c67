"""The watches: for each variable the propagators that are told of it, and those that a change of it schedules."""


cdef int make_hears(Program program) except -1:
    """For each variable those who hear of it, with its place in their scopes: a row for each, one after the other.

    Those that ask Python are told last: of values that others have refused they are not to ask.
    """
    cdef Propagator propagator
    cdef int priority, p, k
    cdef list hearing = [[] for _ in range(program.shape.variables)]
    for priority in range(PRIORITIES):
        for p in range(program.shape.propagators):
            propagator = <Propagator>program.shape.propagator[p]
            if propagator.on_assign and propagator.priority == priority:
                for k in range(propagator.arity):
                    (<list>hearing[propagator.scope[k]]).extend((propagator.number, k))
    program.shape.on_assign = program.flat(hearing, &program.shape.hears_at, 2)
    return 0


cdef int make_wakes(Program program) except -1:
    """For each variable and change those who wait for it: words of the queue, with a bit for each propagator.

    An assigned variable has changed an end, and whoever watches the ends watches that, too.
    """
    cdef int rows = 3 * program.shape.variables, row
    cdef int32_t* ends = <int32_t*>program.allocate(rows + 2, sizeof(int32_t))
    program.shape.wakes_at = ends
    list_wakes(program, ends, NULL)
    for row in range(2, rows + 2):
        ends[row] += ends[row - 1]
    program.shape.wakes = <Wake*>program.allocate(ends[rows + 1], sizeof(Wake))
    list_wakes(program, ends, program.shape.wakes)
    return 0


cdef int list_wakes(Program program, int32_t* ends, Wake* wakes) except -1:
    """Count the words of the queue that each change is about; or, if there is room for them, write them down.

    Args:
        program: the program.
        ends: for each change, two places further on, how many words they are; or one further on where they begin, and
            then where they end.
        wakes: the room, or NULL.
    """
    cdef Propagator propagator
    cdef int priority, p, k, row, at, change
    cdef bint is_new
    cdef Owner scratch = Owner()
    cdef int32_t* latest = <int32_t*>scratch.allocate(3 * program.shape.variables, sizeof(int32_t))
    memset(latest, 255, 3 * program.shape.variables * sizeof(int32_t))
    for priority in range(PRIORITIES):  # so the propagators of one word follow each other
        for p in range(program.shape.propagators):
            propagator = <Propagator>program.shape.propagator[p]
            if propagator.wakes == ON_NOTHING or propagator.priority != priority:
                continue
            at = program.shape.queue_at[propagator.number]
            for k in range(propagator.watched):
                for change in range(ON_ANY - propagator.wakes, 3):
                    row = 3 * propagator.scope[k] + change
                    is_new = latest[row] != at
                    latest[row] = at
                    if wakes == NULL:
                        ends[row + 2] += is_new
                        continue
                    ends[row + 1] += is_new
                    wakes[ends[row + 1] - 1].at = at
                    wakes[ends[row + 1] - 1].watchers |= <word>1 << (propagator.number & 63)
    return 0
