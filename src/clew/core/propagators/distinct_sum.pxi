"""Sums of different numbers: domain consistency, set by set.

The sets of numbers that have the sum are listed. For each that the variables can still take, a matching gives each
variable a number of its own, and the components of the graph of who could have whose number say which other numbers it
can have (J.-C. Régin, A filtering algorithm for constraints of difference in CSPs, 1994). All of that is done on words.
"""


cdef struct Sharer:
    # An open variable, while a set is looked at.
    word seen     # the numbers that it has left,
    word kept     # those that it can have in some set,
    word row      # those that it has left of this set
    word reached  # the variables that it reaches, from owner to owner of a number that it could have
    word k        # its position in the scope


cdef class DistinctSum(Viewing):
    """The variables take different numbers, which are one of some sets; others lose a number that is in each of them.

    The others lie behind the variables in the scope. They are not watched, because nothing follows from them. Its slots
    hold how many sets are left, and their places, those that are left first. The order need not be kept when it
    changes, as that of a `Linear`. Behind them lie the open variables and the owners of the numbers, which are not
    reversible.

    Args:
        program: to which it belongs.
        scope: the numbers of the variables, 64 at most, and of the others, none of them an interval.
        views: for each its values as places in a list of 64 at most.
        sets: the sets, as bits; each has as many places as there are variables.
        others: for each of the others the variables that it differs from, as bits.
    """

    cdef word* sets
    cdef word* differs
    cdef int number_of_sets

    def __init__(self, Program program, list scope, list views, list sets, list others):
        self.see_by(views)
        self.differs = self.bit_rows(others, 1)
        self.number_of_sets = len(sets)
        self.sets = self.bit_rows(sets, 1)
        self.enter(program, scope, 65 + len(sets) + 5 * (len(scope) - len(others)), ON_ANY, False, DEAR, True)
        self.watched -= len(others)

    cdef bint start(self, Space* s) noexcept nogil:
        cdef int k
        put(s, self.slot, self.number_of_sets)
        for k in range(self.number_of_sets):
            put(s, self.slot + 1 + k, k)
        return True

    cdef bint propagate(self, Space* s) noexcept nogil:
        cdef word* order = s.at + self.slot + 1
        cdef Sharer* sharer = <Sharer*>(order + self.number_of_sets)
        cdef word settled = 0, able = 0, needed, one
        cdef int i = 0, k, left = <int>s.at[self.slot], open_ones = self.see_all(s, sharer, &settled, &able)
        if open_ones < 0:
            return False
        needed = able & ~settled
        while i < left:
            one = self.sets[order[i]]
            if settled & ~one == 0 and one & ~able == 0 and self.fits(s, sharer, open_ones, one & ~settled, &needed):
                i += 1
                continue
            left -= 1
            order[i], order[left] = order[left], order[i]
        s.work += left  # more than it takes, so that a search that gets nowhere restarts sooner
        if left != <int>s.at[self.slot]:
            put(s, self.slot, left)
        if left == 0:
            return False
        for k in range(open_ones):
            i = <int>sharer[k].k
            if not (<View>self.view[i]).keep(s, self.scope[i], &sharer[k].kept):
                return False
        return self.take_needed(s, sharer, open_ones, needed)

    cdef bint take_needed(self, Space* s, Sharer* sharer, int open_ones, word needed) noexcept nogil:
        """Take each number that is needed from the others that differ from all of the variables that can have it."""
        cdef word one, able
        cdef int k
        while needed and self.watched < self.arity:
            one = needed & -needed
            needed ^= one
            able = 0
            for k in range(open_ones):
                if sharer[k].kept & one:
                    able |= <word>1 << sharer[k].k
            for k in range(self.watched, self.arity):
                if able & ~self.differs[k - self.watched]:
                    continue
                if not (<View>self.view[k]).take(s, self.scope[k], clew_lowest(one)):
                    return False
        return True

    cdef int see_all(self, Space* s, Sharer* sharer, word* settled, word* able) noexcept nogil:
        """Write down what the open variables have left, the numbers that are settled, and all that any variable has.

        Returns:
            How many variables are open; -1 if two of the others are equal, or one is no such number.
        """
        cdef int k, open_ones = 0
        cdef word own
        for k in range(self.watched):
            (<View>self.view[k]).see(s, self.scope[k], &own, 1)
            able[0] |= own
            if not is_assigned(s, self.scope[k]):
                sharer[open_ones].seen, sharer[open_ones].kept, sharer[open_ones].k = own, 0, k
                open_ones += 1
            elif own & ~settled[0] == 0:
                return -1
            else:
                settled[0] |= own
        return open_ones

    cdef bint fits(self, Space* s, Sharer* sharer, int open_ones, word rest, word* needed) noexcept nogil:
        """Whether the open variables can take the rest of a set; then what they can have of it is kept.

        If that would let them keep nothing more, and need as much as before, it is not looked into whether they can.
        """
        cdef int k
        cdef word more = needed[0] & ~rest, lacking = 0
        for k in range(open_ones):
            sharer[k].row = sharer[k].seen & rest
            if sharer[k].row == 0:
                return False
            more |= sharer[k].row & ~sharer[k].kept
            lacking |= sharer[k].row ^ rest
        if lacking == 0:
            for k in range(open_ones):
                sharer[k].kept |= rest
        elif more and not self.match(s, sharer, open_ones, rest):
            return False
        needed[0] &= rest
        return True

    cdef bint match(self, Space* s, Sharer* sharer, int open_ones, word rest) noexcept nogil:
        """Match the open variables with the numbers of a rest, and keep the numbers of all such matchings."""
        cdef word* owner = <word*>(sharer + self.watched)
        cdef word free = rest, row
        cdef int j, k
        s.work += 1
        for k in range(open_ones):
            row = rest  # not tried
            if not give(sharer, owner, k, &free, &row):
                return False
        for k in range(open_ones):
            sharer[k].reached = 0
            row = sharer[k].row
            while row:
                sharer[k].reached |= <word>1 << owner[clew_lowest(row)]
                row &= row - 1
        for j in range(open_ones):
            for k in range(open_ones):
                if sharer[k].reached >> j & 1:
                    sharer[k].reached |= sharer[j].reached
        for k in range(open_ones):
            row = sharer[k].row & ~sharer[k].kept
            while row:
                if sharer[owner[clew_lowest(row)]].reached >> k & 1:
                    sharer[k].kept |= row & -row
                row &= row - 1
        return True


cdef bint give(Sharer* sharer, word* owner, int k, word* free, word* untried) noexcept nogil:
    """Give a number to a variable, if need be one that its owner leaves for another."""
    cdef word some = sharer[k].row & free[0]
    if some:
        free[0] ^= some & -some
        owner[clew_lowest(some)] = k
        return True
    some = sharer[k].row & untried[0]
    while some:
        untried[0] ^= some & -some
        if give(sharer, owner, <int>owner[clew_lowest(some)], free, untried):
            owner[clew_lowest(some)] = k
            return True
        some = sharer[k].row & untried[0]
    return False
