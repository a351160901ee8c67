"""Combinations of constraints: and, or, not, implies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from clew.constraints.base import Constraint, Values, shown, truth, tuple_of
from clew.errors import ProblemError


@attrs.frozen(init=False)
class _Combination(Constraint):
    """Constraints under one roof; its scope is all of theirs."""

    parts: tuple[Constraint, ...]
    _places: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False, repr=False)

    def __init__(self, parts: Iterable[Any]) -> None:
        constraints = tuple_of(parts)
        if not isinstance(constraints, tuple):
            raise ProblemError(f"{type(self).__name__} combines a collection of constraints, not {shown(parts)}")
        if not constraints:
            raise ProblemError(f"{type(self).__name__} combines no constraint: give it at least one")
        for part in constraints:
            if not isinstance(part, Constraint):
                raise ProblemError(f"{type(self).__name__} combines constraints, and {shown(part)} is none")
        scope = tuple(dict.fromkeys(name for part in constraints for name in part.scope))
        place = {name: k for k, name in enumerate(scope)}
        object.__setattr__(self, "_places", tuple(tuple(place[name] for name in part.scope) for part in constraints))
        self.__attrs_init__(scope, constraints)

    def verdicts(self, values: Values) -> Iterable[bool]:
        """Whether each of the parts holds, one after the other as they are asked for."""
        for part, places in zip(self.parts, self._places, strict=True):
            yield truth(part, [values[k] for k in places])


@attrs.frozen(init=False)
class And(_Combination):
    """All of the constraints hold. A problem that declares it declares each of them."""

    def holds(self, values: Values) -> bool:
        return all(self.verdicts(values))

    def conjuncts(self) -> tuple[Constraint, ...]:
        parts = (conjunct for part in self.parts for conjunct in part.conjuncts())
        return tuple(part if part.label or not self.label else part.named(self.label) for part in parts)


@attrs.frozen(init=False)
class Or(_Combination):
    """One of the constraints holds at least. Pruned as a `Predicate` is."""

    def holds(self, values: Values) -> bool:
        return any(self.verdicts(values))


@attrs.frozen(init=False)
class Not(_Combination):
    """A constraint does not hold. Pruned as a `Predicate` is."""

    def __init__(self, part: Constraint) -> None:
        super().__init__((part,))

    def holds(self, values: Values) -> bool:
        return not any(self.verdicts(values))


def Implies(condition: Constraint, consequence: Constraint) -> Or:  # noqa: N802
    """If the first constraint holds, so does the second."""
    return Or((Not(condition), consequence))
