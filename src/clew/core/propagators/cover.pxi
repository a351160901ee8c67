"""Exact cover: an option that is taken goes to all its items, and all options that share an item with it go.

Each option has a row of words that lies beside the domains: the bits that it rules out anywhere. If all rows would take
too much memory, options go one by one, as in dancing links (D. Knuth, Dancing links, 2000): those left are bits
of reversible words, beside the domains, so that an option goes from all its items at once and once only.
"""


cdef struct Part:
    int32_t at  # of a word of the options that are left
    word mask   # the options there that cover an item


cdef struct Option:
    int32_t v      # a variable
    int32_t place  # of an option among its values, -1 if it is none of them

cdef class Cover(Propagator):
    """Each item takes an option that covers it, and no two options that are taken cover the same item.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables: the items that must be covered.
        items: for each option the items that it covers, as places in the scope; from the length of the scope on they
            are those that need not be covered.
        places: for each option, for those of its items that must be covered, the place among the item's values; -1 if
            it is not declared there.
        number: how many items there are.
        most: how many words the rows may take.
    """

    cdef int32_t* item         # the items of the options, one option after the other
    cdef int32_t* item_at      # for each option the first of its items
    cdef Option* spot           # the variables of the options, and the places of the options there
    cdef int32_t* spot_at      # for each option the first of its variables
    cdef Part* part            # the options of the items, as bits
    cdef int32_t* part_at      # for each item the first of its words
    cdef int32_t* option       # for each value, one variable after the other, its option, -1 for none
    cdef int32_t* row          # for each variable the number of the first of its values
    cdef int options, words
    cdef word* rows            # for each option what it rules out; NULL if that is too much
    cdef int32_t* owner        # for each word of a row the variable that it belongs to
    cdef int first, span       # the first word of all domains, and how many follow

    def __init__(self, Program program, list scope, list items, list places, int number, Py_ssize_t most):
        cdef int k, o, arity = len(scope), values = 0, listed = 0, spots = 0
        cdef list own, where
        self.options = len(items)
        self.words = (self.options + 63) >> 6
        self.item_at = <int32_t*>self.allocate(self.options + 1, sizeof(int32_t))
        self.spot_at = <int32_t*>self.allocate(self.options + 1, sizeof(int32_t))
        self.row = <int32_t*>self.allocate(arity + 1, sizeof(int32_t))
        for k in range(arity):
            self.row[k] = values
            values += program.shape.width[<int>scope[k]]
        self.option = <int32_t*>self.allocate(values, sizeof(int32_t))
        memset(self.option, 255, values * sizeof(int32_t))
        for own in items:
            listed += len(own)
        self.item = <int32_t*>self.allocate(listed, sizeof(int32_t))
        self.spot = <Option*>self.allocate(listed, sizeof(Option))
        listed = 0
        for o in range(self.options):
            own, where = items[o], places[o]
            for k in own:
                self.item[listed] = k
                listed += 1
                if k < arity:
                    self.spot[spots].v = scope[k]
                    self.spot[spots].place = where[spots - self.spot_at[o]]
                    if self.spot[spots].place >= 0:
                        self.option[self.row[k] + self.spot[spots].place] = o
                    spots += 1
            self.item_at[o + 1], self.spot_at[o + 1] = listed, spots
        note_options(self, number)
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
        cdef const Option* spot = self.spot + self.spot_at[o]
        cdef const Option* last = self.spot + self.spot_at[o + 1]
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
                        if not keep(s, v, self.first + j - s.shape.place[v] - (s.shape.kind[v] == LARGE), ~row[j]):
                            return False
            k += 4
        return True

    cdef bint remove(self, Space* s, const Part* part) noexcept nogil:
        """Take some options from all their items."""
        cdef word gone = s.at[self.slot + part.at] & part.mask
        cdef int o
        cdef const Option* spot
        cdef const Option* last
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


cdef int note_options(Cover self, int number) except -1:
    """Note for each item the options that cover it: a part for each word that has one."""
    cdef Owner scratch = Owner()
    cdef int32_t* last = <int32_t*>scratch.allocate(number, sizeof(int32_t))  # of each item the word of its latest part
    cdef int o, i, item
    self.part_at = <int32_t*>self.allocate(number + 2, sizeof(int32_t))
    for o in range(self.options):
        for i in range(self.item_at[o], self.item_at[o + 1]):
            item = self.item[i]
            if last[item] != (o >> 6) + 1:
                last[item] = (o >> 6) + 1
                self.part_at[item + 2] += 1
    for item in range(2, number + 2):
        self.part_at[item] += self.part_at[item - 1]
    self.part = <Part*>self.allocate(self.part_at[number + 1], sizeof(Part))
    memset(last, 0, number * sizeof(int32_t))
    for o in range(self.options):
        for i in range(self.item_at[o], self.item_at[o + 1]):
            item = self.item[i]
            if last[item] != (o >> 6) + 1:
                last[item] = (o >> 6) + 1
                self.part[self.part_at[item + 1]].at = o >> 6
                self.part_at[item + 1] += 1
            self.part[self.part_at[item + 1] - 1].mask |= <word>1 << (o & 63)
    return 0


cdef int write_rows(Cover self, const Shape* shape, int number, Py_ssize_t most) except -1:
    """Write the rows of the options, if they are not too large: all options that cover an item of one but itself."""
    cdef int k, j, o, i, v, last = 0
    cdef const Option* spot
    cdef word* row
    cdef Owner scratch = Owner()
    cdef word* shared
    self.first = shape.words
    for k in range(self.arity):
        v = self.scope[k]
        self.first = min(self.first, shape.place[v])
        last = max(last, shape.place[v] + (shape.kind[v] == LARGE) + shape.lengths[v])
    self.span = (last - self.first + 3) & ~3
    if <Py_ssize_t>self.span * (self.options + number) > most:
        return 0
    self.owner = <int32_t*>self.allocate(self.span, sizeof(int32_t))
    for k in range(self.arity):
        v = self.scope[k]
        for j in range((shape.kind[v] == LARGE) + shape.lengths[v]):
            self.owner[shape.place[v] - self.first + j] = v
    shared = <word*>scratch.allocate(<Py_ssize_t>self.span * number, sizeof(word))
    self.rows = <word*>self.allocate(<Py_ssize_t>self.span * self.options, sizeof(word))
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
    cdef const Option* spot
    for k in range(self.spot_at[o], self.spot_at[o + 1]):
        spot = &self.spot[k]
        if spot.place >= 0:
            row[word_of(self, shape, spot)] |= <word>1 << (spot.place & 63)


cdef inline int word_of(Cover self, const Shape* shape, const Option* spot) noexcept nogil:
    """Where a row has the bit of a value."""
    return shape.place[spot.v] - self.first + (shape.kind[spot.v] == LARGE) + (spot.place >> 6)
