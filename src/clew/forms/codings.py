"""The codings in which the body of a puzzle's address has its clues (see `clew.forms.addresses`).

Each coding is a pair of functions: `read_...` takes the cells from a `Body`, `write_...` gives the text. A cell without
a clue is None, and a clue whose number is not given is `HIDDEN`. Cells that a body does not reach have no clue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from clew.errors import InputError

T = TypeVar("T")

HIDDEN: Final = -1
"""A clue whose number is not given: a `?` in the pictures of pzprjs, a dot in the address."""

Clue = int | None

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
MARKS: Final = {
    "-": (2, 16, 0),
    "+": (3, 256, 0),
    "=": (3, 4096, 4096),
    "@": (3, 8192, 8192),
    "*": (4, 12240, 12240),
    "$": (5, 77776, 77776),
}
"""For each mark before a long number how many digits it has, the least such number, and the value of the digits 0."""
OLD_MARKS: Final = {**MARKS, "%": MARKS["@"]}
LARGEST: Final = 77776 + 16**5 - 1


class Body:
    """The body of an address while it is read.

    Attributes:
        text: all of it.
        at: the place of the next character.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def __bool__(self) -> bool:
        return self.at < len(self.text)

    def take(self, count: int = 1) -> str:
        """The next characters.

        Raises:
            InputError: there are fewer.
        """
        taken = self.text[self.at : self.at + count]
        if len(taken) < count:
            raise InputError(f"its body ends after {len(self.text)} characters, in the middle of a clue")
        self.at += count
        return taken

    def number(self, count: int, base: int) -> int:
        """The number that the next digits write.

        Raises:
            InputError: they are no digits of the base.
        """
        taken = self.take(count)
        if not set(taken) <= set(DIGITS[:base]):
            raise self.misfit(count)
        return int(taken, base)

    def until(self, mark: str) -> str:
        """The characters before the next mark, or all that are left; the mark is read too."""
        taken, found, _ = self.text[self.at :].partition(mark)
        self.at += len(taken) + len(found)
        return taken

    def misfit(self, count: int = 1) -> InputError:
        """The error that the characters just taken mean nothing."""
        place = self.at - count
        return InputError(f"character {place + 1} of its body, {self.text[place : self.at]!r}, means nothing here")

    def end(self) -> None:
        """Check that no characters are left.

        Raises:
            InputError: there are some.
        """
        if self:
            raise InputError(f"its body goes on after the last cell, with {self.text[self.at : self.at + 20]!r}")


def read_cells(body: Body, count: int, empty: T, read: Callable[[str], Sequence[T]]) -> list[T]:
    """So many cells of a body. The last run of empty ones may be longer or shorter than the grid.

    Args:
        body: the body.
        count: the number of cells.
        empty: the content of a cell that the body does not reach.
        read: gives the cells of a character, which may read on after it; none if it means nothing.
    """
    cells: list[T] = []
    while body and len(cells) < count:
        found = read(body.take())
        if not found:
            raise body.misfit()
        cells += found
    return [*cells, *[empty] * count][:count]


# -- a clue in some cells -----------------------------------------------------------------------


