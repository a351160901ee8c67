"""Instances that are a grid of words: numbers of several digits, clues with a sign, names."""

from __future__ import annotations

import re
from typing import ClassVar, Final

import attrs

from clew.errors import ProblemError
from clew.forms.grid import CellRows

LONGEST: Final = 40
"""Characters of a word: a longer one is a mistake, and need not be matched."""


@attrs.frozen
class Words(CellRows):
    """A grid with a word in each cell: a line for each row, or rows with `/` between, and spaces between the words.

    A grid without a word in it may be written by its height and its width, as in `4x4`.

    Args:
        pattern: a regular expression for the words that a cell may hold.
        meaning: the meaning of such a word, for messages: "a number".
        empty: the word of an empty cell; "" if no cell may be empty.
        square: whether there are as many rows as columns.
    """

    spaced: ClassVar[bool] = True

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
    def _allowed(self) -> str:
        return self.meaning + (f" or {self.empty} for an empty cell" if self.empty else "")

    def _fits(self, content: str) -> bool:
        is_word = len(content) <= LONGEST and re.fullmatch(self.pattern, content, re.ASCII) is not None
        return bool(content) and (content == self.empty or is_word)
