"""Exact cover: an option that is taken goes to all its items, and all options that share an item with it go.

Each option has a row of words that lies beside the domains: the bits that it rules out anywhere. If all rows would take
too much memory, options go one by one, as in dancing links (D. Knuth, Dancing links, 2000): those left are bits
of reversible words, beside the domains, so that an option goes from all its items at once and once only.
"""


cdef struct Part:
    int32_t at  # of a word of the options that are left
    word mask   # the options there that cover an item


cdef class Cover(Propagator):
    """Each item takes an option that covers it, and no two options that are taken cover the same item.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables: the items that must be covered.
        items: for each option the items that it covers, as places in the scope, in ascending order; from the length of
            the scope on they are those that need not be covered.
        places: for each option, for those of its items that must be covered, the place among the item's values; -1 if
            it is not declared there.
        number: how many items there are.
        most: how many words the rows may take.
    """

    cdef int32_t* item         # the items of the options, one option after the other
    cdef int32_t* item_at      # for each option the first of its items
    cdef Value* spot           # the variables of the options, and the places of the options there, -1 for none
    cdef int32_t* spot_at      # for each option the first of its variables
    cdef Part* part            # the options of the items, as bits
    cdef int32_t* part_at      # for each item the first of its words
    cdef int32_t* option       # for each value, one variable after the other, its option, -1 for none
    cdef int32_t* row          # for each variable the number of the first of its values
    cdef int options, words
    cdef word* rows            # for each option what it rules out; NULL if that is too much
    cdef int32_t* owner        # for each word of a row the variable that it belongs to
    cdef int first, span       # the first word of all domains, and how many follow

    def __init__(self, Program program, list scope, list items, list places, int number, int64_t most):
        cdef int k, o, place
        self.options = len(items)
        self.words = (self.options + 63) >> 6
        self.item = self.flat(items, &self.item_at)
        self.row = self.row_begins([program.shape.width[<int>v] for v in scope])
        spots = [[number for k, place in zip(*own) for number in (scope[k], place)] for own in zip(items, places)]
        self.spot = <Value*>self.flat(spots, &self.spot_at, 2)
        self.option = <int32_t*>self.allocate(self.row[len(scope)], sizeof(int32_t))
        memset(self.option, 255, self.row[len(scope)] * sizeof(int32_t))
        for o in range(self.options):
            for k, place in zip(items[o], places[o]):
                if place >= 0:
                    self.option[self.row[k] + place] = o
        note_options(self, items, number)
        self.enter(program, scope, self.words + 3, ON_NOTHING, True, CHEAP, True)
        self.rules = True
        # Rows are read four words at a time, so that there have to be three words more behind the domains.
        write_rows(self, &program.shape, number, most)

    cdef bint start(self, Space* s) noexcept nogil:
        """All options are there."""
        memset(s.at + self.slot, 255, self.words * sizeof(word))
        return True

    cdef bint assigned(self, Space* s, int k) noexcept nogil:
        """Take an option, unless it was taken for another of its items."""
        cdef int o = self.option[self.row[k] + first_of(s, self.scope[k])], i
        cdef int at = self.slot + (o >> 6)
        cdef word bit = <word>1 << (o & 63)
        cdef const Part* part
        cdef const Part* end
        cdef const Value* spot = self.spot + self.spot_at[o]
        cdef const Value* last = self.spot + self.spot_at[o + 1]
        clew_assert(0 <= o < self.options)
        if s.at[at] & bit == 0:
            return True
        put(s, at, s.at[at] & ~bit)
        while spot < last:
            if spot.place < 0:
                return is_empty(s, spot.v)
            if not assign(s, spot.v, spot.place):
                return False
            spot += 1
        if self.rows != NULL:
            return self.take_row(s, self.rows + <Py_ssize_t>o * self.span)
        for i in range(self.item_at[o], self.item_at[o + 1]):
            part = self.part + self.part_at[self.item[i]]
            end = self.part + self.part_at[self.item[i] + 1]
            while part < end:
                if s.at[self.slot + part.at] & part.mask and not self.remove(s, part):
                    return False
                part += 1
        return True

    cdef void conflicts_of(self, ConflictSet* r, int k, int64_t place) noexcept nogil:
        """All options that share an item with one, and are another."""
        cdef int o = self.option[self.row[k] + place], i, j, other
        cdef const Part* part
        cdef word some
        if o < 0:
            return
        for i in range(self.item_at[o], self.item_at[o + 1]):
            for j in range(self.part_at[self.item[i]], self.part_at[self.item[i] + 1]):
                part = &self.part[j]
                some = part.mask
                while some:
                    other = 64 * part.at + clew_lowest(some)
                    some &= some - 1
                    if other != o:
                        self.rule_option(r, other)

    cdef void explain(self, Analysis* a, int k, const Removal* removal) noexcept nogil:
        explain_by_one(self, a, k, removal)

    cdef void rule_option(self, ConflictSet* r, int o) noexcept nogil:
        """An option is ruled out for all its items."""
        cdef int i
        for i in range(self.spot_at[o], self.spot_at[o + 1]):
            rule_out_place(r, self.spot[i].v, self.spot[i].place)

    cdef bint take_row(self, Space* s, const word* row) noexcept nogil:
        """Take what a row rules out, four words at a time."""
        cdef const word* at = s.at + self.first
        cdef int k = 0, j, v
        while k < self.span:
            if (at[k] & row[k]) | (at[k + 1] & row[k + 1]) | (at[k + 2] & row[k + 2]) | (at[k + 3] & row[k + 3]):
                for j in range(k, k + 4):
                    if at[j] & row[j]:
                        v = self.owner[j]
                        if not keep(s, v, self.first + j - row_at(s.shape, v), ~row[j]):
                            return False
            k += 4
        return True

    cdef bint remove(self, Space* s, const Part* part) noexcept nogil:
        """Take some options from all their items."""
        cdef word gone = s.at[self.slot + part.at] & part.mask
        cdef int o
        cdef const Value* spot
        cdef const Value* last
        put(s, self.slot + part.at, s.at[self.slot + part.at] & ~gone)
        while gone:
            o = 64 * part.at + clew_lowest(gone)
            gone &= gone - 1
            spot = self.spot + self.spot_at[o]
            last = self.spot + self.spot_at[o + 1]
            while spot < last:
                if spot.place >= 0 and has(s, spot.v, spot.place) and not remove(s, spot.v, spot.place):
                    return False
                spot += 1
        return True


