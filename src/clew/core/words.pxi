"""Words of 64 bits, and memory that Python counts and frees."""

from itertools import accumulate

from clew.limits import look as _look

from cpython.dict cimport PyDict_GetItemWithError
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport INT16_MAX, INT32_MAX, INT64_MAX, INT64_MIN, SIZE_MAX
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.math cimport INFINITY, pow, sqrt
from libc.string cimport memcpy, memmove, memset

cdef extern from "words.h" nogil:
    int clew_lowest(uint64_t word)
    int clew_highest(uint64_t word)
    int clew_ones(uint64_t word)
    void clew_fetch(const void* place)
    void clew_assert(bint condition)
    const int BLOCK
    const int BLOCKED

ctypedef uint64_t word

cdef struct Block:
    Block* next
    uint64_t size  # of what follows, in bytes: asserts ask for it


cdef inline bint lies_in(const void* memory, int64_t at, int64_t size) noexcept nogil:
    """Whether memory of an `Owner`, given by its beginning, has a thing of this size at an index: for asserts."""
    return at >= 0 and (at + 1) * size <= <int64_t>(<const Block*>memory - 1).size


cdef inline size_t block_size(int64_t number, int64_t size) noexcept nogil:
    """The bytes of a block for some things of a size; more than there can be if they are too many for 32 bits."""
    return <size_t>min(sizeof(Block) + <uint64_t>max(number, 1) * size, <uint64_t>SIZE_MAX)


cdef inline void write_ones(word* at, int number) noexcept nogil:
    """Write so many bits that are 1, and 0 for what is left of the last word."""
    memset(at, 255, (number >> 6) * sizeof(word))
    if number & 63:
        at[number >> 6] = ~<word>0 >> (64 - (number & 63))


cdef class Owner:
    """Has memory, all of which is given back when it is gone."""

    cdef Block* blocks

    def __dealloc__(self):
        cdef Block* block = self.blocks
        while block != NULL:
            self.blocks = block.next
            PyMem_RawFree(block)
            block = self.blocks

    cdef void* allocate(self, int64_t number, int64_t size) except NULL:
        """Memory for some things of a size, all zero.

        Raises:
            MemoryError: there is not so much.
        """
        cdef Block* made = <Block*>PyMem_RawCalloc(1, block_size(number, size))
        if made == NULL:
            raise MemoryError(f"the engine needs {number * size} bytes")
        made.next, made.size = self.blocks, max(number, 1) * size
        self.blocks = made
        return made + 1

    cdef void* resize(self, void* old, int64_t number, int64_t size) except NULL:
        """More memory for some things of a size, or less; those that are there are kept, and what is new is not zero.

        Raises:
            MemoryError: there is not so much. The old memory stays.
        """
        cdef void* found = self.resized(old, number, size)
        if found == NULL:
            raise MemoryError(f"the engine needs {number * size} bytes")
        return found

    cdef void* resized(self, void* old, int64_t number, int64_t size) noexcept nogil:
        """More or less memory, as `resize` gives it, or NULL if there is not so much."""
        cdef Block* found = <Block*>old - 1 if old != NULL else NULL
        cdef Block** link = &self.blocks
        while old != NULL and link[0] != found:
            link = &link[0].next
        found = <Block*>PyMem_RawRealloc(found, block_size(number, size))
        if found == NULL:
            return NULL
        if old == NULL:
            found.next = self.blocks
        link[0], found.size = found, max(number, 1) * size
        return found + 1

    cdef void* copy(self, const void* some, int64_t number, int64_t size) except NULL:
        """A copy of some things of a size."""
        return memcpy(self.allocate(number, size), some, number * size)

    cdef int32_t* numbers(self, list some) except NULL:
        """A copy of a list of numbers that fit into 32 bits."""
        cdef Py_ssize_t k
        cdef int32_t* made = <int32_t*>self.allocate(len(some), sizeof(int32_t))
        for k in range(len(some)):
            made[k] = some[k]
        return made

    cdef int64_t* long_numbers(self, list some) except NULL:
        """A copy of a list of numbers that fit into 64 bits."""
        cdef Py_ssize_t k
        cdef int64_t* made = <int64_t*>self.allocate(len(some), sizeof(int64_t))
        for k in range(len(some)):
            made[k] = some[k]
        return made

    cdef int32_t* row_begins(self, lengths, int first=0) except NULL:
        """Where rows of some lengths begin that lie one after the other, and where the last one ends."""
        return self.numbers([*accumulate(lengths, initial=first)])

    cdef int32_t* flat(self, list rows, int32_t** begins, int width=1) except NULL:
        """Rows of numbers one after the other; where each begins and the last one ends, counted in things so wide."""
        cdef list numbers = [number for row in rows for number in row]
        begins[0] = self.row_begins([len(row) // width for row in rows])
        clew_assert(<int64_t>width * begins[0][len(rows)] == len(numbers))
        return self.numbers(numbers)

    cdef word* bit_rows(self, list rows, int words) except NULL:
        """Rows of so many words: integers that are not negative, written as bits."""
        cdef Py_ssize_t k
        cdef int j
        cdef word* made = <word*>self.allocate(<int64_t>len(rows) * words, sizeof(word))
        for k, bits in enumerate(rows):
            for j in range(words):
                made[k * words + j] = <word>(bits >> (64 * j) & 0xffff_ffff_ffff_ffff)
        return made
