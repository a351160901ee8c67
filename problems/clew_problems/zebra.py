"""Zebra puzzles: who lives in which house, from clues such as `green right-of ivory`.

Everything that can be said of a house, a colour or a pet, is a variable; its value is the house. The values of one
attribute are all different, and a clue is a small constraint between two variables.
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
from clew.constraints import AllDifferent, Constraint, Var
from clew_problems.words import words

Attribute = tuple[str, tuple[str, ...]]
Clue = tuple[str, str, str | int]

RELATIONS: Final = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "left-of": lambda one, other: one + 1 == other,
    "right-of": lambda one, other: one == other + 1,
    "next-to": lambda one, other: abs(one - other) == 1,
    "before": lambda one, other: one < other,
    "after": lambda one, other: one > other,
}
"""The relation of two houses that a clue between two things states."""

PLACES: Final = {"at": lambda one, house: one == house, "not-at": lambda one, house: one != house}
"""The condition on a house that a clue with a house number states."""

NAME: Final = r"[^\W\d_][\w'.-]*"
TITLE: Final = rf"(?!houses$){NAME}( {NAME})*"
MAX_TEXT: Final = 100_000

CLASSIC: Final = """\
houses: 5
colour: red green ivory yellow blue
nationality: Englishman Spaniard Ukrainian Norwegian Japanese
drink: coffee tea milk juice water
smoke: OldGold Kools Chesterfields LuckyStrike Parliaments
pet: dog snails fox horse zebra

Englishman = red
Spaniard = dog
coffee = green
Ukrainian = tea
green right-of ivory
OldGold = snails
Kools = yellow
milk at 3
Norwegian at 1
Chesterfields next-to fox
Kools next-to horse
LuckyStrike = juice
Japanese = Parliaments
Norwegian next-to blue
"""
"""Who drinks water, and who owns the zebra? (Life International, 17 December 1962.)"""

FISH: Final = """\
houses: 5
colour: red green white yellow blue
nationality: Briton Swede Dane Norwegian German
drink: tea coffee milk beer water
smoke: PallMall Dunhill Blends BlueMasters Prince
pet: dog birds cats horse fish

