"""What Python sees of the engine; a test compares it with the module."""

VERSION: str  # of the clew that it was compiled with
SOURCES: str  # a digest of what it was compiled from
INSTRUCTIONS: str  # "x86-64-v3" or "plain"
IS_CHECKED: bool  # whether it was compiled with checks, for tests

def count_bits(word: int) -> int: ...
