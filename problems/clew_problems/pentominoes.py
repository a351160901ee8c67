"""Pentominoes: cover a board with pieces of five squares, each piece once.

An exact cover: the items are the pieces and the squares of the board, an option is a piece at a place. It covers
the piece itself and five squares, and every item must be covered just once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final, Self

import attrs

import clew
from clew import render
from clew.constraints import AllDifferent, Constraint, ExactCover
from clew_problems.turns import Turn, turns
from clew_problems.words import words

Square = tuple[int, int]
Item = Square | str
Placement = tuple[str, tuple[Square, ...]]
Board = tuple[str, ...]

SHAPES: Final[Mapping[str, str]] = {
    "F": ".XX/XX./.X.",
    "I": "XXXXX",
    "L": "XXXX/X...",
    "N": "XXX./..XX",
    "P": "XX/XX/X.",
    "T": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V": "X../X../XXX",
    "W": "X../XX./.XX",
    "X": ".X./XXX/.X.",
    "Y": "XXXX/.X..",
    "Z": "XX./.X./.XX",
}
"""The twelve pieces by their usual letters (Golomb, Polyominoes, 1965)."""

ALL: Final = "".join(SHAPES)
FREE, HOLE = ".", "#"


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"pentominoes: {message}")


def _sound(problem: Pentominoes, field: attrs.Attribute[Any], board: Board) -> None:
    for number, row in enumerate(board, 1):
        for column, symbol in enumerate(row, 1):
            if symbol not in (FREE, HOLE):
                raise _error(f"row {number}, column {column}: {symbol!r} is no square: use . and # for a hole")
        if len(row) != len(board[0]):
            raise _error(
                f"row {number} has {len(row)} squares, and row 1 has {len(board[0])}: fill up with # for holes"
            )


def _board(rows: Iterable[str]) -> Board:
    return tuple(rows)


def _fitting(problem: Pentominoes, field: attrs.Attribute[Any], pieces: str) -> None:
    if not isinstance(pieces, str) or not pieces or not set(pieces) <= set(ALL) or len(set(pieces)) < len(pieces):
        raise clew.OptionError(f"pentominoes: pieces must be different letters of {ALL}, not {pieces!r}")
    area = len(problem.squares)
    if area != 5 * len(pieces):
        raise _error(
            f"the board has {area} squares, and {len(pieces)} pieces cover {5 * len(pieces)}: choose other pieces"
        )


@attrs.frozen
class Pentominoes(clew.Problem[Item, Placement]):
    """The coverings of a board with pentominoes.

    The variables are the squares (row, column) and the letters of the pieces. The value of each is the placement
    that covers it: a letter and the five squares.

    Args:
        board: its rows, with `.` for a square and `#` for a hole.
        pieces: the letters of the pieces, each to be used once.

    Raises:
        InputError: the rows differ in length, have other characters, or the pieces do not have the board's area.
        OptionError: the pieces are no different letters of pentominoes.
    """

    name = "pentominoes"
    summary = "cover a board with the twelve pieces of five squares"
    rules = (
        "Cover the board with the pieces, each used once; they may be turned and reflected. The instance is a height "
        "and a width such as 6x10, or a drawn board with . for a square and # for a hole."
    )
    examples = (
        clew.Example("3x5", "3x5", 4, {"pieces": "PUV"}),
        clew.Example("4x5", "4x5", 20, {"pieces": "LPWY"}),
        clew.Example("a corner missing", "#.../..../..../....", 2, {"pieces": "LUX"}),
        clew.Example("no way", "3x5", 0, {"pieces": "FIX"}),
    )
    translations = words(
        (
            "every square covered once, every piece used once",
            "la règle « chaque case et chaque pièce une fois »",
            "[die|die|der] Regel „jedes Feld und jedes Teil einmal“",
        ),
    )
    styles = ("letters", "outline")

    board: Board = attrs.field(converter=_board, validator=_sound)
    pieces: str = clew.parameter(ALL, "the letters of the pieces", validator=_fitting)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares to cover, one short line of the board after the other."""
        squares = [(r, c) for r, row in enumerate(self.board) for c, symbol in enumerate(row) if symbol == FREE]
        wide = bool(self.board) and len(self.board[0]) > len(self.board)
        return tuple(sorted(squares, key=lambda square: square[::-1]) if wide else squares)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Item, tuple[Placement, ...]]:
        return _declared(self.squares, self.pieces)[0]

    def constraints(self) -> Iterable[Constraint]:
        return (_declared(self.squares, self.pieces)[1],)

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Item, Placement]], Mapping[Item, Placement]]]:
        """The board's: those that take its holes to its holes, as all pieces may be turned and reflected."""
        squares = set(self.squares)
        ways = turns(len(self.board), len(self.board[0]))
        return {name: partial(_turned, way) for name, way in ways.items() if {way(s) for s in squares} == squares}

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a height and a width, or rows of `.` and `#` with line breaks or slashes between."""
        return cls(read(text), **parameters)

    def to_text(self) -> str:
        if HOLE in "".join(self.board):
            return "\n".join(self.board)
        return f"{len(self.board)}x{len(self.board[0])}"

    def draw(self, assignment: Mapping[Item, Placement], style: str | None = None) -> str:
        style = self.check_style(style)
        rows = [[" " if symbol == HOLE else FREE for symbol in row] for row in self.board]
        for letter, squares in assignment.values():
            for r, c in squares:
                rows[r][c] = letter
        if style == "outline":
            return _outline(rows)
        return "\n".join("".join(row).rstrip() for row in rows)

    def picture(
        self, assignment: Mapping[Item, Placement], domains: Mapping[Item, Collection[Placement]] | None = None
    ) -> render.Board:
        """The board, with a colour and an outline for each piece; in open squares the pieces that still fit."""
        covering = {square: letter for letter, squares in assignment.values() for square in squares}
        free = set(self.squares)
        left = {item: {letter for letter, _ in values} for item, values in (domains or {}).items() if item in free}
        rows = [[covering.get((r, c), "") if symbol == FREE else None for c, symbol in enumerate(row)]
                for r, row in enumerate(self.board)]  # fmt: skip
        return render.Board(
            rows,
            title="pentominoes",
            colours={square: ALL.index(letter) for square, letter in covering.items()},
            regions={square: covering.get(square, "") for square in self.squares},
            marks={(r, c): sorted(letters) for (r, c), letters in left.items() if (r, c) not in covering},
            spots=sorted(self.pieces) if domains else (),
        )

    def variable_name(self, item: Item) -> str:
        return item if isinstance(item, str) else f"r{item[0] + 1}c{item[1] + 1}"

    def value_name(self, placement: Placement) -> str:
        return " ".join([placement[0], *map(self.variable_name, placement[1])])

    def constraint_name(self, constraint: Constraint) -> str:
        return "every square covered once, every piece used once"


def _turned(way: Turn, covering: Mapping[Item, Placement]) -> dict[Item, Placement]:
    def placed(letter: str, covered: tuple[Square, ...]) -> Placement:
        return letter, tuple(sorted(map(way, covered)))

    return {item if isinstance(item, str) else way(item): placed(*where) for item, where in covering.items()}


# -- pieces and their places -------------------------------------------------------------------------


def orientations(letter: str) -> list[tuple[Square, ...]]:
    """The different ways to turn and reflect a piece, each as squares that begin with (0, 0) in reading order."""
    rows = SHAPES[letter].split("/")
    shape = [(r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == "X"]
    found: dict[tuple[Square, ...], None] = {}
    for _ in range(2):
        for _ in range(4):
            shape = sorted((c, -r) for r, c in shape)
            top, left = shape[0]
            found[tuple((r - top, c - left) for r, c in shape)] = None
        shape = [(r, -c) for r, c in shape]
    return list(found)


@lru_cache(maxsize=32)
def _declared(squares: tuple[Square, ...], pieces: str) -> tuple[Mapping[Item, tuple[Placement, ...]], Constraint]:
    """The items with the placements that cover them, be there any or not, and the exact cover."""
    inside = set(squares)
    options: dict[Placement, tuple[Item, ...]] = {}
    for letter in pieces:
        for shape in orientations(letter):
            for row, column in squares:
                covered = tuple((row + r, column + c) for r, c in shape)
                if inside.issuperset(covered):
                    options[letter, covered] = (letter, *covered)
    items: tuple[Item, ...] = (*squares, *pieces)
    if not options:
        return MappingProxyType(dict.fromkeys(items, ())), AllDifferent(pieces)  # no piece fits anywhere
    cover = ExactCover(options)
    covering = cover.domains()
    return MappingProxyType({item: covering.get(item, ()) for item in items}), cover


# -- drawing and reading ---------------------------------------------------------------------------

CORNERS: Final = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""By the lines that meet: 1 from above, 2 from below, 4 from the left, 8 from the right."""


