"""Asks the engine and the search in Python the same questions: `python -m tests.agreement [--models N] [--seed S]`.

Every model is one of a family and a seed: those of `tests.corpus.families`, and some with forms of their own in the
engine. Of each model the questions are these, for three levels of inference and four orderings: all solutions in their
order, with the nodes of each level and the failures, at once, with a pause after every unit of work, and from the last
value to the first; their number; some solutions only; a search that is cut off by a limit on nodes; the solutions one
by one, left half-way and asked for again. Under the ordering that learns, the solutions in any order. Then the first
one, whether it is the only one, the best ones under all orders, by one thread and by some that share the tree, the
answers for each value of a variable, and all of it in threads. The
solutions must be those of brute force over `holds`, too. A model that the engine has no form for is counted.
"""

from __future__ import annotations

import argparse
import operator
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice, product
from typing import Any
from unittest import mock

import clew
from clew.constraints import Constant, Var, counting, totals
from clew.core import compiler, portfolio, sharing, walk
from clew.state import thresholds
from tests.corpus.families import MODELS, Draw, brute_force, model_of
from tests.engine_families import OWN

LEVELS = ("forward", "unit", "arc")
ORDERS = ("static", "mrv", "degree", "random")
BEST_ORDERS: tuple[dict[str, Any], ...] = (
    {},
    {"variable_order": "static", "value_order": "random"},
    {"variable_order": "mrv", "value_order": "random", "seed": 3},
    {"variable_order": "mrv", "value_order": "reverse"},
    {"variable_order": "degree", "value_order": "domain"},
    {"variable_order": "random", "value_order": "random"},
)
"""The orders under which the best solution is looked for."""

Question = tuple[str, clew.Strategy[Any], dict[str, Any]]


FAMILIES = [*MODELS, *OWN]


def made(family: str, seed: int) -> clew.Model:
    """The model of a family and a seed."""
    return OWN[family](Draw(seed)) if family in OWN else model_of(family, seed)


