"""The commands `clew show` and `clew explain-model`: they draw an instance, or list its compiled constraints."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from clew.options import Options
from clew.planning.plan import make_plan
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.state.state import DEAD_END, State
from clew.tools.cli import answers, exits, instances, styles
from clew.watch.observers.recorder import Recorder

if TYPE_CHECKING:
    from clew.reference.reporter import Reporter

Left = dict[Any, tuple[Any, ...]]
"""Each variable with the values that are left to it."""


def show_instance(parsed: Namespace) -> int:
    """Draw an instance, and say which rules its given values break."""
    problem = instances.make(parsed)
    options = instances.options(parsed, problem)
    given = {**options.get("given", {}), **problem.given()}
    to = styles.path_of(parsed.to)
    left, dead_end = propagated(problem, options) if parsed.domains else (None, "")
    left = candidates(problem, given) if parsed.candidates else left
    if to is None:
        print("\n".join(styles.drawings(partial(problem.draw, given), parsed.style)))
    else:
        from clew.problem.pictures import with_conflicts

        open_ones = None if left is None else {v: values for v, values in left.items() if v not in given}
        print(answers.write("--to", to, with_conflicts(problem, given, open_ones).svg()))
    for violation in problem.violations(given):
        print(violation)
    if left is not None:
        for line in _lines(problem, left) if to is None else ():
            print(line)
        if dead_end:
            print(dead_end)
        elif not left and to is None:
            print("no domains: the variables appear as the search goes")
    return exits.ANSWERED


def explain_model(parsed: Namespace) -> int:
    """Say what the compiler made of an instance's constraints."""
    from clew.answers.diagnosis.explain import explain

    for line in explain(instances.make(parsed)):
        print(line)
    return exits.ANSWERED


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
