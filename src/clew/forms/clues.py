"""Instances that are numbers beside the rows and above the columns of a grid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

from clew.errors import InputError, ProblemError, many
from clew.forms.base import Form, InstanceText, Rectangle, Word, quoted, shape_of
from clew.limits import check_size

Line = tuple[int | None, ...]

SIDES: Final = ("row", "column")


@attrs.frozen
class LineClues(Rectangle):
    """The clues of a grid's lines.

    Attributes:
        rows: the numbers of each row, from the top; None for a missing one.
        columns: the numbers of each column, from the left.
    """

    rows: tuple[Line, ...]
    columns: tuple[Line, ...]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)


@attrs.frozen
class Clues(Form[LineClues]):
    """Numbers for each row and each column.

    The rows come first, then, behind a `/` or a line left empty, the columns. Each has a line of its own, or there
    are commas between; its numbers have spaces between: `1 1, 2, 3 / 2, 1 1, 3`. A dot stands
    for a number that is not given. Clues of which none is given may be written by their height and width, as in `4x4`.

    Args:
        each: how many numbers each line has, if all have as many; by default each has as many as it likes, and one
            without any is written as a dot or, where 0 is not a number allowed, as 0.
        least: the smallest number.
        most: the largest.
        square: whether there are as many rows as columns.
    """

    each: int | None = None
    least: int = 1
    most: int = 999
    square: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.each is not None and self.each < 1:
            raise ProblemError(f"each line cannot have {self.each} clues: give each a number from 1, or None")
        if not 0 <= self.least <= self.most:
            raise ProblemError(f"there is no clue from {self.least} to {self.most}: give numbers from 0")

    @property
    def hint(self) -> str:
        line = "2 1" if self.each is None else " ".join("12345"[: self.each])
        what = "numbers" if self.each is None else many(self.each, "number")
        each = f"{line}, {line} / {line}, {line}"
        return f"{what} for each row, then for each column, as in '{each}', and . for none, or a size such as 4x4"

    def read(self, text: str) -> LineClues:
        whole = InstanceText(text, self)
        if size := re.fullmatch(r"\s*([0-9]{1,9})\s*[xX]\s*([0-9]{1,9})\s*", whole.text):
            height, width = map(int, size.groups())
            self._check_shape(height, width)
            none: Line = () if self.each is None else (None,) * self.each
            return LineClues((none,) * height, (none,) * width)
        sides = self._sides(whole)
        if len(sides) != 2:
            found = "one part" if len(sides) == 1 else f"{len(sides)} parts"
            raise InputError(f"the text has {found}, and needs two, rows and columns: give {self.hint}")
        rows, columns = (
            tuple(self._line(whole, words, f"{side} {k}") for k, words in enumerate(lines, 1))
            for side, lines in zip(SIDES, sides, strict=True)
        )
        self._check_shape(len(rows), len(columns))
        return LineClues(rows, columns)

    def _sides(self, whole: InstanceText) -> list[list[list[Word]]]:
        """The words of each line of each part that is not empty."""
        sides: list[list[list[Word]]] = [[[]]]
        for match in re.finditer(r"\n\s*\n|[,/\n]|[^\s,/]+", whole.text):
            lines, words = sides[-1], sides[-1][-1]
            if match[0] == ",":
                if not words:
                    title = f"{SIDES[min(len(sides), 2) - 1]} {len(lines)}"
                    raise InputError(f"{whole.place(match.start())}: {title} has no clue: write . for none")
                lines.append([])
            elif match[0] == "\n":
                if words:
                    lines.append([])
            elif match[0] == "/" or match[0].isspace():
                sides.append([[]])
            else:
                words.append((match[0], match.start()))
        full = ([words for words in lines if words] for lines in sides)
        return [lines for lines in full if lines]

    def _line(self, whole: InstanceText, words: Sequence[Word], title: str) -> Line:
        numbers = tuple(self._number(whole, word, at) for word, at in words)
        place = whole.place(words[0][1])
        if self.each is None:
            given = tuple(number for number in numbers if number is not None)
            if len(given) < len(numbers) > 1:
                raise InputError(f"{place}: {title} says none beside other clues: leave it out")
            return given
        if len(numbers) != self.each:
            raise InputError(f"{place}: {title} has {many(len(numbers), 'clue')}, and needs {self.each}")
        return numbers

    def _number(self, whole: InstanceText, word: str, begin: int) -> int | None:
        if word in (".", "-") or (self.each is None and self.least > 0 and word == "0"):
            return None
        if not re.fullmatch(r"[0-9]{1,9}", word) or not self.least <= int(word) <= self.most:
            raise InputError(f"{whole.place(begin)}: {quoted(word)} is no clue: use {self._allowed}")
        return int(word)

    @property
    def _allowed(self) -> str:
        return f"numbers from {self.least} to {self.most}, and . for none"

    def write(self, value: LineClues) -> str:
        sides = (value.rows, value.columns)
        return " / ".join(", ".join(" ".join(map(_word, line)) or "." for line in side) for side in sides)

    def made(self, value: Any) -> Any:
        if isinstance(value, LineClues) or not isinstance(value, Sequence) or len(value) != 2:
            return value
        try:
            rows, columns = (tuple(map(_line, side)) for side in value)
        except TypeError:
            return value
        return LineClues(rows, columns)

    def check(self, value: LineClues) -> None:
        if not isinstance(value, LineClues):
            raise InputError(
                f"{shape_of(value)} are no clues: give a pair, of the numbers of each row and of each column"
            )
        for side, lines in zip(SIDES, (value.rows, value.columns), strict=True):
            for k, line in enumerate(lines, 1):
                if self.each is not None and len(line) != self.each:
                    raise InputError(f"{side} {k} has {many(len(line), 'clue')}, and needs {self.each}")
                for number in line:
                    if number is None and self.each is not None:
                        continue
                    if isinstance(number, bool) or not isinstance(number, int) or not self.least <= number <= self.most:
                        raise InputError(f"{side} {k}: {shape_of(number)} is no clue: use {self._allowed}")
        self._check_shape(value.height, value.width)

    def _check_shape(self, height: int, width: int) -> None:
        if not height or not width:
            raise InputError("there is one row and one column at least")
        if self.square and height != width:
            raise InputError(f"{many(height, 'row')} and {many(width, 'column')} make no square: give as many of each")
        check_size(height * width, 1)


def _line(line: int | Iterable[int | None] | None) -> Line:
    return tuple(line) if isinstance(line, Iterable) else (line,)


def _word(number: int | None) -> str:
    return "." if number is None else str(number)
