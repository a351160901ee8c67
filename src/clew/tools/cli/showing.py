"""The commands `clew show` and `clew explain-model`: they draw an instance, or list its compiled constraints."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import attrs

from clew.options import Options
from clew.planning.plan import make_plan
from clew.plugins import AnyProblem
from clew.problem.naming import Names
from clew.state.state import DEAD_END, State
from clew.tools.cli import answers, exits, instances, styles
from clew.watch.observers.recorder import Recorder

if TYPE_CHECKING:
    from clew.reference.reporter import Reporter


def show_instance(parsed: Namespace) -> int:
    """Draw an instance, and say which rules its given values break."""
    problem = instances.make(parsed)
    options = instances.options(parsed, problem)
    given = {**options.get("given", {}), **problem.given()}
    to = styles.path_of(parsed.to)
    domains = Domains.of(problem, options) if parsed.domains else None
    domains = Domains.by_plain_rules(problem, given) if parsed.candidates else domains
    if to is None:
        print("\n".join(styles.drawings(partial(problem.draw, given), parsed.style)))
    else:
        from clew.problem.pictures import with_conflicts

        left = None if domains is None else {v: values for v, values in domains.left.items() if v not in given}
        print(answers.write("--to", to, with_conflicts(problem, given, left).svg()))
    for violation in problem.violations(given):
        print(violation)
    if domains is not None and to is None:
        print("\n".join(domains.lines(problem)))
    elif domains is not None and domains.dead_end:
        print(domains.dead_end)
    return exits.ANSWERED


def explain_model(parsed: Namespace) -> int:
    """Say what the compiler made of an instance's constraints."""
    from clew.answers.diagnosis.explain import explain

    for line in explain(instances.make(parsed)):
        print(line)
    return exits.ANSWERED


@attrs.frozen
class Domains:
    """The domains that propagation leaves before the first decision, or that the plain rules leave.

    Attributes:
        left: each variable with its values; in a dead end, those that were left when it was met.
        dead_end: why there is no solution, if that is known already; empty if it is not.
    """

    left: dict[Any, tuple[Any, ...]]
    dead_end: str = ""

    @classmethod
    def of(cls, problem: AnyProblem, options: Options) -> Domains:
        """Those of an instance."""
        recorder = Recorder()
        plan = make_plan(problem, {**options, "observers": [recorder]})
        if plan.root is not DEAD_END:
            return cls(_left(plan.root))
        from clew.watch.trace.story import Story  # most commands do not tell stories

        cast("Reporter", plan.steps().reporter).refused()
        story = Story(problem, options.get("given"))
        *before, last = map(story.step, recorder.events)
        left = _left(before[-1].event.state if before else last.event.state)
        empty = [story.variable(variable) for variable, values in left.items() if not values]
        why = story.words(last).removeprefix("dead end: ")
        if not empty:
            return cls(left, why)
        why = why if last.emptied is not None else f"{empty[0]} has no value"  # if it had none from the start
        return cls(left, f"{why}: there is no solution")

    @classmethod
    def by_plain_rules(cls, problem: AnyProblem, given: Mapping[Any, Any]) -> Domains:
        """The candidates that a person writes down: no value that a known one rules out."""
        from clew.puzzles.hints.knowledge import Knowledge

        known = Knowledge.of(problem, given)
        return cls({variable: known.values(variable) for variable in known.rules.network.lanes.variables})

    def lines(self, problem: AnyProblem) -> list[str]:
        """A line for each variable, and one that says if there is no solution."""
        names = Names(problem)
        lines = [
            f"{names.variable(variable)}: [{'|'.join(names.value(variable, value) for value in values)}]"
            for variable, values in self.left.items()
        ]
        if not lines and not self.dead_end:
            return ["no domains: the variables appear as the search goes"]
        return [*lines, self.dead_end] if self.dead_end else lines


def _left(state: State[Any, Any]) -> dict[Any, tuple[Any, ...]]:
    return {variable: tuple(state.domain(variable)) for variable in state.lanes.variables}
