"""The compiled engine of clew."""

from libc.stdint cimport uint64_t


cdef extern from "built.h":  # setup.py writes it
    const char *CLEW_VERSION
    const char *CLEW_SOURCES
    bint CLEW_CHECKED

cdef extern from "words.h":
    const char *CLEW_INSTRUCTIONS
    int clew_count_bits(uint64_t word) noexcept nogil

VERSION = CLEW_VERSION.decode()
SOURCES = CLEW_SOURCES.decode()
INSTRUCTIONS = CLEW_INSTRUCTIONS.decode()
IS_CHECKED = bool(CLEW_CHECKED)


def count_bits(word: int) -> int:
    """How many bits of a word are set."""
    cdef uint64_t bits = word
    return clew_count_bits(bits)
