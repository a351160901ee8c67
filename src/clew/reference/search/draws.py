"""The draws of random orderings: a function of the seed and of what is left to the open variables.

The generator is SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014), so that the
engine draws the same. A node draws the same again whenever the same values are left, in any process and any subtree.
Ranges of more than 2048 values are an exception: the engine narrows them at the root, and draws from what is left.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from clew.state.lanes import AnyLanes
from clew.state.state import AnyState

GOLDEN: Final = 0x9E3779B97F4A7C15
WORD: Final = 2**64 - 1


def number_of(seed: object) -> int:
    """The number that a seed stands for: the same in every process, as Python's hash of a text is not."""
    if isinstance(seed, (str, bytes, bytearray)):
        import zlib

        data = seed.encode(errors="surrogatepass") if isinstance(seed, str) else seed
        return zlib.crc32(data) << 32 | zlib.adler32(data)
    return 0 if seed is None else hash(seed)


def mixed(seed: int) -> int:
    """The first number of 64 bits that the generator draws with this seed."""
    z = seed + GOLDEN & WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def drawn(seed: int) -> Iterator[int]:
    """All that the generator draws with this seed, without end."""
    while True:
        yield mixed(seed)
        seed = seed + GOLDEN & WORD


def key_of(seed: int, lanes: AnyLanes, domains: int, open_guards: int) -> int:
    """The seed of what is drawn at a node: of each open variable its number and its values left, word by word."""
    key = hash(seed) & WORD
    for number, lane in enumerate(lanes.lane.values()):
        if open_guards >> lane.guard & 1:
            key = mixed(key ^ number)
            left = domains >> lane.offset & lane.full
            for place in range(0, len(lane.values), 64):
                key = mixed(key ^ left >> place & WORD)
    return key


def key_for(seed: int, state: AnyState, variable: Hashable) -> int:
    """The key for the values of a variable. One that appears as the search goes is known by its name and its level."""
    lanes = state.lanes
    key = key_of(seed, lanes, state.domains, lanes.decisions & ~state.assigned)
    if variable in lanes.lane:
        below = lanes.decisions & (1 << lanes.lane[variable].guard) - 1
        return mixed(key ^ below.bit_count())
    import zlib

    return mixed(key ^ zlib.crc32(repr((state.depth, variable)).encode()))
