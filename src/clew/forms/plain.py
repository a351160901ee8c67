"""Instances of one word: a number, or a word of given letters."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from clew.errors import InputError, ProblemError
from clew.forms.base import Form, InstanceText, quoted, ranges, shape_of, visible


@attrs.frozen
class Number(Form[int]):
    """A whole number: the size of a board, for example.

    Args:
        least: the smallest number that makes sense.
        most: the largest; a search for a larger one would not end or not fit into memory.
    """

    least: int = attrs.field(validator=attrs.validators.instance_of(int))
    most: int = attrs.field(validator=attrs.validators.instance_of(int))

    def __attrs_post_init__(self) -> None:
        if self.least > self.most:
            raise ProblemError(f"there is no number from {self.least} to {self.most}: give the smaller one first")

    @property
    def hint(self) -> str:
        return f"a number from {self.least} to {self.most}"

    def read(self, text: str) -> int:
        text = InstanceText(text, self).text.strip()
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            raise InputError(f"{quoted(text)} is no whole number: give {self.hint}")
        if len(text) > 18:
            raise InputError(f"{quoted(text)} cannot be: give {self.hint}")
        number = int(text)
        self.check(number)
        return number

    def write(self, value: int) -> str:
        return str(value)

    def check(self, value: int) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            raise InputError(f"{shape_of(value)} is no whole number: give {self.hint}")
        if not self.least <= value <= self.most:
            raise InputError(f"{value} cannot be: give {self.hint}")


def _letters(letters: str) -> str:
    return visible(letters, "the letters of a word")


@attrs.frozen
class Word(Form[str]):
    """A word.

    Args:
        letters: the letters that it may have.
        least: how many it has at least.
        most: how many it has at most.
    """

    letters: str = attrs.field(converter=_letters)
    least: int = attrs.field(default=1, validator=attrs.validators.ge(1))
    most: int = 1000

    def __attrs_post_init__(self) -> None:
        if self.least > self.most:
            raise ProblemError(
                f"there is no word of {self.least} to {self.most} letters: give the smaller number first"
            )

    @property
    def hint(self) -> str:
        return f"a word of the letters {ranges(self.letters)}"

    def read(self, text: str) -> str:
        whole = InstanceText(text, self)
        word = whole.text.strip()
        begin = whole.text.index(word)
        self._check_letters(word, lambda k: whole.place(begin + k))
        return word

    def write(self, value: str) -> str:
        return value

    def check(self, value: str) -> None:
        if not isinstance(value, str):
            raise InputError(f"{shape_of(value)} is no text: give {self.hint}")
        self._check_letters(value, lambda k: f"letter {k + 1}")

    def _check_letters(self, word: str, place: Callable[[int], str]) -> None:
        for k, letter in enumerate(word):
            if letter not in self.letters:
                raise InputError(f"{place(k)}: {letter!r} is no letter here: use {ranges(self.letters)}")
        if not self.least <= len(word) <= self.most:
            raise InputError(f"a word of {len(word)} letters cannot be: use {self.least} to {self.most}")
