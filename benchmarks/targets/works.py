"""What clew does, each as a function that imports what it needs and gives the function that is timed.

Nothing of clew is imported beforehand: a work imports what a user's file would import at its top.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

Run = Callable[[], Any]


def first_queens(size: str) -> Run:
    from clew import first
    from clew_problems import Queens

    def work() -> bool:
        solution: Any = first(Queens(int(size)))
        found = [solution[row] for row in range(int(size))]
        return all(len({c + k * r for r, c in enumerate(found)}) == len(found) for k in (-1, 0, 1))

    return work


def count_queens(size: str) -> Run:
    from clew import count
    from clew_problems import Queens

    return lambda: count(Queens(int(size)))


def sudoku(text: str) -> Run:
    from clew import is_unique
    from clew_problems import Sudoku

    return lambda: is_unique(Sudoku.from_text(text))


def sudoku_by_name(text: str) -> Run:
    from clew import is_unique, load

    return lambda: is_unique(load("sudoku", text))


def finding(name: str) -> Run:
    """Finding a plugin whose module is there."""
    import clew_problems.sudoku  # noqa: F401
    from clew.plugins import find

    return lambda: find(name).__name__


def importing(name: str) -> Run:
    """What a plugin adds to the base class that every problem needs (see `import_problem`)."""
    from importlib import import_module

    from clew import Problem  # noqa: F401

    return lambda: import_module(name).__name__


def import_problem(size: str) -> Run:
    """The base class of problems, and with it attrs, with which they are written."""

    def work() -> str:
        from clew import Problem

        return Problem.__name__

    return work


def hard_sudokus(size: str) -> Run:
    """The mean of all, when they have been solved before: the function tells the seconds itself."""
    from benchmarks.beside.sudoku import HARD

    from clew import is_unique
    from clew_problems import Sudoku

    def work() -> tuple[int, float]:
        for line in HARD:
            is_unique(Sudoku.from_text(line))
        began, rounds = time.perf_counter(), 0
        while rounds < 3 or time.perf_counter() - began < 1:
            found = sum(is_unique(Sudoku.from_text(line)) for line in HARD)
            rounds += 1
        return found, (time.perf_counter() - began) / rounds / len(HARD)

    return work


def many_sudokus(size: str) -> Run:
    """Sudokus a second, after some of them: from lines of text to verdicts."""
    from benchmarks.sudokus import ROYLE, images

    from clew import check_each
    from clew_problems import Sudoku

    lines = list(images(ROYLE, int(size), 0))

    def verdicts(some: list[str]) -> int:
        return sum(verdict.answer == "unique" for verdict in check_each(Sudoku.empty(9), some))

    def work() -> tuple[int, float]:
        rates: list[float] = []
        began = time.perf_counter()
        while len(rates) < 2 or (len(rates) < 20 and time.perf_counter() - began < 8):
            start = time.perf_counter()
            found = verdicts(lines)
            rates.append(len(lines) / (time.perf_counter() - start))
        return found, max(rates)  # the first ones get things ready in the background

    return work


def takuzu(size: str) -> Run:
    from benchmarks.targets.instances import TAKUZU

    from clew import is_unique
    from clew_problems import Takuzu

    return lambda: is_unique(Takuzu.from_text(TAKUZU.strip()))


def count_takuzu(size: str) -> Run:
    from clew import count
    from clew_problems import Takuzu

    return lambda: count(Takuzu.from_text(size), jobs=2)


def whole_process(words: str) -> Run:
    import subprocess
    import sys

    command = [sys.executable, "-m", "clew", *words.split()]
    return lambda: subprocess.run(command, capture_output=True, text=True, check=True).returncode


def pentominoes(size: str) -> Run:
    from clew import count
    from clew_problems import Pentominoes

    return lambda: count(Pentominoes.from_text(size))


def _langford(copies: int, largest: int) -> Any:
    """The places of the copies of each number, as in problem 24 of CSPLib."""
    from clew import Model
    from clew.constraints import AllDifferent

    model = Model("langford")
    places = []
    for k in range(1, largest + 1):
        row = [model.variable((k, copy), range(copies * largest)) for copy in range(copies)]
        model.require([later == earlier + (k + 1) for earlier, later in pairwise(row)])
        places += row
    model.require(AllDifferent(places))
    return model


def langford_first(size: str) -> Run:
    from clew import first

    return lambda: first(_langford(3, 9)) is not None


def langford_listed(size: str) -> Run:
    from clew import solutions

    return lambda: len(list(solutions(_langford(3, 9))))


def langford_counted(size: str) -> Run:
    from clew import count
    from clew_problems import Langford

    return lambda: count(Langford(int(size)))


def colouring(size: str) -> Run:
    from benchmarks.targets.instances import graph

    from clew import first
    from clew_problems import Colouring

    edges = graph()
    near: dict[str, list[str]] = {f"v{k}": [] for k in range(500)}
    for one, other in edges:
        near[f"v{one}"].append(f"v{other}")

    def work() -> bool:
        solution: Any = first(Colouring(near, colours=int(size)))
        return solution is not None and all(solution[f"v{a}"] != solution[f"v{b}"] for a, b in edges)

    return work


def quasigroup(size: str) -> Run:
    from benchmarks.targets.instances import square

    from clew import Model, first
    from clew.constraints import AllDifferent

    cells = square()

    def work() -> bool:
        order = range(len(cells))
        model = Model("quasigroup")
        for r in order:
            for c in order:
                model.variable((r, c), order if cells[r][c] < 0 else [cells[r][c]])
        for k in order:
            model.require(AllDifferent([(k, c) for c in order]), AllDifferent([(r, k) for r in order]))
        solution: Any = first(model)
        return all(len({solution[r, c] for c in order}) == len(cells) for r in order)

    return work


def golomb_model(number: int) -> Callable[[], Any]:
    """Makes the model of a ruler with so many marks, all distances of which differ (problem 6 of CSPLib)."""
    from itertools import combinations

    from clew import Model
    from clew.constraints import AllDifferent

    def make() -> Model:
        model = Model("golomb")
        marks = [model.variable(f"m{k}", range(number * number + 1)) for k in range(number)]
        model.require(marks[0] == 0)
        gaps = []
        for one, other in combinations(range(number), 2):
            gap = model.variable((one, other), range(1, number * number + 1))
            model.require(marks[other] - marks[one] == gap)
            gaps.append(gap)
        model.require([one < other for one, other in pairwise(marks)], AllDifferent(gaps))
        return model

    return make


def golomb(size: str) -> Run:
    from clew import best

    make = golomb_model(int(size))

    def work() -> Any:
        found = best(make(), f"m{int(size) - 1}")
        return found.objective if found.is_optimal else None

    return work


def knapsack(size: str) -> Run:
    from benchmarks.targets.instances import knapsack as instance

    from clew import Model, best

    def work() -> Any:
        things, room = instance()
        model = Model("knapsack")
        taken = model.variables([f"x{k}" for k in range(len(things))], (0, 1))
        load: Any = sum(weight * x for (weight, _), x in zip(things, taken, strict=True))
        model.require(load <= room)
        found = best(model, sum(worth * x for (_, worth), x in zip(things, taken, strict=True)), "max")
        return found.objective if found.is_optimal else None

    return work


def job_shop_model(number: int | None = None) -> Callable[[], Any]:
    """Makes the model of the first jobs of ft06 (Fisher and Thompson, 1963), all of them by default."""
    from itertools import combinations

    from benchmarks.targets.instances import HORIZON, JOBS

    from clew import Model
    from clew.constraints import Or

    def make() -> Model:
        model = Model("ft06")
        end = model.variable("end", range(HORIZON + 1))
        on: dict[int, list[Any]] = {}
        for j, job in enumerate(JOBS[:number]):
            starts = model.variables([(j, k) for k in range(len(job))], range(HORIZON + 1))
            for k, (machine, duration) in enumerate(job):
                model.require(starts[k] + duration <= (starts[k + 1] if k + 1 < len(job) else end))
                on.setdefault(machine, []).append((starts[k], duration))
        for tasks in on.values():
            for (one, long), (other, wide) in combinations(tasks, 2):
                model.require(Or([one + long <= other, other + wide <= one]))
        return model

    return make


def job_shop(size: str) -> Run:
    from clew import best

    make = job_shop_model()

    def work() -> Any:
        found = best(make(), "end")
        return found.objective if found.is_optimal else None

    return work


def wide_two(size: str) -> Run:
    from clew import Model, first

    def work() -> bool:
        model = Model("wide")
        x, y = model.variables("x y", range(10**9))
        model.require(x + 3 <= y)
        found: Any = first(model)
        return bool(found["x"] + 3 <= found["y"])

    return work


def wide_three(size: str) -> Run:
    from clew import Model, first

    def work() -> bool:
        model = Model("wide")
        x, y, z = model.variables("x y z", range(10**9))
        model.require(x + y + 5 == z)
        found: Any = first(model)
        return bool(found["x"] + found["y"] + 5 == found["z"])

    return work


def tuner(size: str) -> Run:
    """The search space of an auto-tuner through the drop-in; python-constraint2's is in `peers`."""
    from benchmarks.compat import parameters, space

    import clew.compat.constraint as constraint

    works = {"large": lambda: space(constraint, 1024), "small": lambda: parameters(constraint, 1024)}
    return works[size]


def predicates(size: str) -> Run:
    """Predicates that nothing but calls can look into."""
    from benchmarks.targets.instances import TRIPLES

    from clew import Model, count
    from clew.constraints import Predicate

    def work() -> int:
        model = Model("predicates")
        names = model.variables(range(9), range(int(size)))
        for k, triple in enumerate(TRIPLES):
            model.require(Predicate(lambda a, b, c, k=k: (a * b + c + k) % 11 != 0, [names[v] for v in triple]))
        return count(model)

    return work


def import_clew(size: str) -> Run:
    def work() -> str:
        import clew

        return clew.__name__

    return work


def installed_size(size: str) -> Run:
    """Bytes of the two packages without what Python compiles, in megabytes: the function tells them itself."""
    from pathlib import Path

    import clew
    import clew_problems

    def work() -> tuple[str, float]:
        folders = [Path(str(package.__file__)).parent for package in (clew, clew_problems)]
        files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
        return "size", sum(file.stat().st_size for file in files if "__pycache__" not in file.parts) / 1e6

    return work
