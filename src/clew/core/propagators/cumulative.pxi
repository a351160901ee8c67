"""Tasks that use a resource: one does not run while those that are sure to run leave it too little (time-tabling)."""

cdef enum:
    START
    DURATION
    DEMAND
    PRESENCE
    ENTRIES  # of a task


cdef struct Task:
    int64_t first, last  # when it may start
    int64_t duration, demand  # the least that they may be
    int64_t end          # the earliest
    bint is_sure         # there is such a task


cdef struct Stretch:
    int64_t begin  # of a time that ends with the beginning of the next one
    int64_t used   # at least, by the tasks that are sure to run then


cdef class Cumulative(Propagator):
    """At no time do tasks use more of a resource than there is of it.

    A task that starts late enough, and takes long enough, is sure to run for some time. If what is used at a time
    leaves too little for a task, it does not run then (N. Beldiceanu and M. Carlsson, A new multi-resource
    cumulatives constraint with negative heights, 2002).

    Args:
        program: to which it belongs.
        scope: the numbers of the variables.
        places: of each task its start, duration, demand and presence, and at last the capacity: the place of the
            variable in the scope; -1 for a constant.
        constants: the constants, as many. The sum of all ends must fit into 62 bits.

    Its slots, none of them reversible: the tasks, the stretches of time.
    """

    cdef int32_t* at
    cdef int64_t* constant
    cdef int tasks

    def __init__(self, Program program, list scope, list places, list constants):
        self.at, self.constant = self.numbers(places), self.long_numbers(constants)
        self.tasks = len(places) // ENTRIES
        slots = self.tasks * sizeof(Task) + (2 * self.tasks + 2) * sizeof(Stretch)
        self.enter(program, scope, slots // sizeof(word), ON_BOUNDS, False, MEDIUM, False)

    cdef inline int64_t least(self, Space* s, int entry) noexcept nogil:
        return self.constant[entry] if self.at[entry] < 0 else smallest(s, self.scope[self.at[entry]])

    cdef inline int64_t most(self, Space* s, int entry) noexcept nogil:
        return self.constant[entry] if self.at[entry] < 0 else largest(s, self.scope[self.at[entry]])

    cdef inline bint at_least(self, Space* s, int entry, int64_t least) noexcept nogil:
        if self.at[entry] < 0:
            return self.constant[entry] >= least
        return keep_at_least(s, self.scope[self.at[entry]], least)

    cdef inline bint at_most(self, Space* s, int entry, int64_t most) noexcept nogil:
        if self.at[entry] < 0:
            return self.constant[entry] <= most
        return keep_at_most(s, self.scope[self.at[entry]], most)

    cdef inline Task* tasks_in(self, Space* s) noexcept nogil:
        return <Task*>(s.at + self.slot)

    cdef inline Stretch* stretches_in(self, Space* s) noexcept nogil:
        return <Stretch*>(self.tasks_in(s) + self.tasks)

    cdef int look(self, Space* s) noexcept nogil:
        """Read the domains, and find out what is used when; the number of stretches, of which the last is the end."""
        cdef Task* task = self.tasks_in(s)
        cdef Stretch* stretch = self.stretches_in(s)
        cdef int i, entry = 0, number = 0
        for i in range(self.tasks):
            task[i].first, task[i].last = self.least(s, entry), self.most(s, entry)
            task[i].duration, task[i].demand = self.least(s, entry + DURATION), self.least(s, entry + DEMAND)
            task[i].is_sure = self.least(s, entry + PRESENCE) > 0
            task[i].end = task[i].first + task[i].duration
            entry += ENTRIES
            if runs_surely(task + i) and task[i].demand > 0:
                number = enter_event(stretch, number, task[i].last, task[i].demand)
                number = enter_event(stretch, number, task[i].end, -task[i].demand)
        clew_assert(number <= 2 * self.tasks)
        for i in range(1, number):
            stretch[i].used += stretch[i - 1].used
        s.work += number * self.tasks >> 6
        return number

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef Task* task = self.tasks_in(s)
        cdef Stretch* stretch = self.stretches_in(s)
        cdef int number = self.look(s), i, k
        cdef int64_t used = 0, capacity = self.most(s, ENTRIES * self.tasks)
        for k in range(number - 1):
            used = max(used, stretch[k].used)
        if not self.at_least(s, ENTRIES * self.tasks, used):
            return False
        for i in range(self.tasks):
            if task[i].demand < 0 and not self.at_least(s, ENTRIES * i + DEMAND, 0):
                return False
            if used + self.most(s, ENTRIES * i + DEMAND) > capacity and not self.fit(s, i, number, capacity):
                return False
        return True

    cdef bint fit(self, Space* s, int i, int number, int64_t capacity) noexcept nogil:
        """Leave a task the starts, the duration, the demand and the presence for which the others leave enough."""
        cdef const Task* task = self.tasks_in(s) + i
        cdef const Stretch* stretch = self.stretches_in(s)
        cdef int64_t free = task.first, longest = NO_END, left = capacity if runs_surely(task) else NO_END
        cdef int k, entry = ENTRIES * i
        if task.demand > capacity and (task.is_sure or task.duration > 0):
            return self.at_most(s, entry + (DURATION if task.is_sure else PRESENCE), 0)
        for k in range(number - 1):
            if runs_surely(task) and task.last < stretch[k + 1].begin and stretch[k].begin < task.end:
                left = min(left, capacity - stretch[k].used + max(task.demand, 0))
            if not is_short(stretch + k, task, capacity):
                continue
            if stretch[k].begin < free + task.duration and free < stretch[k + 1].begin:
                free = stretch[k + 1].begin
            if task.last < stretch[k + 1].begin and longest == NO_END:
                longest = max(stretch[k].begin, task.last) - task.first
        if not task.is_sure:
            return free <= task.last or task.duration <= 0 or self.at_most(s, entry + PRESENCE, 0)
        if not self.at_most(s, entry + DEMAND, left) or not self.at_most(s, entry + DURATION, longest):
            return False
        return self.at[entry] < 0 or task.duration <= 0 or self.move(s, i, self.scope[self.at[entry]], number, capacity)

    cdef bint move(self, Space* s, int i, int v, int number, int64_t capacity) noexcept nogil:
        """Take the starts with which a task runs when the others leave too little; of an interval one end, by a step.

        A step is no longer than the task: one time explains it.
        """
        cdef const Task* task = self.tasks_in(s) + i
        cdef const Stretch* stretch = self.stretches_in(s)
        cdef int64_t end = task.last + task.duration
        cdef int k
        cdef bint has_bits = s.shape.kind[v] != INTERVAL
        for k in range(number - 2, -1, -1):
            if is_short(stretch + k, task, capacity):
                if has_bits and not keep_outside(s, v, stretch[k].begin - task.duration, stretch[k + 1].begin):
                    return False
                if not has_bits and stretch[k].begin < task.end and task.first < stretch[k + 1].begin:
                    return keep_at_least(s, v, min(stretch[k + 1].begin, task.end))
        for k in range(0 if has_bits else number - 1):
            if stretch[k].begin < end and task.last < stretch[k + 1].begin and is_short(stretch + k, task, capacity):
                return keep_at_most(s, v, max(stretch[k].begin, task.last) - task.duration)
        return True

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """By the tasks that are sure to run at a time (A. Schutt, T. Feydy, P. Stuckey and M. Wallace, Explaining the
        cumulative propagator, 2011): one at which too much is used, or one for each start that was taken.
        """
        cdef const Task* task = self.tasks_in(a.space)
        cdef const Stretch* stretch = self.stretches_in(a.space)
        cdef int number = self.look(a.space), i, found = -1
        cdef int64_t capacity = self.most(a.space, ENTRIES * self.tasks)
        if removal == NULL:
            for i in range(number - 1):
                if stretch[i].used > capacity:
                    self.need_use(a, -1, stretch[i].begin, capacity)
                    return
        for i in range(self.tasks if removal != NULL else 0):
            if self.at[ENTRIES * i] >= 0 and self.scope[self.at[ENTRIES * i]] == removal.v:
                found = i
        if found < 0 or not task[found].is_sure or not self.explain_starts(a, found, number, capacity, removal):
            Propagator.explain(self, a, k, removal)

    cdef bint explain_starts(
        self, Analysis* a, int i, int number, int64_t capacity, const Removal* removal
    ) noexcept nogil:
        """Need what took some starts of a task; False if it was something else."""
        cdef const Task* task = self.tasks_in(a.space) + i
        cdef word bits = removal.bits
        cdef int64_t start, time, low = INT64_MAX, high = INT64_MIN  # the starts that are explained
        start = integer(a.space, removal.v, removal.high if removal.end < 0 else removal.low)
        while True:
            if removal.end == 0:
                if bits == 0:
                    return True
                start = 64 * (removal.place - row_at(a.space.shape, removal.v)) + clew_lowest(bits)
                start = integer(a.space, removal.v, start)
                bits &= bits - 1
            elif start < integer(a.space, removal.v, removal.low) or start > integer(a.space, removal.v, removal.high):
                break
            if low <= start <= high:
                continue
            time = self.short_time(a.space, task, number, capacity, start, removal.end >= 0)
            if time == INT64_MIN:
                return False
            self.need_use(a, i, time, capacity)
            low, high = time - task.duration + 1, time
            start = low - 1 if removal.end < 0 else high + 1
        if removal.end < 0:
            need_at_least(a, removal.v, min(low, task.first))
        else:
            need_at_most(a, removal.v, max(high, task.last))
        return True

    cdef int64_t short_time(
        self, Space* s, const Task* task, int number, int64_t capacity, int64_t start, bint is_late
    ) noexcept nogil:
        """A time, as early or as late as may be, at which there is too little for a task with a start; or none."""
        cdef const Stretch* stretch = self.stretches_in(s)
        cdef int64_t time = INT64_MIN
        cdef int k
        for k in range(number - 1):
            if stretch[k].begin < start + task.duration and start < stretch[k + 1].begin:
                if is_short(stretch + k, task, capacity):
                    if not is_late:
                        return max(stretch[k].begin, start)
                    time = min(stretch[k + 1].begin, start + task.duration) - 1
        return time

    cdef void need_use(self, Analysis* a, int i, int64_t time, int64_t capacity) noexcept nogil:
        """Tasks that are sure to run at a time have to, as far as they leave too little for another one, or for all."""
        cdef const Task* task = self.tasks_in(a.space)
        cdef int64_t slack = -capacity - 1
        cdef int j
        for j in range(self.tasks):
            if j == i or task[j].demand > 0 and runs_at(task + j, time):
                slack += task[j].demand
        clew_assert(slack >= 0)
        for j in range(self.tasks):
            if j == i:
                self.need_demand(a, j)
            elif task[j].demand > 0 and runs_at(task + j, time):
                if task[j].demand <= slack:
                    slack -= task[j].demand
                    continue
                self.need_most(a, ENTRIES * j, time)
                self.need_least(a, ENTRIES * j, time - task[j].duration + 1)
                self.need_demand(a, j)
        self.need_most(a, ENTRIES * self.tasks, capacity + slack)

    cdef void need_demand(self, Analysis* a, int i) noexcept nogil:
        """A task has to be as long, use as much and be as sure as it is."""
        cdef const Task* task = self.tasks_in(a.space) + i
        self.need_least(a, ENTRIES * i + DURATION, task.duration)
        self.need_least(a, ENTRIES * i + DEMAND, task.demand)
        self.need_least(a, ENTRIES * i + PRESENCE, 1)

    cdef inline void need_least(self, Analysis* a, int entry, int64_t least) noexcept nogil:
        if self.at[entry] >= 0:
            if a.space.shape.rises[self.scope[self.at[entry]]]:
                need_at_least(a, self.scope[self.at[entry]], least)
            else:
                need_missing(a, self.scope[self.at[entry]])

    cdef inline void need_most(self, Analysis* a, int entry, int64_t most) noexcept nogil:
        if self.at[entry] >= 0:
            if a.space.shape.rises[self.scope[self.at[entry]]]:
                need_at_most(a, self.scope[self.at[entry]], most)
            else:
                need_missing(a, self.scope[self.at[entry]])


cdef inline bint runs_surely(const Task* task) noexcept nogil:
    """Whether there is a time at which a task runs whenever it starts."""
    return task.is_sure and task.last < task.end


cdef inline bint runs_at(const Task* task, int64_t time) noexcept nogil:
    """Whether a task is sure to run at a time."""
    return task.is_sure and task.last <= time < task.end


cdef inline bint is_short(const Stretch* stretch, const Task* task, int64_t capacity) noexcept nogil:
    """Whether the others leave too little for a task during a stretch."""
    return task.demand > 0 and stretch.used + task.demand > capacity and not runs_at(task, stretch.begin)


cdef inline int enter_event(Stretch* stretch, int number, int64_t time, int64_t change) noexcept nogil:
    """Enter what begins or ends at a time, among events in the order of their times; how many these are then."""
    cdef int k = number
    while k > 0 and stretch[k - 1].begin > time:
        k -= 1
    if k > 0 and stretch[k - 1].begin == time:
        stretch[k - 1].used += change
        return number
    memmove(stretch + k + 1, stretch + k, (number - k) * sizeof(Stretch))
    stretch[k].begin, stretch[k].used = time, change
    return number + 1
