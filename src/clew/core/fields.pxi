"""Fields of some bits in rows of words, and hash tables of such rows."""

cdef struct Field:
    int32_t word  # of a row of words
    int32_t shift
    word mask     # of the field, from bit 0 on


cdef int lay_out_fields(list widths, Field* fields) except -1:
    """Say where fields of some widths lie, none in two words. How many words they take: one at least."""
    cdef int at = 0, used = 0, k, width
    for k in range(len(widths)):
        width = widths[k]
        if not 0 <= width <= 64:
            raise ValueError("a field has no more than 64 bits")
        if used + width > 64:
            at += 1
            used = 0
        fields[k].word, fields[k].shift = at, used if width else 0
        fields[k].mask = ~<word>0 >> (64 - width) if width else 0
        used += width
    return at + 1


cdef inline word field(const word* row, Field at) noexcept nogil:
    return row[at.word] >> at.shift & at.mask


cdef inline word hash_of(const word* some, int words) noexcept nogil:
    """A number that words with different contents seldom have in common."""
    cdef word found = 0
    cdef int k
    for k in range(words):
        found = (found ^ some[k]) * <word>0x9E3779B97F4A7C15  # 2^64 over the golden ratio
        found ^= found >> 29
    return found ^ found >> 32


cdef inline bint are_same(const word* some, const word* others, int words) noexcept nogil:
    cdef int k
    for k in range(words):
        if some[k] != others[k]:
            return False
    return True


cdef inline int64_t slots_for(int64_t records) noexcept nogil:
    """How many slots a hash table has for so many records: a power of two, at most half of them taken."""
    cdef int64_t slots = 1024
    while slots < 2 * records:
        slots *= 2
    return slots


cdef inline int64_t slot_of(
    const int32_t* slots, int64_t mask, const word* wanted, const word* known, int width, int words
) noexcept nogil:
    """Where a hash table has the place of a record, or would have it.

    Args:
        slots, mask: for each slot a place, or -1; a power of two less one, and not full.
        wanted: the record that is looked for.
        known, width: the records, so many words apart.
        words: how many words of a record are compared.
    """
    cdef int64_t slot = <int64_t>(hash_of(wanted, words) & <word>mask)
    while slots[slot] >= 0 and not are_same(known + slots[slot] * <int64_t>width, wanted, words):
        slot = (slot + 1) & mask
    return slot
