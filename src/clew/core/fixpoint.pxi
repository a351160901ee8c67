"""Events, the queue, and the fixpoint of all propagators.

Propagators that want to know are called at once when a variable is assigned: that is cheap, and prunes most. The others
wait in a queue for each priority, which a cursor goes round; one of a higher priority always comes first. A queue is a
set of bits, so that a change schedules all who watch a variable by a few words.
"""


cdef inline void schedule(Space* s, int at, word watchers) noexcept nogil:
    """Put propagators into a queue; those that wait already stay where they are."""
    clew_assert(0 <= at < PRIORITIES * s.shape.queue_words)
    s.pending[at // s.shape.queue_words] += s.queue[at] == 0
    s.queue[at] |= watchers


cdef inline void wake(Space* s, int list_of) noexcept nogil:
    """Schedule those who watch a variable for a change."""
    cdef const Wake* one = s.shape.wakes + s.shape.wakes_at[list_of]
    cdef const Wake* end = s.shape.wakes + s.shape.wakes_at[list_of + 1]
    while one < end:
        if one.watchers & ~s.queue[one.at]:
            schedule(s, one.at, one.watchers)
        one += 1


cdef inline void wake_any(Space* s, int v) noexcept nogil:
    """A value is gone from within a domain."""
    wake(s, 3 * v)


cdef inline void wake_bounds(Space* s, int v) noexcept nogil:
    """An end of a domain is gone."""
    wake(s, 3 * v + 1)


cdef inline void wake_assigned(Space* s, int v) noexcept nogil:
    """One value is left in a domain."""
    wake(s, 3 * v + 2)
    clew_assert(0 <= s.newly_end < s.shape.variables)
    s.newly_assigned[s.newly_end] = v
    s.newly_end += 1


cdef void forget(Space* s) noexcept nogil:
    """Empty the queues: after a dead end nothing of what waits is to be done."""
    cdef int priority
    s.newly_first = s.newly_end = 0
    for priority in range(PRIORITIES):
        if s.pending[priority]:
            memset(s.queue + priority * s.shape.queue_words, 0, s.shape.queue_words * sizeof(word))
            s.pending[priority] = 0


cdef inline bint waits(Space* s) noexcept nogil:
    """Whether anything is to be done before the fixpoint is reached."""
    return s.newly_end > s.newly_first or s.pending[CHEAP] or s.pending[MEDIUM] or s.pending[DEAR]


cdef inline int next_waiting(Space* s, int priority) noexcept nogil:
    """Take a propagator from a queue; there is one."""
    cdef int words = s.shape.queue_words, cursor = s.cursor[priority], bit
    cdef word* queue = s.queue + priority * words
    clew_assert(0 <= cursor < words and s.pending[priority] > 0)
    while queue[cursor] == 0:
        cursor = cursor + 1 if cursor + 1 < words else 0
    s.cursor[priority] = cursor
    bit = clew_lowest(queue[cursor])
    queue[cursor] &= queue[cursor] - 1
    s.pending[priority] -= queue[cursor] == 0
    return 64 * cursor + bit


cdef inline bint notify_assigned(Space* s, int v) noexcept nogil:
    """Tell those who hear of it that a variable was assigned."""
    cdef int k, number
    for k in range(s.shape.hears_at[v], s.shape.hears_at[v + 1]):
        number = s.shape.on_assign[2 * k]
        clew_assert(0 <= number < s.shape.propagators)
        if not (<Propagator>s.shape.propagator[number]).assigned(s, s.shape.on_assign[2 * k + 1]):
            s.blamed_propagator = number
            return False
    return True


cdef bint fixpoint(Space* s) noexcept nogil:
    """Propagate until nothing changes, or the work is up: then something waits still. False for a dead end."""
    cdef int v, priority, number
    while s.work < s.until or not waits(s):
        while s.newly_first < s.newly_end:
            v = s.newly_assigned[s.newly_first]
            s.newly_first += 1
            s.work += 1
            if not notify_assigned(s, v):
                forget(s)
                return False
        s.newly_first = s.newly_end = 0
        priority = CHEAP if s.pending[CHEAP] else MEDIUM if s.pending[MEDIUM] else DEAR
        if s.pending[priority] == 0:
            return True
        number = next_waiting(s, priority)
        s.work += 1
        if not (<Propagator>s.shape.propagator[number]).propagate(s):
            if s.blamed_propagator < 0:
                s.blamed_propagator = number
            forget(s)
            return False
        if s.shape.idempotent[number]:
            drop(s, number, priority)
    return True


cdef inline void drop(Space* s, int number, int priority) noexcept nogil:
    """A propagator that leaves itself nothing to do is not run again for its own changes."""
    cdef int at = priority * s.shape.queue_words + (number >> 6)
    cdef word others = s.queue[at] & ~(<word>1 << (number & 63))
    if others != s.queue[at]:
        s.queue[at] = others
        s.pending[priority] -= others == 0