Briton = red; Swede = dog; Dane = tea; green left-of white; green = coffee
PallMall = birds; yellow = Dunhill; milk at 3; Norwegian at 1; Blends next-to cats
horse next-to Dunhill; BlueMasters = beer; German = Prince; Norwegian next-to blue; Blends next-to water
"""
"""Who keeps the fish?"""


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"zebra: {message}")


def _attributes(attributes: Mapping[str, Iterable[str]] | Iterable[Attribute]) -> tuple[Attribute, ...]:
    return tuple((name, tuple(values)) for name, values in dict(attributes).items())


def _clues(clues: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(tuple(clue) for clue in clues)


def _size(problem: Zebra, field: attrs.Attribute[Any], houses: Any) -> None:
    if not isinstance(houses, int) or houses < 1:
        raise _error(f"the number of houses must be a whole number from 1, not {houses!r}")
    clew.check_size(houses, houses)


def _named(problem: Zebra, field: attrs.Attribute[Any], attributes: tuple[Attribute, ...]) -> None:
    owner: dict[str, str] = {}
    if not attributes:
        raise _error("there is no attribute: give lines such as colour: red green blue")
    for attribute, values in attributes:
        if not isinstance(attribute, str) or not re.fullmatch(TITLE, attribute):
            raise _error(f"{str(attribute)[:40]!r} cannot be an attribute: use letters, digits, and _ ' . -")
        if not values:
            raise _error(f"{attribute}: name at least one thing, as in colour: red green blue")
        if len(values) > problem.houses:
            raise _error(f"{attribute}: {len(values)} things in {problem.houses} houses, and a house has one at most")
        for value in values:
            if not isinstance(value, str) or not re.fullmatch(NAME, value):
                raise _error(
                    f"{attribute}: {str(value)[:40]!r} is no name: use a letter, then letters, digits, and _ ' . -"
                )
            if value in owner:
                raise _error(f"{value} is a {owner[value]} and a {attribute}: give each thing a name of its own")
            owner[value] = attribute
    clew.check_size(len(owner), problem.houses)


def _sound(problem: Zebra, field: attrs.Attribute[Any], clues: tuple[Clue, ...]) -> None:
    known = problem.domains()
    for clue in clues:
        if len(clue) != 3:
            raise _error(f"{clue!r} is no clue: give a thing, a relation, and a thing or the number of a house")
        one, relation, other = clue
        said = repr(f"{one} {relation} {other}"[:60])
        if relation not in RELATIONS and relation not in PLACES:
            raise _error(
                f"{said}: {str(relation)[:40]!r} is no relation: use one of {', '.join([*RELATIONS, *PLACES])}"
            )
        for thing in (one, other)[: 1 if relation in PLACES else 2]:
            if thing not in known:
                raise _error(
                    f"{said}: {str(thing)[:40]!r} belongs to no attribute: name it in a line such as colour: red green"
                )
        if one == other:
            raise _error(f"{said}: a clue is about two things, or a thing and a house")
        if relation in PLACES and other not in range(1, problem.houses + 1):
            raise _error(f"{said}: the houses have the numbers from 1 to {problem.houses}")


@attrs.frozen
class Zebra(clew.Problem[str, int]):
    """A zebra puzzle.

    As a text, a line names an attribute and all that belongs to it; another line is a clue. `#` begins a remark, and
    `;` stands for the end of a line:

        houses: 3
        colour: red green blue
        pet: cat dog fish

        red left-of green      # the houses stand in a row, 1 is the leftmost
        cat = green            # the same house
        dog at 3

    The relations are `=` and `!=` (the same house or not), `left-of` and `right-of` (the very next house), `next-to`
    (on either side), `before` and `after` (anywhere left or right), and with the number of a house `at` and `not-at`.

    Args:
        houses: how many houses there are.
        attributes: each attribute with what belongs to it; every name may occur once only.
        clues: triples of a thing, a relation, and another thing or a house.

    Raises:
        InputError: a name is missing or used twice, a relation does not exist, or there are too few houses.
        OptionError: there are too many houses to search.
    """

    name = "zebra"
    summary = "who lives in which house: the zebra puzzle, and others with clues of that kind"
    rules = (
        "Every house in a row has one thing of each attribute: a colour, an owner, a pet. Find the house of everything "
        "from the clues. The instance is text: houses: 5, then a line for each attribute such as colour: red green, "
        "then the clues, such as Englishman = red, milk at 3, green right-of ivory, fox next-to Kools."
    )
    examples = (
        clew.Example("who owns the zebra", CLASSIC, 1),
        clew.Example("who keeps the fish", FISH, 1),
        clew.Example("no clue", "colour: red green blue; pet: cat dog fish", 36),
        clew.Example("a pet too few", "colour: red green blue; pet: cat dog; cat = red; dog before cat", 6),
        clew.Example("contradiction", "pet: cat dog fish; cat at 1; cat right-of dog", 0),
    )
    translations = words(
        ("house", "maison", "Haus"),
        ("one", "la règle de", "[die|die|der] Regel zu"),
        ("a house", "par maison", "je Haus"),
        ("at", "en", "in"),
        ("not-at", "pas en", "nicht in"),
        ("left-of", "à gauche de", "links von"),
        ("right-of", "à droite de", "rechts von"),
        ("next-to", "à côté de", "neben"),
        ("before", "avant", "vor"),
        ("after", "après", "nach"),
    )
    styles = ("table", "names")

    houses: int = attrs.field(validator=_size)
    attributes: tuple[Attribute, ...] = attrs.field(converter=_attributes, validator=_named)
    clues: tuple[Clue, ...] = attrs.field(default=(), converter=_clues, validator=_sound)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[str, range]:
        return {thing: range(1, self.houses + 1) for _, things in self.attributes for thing in things}

    def constraints(self) -> Iterable[Constraint]:
        return tuple(_constraints(self.attributes, self.clues))

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads attributes and clues, a line each."""
        return cls(*read(text), **parameters)

    def to_text(self) -> str:
        attributes = [f"{attribute}: {' '.join(things)}" for attribute, things in self.attributes]
        clues = [" ".join(map(str, clue)) for clue in self.clues]
        return "\n".join([f"houses: {self.houses}", *attributes, *clues])

    def draw(self, assignment: Mapping[str, int], style: str | None = None) -> str:
        if self.check_style(style) == "names":
            return "\n".join(f"{thing} = {assignment.get(thing, '.')}" for thing in self.domains())
        numbers = [str(house) for house in range(1, self.houses + 1)]
        rows = [["house", *numbers]]
        for attribute, things in self.attributes:
            in_house = {assignment[thing]: thing for thing in things if thing in assignment}
            rows.append([attribute, *(in_house.get(house, ".") for house in range(1, self.houses + 1))])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)

    def picture(
        self, assignment: Mapping[str, int], domains: Mapping[str, Collection[int]] | None = None
    ) -> render.Board:
        """A table with a column for each house; in open cells the things that may still belong there."""
        houses = range(1, self.houses + 1)
        owner = {(r, assignment[thing]): thing for r, (_, things) in enumerate(self.attributes)
                 for thing in things if thing in assignment}  # fmt: skip
        left = {(r, house - 1): [t for t in things if t not in assignment and house in domains[t]]
                for r, (_, things) in enumerate(self.attributes) for house in houses
                if domains and (r, house) not in owner}  # fmt: skip
        return render.Board(
            [[owner.get((r, house), "") for house in houses] for r in range(len(self.attributes))],
            title="residents of the houses",
            marks=left,
            row_labels=[attribute for attribute, _ in self.attributes],
            column_labels=[f"house {house}" for house in houses],
        )

    def constraint_name(self, constraint: Constraint) -> str:
        return _constraints(self.attributes, self.clues)[constraint]


