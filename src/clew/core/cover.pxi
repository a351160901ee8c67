"""Exact cover: an option that is taken goes to all its items, and all options that share an item with it go.

The options that are left are bits of reversible words, beside the domains: an option goes from all its items at once
and once only, as in dancing links (D. Knuth, Dancing links, 2000), and which options share an item with one is an AND
of words.
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

    def __init__(self, Program program, list scope, list items, list places, int number):
        cdef int k, o, arity = len(scope), values = 0, listed = 0, spots = 0
        cdef list own, where
        self.options = len(items)
        self.words = (self.options + 63) >> 6
        self.item_at = <int32_t*>room(self.options + 1, sizeof(int32_t))
        self.spot_at = <int32_t*>room(self.options + 1, sizeof(int32_t))
        self.row = <int32_t*>room(arity + 1, sizeof(int32_t))
        for k in range(arity):
            self.row[k] = values
            values += program.shape.width[<int>scope[k]]
        self.option = <int32_t*>room(values, sizeof(int32_t))
        memset(self.option, 255, values * sizeof(int32_t))
        for own in items:
            listed += len(own)
        self.item = <int32_t*>room(listed, sizeof(int32_t))
        self.spot = <Option*>room(listed, sizeof(Option))
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
        self.enter(program, scope, self.words, ON_NOTHING, True, CHEAP, True)

    def __dealloc__(self):
        PyMem_RawFree(self.item)
        PyMem_RawFree(self.item_at)
        PyMem_RawFree(self.spot)
        PyMem_RawFree(self.spot_at)
        PyMem_RawFree(self.part)
        PyMem_RawFree(self.part_at)
        PyMem_RawFree(self.option)
        PyMem_RawFree(self.row)

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
        if s.at[at] & bit == 0:
            return True
        put(s, at, s.at[at] & ~bit)
        while spot < last:
            if spot.place < 0:
                return is_empty(s, spot.v)
            if not assign(s, spot.v, spot.place):
                return False
            spot += 1
        for i in range(self.item_at[o], self.item_at[o + 1]):
            part = self.part + self.part_at[self.item[i]]
            end = self.part + self.part_at[self.item[i] + 1]
            while part < end:
                if s.at[self.slot + part.at] & part.mask and not self.remove(s, part):
                    return False
                part += 1
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
    cdef int32_t* last = <int32_t*>room(number, sizeof(int32_t))  # of each item the word of its latest part
    cdef int o, i, item
    try:
        self.part_at = <int32_t*>room(number + 2, sizeof(int32_t))
        for o in range(self.options):
            for i in range(self.item_at[o], self.item_at[o + 1]):
                item = self.item[i]
                if last[item] != (o >> 6) + 1:
                    last[item] = (o >> 6) + 1
                    self.part_at[item + 2] += 1
        for item in range(2, number + 2):
            self.part_at[item] += self.part_at[item - 1]
        self.part = <Part*>room(self.part_at[number + 1], sizeof(Part))
        memset(last, 0, number * sizeof(int32_t))
        for o in range(self.options):
            for i in range(self.item_at[o], self.item_at[o + 1]):
                item = self.item[i]
                if last[item] != (o >> 6) + 1:
                    last[item] = (o >> 6) + 1
                    self.part[self.part_at[item + 1]].at = o >> 6
                    self.part_at[item + 1] += 1
                self.part[self.part_at[item + 1] - 1].mask |= <word>1 << (o & 63)
    finally:
        PyMem_RawFree(last)
    return 0
