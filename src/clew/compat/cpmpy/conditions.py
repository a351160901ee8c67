"""Boolean expressions of CPMpy as constraints of clew's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.expressions.utils import is_boolexpr
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl

from clew.compat.cpmpy.functions import Functions
from clew.compat.cpmpy.globals import GLOBALS
from clew.compat.cpmpy.variables import DEPTH, Condition, conjunction, disjunction, equivalence, negation
from clew.constraints import And, Comparison, Or
from clew.constraints.arithmetic import RELATIONS
from clew.constraints.base import Constraint

UNSATISFIABLE: Final = "no value"
"""A variable without values: there is no solution."""


class Conditions(Functions):
    """Boolean expressions."""

    def condition(self, expression: Any) -> Condition:
        before, self.is_nested = self.is_nested, True
        try:
            made = self.made(expression)
        finally:
            self.is_nested = before
        if getattr(made, "depth", 0) > DEPTH:
            return Comparison((self.truth(made),), "==", 1)
        return made

    def made(self, expression: Any) -> Condition:
        """The condition that a Boolean expression is."""
        if isinstance(expression, NegBoolView):
            return self.unary(self.name(expression._bv), "==", 0)
        if isinstance(expression, _BoolVarImpl):
            return self.unary(self.name(expression), "==", 1)
        if isinstance(expression, BoolVal) or not isinstance(expression, Expression):
            return bool(expression)
        handler = CONDITIONS.get(expression.name)
        if handler is not None:
            return handler(self, expression)
        try:
            return self._compared_or_global(expression)
        except ZeroDivisionError:  # CPMpy asks for the bounds of a quotient by 0 alone: it is defined nowhere
            return False

    def _compared_or_global(self, expression: Any) -> Condition:
        if expression.name in RELATIONS:
            return self._comparison(expression)
        made = GLOBALS[expression.name](self, expression) if expression.name in GLOBALS else None
        return self.decomposed(expression) if made is None else made

    def decomposed(self, expression: Any) -> Condition:
        """A global constraint as CPMpy decomposes it: its parts are nested no deeper than the whole."""
        return conjunction(map(self.condition if self.is_nested else self.made, self.taken_apart(expression)))

    def _comparison(self, expression: Any) -> Condition:
        one, other = expression.args
        relation = expression.name
        if relation == "==" and not self.is_nested:
            if getattr(one, "name", "") != "element":
                one, other = other, one
            if getattr(one, "name", "") == "element":
                entries, index = one.args
                some = [self.variable(entry) if isinstance(entry, Expression) else int(entry) for entry in entries]
                return self.element(some, self.index(index, len(entries)), self.variable(other))
        if relation in ("==", "!=") and is_boolexpr(one) and is_boolexpr(other):
            second = self.condition(other)
            return equivalence(self.condition(one), second if relation == "==" else negation(second))
        return self.compare(one, relation, other)

    def post(self, *conditions: Any) -> None:
        before, self.is_nested = self.is_nested, False
        for one in conditions:
            self._require(one if isinstance(one, (bool, Constraint)) else self.made(one))
        self.is_nested = before

    def _require(self, condition: Condition) -> None:
        is_unary = isinstance(condition, Comparison) and len(condition.scope) == 1
        if condition is False and UNSATISFIABLE not in self.model:
            self.model.variable(UNSATISFIABLE, ())
        if isinstance(condition, bool) or (is_unary and self.model.keep(condition)):
            return
        self.model.require(*_apart(condition))


def _apart(condition: Constraint) -> list[Constraint]:
    """A disjunction of conditions on single variables and one of several that hold together, as one for each of these.

    Others are as they are.
    """
    if type(condition) is And:
        return [one for part in condition.parts for one in _apart(part)]
    if type(condition) is Or:
        several = [part for part in condition.parts if type(part) is And]
        others = [part for part in condition.parts if type(part) is not And]
        if len(several) == 1 and all(len(part.scope) == 1 for part in others):
            return [Or([*others, part]) for part in several[0].parts]
    return [condition]


def _implication(t: Conditions, expression: Any) -> Condition:
    premise, conclusion = expression.args
    return disjunction((negation(t.condition(premise)), t.condition(conclusion)))


def _choice(t: Conditions, expression: Any) -> Condition:
    condition, yes, no = map(t.condition, expression.args)
    return conjunction((disjunction((negation(condition), yes)), disjunction((condition, no))))


CONDITIONS: Final[dict[str, Callable[[Any, Any], Condition]]] = {
    "not": lambda t, expression: negation(t.condition(expression.args[0])),
    "and": lambda t, expression: conjunction(map(t.condition, expression.args)),
    "or": lambda t, expression: disjunction(map(t.condition, expression.args)),
    "->": _implication,
    "ite": _choice,
}
"""How conditions are combined."""