cdef int note_options(Cover self, list items, int number) except -1:
    """Note for each item the options that cover it: a part for each word that has one."""
    cdef int o, k
    cdef list rows = [{} for _ in range(number)]
    for o in range(self.options):
        for item in items[o]:
            rows[item][o >> 6] = rows[item].get(o >> 6, 0) | <word>1 << (o & 63)
    self.part_at = self.row_begins(map(len, rows))
    self.part = <Part*>self.allocate(self.part_at[number], sizeof(Part))
    for k, (at, mask) in enumerate([part for row in rows for part in row.items()]):
        self.part[k].at, self.part[k].mask = at, mask
    return 0


cdef int write_rows(Cover self, const Shape* shape, int number, int64_t most) except -1:
    """Write the rows of the options, if they are not too large: all options that cover an item of one but itself."""
    cdef int k, j, o, i, v, last = 0
    cdef const Value* spot
    cdef word* row
    cdef Owner scratch = Owner()
    cdef word* shared
    self.first = shape.words
    for k in range(self.arity):
        v = self.scope[k]
        self.first = min(self.first, shape.place[v])
        last = max(last, row_at(shape, v) + shape.lengths[v])
    self.span = (last - self.first + 3) & ~3
    if <int64_t>self.span * (self.options + number) > most:
        return 0
    self.owner = <int32_t*>self.allocate(self.span, sizeof(int32_t))
    for k in range(self.arity):
        v = self.scope[k]
        for j in range(shape.place[v], row_at(shape, v) + shape.lengths[v]):
            self.owner[j - self.first] = v
    shared = <word*>scratch.allocate(<int64_t>self.span * number, sizeof(word))
    self.rows = <word*>self.allocate(<int64_t>self.span * self.options, sizeof(word))
    for o in range(self.options):
        for i in range(self.item_at[o], self.item_at[o + 1]):
            note_option(self, shape, o, shared + <Py_ssize_t>self.span * self.item[i])
    for o in range(self.options):
        row = self.rows + <Py_ssize_t>self.span * o
        for i in range(self.item_at[o], self.item_at[o + 1]):
            for j in range(self.span):
                row[j] |= shared[<Py_ssize_t>self.span * self.item[i] + j]
        for k in range(self.spot_at[o], self.spot_at[o + 1]):
            spot = &self.spot[k]
            if spot.place >= 0:
                row[word_of(self, shape, spot)] &= ~(<word>1 << (spot.place & 63))
    return 0


cdef inline void note_option(Cover self, const Shape* shape, int o, word* row) noexcept nogil:
    """Add the bits of an option to a row."""
    cdef int k
    cdef const Value* spot
    for k in range(self.spot_at[o], self.spot_at[o + 1]):
        spot = &self.spot[k]
        if spot.place >= 0:
            row[word_of(self, shape, spot)] |= <word>1 << (spot.place & 63)


cdef inline int word_of(Cover self, const Shape* shape, const Value* spot) noexcept nogil:
    """Where a row has the bit of a value."""
    return row_at(shape, spot.v) - self.first + (spot.place >> 6)
