"""The n queens: n queens on a board of n by n squares, none of which attacks another.

Every row holds one queen, so a board is a list of columns: variable r is row r, its value the column
of its queen, both counted from 0 at the top left. In a partial board -1 stands for a free row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Self

import attrs

import clew
from clew import render
from clew.constraints import AllDifferent, Constraint
from clew_problems import queens_baselines
from clew_problems.turns import Move, Turn, keeping, turns
from clew_problems.words import words

FREE = -1
QUEEN = "♛"
QUEENS = f"{QUEEN}♕Qq@0"
OUT = "\N{MULTIPLICATION SIGN}"
RULER = "---+"
MAX_LINE = 100_000
LINES = tuple(f"no two queens {line}" for line in ("in a column", "on a rising diagonal", "on a falling diagonal"))
Square = tuple[int, int]


def _sound(problem: Queens, field: attrs.Attribute[Any], value: Any) -> None:
    if field.name == "n":
        if not isinstance(value, int) or value < 0:
            raise clew.InputError(f"queens: the size must be a whole number from 0, not {value!r}")
        clew.check_size(value, value)
    elif value and len(value) != problem.n:
        raise clew.InputError(f"queens: the board has {problem.n} rows, and columns are given for {len(value)}")
    else:
        for row, column in enumerate(value, 1):
            if not isinstance(column, int) or not FREE <= column < problem.n:
                raise clew.InputError(
                    f"queens: row {row}: {column!r} is no column: use 0 to {problem.n - 1}, or -1 for a free row"
                )


def _is_queen(problem: Queens, field: attrs.Attribute[str], symbol: str) -> None:
    if not isinstance(symbol, str) or len(symbol) != 1 or symbol not in QUEENS:
        raise clew.InputError(f"queens: a queen is drawn as one of {' '.join(QUEENS)}, not as {symbol!r}")


def _columns(columns: Iterable[int]) -> tuple[int, ...]:
    return tuple(columns)


@attrs.frozen
class Queens(clew.Problem[int, int]):
    """The n queens, or the completion of a partial board.

    Args:
        n: the size of the board.
        fixed: the columns of the queens that are placed already, -1 for the free rows; or nothing.
        last_row_first: whether boards are drawn, and read, from the last row to the first, as chess players see them.
        queen: the symbol of a queen in the styles `boxes` and `dots`.

    Raises:
        InputError: the size or a column is off, or a board with this symbol could not be read back.
        OptionError: the board is too large to search.
    """

    name = "queens"
    summary = "n queens on a board of n by n squares, none of which attacks another"
    rules = (
        "Place n queens on n by n squares so that no two stand in the same row, the same column or on the same "
        "diagonal. The instance is n, or a board that has some queens already."
    )
    examples = (
        clew.Example("six", "6", 4),
        clew.Example("eight", "8", 92),
        clew.Example("two fixed", "[0,-1,-1,-1,-1,6,-1,-1]", 1),
        clew.Example("corner and knight", "8: A1 C2", 0),
        clew.Example("contradiction", "[0,1,-1,-1]", 0),
    )
    translations = words(
        ("row", "la ligne", "Zeile"),
        ("column", "la colonne", "Spalte"),
        ("no two queens in a column", "la règle des colonnes", "[die|die|der] Regel der Spalten"),
        (
            "no two queens on a rising diagonal",
            "la règle des diagonales montantes",
            "[die|die|der] Regel der steigenden Diagonalen",
        ),
        (
            "no two queens on a falling diagonal",
            "la règle des diagonales descendantes",
            "[die|die|der] Regel der fallenden Diagonalen",
        ),
    )
    styles = ("boxes", "dots", "chequered", "chess", "coordinates", "list", "list1")

    n: int = attrs.field(validator=_sound)
    fixed: tuple[int, ...] = attrs.field(default=(), converter=_columns, validator=_sound)
    last_row_first: bool = clew.parameter(
        False, "whether boards are drawn and read with row 1 at the bottom, as in chess"
    )
    queen: str = clew.parameter(QUEEN, "the symbol of a queen in boxes and dots", validator=_is_queen)

    @classmethod
    def from_board(cls, board: Sequence[int]) -> Self:
        """The completion of a board in the list form."""
        return cls(len(board), tuple(board) if _placed(board) else ())

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[int, range]:
        return dict.fromkeys(range(self.n), range(self.n))

    def given(self) -> Mapping[int, int]:
        return _placed(self.fixed)

    def constraints(self) -> tuple[Constraint, ...]:
        return _constraints(self.n)

    def baselines(self) -> Mapping[str, Callable[[], Iterable[Mapping[int, int]]]]:
        if self.given():
            return {}
        return {title: partial(_assignments, find, self.n) for title, find in queens_baselines.BASELINES.items()}

    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        """Those of the square that keep the queens given; a quarter turn and a reflection give all eight."""
        given = self.given()
        moves: dict[str, Move] = {title: partial(_turned, way) for title, way in turns(self.n, self.n).items()}
        if not given:
            return {"quarter turn": moves["quarter turn"], "reflection": moves["left and right"]}
        return keeping(given, moves)

    # -- attacks, independent of the search -----------------------------------------------------

    def violations(self, assignment: Mapping[int, int]) -> list[clew.Violation]:
        """The pairs of queens that attack each other, and along what."""
        queens = [(row, column) for row, column in assignment.items() if column != FREE]
        return attacks(queens, last_row_first=self.last_row_first)

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size, a list of columns, coordinates, or a drawn board."""
        n, board = read(text, last_row_first=parameters.get("last_row_first", False))
        return cls(n, board if _placed(board) else (), **parameters)

    def to_text(self) -> str:
        return draw(self.fixed, "list", last_row_first=self.last_row_first) if self.given() else str(self.n)

    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        board = [assignment.get(row, FREE) for row in range(self.n)]
        return draw(board, self.check_style(style), last_row_first=self.last_row_first, queen=self.queen)

    def picture(
        self, assignment: Mapping[int, int], domains: Mapping[int, Collection[int]] | None = None
    ) -> render.Board:
        """A chessboard; the squares that are out of question are crossed out, if the domains are to be seen."""
        size = range(self.n)
        place = dict(zip(size, reversed(size) if self.last_row_first else size, strict=True))
        rows = [[QUEEN if column == assignment.get(place[r]) else "" for column in size] for r in size]
        left = {} if domains is None else {**domains, **{row: (column,) for row, column in assignment.items()}}
        out = {(place[row], column): [OUT] for row, columns in left.items() for column in size if column not in columns}
        given = [(place[row], column) for row, column in self.given().items()]
        return render.Board(rows, title=f"{self.n} queens", marks=out, given=given, chequered=True)

    def constraint_name(self, constraint: Constraint) -> str:
        columns, rising, falling = LINES
        lines = (columns, falling, rising) if self.last_row_first else LINES
        return dict(zip(self.constraints(), lines, strict=True))[constraint]


