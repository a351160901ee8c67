"""The commands about an instance that search nothing, or leave that to others.

`clew show` and `clew explain-model` draw it and list its compiled constraints, `clew estimate` says how large a search
would be, `clew export` writes it for other programs, and `clew verify` asks one to solve it.
"""

from __future__ import annotations

import math
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from clew import exchange
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Stopped
from clew.planning.plan import make_plan
from clew.planning.progress.line import duration, short
from clew.problem.declared import title_of
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.state.state import DEAD_END, State
from clew.tools.cli import answers, instances
from clew.watch.observers.recorder import Recorder

if TYPE_CHECKING:
    from clew.answers.estimation import Estimate, Spread
    from clew.reference.search.reporter import Reporter

Left = dict[Any, tuple[Any, ...]]
"""Each variable with the values that are left to it."""

FORMATS: Final = ("json", "minizinc", "cnf", "puzz.link", "sudokupad")
NONE_MET: Final = ("0", "no probe met one")
ENOUGH: Final = 10.0
"""Seconds for the probes if no limit is set, because an estimate must not take longer than the search."""


def show_instance(parsed: Namespace) -> int:
    """Draw an instance, and say which rules its given values break."""
    problem = instances.make(parsed)
    options = instances.options(parsed, problem)
    given = {**options.get("given", {}), **problem.given()}
    to = answers.path_of(parsed.to)
    left, dead_end = propagated(problem, options) if parsed.domains else (None, "")
    left = candidates(problem, given) if parsed.candidates else left
    if to is None:
        print("\n".join(answers.drawings(partial(problem.draw, given), parsed.style)))
    else:
        from clew.problem.pictures import with_conflicts

        open_ones = None if left is None else {v: values for v, values in left.items() if v not in given}
        print(answers.write(to, with_conflicts(problem, given, open_ones).svg()))
    for violation in problem.violations(given):
        print(violation)
    if left is not None:
        for line in _lines(problem, left) if to is None else ():
            print(line)
        if dead_end:
            print(dead_end)
        elif not left and to is None:
            print("no domains: the variables appear as the search goes")
    return answers.ANSWERED


def explain_model(parsed: Namespace) -> int:
    """Say what the compiler made of an instance's constraints."""
    from clew.answers.diagnosis.explain import explain

    for line in explain(instances.make(parsed)):
        print(line)
    return answers.ANSWERED


def propagated(problem: AnyProblem, options: Options) -> tuple[Left, str]:
    """The domains that propagation leaves before the first decision; in a dead end, those left when it was met.

    Returns:
        Each variable with its values, and why there is no solution, if that is known already; empty if it is not.
    """
    recorder = Recorder()
    plan = make_plan(problem, {**options, "observers": [recorder]})
    if plan.root is not DEAD_END:
        return _left(plan.root), ""
    from clew.watch.trace.story import Story  # most commands do not tell stories

    cast("Reporter", plan.steps().reporter).refused()
    story = Story(problem, options.get("given"))
    *before, last = map(story.step, recorder.events)
    left = _left(before[-1].event.state if before else last.event.state)
    empty = [story.variable(variable) for variable, values in left.items() if not values]
    why = story.words(last).removeprefix("dead end: ")
    if not empty:
        return left, why
    why = why if last.emptied is not None else f"{empty[0]} has no value"  # if it had none from the start
    return left, f"{why}: there is no solution"


def candidates(problem: AnyProblem, given: Mapping[Any, Any]) -> Left:
    """The candidates that a person writes down: no value that a known one rules out."""
    from clew.puzzles.hints.knowledge import Knowledge

    known = Knowledge.of(problem, given)
    return {variable: known.values(variable) for variable in known.rules.network.lanes.variables}


def _lines(problem: AnyProblem, left: Left) -> Iterator[str]:
    names = Names(problem)
    for variable, values in left.items():
        yield f"{names.variable(variable)}: [{'|'.join(names.value(variable, value) for value in values)}]"


def _left(state: State[Any, Any]) -> Left:
    return {variable: tuple(state.domain(variable)) for variable in state.lanes.variables}


def estimate_instance(parsed: Namespace) -> int:
    """Print the nodes of each level, the failures, the solutions and the time, each with its interval."""
    from clew.answers.estimation import estimate

    problem = instances.make(parsed)
    if parsed.time_limit is None:
        parsed.time_limit = ENOUGH
    try:
        found = estimate(problem, parsed.probes, **instances.options(parsed, problem))
    except Stopped as stopped:
        status = stopped.outcome.status.value
        print(answers.dumped(answers.named(parsed, status=status)) if parsed.json else f"not known ({status})")
        return answers.LIMIT
    answers.report(parsed, answers.named(parsed, status="complete", **_finite(found.as_dict())), _estimated(found))
    return answers.ANSWERED


def _finite(value: Any) -> Any:
    """A value for JSON, with None in place of infinite numbers."""
    if isinstance(value, dict):
        return {name: _finite(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_finite(entry) for entry in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def _estimated(found: Estimate) -> Iterator[str]:
    rows = [("level", "nodes", "95 % interval")]
    rows += [(str(level), *_shown(spread)) for level, spread in enumerate(found.nodes_per_level)]
    rows += [("nodes", *_shown(found.nodes)), ("failures", *_shown(found.failures))]
    rows += [("solutions", *(_shown(found.solutions) if found.solutions.mean or not found.probes else NONE_MET))]
    width = max(len(mean) for _, mean, _ in rows)
    for name, mean, interval in rows:
        yield f"{name:>9}  {mean:>{width}}  {interval}"
    seconds = found.seconds
    interval = f"{duration(seconds.low)} to {duration(seconds.high)}"
    yield f"     time  {duration(seconds.mean)} ({interval}), at {short(found.nodes_per_second)} nodes a second"
    how = f"inference {found.inference}, order {found.variable_order}, kernel {found.kernel}"
    yield f"from {found.probes} probes; {how}"


def _shown(spread: Spread) -> tuple[str, str]:
    """An estimate and its interval; one that is sure has none."""
    mean, low, high = (_number(value) for value in (spread.mean, spread.low, spread.high))
    return mean, "" if spread.low == spread.high else f"{low} to {high}"


def _number(value: float) -> str:
    """A number with a few digits."""
    if math.isinf(value):
        return "unknown"
    if value >= 1e12:
        return f"{value:.3g}"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def export_instance(parsed: Namespace) -> int:
    """Write an instance in another format."""
    if parsed.to is None:
        raise OptionError(f"--to: which format: one of {', '.join(FORMATS)}")
    problem = instances.make(parsed)
    if parsed.to in ("puzz.link", "sudokupad"):
        text = f"{problem.to_address() if parsed.to == 'puzz.link' else _for_sudokupad(problem)}\n"
    else:
        text = getattr(exchange, f"to_{parsed.to}")(problem)
    if parsed.output is None:
        sys.stdout.write(text)
    else:
        answers.write(parsed.output, text, "--output")
    return answers.ANSWERED


def _for_sudokupad(problem: AnyProblem) -> str:
    write = getattr(problem, "to_sudokupad", None)
    if write is None:
        raise OptionError(f"{title_of(problem)} writes no addresses of SudokuPad: the puzzle variant does")
    address: str = write()
    return address


def verify_instance(parsed: Namespace) -> int:
    """Print what clew and another solver say of an instance, and where they disagree."""
    verdict = exchange.verify(instances.make(parsed), parsed.solver, parsed.limit, parsed.time_limit)
    print(verdict)
    return {True: answers.ANSWERED, False: answers.NO, None: answers.LIMIT}[verdict.agree]
