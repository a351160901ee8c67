"""The bits of some suffixes, transposed: for each bit which of them have it, 64 in a word.

So all suffixes that go with a prefix come from a few ANDs, one for each bit of the prefix, and are counted at once.
"""


cdef const word* record_bits(HalfJoin meeting, int side, int64_t place) noexcept nogil:
    """The bits of a record."""
    cdef const PrefixRecords* table = meeting.sides[side].table
    cdef const HalfFields* half = table.half
    cdef const word* record = table.records + place * half.width
    cdef int k, held = half.count_at - half.used_at
    if meeting.mark_words == 0:
        return record + half.used_at
    memcpy(meeting.bits, record + half.used_at, held * sizeof(word))
    memset(meeting.bits + held, 0, meeting.mark_words * sizeof(word))
    for k in range(half.columns):
        meeting.bits[held + meeting.mark_fields[k].word] |= (
            meeting.sides[side].marks[k][field(record, half.states[k])] << meeting.mark_fields[k].shift
        )
    return meeting.bits


cdef int transpose(HalfJoin meeting, const int32_t* places, int number) noexcept nogil:
    """Write for each bit which of some suffixes have it. How many words that takes: a power of two."""
    cdef int words = 1, k, w
    cdef const word* bits
    cdef word rest, one
    while 64 * words < number:
        words *= 2
    clew_assert(words <= TOGETHER_WORDS)
    memset(meeting.live, 0, meeting.bit_words * sizeof(word))
    meeting.digit_number = 0
    for k in range(number):
        clew_assert(0 <= places[k] < meeting.sides[1].table.size)
        bits = record_bits(meeting, 1, places[k])
        one = <word>1 << (k & 63)
        for w in range(meeting.bit_words):
            rest = bits[w] & ~meeting.live[w]
            meeting.live[w] |= rest
            while rest:
                memset(meeting.rows + (64 * w + clew_lowest(rest)) * words, 0, words * sizeof(word))
                rest &= rest - 1
            rest = bits[w]
            while rest:
                meeting.rows[(64 * w + clew_lowest(rest)) * words + (k >> 6)] |= one
                rest &= rest - 1
        rest = counted(meeting.sides[1].table, places[k])
        while rest >> meeting.digit_number:
            memset(meeting.digits + meeting.digit_number * words, 0, words * sizeof(word))
            meeting.digit_number += 1
            if meeting.digit_number == 64:
                break
        while rest:
            clew_assert(clew_lowest(rest) < meeting.digit_number)
            meeting.digits[clew_lowest(rest) * words + (k >> 6)] |= one
            rest &= rest - 1
    return words


cdef inline word going_together(HalfJoin meeting, const word* bits, int words) noexcept nogil:
    """What the suffixes stand for that go with a prefix that has some bits."""
    cdef word refused[TOGETHER_WORDS]
    cdef word rest, found = 0, some
    cdef const word* row
    cdef int w, k
    for k in range(words):
        refused[k] = 0
    for w in range(meeting.bit_words):
        rest = bits[w] & meeting.live[w]
        while rest:
            row = meeting.rows + (64 * w + clew_lowest(rest)) * words
            for k in range(words):
                refused[k] |= row[k]
            rest &= rest - 1
    for w in range(meeting.digit_number):
        row = meeting.digits + w * words
        some = 0
        for k in range(words):
            some += clew_ones(row[k] & ~refused[k])
        found += some << w
    return found
