"""Exact cover: choose options so that every item is covered just once, from a matrix or a list of items and options.

Any exact cover can be written like this without a plugin of its own: tilings, timetables, Latin squares.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Self

import attrs

import clew
from clew import render
from clew.constraints import Constraint, ExactCover
from clew.formats import Cover, read_cover, read_matrix, write_cover
from clew_problems.words import words

KNUTH: Final = "0010110/1001001/0110010/1001000/0100001/0001101"
LANGFORD: Final = """\
| the numbers from 1 to 3 twice each, and the six places of the row
1 2 3 a b c d e f
1 a c
1 b d
1 c e
1 d f
2 a d
2 b e
2 c f
3 a e
3 b f
"""
QUEENS: Final = """\
| four queens: a row and a column for each, and diagonals for one at most
r1 r2 r3 r4 c1 c2 c3 c4 | u3 u4 u5 u6 u7 d-2 d-1 d0 d1 d2
r1 c1 d0
r1 c2 u3 d1
r1 c3 u4 d2
r1 c4 u5
r2 c1 u3 d-1
r2 c2 u4 d0
r2 c3 u5 d1
r2 c4 u6 d2
r3 c1 u4 d-2
r3 c2 u5 d-1
r3 c3 u6 d0
r3 c4 u7 d1
r4 c1 u5
r4 c2 u6 d-2
r4 c3 u7 d-1
r4 c4 d0
"""


def _read(text: str) -> Cover:
    if not text.strip():
        raise clew.InputError("the instance is empty: give rows of 0 and 1, or a line of items and a line an option")
    return read_matrix(text) if _is_matrix(text) else read_cover(text)


def _is_matrix(text: str) -> bool:
    """Whether there is nothing but 0 and 1 in it, comments aside."""
    return re.fullmatch(r"[/\s]*[01][01/\s]*", re.sub(r"#.*", "", text)) is not None


def _sound(problem: ExactCovering, field: attrs.Attribute[Any], cover: Cover) -> None:
    if not isinstance(cover, Cover) or not cover.items:
        raise clew.InputError("exact-cover: there is no item that must be covered: list one before the |")
    if not cover.options:
        raise clew.InputError("exact-cover: there are no options: give each on a line of its own below the items")
    clew.check_size(len(cover.items), len(cover.options))


MAX_DRAWN: Final = 80
"""Items, or options, of a matrix that is drawn as one."""


@attrs.frozen
class ExactCovering(clew.Problem[str, int]):
    """The exact covers that a matrix or a list of options allows.

    The variables are the items that must be covered, by their names. The value of each is the number of the option
    that covers it, from 1. An option of nothing but optional items is never chosen.

    Args:
        cover: the items and the options.

    Raises:
        InputError: there is no item that must be covered, or no option.
        OptionError: there are too many items and options to search.
    """

    name = "exact-cover"
    summary = "choose rows of a matrix so that every column has a single 1 among them"
    rules = (
        "Choose some of the options so that every item is covered by just one of them, and every optional item by one "
        "at most. The instance is a matrix of 0 and 1, its rows the options and its columns the items; or the items on "
        "the first line, the optional ones behind a |, and on each line below the items of an option."
    )
    examples = (
        clew.Example("Knuth", KNUTH, 1),
        clew.Example("Langford pairs", LANGFORD, 2),
        clew.Example("four queens", QUEENS, 2),
        clew.Example("no way", "110/011/101", 0),
        clew.Example("nothing covers c", "a b c\na b\n", 0),
    )
    translations = words(
        ("every item covered once", "la couverture exacte", "[die exakte|die exakte|der exakten] Überdeckung"),
    )
    styles = ("options", "numbers")

    cover: Cover = attrs.field(validator=_sound)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[str, tuple[int, ...]]:
        return _declared(self.cover)[0]

    def constraints(self) -> Iterable[Constraint]:
        return _declared(self.cover)[1]

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a matrix of 0 and 1, or a list of items and options."""
        try:
            return cls(_read(text), **parameters)
        except clew.InputError as error:
            message = str(error)
            raise clew.InputError(message if message.startswith(cls.name) else f"{cls.name}: {message}") from None

    def to_text(self) -> str:
        text = write_cover(self.cover)
        # Items named 0 and 1 would pass for a matrix: a comment says that this is a list.
        return f"| items and options\n{text}" if _is_matrix(text) else text

    def draw(self, assignment: Mapping[str, int], style: str | None = None) -> str:
        style = self.check_style(style)
        chosen = sorted(set(assignment.values()))
        if style == "numbers":
            return " ".join(map(str, chosen))
        return "\n".join(" ".join(self.cover.options[number - 1]) for number in chosen)

    def picture(
        self, assignment: Mapping[str, int], domains: Mapping[str, Collection[int]] | None = None
    ) -> render.Picture:
        """The options as the rows of a matrix with the items as its columns; the chosen rows are coloured."""
        items = [*self.cover.items, *self.cover.optional]
        if len(items) > MAX_DRAWN or len(self.cover.options) > MAX_DRAWN:
            return super().picture(assignment, domains)
        chosen = {number: hue for hue, number in enumerate(sorted(set(assignment.values())))}
        rows = [["●" if item in option else "" for item in items] for option in self.cover.options]
        colours = {
            (r, c): chosen[r + 1] for r, row in enumerate(rows) if r + 1 in chosen for c, x in enumerate(row) if x
        }
        numbers = [str(number) for number in range(1, len(rows) + 1)]
        return render.Board(rows, title="an exact cover", colours=colours, row_labels=numbers, column_labels=items)

    def constraint_name(self, constraint: Constraint) -> str:
        return "every item covered once"


@lru_cache(maxsize=32)
def _declared(cover: Cover) -> tuple[Mapping[str, tuple[int, ...]], tuple[Constraint, ...]]:
    """The items that must be covered, with the options that do, be there any or not, and the exact cover."""
    needed = set(cover.items)
    options = {k: option for k, option in enumerate(cover.options, 1) if not needed.isdisjoint(option)}
    if not options:
        return MappingProxyType(dict.fromkeys(cover.items, ())), ()
    constraint = ExactCover(options, cover.optional)
    covering = constraint.domains()
    return MappingProxyType({item: covering.get(item, ()) for item in cover.items}), (constraint,)
