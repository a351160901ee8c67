"""Arc consistency of all that two values rule out together, whichever constraints say so.

A *choice* is a variable whose alternatives are its values, or a target of a permutation whose alternatives are the
values that have it. One of them will be taken. So a value has no support if all alternatives of a choice rule it out:
the same as if it ruled out all of them, which is what `Network.supported` asks, because conflicts are mutual. If a
choice has more alternatives than any value rules out, there is nothing to look for.
"""


cdef class Supports(Propagator):
    """Takes the values that all alternatives of a choice rule out.

    Args:
        program: to which it belongs; all that rules out values is there already.
    """

    cdef Shape* shape
    cdef list ruling
    cdef int words, variables, choices, layout
    cdef int32_t* about         # for each variable who rules out values for it: the number of a propagator, and the
    cdef int32_t* about_at      # place of the variable in its scope; one variable after the other
    cdef int32_t* value_at      # the number of the first value of each variable
    cdef Targets targets
    cdef int32_t* most          # for each variable, then for each target, how many alternatives a value rules out
    cdef void** propagator

    def __init__(self, Program program):
        cdef list targets = [], several, scope
        cdef int v, k
        self.words, self.variables = program.shape.words, program.shape.variables
        self.shape = &program.shape
        self.note_ruling(program)
        for propagator in program.all_propagators:
            targets += (<Propagator>propagator).choices(program)
        self.count(program, targets)
        # Targets that are never looked at are left out.
        several = [some for k, some in enumerate(targets) if self.most[self.variables + k] > 1]
        if len(several) < len(targets):
            self.count(program, several)
        scope = [v for v in range(self.variables) if self.most[v] > 1 or self.links(v)]
        self.layout = self.words + (5 * self.variables + 7) // 8
        if scope:
            slots = self.words + 2 * self.choices + 2 * self.layout
            self.enter(program, scope, slots, ON_ANY, False, DEAR, True)

    # -- before a search -----------------------------------------------------------------------------

    cdef int note_ruling(self, Program program) except -1:
        """Note for each variable which propagators rule out values when it is assigned."""
        cdef Propagator one
        cdef list rows = [[] for _ in range(self.variables)]
        cdef int k, v
        self.ruling = [one for one in program.all_propagators if one.rules]
        self.propagator = <void**>self.allocate(len(self.ruling), sizeof(void*))
        for number, one in enumerate(self.ruling):
            self.propagator[<int>number] = <void*>one
            for k in range(one.arity):
                (<list>rows[one.scope[k]]).extend((number, k))
        self.about = self.flat(rows, &self.about_at, 2)
        self.value_at = self.row_begins([self.shape.width[v] for v in range(self.variables)])
        return 0

    cdef bint links(self, int v):
        """Whether a value of a variable is an alternative of a target."""
        return self.targets.link_at[self.value_at[v]] < self.targets.link_at[self.value_at[v + 1]]

    cdef int count(self, Program program, list targets) except -1:
        """Count for each choice the most alternatives that a value rules out.

        Args:
            program: the program.
            targets: for each target of a permutation the values that have it.
        """
        self.targets = targets_of(targets, self.value_at, self.value_at[self.variables])
        self.choices = len(targets)
        self.most = <int32_t*>self.allocate(self.variables + self.choices, sizeof(int32_t))
        cdef Owner scratch = Owner()
        cdef word* bits = <word*>scratch.allocate(self.words + (5 * self.variables + 7) // 8, sizeof(word))
        cdef int32_t* ruled = <int32_t*>scratch.allocate(2 * self.choices, sizeof(int32_t))
        cdef ConflictSet r = self.laid(bits)
        cdef int v, place
        for v in range(self.variables):
            for place in range(self.shape.width[v]):
                if place & 63 == 0:
                    PyErr_CheckSignals()
                    _look()
                if program.initial[row_at(self.shape, v) + (place >> 6)] >> (place & 63) & 1:
                    self.count_one(program.initial, &r, ruled, v, place)
        return 0

    cdef void count_one(self, const word* initial, ConflictSet* r, int32_t* ruled, int v, int place) noexcept nogil:
        """Count what one value rules out; `ruled` is 0 for each choice, before and after, and behind there is room."""
        cdef int i, j, u, number, at, choice, choices = 0
        cdef word some
        cdef const Link* link = self.targets.link
        cdef const int32_t* link_at = self.targets.link_at
        self.rule(r, v, place)
        for i in range(r.number):
            u = r.touched[i]
            number = 0
            for j in range(self.shape.lengths[u]):
                number += clew_ones(r.bits[row_at(self.shape, u) + j] & initial[row_at(self.shape, u) + j])
            self.most[u] = max(self.most[u], number)
        if self.choices == 0:
            return
        self.rule_others(r, v, place)
        for i in range(r.number):
            u = r.touched[i]
            for j in range(self.shape.lengths[u]):
                some = r.bits[row_at(self.shape, u) + j] & initial[row_at(self.shape, u) + j]
                while some:
                    at = self.value_at[u] + 64 * j + clew_lowest(some)
                    clew_assert(lies_in(link_at, at + 1, sizeof(int32_t)))
                    some &= some - 1
                    for number in range(link_at[at], link_at[at + 1]):
                        choice = link[number].choice
                        clew_assert(0 <= choice < self.choices)
                        if ruled[choice] == 0:
                            ruled[self.choices + choices] = choice
                            choices += 1
                        ruled[choice] += 1
        for number in range(link_at[self.value_at[v] + place], link_at[self.value_at[v] + place + 1]):
            ruled[link[number].choice] = 0  # it is an alternative itself
        for i in range(choices):
            choice = ruled[self.choices + i]
            self.most[self.variables + choice] = max(self.most[self.variables + choice], ruled[choice])
            ruled[choice] = 0

    # -- in a search ---------------------------------------------------------------------------------

    cdef inline ConflictSet laid(self, word* where) noexcept nogil:
        """What is ruled out, kept in some words."""
        cdef ConflictSet r
        r.bits = where
        r.touched = <int32_t*>(where + self.words)
        r.is_touched = <uint8_t*>(r.touched + self.variables)
        r.number = 0
        r.shape = self.shape
        return r

    cdef void rule(self, ConflictSet* r, int v, int64_t place) noexcept nogil:
        """What a value rules out of other domains."""
        cdef int k
        clew_assert(lies_in(self.about_at, v + 1, sizeof(int32_t)))
        clean(r)
        for k in range(self.about_at[v], self.about_at[v + 1]):
            (<Propagator>self.propagator[self.about[2 * k]]).conflicts_of(r, self.about[2 * k + 1], place)

    cdef void rule_others(self, ConflictSet* r, int v, int64_t place) noexcept nogil:
        """A value rules out the others of its variable, too."""
        cdef int j
        for j in range(self.shape.lengths[v]):
            rule_out(r, v, j, ~(<word>1 << (place & 63)) if j == place >> 6 else ~<word>0)

    cdef bint start(self, Space* s) noexcept nogil:
        """Nothing has been looked at."""
        memset(s.at + self.slot, 0, (self.words + 2 * self.choices + 2 * self.layout) * sizeof(word))
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word* scratch = s.at + self.slot + self.words + 2 * self.choices
        cdef ConflictSet common = self.laid(scratch), other = self.laid(scratch + self.layout)
        cdef int k
        cdef bint changed = True, stands = True
        while changed and stands:
            changed = False
            for k in range(self.arity):
                if stands and self.has_changed(s, self.scope[k]):
                    changed = True
                    stands = self.look_at_variable(s, &common, &other, self.scope[k])
            if changed and stands and self.choices:
                stands = self.look_at_targets(s, &common, &other)
        clean(&common)
        clean(&other)
        return stands

    cdef bint has_changed(self, Space* s, int v) noexcept nogil:
        """Whether a domain is another than when it was looked at last."""
        cdef int j, at = row_at(self.shape, v)
        cdef bint changed = False
        for j in range(at, at + self.shape.lengths[v]):
            clew_assert(j < self.words)
            if s.at[j] != s.at[self.slot + j]:
                put(s, self.slot + j, s.at[j])
                changed = True
        return changed

    cdef bint look_at_variable(self, Space* s, ConflictSet* common, ConflictSet* other, int v) noexcept nogil:
        """Take what all values of a variable rule out."""
        cdef int64_t at
        cdef bint is_first = True
        if not 2 <= size_of(s, v) <= self.most[v]:
            return True
        at = first_of(s, v)
        while at >= 0:
            if not self.shares(s, common, other, v, at, is_first, False):
                return True
            is_first = False
            at = next_of(s, v, at)
        return self.take(s, common)

    cdef bint look_at_targets(self, Space* s, ConflictSet* common, ConflictSet* other) noexcept nogil:
        """Take what all alternatives of a target rule out, for each target that has changed."""
        cdef int k, i, c, at, v, seen = self.slot + self.words
        cdef int64_t place
        cdef word* left = s.at + seen + self.choices
        cdef const Link* link = self.targets.link
        cdef const int32_t* link_at = self.targets.link_at
        cdef const Value* one
        memset(left, 0, self.choices * sizeof(word))
        for k in range(self.arity):
            v = self.scope[k]
            place = first_of(s, v)
            while place >= 0:
                at = self.value_at[v] + <int>place
                clew_assert(lies_in(link_at, at + 1, sizeof(int32_t)))
                for i in range(link_at[at], link_at[at + 1]):
                    clew_assert(0 <= link[i].choice < self.choices and 0 <= link[i].bit < 64)
                    left[link[i].choice] |= <word>1 << link[i].bit
                place = next_of(s, v, place)
        for c in range(self.choices):
            if s.at[seen + c] != left[c]:
                put(s, seen + c, left[c])
                one = self.targets.member + self.targets.member_at[c]
                if 2 <= clew_ones(left[c]) <= self.most[self.variables + c]:
                    if not self.look_at_target(s, common, other, one, left[c]):
                        return False
        return True

    cdef bint look_at_target(
        self, Space* s, ConflictSet* common, ConflictSet* other, const Value* member, word left
    ) noexcept nogil:
        cdef const Value* one
        cdef bint is_first = True
        while left:
            one = member + clew_lowest(left)
            clew_assert(lies_in(self.targets.member, one - self.targets.member, sizeof(Value)))
            left &= left - 1
            if not self.shares(s, common, other, one.v, one.place, is_first, True):
                return True
            is_first = False
        return self.take(s, common)

    cdef bint shares(
        self, Space* s, ConflictSet* common, ConflictSet* other, int v, int64_t place, bint is_first, bint rules_others
    ) noexcept nogil:
        """Keep what an alternative rules out, too; False if that is nothing that is left.

        Args:
            s: the space.
            common: what all alternatives until now rule out; if this is the first one, what it rules out.
            other: room for what it rules out.
            v, place: the alternative.
            is_first: whether it is the first one.
            rules_others: whether it rules out the other values of its variable.
        """
        cdef int i, j, at
        cdef word some = 0
        cdef ConflictSet* own = common if is_first else other
        self.rule(own, v, place)
        if rules_others:
            self.rule_others(own, v, place)
        s.work += 1 + (common.number + other.number >> 6)
        if is_first:
            return True
        for i in range(common.number):
            at = row_at(self.shape, common.touched[i])
            for j in range(at, at + self.shape.lengths[common.touched[i]]):
                common.bits[j] &= other.bits[j]
                some |= common.bits[j] & s.at[j]
        return some != 0

    cdef bint take(self, Space* s, const ConflictSet* common) noexcept nogil:
        """Take from the domains what is ruled out."""
        cdef int i, j, v, at
        for i in range(common.number):
            v = common.touched[i]
            at = row_at(self.shape, v)
            for j in range(self.shape.lengths[v]):
                if common.bits[at + j] & s.at[at + j] and not keep(s, v, j, ~common.bits[at + j]):
                    return False
        return True
