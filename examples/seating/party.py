"""A party: who comes, which tables there are, and what the host asks for. Read from a TOML file.

Nothing here knows how a plan is found. What is wrong with a file is said in one line, with the place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final

import attrs

import clew

KEYS: Final = ("guests", "tables", "together", "apart", "seats", "wishes")


@attrs.frozen
class Wish:
    """Guests who would like to sit together, or rather not.

    Attributes:
        guests: two or more.
        points: what it is worth if all of them sit at one table; below zero if they had better not.
    """

    guests: tuple[str, ...]
    points: int

    def is_met(self, plan: Mapping[str, str]) -> bool:
        """Whether the guests sit at one table, or, if they had better not, do not."""
        return (len({plan[guest] for guest in self.guests}) == 1) is (self.points > 0)


@attrs.frozen
class Party:
    """What a plan has to fit.

    Attributes:
        guests: their names.
        tables: how many seats each table has.
        together: groups that must sit at one table.
        apart: groups of whom no two may sit at one table.
        seats: guests whose table is settled.
        wishes: what makes one plan better than another.
    """

    guests: tuple[str, ...]
    tables: dict[str, int]
    together: tuple[tuple[str, ...], ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    seats: dict[str, str] = attrs.Factory(dict)
    wishes: tuple[Wish, ...] = ()

    @property
    def seat_count(self) -> int:
        """The seats of all the tables."""
        return sum(self.tables.values())


def read(text: str) -> Party:
    """The party that a TOML text describes.

    Raises:
        clew.InputError: the text is no TOML, or does not describe a party; the message names the place.
    """
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise clew.InputError(f"this is no TOML: {error}") from None
    for key in entries:
        if key not in KEYS:
            raise clew.InputError(f"{key!r} means nothing here: use {', '.join(KEYS)}")
    guests = _guests(entries.get("guests"))
    tables = _tables(entries.get("tables"))
    return Party(
        guests,
        tables,
        tuple(_group(f"together, group {k}", group, guests) for k, group in _numbered(entries, "together")),
        tuple(_group(f"apart, group {k}", group, guests) for k, group in _numbered(entries, "apart")),
        _seats(entries.get("seats", {}), guests, tables),
        tuple(_wish(f"wishes, entry {k}", wish, guests) for k, wish in _numbered(entries, "wishes")),
    )


def _guests(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list) or not names or not all(isinstance(name, str) and name for name in names):
        raise clew.InputError('there are no guests: write a list of names, such as guests = ["Ada", "Ben"]')
    for place, name in enumerate(names):
        if name in names[:place]:
            raise clew.InputError(f"guests: {name} is there twice: give one of them another name")
    return tuple(names)


def _tables(tables: Any) -> dict[str, int]:
    if not isinstance(tables, dict) or not tables:
        raise clew.InputError("there are no tables: write [tables] and below it lines such as window = 4")
    for name, seats in tables.items():
        if type(seats) is not int or seats < 1:
            raise clew.InputError(f"tables: {name} has {seats!r} seats: write a whole number from 1")
    return tables


def _numbered(entries: Mapping[str, Any], key: str) -> Iterable[tuple[int, Any]]:
    listed = entries.get(key, [])
    if not isinstance(listed, list):
        raise clew.InputError(f"{key} must be a list, not {listed!r}")
    return enumerate(listed, 1)


def _group(place: str, group: Any, guests: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(group, list) or len(group) < 2 or not all(isinstance(name, str) for name in group):
        raise clew.InputError(f"{place}: it takes a list of two guests or more, not {group!r}")
    names = tuple(_known(place, "guest", name, guests) for name in group)
    if len(set(names)) < len(names):
        raise clew.InputError(f"{place}: somebody is named twice in {', '.join(names)}")
    return names


def _seats(seats: Any, guests: tuple[str, ...], tables: Mapping[str, int]) -> dict[str, str]:
    if not isinstance(seats, dict):
        raise clew.InputError(f"seats must map guests to tables, and is {seats!r}")
    return {_known("seats", "guest", g, guests): _known(f"seats, {g}", "table", t, tables) for g, t in seats.items()}


def _wish(place: str, wish: Any, guests: tuple[str, ...]) -> Wish:
    if not isinstance(wish, dict) or wish.keys() != {"guests", "points"}:
        raise clew.InputError(f"{place}: a wish has guests and points, and nothing else")
    if type(wish["points"]) is not int or wish["points"] == 0:
        raise clew.InputError(f"{place}: points must be a whole number, and not 0: below it to keep guests apart")
    return Wish(_group(place, wish["guests"], guests), wish["points"])


def _known(place: str, kind: str, name: Any, names: Iterable[str]) -> str:
    if isinstance(name, str) and name in names:
        return name
    near = get_close_matches(str(name), list(names), 1)
    hint = f"did you mean {near[0]}?" if near else f"use one of {', '.join(names)}"
    raise clew.InputError(f"{place}: there is no {kind} {name!r}: {hint}")
