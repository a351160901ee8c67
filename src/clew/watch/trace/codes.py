"""Numbers as text: five bits to a letter, as source maps have them (base 64 VLQ, here without signs).

The values that a search ruled out at each node take a few letters, in memory as in a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""The first 32 end a number; the others say that more follows."""
PLACE: Final = {letter: place for place, letter in enumerate(LETTERS)}


def coded(numbers: Iterable[int]) -> str:
    """Numbers from 0, one after the other, the lowest bits of each first."""
    letters = []
    for number in numbers:
        while number > 31:
            letters.append(LETTERS[32 | number & 31])
            number >>= 5
        letters.append(LETTERS[number])
    return "".join(letters)


def decoded(text: str) -> Iterator[int]:
    """The numbers of a text."""
    number = shift = 0
    for letter in text:
        place = PLACE[letter]
        number |= (place & 31) << shift
        shift += 5
        if place < 32:
            yield number
            number = shift = 0


def steps(numbers: Iterable[int]) -> Iterator[int]:
    """Rising numbers as the first one and the differences."""
    before = 0
    for number in sorted(numbers):
        yield number - before
        before = number
