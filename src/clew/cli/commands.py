"""What each command does: it asks a question and prints the answer."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import IO, Any, Final

import attrs

from clew import plugins
from clew.api import solve
from clew.cli import (
    answers,
    checkpointing,
    checks,
    comparing,
    each,
    elsewhere,
    estimating,
    exits,
    exporting,
    instances,
    new,
    picturing,
    progressing,
    styles,
    symmetric,
    testing,
    tracing,
    watch,
    working,
)
from clew.cli.domains import Domains
from clew.cli.parser import make_parser
from clew.errors import OptionError, ProblemError
from clew.explain import explain
from clew.observe.recorder import Recorder
from clew.options import Options
from clew.outcome import Outcome, Status
from clew.problem import Problem, overrides
from clew.solution import Solution
from clew.strategies import Count, Strategy, Unique

MAX_RANGE = 1000


def list_problems(parsed: argparse.Namespace) -> int:
    """List the plugins found, the broken ones with their error."""
    found = plugins.installed()
    if parsed.json:
        entries = [
            {
                "name": plugin.name,
                "distribution": plugin.distribution,
                "summary": plugin.problem.summary if plugin.problem else None,
                "error": plugin.error or None,
            }
            for plugin in found
        ]
        print(json.dumps({"problems": entries}, indent=2))
        return exits.ANSWERED
    width = max((len(plugin.name) for plugin in found), default=0)
    for plugin in found:
        about = plugin.problem.summary if plugin.problem else f"broken ({plugin.distribution}): {plugin.error}"
        print(f"{plugin.name:{width}}  {about}")
    return exits.ANSWERED


def print_completion(parsed: argparse.Namespace) -> int:
    """Print a script that makes the shell complete the command."""
    import shtab

    names = [plugin.name for plugin in plugins.installed()]
    print(shtab.complete(make_parser(names=names), parsed.shell))
    return exits.ANSWERED


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
    is_drawn = overrides(problem, "draw_search") and parsed.style is None and not (quiet or is_elsewhere)
    recorder = Recorder() if is_drawn and not working.is_asked(parsed) else None
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
                written(json.dumps({"solution": solution.named(), **weight}), flush=True)
            elif recorder is None and gallery is None:
                drawn = styles.drawings(solution.draw, parsed.style)
                written(_numbered(number, drawn, **weight) if many else "\n".join(drawn))

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
            print(json.dumps(summary, indent=2 if parsed.json else None), file=out)
        else:
            if gallery is not None:
                search = problem.picture_search(recorder.events) if recorder is not None else None
                _print_if(gallery.write(search), out)
            elif recorder is not None:
                print(problem.draw_search(recorder.events, colour=out is sys.stdout and _colour()), file=out)
            _conclude(parsed, problem, options.get("given", {}), outcome, many or recorder is not None, out)
    return exits.of_search(outcome, found)


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


def _numbered(number: int, drawn: Sequence[str], stands_for: int | None = None) -> str:
    return styles.titled(f"Solution {number}" + ("" if stands_for is None else f", for {stands_for}"), drawn)


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
        _explain(problem, given, out)
    elif count:
        print(solutions + (", no two the same" if parsed.distinct_check else ""), file=out)
    if parsed.stats:
        answers.print_statistics(outcome, out)


def _explain(problem: Problem[Any, Any], given: Mapping[Any, Any], out: IO[str]) -> None:
    """Which rules the given values break by themselves."""
    for violation in problem.violations({**given, **problem.given()}):
        print(f"  {violation}", file=out)


def _colour() -> bool:
    """Whether standard output is a terminal that wants colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def count_solutions(parsed: argparse.Namespace) -> int:
    """Print the number of solutions, or a table for a range of sizes."""
    if parsed.instance is not None and (sizes := re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", parsed.instance)):
        if parsed.checkpoint is not None:
            raise OptionError("--checkpoint keeps one search: count one size at a time")
        return _count_range(parsed, int(sizes[1]), int(sizes[2]))
    if checkpointing.is_asked(parsed):
        return checkpointing.count_with_checkpoint(parsed)
    outcome = _count(parsed)
    if parsed.json:
        print(json.dumps(answers.summary(parsed, outcome, outcome.result), indent=2))
    else:
        print(answers.as_count(outcome))
        if parsed.stats:
            answers.print_statistics(outcome, sys.stdout)
    return exits.of_search(outcome, 1)


def _count(parsed: argparse.Namespace) -> Outcome[int]:
    problem = instances.make(parsed)
    if elsewhere.is_asked(parsed):
        return elsewhere.count(parsed, problem)
    options = working.all_options(parsed, problem)
    outcome: Outcome[int]
    if parsed.use_symmetry or parsed.up_to_symmetry:
        from clew.symmetry import count_by_symmetry

        outcome = count_by_symmetry(problem, classes=parsed.up_to_symmetry, **options)
    else:
        outcome = solve(problem, Count(), **options)
    working.tell_failures(outcome)
    return outcome


def _count_range(parsed: argparse.Namespace, low: int, high: int) -> int:
    """A table of counts, a line for each size as soon as it is known."""
    if not low <= high < low + MAX_RANGE:
        raise OptionError(f"the range {parsed.instance} must go up, over {MAX_RANGE} sizes at most")
    label = parsed.instance
    counts = []
    status = exits.ANSWERED
    if not parsed.json:
        print("size  solutions")
    for size in range(low, high + 1):
        parsed.instance = str(size)
        outcome = _count(parsed)
        counts.append({"instance": size, "status": outcome.status.value, "count": outcome.result})
        if not parsed.json:
            print(f"{size:4}  {answers.as_count(outcome):>9}", flush=True)
        status = exits.of_search(outcome, 1)
        if status != exits.ANSWERED:
            break
    if parsed.json:
        print(json.dumps({"problem": parsed.problem, "instance": label, "counts": counts}, indent=2))
    return status


def check_instance(parsed: argparse.Namespace) -> int:
    """Print whether there is none, one or several solutions, with the witnesses and what they tell."""
    if parsed.each is not None:
        return each.check_each(parsed)
    problem = instances.make(parsed)
    styles.check(problem, parsed.style)
    options = instances.options(parsed, problem)
    to = picturing.path_of(parsed.to)
    watched: Options = {**options, **working.options(parsed), "progress": progressing.line_for(parsed)}
    outcome = solve(problem, Unique(), **watched)
    working.tell_failures(outcome)
    verdict = outcome.result
    found = checks.find(parsed, problem, options, outcome)
    if parsed.json:
        solutions = [solution.named() for solution in verdict.solutions]
        summary = {**answers.summary(parsed, outcome, len(solutions)), "answer": verdict.answer, "solutions": solutions}
        print(json.dumps({**summary, **found.as_dict(parsed)}, indent=2))
    else:
        print(verdict.answer + (f" ({outcome.status.value})" if verdict.answer == "undecided" else ""))
        if to is not None:
            print(picturing.written(to, verdict.picture().svg()) if verdict.solutions else "no solution to draw")
        for number, solution in enumerate(verdict.solutions if to is None else (), 1):
            drawn = styles.drawings(solution.draw, parsed.style)
            print(_numbered(number, drawn) if len(verdict.solutions) > 1 else "\n".join(drawn))
        if verdict.answer == "none":
            _explain(problem, options.get("given", {}), sys.stdout)
        for line in checks.lines(parsed, found):
            print(line)
        if parsed.stats:
            answers.print_statistics(outcome, sys.stdout)
    if Status.INTERRUPTED in (outcome.status, found.stopped):
        return exits.INTERRUPTED
    if outcome.status is Status.FAILED and verdict.answer == "undecided":
        return exits.FAILED
    return {"unique": exits.ANSWERED, "none": exits.NO, "several": exits.SEVERAL, "undecided": exits.LIMIT}[
        verdict.answer
    ]


def show_instance(parsed: argparse.Namespace) -> int:
    """Draw an instance, and say which rules its given values break."""
    problem = instances.make(parsed)
    options = instances.options(parsed, problem)
    given = {**options.get("given", {}), **problem.given()}
    to = picturing.path_of(parsed.to)
    domains = Domains.of(problem, options) if parsed.domains else None
    if to is None:
        print("\n".join(styles.drawings(partial(problem.draw, given), parsed.style)))
    else:
        print(picturing.show(problem, given, domains, to))
    for violation in problem.violations(given):
        print(violation)
    if domains is not None and to is None:
        print("\n".join(domains.lines(problem)))
    elif domains is not None and domains.dead_end:
        print(domains.dead_end)
    return exits.ANSWERED


def explain_model(parsed: argparse.Namespace) -> int:
    """Say what the compiler made of an instance's constraints."""
    for line in explain(instances.make(parsed)):
        print(line)
    return exits.ANSWERED


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "list": list_problems,
    "solve": solve_instances,
    "count": count_solutions,
    "check": check_instance,
    "estimate": estimating.estimate_instance,
    "compare": comparing.compare_methods,
    "trace": tracing.trace_search,
    "profile": comparing.profile_search,
    "show": show_instance,
    "explain-model": explain_model,
    "test": testing.test_problem,
    "export": exporting.export_instance,
    "verify": exporting.verify_instance,
    "resume": checkpointing.resume_search,
    "status": checkpointing.print_status,
    "new": new.new_problem,
    "watch": watch.watch_instance,
    "completion": print_completion,
}