def _assignments(find: Callable[[int], Iterable[Sequence[int]]], n: int) -> Iterator[dict[int, int]]:
    return (dict(enumerate(board)) for board in find(n))


def _placed(board: Sequence[int]) -> dict[int, int]:
    return {row: column for row, column in enumerate(board) if column != FREE}


@lru_cache(maxsize=64)
def _constraints(n: int) -> tuple[Constraint, ...]:
    """No two queens in a column, on a rising or on a falling diagonal."""
    rows = range(n)
    if not n:
        return ()
    return (
        AllDifferent(rows),
        AllDifferent(rows, offsets=rows),
        AllDifferent(rows, offsets=[-row for row in rows]),
    )


def _turned(way: Turn, board: Mapping[int, int]) -> dict[int, int]:
    return dict(sorted(map(way, board.items())))


# -- which queens attack which -------------------------------------------------------------------


def attack(one: Square, other: Square, *, last_row_first: bool = False) -> str | None:
    """Along what two squares, as (row, column), attack each other; None if they do not, or are the same.

    The first row is the topmost, unless the last is: a rising diagonal goes up to the right, a falling one down.
    """
    down, across = other[0] - one[0], other[1] - one[1]
    if down == across == 0:
        return None
    if down == 0:
        return "row"
    if across == 0:
        return "column"
    if abs(down) != abs(across):
        return None
    return "rising diagonal" if (down == across) == last_row_first else "falling diagonal"


