"""Tasks on one machine: edge finding, detectable precedences, and tasks that are not the last of some."""


cdef class OneMachine(Cumulative):
    """Tasks take their time one after the other.

    Some tasks lie between a time and the latest end of one of them. If their durations are too long for that, there is
    no solution; if they are with that of another task, it comes after all of them, or, in time that runs backward,
    before (J. Carlier and E. Pinson, An algorithm for solving the job-shop problem, 1989). A task comes after all those
    that must start before it can end; and it ends before one of some tasks starts if these cannot all come before it
    (P. Vilim, O(n log n) filtering algorithms for unary resource constraint, 2004). Each has a demand of 1.

    Its slots: instead of the stretches of time, the tasks in the order of their earliest starts.
    """

    cdef inline int32_t* order_in(self, Space* s) noexcept nogil:
        return <int32_t*>self.stretches_in(s)

    cdef int gather(self, Space* s, int way) noexcept nogil:
        """Read the tasks that are sure, with their latest ends, and sort them, the latest start first; how many.

        Args:
            s: the space.
            way: 1, or -1 for time that runs backward.
        """
        cdef Task* task = self.tasks_in(s)
        cdef int32_t* order = self.order_in(s)
        cdef int64_t first, last, duration
        cdef int i, k, number = 0
        for i in range(self.tasks):
            duration = self.least(s, ENTRIES * i + DURATION)
            if duration <= 0 or self.least(s, ENTRIES * i + PRESENCE) <= 0:
                continue
            first, last = self.least(s, ENTRIES * i), self.most(s, ENTRIES * i) + duration
            task[i].first, task[i].end, task[i].duration = first, last, duration
            if way < 0:
                task[i].first, task[i].end = -last, -first
            k = number
            while k > 0 and task[order[k - 1]].first < task[i].first:
                order[k] = order[k - 1]
                k -= 1
            order[k] = i
            number += 1
        s.work += number * number >> 6
        return number

    cdef bint propagate(self, Space* s) noexcept nogil:
        return self.sweep(s, 1) and self.sweep(s, -1) and self.place(s, 1) and self.place(s, -1)

    cdef bint place(self, Space* s, int way) noexcept nogil:
        """Have each task come after those that come before it, and before one of those that cannot all do so."""
        cdef const Task* task = self.tasks_in(s)
        cdef const int32_t* order = self.order_in(s)
        cdef int number = self.gather(s, way), a, b, i, j
        cdef int64_t late, before, after, total, latest, together
        for a in range(number):
            i = order[a]
            before, after, total, latest, together = 0, INT64_MIN, 0, INT64_MIN, INT64_MIN
            for b in range(number):
                j = order[b]
                late = task[j].end - task[j].duration
                if j == i or late >= task[i].end:
                    continue
                if late < task[i].first + task[i].duration:
                    before += task[j].duration
                    after = max(after, task[j].first + before)
                total += task[j].duration
                together = max(together, task[j].first + total)
                latest = max(latest, late)
            if after > task[i].first and not self.start_after(s, i, after, way):
                return False
            if together > task[i].end - task[i].duration and not self.start_after(s, i, -latest, -way):
                return False
        return True

    cdef bint sweep(self, Space* s, int way) noexcept nogil:
        """Look at all windows: between an earliest start and a latest end."""
        cdef const Task* task = self.tasks_in(s)
        cdef const int32_t* order = self.order_in(s)
        cdef int number = self.gather(s, way), a, b, c, j
        cdef int64_t end, total, after, longest = 0
        for a in range(number):
            longest = max(longest, task[order[a]].duration)
        for a in range(number):
            end, total, after = task[order[a]].end, 0, INT64_MIN
            for b in range(number):
                j = order[b]
                if task[j].end > end:
                    continue
                total += task[j].duration
                after = max(after, task[j].first + total)
                if after > end:
                    return False
                for c in range(number if task[j].first + total + longest > end else 0):
                    if comes_after(task + order[c], task[j].first, total, end) and after > task[order[c]].first:
                        if not self.start_after(s, order[c], after, way):
                            return False
        return True

    cdef bint start_after(self, Space* s, int i, int64_t time, int way) noexcept nogil:
        if way > 0:
            return self.at_least(s, ENTRIES * i, time)
        return self.at_most(s, ENTRIES * i, -time - self.tasks_in(s)[i].duration)

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """By a window that is too short for the tasks in it, with the one that was moved."""
        cdef const Task* task = self.tasks_in(a.space)
        cdef int i, way, found = -1
        cdef int64_t time = 0
        for i in range(self.tasks if removal != NULL and removal.end != 0 else 0):
            if self.at[ENTRIES * i] >= 0 and self.scope[self.at[ENTRIES * i]] == removal.v:
                found = i
        way = 1 if removal == NULL or removal.end < 0 else -1
        self.gather(a.space, way)
        if found >= 0 and way > 0:
            time = integer(a.space, removal.v, removal.high) + 1
        elif found >= 0:
            time = 1 - integer(a.space, removal.v, removal.low) - task[found].duration
        if removal == NULL or found >= 0:
            if self.explain_window(a, found, time, way):
                return
            if found >= 0 and (self.explain_before(a, found, time, way) or self.explain_last(a, found, -time, -way)):
                return
        Propagator.explain(self, a, k, removal)

    cdef bint explain_before(self, Analysis* a, int i, int64_t time, int way) noexcept nogil:
        """Need what has a task start no earlier than at a time, because some must come before; False if it has not."""
        cdef const Task* task = self.tasks_in(a.space)
        cdef const int32_t* order = self.order_in(a.space)
        cdef int number = self.gather(a.space, way), b, j
        cdef int64_t late, rest = 0, latest = INT64_MIN
        for b in range(number):
            j = order[b]
            late = task[j].end - task[j].duration
            if j == i or late >= task[i].first + task[i].duration:
                continue
            rest += task[j].duration
            latest = max(latest, late)
            if task[j].first + rest >= time:
                self.need_task(a, i, latest + 1 - task[i].duration, INT64_MAX, way)
                self.need_those(a, i, task[j].first, time - rest, latest, way)
                return True
        return False

    cdef bint explain_last(self, Analysis* a, int i, int64_t time, int way) noexcept nogil:
        """Need what has a task end no later than at a time, because it is not the last of some; False if it has not."""
        cdef const Task* task = self.tasks_in(a.space)
        cdef const int32_t* order = self.order_in(a.space)
        cdef int number = self.gather(a.space, way), b, j
        cdef int64_t rest = 0
        for b in range(number):
            j = order[b]
            if j == i or task[j].end - task[j].duration > time:
                continue
            rest += task[j].duration
            if task[j].first + rest > task[i].end - task[i].duration:
                rest += task[i].duration - 1
                self.need_task(a, i, -INT64_MAX, task[j].first + rest, way)
                self.need_those(a, i, task[j].first, task[j].first, time, way)
                return True
        return False

    cdef void need_those(self, Analysis* a, int i, int64_t low, int64_t first, int64_t late, int way) noexcept nogil:
        """Need that the tasks that start between two times, but for one, start no earlier than at another time."""
        cdef const Task* task = self.tasks_in(a.space)
        cdef const int32_t* order = self.order_in(a.space)
        cdef int number = self.gather(a.space, way), b, j
        for b in range(number):
            j = order[b]
            if j != i and task[j].first >= low and task[j].end - task[j].duration <= late:
                self.need_task(a, j, first, late + task[j].duration, way)

    cdef bint explain_window(self, Analysis* a, int i, int64_t time, int way) noexcept nogil:
        """Need what has a task start no earlier than at a time, or, if it is -1, what fails; False if there is none."""
        cdef const Task* task = self.tasks_in(a.space)
        cdef const int32_t* order = self.order_in(a.space)
        cdef int number = self.gather(a.space, way), x, b, j
        cdef int64_t end, total, low, first, late, rest  # those that start late enough, and how long they take
        for x in range(number):
            end, total, late, rest = task[order[x]].end, 0, INT64_MIN, 0
            for b in range(number):
                j = order[b]
                if task[j].end > end:
                    continue
                total += task[j].duration
                low = task[j].first
                if late == INT64_MIN or low + total > late + rest:
                    late, rest = low, total
                if i < 0 and low + total > end:
                    self.need_window(a, low, low, end, total - (end - low) - 1, way)
                    return True
                if i >= 0 and late + rest >= time and comes_after(task + i, low, total, end):
                    first = end + 1 - total - task[i].duration
                    self.need_task(a, i, first, INT64_MAX, way)
                    self.need_window(a, first, low, end, 0, way)
                    self.need_window(a, max(first, time - rest), late, end, 0, way)
                    return True
        return False

    cdef void need_window(
        self, Analysis* a, int64_t first, int64_t low, int64_t end, int64_t slack, int way
    ) noexcept nogil:
        """Need that the tasks between two times start no earlier than at another time, if they are not too short."""
        cdef const Task* task = self.tasks_in(a.space)
        cdef const int32_t* order = self.order_in(a.space)
        cdef int number = self.gather(a.space, way), b, j
        for b in range(number):
            j = order[b]
            if task[j].first >= low and task[j].end <= end:
                if task[j].duration <= slack:
                    slack -= task[j].duration
                else:
                    self.need_task(a, j, first, end, way)

    cdef void need_task(self, Analysis* a, int i, int64_t first, int64_t end, int way) noexcept nogil:
        """A task has to be sure and as long as it is, and start and end between two times."""
        cdef int64_t duration = self.tasks_in(a.space)[i].duration
        self.need_least(a, ENTRIES * i + DURATION, duration)
        self.need_least(a, ENTRIES * i + PRESENCE, 1)
        if (first if way > 0 else -end) > -INT64_MAX:
            self.need_least(a, ENTRIES * i, first if way > 0 else -end)
        if (end if way > 0 else -first) < INT64_MAX:
            self.need_most(a, ENTRIES * i, end - duration if way > 0 else -first - duration)


cdef inline bint comes_after(const Task* task, int64_t first, int64_t total, int64_t end) noexcept nogil:
    """Whether a task comes after others that take so long, from a time on, and end earlier than it may."""
    return task.end > end and min(first, task.first) + total + task.duration > end
