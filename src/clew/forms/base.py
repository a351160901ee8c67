"""The base class of forms, and functions that several of them share."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from clew.errors import InputError, ProblemError, cut

if TYPE_CHECKING:
    from clew.forms.addresses import Address

T = TypeVar("T")
Cell = tuple[int, int]
Word = tuple[str, int]
"""A word, or a symbol, and the place of its beginning in the text."""


class Form(Generic[T]):
    """A way to write the value of an instance field as text.

    The errors that its methods raise name the place; the problem puts its name before them.

    Attributes:
        longest: the number of characters beyond which a text is rejected unread.
    """

    longest: ClassVar[int] = 1_000_000

    @property
    def hint(self) -> str:
        """What to type, for the help of the command and for messages."""
        raise NotImplementedError

    def read(self, text: str) -> T:
        """The value that a text describes.

        Raises:
            InputError: the text describes none.
            OptionError: the instance would be too large to search.
        """
        raise NotImplementedError

    def write(self, value: T) -> str:
        """A text that `read` reads back."""
        raise NotImplementedError

    def made(self, value: Any) -> Any:
        """The value from an object given in Python; an object of another kind is returned for `check` to reject."""
        return value

    def check(self, value: T) -> None:
        """Check that a value is one that `read` could have given.

        Raises:
            InputError: it is none.
            OptionError: the instance would be too large to search.
        """


class Rectangle:
    """Cells in rows and columns, each the pair of its row and its column, from 0 at the top left."""

    rows: tuple[Any, ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        raise NotImplementedError

    @property
    def row_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each row, from left to right."""
        return tuple(tuple((r, c) for c in range(self.width)) for r in range(self.height))

    @property
    def column_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each column, from top to bottom."""
        return tuple(tuple((r, c) for r in range(self.height)) for c in range(self.width))

    @property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each row, then of each column."""
        return self.row_cells + self.column_cells

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All the cells, row by row."""
        return tuple(product(range(self.height), range(self.width)))


SPACES: Final = "spaces beside cells are skipped unless all lines are of one length: write {} for an empty cell"


def fill_spaces(text: str, symbols: str, empty: str, *, square: bool) -> str:
    """A text in which the spaces of a board are empty cells, if they are: its lines are of one length, and not spaced.

    Args:
        text: the text of a board, with a line, or a part between slashes, for each row.
        symbols: the characters allowed in a cell. A text that draws lines between the cells stays as it is.
        empty: the symbol of an empty cell.
        square: whether a board has as many rows as columns; then spaces are cells if the text has. Otherwise they
            are if one stands above or below something else: a column of nothing but spaces is between two cells, and
            spaces at the end of a text in one line are no cells.
    """
    if not square and "\n" not in text and "\r" not in text:
        text = text.rstrip(" ")
    if " " not in text:
        return text
    padded = text.count("/") == text.count(" / ")  # then the spaces beside a slash belong to it
    lines = re.split(r"\r\n|[\n\r]| / " if padded else r"\r\n|[\n\r/]", text.strip("\r\n"))
    if len(lines) < 2 or len({len(line) for line in lines}) > 1:
        return text
    if not set("".join(lines)) <= {" ", *symbols, *empty}:
        return text
    is_mixed = any(" " in column and set(column) != {" "} for column in zip(*lines, strict=True))
    if len(lines) != len(lines[0]) if square else not is_mixed:
        return text
    return "\n".join(lines).replace(" ", empty[0])


def size_of(text: str) -> tuple[int, int] | None:
    """The height and the width that a text says: `8x10`, or `9` for a square; None if the text is no size."""
    match = re.fullmatch(r"\s*([0-9]{1,6})(?:\s*[xX]\s*([0-9]{1,6}))?\s*", text)
    return None if match is None else (int(match[1]), int(match[2] or match[1]))


class InstanceText:
    """A text that is read: it knows the line and the column of each of its characters.

    Args:
        text: the text.
        form: the form that reads it.
        in_rows: whether a slash ends a row. Then places in a text of one line are those of its cells.
    """

    def __init__(self, text: str, form: Form[Any], *, in_rows: bool = False) -> None:
        if len(text) > form.longest:
            raise InputError(f"the text has {len(text)} characters, more than any instance that could be searched")
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if not self.text.strip():
            raise InputError(f"the instance is empty: give {form.hint}")
        self._in_rows = in_rows and "/" in self.text and "\n" not in self.text.strip()

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(k + 1 for k, character in enumerate(self.text) if character == "\n")]

    def lines(self, ends: str, words: str) -> list[list[Word]]:
        """The words of each line that has some, with their places.

        Args:
            ends: the characters that end a line.
            words: a regular expression for a word.
        """
        found: list[list[Word]] = [[]]
        for match in re.finditer(f"[{ends}]|{words}", self.text):
            if match[0] in ends:
                found.append([])
            else:
                found[-1].append((match[0], match.start()))
        return [line for line in found if line]

    def place(self, index: int) -> str:
        """The place of a character, for messages."""
        if self._in_rows:
            before = self.text[:index].strip("\n").split("/")
            return f"row {len(before)}, column {len(''.join(before[-1].split())) + 1}"
        line = bisect_right(self._starts, index)
        return f"line {line}, column {index - self._starts[line - 1] + 1}"


def quoted(text: str) -> str:
    """A part of the text, for a message."""
    return repr(cut(text, 20))


def visible(symbols: str, what: str) -> str:
    """The symbols of a form, once they are known to be different characters that can be seen.

    Raises:
        ProblemError: they are not; the problem that uses the form has to be fixed.
    """
    if not isinstance(symbols, str) or len(set(symbols)) < len(symbols):
        raise ProblemError(f"{what} must be different characters in one text, not {symbols!r}")
    for symbol in symbols:
        if symbol.isspace() or not symbol.isprintable() or symbol == "/":
            raise ProblemError(f"{what} cannot have {symbol!r}: use characters that can be seen, other than /")
    return symbols


def address_in(text: str) -> Address | None:
    """The address that a text is, or that has the clues of a board of pzprjs, if it is one.

    See `clew.forms.addresses`, which is imported only if it may be one.
    """
    if not any(mark in text for mark in ("?", ".com", ".app", "penpa", "pzprv3")):
        return None
    from clew.forms.addresses import find

    return find(text)


def ranges(symbols: str) -> str:
    """Symbols for a message: `1-9 A-F`."""
    parts: list[str] = []
    for symbol in symbols:
        if parts and ord(symbol) == ord(parts[-1][-1]) + 1:
            parts[-1] += symbol
        else:
            parts.append(symbol)
    return " ".join(f"{part[0]}-{part[-1]}" if len(part) > 3 else " ".join(part) for part in parts)


def shape_of(value: object) -> str:
    """A description of something, for a message that rejects it."""
    return cut(repr(value), 40)
