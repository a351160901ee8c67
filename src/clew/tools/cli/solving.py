"""The commands `clew solve` and `clew count`.

Solutions are printed as they are found, or drawn at the end; a count is one number, or a table for a range of sizes.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, nullcontext
from typing import IO, TYPE_CHECKING, Any, Final

from clew.api import solve
from clew.errors import OptionError, ProblemError, many
from clew.outcome import Outcome, Status
from clew.problem.declared import overrides
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.strategies import All, Count, Counting, First
from clew.tools.cli import answers, elsewhere, instances, running

if TYPE_CHECKING:
    from clew.watch.observers.recorder import Recorder

MAX_RANGE: Final = 1000
"""Sizes that one call counts."""


def solve_instances(parsed: Namespace) -> int:
    """Print solutions: of one instance, or of each instance of a file; or the steps to one."""
    if parsed.steps:
        from clew.tools.cli import hinting

        return hinting.print_steps(parsed)
    if parsed.each is not None:
        from clew.tools.cli import each

        return each.solve_each(parsed)
    if running.is_kept(parsed):
        from clew.scale.checkpoint.specification import Listed

        return running.search_kept(parsed, Listed())
    return solve_instance(parsed)


def solve_instance(parsed: Namespace) -> int:
    """Print the first solution, or all of them."""
    problem = instances.make(parsed)
    options = instances.options(parsed, problem)
    answers.check_styles(problem, parsed.style)
    printer = Printer(parsed, problem)
    if printer.recorder is not None:
        options["observers"] = [printer.recorder]
    options["progress"] = printer.line
    walk = elsewhere.walk_of(problem, options) if elsewhere.is_by_symmetry(parsed) else None
    with ExitStack() as files:
        if parsed.output:
            from clew.render import writing

            printer.out = files.enter_context(writing.opened(parsed.output, "--output"))
        options |= running.options(parsed)
        if walk is not None:
            outcome = elsewhere.listed_by_symmetry(walk, printer.add, parsed.limit, printer.stands_for)
        elif printer.is_elsewhere:
            outcome = elsewhere.listed(parsed, problem, printer.add, printer.most or parsed.limit)
        else:
            outcome = solve(problem, printer, **options)
        running.print_failures(outcome)
        printer.conclude(outcome, options.get("given", {}))
        running.print_advice(parsed, problem, All() if printer.many else First(), outcome)
    return answers.of_search(outcome, outcome.result)


class Printer(Counting):
    """Prints solutions as they are found and keeps nothing but their number; then what is to be said at the end.

    Attributes:
        many: whether more than one solution is looked for.
        is_elsewhere: whether others look for them.
        recorder: remembers the search, if the problem draws it.
        line: says how far the search is.
        out: where to print.
        stands_for: how many solutions each one stands for, if one of each class is listed.
    """

    def __init__(self, parsed: Namespace, problem: AnyProblem) -> None:
        self._parsed, self._problem = parsed, problem
        self.many: bool = parsed.all or parsed.limit is not None
        # One solution is looked for as `First` looks for it.
        self.stops = self.learns = self.restarts = not self.many  # type: ignore[misc]
        self._to = answers.path_of(parsed.to)
        self.is_elsewhere = elsewhere.is_asked(parsed)
        self.recorder = None if self.is_elsewhere else _recorder(parsed, problem)
        self.line = running.line_for(parsed)
        self.out: IO[str] = sys.stdout
        self.stands_for: list[int] | None = [] if parsed.up_to_symmetry else None
        self._listed: list[dict[str, Any]] = []
        self._pictured: list[AnySolution] = []
        self._seen: dict[AnySolution, int] = {}

    @property
    def most(self) -> int | None:
        return None if self.many else 1

    def add(self, result: int, solution: AnySolution) -> int:
        """Take in a solution, and print it if it can be printed alone."""
        parsed, number = self._parsed, result + 1
        if parsed.distinct_check and self._seen.setdefault(solution, number) != number:
            raise ProblemError(f"solution {number} is the same as solution {self._seen[solution]}")
        if self._to is not None and number <= answers.MOST:
            self._pictured.append(solution)
        weight = {"stands_for": self.stands_for.pop()} if self.stands_for and not parsed.json else {}
        if parsed.json:
            self._listed.append(solution.named())
        elif parsed.jsonl:
            self._print(answers.dumped({"solution": solution.named(), **weight}), flush=True)
        elif self.recorder is None and self._to is None:
            drawn = answers.drawings(solution.draw, parsed.style)
            self._print(answers.numbered(number, drawn, **weight) if self.many else "\n".join(drawn))
        return number

    def is_enough(self, result: int) -> bool:
        return result == self.most

    def _print(self, text: str, flush: bool = False) -> None:
        line = self.line
        with nullcontext() if line is None else line.hidden():
            flush = flush or self.is_elsewhere or (line is not None and self.out is sys.stdout)
            print(text, file=self.out, flush=flush)

    def conclude(self, outcome: Outcome[int], given: Mapping[Any, Any]) -> None:
        """Print what is said behind the solutions."""
        parsed, recorder, written = self._parsed, self.recorder, None
        if self._to is not None:
            search = None if recorder is None else self._problem.picture_search(recorder.events)
            written = answers.write_pictures(self._to, self._pictured, outcome.result, search)
        if parsed.json or parsed.jsonl:
            self._summarize(outcome)
            return
        if written is not None:
            print(written, file=self.out)
        elif recorder is not None and self._to is None:
            colour = self.out is sys.stdout and _colour()
            print(self._problem.draw_search(recorder.events, colour=colour), file=self.out)
        for line in self._ending(outcome, given):
            print(line, file=self.out)
        if parsed.stats:
            answers.print_statistics(outcome, self.out)

    def _summarize(self, outcome: Outcome[int]) -> None:
        summary = answers.summary(self._parsed, outcome, outcome.result)
        if self._parsed.json:
            summary |= {"solutions": self._listed}
            summary |= {} if self.stands_for is None else {"stands_for": self.stands_for}
        print(answers.dumped(summary, indent=2 if self._parsed.json else None), file=self.out)

    def _ending(self, outcome: Outcome[int], given: Mapping[Any, Any]) -> Iterator[str]:
        """How many solutions there are, and why it stopped."""
        solutions = many(outcome.result, "solution")
        if self._parsed.up_to_symmetry:
            solutions += f" up to symmetry, for {outcome.statistics.solutions} in all"
        if outcome.status not in (Status.COMPLETE, Status.SOLUTION_LIMIT):
            yield f"stopped ({outcome.status.value}): {solutions} found until then"
        elif not outcome.result:
            yield "no solution"
            yield from answers.violations(self._problem, given)
        elif self.many or self.recorder is not None:
            yield solutions + (", no two the same" if self._parsed.distinct_check else "")


def _recorder(parsed: Namespace, problem: AnyProblem) -> Recorder | None:
    """An observer that records the search, if the problem draws it."""
    is_plain = parsed.json or parsed.jsonl or parsed.style is not None or running.has_workers(parsed)
    if is_plain or not overrides(problem, "draw_search"):
        return None
    from clew.watch.observers.recorder import Recorder

    return Recorder()


def _colour() -> bool:
    """Whether standard output is a terminal that wants colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def count_solutions(parsed: Namespace) -> int:
    """Print the number of solutions, or a table for a range of sizes."""
    if ".." in (parsed.instance or "") and (sizes := instances.sizes(parsed.instance, MAX_RANGE)):
        if parsed.checkpoint is not None:
            raise OptionError("--checkpoint keeps one search: count one size at a time")
        return _count_range(parsed, sizes)
    if running.is_kept(parsed):
        return running.search_kept(parsed, Count())
    outcome = _count(parsed)
    answers.print_answer(parsed, answers.summary(parsed, outcome, outcome.result), [answers.as_count(outcome)], outcome)
    return answers.of_search(outcome, 1)


