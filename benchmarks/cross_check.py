"""Random models and the bundled problems, judged by another solver: `python -m benchmarks.cross_check minizinc`.

The tests count the models of what is written by themselves; this asks a solver that somebody else wrote.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from hypothesis import HealthCheck, Phase, given, settings
from tests.random_models import covers, models

import clew
from clew.formats import verify
from clew.plugins import installed

ENOUGH = 2000


def bundled() -> Iterator[tuple[str, clew.Problem[object, object]]]:
    """The examples of the bundled problems that declare constraints and have few solutions."""
    for plugin in installed():
        for example in plugin.problem.examples if plugin.problem and plugin.name != "letter-tree" else ():
            if example.count <= ENOUGH // 2:
                problem = clew.load(plugin.name, example.text, **example.parameters)
                yield f"{plugin.name}: {example.name}", problem


def check(title: str, problem: clew.Problem[object, object], solver: str) -> None:
    """Ask, and stop at the first difference."""
    verdict = verify(problem, solver, ENOUGH)
    if title:
        print(f"{title}: {verdict}", flush=True)
    assert verdict.agree, f"{problem!r}: {verdict}"


def main(solver: str, number: int) -> None:
    """All of them."""
    unhurried = settings(
        deadline=None,
        max_examples=number,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=False,
    )
    unhurried(given(models())(lambda model: check("", model, solver)))()
    unhurried(given(covers())(lambda model: check("", model, solver)))()
    print(f"{number} random models and {number} random exact covers: they agree")
    for title, problem in bundled():
        check(title, problem, solver)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "ortools", int(sys.argv[2]) if len(sys.argv) > 2 else 100)
