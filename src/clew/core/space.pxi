"""A space: all that changes in one search, in one row of words, and the trail that undoes it.

A program is constant and shared, a space belongs to one search. Its words are the domains and the reversible slots of
the propagators. Every change goes through `put`, which keeps the old word on the trail once for each decision
(timestamps: MiniCP's `State`).
"""

cdef enum:
    SMALL    # a domain of one word, a bit for each value
    LARGE    # the number of values in a word, then the bits in as many words as it takes
    INTERVAL  # two words, the smallest and the largest of integers without holes

cdef enum:
    CHEAP
    MEDIUM
    DEAR
    PRIORITIES


cdef struct Wake:
    int32_t at  # a word of the queue
    word watchers   # the propagators there, a bit for each


cdef struct Shape:
    # What a program says of its variables: the first word of each, its kind, how many words its bits take, how many
    # values it has.
    int32_t* place
    uint8_t* kind
    int32_t* lengths
    int32_t* width
    # The integers that values are: a table, or else a base to which the place is added; whether they ascend.
    const int64_t** table
    int64_t* base
    uint8_t* rises
    # Whether propagators watch the ends of each, and no more.
    uint8_t* has_ends
    # Whether others define it by an equation; NULL if nothing is known of that.
    uint8_t* is_defined
    # For each variable the propagators to schedule, and those to tell, with the place of the variable in their scopes.
    Wake* wakes
    int32_t* wakes_at
    int32_t* on_assign
    int32_t* hears_at
    # The propagators.
    void** propagator
    int32_t* queue_at
    uint8_t* idempotent
    void* objective
    int variables, words, propagators
    int queue_words  # of the queue of one priority


cdef struct Space:
    const Shape* shape
    # The words, and for each the decision at which it was kept last.
    word* at
    word* stamp
    word now
    # The trail: places and their old words.
    int32_t* trail_place
    word* trail_word
    Py_ssize_t top, trail_room
    # Variables that were assigned and have not been told of yet.
    int32_t* newly_assigned
    int newly_first, newly_end
    # Propagators that have to run: for each priority a set of bits, how many of its words are not 0, and where to
    # look for the next one.
    word* queue
    int pending[3]
    int cursor[3]
    # Whom to blame for a dead end: a variable without a value, or a propagator.
    int blamed_variable, blamed_propagator
    # Units of work done, about one for each propagator that ran, and at how many a fixpoint is left before its end.
    int64_t work, until
    # The most that the objective may be.
    int64_t limit
    # What a function in Python raised, a new reference; NULL for nothing.
    PyObject* error
    # The spaces of the nested programs; of such a space the words with which a round begins, and whether it can.
    Space** nested
    word* beginning
    bint is_startable
    void* owner  # of all its memory


cdef Space* new_space(Program program, Owner owner) except NULL:
    """A space of a program, with all its domains, which another object owns."""
    cdef Space* s = <Space*>owner.allocate(1, sizeof(Space))
    s.shape, s.owner = &program.shape, <void*>owner
    s.at = <word*>owner.allocate(s.shape.words, sizeof(word))
    s.stamp = <word*>owner.allocate(s.shape.words, sizeof(word))
    s.newly_assigned = <int32_t*>owner.allocate(s.shape.variables, sizeof(int32_t))
    s.queue = <word*>owner.allocate(PRIORITIES * s.shape.queue_words, sizeof(word))
    s.blamed_variable = s.blamed_propagator = -1
    s.limit = s.until = INT64_MAX
    s.now = 1
    memcpy(s.at, program.initial, s.shape.words * sizeof(word))
    s.nested = <Space**>owner.allocate(len(program.nested), sizeof(void*))
    for nested, k in program.nested.items():
        s.nested[<int>k] = nested_space(nested, owner)
    return s


cdef inline void put(Space* s, int place, word new) noexcept nogil:
    """Write a word; the old one is kept if the latest decision has not kept it already."""
    clew_assert(0 <= place < s.shape.words)
    if s.stamp[place] != s.now:
        clew_assert(s.top < s.trail_room)
        s.stamp[place] = s.now
        s.trail_place[s.top] = place
        s.trail_word[s.top] = s.at[place]
        s.top += 1
    s.at[place] = new


cdef bint decide(Space* s) noexcept nogil:
    """Begin a decision: from here on, changes are kept anew. False if there is no memory for the trail."""
    cdef Py_ssize_t needed = s.top + s.shape.words
    s.now += 1
    if needed <= s.trail_room:
        return True
    needed += s.trail_room
    cdef int32_t* places = <int32_t*>(<Owner>s.owner).resized(s.trail_place, needed, sizeof(int32_t))
    if places == NULL:
        return False
    s.trail_place = places
    cdef word* words = <word*>(<Owner>s.owner).resized(s.trail_word, needed, sizeof(word))
    if words == NULL:
        return False
    s.trail_word = words
    s.trail_room = needed
    return True


cdef inline void undo(Space* s, Py_ssize_t mark) noexcept nogil:
    """Take back all changes since the trail was that long."""
    cdef Py_ssize_t k = s.top
    clew_assert(0 <= mark <= k <= s.trail_room)
    while k > mark:
        k -= 1
        s.at[s.trail_place[k]] = s.trail_word[k]
    s.top = mark


cdef int narrow(Space* s, int v, bits) except -1:
    """Keep only some values of a domain, before anything runs; of an interval all between the first and the last."""
    cdef int place = s.shape.place[v], k, left = 0
    cdef word kept
    if s.shape.kind[v] == INTERVAL:
        s.at[place] = max(<int64_t>s.at[place], <int64_t>((bits & -bits).bit_length() - 1))
        s.at[place + 1] = min(<int64_t>s.at[place + 1], <int64_t>(bits.bit_length() - 1))
        return 0
    if s.shape.kind[v] == SMALL:
        s.at[place] &= <word>bits
        return 0
    for k in range(s.shape.lengths[v]):
        kept = <word>(bits >> 64 * k & 0xFFFFFFFFFFFFFFFF)
        s.at[place + 1 + k] &= kept
        left += clew_ones(s.at[place + 1 + k])
    s.at[place] = left
    return 0
