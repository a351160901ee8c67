"""Asks the engine and the search in Python the same questions: `python -m tests.agreement [--models N] [--seed S]`.

Every model of `tests.corpus.families` is one of a family and a seed. Of each model the questions are these: all
solutions in their order, with the nodes of each level and the failures, for three levels of inference and four
orderings; their number; the first one, and whether it is the only one, by restarts; a search that is cut off by a limit
on nodes, or asked for some solutions only. The solutions must be those of brute force over `holds`, too. A model that
the engine has no form for is counted under its reason.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import clew
from tests.corpus.families import MODELS, brute_force, model_of

LEVELS = ("forward", "unit", "arc")
ORDERS = ("static", "mrv", "degree", "random")
Question = tuple[str, clew.Strategy[Any], dict[str, Any]]


def questions(number: int) -> Iterator[Question]:
    """What is asked of a model that has some solutions."""
    for level in LEVELS:
        for order in ORDERS:
            options: dict[str, Any] = {"inference": level, "variable_order": order}
            yield f"all, {level}, {order}", clew.All(), options
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


def disagreements(model: clew.Model) -> Iterator[str]:
    """What the engine answers otherwise; the first line may be the reason why it has no form for the model."""
    solutions = brute_force(model)
    for name, strategy, options in questions(len(solutions)):
        try:
            compiled = asked(model, strategy, options, "compiled")
        except clew.OptionError as error:
            yield f"none: {error}"
            continue
        python = asked(model, strategy, options, "python")
        if compiled != python:
            yield f"{name}: {compiled} instead of {python}"
        if name.startswith("all") and sorted(compiled[0], key=repr) != sorted(solutions, key=repr):
            yield f"{name}: {compiled[0]}, and brute force has {solutions}"
    try:
        first = clew.first(model, kernel="compiled")
        verdict = clew.check(model, kernel="compiled").answer
    except clew.OptionError:
        return
    if (first is None) != (not solutions) or (first is not None and first.row() not in solutions):
        yield f"first: {first}, and brute force has {solutions}"
    if verdict != ("none", "unique", "several")[min(2, len(solutions))]:
        yield f"check: {verdict}, and there are {len(solutions)}"


def reason_of(line: str) -> str:
    """Why the engine has no form for a model, without the names of the model."""
    return line.rsplit(" ", 5)[-1] if "is known to" not in line else line.split("this: ")[-1].split("(")[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=1000, help="how many seeds of each family")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    parser.add_argument("--family", help="this family only")
    parsed = parser.parse_args()
    began, number, without = time.perf_counter(), 0, Counter[str]()
    wrong = 0
    for family in [parsed.family] if parsed.family else MODELS:
        for seed in range(parsed.seed, parsed.seed + parsed.models):
            model = model_of(family, seed)
            number += len(list(questions(0))) + 2
            for line in disagreements(model):
                if line.startswith("none: "):
                    without[family] += 1
                    number -= 1
                    continue
                wrong += 1
                print(
                    f"{family} {seed}: {line[:300]}\n    {model.domains()} {model.given()} {model.constraints()}"[:900]
                )
                if wrong > 20:
                    return 1
    print(f"{number:,} questions in {time.perf_counter() - began:.0f} s, {wrong} answered otherwise")
    for name, times in without.most_common():
        print(f"    {name}: {times} times no form")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
