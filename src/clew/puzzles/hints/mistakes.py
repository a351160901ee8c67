"""The constraint, or the variable, that shows that what is known cannot be completed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import attrs

from clew.constraints.base import Constraint
from clew.problem.problem import Problem
from clew.puzzles.hints.knowledge import Knowledge
from clew.puzzles.hints.reasoning import Reasoning
from clew.puzzles.hints.reducing import failing


@attrs.frozen
class Mistake:
    """A contradiction.

    Attributes:
        knowledge: the known values that it needs, and the rules.
        constraints: the constraint that cannot hold; none if a variable has no value left.
        missing: the bits of the values whose absence it needs.
        empty: the variable that has no value left, if there is one.
    """

    knowledge: Knowledge
    constraints: tuple[Constraint, ...]
    missing: int
    empty: Mapping[Any, tuple[Any, ...]] = attrs.field(factory=dict)


@attrs.frozen(eq=False)
class Alone(Problem[Any, Any]):
    """One constraint of a problem, as if it had no others: they have taken no value then.

    Attributes:
        variables: the problem's variables, with their domains.
        constraint: the constraint.
    """

    variables: Mapping[Any, Collection[Any]]
    constraint: Constraint

    def domains(self) -> Mapping[Any, Collection[Any]]:
        return self.variables

    def constraints(self) -> Iterable[Constraint]:
        return (self.constraint,)


def mistake(here: Reasoning) -> Mistake:
    """Why what is known cannot be completed: the first of these that there is.

    A constraint that cannot hold by itself beside the known values, then a variable without a value left, then a
    constraint that cannot hold because of values that others have ruled out.

    Args:
        here: known values that cannot be completed.
    """
    knowledge, lanes = here.knowledge, here.lanes
    domains = {variable: lanes.lane[variable].values for variable in here.network.lanes.variables}
    fixed = here.base & lanes.bits(knowledge.known.items()) | sum(here.open.values()) & here.base
    suspects = {id(one): one for one in (*(one for _, one in here.network.shrunk), *_broken(here, fixed))}
    for constraint in here.network.constraints:
        found = _by_itself(constraint, knowledge.known, domains) if id(constraint) in suspects else None
        if found is not None:
            return found
    whole = lanes.start & lanes.declared
    empty = next((variable for variable in knowledge.open if not knowledge.values(variable)), None)
    if empty is not None:
        return Mistake(knowledge, (), whole & lanes.mask([empty]), {empty: ()})
    constraints = _broken(here, here.domains)[:1]
    return Mistake(knowledge, constraints, failing(here, constraints, here.base & ~here.domains))


def _by_itself(
    constraint: Constraint, known: Mapping[Any, Any], domains: Mapping[Any, Collection[Any]]
) -> Mistake | None:
    """That a constraint cannot hold beside the known values of its variables; None if it can."""
    if any(not domains[variable] for variable in constraint.scope):
        return None  # that variable is the reason
    own = {variable: known[variable] for variable in constraint.scope if variable in known}
    domains = {variable: domains[variable] for variable in constraint.scope}
    here = Reasoning(Knowledge.of(Alone(domains, constraint), own))
    left = here.base & here.lanes.bits(own.items()) | sum(here.open.values()) & here.base
    is_empty = any(not left & here.lanes.mask([variable]) for variable in domains)
    if not is_empty and not _broken(here, left):
        return None
    constraints = here.network.constraints
    return Mistake(here.knowledge, constraints, failing(here, constraints, here.base & ~left))


def _broken(here: Reasoning, domains: int) -> tuple[Constraint, ...]:
    """The constraints that some domains leave no solution."""
    return tuple(constraint for constraint in here.network.constraints if not here.alone(constraint, domains))
