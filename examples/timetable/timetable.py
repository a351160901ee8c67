"""A timetable for the week of a school: the best one, or the reasons why there is none.

The subject of a class at a time is a variable. Teachers, rooms and double lessons are constraints; lessons at times at
which they had better not be cost points, and the timetable that costs least wins.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from school import FREE, School, Wish, read

import clew
from clew.constraints import AtMost, Constant, Constraint, Count, Implies, Or, Predicate, Var


def hard(school: School) -> clew.Model:
    """The timetables that the school can keep: the variable (class, day, period) is the subject."""
    model = clew.Model("timetable")
    for name, subjects in school.classes.items():
        for day, period in school.times:
            subject_here = model.variable(
                (name, day, period), [*subjects, FREE] if period > school.fewest else subjects
            )
            for subject, one in subjects.items():
                if (day, period) in school.absent.get(one.teacher, ()):
                    model.require((subject_here != subject).named(f"{one.teacher} is away on {day}"))
        lessons = {subject: one.lessons for subject, one in subjects.items()}
        model.require(Count([(name, *time) for time in school.times], lessons).named(f"{name} has all its lessons"))
        for day in school.days:
            whole = [model[name, day, period] for period in range(1, school.periods + 1)]
            for now, after in pairwise(whole):
                model.require(Implies(now == FREE, after == FREE).named(f"{name} has no gap on {day}"))
            for subject, one in subjects.items():
                model.require(constraint.named(f"{name} has {subject} at most once on {day}, or as a double lesson")
                              for constraint in once(whole, subject, one.doubles > 0))  # fmt: skip
        for subject, one in subjects.items():
            if one.doubles:
                pairs = [
                    (model[name, d, k], model[name, d, k + 1]) for d in school.days for k in range(1, school.periods)
                ]
                doubles: Any = sum(((first == subject) & (second == subject)) * 1 for first, second in pairs)
                model.require((doubles == one.doubles).named(f"{name} has double lessons in {subject}: {one.doubles}"))
    for pair in combinations(school.classes, 2):
        for time in school.times:
            both = Predicate(apart(school, *pair), [(name, *time) for name in pair])
            model.require(
                both.named(f"{' and '.join(pair)} share no teacher and no room on {time[0]} in period {time[1]}")
            )
    return model


def once(day: Sequence[Var], subject: str, may_be_double: bool) -> Iterator[Constraint]:
    """A subject is there once at most; or, if it may be double, twice in a row."""
    yield AtMost(2 if may_be_double else 1, subject, day)
    for k, first in enumerate(day if may_be_double else ()):
        yield from (Or([first != subject, other != subject]) for other in day[k + 2 :])


def apart(school: School, one: str, other: str) -> Callable[[str, str], bool]:
    """Whether two classes can have their subjects at one time: with two teachers, and in two rooms."""

    def is_possible(first: str, second: str) -> bool:
        if FREE in (first, second):
            return True
        room = school.rooms.get(first)
        has_rooms = room is None or room != school.rooms.get(second)
        return has_rooms and school.classes[one][first].teacher != school.classes[other][second].teacher

    return is_possible


def lessons_of(school: School, wish: Wish) -> Iterator[tuple[str, str, int, str]]:
    """The lessons that a wish is against: class, day, period and subject."""
    for name, subjects in school.classes.items():
        for subject, one in subjects.items():
            if all(
                wished in (None, own)
                for wished, own in ((wish.class_name, name), (wish.subject, subject), (wish.teacher, one.teacher))
            ):
                yield from ((name, *time, subject) for time in school.times if time in wish.times)


def with_wishes(school: School) -> clew.Model:
    """The same, with wishes as soft constraints."""
    model = hard(school)
    for wish in school.wishes:
        for *where, subject in lessons_of(school, wish):
            model.require(clew.soft(model[tuple(where)] != subject, wish.points))
    return model


class Watch:
    """Says on standard error how far the search is, whenever that has changed.

    Attributes:
        known: the best cost until now, and a cost that none is below.
    """

    known: tuple[Any, Any] = (None, None)

    def __call__(self, progress: clew.Progress) -> None:
        if self.known != (progress.objective, progress.bound):
            self.known = progress.objective, progress.bound
            print(f"{progress.seconds:6.1f} s  cost {self.known[0]}, at least {self.known[1]}", file=sys.stderr)


def best_timetable(school: School, seconds: float | None = None) -> clew.Optimum:
    """The timetable that costs least; the best until then, if the time is up or somebody presses Ctrl-C."""
    try:
        return clew.best(with_wishes(school), Constant(0), limits=clew.Limits(time=seconds), progress=Watch())
    except clew.Interrupted as cut:
        found: clew.Optimum = cut.optimum
        return found


def reasons(school: School, seconds: float | None = None) -> list[str]:
    """Demands that contradict each other, if there is no timetable.

    Raises:
        clew.Stopped: the time was up before it was known whether there is one.
    """
    contradiction = clew.why(hard(school), limits=clew.Limits(time=seconds))
    return [] if contradiction is None else list(dict.fromkeys(contradiction.constraint_names))


def report(school: School, plan: Mapping[Any, str]) -> str:
    """A table for each class, and the cost of each wish."""
    width = max(len(subject) for subjects in school.classes.values() for subject in subjects)
    lines = []
    for name in school.classes:
        lines.append(f"{name.ljust(3)} " + " ".join(day.ljust(width) for day in school.days).rstrip())
        for period in range(1, school.periods + 1):
            row = [plan[name, day, period].ljust(width) for day in school.days]
            lines.append(f"{period:3} " + " ".join(row).rstrip())
        lines.append("")
    for wish in school.wishes:
        number = sum(plan[name, day, period] == subject for name, day, period, subject in lessons_of(school, wish))
        whose = " ".join(one for one in (wish.class_name, wish.subject, wish.teacher) if one) or "lessons"
        when = " ".join(f"{day} {period}" for day, period in school.times if (day, period) in wish.times)
        lines.append(f"{-wish.points * number:3}  {whose} not at {when}")
    return "\n".join(lines)


def answer(school: School, seconds: float) -> int:
    """Print the best timetable, or why there is none; the status of the command."""
    found = best_timetable(school, seconds)
    if found.solution is not None:
        print(report(school, found.solution))
        proved = "the least possible" if found.is_optimal else f"{found.status.value}; none is below {found.bound}"
        print(f"\ncost {found.objective} ({proved})")
        return 0
    if found.status is not clew.Status.COMPLETE:
        print(f"Stopped ({found.status.value}) before a timetable was found.", file=sys.stderr)
        return 3
    try:
        print("There is no timetable. This cannot all be:", *reasons(school, seconds), sep="\n- ")
    except clew.Stopped:
        print("There is no timetable. Why was not found out in time.")
    return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: 0 with a timetable, 1 if there is none, 2 if the file is wrong, 3 if stopped before it knew."""
    parser = argparse.ArgumentParser(prog="timetable", description="Who learns what at which time, or why not.")
    parser.add_argument("file", type=Path, help="a TOML file: days, periods, rooms, teachers, classes, wishes")
    parser.add_argument("--time-limit", type=float, default=30, metavar="SECONDS", help="30 by default")
    options = parser.parse_args(arguments)
    try:
        return answer(read(options.file.read_text(encoding="utf-8")), options.time_limit)
    except (OSError, UnicodeDecodeError, clew.InputError, clew.OptionError) as error:
        print(f"timetable: {options.file}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
