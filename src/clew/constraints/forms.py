"""Conditions on one variable, and forms of constraints: equal for those that say the same of other variables."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from clew.constraints.base import truth
from clew.constraints.names import hashable
from clew.constraints.primitives import Unary

if TYPE_CHECKING:
    from clew.constraints.base import Constraint


def unary(constraint: Constraint, is_negated: bool = False) -> Unary:
    """A constraint on one variable, or its opposite, as the values that this keeps."""
    return Unary(constraint, constraint.scope[0], Accepts(constraint, is_negated))


class Accepts:
    """Whether a constraint on one variable accepts a value, or its opposite does."""

    __slots__ = ("constraint", "is_negated")

    def __init__(self, constraint: Constraint, is_negated: bool) -> None:
        self.constraint, self.is_negated = constraint, is_negated

    def __call__(self, value: Any) -> bool:
        return truth(self.constraint, (value,)) is not self.is_negated


class Itself:
    """A constraint as a form that is equal to its own alone: in another program it has the same table."""

    def __init__(self, constraint: Constraint) -> None:
        self.constraint = constraint

    def __hash__(self) -> int:
        return id(self.constraint)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.constraint is other.constraint


def form_of(constraint: Constraint, place: Mapping[Hashable, int]) -> Hashable | None:
    """A constraint with places instead of its variables: the same for others that say the same of theirs.

    None if clew has not made all of it: a constraint of another class may say more than its fields.
    """
    kind: Any = type(constraint)
    fields = _fields_of(kind)
    if fields is None:
        return None
    if fields == ("parts",):
        parts = tuple([form_of(part, place) for part in constraint.parts])  # type: ignore[attr-defined]
        return None if None in parts else (kind, parts)
    form = kind, *[place[name] for name in constraint.scope], *[typed(getattr(constraint, name)) for name in fields]
    return form if hashable(form) else None


def form_of_condition(condition: Unary) -> Hashable | None:
    """A condition on a variable, whichever it is."""
    accepts = condition.accepts
    if not isinstance(accepts, Accepts):
        return None
    form = form_of(accepts.constraint, {condition.variable: 0})
    return None if form is None else (accepts.is_negated, form)


@lru_cache(maxsize=64)  # a class of a file that is loaded anew must not stay
def _fields_of(kind: Any) -> tuple[str, ...] | None:
    """The fields beside the scope that say what constraints of a class are; None if clew has not made it."""
    from clew.constraints.logic import COMPARE, And, Not, Or  # neither is loaded for problems without combinations
    from clew.constraints.stepwise import distinguished
    from clew.constraints.table import Table

    if kind in (And, Not, Or):
        return ("parts",)
    is_own = kind.__module__.startswith("clew.") and vars(kind).get("shareable")
    return distinguished(kind) if kind in (*COMPARE, Table) or is_own else None


def typed(part: Any) -> Hashable:
    """A number, or tuples of tuples of numbers, with their types: 2 and 2.0 are equal and calculate otherwise."""
    return tuple(map(typed, part)) if type(part) is tuple else (type(part), part)
