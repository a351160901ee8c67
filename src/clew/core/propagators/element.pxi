"""Elements: domain consistency."""


cdef class Element(Viewing):
    """A variable, the second, has the value of the entry that another one, the first, points at.

    An index stays if its entry and the value have something in common, and a value if some entry has it. If one
    alone can be the entry, it keeps what it has in common with the value.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables: the index, the value, and those among the entries, each once.
        views: for each variable its values as places among those of the value; None for the first two.
        entries: for each place of the index the position in the scope of a variable; or -1 - place for a constant, the
            place being one of the value. 0 for an entry that the value never has.

    Its slots, none of them reversible: the index that stays, the values that stay, and those of one entry.
    """

    cdef int32_t* entry

    def __init__(self, Program program, list scope, list views, list entries):
        self.see_by(views)
        self.entry = self.numbers(entries)
        self.enter(
            program, scope, program.shape.lengths[<int>scope[0]] + 2 * program.shape.lengths[<int>scope[1]], ON_ANY,
            False, MEDIUM, True,
        )  # fmt: skip

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef int index = self.scope[0], value = self.scope[1], k, j, only = 0
        cdef int length = s.shape.lengths[value], index_length = s.shape.lengths[index]
        cdef word* kept = s.at + self.slot
        cdef word* within = kept + index_length
        cdef word* own = within + length
        cdef int64_t at = first_of(s, index), seen = 0
        cdef word some
        clew_assert(index_length + 2 * length <= self.slots)
        memset(kept, 0, (index_length + length) * sizeof(word))
        while at >= 0:
            clew_assert(lies_in(self.entry, at, sizeof(int32_t)))
            k = self.entry[at]
            clew_assert(-1 - k < s.shape.width[value] and (k <= 0 or 2 <= k < self.arity))
            if k > 0:
                (<View>self.view[k]).see(s, self.scope[k], own, length)
                seen += length
                some = 0
                for j in range(length):
                    own[j] &= bits_of(s, value)[j]
                    within[j] |= own[j]
                    some |= own[j]
            elif k < 0 and has(s, value, -1 - k):
                some = 1
                within[-1 - k >> 6] |= <word>1 << (-1 - k & 63)
            else:
                some = 0
            if some:
                kept[at >> 6] |= <word>1 << (at & 63)
                only = k if only == 0 or only == k else -1
            at = next_of(s, index, at)
        s.work += seen >> 2
        if not (keep_all(s, index, kept) and keep_all(s, value, within)):
            return False
        return only <= 0 or (<View>self.view[only]).keep(s, self.scope[only], within)

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        """Each place of the index is missing, or its entry has not what was taken, or nothing of what the value has."""
        cdef Space* s = a.space
        cdef int index = self.scope[0], value = self.scope[1], length = s.shape.lengths[value], at, entry
        cdef word* own = scratch_of(a, 2 * length)
        cdef word* taken = own + length
        cdef int of = -1  # the entry from which it was taken, if it was
        if own == NULL:
            Propagator.explain(self, a, k, removal)
            return
        if removal != NULL and removal.v == value:
            taken[removal.place - row_at(s.shape, value)] = removal.bits
        elif removal != NULL and removal.v != index:
            of = 2
            while self.scope[of] != removal.v:
                of += 1
            (<View>self.view[of]).image(removal.bits, removal.place - row_at(s.shape, removal.v), taken)
            for k in range(length):
                need(a, row_at(s.shape, value) + k, taken[k])
        for at in range(s.shape.width[index]):
            entry = self.entry[at]
            if removal != NULL and removal.v == index:
                if removal.place == row_at(s.shape, index) + (at >> 6) and removal.bits >> (at & 63) & 1:
                    self.part(a, entry, own)
            elif entry == of and of > 0:
                pass
            elif entry and not has(s, index, at):
                if entry > 0 or not (removal != NULL and removal.v == value and self.lacks(entry, taken)):
                    need(a, row_at(s.shape, index) + (at >> 6), <word>1 << (at & 63))
            elif removal == NULL or removal.v != value:
                self.part(a, entry, own)
            elif entry > 0:
                (<View>self.view[entry]).need_without(a, self.scope[entry], taken)

    cdef inline bint lacks(self, int entry, const word* taken) noexcept nogil:
        """Whether a constant is none of some places of the value."""
        return taken[-1 - entry >> 6] >> (-1 - entry & 63) & 1 == 0

    cdef void part(self, Analysis* a, int entry, word* own) noexcept nogil:
        """Need that the value and an entry have nothing in common: the value is without all that it lacks."""
        cdef Space* s = a.space
        cdef int value = self.scope[1], v, j
        if entry < 0:
            need(a, row_at(s.shape, value) + (-1 - entry >> 6), <word>1 << (-1 - entry & 63))
        if entry <= 0:
            return
        v = self.scope[entry]
        memset(own, 0, s.shape.lengths[value] * sizeof(word))
        for j in range(s.shape.lengths[v]):
            (<View>self.view[entry]).image(a.root[row_at(s.shape, v) + j], j, own)
        for j in range(s.shape.lengths[value]):
            need(a, row_at(s.shape, value) + j, own[j] & ~bits_of(s, value)[j])
        (<View>self.view[entry]).need_without(a, v, bits_of(s, value))


def compile_element(compiler, primitive):
    """Each place of the index points at a variable of the scope, or at a place of the value: as -1 less this place."""
    entries = primitive.entries
    index, value = compiler.places[primitive.index], compiler.places[primitive.value]
    positions = compiler.declared(value).positions
    position = {index: 0, value: 1}
    pointed = []
    for place in compiler.values[index]:
        kind, content = entries[place] if 0 <= place < len(entries) else ("constant", None)
        if kind == "variable":
            pointed.append(position.setdefault(compiler.places[content], len(position)))
        elif 0 <= place < len(entries) and content in positions:
            pointed.append(-1 - positions[content])
        else:
            pointed.append(0)
    scope = [*position]
    Element(compiler.program, scope, [None, None, *compiler.views(scope[2:], positions)], pointed)
