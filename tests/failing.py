"""Lets the allocations of the engine fail, one after the other: `python -m tests.failing [--seeds N] [--step N]`.

The engine must have been built with CLEW_CORE_FAILING=1. Questions are asked about models of every kind. Of each
question the first allocation fails, then the second, and so on, until none is left that could; or each N-th, from
another one for each question. Each time there must be a MemoryError or the right answer; asked again, the question
must be answered right; and when all is forgotten, the engine must have given back all its memory.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import clew
import clew_problems
from clew.constraints import AllDifferent, Constant, Var
from clew.core import _engine
from clew.core.compiler import CannotCompileError, program_of
from clew.planning import request
from clew.state.levels import LEVELS
from tests.corpus.families import MODELS, model_of

LIBRARY = ctypes.PyDLL(str(_engine.__file__))
SUCCEEDING = ctypes.c_int64.in_dll(LIBRARY, "clew_succeeding")
BLOCKS = ctypes.c_int64.in_dll(LIBRARY, "clew_blocks")

Question = Callable[[], Any]


def models(seeds: int, family: str | None) -> Iterator[tuple[str, clew.Problem[Any, Any]]]:
    """Small models of every family, and some that have a form of their own in the engine."""
    for name in [family] if family else MODELS:
        for seed in range(seeds):
            yield f"{name} {seed}", model_of(name, seed)
    if family is None:
        yield "queens", clew_problems.Queens(6)
        yield "permutations", clew_problems.Langford(4)
        yield "square", square()
        yield "jobs", jobs()
        yield "intervals", wide()


def square() -> clew.Model:
    """Permutations that cross."""
    model = clew.Model()
    cells = [[model.variable((row, column), range(4)) for column in range(4)] for row in range(4)]
    model.require(AllDifferent(line) for line in [*cells, *zip(*cells, strict=True)])
    return model


def jobs() -> clew.Model:
    """Intervals of time that must not overlap."""
    model = clew.Model()
    x, y, z = (model.variable(name, range(6)) for name in "xyz")
    model.require([(x + 2 <= y) | (y + 3 <= x), (y + 3 <= z) | (z + 1 <= y), x != z])
    return model


def wide() -> clew.Model:
    """Variables of so many values that they are kept as intervals."""
    model = clew.Model()
    x, y, z = (model.variable(name, range(5000)) for name in "xyz")
    model.require([x + y + z == 4, x < y])
    return model


def questions(problem: clew.Problem[Any, Any]) -> Iterator[tuple[str, Question]]:
    """What is asked: each makes a program, and takes another way through the engine."""

    def all_of(level: str) -> Any:
        options: Any = {"inference": level, "variable_order": "mrv", "kernel": "compiled"}
        return [dict(solution) for solution in clew.solve(problem, clew.AtMost(50), **options).result]

    def number() -> Any:
        options: Any = {"inference": "forward", "variable_order": "static", "kernel": "compiled"}
        return clew.solve(problem, clew.Count(), limits=clew.Limits(solutions=200), **options).result

    def parts() -> Any:
        return clew.solve(problem, clew.Count(), limits=clew.Limits(nodes=200)).result

    def verdict() -> Any:
        return clew.check(problem, variable_order="wdeg", kernel="compiled").answer

    def several() -> Any:
        variable, values = next(iter(problem.domains().items()), (None, ()))
        given = [{variable: value} for value in list(values)[:3]]
        return [one.answer for one in clew.check_each(problem, given)]

    yield "all, unit", lambda: all_of("unit")
    yield "all, forward", lambda: all_of("forward")
    yield "count, forward", number
    yield "count", parts
    yield "check, wdeg", verdict
    yield "check each", several
    yield "resumed", lambda: resumed(problem)
    yield "added", lambda: added(problem)
    variables = list(problem.domains())
    if all(type(value) is int for values in problem.domains().values() for value in values):
        total = sum(map(Var, variables), Constant(0))
        yield "best", lambda: clew.solve(problem, clew.Best(total), kernel="compiled").result


def resumed(problem: clew.Problem[Any, Any]) -> Any:
    """The solutions; a search that had no memory goes on."""
    model: Any = problem
    domains = {v: some if isinstance(some, range) else tuple(some) for v, some in problem.domains().items()}
    made = program_of(domains, tuple(model.constraints()), LEVELS["unit"])
    search = _engine.Search(made.program, [], _engine.STATIC, False, False, -1)
    found: list[tuple[Any, ...]] = []
    why = None
    while why != _engine.EXHAUSTED and len(found) < 50:
        try:
            why = search.run(10**12, 50)
        except MemoryError:
            continue
        found += search.fetch(made.values)
    return found


def added(problem: clew.Problem[Any, Any]) -> Any:
    """The number of solutions as the constraints are added, two at a time."""
    every, numbers = list(problem.constraints()), []
    model = clew.Model()
    for variable, values in problem.domains().items():
        model.variable(variable, values)
    for k in range(0, len(every), 2):
        model.require(every[k : k + 2])
        numbers.append(clew.solve(model, clew.All(), kernel="compiled", limits=clew.Limits(solutions=30)).result)
    return numbers


def asked(question: Question) -> Any:
    """The answer, or the kind of the error."""
    try:
        return question()
    except (MemoryError, clew.OptionError, CannotCompileError) as error:
        return type(error)


def forgotten() -> int:
    """The blocks in use when no program is kept."""
    request.forget()
    gc.collect()
    return BLOCKS.value


def troubles(question: Question, tries: Counter[str], step: int) -> Iterator[str]:
    """What goes wrong if an allocation fails, for each `step`-th of them."""
    right = asked(question)
    used = forgotten()
    for succeeding in range(tries.total() % step, sys.maxsize, step):
        SUCCEEDING.value = succeeding
        found = asked(question)
        has_failed, SUCCEEDING.value = SUCCEEDING.value < 0, -1
        tries["right" if found == right else "MemoryError"] += 1
        if found not in (right, MemoryError):
            yield f"allocation {succeeding} fails: {found} instead of {right}"
        again = asked(question)
        if again != right:
            yield f"allocation {succeeding} failed: then {again} instead of {right}"
        left = forgotten() - used
        if left:
            yield f"allocation {succeeding} failed: {left} blocks are not given back"
            used += left
        if not has_failed:
            return


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1, help="how many models of each family")
    parser.add_argument("--step", type=int, default=1, help="let each N-th allocation fail; default: %(default)s")
    parser.add_argument("--family", choices=MODELS, help="this family only")
    parsed = parser.parse_args()
    began, wrong, tries = time.perf_counter(), 0, Counter[str]()
    for name, problem in models(parsed.seeds, parsed.family):
        for kind, question in questions(problem):
            gc.freeze()
            for line in troubles(question, tries, parsed.step):
                wrong += 1
                print(f"{name}, {kind}: {line[:300]}", flush=True)
    seconds = time.perf_counter() - began
    print(f"{tries.total():,} tries in {seconds:.0f} s ({dict(tries)}), {wrong} of them with a trouble")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
