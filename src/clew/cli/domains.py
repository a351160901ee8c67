"""What `--domains` shows: what is left to each variable before the first decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs

from clew.observe.recorder import Recorder
from clew.options import Options
from clew.plan import make_plan
from clew.problem import Problem
from clew.state import DEAD_END, State

if TYPE_CHECKING:
    from clew.observe.reporter import Reporter


@attrs.frozen
class Domains:
    """What propagation leaves before the first decision.

    Attributes:
        left: each variable with its values; in a dead end, those that were left when it was met.
        dead_end: why there is no solution, if that is known already; empty if it is not.
    """

    left: dict[Any, tuple[Any, ...]]
    dead_end: str = ""

    @classmethod
    def of(cls, problem: Problem[Any, Any], options: Options) -> Domains:
        """Those of an instance."""
        recorder = Recorder()
        plan = make_plan(problem, {**options, "observers": [recorder]})
        if plan.root is not DEAD_END:
            return cls(_left(plan.root))
        from clew.trace.story import Story  # most commands do not tell stories

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

    def lines(self, problem: Problem[Any, Any]) -> list[str]:
        """A line for each variable, and one that says if there is no solution."""
        lines = [
            f"{problem.variable_name(variable)}: [{'|'.join(str(problem.value_name(value)) for value in values)}]"
            for variable, values in self.left.items()
        ]
        if not lines and not self.dead_end:
            return ["no domains: the variables appear as the search goes"]
        return [*lines, self.dead_end] if self.dead_end else lines


def _left(state: State[Any, Any]) -> dict[Any, tuple[Any, ...]]:
    return {variable: tuple(state.domain(variable)) for variable in state.lanes.variables}
