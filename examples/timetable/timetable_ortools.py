"""The same timetable with CP-SAT of OR-Tools: `python timetable_ortools.py school.toml` has costs and times of both."""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from school import School, read
from timetable import best_timetable, lessons_of

cp_model: Any = import_module("ortools.sat.python.cp_model")


def model_of(school: School) -> tuple[Any, Any]:
    """The model and its objective: a 0-1 variable for each class, day, period and subject."""
    model = cp_model.CpModel()
    has: dict[tuple[str, str, int, str], Any] = {}
    taken = defaultdict(list)
    for name, subjects in school.classes.items():
        for day, period in school.times:
            for subject, one in subjects.items():
                if (day, period) not in school.absent.get(one.teacher, ()):
                    lesson = has[name, day, period, subject] = model.new_bool_var(f"{name} {day} {period} {subject}")
                    for whose in (("class", name), ("teacher", one.teacher), ("room", school.rooms.get(subject, name))):
                        taken[whose, day, period].append(lesson)
    for lessons in taken.values():
        model.add_at_most_one(lessons)
    for name, subjects in school.classes.items():
        for day in school.days:
            busy = [sum(taken[("class", name), day, k + 1]) for k in range(school.periods)]
            for number, (now, after) in enumerate(pairwise(busy), 1):
                model.add(now >= (1 if number <= school.fewest else after))
            if school.fewest == school.periods:
                model.add(busy[-1] >= 1)
        for subject, one in subjects.items():
            doubles = []
            for day in school.days:
                whole = [has.get((name, day, k + 1, subject), 0) for k in range(school.periods)]
                model.add(sum(whole) <= (2 if one.doubles else 1))
                doubles += doubles_of(model, whole) if one.doubles else []
            model.add(sum(doubles) == one.doubles)
            model.add(sum(has.get((name, *time, subject), 0) for time in school.times) == one.lessons)
    return model, sum(wish.points * has.get(one, 0) for wish in school.wishes for one in lessons_of(school, wish))


def doubles_of(model: Any, day: Sequence[Any]) -> list[Any]:
    """Of each two periods in a row, whether a subject is in both; it is in no two that are further apart."""
    doubles = []
    for k, first in enumerate(day):
        for other in day[k + 2 :]:
            model.add(first + other <= 1)
    for first, second in pairwise(day):
        doubles.append(model.new_bool_var(""))
        model.add(first + second <= 1 + doubles[-1])
        model.add(2 * doubles[-1] <= first + second)
    return doubles


def best(school: School, seconds: float = 60, workers: int = 1) -> tuple[int | None, bool]:
    """The cost of the best timetable that CP-SAT finds, and whether that is proved to be the least."""
    model, cost = model_of(school)
    model.minimize(cost)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = seconds, workers
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return (round(solver.objective_value) if found else None), status == cp_model.OPTIMAL


def by_clew(school: School) -> tuple[int | None, bool]:
    found = best_timetable(school, 60)
    return found.objective, found.is_optimal


def main(path: str) -> None:
    """Print the cost, whether it is proved, and the best of three times; of one, without a proof."""
    school, solvers = read(Path(path).read_text(encoding="utf-8")), {"clew": partial(by_clew)}
    for workers in sorted({1, os.cpu_count() or 1}):
        solvers[f"CP-SAT, {workers} worker{'s' * (workers > 1)}"] = partial(best, workers=workers)
    for name, solve in solvers.items():
        times = []
        for _ in range(3):
            began = time.perf_counter()
            cost, is_proved = solve(school)
            times.append(time.perf_counter() - began)
            if not is_proved:
                break
        print(f"{name:17}  cost {cost}{', proved' * is_proved}, {min(times):.1f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
