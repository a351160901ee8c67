"""A seating planner: the best plan for a party, or the reasons why there is none.

A guest is a variable, the tables are the values. What the host insists on are constraints; wishes are points, and
the plan with the most of them wins.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
from party import Party, read

import clew
from clew.constraints import AllDifferent, Constraint, Count, Equal, Stepwise

State = clew.State[str, str]


@attrs.frozen
class TakenInOrder(Stepwise):
    """Of tables that are alike, nobody sits at one before somebody, earlier in the list, sits at the one before it.

    Plans that differ in the names of such tables are the same plan; this leaves one of them.
    """

    tables: tuple[str, ...]

    def holds(self, values: Sequence[str]) -> bool:
        taken = tuple(table for table in dict.fromkeys(values) if table in self.tables)
        return taken == self.tables[: len(taken)]

    def start(self) -> int:
        return 0

    def step(self, memory: int, position: int, value: str) -> int | None:
        """Remembers how many of the tables are taken."""
        if value not in self.tables:
            return memory
        place = self.tables.index(value)
        return None if place > memory else max(memory, place + 1)


@attrs.frozen
class Seating(clew.Problem[str, str]):
    """The plans for a party.

    Args:
        party: what the plan has to fit.
        alike: whether plans that only differ in the names of tables alike count as one.
    """

    name = "seating"
    styles = ("tables",)

    party: Party
    alike: bool = True

    def domains(self) -> Mapping[str, Iterable[str]]:
        tables = tuple(self.party.tables)
        return dict.fromkeys(self.party.guests, tables)

    def given(self) -> Mapping[str, str]:
        return self.party.seats

    def constraints(self) -> Iterable[Constraint]:
        yield from self.demands()
        for tables in self.tables_alike() if self.alike else ():
            yield TakenInOrder(self.party.guests, tables)

    def demands(self) -> dict[Constraint, str]:
        """What the host insists on, each with its name."""
        party = self.party
        demands: dict[Constraint, str] = {}
        for table, seats in party.tables.items():
            # Whom the other tables cannot take must sit here: said aloud, it is found out early.
            least = max(0, len(party.guests) - (party.seat_count - seats))
            name = f"{table} has {seats} seats" + (f", and the other tables leave {least} guests to it" * bool(least))
            demands[Count(party.guests, {table: (least, seats)})] = name
        for group in party.together:
            for pair in pairwise(group):
                demands[Equal(*pair)] = f"{' and '.join(pair)} must sit together"
        for group in party.apart:
            demands[AllDifferent(group)] = f"{' and '.join(group)} must not sit together"
        return demands

    def tables_alike(self) -> list[tuple[str, ...]]:
        """Groups of tables with as many seats, at which nobody's seat is settled."""
        free = {table: seats for table, seats in self.party.tables.items() if table not in self.party.seats.values()}
        alike = [tuple(table for table in free if free[table] == seats) for seats in dict.fromkeys(free.values())]
        return [tables for tables in alike if len(tables) > 1]

    def constraint_name(self, constraint: Constraint) -> str:
        return self.demands()[constraint]

    def draw(self, assignment: Mapping[str, str], style: str | None = None) -> str:
        self.check_style(style)
        at = {table: [guest for guest in assignment if assignment[guest] == table] for table in self.party.tables}
        width = max(map(len, at))
        return "\n".join(f"{table.ljust(width)}  {', '.join(guests) or '-'}" for table, guests in at.items())


def score(party: Party, plan: Mapping[str, str]) -> int:
    """The points of a plan."""
    return sum(wish.points for wish in party.wishes if len({plan[guest] for guest in wish.guests}) == 1)


def at_most(party: Party, state: State) -> int:
    """Points that no plan below a state can beat: what may still be gained, without what is lost already."""
    tables = {guest: set(state.domain(guest)) for wish in party.wishes for guest in wish.guests}
    points = 0
    for wish in party.wishes:
        common = set.intersection(*(tables[guest] for guest in wish.guests))
        is_sure = all(len(tables[guest]) == 1 for guest in wish.guests)
        points += wish.points if common and (wish.points > 0 or is_sure) else 0
    return points


def best_plan(party: Party, seconds: float | None = None) -> clew.Outcome[clew.Solution[str, str] | None]:
    """The plan with the most points; the best until then, if the time was up first."""

    def friends_first(state: State, guest: str, tables: Iterable[Any]) -> list[Any]:
        """The tables at which the guest meets the most points."""
        points = dict.fromkeys(tables, 0)
        for wish in party.wishes:
            others = {state.get(other) for other in wish.guests if other != guest} if guest in wish.guests else set()
            table = others.pop() if len(others) == 1 else None
            if table in points:
                points[table] += wish.points
        return sorted(points, key=points.__getitem__, reverse=True)

    best = clew.Best(lambda plan: score(party, plan), maximize=True, bound=lambda state: at_most(party, state))
    return clew.solve(Seating(party), best, value_order=friends_first, limits=clew.Limits(time=seconds))


def reasons(party: Party, seconds: float | None = None) -> list[str]:
    """Why there is no plan: demands that contradict each other. None if there is a plan.

    Raises:
        clew.Stopped: the time was up before it was known whether there is a plan.
    """
    if len(party.guests) > party.seat_count:
        return [f"there are {len(party.guests)} guests, and {party.seat_count} seats"]
    # Names for tables alike are no demand of the host's, so they must not be part of the answer.
    contradiction = clew.why(Seating(party, alike=False), limits=clew.Limits(time=seconds))
    if contradiction is None:
        return []
    settled = [f"{clue.variable} sits at {clue.value}" for clue in contradiction.clues]
    return settled + list(contradiction.constraint_names)


def report(party: Party, plan: clew.Solution[str, str]) -> str:
    """A plan as text, with the wishes that it meets and those that it does not."""
    most = sum(wish.points for wish in party.wishes if wish.points > 0)
    lines = [plan.draw(), "", f"{score(party, plan)} points of at most {most}"]
    for wish in party.wishes:
        verb = "together" if wish.points > 0 else "apart"
        lines.append(f"{'yes' if wish.is_met(plan) else 'no '} {wish.points:+} {', '.join(wish.guests)} {verb}")
    return "\n".join(lines)


def answer(party: Party, seconds: float) -> int:
    """Print the best plan, or why there is none; the status of the command."""
    if len(party.guests) <= party.seat_count:
        outcome = best_plan(party, seconds)
        if outcome.result is not None:
            print(report(party, outcome.result))
            if not outcome.is_complete:
                print(f"\nStopped ({outcome.status.value}): this is the best plan until then, and perhaps not of all.")
            return 0
        if not outcome.is_complete:
            print(f"Stopped ({outcome.status.value}) before a plan was found.", file=sys.stderr)
            return 3
    try:
        print("There is no plan. This cannot all be:", *reasons(party, seconds), sep="\n- ")
    except clew.Stopped:
        print("There is no plan. Why was not found out in time.")
    return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: 0 with a plan, 1 if there is none, 2 if the file is wrong, 3 if it was stopped before it knew."""
    parser = argparse.ArgumentParser(prog="seating", description="Who sits where, or why that cannot be.")
    parser.add_argument("file", type=Path, help="a TOML file: guests, tables, together, apart, seats, wishes")
    parser.add_argument("--time-limit", type=float, default=10, metavar="SECONDS", help="10 by default")
    options = parser.parse_args(arguments)
    try:
        return answer(read(options.file.read_text(encoding="utf-8")), options.time_limit)
    except (OSError, UnicodeDecodeError, clew.InputError, clew.OptionError) as error:
        print(f"seating: {options.file}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
