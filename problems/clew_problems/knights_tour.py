"""Knight's tours: a knight visits every square of a board just once.

Move by move: variable k is the k-th square of the tour. All the squares differ, and from each to the next it is
a knight's move; in a closed tour, from the last to the first as well. The squares with the fewest moves are tried
first, after Warnsdorff (Des Rösselsprungs einfachste und allgemeinste Lösung, 1823), who counts the free ones only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, partial
from itertools import pairwise, product
from types import MappingProxyType
from typing import Any, Final, Self

import attrs

import clew
from clew import render
from clew.constraints import AllDifferent, Constraint, Table
from clew_problems.turns import Move, Turn, keeping, turns
from clew_problems.words import words

JUMPS: Final = ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1))


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"knights-tour: {message}")


def _side(problem: KnightsTour, field: attrs.Attribute[Any], value: Any) -> None:
    if not isinstance(value, int) or value < 1:
        raise _error(f"the {field.name} must be a whole number from 1, not {value!r}")
    if field.name == "width":
        squares = problem.height * value
        clew.check_size(squares, squares)


def _on_board(problem: KnightsTour, field: attrs.Attribute[Any], start: Any) -> None:
    if not isinstance(start, str) or (start and start.upper() not in squares(problem.height, problem.width)):
        last = name(problem.height - 1, problem.width - 1)
        raise clew.OptionError(f"knights-tour: start must be a square from A1 to {last}, not {str(start)[:20]!r}")


@attrs.frozen
class KnightsTour(clew.Problem[int, str]):
    """The tours of a knight over a board of any size.

    The variables are the numbers of the squares in the order of the tour, from 1; the values are squares, such as
    `C2`: a letter for the column, and the row from 1, counted from the top.

    Args:
        height: the number of rows.
        width: the number of columns.
        closed: whether a last move must lead back to the first square.
        start: the first square; by default any, and A1 if the tour is closed and so comes by there anyway.

    Raises:
        InputError: the height or the width is less than 1.
        OptionError: the start is not on the board, or the board is too large to search.
    """

    name = "knights-tour"
    summary = "a knight that visits every square of a board just once"
    rules = (
        "Move a knight over the board so that it comes to every square once; with --closed, one more move takes it "
        "back to its first square. A tour and its reverse are two. The instance is a height and a width, such as 5x5, "
        "or one number for both. --start gives the first square, in letters for the column and a number for the row, "
        "counted from the top; a closed tour begins at A1."
    )
    examples = (
        clew.Example("3x4", "3x4", 16),
        clew.Example("4x4", "4x4", 0),
        clew.Example("4x5 from a corner", "4x5", 32, {"start": "A1"}),
        clew.Example("3x7 from B2", "3x7", 28, {"start": "B2"}),
        clew.Example("3x4, closed", "3x4", 0, {"closed": True}),
    )
    translations = words(
        ("move", "le coup", "Zug"),
        ("the move back to the start", "le retour au départ", "[der|den|dem] Zug zurück zum Start"),
        ("no square twice", "la règle des cases différentes", "[die|die|der] Regel der verschiedenen Felder"),
    )
    styles = ("numbers", "squares")

    height: int = attrs.field(validator=_side)
    width: int = attrs.field(validator=_side)
    closed: bool = clew.parameter(False, "whether a last move leads back to the first square")
    start: str = clew.parameter("", "the first square, such as A1; any by default", validator=_on_board)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[int, tuple[str, ...]]:
        return _model(self.height, self.width, self.closed)[0]

    def given(self) -> Mapping[int, str]:
        start = self.start or ("A1" if self.closed else "")
        return {1: start.upper()} if start else {}

    def constraints(self) -> Iterable[Constraint]:
        return _model(self.height, self.width, self.closed)[1]

    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, str]], Mapping[int, str]]]:
        """The board's, as far as they keep the first square, and a tour read backwards."""
        ways = turns(self.height, self.width)
        moves: dict[str, Move] = {title: partial(self._turned, way) for title, way in ways.items()}
        return keeping(self.given(), {**moves, "reversal": self._reversed})

    def _turned(self, way: Turn, tour: Mapping[int, str]) -> dict[int, str]:
        places = squares(self.height, self.width)
        return {number: name(*way(places[square])) for number, square in tour.items()}

    def _reversed(self, tour: Mapping[int, str]) -> dict[int, str]:
        """A closed tour keeps its first square, an open one ends there."""
        last = self.height * self.width
        backwards = {number: (last + 1 - number) % last + 1 if self.closed else last + 1 - number for number in tour}
        return {backwards[number]: square for number, square in tour.items()}

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a height and a width such as `5x5`, or one number for both."""
        match = re.fullmatch(r"\s*([+-]?[0-9]{1,12})(?:\s*x\s*([+-]?[0-9]{1,12}))?\s*", text)
        if not match:
            raise _error(f"{text.strip()[:20]!r} is no board: give a height and a width such as 5x5")
        height, width = match.groups()
        return cls(int(height), int(width or height), **parameters)

    def to_text(self) -> str:
        return f"{self.height}x{self.width}"

    def draw(self, assignment: Mapping[int, str], style: str | None = None) -> str:
        if self.check_style(style) == "squares":
            return " ".join(assignment.get(number, ".") for number in self.domains())
        number_at = {square: str(number) for number, square in assignment.items()}
        symbols = [number_at.get(square, ".") for square in squares(self.height, self.width)]
        wide = len(str(len(symbols)))
        rows = [symbols[k : k + self.width] for k in range(0, len(symbols), self.width)]
        return "\n".join(" ".join(symbol.rjust(wide) for symbol in row) for row in rows)

    def picture(
        self, assignment: Mapping[int, str], domains: Mapping[int, Collection[str]] | None = None
    ) -> render.Board:
        """The board with the numbers of the squares and lines for the moves."""
        places = squares(self.height, self.width)
        at = {number: places[square] for number, square in sorted(assignment.items())}
        numbers = {place: str(number) for number, place in at.items()}
        rows = [[numbers.get((r, c), "") for c in range(self.width)] for r in range(self.height)]
        moves = [(at[k], at[k + 1]) for k in at if k + 1 in at]
        if self.closed and len(at) == len(places) > 1:
            moves.append((at[len(places)], at[1]))
        left: dict[tuple[int, int], list[str]] = {}
        for number, some in (domains or {}).items():
            for square in some if number not in assignment else ():
                left.setdefault(places[square], []).append(str(number))
        return render.Board(
            rows,
            title="a knight's tour",
            links=moves,
            given=[places[square] for square in self.given().values()],
            marks={place: some for place, some in left.items() if place not in numbers},
            spots=list(map(str, self.domains())) if domains else (),
            chequered=True,
        )

    def constraint_name(self, constraint: Constraint) -> str:
        if isinstance(constraint, AllDifferent):
            return "no square twice"
        before, after = constraint.scope
        return "the move back to the start" if after == 1 else f"move {before}"


@lru_cache(maxsize=32)
def squares(height: int, width: int) -> Mapping[str, tuple[int, int]]:
    """The squares of a board by their names, row by row, with row and column counted from 0."""
    return {name(row, column): (row, column) for row, column in product(range(height), range(width))}


def name(row: int, column: int) -> str:
    """A square by letters for its column and the number of its row."""
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters = chr(ord("A") + letter) + letters
        column -= 1
    return f"{letters}{row + 1}"


@lru_cache(maxsize=32)
def _model(height: int, width: int, closed: bool) -> tuple[Mapping[int, tuple[str, ...]], tuple[Constraint, ...]]:
    """The domains and the constraints."""
    board = squares(height, width)
    moves = {
        square: [
            name(row + down, column + across)
            for down, across in JUMPS
            if 0 <= row + down < height and 0 <= column + across < width
        ]
        for square, (row, column) in board.items()
    }
    order = range(1, len(board) + 1)
    steps = [*pairwise(order), *([(order[-1], 1)] if closed and len(board) > 1 else [])]
    pairs = frozenset((square, after) for square in board for after in moves[square])
    pairs = pairs or frozenset([("A1", "A1")])  # a board without any move: a table needs something to allow
    domains = dict.fromkeys(order, tuple(sorted(board, key=lambda square: len(moves[square]))))
    return MappingProxyType(domains), (AllDifferent(order), *(Table(step, pairs) for step in steps))
