"""The variables of a CPMpy model in clew's, and those that are added for parts of expressions."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Any, Final

from clew.constraints import And, Comparison, Not, Or
from clew.constraints.arithmetic import OPPOSITE, RELATIONS, possible
from clew.constraints.base import Constraint, met
from clew.constraints.logic import COMPARE, opposite
from clew.problem.model import Model

Condition = Constraint | bool
"""A constraint, or its truth if that is known."""

Ends = tuple[int, int]

DEPTH: Final = 40
"""How deep conditions are nested before a variable stands for an inner one."""

ENDS: Final = 4096
"""Values of a variable above which conditions on it alone are written as differences, so that it stays an interval."""


class Posted(Model):
    """A model whose domains shrink while it is made."""

    def __init__(self) -> None:
        super().__init__("CPMpy")

    def ends(self, name: Hashable) -> Ends:
        """The smallest and the largest value of a variable; of one without values, numbers that contradict each other.

        The domains are ranges and ascending tuples.
        """
        values = self._domains[name]
        return (values[0], values[-1]) if values else (1, 0)

    def keep(self, condition: Any) -> bool:
        """Keep the values of a variable that compare with a number; False if its domain cannot say so."""
        (name,), relation, value = condition.scope, condition.relation, condition.constant
        low, high = self.ends(name)
        if relation == "!=":
            if low < value < high:
                return False
            relation, value = (">=", value + 1) if value == low else ("<=", value - 1) if value == high else (">=", low)
        least = value if relation in ("==", ">=") else value + 1 if relation == ">" else low
        most = value if relation in ("==", "<=") else value - 1 if relation == "<" else high
        self._domains[name] = met(self._domains[name], range(least, most + 1))
        return True


class Named:
    """The variables of a model, by the names that CPMpy gives them, and others that are equal to parts of expressions.

    Attributes:
        model: clew's model.
    """

    def __init__(self) -> None:
        self.model = Posted()
        self._added = 0
        self._equal: dict[Hashable, Hashable] = {}
        """The variables that were added, by what they are equal to."""

    def name(self, variable: Any) -> Hashable:
        """The name of a variable of CPMpy, which is declared if it was not."""
        name = str(variable.name)
        if name not in self.model:
            self.model.variable(name, range(variable.lb, variable.ub + 1))
        return name

    def added(self, domain: Collection[int]) -> Hashable:
        """The name of one more variable."""
        self._added += 1
        name = ("added", self._added)
        self.model.variable(name, domain)
        return name

    def constant(self, value: int) -> Hashable:
        """The name of a variable with one value."""
        key = ("constant", value)
        if key not in self._equal:
            self._equal[key] = self.added(range(value, value + 1))
        return self._equal[key]

    def truth(self, condition: Condition) -> Hashable:
        """The name of a variable that is 1 if a condition holds, and 0 if it does not."""
        if isinstance(condition, bool):
            return self.constant(int(condition))
        if (bit := self.bit(condition)) is not None and bit[1] == 1:
            return bit[0]
        if condition not in self._equal:
            self._equal[condition] = name = self.added(range(2))
            self.post(equivalence(self.unary(name, "==", 1), condition))
        return self._equal[condition]

    def bit(self, condition: Constraint) -> tuple[Hashable, int] | None:
        """The variable of two values, 0 and 1, that a condition is about, with the one that it must have."""
        if type(condition) is not Comparison or len(condition.scope) != 1:
            return None
        name = condition.scope[0]
        at_one = RELATIONS[condition.relation](1, condition.constant)
        return (name, int(at_one)) if self.model.ends(name) == (0, 1) else None

    def post(self, *conditions: Any) -> None:
        """Require conditions of clew's, or expressions of CPMpy's."""
        raise NotImplementedError

    def unary(self, name: Hashable, relation: str, value: int) -> Condition:
        """The condition that a variable compares so with a number; its truth if that is known."""
        low, high = self.model.ends(name)
        if not possible(relation, value, low, high):
            return False
        if not possible(OPPOSITE[relation], value, low, high):
            return True
        if high - low >= ENDS:
            return Comparison((name, self.constant(value)), relation)
        if high - low == 1:  # an inequality, as those that disjunctions of sums are made of
            is_high = RELATIONS[relation](high, value)
            return Comparison((name,), ">=", high) if is_high else Comparison((name,), "<=", low)
        return Comparison((name,), relation, value)


def negation(condition: Condition) -> Condition:
    """The opposite of a condition."""
    if isinstance(condition, bool):
        return not condition
    made: Any = opposite(condition) if type(condition) in COMPARE else None
    if made is None:
        return ~condition if isinstance(condition, Not) else Not(condition)
    if type(made) is Comparison and len(made.scope) == 1 and made.relation in ("<", ">"):
        is_more = made.relation == ">"  # whole numbers
        return Comparison(made.scope, ">=" if is_more else "<=", made.constant + (1 if is_more else -1))
    return made  # type: ignore[no-any-return]


def equivalence(one: Condition, other: Condition) -> Condition:
    """Two conditions hold, or neither."""
    return conjunction((disjunction((negation(one), other)), disjunction((one, negation(other)))))


def conjunction(conditions: Iterable[Condition]) -> Condition:
    """All of some conditions hold."""
    return _combined(conditions, And, True)


def disjunction(conditions: Iterable[Condition]) -> Condition:
    """One of some conditions holds at least."""
    return _combined(conditions, Or, False)


def _combined(conditions: Iterable[Condition], kind: type[And | Or], neutral: bool) -> Condition:
    kept = []
    for condition in conditions:
        if condition is (not neutral):
            return not neutral
        if condition is not neutral:
            kept.append(condition)
    return neutral if not kept else kept[0] if len(kept) == 1 else kind(kept)