def attacks(queens: Sequence[Square], *, last_row_first: bool = False) -> list[clew.Violation]:
    """The pairs of queens that attack each other."""
    lines = ({q[0] for q in queens}, {q[1] for q in queens}, {sum(q) for q in queens}, {q[0] - q[1] for q in queens})
    if all(len(line) == len(queens) for line in lines):
        return []
    return [
        clew.Violation(why, f"{name(one)} and {name(other)} attack each other along the {why}", (one[0], other[0]))
        for k, one in enumerate(queens)
        for other in queens[k + 1 :]
        if (why := attack(one, other, last_row_first=last_row_first))
    ]


def attackers(board: Sequence[int], row: int, column: int) -> list[Square]:
    """The queens of a board that attack a square; a queen on the square itself is overlooked."""
    return [queen for queen in _placed(board).items() if attack(queen, (row, column))]


def is_attacked(board: Sequence[int], row: int, column: int) -> bool:
    """Whether a queen of the board attacks a square; a queen on the square itself is overlooked."""
    return bool(attackers(board, row, column))


def name(square: Square) -> str:
    """A square as chess players write it: letters for the column, then the row from 1."""
    row, column = square
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters = chr(ord("A") + letter) + letters
        column -= 1
    return f"{letters}{row + 1}"


# -- drawing and reading ---------------------------------------------------------------------------


def draw(board: Sequence[int], style: str, *, last_row_first: bool = False, queen: str = QUEEN) -> str:
    """A board in the list form as text. Any board will do, be it a permutation or not.

    Args:
        board: the columns, -1 for a free row.
        style: one of the styles.
        last_row_first: whether to begin with the last row, as the style `chess` always does. Coordinates name their
            rows and so stay as they are.
        queen: the symbol of a queen in the styles `boxes` and `dots`; the other styles have theirs.
    """
    n = len(board)
    if style == "coordinates":
        placed = _placed(board)
        return " ".join([*([f"{n}:"] if len(placed) < n else []), *map(name, placed.items())])
    rows = board[::-1] if last_row_first or style == "chess" else board
    if style == "list":
        return "[" + ",".join(map(str, rows)) + "]"
    if style == "list1":
        entries = "|".join("-" if column == FREE else str(column + 1) for column in rows)
        return f"[{entries}|]" if n == 1 else f"[{entries}]"  # the bar says that columns count from 1
    if style == "boxes":
        return render.boxes([[queen if c == column else " " for c in range(n)] for column in rows])
    if style == "chess":
        lines = [part for column in rows for part in (RULER * n, "".join(f" {' @'[c == column]} !" for c in range(n)))]
        return "\n".join([*lines, *lines[:1]])
    if style == "dots":
        return "\n".join(" ".join(queen if c == column else "." for c in range(n)) for column in rows)
    return "\n".join(_squares(r, n, column) for r, column in enumerate(rows))


def _squares(row: int, n: int, queen: int = FREE) -> str:
    """A row of a chequered board, counted from the top as it is drawn."""
    return "".join("0" if column == queen else "# "[(row + column) % 2] for column in range(n))


