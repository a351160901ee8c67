"""Inference: how much looking ahead a node pays for.

Each level gives the loop its two middle steps: how a decision is judged, and how it looks ahead.

- ``none`` generates and tests: any value is taken, and only a complete assignment is judged;
- ``check`` is plain backtracking: every decision is judged by `is_consistent`;
- ``forward`` is forward checking: `forward_check` prunes the domains still open.

They find the same solutions; they differ in the nodes they enter and in what a node costs.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from clew.errors import OptionError, forgotten_return
from clew.heuristics.variable_order import VariableOrder
from clew.problem import Problem, consistent, filter_domains, overrides
from clew.search import Judge, LookAhead
from clew.state import DEAD_END, DeadEnd, State

AnyState = State[Any, Any]
Steps = tuple[Judge | None, LookAhead | None]


def none(problem: Problem[Any, Any], choose: VariableOrder) -> Steps:
    """Generate and test: the brute force that the other levels are measured against."""

    def test_complete(state: AnyState, variable: Hashable, value: Hashable) -> AnyState | DeadEnd:
        return DEAD_END if choose(state) is None and not _holds(problem, state) else state

    return None, test_complete


def _holds(problem: Problem[Any, Any], complete: AnyState) -> bool:
    """Whether every decision of a complete assignment is consistent with those before it."""
    state = State.root(complete.lanes)
    for variable, value in complete.items():
        if not consistent(problem, state, variable, value):
            return False
        after = state.assign(variable, value)
        if after is DEAD_END:
            return False
        state = after
    return True


def check(problem: Problem[Any, Any], choose: VariableOrder) -> Steps:
    """Plain backtracking: a decision that `is_consistent` refuses is a dead end."""
    return problem.is_consistent, None


def forward(problem: Problem[Any, Any], choose: VariableOrder) -> Steps:
    """Forward checking: the decision is made, and `forward_check` prunes what it rules out.

    The values of a declared variable were filtered before it was chosen. A variable that was never
    declared has no domain to filter, so its decisions are judged as `check` judges them.
    """
    return problem.is_consistent if overrides(problem, "choose_variable") else None, problem.forward_check


INFERENCES: Final = {"none": none, "check": check, "forward": forward}
DECLARED: Final = ("unit", "arc")
"""The levels that need declared constraints."""


def choose_inference(problem: Problem[Any, Any], name: str | None) -> str:
    """The level asked for, or the one that fits: `forward` if the problem forward-checks itself, else `check`.

    Raises:
        OptionError: there is no such level, or the problem lacks what it needs.
    """
    if name is None:
        return "forward" if overrides(problem, "forward_check") else "check"
    title = problem.name or type(problem).__name__
    if name in DECLARED:
        raise OptionError(
            f"inference {name!r} needs declared constraints, and {title} has hooks: choose {', '.join(INFERENCES)}"
        )
    if name not in INFERENCES:
        raise OptionError(f"there is no inference {name!r}: choose one of {', '.join(INFERENCES)}")
    if name != "forward" and overrides(problem, "forward_check") and not overrides(problem, "is_consistent"):
        raise OptionError(f"inference {name!r} needs is_consistent, which {title} does not give: choose forward")
    return name


def start(
    problem: Problem[Any, Any], root: AnyState, inference: str, steps: Steps, given: Mapping[Any, Any]
) -> AnyState | DeadEnd:
    """The root of the search: the given values are assumed in order, as the inference assumes any decision.

    Forward checking first filters the domains by themselves: no decision before the first has done it.
    """
    if root.lanes.has_empty(root.domains):
        return DEAD_END
    state: AnyState | DeadEnd = root
    if inference == "forward" and overrides(problem, "is_consistent"):
        state = filter_domains(problem, root)
    judge, look_ahead = steps
    for variable, value in given.items():
        if state is DEAD_END or (judge is not None and not consistent(problem, state, variable, value)):
            return DEAD_END
        state = state.assign(variable, value)
        if look_ahead is not None and state is not DEAD_END:
            state = look_ahead(state, variable, value)
            if state is None:
                raise forgotten_return("forward_check", "a state or DEAD_END")
    return state
