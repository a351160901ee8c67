"""What `clew solve` does."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any

import attrs

from clew.api import solve
from clew.cli import (
    answers,
    checkpointing,
    elsewhere,
    exits,
    instances,
    picturing,
    progressing,
    styles,
    symmetric,
    working,
)
from clew.errors import ProblemError
from clew.options import Options
from clew.outcome import Outcome, Status
from clew.problem import Problem, overrides
from clew.solution import Solution
from clew.strategies import Strategy

if TYPE_CHECKING:
    from clew.observe.recorder import Recorder


@attrs.define(eq=False)
class Printing(Strategy[int]):
    """Hands every solution on as it is found and keeps nothing but their number.

    Attributes:
        show: is given the number of the solution, from 1, and the solution.
        enough: how many solutions to look for; all by default.
        distinct: whether to make sure that no two are the same.
    """

    show: Callable[[int, Solution[Any, Any]], None]
    enough: int | None = None
    distinct: bool = False
    seen: dict[Solution[Any, Any], int] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        # One solution is looked for as `First` looks for it.
        self.stops = self.enough is not None  # type: ignore[misc]
        self.learns = self.restarts = self.enough == 1  # type: ignore[misc]

    @property
    def most(self) -> int | None:
        return self.enough

    def empty(self) -> int:
        return 0

    def add(self, result: int, solution: Solution[Any, Any]) -> int:
        number = result + 1
        if self.distinct and self.seen.setdefault(solution, number) != number:
            raise ProblemError(f"solution {number} is the same as solution {self.seen[solution]}")
        self.show(number, solution)
        return number

    def is_enough(self, result: int) -> bool:
        return result == self.enough

    def merge(self, earlier: int, later: int) -> int:
        return earlier + later


def solve_instances(parsed: argparse.Namespace) -> int:
    """Print solutions: of one instance, or of each instance of a file."""
    if parsed.each is not None:
        from clew.cli import each

        return each.solve_each(parsed)
    if checkpointing.is_asked(parsed):
        return checkpointing.solve_with_checkpoint(parsed)
    return solve_instance(parsed)


def solve_instance(parsed: argparse.Namespace) -> int:
    """Print the first solution, or all of them."""
    problem = instances.make(parsed)
    options = instances.options(parsed, problem)
    styles.check(problem, parsed.style)
    many = parsed.all or parsed.limit is not None
    quiet = parsed.json or parsed.jsonl
    to = picturing.path_of(parsed.to)
    gallery = picturing.Gallery(to) if to is not None else None
    is_elsewhere = elsewhere.is_asked(parsed)
    recorder = None if quiet or is_elsewhere else _recorder(parsed, problem)
    if recorder is not None:
        options["observers"] = [recorder]
    line = options["progress"] = progressing.line_for(parsed)
    by_symmetry = symmetric.Listing(parsed, problem, options) if symmetric.is_asked(parsed) else None
    listed: list[dict[str, Any]] = []
    with ExitStack() as files:
        out: IO[str] = files.enter_context(answers.written(parsed.output)) if parsed.output else sys.stdout

        def show(number: int, solution: Solution[Any, Any]) -> None:
            weight = {} if by_symmetry is None else by_symmetry.weight()
            if gallery is not None:
                gallery.add(solution)
            if parsed.json:
                listed.append(solution.named())
            elif parsed.jsonl:
                written(answers.dumped({"solution": solution.named(), **weight}), flush=True)
            elif recorder is None and gallery is None:
                drawn = styles.drawings(solution.draw, parsed.style)
                written(styles.numbered(number, drawn, **weight) if many else "\n".join(drawn))

        def written(text: str, flush: bool = False) -> None:
            with progressing.hidden(line):
                print(text, file=out, flush=flush or is_elsewhere or (line is not None and out is sys.stdout))

        options |= working.options(parsed)
        printing = Printing(show, None if many else 1, parsed.distinct_check)
        outcome = _searched(parsed, problem, printing, options, by_symmetry)
        found: int = outcome.result
        working.tell_failures(outcome)
        if quiet:
            summary = answers.summary(parsed, outcome, found)
            if parsed.json:
                summary |= {"solutions": listed, **({} if by_symmetry is None else by_symmetry.weights())}
            if gallery is not None:
                gallery.write()
            print(answers.dumped(summary, 2 if parsed.json else None), file=out)
        else:
            if gallery is not None:
                search = problem.picture_search(recorder.events) if recorder is not None else None
                _print_if(gallery.write(search), out)
            elif recorder is not None:
                print(problem.draw_search(recorder.events, colour=out is sys.stdout and _colour()), file=out)
            _conclude(parsed, problem, options.get("given", {}), outcome, many or recorder is not None, out)
    return exits.of_search(outcome, found)


def _recorder(parsed: argparse.Namespace, problem: Problem[Any, Any]) -> Recorder | None:
    """What remembers the search, if the problem draws it."""
    if not overrides(problem, "draw_search") or parsed.style is not None or working.is_asked(parsed):
        return None
    from clew.observe.recorder import Recorder

    return Recorder()


def _searched(
    parsed: argparse.Namespace,
    problem: Problem[Any, Any],
    printing: Printing,
    options: Options,
    by_symmetry: symmetric.Listing | None,
) -> Outcome[int]:
    if by_symmetry is not None:
        return by_symmetry.run(printing.add)
    if elsewhere.is_asked(parsed):
        return elsewhere.listed(parsed, problem, printing.add, printing.enough or parsed.limit)
    return solve(problem, printing, **options)


def _print_if(line: str | None, out: IO[str]) -> None:
    if line is not None:
        print(line, file=out)


def _conclude(
    parsed: argparse.Namespace,
    problem: Problem[Any, Any],
    given: Mapping[Any, Any],
    outcome: Outcome[int],
    count: bool,
    out: IO[str],
) -> None:
    """The last lines for people: how many solutions, why it stopped, what it cost."""
    found = outcome.result
    solutions = f"{found} solution{'' if found == 1 else 's'}"
    if parsed.up_to_symmetry:
        solutions += f" up to symmetry, for {outcome.statistics.solutions} in all"
    if outcome.status not in (Status.COMPLETE, Status.SOLUTION_LIMIT):
        print(f"stopped ({outcome.status.value}): {solutions} found until then", file=out)
    elif not found:
        print("no solution", file=out)
        answers.print_violations(problem, given, out)
    elif count:
        print(solutions + (", no two the same" if parsed.distinct_check else ""), file=out)
    if parsed.stats:
        answers.print_statistics(outcome, out)


def _colour() -> bool:
    """Whether standard output is a terminal that wants colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))
