"""The same rota with CP-SAT of OR-Tools: `python rota_ortools.py practice.toml` has the costs and times of both.

CP-SAT takes no function of Python: the rule for a week is a table of the weeks that it allows, or is written by hand
as conditions on variables that are 0 or 1.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from datetime import date
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from rota import best_rota, burdens, is_good_week, may_follow
from team import FREE, NIGHT, Team, is_weekend, read

cp_model: Any = import_module("ortools.sat.python.cp_model")


def model_of(team: Team, by_hand: bool) -> tuple[Any, Any]:
    """The model and its objective: a 0-1 variable for each person, day and shift."""
    model = cp_model.CpModel()
    works = {
        (p, d, s): model.new_bool_var(f"{p} {d} {s}") for p in team.people for d in team.days for s in team.shifts[p]
    }
    shifts = {p: (FREE, *team.shifts[p]) for p in team.people}
    for p, d in product(team.people, team.days):
        works[p, d, FREE] = model.new_bool_var(f"{p} {d} free")
        model.add_exactly_one(works[p, d, s] for s in shifts[p])
    for d in team.days:
        for shift, number in team.needed(d).items():
            model.add(sum(works[p, d, shift] for p in team.people if shift in shifts[p]) == number)
    for p, number in team.people.items():
        model.add(sum(works[p, d, FREE] for d in team.days) == len(team.days) - number)
        for d, after in zip(team.days, team.days[1:], strict=False):
            for one, other in product(shifts[p], repeat=2):
                if not may_follow(one, other):
                    model.add_at_most_one(works[p, d, one], works[p, after, other])
        for k in range(0, len(team.days), 7):
            (week_by_hand if by_hand else week_by_table)(model, works, p, shifts[p], team.days[k : k + 7])
        for k in range(len(team.days) - 5):
            model.add_at_least_one(works[p, d, FREE] for d in team.days[k : k + 6])
        for d in team.leave.get(p, ()):
            model.add(works[p, d, FREE] == 1)
    cost = sum(w.points * (1 - works.get((w.person, w.day, w.shift), 0)) for w in team.wishes)
    for burden, people in burdens(team).items():
        most, least = (model.new_int_var(0, len(team.days), f"{burden} {name}") for name in ("most", "least"))
        for p in people:
            days = [d for d in team.days if burden == "nights" or is_weekend(d)]
            number = sum(works[p, d, NIGHT] if burden == "nights" else 1 - works[p, d, FREE] for d in days)
            model.add(number <= most)
            model.add(number >= least)
        cost += team.fairness[burden] * (most - least)
    return model, cost


def week_by_table(model: Any, works: Any, person: str, shifts: Sequence[str], week: Sequence[date]) -> None:
    """A good week is one of those that the function in Python accepts."""
    good = [codes for codes in product(range(len(shifts)), repeat=7) if is_good_week(*(shifts[k] for k in codes))]
    model.add_allowed_assignments([sum(k * works[person, d, s] for k, s in enumerate(shifts)) for d in week], good)


def week_by_hand(model: Any, works: Any, person: str, shifts: Sequence[str], week: Sequence[date]) -> None:
    """A good week has at most two kinds of shift, and two free days in a row."""
    kinds = {s: model.new_bool_var(f"{person} {week[0]} {s}") for s in shifts if s != FREE}
    model.add(sum(kinds.values()) <= 2)
    for d, s in product(week, kinds):
        model.add_implication(works[person, d, s], kinds[s])
    pairs = [model.new_bool_var(f"{person} {d} and the next") for d in week[1:]]
    for pair, *days in zip(pairs, week, week[1:], strict=False):
        for d in days:
            model.add_implication(pair, works[person, d, FREE])
    model.add_at_least_one(pairs)


def best(team: Team, seconds: float = 60, workers: int = 1, by_hand: bool = False) -> tuple[int | None, bool]:
    """The cost of the best rota that CP-SAT finds, and whether that is proved to be the least."""
    model, cost = model_of(team, by_hand)
    model.minimize(cost)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = seconds, workers
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return (round(solver.objective_value) if found else None), status == cp_model.OPTIMAL


def by_clew(team: Team) -> tuple[int | None, bool]:
    found = best_rota(team, 60)
    return found.objective, found.is_optimal


def main(path: str) -> None:
    """Print the cost, whether it is proved, and the best of three times; of one, without a proof."""
    team, solvers = read(Path(path).read_text(encoding="utf-8")), {"clew": partial(by_clew)}
    for by_hand in False, True:
        for workers in sorted({1, os.cpu_count() or 1}):
            name = f"CP-SAT, {'by hand' if by_hand else 'table'}, {workers} worker{'s' * (workers > 1)}"
            solvers[name] = partial(best, workers=workers, by_hand=by_hand)
    for name, solve in solvers.items():
        times = []
        for _ in range(3):
            began = time.perf_counter()
            cost, is_proved = solve(team)
            times.append(time.perf_counter() - began)
            if not is_proved:
                break
        print(f"{name:26} cost {cost}{', proved' * is_proved}, {min(times):.1f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
