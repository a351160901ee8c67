"""What was built: the version and the sources that it comes from."""

cdef extern from "built.h":  # setup.py writes it
    const char *CLEW_VERSION
    const char *CLEW_SOURCES
    bint CLEW_CHECKED

cdef extern from "words.h":
    const char *CLEW_INSTRUCTIONS

VERSION = CLEW_VERSION.decode()
SOURCES = CLEW_SOURCES.decode()
INSTRUCTIONS = CLEW_INSTRUCTIONS.decode()
IS_CHECKED = bool(CLEW_CHECKED)
