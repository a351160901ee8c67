"""The watches: for each variable the propagators that are told of it, and those that a change of it schedules."""


cdef int make_hears(Program program) except -1:
    """For each variable those who hear of it, with its place in their scopes: a row for each, one after the other.

    Those that ask Python are told last: of values that others have refused they are not to ask.
    """
    cdef Propagator propagator
    cdef int k, v
    cdef list hearing = [[], [], []]
    for propagator in program.all_propagators:
        hearing[propagator.priority].append(propagator)
    cdef int32_t* ends = <int32_t*>reallocate(program.shape.hears_at, program.shape.variables + 2, sizeof(int32_t))
    program.shape.hears_at = ends
    memset(ends, 0, (program.shape.variables + 2) * sizeof(int32_t))
    for propagator in program.all_propagators:
        if propagator.on_assign:
            for k in range(propagator.arity):
                ends[propagator.scope[k] + 2] += 1
    for v in range(2, program.shape.variables + 2):
        ends[v] += ends[v - 1]
    v = ends[program.shape.variables + 1]
    program.shape.on_assign = <int32_t*>reallocate(program.shape.on_assign, 2 * v, sizeof(int32_t))
    for propagator in [propagator for some in hearing for propagator in some]:
        if propagator.on_assign:
            for k in range(propagator.arity):
                v = propagator.scope[k] + 1
                program.shape.on_assign[2 * ends[v]] = propagator.number
                program.shape.on_assign[2 * ends[v] + 1] = k
                ends[v] += 1
    return 0


cdef int make_wakes(Program program) except -1:
    """For each variable and change those who wait for it: words of the queue, with a bit for each propagator.

    An assigned variable has changed an end, and whoever watches the ends watches that, too.
    """
    cdef int rows = 3 * program.shape.variables, row
    program.shape.wakes_at = <int32_t*>reallocate(program.shape.wakes_at, rows + 2, sizeof(int32_t))
    cdef int32_t* ends = program.shape.wakes_at
    memset(ends, 0, (rows + 2) * sizeof(int32_t))
    list_wakes(program, ends, NULL)
    for row in range(2, rows + 2):
        ends[row] += ends[row - 1]
    program.shape.wakes = <Wake*>reallocate(program.shape.wakes, ends[rows + 1], sizeof(Wake))
    memset(program.shape.wakes, 0, ends[rows + 1] * sizeof(Wake))
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
    cdef int priority, k, row, at, change
    cdef bint is_new
    cdef Owner scratch = Owner()
    cdef int32_t* latest = <int32_t*>scratch.allocate(3 * program.shape.variables, sizeof(int32_t))
    for row in range(3 * program.shape.variables):
        latest[row] = -1
    for priority in range(PRIORITIES):  # so the propagators of one word follow each other
        for propagator in program.all_propagators:
            if propagator.wakes == ON_NOTHING or propagator.priority != priority:
                continue
            at = program.shape.queue_at[propagator.number]
            for k in range(propagator.arity):
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
