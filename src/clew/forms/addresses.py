"""The addresses of puzzles that puzz.link and pzprjs use: `https://puzz.link/p?slither/5/5/cbcbcddad`.

After the `?` come the kind of the puzzle, perhaps a few flags, the width, the height and a body. The body is written in
the codings of `clew.forms.codings`, which differ from kind to kind. The format is that of pzprjs (sabo2, robx and
others, PUZ-PRE v3), read from its parser and from its test data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from clew.errors import InputError
from clew.limits import check_size
from clew.records import frozen

if TYPE_CHECKING:
    from clew.forms.codings import Body

T = TypeVar("T")

SITE: Final = "https://puzz.link/p"
LONGEST: Final = 100_000
_ADDRESS: Final = re.compile(
    r"(?:[a-z]+://)?[\w.:/-]*\?(?:\w+=\w+&)*(?P<kind>[a-z][\w-]*?)(?:_edit|_play)?/(?:v:[^/]*/)?"
    r"(?:(?P<flags>[a-z]*)/)?(?P<width>[0-9]{1,6})/(?P<height>[0-9]{1,6})(?:/(?P<body>\S*))?",
    re.ASCII,
)


PENPA: Final = re.compile(r"\s*(?:https?://)?[\w./-]*\bpenpa")
"""The beginning of an address of Penpa."""
_OTHERS: Final = re.compile(
    rf"\s*(?:https?://)?(?:[\w-]+\.)*(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com)\b|{PENPA.pattern}"
)
"""The beginning of an address of f-puzzles, SudokuPad or Penpa."""


@frozen
class Address:
    """The address of a puzzle in its parts; `str` writes it.

    Attributes:
        kind: the name of the kind of puzzle there, such as `slither`.
        width: the number of columns.
        height: the number of rows.
        body: the clues, in the codings of the kind.
        flags: letters that some kinds have before the width.
    """

    kind: str
    width: int
    height: int
    body: str = ""
    flags: str = ""

    @property
    def area(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @contextmanager
    def reading(self, *kinds: str) -> Iterator[Body]:
        """The body, to be read from its beginning to its end.

        Args:
            kinds: the kinds of puzzle that can be read.

        Raises:
            InputError: the address is of another kind, or its body is not read to its end; an error within has the
                kind before its message.
        """
        from clew.forms.codings import Body

        if self.kind not in kinds:
            raise InputError(f"the address is of the kind {self.kind}, not {' or '.join(kinds)}")
        body = Body(self.body)
        try:
            yield body
            body.end()
        except InputError as error:
            raise InputError(f"the address of a {self.kind}: {error}") from None

    def rows(self, cells: Sequence[T]) -> tuple[tuple[T, ...], ...]:
        """The cells of each row, from those of all rows one after the other."""
        return tuple(tuple(cells[k : k + self.width]) for k in range(0, self.area, self.width))

    def __str__(self) -> str:
        parts = [self.kind, *([self.flags] if self.flags else []), str(self.width), str(self.height), self.body]
        text = f"{SITE}?{'/'.join(parts)}"
        return text if text[-1].isalnum() else f"{text}/"  # a dot at the end is lost where addresses become links


def find(text: str) -> Address | None:
    """The address that a text is, or that has the clues of a board of pzprjs; None if it is neither.

    Raises:
        InputError: the grid has no cells, the text is too long, it is an address of f-puzzles, SudokuPad or Penpa, or a
            board that cannot be read.
        OptionError: the grid is too large to search.
    """
    if _OTHERS.match(text):
        raise InputError(
            "sudokus of f-puzzles, SudokuPad and Penpa are read by the puzzle variant: clew solve variant ADDRESS"
        )
    if text.lstrip().startswith("pzprv3"):
        from clew.forms.board_texts import BoardText  # few texts are boards

        return BoardText(text).address()
    if "?" not in text or (match := _ADDRESS.fullmatch(text.strip())) is None:
        return None
    if len(text) > LONGEST:
        raise InputError(f"an address of {len(text)} characters is longer than that of any puzzle")
    width, height = int(match["width"]), int(match["height"])
    if not width or not height:
        raise InputError(f"the address has a grid of {height} rows and {width} columns: it needs one of each at least")
    check_size(width * height, 1)
    return Address(match["kind"], width, height, (match["body"] or "").removesuffix("/"), match["flags"] or "")


__all__ = ["Address", "find"]
