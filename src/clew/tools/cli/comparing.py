"""The commands `clew compare` and `clew profile`: several methods side by side, and one search level by level."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any, Final

import attrs

from clew.api import solve
from clew.errors import many
from clew.outcome import Outcome
from clew.problem.problem import AnyProblem
from clew.render.texts import aligned
from clew.strategies import Count, First, Strategy
from clew.tools.cli import answers, instances, running
from clew.tools.comparison.comparing import MethodComparison, compare
from clew.tools.comparison.drawing import bound
from clew.watch.observers import plotting
from clew.watch.observers.profile import Profile

MAX_RANGE: Final = 100
LONGEST: Final = 16
"""Characters of an instance that name it; longer ones are numbered."""


def compare_methods(parsed: Namespace) -> int:
    """Print a table of what each method takes on each instance, and how far each gets."""
    problems = _problems(parsed)
    if parsed.plot is not None:
        plotting.check(parsed.plot)
    methods = None if parsed.methods is None else [name.strip() for name in parsed.methods.split(",")]
    question: Any = "first" if parsed.first else "count"
    line = running.status_line(parsed)
    comparison = compare(
        problems, methods, question=question, time_limit=parsed.time_limit, runs=parsed.runs,
        report=lambda method, instance: line.show(f"{instance}: {method}"),
    )  # fmt: skip
    line.erase()
    disagreements = comparison.disagreements()
    if parsed.plot is not None and comparison.measurements:
        comparison.plot(parsed.plot)
    reached = [attrs.asdict(one) for one in comparison.reached(parsed.budget)]
    summary = {"problem": parsed.problem, **comparison.as_dict(), "budget": parsed.budget, "reached": reached}
    answers.report(parsed, summary, _lines(comparison, parsed.budget))
    if not comparison.is_complete:
        return answers.INTERRUPTED
    return answers.FAILED if disagreements else answers.ANSWERED


def _problems(parsed: Namespace) -> dict[int | str, AnyProblem]:
    """The instances by size or by name: ranges of sizes, texts, files and examples."""
    problems: dict[int | str, AnyProblem] = {}
    for text in parsed.instances:
        sizes = instances.sizes(text, MAX_RANGE)
        for label in sizes or [_label(text, len(problems) + 1)]:
            problems[label] = instances.another(parsed, str(label) if sizes else text)
    problems |= {name: instances.another(parsed, example=name) for name in parsed.example}
    # A model in a file is an instance by itself; of other problems this says what is missing.
    return problems or {_label(str(parsed.problem), 1): instances.another(parsed)}


def _label(text: str, number: int) -> str:
    return text if len(text) <= LONGEST and text.isprintable() else f"instance {number}"


def _lines(comparison: MethodComparison, budget: float) -> Iterator[str]:
    """The tables, how far each method gets, and who disagrees."""
    if comparison.measurements:
        yield comparison.table()
    reached = comparison.reached(budget)
    if len(comparison.instances) > 1 and reached:
        yield ""
        yield from aligned([["size reached in", bound(budget)], *([one.method, str(one)] for one in reached)])
    for instance, numbers in comparison.disagreements().items():
        said = "; ".join(f"{number} by {', '.join(names)}" for number, names in numbers.items())
        yield f"\nthe methods disagree on {instance}: {said}"
    if not comparison.is_complete:
        yield "\ninterrupted"


def profile_search(parsed: Namespace) -> int:
    """Print the effort of a search by level, by variable and by constraint."""
    if parsed.to is not None:
        plotting.check(parsed.to)
    problem = instances.make(parsed)
    profile = Profile()
    strategy: Strategy[Any] = First() if parsed.first else Count()
    options = instances.options(parsed, problem)
    options["observers"] = [profile]
    outcome = solve(problem, strategy, **options)
    if parsed.to is not None:
        plotting.plot(profile, problem, parsed.to)
    about = answers.named(parsed, status=outcome.status.value, statistics=outcome.statistics.as_dict())
    lines = [_profiled(outcome), "", profile.text(problem)]
    answers.report(parsed, {**about, **profile.as_dict(problem)}, lines)
    return answers.of_search(outcome, 1)


def _profiled(outcome: Outcome[Any]) -> str:
    """One line about the search."""
    one = outcome.statistics
    stopped = "" if outcome.is_complete else f"stopped ({outcome.status.value}): "
    counted = (("node", one.nodes), ("failure", one.failures), ("solution", one.solutions))
    numbers = ", ".join(many(number, name) for name, number in counted)
    return f"{stopped}{numbers}; inference {one.inference}, order {one.variable_order}"
