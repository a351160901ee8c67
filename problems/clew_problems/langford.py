"""Langford's problem: two of each number in a row, with k numbers between the two k's.

An exact cover: the items are the numbers and the places of the row, an option is a number with its two places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Self

import attrs

import clew
from clew import render
from clew.constraints import Constraint, ExactCover, NotEqual
from clew_problems.words import words

Item = tuple[str, int]
Placement = tuple[int, int]

NUMBER: Final = "number"
PLACE: Final = "place"


def _sound(problem: Langford, field: attrs.Attribute[Any], n: int) -> None:
    if not isinstance(n, int) or n < 1:
        raise clew.InputError(f"langford: n must be a whole number from 1, not {n!r}")
    clew.check_size(3 * n, 2 * n)


@attrs.frozen
class Langford(clew.Problem[Item, Placement]):
    """Langford's problem for the numbers from 1 to n.

    The variables are `("number", k)` for each number and `("place", i)` for each place of the row, from 1. The value
    of each is the placement that covers it: a number, and the first of its two places.

    Args:
        n: the largest number.
        reversals: whether a row and the same row read backwards count as two.

    Raises:
        InputError: n is less than 1.
        OptionError: the row is too long to search.
    """

    name = "langford"
    summary = "two of each number from 1 to n in a row, with k numbers between the two k's"
    rules = (
        "Write the numbers from 1 to n in a row, each twice, so that there are just k numbers between the first k and "
        "the second, for every k. A row read backwards is another one, unless --no-reversals says otherwise. The "
        "instance is n."
    )
    examples = (
        clew.Example("three", "3", 2),
        clew.Example("three, not backwards", "3", 1, {"reversals": False}),
        clew.Example("four", "4", 2),
        clew.Example("five", "5", 0),
        clew.Example("six", "6", 0),
        clew.Example("seven", "7", 52),
        clew.Example("seven, not backwards", "7", 26, {"reversals": False}),
        clew.Example("eight, not backwards", "8", 150, {"reversals": False}),
    )
    translations = words(
        (
            "every number placed once, every place filled once",
            "la règle « chaque nombre et chaque place une fois »",
            "[die|die|der] Regel „jede Zahl und jeder Platz einmal“",
        ),
    )
    styles = ("row",)

    n: int = attrs.field(validator=_sound)
    reversals: bool = clew.parameter(True, "whether a row read backwards is another one")

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Item, tuple[Placement, ...]]:
        return _model(self.n, self.reversals)[0]

    def constraints(self) -> Iterable[Constraint]:
        return _model(self.n, self.reversals)[1]

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Item, Placement]], Mapping[Item, Placement]]]:
        """A row read backwards is another one, if it counts as one."""
        return {"reversal": self._reversed} if self.reversals else {}

    def _reversed(self, row: Mapping[Item, Placement]) -> dict[Item, Placement]:
        backwards = {}
        for (kind, which), (number, first) in row.items():
            item = (kind, which if kind == NUMBER else 2 * self.n + 1 - which)
            backwards[item] = (number, 2 * self.n - number - first)
        return backwards

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads n."""
        bare = text.strip()
        if not re.fullmatch(r"[+-]?[0-9]{1,12}", bare):
            raise clew.InputError(f"langford: {bare[:20]!r} is no size: give a whole number such as 7")
        return cls(int(bare), **parameters)

    def to_text(self) -> str:
        return str(self.n)

    def draw(self, assignment: Mapping[Item, Placement], style: str | None = None) -> str:
        self.check_style(style)
        row = ["."] * (2 * self.n)
        for number, first in assignment.values():
            row[first - 1] = row[first + number] = str(number)
        return " ".join(row)

    def picture(
        self, assignment: Mapping[Item, Placement], domains: Mapping[Item, Collection[Placement]] | None = None
    ) -> render.Board:
        """The row, with a colour for each number; in open places the numbers that may still stand there."""
        row = self.draw(assignment).split(" ")
        places = {(0, k): number for k, number in enumerate(row)}
        left = {(0, k - 1): sorted({str(n) for n, _ in values}) for (kind, k), values in (domains or {}).items()
                if kind == PLACE}  # fmt: skip
        return render.Board(
            [["" if number == "." else number for number in row]],
            title=f"Langford's problem for {self.n}",
            colours={place: int(number) - 1 for place, number in places.items() if number != "."},
            marks={place: some for place, some in left.items() if places[place] == "."},
            spots=[str(k) for k in range(1, self.n + 1)] if domains else (),
        )

    def variable_name(self, item: Item) -> str:
        return f"{item[0]}{item[1]}"

    def value_name(self, placement: Placement) -> str:
        return f"{placement[0]}@{placement[1]}"

    def constraint_name(self, constraint: Constraint) -> str:
        return "every number placed once, every place filled once"


@lru_cache(maxsize=32)
def _model(n: int, reversals: bool) -> tuple[Mapping[Item, tuple[Placement, ...]], tuple[Constraint, ...]]:
    """The domains and the constraints.

    Of a row and the same one read backwards, the first is kept: the largest odd number lies left of the middle. An
    even number could lie just in the middle, an odd one cannot.
    """
    odd = n if n % 2 else n - 1
    options: dict[Placement, tuple[Item, ...]] = {}
    for number in range(n, 0, -1):
        for first in range(1, 2 * n - number):
            second = first + number + 1
            if reversals or number != odd or first + second <= 2 * n:
                options[number, first] = ((NUMBER, number), (PLACE, first), (PLACE, second))
    items = [*((NUMBER, k) for k in range(n, 0, -1)), *((PLACE, k) for k in range(1, 2 * n + 1))]
    if not options:  # the row of two places has room for no number: every domain is empty
        return MappingProxyType(dict.fromkeys(items, ())), (NotEqual(*items[:2]),)
    cover = ExactCover(options)
    covering = cover.domains()
    return MappingProxyType({item: covering.get(item, ()) for item in items}), (cover,)
