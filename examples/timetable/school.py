"""A school: its classes, their lessons, teachers and rooms. Read from a TOML file.

Nothing here knows how a timetable is found. What is wrong with a file is said in one line, with the place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, Final

import attrs

import clew

FREE: Final = "-"
KEYS: Final = ("days", "periods", "fewest", "wishes", "rooms", "absent", "classes")
Time = tuple[str, int]
"""A day and a period, from 1."""


@attrs.frozen
class Subject:
    """What a class learns in a week.

    Attributes:
        teacher: with whom.
        lessons: how many there are.
        doubles: how many pairs of them are double lessons.
    """

    teacher: str
    lessons: int
    doubles: int = 0


@attrs.frozen
class Wish:
    """Lessons had better not be at some times.

    Attributes:
        times: the days and periods.
        points: the cost of each lesson at such a time.
        class_name, subject, teacher: whose lessons; None for everybody's.
    """

    times: frozenset[Time]
    points: int
    class_name: str | None = None
    subject: str | None = None
    teacher: str | None = None


@attrs.frozen
class School:
    """What a timetable has to fit.

    Attributes:
        days: their names.
        periods: how many there are on each day.
        fewest: how many lessons a class has on each day at least.
        rooms: the room that a subject needs, of which there is one; others are in the room of the class.
        absent: when a teacher is not there.
        classes: the subjects of each class.
        wishes: what makes one timetable better than another.
    """

    days: tuple[str, ...]
    periods: int
    fewest: int
    rooms: Mapping[str, str]
    absent: Mapping[str, frozenset[Time]]
    classes: Mapping[str, Mapping[str, Subject]]
    wishes: tuple[Wish, ...]

    @property
    def times(self) -> list[Time]:
        return [(day, period) for day in self.days for period in range(1, self.periods + 1)]


def read(text: str) -> School:
    """The school that a TOML text describes.

    Raises:
        clew.InputError: the text is no TOML, or does not describe a school; the message names the place.
    """
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise clew.InputError(f"this is no TOML: {error}") from None
    for key in entries:
        known("the file", "entry", key, KEYS)
    days = tuple(str(day) for day in listed("days", entries.get("days")))
    if not days or len(set(days)) < len(days):
        raise clew.InputError('days must be a list of different names, such as days = ["Mon", "Tue"]')
    periods = number("periods", entries.get("periods"), 1)
    classes = {
        name: {subject: _subject(f"classes, {name}, {subject}", one) for subject, one in subjects.items()}
        for name, subjects in tables(entries, "classes", 'Maths = { teacher = "Ito", lessons = 5 }').items()
    }
    subjects = dict.fromkeys(subject for own in classes.values() for subject in own)
    teachers = dict.fromkeys(one.teacher for own in classes.values() for one in own.values())
    return School(
        days,
        periods,
        number("fewest", entries.get("fewest", 0)),
        {
            known("rooms", "subject", subject, subjects): str(room)
            for subject, room in table(entries, "rooms", 'Sport = "gym"', {}).items()
        },
        {
            known("absent", "teacher", teacher, teachers): frozenset(
                time for day, some in away.items() for time in _times(f"absent, {teacher}", [day], some, days, periods)
            )
            for teacher, away in tables(entries, "absent", "Fri = [1, 2]", {}).items()
        },
        classes,
        tuple(
            _wish(
                f"wishes, entry {k}", wish, {"class": classes, "subject": subjects, "teacher": teachers}, days, periods
            )
            for k, wish in enumerate(listed("wishes", entries.get("wishes", [])), 1)
        ),
    )


def _subject(place: str, one: Any) -> Subject:
    if not isinstance(one, dict) or not {"teacher", "lessons"} <= one.keys() <= {"teacher", "lessons", "doubles"}:
        raise clew.InputError(f'{place}: write {{ teacher = "Ito", lessons = 5, doubles = 1 }}, not {one!r}')
    lessons, doubles = (
        number(f"{place}, lessons", one["lessons"], 1),
        number(f"{place}, doubles", one.get("doubles", 0)),
    )
    if 2 * doubles > lessons:
        raise clew.InputError(f"{place}: {doubles} double lessons are more than {lessons} lessons: write fewer")
    return Subject(str(one["teacher"]), lessons, doubles)


def _times(place: str, some: Collection[str], periods: Any, days: Collection[str], last: int) -> list[Time]:
    for period in listed(place, periods):
        if number(f"{place}: a period", period, 1) > last:
            raise clew.InputError(f"{place}: there is no period {period}: write one from 1 to {last}")
    return [(known(place, "day", day, days), period) for day in some for period in periods]


def _wish(place: str, wish: Any, names: Mapping[str, Collection[str]], days: Collection[str], last: int) -> Wish:
    if not isinstance(wish, dict) or not {"periods", "points"} <= wish.keys() <= {"periods", "points", "day", *names}:
        raise clew.InputError(f"{place}: a wish has periods, points, and some of day, class, subject and teacher")
    some = [wish["day"]] if "day" in wish else days
    whose = [known(place, kind, wish[kind], names[kind]) if kind in wish else None for kind in names]
    times = frozenset(_times(place, some, wish["periods"], days, last))
    return Wish(times, number(f"{place}, points", wish["points"], 1), *whose)


def table(entries: Mapping[str, Any], key: str, example: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
    """A table of the file."""
    found = entries.get(key, default)
    if not isinstance(found, dict) or (default is None and not found):
        raise clew.InputError(f"there is no table {key}: write [{key}] and below it lines such as {example}")
    return found


def tables(entries: Mapping[str, Any], key: str, example: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
    """A table of tables."""
    found = table(entries, key, example, default)
    for name, one in found.items():
        if not isinstance(one, dict):
            raise clew.InputError(f"{key}, {name} must be a table with lines such as {example}, and is {one!r}")
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


def known(place: str, kind: str, name: Any, names: Collection[str]) -> str:
    """A name that there is."""
    if isinstance(name, str) and name in names:
        return name
    near = get_close_matches(str(name), list(names), 1)
    hint = f"did you mean {near[0]}?" if near else f"use one of {', '.join(names)}"
    raise clew.InputError(f"{place}: there is no {kind} {name!r}: {hint}")
