"""The declarations of a problem, as a flat list of constraints about variables.

Conjunctions are taken apart, constraints about expressions become ones about their variables, and those about no
variable are decided.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

import attrs

from clew.constraints.base import Constraint, Values, truth
from clew.constraints.names import Term, Variable, walkable
from clew.constraints.primitives import Primitive, Unary
from clew.errors import ProblemError, shown
from clew.limits import LIMIT


def about_names(constraint: Constraint) -> Iterable[Constraint]:
    """Constraints that say the same as one with terms in its scope, about variables alone."""
    from clew.constraints.terms import resolved

    return resolved(constraint)


def flat(items: Iterable[Any]) -> Iterator[Any]:
    """The constraints of a nested collection of them, conjunctions taken apart.

    Making them may take long, so the time limit of the call is checked before each.
    """
    limit = LIMIT.get()
    for item in items:
        if limit is not None:
            limit()
        if isinstance(item, Constraint):
            for conjunct in item.conjuncts():
                if Term in map(type, conjunct.scope):
                    yield from about_names(conjunct)
                else:
                    yield conjunct
        elif walkable(item) and not isinstance(item, (str, bytes)):
            yield from flat(item)
        elif isinstance(item, bool):
            raise ProblemError(
                f"{item} is not a constraint: there was no variable in the comparison; of no variables at all, "
                f'write Sum(variables, "==", number), not sum(variables) == number'
            )
        else:
            raise ProblemError(f"{shown(item)} is not a constraint{_hint(item)}")


def _hint(item: object) -> str:
    """How to write something else as a constraint, if that is known."""
    name = item.__name__ if isinstance(item, type) else type(item).__name__
    if getattr(item, "__module__", "") == "clew.strategies":
        return f", but a strategy: the constraints are in clew.constraints, such as clew.constraints.{name}" * (
            name in ("AtMost", "Count")
        )
    if isinstance(item, type) and issubclass(item, Constraint):
        return f", but a class of them: write {name}(...)"
    if isinstance(item, Variable) or type(item).__name__ == "Expression":
        return ": compare it, as in x == 1"
    if callable(item):
        return ": write clew.constraints.Predicate(function, (x, y)) for a function of the values of x and y"
    return ""


@attrs.frozen
class Settled(Constraint):
    """Stands for a constraint about no variable: every value of some variable will do, or none.

    Args:
        scope: any one variable of the problem; empty if it has none.
        of: the constraint.
        verdict: whether it holds.
    """

    of: Constraint
    verdict: bool

    def holds(self, values: Values) -> bool:
        return self.verdict

    def primitives(self) -> Iterable[Primitive]:
        return (Unary(self, self.scope[0], lambda _: self.verdict),) if self.scope else ()

    @property
    def title(self) -> str:
        return self.of.title


def about_variables(constraints: Iterable[Constraint], variables: Iterable[Hashable]) -> list[Constraint]:
    """The constraints, without those about no variable: they hold and are left out, or nothing can hold.

    So a clue whose neighbours are all known, or a cage without cells, needs no case of its own. If nothing but
    such constraints was declared, one stays, because a problem that declares constraints is searched in another way.

    Args:
        constraints: the declared constraints.
        variables: the variables of the problem.
    """
    kept: list[Constraint] = []
    holding: list[Constraint] = []
    first = tuple(variables)[:1]
    for constraint in constraints:
        if constraint.scope:
            kept.append(constraint)
            continue
        stand_in = Settled(first, constraint, truth(constraint, ()))
        named = stand_in.named(constraint.label) if constraint.label else stand_in
        (holding if stand_in.verdict else kept).append(named)
    return kept or (holding[:1] if first else [])
