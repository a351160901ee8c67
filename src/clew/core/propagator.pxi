"""The contract of a propagator.

Whoever writes one makes sure of these:

- It takes away only values that no solution of its constraint has, and is monotone: smaller domains, smaller results.
- Once one variable of its scope is open, only values are left that satisfy the constraint.
- What it remembers about the search lies in reversible slots of the space, written by `put`; its own fields are
  constant, because several searches share it.
- It gives False as soon as a domain is empty, or if the values together are refused; then `blamed` is set by the
  domain, or is the propagator itself.
- Integers cannot overflow: extreme sums are proved to fit before it is made.
"""

cdef enum:
    ON_NOTHING
    ON_ASSIGNED
    ON_BOUNDS
    ON_ANY


cdef class Propagator(Owner):
    """Prunes for one constraint.

    Args:
        program: to which it belongs.
        scope: the numbers of its variables.
        slots: the reversible words that it needs.
        wakes: the changes of a variable after which `propagate` runs.
        hears: whether `assigned` is called for each variable, at once, when one value is left of it.
        priority: when its turn comes.
        idempotent: whether nothing is left to do when it has run.
    """

    cdef int number, arity, slot, slots, wakes, priority
    cdef int watched  # how many variables of the scope it watches: the first ones
    cdef bint on_assign, idempotent
    cdef bint rules  # whether a value of one variable alone rules out values of others: see `conflicts_of`
    cdef int32_t* scope

    cdef int enter(
        self, Program program, list scope, int slots, int wakes, bint on_assign, int priority, bint idempotent
    ) except -1:
        self.arity = self.watched = len(scope)
        self.scope = self.numbers(scope)
        self.wakes, self.on_assign, self.priority, self.idempotent = wakes, on_assign, priority, idempotent
        self.slot, self.slots = program.slots_for(slots), slots
        self.number = program.add(self)
        return 0

    cdef list variables(self):
        """The numbers of the variables of the scope."""
        cdef int k
        return [self.scope[k] for k in range(self.arity)]

    cdef bint start(self, Space* s) noexcept nogil:
        """Make the slots ready, in a space with nothing assigned yet."""
        return True

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        """Prune after the k-th variable of the scope was assigned: the work of forward checking."""
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        """Prune."""
        return True

    cdef void conflicts_of(self, ConflictSet* r, int k, int64_t place) noexcept nogil:
        """Note what `assigned` would take for a value of the k-th variable, whatever is left. Conflicts are mutual."""

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """Need what implied a removal, or a dead end, in the space as it was before.

        Args:
            a: the analysis.
            k: the variable of the scope of which `assigned` was told, -1 for `propagate`.
            removal: what was taken; NULL for a dead end, of which a variable may be to blame.
        """
        if not explain_by_trial(self, a, removal):
            need_all(self, a, removal)

    cdef int64_t ruling_work(self, const Shape* shape) noexcept nogil:
        """About how many values all values of its variables rule out together; 0 if it rules out none."""
        cdef int64_t values = 0
        cdef int k
        if self.rules:
            for k in range(self.arity):
                values += shape.width[self.scope[k]]
        return values * self.arity

    cdef list choices(self, Program program):
        """For each target of a permutation the values that have it, as a variable and a place in turn."""
        return []


cdef Propagator idle(Propagator one):
    """A propagator that does nothing, in the place of another one, which is kept: it is blamed as that one is."""
    cdef Propagator made = Propagator()
    made.number, made.arity, made.scope, made.priority = one.number, one.arity, one.scope, one.priority
    return made


cdef void need_all(Propagator self, Analysis* a, const Removal* removal) noexcept nogil:
    """Need all that is missing in the scope; where it was taken from, only the end that was moved."""
    cdef int j
    for j in range(self.arity):
        if removal == NULL or self.scope[j] != removal.v:
            need_missing(a, self.scope[j])
    need_own_end(a, removal)


cdef void explain_by_one(Propagator self, Analysis* a, int k, const Removal* removal) noexcept nogil:
    """Explain by the value of the k-th variable alone; a dead end, by what is missing of the emptied one, too."""
    need_missing(a, self.scope[k])
    if removal == NULL and a.space.blamed_variable >= 0:
        need_missing(a, a.space.blamed_variable)