def _outline(rows: Sequence[Sequence[str]]) -> str:
    """Lines wherever two neighbouring squares hold different symbols; a blank is outside."""
    height, width = len(rows), len(rows[0])

    def at(r: int, c: int) -> str:
        return rows[r][c] if 0 <= r < height and 0 <= c < width else " "

    lines = []
    for r in range(height + 1):
        line, inside = [], []
        for c in range(width + 1):
            above, below = at(r - 1, c - 1) != at(r - 1, c), at(r, c - 1) != at(r, c)
            left, right = at(r - 1, c - 1) != at(r, c - 1), at(r - 1, c) != at(r, c)
            line.append(CORNERS[above + 2 * below + 4 * left + 8 * right] + "───" * right + "   " * (not right))
            inside.append(("│" if below else " ") + "   ")
        lines += ["".join(line).rstrip(), "".join(inside).rstrip()]
    return "\n".join(lines[:-1])


def read(text: str) -> Board:
    """The rows of the board that a text describes.

    Raises:
        InputError: the text is no board.
    """
    bare = text.strip()
    if not bare:
        raise _error("the instance is empty: give a height and a width such as 6x10, or a board of . and #")
    if match := re.fullmatch(r"([0-9]+)\s*[xX]\s*([0-9]+)", bare):
        height, width = (int(side) if len(side) < 9 else 10**9 for side in match.groups())
        if not 0 < height * width <= 5 * len(ALL):
            raise _error(f"a board of {bare[:40]} squares: the pieces cover from 5 to {5 * len(ALL)}")
        return (FREE * width,) * height
    if re.fullmatch(r"[+-]?[0-9]+", bare):
        raise _error(f"{bare[:12]} is no board: give a height and a width such as 6x10")
    return tuple(line.strip() for line in bare.replace("/", "\n").splitlines() if line.strip())
