"""The constraint, or the variable, that shows that what is known cannot be completed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import attrs

from clew.constraints.base import Constraint
from clew.problem.problem import Problem
from clew.puzzles.hints.knowledge import Deduction, Knowledge
from clew.puzzles.hints.reducing import failing

Mistake = tuple[Knowledge, Deduction, Mapping[Any, tuple[Any, ...]]]
"""The known values that a contradiction needs; the contradiction; the variable that has no value left, if there is one.

Its only constraint is the one that cannot hold; there is none if a variable has no value left.
"""


@attrs.frozen(eq=False)
class Alone(Problem[Any, Any]):
    """One constraint of a problem, as if it had no others: they have taken no value then.

    Attributes:
        variables: the constraint's variables, with their domains.
        constraint: the constraint.
    """

    variables: Mapping[Any, Collection[Any]]
    constraint: Constraint

    def domains(self) -> Mapping[Any, Collection[Any]]:
        return self.variables

    def constraints(self) -> Iterable[Constraint]:
        return (self.constraint,)


def mistake(here: Knowledge) -> Mistake:
    """Why what is known cannot be completed: the first of these that there is.

    A constraint that cannot hold by itself beside the known values, then a variable without a value left, then a
    constraint that cannot hold because of values that others have ruled out.

    Args:
        here: known values that cannot be completed.
    """
    suspects = {id(one) for one in (*(one for _, one in here.rules.network.shrunk), *_broken(here, _stated(here)))}
    for constraint in here.rules.network.constraints:
        found = _by_itself(here, constraint) if id(constraint) in suspects else None
        if found is not None:
            return found
    for variable, own in here.open.items():
        if not here.candidates & own:
            return here, Deduction("contradiction", 0, 0, (), own, 0), {variable: ()}
    return _contradicted(here, _broken(here, here.candidates)[:1], here.candidates)


def _by_itself(known: Knowledge, constraint: Constraint) -> Mistake | None:
    """That a constraint cannot hold beside the known values of its variables; None if it can."""
    domains = {variable: known.rules.lanes.lane[variable].values for variable in constraint.scope}
    if not all(domains.values()):
        return None  # that variable is the reason
    own = {variable: known.known[variable] for variable in constraint.scope if variable in known.known}
    here = Knowledge.of(Alone(domains, constraint), own)
    left = _stated(here)
    is_empty = any(not left & here.rules.lanes.mask([variable]) for variable in domains)
    constraints = here.rules.network.constraints
    return _contradicted(here, constraints, left) if is_empty or _broken(here, left) else None


def _contradicted(here: Knowledge, constraints: tuple[Constraint, ...], left: int) -> Mistake:
    """That some domains leave constraints no solution."""
    missing = failing(here, constraints, here.rules.base & ~left)
    return here, Deduction("contradiction", 0, 0, constraints, missing, 0), {}


def _stated(here: Knowledge) -> int:
    """The known values, and all values of the open variables."""
    return here.rules.base & (here.rules.lanes.bits(here.known.items()) | sum(here.open.values()))


def _broken(here: Knowledge, domains: int) -> tuple[Constraint, ...]:
    """The constraints that some domains leave no solution."""
    return tuple(one for one in here.rules.network.constraints if not here.rules.alone(one, domains))
