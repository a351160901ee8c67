"""A rota for two weeks: the best one for a team, or the reasons why there is none.

A person's shift on a day is a variable. Cover, contracts and rest are constraints; refused wishes and unfairness cost
points, and the rota that costs least wins.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from team import EARLY, FREE, LATE, NIGHT, SHIFTS, Team, is_weekend, read

import clew
from clew.constraints import AtLeast, Constant, Count, Exactly, Expression, Maximum, Minimum, Predicate

LETTERS = {EARLY: "E", LATE: "L", NIGHT: "N", FREE: "."}


def may_follow(today: str, tomorrow: str) -> bool:
    """Whether a shift may follow another one the next day: nobody goes back to an earlier one without a free day."""
    return tomorrow == FREE or today == FREE or SHIFTS.index(today) <= SHIFTS.index(tomorrow)


def is_good_week(*week: str) -> bool:
    """The rule of the house for a week from its Monday: two free days in a row, and at most two kinds of shift."""
    return len({*week} - {FREE}) <= 2 and any(one == other == FREE for one, other in pairwise(week))


def hard(team: Team) -> clew.Model:
    """The rotas that the team can work: the variable (person, day) is the shift."""
    model = clew.Model("rota")
    for person in team.people:
        for day in team.days:
            model.variable((person, day), (FREE, *team.shifts[person]))
    for day in team.days:
        needed = team.needed(day)
        name = f"{day:%a %d %b} needs " + ", ".join(f"{number} {shift}" for shift, number in needed.items())
        model.require(Count([(person, day) for person in team.people], needed).named(name))
    for person, number in team.people.items():
        days = [(person, day) for day in team.days]
        model.require(Exactly(len(days) - number, FREE, days).named(f"{person} works {number} shifts"))
        for pair in pairwise(days):
            model.require(Predicate(may_follow, pair).named(f"{person} rests after {pair[0][1]:%a %d %b}"))
        for k in range(0, len(days), 7):
            model.require(Predicate(is_good_week, days[k : k + 7]).named(f"{person} has a good week {k // 7 + 1}"))
        for k in range(len(days) - 5):
            model.require(AtLeast(1, FREE, days[k : k + 6]).named(f"{person} works at most 5 days from {days[k][1]}"))
        for day in team.leave.get(person, ()):
            model.fix((person, day), FREE)
    return model


def with_wishes(team: Team) -> tuple[clew.Model, Expression]:
    """The same, with wishes as soft constraints; and what unfairness costs."""
    model = hard(team)
    for wish in team.wishes:
        model.require(clew.soft(model[wish.person, wish.day] == wish.shift, wish.points))
    unfair: Expression = Constant(0)
    for burden, people in burdens(team).items():
        numbers, at_most = [], range(len(team.days) + 1)
        for person in people:
            shifts = [model[person, day] for day in team.days if burden == "nights" or is_weekend(day)]
            numbers.append(model.variable((burden, person), at_most))
            model.require(numbers[-1] == sum((s == NIGHT if burden == "nights" else s != FREE) * 1 for s in shifts))
        most, least, more = model.variables([(burden, "most"), (burden, "least"), (burden, "more")], at_most)
        model.require(Maximum(numbers, most), Minimum(numbers, least), more == most - least)
        unfair = unfair + team.fairness[burden] * more
    return model, unfair


def burdens(team: Team) -> dict[str, list[str]]:
    """The burdens that are to be shared out fairly, and among whom."""
    nightly = [person for person in team.people if NIGHT in team.shifts[person]]
    shared = {"nights": nightly, "weekends": [*team.people]}
    return {burden: people for burden, people in shared.items() if people and team.fairness[burden]}


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


def best_rota(team: Team, seconds: float | None = None) -> clew.Optimum:
    """The rota that costs least; the best until then, if the time is up or somebody presses Ctrl-C."""
    model, unfair = with_wishes(team)
    try:
        return clew.best(model, unfair, limits=clew.Limits(time=seconds), progress=Watch())
    except clew.Interrupted as cut:
        found: clew.Optimum = cut.optimum
        return found


def reasons(team: Team, seconds: float | None = None) -> list[str]:
    """Demands that contradict each other, if there is no rota.

    Raises:
        clew.Stopped: the time was up before it was known whether there is one.
    """
    contradiction = clew.why(hard(team), limits=clew.Limits(time=seconds))
    if contradiction is None:
        return []
    leave = [f"{person} is away on {day:%a %d %b}" for person, day in (clue.variable for clue in contradiction.clues)]
    return leave + list(contradiction.constraint_names)


def count(team: Team, rota: Mapping[Any, str], person: str, burden: str) -> int:
    """How many nights, or shifts on weekends, somebody has."""
    shifts = {day: rota[person, day] for day in team.days}
    if burden == "nights":
        return [*shifts.values()].count(NIGHT)
    return sum(shift != FREE for day, shift in shifts.items() if is_weekend(day))


def report(team: Team, rota: Mapping[Any, str]) -> str:
    """A rota as a table, and the wishes that it refuses."""
    width = max(map(len, team.people))
    weeks = [team.days[k : k + 7] for k in range(0, len(team.days), 7)]
    lines = [" " * width + "".join(f"  {'MTWTFSS'}" for _ in weeks) + "  nights  weekends"]
    for person in team.people:
        shifts = "".join("  " + "".join(LETTERS[rota[person, day]] for day in week) for week in weeks)
        burdens = [count(team, rota, person, burden) for burden in ("nights", "weekends")]
        lines.append(f"{person.ljust(width)}{shifts}  {burdens[0]:6}  {burdens[1]:8}")
    refused = [wish for wish in team.wishes if rota[wish.person, wish.day] != wish.shift]
    lines += ["", f"{len(team.wishes) - len(refused)} of {len(team.wishes)} wishes are granted; refused:"]
    return "\n".join([*lines, *(f"-{w.points} {w.person}, {w.day:%a %d %b}: {w.shift}" for w in refused)])


def answer(team: Team, seconds: float) -> int:
    """Print the best rota, or why there is none; the status of the command."""
    found = best_rota(team, seconds)
    if found.solution is not None:
        print(report(team, found.solution))
        proved = "the least possible" if found.is_optimal else f"{found.status.value}; none is below {found.bound}"
        print(f"\ncost {found.objective} ({proved})")
        return 0
    if found.status is not clew.Status.COMPLETE:
        print(f"Stopped ({found.status.value}) before a rota was found.", file=sys.stderr)
        return 3
    try:
        print("There is no rota. This cannot all be:", *reasons(team, seconds), sep="\n- ")
    except clew.Stopped:
        print("There is no rota. Why was not found out in time.")
    return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: 0 with a rota, 1 if there is none, 2 if the file is wrong, 3 if it was stopped before it knew."""
    parser = argparse.ArgumentParser(prog="rota", description="Who works when, or why that cannot be.")
    parser.add_argument("file", type=Path, help="a TOML file: days, cover, people, leave, wishes, fairness")
    parser.add_argument("--time-limit", type=float, default=30, metavar="SECONDS", help="30 by default")
    options = parser.parse_args(arguments)
    try:
        return answer(read(options.file.read_text(encoding="utf-8")), options.time_limit)
    except (OSError, UnicodeDecodeError, clew.InputError, clew.OptionError) as error:
        print(f"rota: {options.file}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
