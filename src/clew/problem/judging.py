"""A problem's own judgement `is_consistent`, asked about a decision, about domains, and about a whole assignment."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from clew.errors import forgotten_return
from clew.problem.declared import Violation
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, DeadEnd, State

if TYPE_CHECKING:
    from clew.problem.problem import Problem

Var = TypeVar("Var", bound=Hashable)
Val = TypeVar("Val", bound=Hashable)


def consistent(problem: Problem[Var, Val], state: State[Var, Val], variable: Var, value: Val) -> bool:
    """The answer of `is_consistent`; a forgotten `return` is an error rather than a refusal."""
    verdict = problem.is_consistent(state, variable, value)
    if verdict is None:
        raise forgotten_return("is_consistent", "True or False")
    return verdict


def filter_domains(problem: Problem[Var, Val], state: State[Var, Val]) -> State[Var, Val] | DeadEnd:
    """The state with only those values in the open domains that `is_consistent` accepts."""
    for variable in state.open:
        refused = [value for value in state.domain(variable) if not consistent(problem, state, variable, value)]
        if refused:
            pruned = state.prune(variable, refused)
            if pruned is DEAD_END:
                return DEAD_END
            state = pruned
    return state


def replayed(problem: Problem[Var, Val], assignment: Mapping[Var, Val]) -> Iterator[Violation]:
    """The decisions that `is_consistent` refuses when they are made one after the other."""
    state = State.root(Lanes(problem.domains()))
    for variable, value in assignment.items():
        name = problem.variable_title(variable)
        shown = f"{name} = {problem.value_name(value)}"
        lane = state.lanes.lane.get(variable)
        if lane is not None and value not in lane.positions:
            yield Violation("domain", f"{shown}: the domain of {name} has no such value", (variable,))
            continue
        if not consistent(problem, state, variable, value):
            yield Violation("consistency", f"{shown} is refused by what was assigned before it", (variable,))
        after = state.assign(variable, value)
        state = state if after is DEAD_END else after
