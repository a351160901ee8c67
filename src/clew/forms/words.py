"""Instances that are a grid of words: numbers of several digits, clues with a sign, names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

import attrs

from clew.errors import InputError, ProblemError
from clew.forms.base import Form, InstanceText, quoted, shape_of
from clew.forms.grid import Cells, check_rows, check_shape, uneven

LONGEST: Final = 40
"""Characters of a word: a longer one is a mistake, and need not be matched."""


@attrs.frozen
class Words(Form[Cells]):
    """A grid with a word in each cell: a line for each row, or rows with `/` between, and spaces between the words.

    A grid without a word in it may be written by its height and its width, as in `4x4`.

    Args:
        pattern: a regular expression for the words that a cell may hold.
        meaning: the meaning of such a word, for messages: "a number".
        empty: the word of an empty cell; "" if no cell may be empty.
        square: whether there are as many rows as columns.
    """

    pattern: str
    meaning: str
    empty: str = "."
    square: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        try:
            re.compile(self.pattern)
        except (re.error, TypeError) as error:
            raise ProblemError(f"the pattern {self.pattern!r} of a form is no regular expression: {error}") from None
        if re.search(r"[\s/]", self.empty):
            raise ProblemError(f"the word {self.empty!r} of an empty cell cannot have white space or / in it")

    @property
    def hint(self) -> str:
        size = ", or a size such as 4x4" if self._has_sizes else ""
        return f"rows of words with spaces between, {self._allowed}, on lines of their own or with / between{size}"

    @property
    def _allowed(self) -> str:
        return self.meaning + (f" or {self.empty} for an empty cell" if self.empty else "")

    @property
    def _has_sizes(self) -> bool:
        return bool(self.empty) and not self._fits("4x4")

    def _fits(self, word: str) -> bool:
        return bool(word) and (
            word == self.empty or (len(word) <= LONGEST and re.fullmatch(self.pattern, word, re.ASCII) is not None)
        )

    def read(self, text: str) -> Cells:
        whole = InstanceText(text, self)
        if self._has_sizes and (size := re.fullmatch(r"\s*([0-9]{1,6})\s*[xX]\s*([0-9]{1,6})\s*", whole.text)):
            height, width = map(int, size.groups())
            check_shape(height, width, square=self.square)
            return Cells(((self.empty,) * width,) * height, self.empty)
        ends = [-1, *(k for k, character in enumerate(whole.text) if character in "\n/"), len(whole.text)]
        rows: list[tuple[str, ...]] = []
        for start, end in pairwise(ends):
            found = list(re.compile(r"\S+").finditer(whole.text, start + 1, end))
            for word in found:
                if not self._fits(word[0]):
                    raise InputError(f"{whole.place(word.start())}: {self._misfit(word[0])}")
            if found and rows and len(found) != len(rows[0]):
                place = whole.place(found[0].start())
                raise InputError(f"{place}: {uneven(len(rows) + 1, len(found), len(rows[0]))}")
            if found:
                rows.append(tuple(word[0] for word in found))
        if not rows:
            raise InputError(f"there are no cells: give {self.hint}")
        check_shape(len(rows), len(rows[0]), square=self.square)
        return Cells(tuple(rows), self.empty)

    def _misfit(self, word: str) -> str:
        return f"{quoted(word)} is no cell: use {self._allowed}"

    def write(self, value: Cells) -> str:
        return str(value)

    def made(self, value: Any) -> Any:
        if isinstance(value, (Cells, str)) or not isinstance(value, Iterable):
            return value
        rows = list(value)
        if not all(isinstance(row, (tuple, list)) and all(isinstance(word, str) for word in row) for row in rows):
            return value
        return Cells(tuple(map(tuple, rows)), self.empty)

    def check(self, value: Cells) -> None:
        if not isinstance(value, Cells) or any(isinstance(row, str) for row in value.rows):
            raise InputError(
                f"{shape_of(value)} is no grid of words: give a sequence of rows, each a sequence of texts"
            )
        check_rows(value)
        check_shape(value.height, value.width, square=self.square)
        for (row_number, column), word in value.items():
            if not self._fits(word):
                raise InputError(f"row {row_number + 1}, column {column + 1}: {self._misfit(word)}")
