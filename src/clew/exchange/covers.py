"""Exact covers as text: a matrix of 0 and 1, or a list of items and below it the options.

The list is the one that Knuth's programs read (The art of computer programming, volume 4B, 2022): the items on the
first line, those behind `|` optional, then an option a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from clew.errors import InputError
from clew.exchange.declaration import one_line

Words = tuple[str, ...]


def _options(options: Iterable[Iterable[str]]) -> tuple[Words, ...]:
    return tuple(map(tuple, options))


@attrs.frozen
class Cover:
    """Items to be covered just once, and the options to cover them with.

    Attributes:
        items: those that must be covered.
        options: the items that each of them covers.
        optional: the items that may stay uncovered.

    Raises:
        InputError: a name has white space or is listed twice, or an option covers nothing or what is no item.
    """

    items: Words = attrs.field(converter=tuple[str, ...])
    options: tuple[Words, ...] = attrs.field(converter=_options)
    optional: Words = attrs.field(default=(), converter=tuple[str, ...])

    def __attrs_post_init__(self) -> None:
        known: set[str] = set()
        for item in (*self.items, *self.optional):
            if not isinstance(item, str) or item.split() != [item] or item == "|":
                raise InputError(f"{item!r} is no name of an item: use characters other than | without white space")
            if item in known:
                raise InputError(f"the item {one_line(item)} is listed twice")
            known.add(item)
        for k, option in enumerate(self.options, 1):
            if not option:
                raise InputError(f"option {k} covers nothing: leave it out")
            for item in option:
                if item not in known:
                    raise InputError(f"option {k} covers {one_line(item)}, which is no item: list it with the items")
            if len(set(option)) < len(option):
                raise InputError(f"option {k} covers an item twice")


def read_matrix(text: str) -> Cover:
    """The exact cover that a matrix describes: its columns are the items, numbered from 1, its rows the options.

    The rows stand on lines of their own or have slashes between them. Any text after a `#` is a comment.

    Raises:
        InputError: the text is no matrix; the message names the row.
    """
    options: list[list[str]] = []
    width = 0
    for k, row in _rows(text):
        if odd := set(row) - {"0", "1"}:
            raise InputError(f"row {k}: {one_line(min(odd))!r} is neither 0 nor 1")
        if options and len(row) != width:
            raise InputError(f"row {k} has {len(row)} columns, and those before have {width}")
        if "1" not in row:
            raise InputError(f"row {k} has no 1: an option that covers nothing is never chosen: leave it out")
        width = len(row)
        options.append([str(column) for column, digit in enumerate(row, 1) if digit == "1"])
    if not options:
        raise InputError("the matrix has no rows: give rows of 0 and 1")
    return Cover(map(str, range(1, width + 1)), options)


def _rows(text: str) -> Iterator[tuple[int, str]]:
    lines = [row for line in text.splitlines() for row in line.partition("#")[0].split("/")]
    return enumerate((bare for row in lines if (bare := "".join(row.split()))), 1)


def write_matrix(cover: Cover) -> str:
    """An exact cover as a matrix of 0 and 1; a comment names the columns.

    Raises:
        InputError: it has optional items, which a matrix cannot say.
    """
    if cover.optional:
        raise InputError(f"a matrix has no optional items such as {cover.optional[0]}: write a list of items")
    names = [] if all(item == str(k) for k, item in enumerate(cover.items, 1)) else [f"# {' '.join(cover.items)}"]
    rows = ("".join("1" if item in option else "0" for item in cover.items) for option in map(set, cover.options))
    return "\n".join([*names, *rows, ""])


def read_cover(text: str) -> Cover:
    """The exact cover that a list of items and options describes.

    The first line has the items, and behind a `|` those that are optional; each line below it has the items of an
    option. A line that begins with `|` is a comment.

    Raises:
        InputError: the text is no such list; the message names the place.
    """
    lines = [words for line in text.splitlines() if (words := line.split()) and not words[0].startswith("|")]
    if not lines:
        raise InputError("there are no items: give them on the first line, with white space between")
    names, *options = lines
    if names.count("|") > 1:
        raise InputError("the first line has a second |: one divides the items from the optional ones")
    divide = names.index("|") if "|" in names else len(names)
    items, optional = names[:divide], names[divide + 1 :]
    known = {*items, *optional}
    for k, option in enumerate(options, 1):
        for item in option:
            if item not in known and item.partition(":")[0] in known:
                raise InputError(f"option {k}: {one_line(item)} has a colour: items with colours are not supported")
    return Cover(items, options, optional)


def write_cover(cover: Cover) -> str:
    """An exact cover as a list of items and options.

    Raises:
        InputError: a line would begin with `|`, which makes it a comment.
    """
    for words in (cover.items, *cover.options):
        if words and words[0].startswith("|"):
            raise InputError(f"a line cannot begin with the item {one_line(words[0])}: give it another name")
    names = [*cover.items, *(["|", *cover.optional] if cover.optional else [])]
    return "\n".join([*map(" ".join, (names, *cover.options)), ""])