def read_small(body: Body, count: int) -> list[Clue]:
    """Numbers from 0 to 4: slitherlink, akari (`decode4Cell` in pzprjs).

    A character from 0 to e is a number and says how many empty cells follow, at most two; g to z are empty cells.
    """

    def read(character: str) -> list[Clue]:
        value = DIGITS.find(character)
        if character == ".":
            return [HIDDEN]
        return [value % 5, *[None] * (value // 5)] if 0 <= value < 15 else [None] * (value - 15)

    return read_cells(body, count, None, read)


def write_small(cells: Sequence[Clue]) -> str:
    """The text that `read_small` reads.

    Raises:
        InputError: a number is larger than 4.
    """
    text = "".join(_word(cell, lambda number: str(allowed(number, 4))) or " " for cell in cells)

    def with_empty(number: re.Match[str]) -> str:
        """A number with the empty cells after it: those behind the last cell are taken for such."""
        following = 2 if number.end() == len(text) else len(number[0]) - 1
        return DIGITS[int(number[0]) + 5 * following]

    return packed(re.sub("[0-4] {0,2}", with_empty, text), 15)


def read_digits(body: Body, count: int) -> list[Clue]:
    """Numbers from 0 to 9; letters are empty cells (`decodeNumber10`)."""
    return _read(body, count, 9, lambda character: int(character) if character in DIGITS[:10] else None)


def write_digits(cells: Sequence[Clue]) -> str:
    """The text that `read_digits` reads.

    Raises:
        InputError: a number is larger than 9.
    """
    return packed([_word(cell, lambda number: str(allowed(number, 9))) for cell in cells], 9)


def read_numbers(body: Body, count: int) -> list[Clue]:
    """Numbers up to a million: numberlink, nurikabe, sudoku, numbers around a grid (`decodeNumber16`).

    A digit of base 16 is a number, and a mark stands before a longer one; g to z are empty cells. The numbers around
    a grid (`hasexcell: 2`, skyscrapers) are those above, below, to the left and to the right.
    """

    def number(character: str) -> int | None:
        if character in DIGITS[:16]:
            return int(character, 16)
        if character not in OLD_MARKS:
            return None
        digits, _, zero = OLD_MARKS[character]
        return body.number(digits, 16) + zero

    return _read(body, count, 15, number)


def write_numbers(cells: Sequence[Clue]) -> str:
    """The text that `read_numbers` reads.

    Raises:
        InputError: a number is too large for the coding.
    """
    return packed([_word(cell, _hexadecimal) for cell in cells], 15)


def _hexadecimal(number: int) -> str:
    if allowed(number, LARGEST) < 16:
        return DIGITS[number]
    mark = [mark for mark, (_, least, _) in MARKS.items() if least <= number][-1]
    digits, _, zero = MARKS[mark]
    return f"{mark}{number - zero:0{digits}x}"


def _read(body: Body, count: int, empty: int, number: Callable[[str], int | None]) -> list[Clue]:
    """The cells of a body in which the letters after the digit `empty` are runs of empty cells."""

    def read(character: str) -> list[Clue]:
        found = HIDDEN if character == "." else number(character)
        return [None] * (DIGITS.find(character) - empty) if found is None else [found]

    return read_cells(body, count, None, read)


def allowed(number: int, most: int) -> int:
    """A number, rejected with an `InputError` if the coding has no place for it."""
    if not 0 <= number <= most:
        raise InputError(f"{number} cannot be written in an address: use numbers from 0 to {most}")
    return number


def _word(cell: Clue, write: Callable[[int], str]) -> str:
    """How a cell is written, nothing if it is empty."""
    return "" if cell is None else "." if cell == HIDDEN else write(cell)


def packed(words: Iterable[str], empty: int) -> str:
    """Words one after the other, with letters after the digit `empty` for the runs of those that are empty."""
    text = "".join(word or " " for word in words)
    return re.sub(f" {{1,{len(DIGITS) - 1 - empty}}}", lambda run: DIGITS[empty + len(run[0])], text)


# -- something in each cell, or between cells ------------------------------------------------------


def read_circles(body: Body, count: int) -> list[int]:
    """Cells of three kinds, 0 to 2, three in a character: none, white and black in masyu (`decodeCircle`)."""
    return _read_digits(body, count, 3, 3)


def write_circles(cells: Sequence[int]) -> str:
    """The text that `read_circles` reads."""
    return _written([allowed(cell, 2) for cell in cells], 3, 3)


def read_bits(body: Body, count: int) -> list[int]:
    """Zeros and ones, five in a character: a border between two cells, a cell of ice (`decodeBinary`)."""
    return _read_digits(body, count, 2, 5)


def write_bits(bits: Sequence[int]) -> str:
    """The text that `read_bits` reads."""
    return _written([allowed(bit, 1) for bit in bits], 2, 5)


def _read_digits(body: Body, count: int, base: int, together: int) -> list[int]:
    """Digits of a small base, so many in a character."""

    def read(character: str) -> list[int]:
        value = DIGITS.find(character)
        places = range(together - 1, -1, -1) if 0 <= value < base**together else ()
        return [value // base**place % base for place in places]

    return read_cells(body, count, 0, read)


def _written(digits: Sequence[int], base: int, together: int) -> str:
    """The text that `_read_digits` reads."""
    text = "".join(map(str, digits))
    parts = (text[start : start + together].ljust(together, "0") for start in range(0, len(text), together))
    return "".join(DIGITS[int(part, base)] for part in parts)