@lru_cache(maxsize=32)
def _constraints(attributes: tuple[Attribute, ...], clues: tuple[Clue, ...]) -> Mapping[Constraint, str]:
    """The constraints with their names: a clue is called what it says."""
    rules: dict[Constraint, str] = {
        AllDifferent(things): f"one {attribute} a house" for attribute, things in attributes
    }
    for one, relation, other in clues:
        rule = PLACES[relation](Var(one), other) if relation in PLACES else RELATIONS[relation](Var(one), Var(other))
        rules.setdefault(rule, f"{one} {relation} {other}")
    return MappingProxyType(rules)


# -- reading -----------------------------------------------------------------------------------------


def read(text: str) -> tuple[int, dict[str, tuple[str, ...]], list[Clue]]:
    """The houses, the attributes and the clues of a puzzle.

    Without a line for the houses there are as many as the largest attribute needs.

    Raises:
        InputError: a line is neither; the message names it.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any puzzle that could be searched")
    houses: int | None = None
    attributes: dict[str, tuple[str, ...]] = {}
    clues: list[Clue] = []
    for number, line in enumerate(text.splitlines(), 1):
        for part in line.partition("#")[0].split(";"):
            head, colon, rest = part.partition(":")
            title, words = " ".join(head.split()), (rest if colon else part).split()
            if not words and not colon:
                continue
            if title == "houses" and len(words) == 1 and houses is None:
                houses = _number(words[0], number)
            elif colon and re.fullmatch(TITLE, title) and title not in attributes:
                attributes[title] = tuple(words)
            elif not colon and len(words) == 3:
                one, relation, other = words
                clues.append((one, relation, _number(other, number) if relation in PLACES else other))
            else:
                raise _error(
                    f"line {number}: {part.strip()[:40]!r} is no clue: write three words, such as milk at 3, or an "
                    "attribute that is new, such as pet: cat dog"
                )
    if houses is None:
        houses = max([1, *map(len, attributes.values())])
    return houses, attributes, clues


def _number(word: str, line: int) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", word):
        raise _error(f"line {line}: {word[:20]!r} is no number of houses: use a whole number from 1")
    return int(word)