def read(text: str, *, last_row_first: bool = False) -> tuple[int, tuple[int, ...]]:
    """The size and the placed queens of a board as text, in any of the styles.

    Args:
        text: the board.
        last_row_first: whether it begins with the last row; a drawing in the style `chess` always does.

    Raises:
        InputError: the text is no board.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    bare = text.strip()
    clew.check_size(len(lines) // 2, len(lines) // 2)  # boxes take two lines a row
    if len(lines) == 1 and len(bare) > MAX_LINE:
        raise clew.InputError(
            f"queens: one line of {len(bare)} characters is more than any board that could be searched"
        )
    if not bare:
        raise clew.InputError("queens: the instance is empty: give a size such as 8, or a board")
    if re.fullmatch(r"[+-]?\d+", bare):
        return _number(bare, "the size"), ()
    if (len(lines) > 1 and not bare.startswith("[")) or bare in {*QUEENS, ".", "#"}:
        board = _drawn(lines)
        is_reversed = last_row_first or _is_ruled(lines)
        return len(board), tuple(board[::-1] if is_reversed else board)
    if re.fullmatch(r"([0-9]+\s*:)?(\s*[A-Za-z]+[0-9]+)*", bare):
        return _coordinates(bare)
    n, columns = _list(bare)
    return n, columns[::-1] if last_row_first else columns


def _number(text: str, what: str) -> int:
    if len(text) > 12:
        raise clew.InputError(f"queens: {what} {text[:12]!r}... is far too large")
    try:
        return int(text)
    except ValueError:
        raise clew.InputError(f"queens: {what}: {text[:20]!r} is not a number") from None


def _list(text: str) -> tuple[int, tuple[int, ...]]:
    inner = (text[1:-1] if text.startswith("[") and text.endswith("]") else text).strip()
    base = 1 if "|" in inner else 0
    inner = inner.removesuffix("|")
    board = []
    for k, entry in enumerate(re.split(r"\s*[,;|]\s*|\s+", inner) if inner else (), 1):
        column = FREE if entry == "-" else _number(entry, f"entry {k}") - base
        if base and entry != "-" and column < 0:
            raise clew.InputError(f"queens: entry {k}: columns count from 1 between bars, and - is a free row")
        board.append(column)
    return len(board), tuple(board)


def _coordinates(text: str) -> tuple[int, tuple[int, ...]]:
    size, colon, rest = text.rpartition(":")
    squares = []
    for letters, digits in re.findall(r"([A-Za-z]+)([0-9]+)", rest):
        column = 0
        for letter in letters[:6].upper():
            column = column * 26 + ord(letter) - ord("A") + 1
        squares.append((_number(digits, "the row") - 1, column - 1))
    n = _number(size, "the size") if colon else max(max(square) for square in squares) + 1
    clew.check_size(n, n)
    board = [FREE] * n
    for row, column in squares:
        if row < 0 or max(row, column) >= n:
            raise clew.InputError(f"queens: {name((row, column))} is not on a board of {n} by {n}")
        if board[row] not in (FREE, column):
            raise clew.InputError(f"queens: row {row + 1} has two queens, and a board in this form holds one")
        board[row] = column
    return n, tuple(board)


def _is_ruled(lines: Sequence[str]) -> bool:
    """Whether a drawing is in the style `chess`, which begins with the last row."""
    return lines[0].lstrip().startswith(RULER)


def _drawn(lines: Sequence[str]) -> list[int]:
    """The columns of a drawn board, from the top: boxes, symbols with spaces between, or chequered."""
    rows: list[list[str]]
    if _is_ruled(lines):
        rows = [[cell.strip() for cell in line.rstrip().removesuffix("!").split("!")] for line in lines if "!" in line]
    elif lines[0].lstrip().startswith("+"):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if "|" in line]
    else:
        rows = [line.split() for line in lines]
        n = len(lines)
        if "#" in "".join(lines) and any(len("".join(row)) < n for row in rows):
            first = 1 if len(lines[0]) == n and not _agrees(lines[0], _squares(0, n)) else 0
            rows = [list(_whole(line, number, _squares(number - 1 + first, n))) for number, line in enumerate(lines, 1)]
        elif all(len(line) <= n for line in lines) and any(len(row) < n for row in rows):
            rows = [list(line.ljust(n)) for line in lines]  # no space between squares: a blank is a square too
    if not rows:
        raise clew.InputError("queens: the drawing has no rows")
    return [_column(row, number, len(rows)) for number, row in enumerate(rows, 1)]


def _whole(line: str, number: int, empty: str) -> str:
    """A row of a chequered board with the blanks at its ends, which are easily lost: its `#` say how many there were.

    Raises:
        InputError: its `#` do not stand where they do without a queen.
    """
    n = len(empty)
    line = line if len(line) <= n else line.strip()
    for lost in range(n - len(line) + 1):
        squares = " " * lost + line + " " * (n - len(line) - lost)
        if _agrees(squares, empty):
            return squares
    raise clew.InputError(
        f"queens: row {number}: {line!r} is no row of this chequered board: without a queen it is {empty!r}"
    )


def _agrees(squares: str, empty: str) -> bool:
    return all(own == other or own in QUEENS for own, other in zip(squares, empty, strict=True))


def _column(row: Sequence[str], number: int, n: int) -> int:
    if len(row) != n:
        raise clew.InputError(f"queens: row {number} has {len(row)} squares, and the board has {n} rows")
    for column, symbol in enumerate(row, 1):
        if symbol not in {*QUEENS, "", " ", ".", "#", "_", "-"}:
            raise clew.InputError(f"queens: row {number}, column {column}: {symbol!r} is no queen and no empty square")
    queens = [column for column, symbol in enumerate(row) if symbol and symbol in QUEENS]
    if len(queens) > 1:
        raise clew.InputError(f"queens: row {number} has {len(queens)} queens, and a board in this form holds one")
    return queens[0] if queens else FREE
