"""A team and its two weeks: who works how much, how many are needed, who wishes what. Read from a TOML file.

Nothing here knows how a rota is found. What is wrong with a file is said in one line, with the place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from datetime import date, timedelta
from difflib import get_close_matches
from typing import Any, Final

import attrs

import clew

EARLY, LATE, NIGHT, FREE = "early", "late", "night", "free"
SHIFTS: Final = (EARLY, LATE, NIGHT)
KEYS: Final = ("first_day", "weeks", "cover", "people", "leave", "wishes", "fairness")


@attrs.frozen
class Wish:
    """Somebody would like a shift, or a free day.

    Attributes:
        person: who.
        day: when.
        shift: a shift, or `free`.
        points: what it costs to refuse it.
    """

    person: str
    day: date
    shift: str
    points: int


@attrs.frozen
class Team:
    """What a rota has to fit.

    Attributes:
        days: all the days, whole weeks from a Monday.
        cover: how many each shift needs, on a weekday and on a day of the weekend.
        people: how many shifts each works.
        shifts: the kinds of shift that each may work.
        leave: the days on which somebody is away.
        wishes: what makes one rota better than another.
        fairness: what it costs if the one who has most nights, or days of a weekend, has one more than the one who has
            fewest.
    """

    days: tuple[date, ...]
    cover: Mapping[str, Mapping[str, int]]
    people: Mapping[str, int]
    shifts: Mapping[str, tuple[str, ...]]
    leave: Mapping[str, tuple[date, ...]]
    wishes: tuple[Wish, ...]
    fairness: Mapping[str, int]

    def needed(self, day: date) -> Mapping[str, int]:
        """How many each shift needs on a day."""
        return self.cover["weekend" if is_weekend(day) else "weekday"]


def is_weekend(day: date) -> bool:
    return day.weekday() >= 5


def read(text: str) -> Team:
    """The team that a TOML text describes.

    Raises:
        clew.InputError: the text is no TOML, or does not describe a team; the message names the place.
    """
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise clew.InputError(f"this is no TOML: {error}") from None
    for key in entries:
        known("the file", "entry", key, KEYS)
    days = _days(entries)
    people = {
        name: _person(f"people, {name}", person, len(days))
        for name, person in table(entries, "people", "Ada = { shifts = 8 }").items()
    }
    cover = table(entries, "cover", "weekday = { early = 2 }")
    return Team(
        days,
        {kind: _numbers(f"cover, {kind}", cover.get(kind), SHIFTS) for kind in ("weekday", "weekend")},
        {name: shifts for name, (shifts, _) in people.items()},
        {name: kinds for name, (_, kinds) in people.items()},
        {
            known("leave", "person", name, people): tuple(
                _day(f"leave, {name}", day, days) for day in listed(f"leave, {name}", away)
            )
            for name, away in table(entries, "leave", "Ada = [2026-03-10]", {}).items()
        },
        tuple(
            _wish(f"wishes, entry {k}", wish, people, days)
            for k, wish in enumerate(listed("wishes", entries.get("wishes", [])), 1)
        ),
        _numbers("fairness", table(entries, "fairness", "nights = 2", {}), ("nights", "weekends")),
    )


def _days(entries: Mapping[str, Any]) -> tuple[date, ...]:
    first, weeks = entries.get("first_day"), number("weeks", entries.get("weeks", 2), least=1)
    if type(first) is not date or first.weekday():
        raise clew.InputError(f"first_day must be a Monday, such as first_day = 2026-03-02, not {first}")
    return tuple(first + timedelta(k) for k in range(7 * weeks))


def _person(place: str, person: Any, days: int) -> tuple[int, tuple[str, ...]]:
    if not isinstance(person, dict) or not {"shifts"} <= person.keys() <= {"shifts", "only"}:
        raise clew.InputError(f'{place}: write {{ shifts = 8 }} or {{ shifts = 8, only = ["early"] }}, not {person!r}')
    if (shifts := number(f"{place}, shifts", person["shifts"])) > days:
        raise clew.InputError(f"{place}, shifts: {shifts} are more than there are days: write a number up to {days}")
    only = listed(f"{place}, only", person.get("only", [*SHIFTS]))
    return shifts, tuple(known(f"{place}, only", "shift", shift, SHIFTS) for shift in only)


def _day(place: str, day: Any, days: Collection[date]) -> date:
    if type(day) is not date or day not in days:
        raise clew.InputError(f"{place}: {day} is not a day from {min(days)} to {max(days)}: write one of them")
    return day


def _wish(place: str, wish: Any, people: Collection[str], days: Collection[date]) -> Wish:
    if not isinstance(wish, dict) or wish.keys() != {"person", "day", "shift", "points"}:
        raise clew.InputError(f"{place}: a wish has person, day, shift and points, and nothing else")
    return Wish(
        known(place, "person", wish["person"], people),
        _day(place, wish["day"], days),
        known(place, "shift", wish["shift"], (*SHIFTS, FREE)),
        number(f"{place}, points", wish["points"], least=1),
    )


def table(entries: Mapping[str, Any], key: str, example: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
    """A table of the file."""
    found = entries.get(key, default)
    if not isinstance(found, dict) or (default is None and not found):
        raise clew.InputError(f"there is no table {key}: write [{key}] and below it lines such as {example}")
    return found


def listed(place: str, value: Any) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise clew.InputError(f"{place} must be a list in brackets, not {value!r}")
    return value


def number(place: str, value: Any, least: int = 0) -> int:
    """A whole number."""
    if type(value) is not int or value < least:
        raise clew.InputError(f"{place} must be a whole number from {least}, not {value!r}")
    return value


def _numbers(place: str, numbers: Any, names: Collection[str]) -> dict[str, int]:
    """A number for each of some names, 0 for those that are not there."""
    if not isinstance(numbers, dict):
        raise clew.InputError(f"{place} must have numbers for {', '.join(names)}, and is {numbers!r}")
    found = {known(place, "entry", name, names): number(f"{place}, {name}", value) for name, value in numbers.items()}
    return dict.fromkeys(names, 0) | found


def known(place: str, kind: str, name: Any, names: Collection[str]) -> str:
    """A name that there is."""
    if isinstance(name, str) and name in names:
        return name
    near = get_close_matches(str(name), list(names), 1)
    hint = f"did you mean {near[0]}?" if near else f"use one of {', '.join(names)}"
    raise clew.InputError(f"{place}: there is no {kind} {name!r}: {hint}")