def _count(parsed: Namespace) -> Outcome[int]:
    problem = instances.make(parsed)
    if elsewhere.is_asked(parsed):
        return elsewhere.count(parsed, problem)
    options = running.all_options(parsed, problem)
    outcome: Outcome[int]
    if parsed.use_symmetry or parsed.up_to_symmetry:
        from clew.answers.symmetry.classes import count_by_symmetry

        outcome = count_by_symmetry(problem, classes=parsed.up_to_symmetry, **options)
    else:
        outcome = solve(problem, Count(), **options)
    running.print_failures(outcome)
    running.print_advice(parsed, problem, Count(), outcome)
    return outcome


def _count_range(parsed: Namespace, sizes: range) -> int:
    """A table of counts, a line for each size as soon as it is known."""
    label = parsed.instance
    counts = []
    status = answers.ANSWERED
    if not parsed.json:
        print("size  solutions")
    for size in sizes:
        parsed.instance = str(size)
        outcome = _count(parsed)
        counts.append({"instance": size, "status": outcome.status.value, "count": outcome.result})
        if not parsed.json:
            print(f"{size:4}  {answers.as_count(outcome):>9}", flush=True)
        status = answers.of_search(outcome, 1)
        if status != answers.ANSWERED:
            break
    answers.report(parsed, {"problem": parsed.problem, "instance": label, "counts": counts}, ())
    return status
