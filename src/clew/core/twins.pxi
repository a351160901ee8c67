"""Twins of a program: all is shared with it but some propagators, which are idle in the twin."""


def without_objective(Program program not None):
    """The same program without its objective; the program is closed."""
    cdef Program made
    program.close()
    made = twin(program, Objective, dict(program.idle))
    made.shape.objective = NULL
    return made


def learning_program(Program program not None):
    """The same for a search that learns: without masks, since each propagator can be asked why by itself, and without
    clauses, which are its first nogoods."""
    cdef Program made = twin(program, (Masks, Clause), {})
    make_hears(made)
    return made


cdef Program twin(Program program, kind, dict idle_ones):
    """The same program, in which the propagators of a kind are idle, and others have the ones given in their place."""
    cdef Program made = Program.__new__(Program, [], program.forward, program.supports)
    cdef Propagator one
    program.close()
    made.decisions, made.calls_python, made.nested = program.decisions, program.calls_python, program.nested
    made.shape, made.initial, made.tables = program.shape, program.initial, [program]
    made.all_propagators, made.idle = program.all_propagators, idle_ones
    made.shape.propagator = <void**>made.copy(program.shape.propagator, program.shape.propagators, sizeof(void*))
    for p, propagator in enumerate(program.all_propagators):
        if isinstance(propagator, kind):
            made.idle[p] = idle(propagator)
        one = made.idle.get(p, propagator)
        made.shape.propagator[p] = <void*>one
    made.note_ends()
    make_wakes(made)
    made.closed = True
    return made