def questions(number: int) -> Iterator[Question]:
    """What is asked of a model that has some solutions, and answered by both with the same nodes."""
    for level in LEVELS:
        for order in ORDERS:
            options: dict[str, Any] = {"inference": level, "variable_order": order}
            yield f"all, {level}, {order}", clew.All(), options
            yield f"paused, {level}, {order}", clew.All(), options
            yield f"count, {level}, {order}", clew.Count(), options
            yield f"some, {level}, {order}", clew.AtMost(1 + number // 2), options
            yield f"cut, {level}, {order}", clew.All(), {**options, "limits": clew.Limits(nodes=2 + number)}
        for values in ("reverse", "random"):
            options = {"inference": level, "variable_order": "mrv", "value_order": values, "seed": number}
            yield f"{values}, {level}", clew.All(), options


def asked(model: clew.Model, strategy: clew.Strategy[Any], options: dict[str, Any], kernel: Any) -> Any:
    """The answer of a kernel, and the nodes that it took."""
    outcome = clew.solve(model, strategy, **options, kernel=kernel)
    result = outcome.result
    if isinstance(result, list):
        result = [solution.row() for solution in result]
    return result, outcome.status, outcome.statistics.nodes_per_level, outcome.statistics.failures


def comparable(name: str, answer: Any) -> Any:
    """What of an answer is the same although intervals are branched on otherwise: one value at a node, then anew."""
    result, status, *_ = answer
    is_static = name.endswith("static")
    if name.startswith("cut") or (name.startswith("some") and not is_static):
        return None
    return result if is_static or isinstance(result, int) else sorted(result), status


def disagreements(family: str, model: clew.Model, asks: Counter[str]) -> Iterator[str]:
    """What the engine answers otherwise.

    Args:
        family: that of the model.
        model: what the questions are about.
        asks: counts the questions, and the models without a form under the name of their family.
    """
    solutions = brute_force(model)
    for name, strategy, options in questions(len(solutions)):
        try:
            with mock.patch.object(walk, "SLICE", 1 if name.startswith("paused") else walk.SLICE):
                compiled = asked(model, strategy, options, "compiled")
        except clew.OptionError:
            asks[family] += 1
            continue
        asks["questions"] += 1
        python = asked(model, strategy, options, "python")
        if family == "intervals":
            python, compiled = (comparable(name, answer) for answer in (python, compiled))
        elif family == "wide" and compiled[-1] < python[-1]:  # half of a domain fails at once
            python, compiled = python[:-1], compiled[:-1]
        if compiled != python:
            yield f"{name}: {compiled} instead of {python}"
        if name.startswith("all") and sorted(compiled[0], key=repr) != sorted(solutions, key=repr):
            yield f"{name}: {compiled[0]}, and brute force has {solutions}"
    for check in (one_by_one, learning, single, best, each, in_threads):
        try:
            for right, found in check(model, solutions):
                asks["questions"] += 1
                if right != found:
                    yield f"{check.__name__}: {found} instead of {right}"
        except clew.OptionError:
            asks[family] += 1


Pairs = Iterator[tuple[Any, Any]]
"""The right answer, and the one of the engine."""

Solutions = list[tuple[Any, ...]]


def one_by_one(model: clew.Model, solutions: Solutions) -> Pairs:
    """The solutions as they are asked for; another search has been left half-way, and one goes on beside it."""
    options: Any = {"variable_order": "static", "kernel": "compiled"}
    rest = clew.solutions(model, **options)
    begun = [solution.row() for solution in islice(rest, 1 + len(solutions) // 2)]
    list(islice(clew.solutions(model, **options), 1))
    whole = [solution.row() for solution in clew.solve(model, clew.All(), **options).result]
    yield whole, [solution.row() for solution in clew.solutions(model, **options)]
    yield whole, begun + [solution.row() for solution in rest]


def learning(model: clew.Model, solutions: Solutions) -> Pairs:
    """The ordering that learns finds the same, in any order."""
    for level in LEVELS:
        options: Any = {"inference": level, "variable_order": "wdeg", "kernel": "compiled"}
        found = clew.solve(model, clew.All(), **options).result
        yield sorted(solutions, key=repr), sorted((solution.row() for solution in found), key=repr)


def single(model: clew.Model, solutions: Solutions) -> Pairs:
    """The first solution, and whether there are several, by searches that may restart."""
    first = clew.first(model, kernel="compiled")
    yield bool(solutions), first is not None and first.row() in solutions
    yield ("none", "unique", "several")[min(2, len(solutions))], clew.check(model, kernel="compiled").answer


def best(model: clew.Model, solutions: Solutions) -> Pairs:
    """The best value of a sum of all variables, from either side."""
    if not all(type(value) is int for values in model.domains().values() for value in values):
        return
    weights = [1 + k % 3 for k in range(len(model.domains()))]
    total = sum((Var(name) * weight for name, weight in zip(model.domains(), weights, strict=True)), Constant(0))

    def value_of(row: tuple[Any, ...]) -> int:
        return sum(map(operator.mul, row, weights))

    for (maximize, extreme), (jobs, order) in product(((False, min), (True, max)), product((1, 3), BEST_ORDERS)):
        # Short slices, so that threads share a small tree, too.
        with mock.patch.multiple(sharing, SLICE=10, SHARES=1), mock.patch.multiple(portfolio, SLICE=10, SHARES=1):
            found = clew.solve(model, clew.Best(total, maximize=maximize), kernel="compiled", jobs=jobs, **order).result
        yield extreme(map(value_of, solutions), default=None), None if found is None else value_of(found.row())


def each(model: clew.Model, solutions: Solutions) -> Pairs:
    """The answers for each of the first values of a variable, given beside what is given."""
    for place, (name, values) in enumerate(model.domains().items()):
        some = list(values)[:3]
        numbers = [sum(bool(row[place] == value) for row in solutions) for value in some]
        answers = clew.check_each(model, [{name: value} for value in some if name not in model.given()])
        right = [("none", "unique", "several")[min(2, number)] for number in numbers]
        yield right if name not in model.given() else [], [one.answer for one in answers]
        return


def in_threads(model: clew.Model, solutions: Solutions) -> Pairs:
    """Three searches of the same model at once."""
    options: Any = {"inference": "unit", "variable_order": "mrv"}
    alone = asked(model, clew.All(), options, "compiled")
    with ThreadPoolExecutor(3) as threads:
        tasks = [threads.submit(asked, model, clew.All(), options, "compiled") for _ in range(3)]
        for task in tasks:
            yield alone, task.result()


@contextmanager
def narrowed(*, is_interval: bool, is_listed: bool) -> Iterator[None]:
    """What only large models need, these small ones get, too.

    Args:
        is_interval: whether variables are intervals already if they have more than four values.
        is_listed: whether few combinations of values are written out as tables; else a constraint has its propagator.
    """
    with ExitStack() as stack:
        if is_interval:
            stack.enter_context(mock.patch.multiple(compiler, WIDE=4, NARROW=4))
        if not is_listed:
            stack.enter_context(mock.patch.object(counting, "AUTOMATON", 8))
            stack.enter_context(mock.patch.multiple(totals, LONGEST=1, NAMED=1))
            stack.enter_context(mock.patch.multiple(thresholds, TUPLES=8, FEW_TUPLES=0))
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=1000, help="how many seeds of each family")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    parser.add_argument("--family", choices=FAMILIES, help="this family only")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after how long it ends")
    parser.add_argument("--most", type=int, default=20, help="after how many wrong answers it ends")
    parsed = parser.parse_args()
    began, wrong, asks = time.perf_counter(), 0, Counter[str]()
    for seed in range(parsed.seed, parsed.seed + parsed.models):
        if time.perf_counter() - began > parsed.seconds:
            break
        for family in [parsed.family] if parsed.family else FAMILIES:
            model = made(family, seed)
            with narrowed(is_interval=family == "intervals", is_listed=seed % 2 == 0):
                lines = list(disagreements(family, model, asks))
            for line in lines:
                wrong += 1
                print(
                    f"{family} {seed}: {line[:300]}\n    {model.domains()} {model.given()} {model.constraints()}"[:900]
                )
                if wrong >= parsed.most:
                    return 1
    number = asks.pop("questions", 0)
    print(f"{number:,} questions in {time.perf_counter() - began:.0f} s, {wrong} answered otherwise")
    for name, times in asks.most_common():
        print(f"    {name}: {times} times no form")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
