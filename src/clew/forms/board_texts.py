"""The texts in which pzprjs saves boards: `pzprv3`, the kind, the height, the width, the clues, and the answer so far.

They are the lines of a file, or have slashes between their lines. The clues become those of an address, which problems
read (`clew.forms.addresses`); the lines of the answer follow. The format is read from the parser of pzprjs and from its
tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from clew.errors import InputError, cut
from clew.forms.addresses import Address
from clew.forms.clues import LineClues
from clew.forms.coded_grids import Sums, write_blocks, write_each, write_kakuro, write_marks, write_regions
from clew.forms.codings import HIDDEN, Clue, write_circles, write_numbers, write_small
from clew.limits import check_size

SQUARE: Final = ("sudoku",)
"""Kinds whose height is not repeated as their width."""
_WORD: Final = re.compile(r"[.#+A-]|[cq]?-?[0-9]{1,6}|-?[0-9]{1,3},-?[0-9]{1,3}", re.ASCII)


class BoardText:
    """The text of a board while it is read.

    Attributes:
        kind: the name of the kind of puzzle, such as `slither`.
        height: the number of rows.
        width: the number of columns.

    Raises:
        InputError: the first lines are not those of a board.
        OptionError: the grid is too large to search.
    """

    def __init__(self, text: str) -> None:
        _, *lines = [line.strip() for line in re.split(r"[/\n]", text.strip())]
        self.kind, *lines = lines or [""]
        number = 1 if self.kind in SQUARE else 2
        sizes = [one for one in lines[:number] if re.fullmatch("[1-9][0-9]{0,5}", one, re.ASCII)]
        if len(sizes) < number:
            raise InputError(
                f"{cut(repr(text), 30)} is no board: one begins with pzprv3/slither/5/5, and its rows follow"
            )
        self.height, self.width = int(sizes[0]), int(sizes[-1])
        check_size(self.height * self.width, 1)
        self._lines = lines[number:]

    def line(self) -> str:
        """The next line; empty if there is none."""
        return self._lines.pop(0) if self._lines else ""

    def rows(self, height: int | None = None, width: int | None = None, empty: str = ".") -> list[list[str]]:
        """The words of the next rows, as many as the board has unless the numbers say otherwise.

        Raises:
            InputError: a row has more or fewer words, or one that means nothing; rows that are missing are empty.
        """
        count = self.height if height is None else height
        wide = self.width if width is None else width
        rows = [(self.line() if self._lines and self._lines[0] else f"{empty} " * wide).split() for _ in range(count)]
        for row in rows:
            if len(row) != wide:
                raise InputError(
                    f"the board of a {self.kind}: {cut(' '.join(row), 30)!r} has {len(row)} words, not {wide}"
                )
            if wrong := [word for word in row if not _WORD.fullmatch(word)]:
                raise InputError(f"the board of a {self.kind}: {cut(repr(wrong[0]), 20)} means nothing here")
        return rows

    def address(self) -> Address:
        """The address of its clues, whose lines are read.

        Raises:
            InputError: the kind is not known, or has another rule.
        """
        if self.kind not in BODIES:
            raise InputError(f"boards of the kind {cut(repr(self.kind), 20)} are not read: use {', '.join(BODIES)}")
        if self._lines and self._lines[0].isalpha():
            raise InputError(f"the board of a {self.kind}: the rule {cut(repr(self._lines[0]), 20)} is not known")
        return Address(self.kind, self.width, self.height, BODIES[self.kind](self))


def _clue(word: str) -> Clue:
    """The clue of a cell; marks of an answer are none."""
    number = word.removeprefix("c")
    return HIDDEN if word == "-" else int(number) if number.isdecimal() else None


def _flat(rows: list[list[str]]) -> list[str]:
    return [word for row in rows for word in row]


def _clues(write: Callable[[list[Clue]], str]) -> Callable[[BoardText], str]:
    return lambda board: write([_clue(word) for word in _flat(board.rows())])


def _pearls(board: BoardText) -> str:
    return write_circles([_clue(word) or 0 for word in _flat(board.rows())])


def _stars(board: BoardText) -> str:
    stars, _ = board.line(), board.line()
    return f"{stars}/{write_regions(board.rows())}"


def _trees(board: BoardText) -> str:
    (_, *above), *rows = board.rows(board.height + 1, board.width + 1)
    numbers = [*above, *(first for first, *_ in rows)]
    trees = [word.isdecimal() and int(word) > 0 for _, *row in rows for word in row]
    return write_numbers([_clue(word) for word in numbers]) + write_marks(trees)


def _views(board: BoardText) -> str:
    """The numbers above, below, on the left and on the right, and then those that are given in cells."""
    (_, *above, _), *rows, (_, *below, _) = board.rows(board.height + 2, board.width + 2)
    around = [*above, *below, *(row[0] for row in rows), *(row[-1] for row in rows)]
    given = [_clue(word[1:]) if word[0] == "q" else None for row in rows for word in row[1:-1]]
    return write_numbers([*map(_clue, around)]) + (write_numbers(given) if any(given) else "")


def _sums(board: BoardText) -> str:
    """The first row has sums of columns, the first word of the others a sum of a row, and both are `right,below`."""

    def total(word: str) -> Clue:
        return int(word) if word.isdecimal() and int(word) else None

    (_, *above), *rows = board.rows(board.height + 1, board.width + 1)
    cells: list[list[Sums | None]] = [[(None, None), *((total(word), None) for word in above)]]
    for first, *row in rows:
        parts = [word.partition(",") for word in row]
        cells.append(
            [(None, total(first)), *((total(low), total(right)) if comma else None for right, comma, low in parts)]
        )
    return write_kakuro(cells)


def _blocks(board: BoardText) -> str:
    deep, long = (board.height + 1) // 2, (board.width + 1) // 2
    rows = board.rows(board.height + deep, board.width + long)
    lines = [*(row[:long] for row in rows[deep:]), *(column[:deep] for column in [*zip(*rows, strict=True)][long:])]
    found = [tuple(number for word in line if (number := _clue(word))) for line in lines]
    return write_blocks(LineClues(tuple(found[: board.height]), tuple(found[board.height :])))


BODIES: Final[dict[str, Callable[[BoardText], str]]] = {
    "slither": _clues(write_small),
    "lightup": _clues(write_small),
    **dict.fromkeys(("sudoku", "numlin", "nurikabe", "shikaku", "hashikake"), _clues(write_numbers)),
    "hitori": _clues(write_each),
    "mashu": _pearls,
    "starbattle": _stars,
    "tents": _trees,
    "skyscrapers": _views,
    "kakuro": _sums,
    "nonogram": _blocks,
}
"""The kinds that are read: each with the body of an address that has the same clues."""
