"""Numeric expressions of CPMpy as weighted sums of variables, conditions and trees of clew's."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import reduce
from math import prod
from typing import Any, Final

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.expressions.utils import get_bounds
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _IntVarImpl

from clew.compat.cpmpy.variables import ENDS, Condition, Ends, Named, negation
from clew.constraints import Comparison, Constraint, Linear
from clew.constraints.arithmetic import MIRRORED, RELATIONS
from clew.constraints.expressions import compare_trees
from clew.constraints.names import Term
from clew.constraints.resolving import CASES, whole
from clew.constraints.terms import OfTerms
from clew.constraints.trees import Tree, function_of, names_in

COMBINATIONS: Final = 256
"""Combinations of values from which on a variable stands for a condition in a sum: RCPSP is 8 times faster."""

LONG: Final = 8
"""Terms up to which a sum with few conditions is one of its cases."""


class Addition:
    """A sum.

    Attributes:
        weights: the weights of variables.
        number: the number in it.
        conditions: conditions, each with the number that it adds if it holds.
        parts: other expressions as trees, each with its weight and what CPMpy calls it.
    """

    __slots__ = ("conditions", "number", "parts", "weights")

    def __init__(self) -> None:
        self.weights: dict[Hashable, int] = {}
        self.number = 0
        self.conditions: list[tuple[int, Constraint]] = []
        self.parts: list[tuple[int, Tree, Any]] = []

    def name(self, name: Hashable, weight: int) -> None:
        """Add a variable with a weight."""
        self.weights[name] = self.weights.get(name, 0) + weight

    def part(self, tree: Tree, expression: Any, weight: int) -> None:
        """Add an expression with a weight."""
        if not names_in(tree):
            self.number += weight * function_of("{}", tree)(())
        elif weight:
            self.parts.append((weight, tree, expression))

    def only(self) -> tuple[Hashable, int] | None:
        """The variable and the number that the sum is, if it is no more."""
        if self.conditions or self.parts or list(self.weights.values()) != [1]:
            return None
        return next(iter(self.weights)), self.number

    def tree(self) -> Tree:
        """The sum as an expression, without conditions."""
        terms = [*((weight, ("name", name)) for name, weight in self.weights.items() if weight)]
        terms += [(weight, tree) for weight, tree, _ in self.parts]
        trees = [tree if weight == 1 else ("*", ("constant", weight), tree) for weight, tree in terms]
        if self.number or not trees:
            trees.append(("constant", self.number))
        return reduce(lambda one, other: ("+", one, other), trees)


def whole_number(value: Any) -> int:
    """A number of CPMpy's or numpy's."""
    number = int(value)
    if number != value:
        raise NotSupportedError(f"clew: {value} is no whole number")
    return number


class Sums(Named):
    """Numeric expressions.

    Attributes:
        is_nested: whether what is met now need not hold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_nested = False

    def condition(self, expression: Any) -> Condition:
        """The condition that a Boolean expression is, as a part of another one."""
        raise NotImplementedError

    def function(self, form: Addition, expression: Any, weight: int) -> None:
        """Add a sum or another function with a weight to a sum."""
        raise NotImplementedError

    # -- sums -----------------------------------------------------------------------------------------------------

    def form(self, *terms: Any) -> Addition:
        """The first expression, without those that follow it."""
        form = Addition()
        for k, term in enumerate(terms):
            self.add(form, term, -1 if k else 1)
        return form

    def add(self, form: Addition, expression: Any, weight: int) -> None:
        """Add an expression with a weight to a sum."""
        kind = type(expression)
        if kind is _IntVarImpl or kind is _BoolVarImpl:
            form.name(self.name(expression), weight)
        elif kind is NegBoolView:
            form.name(self.name(expression._bv), -weight)
            form.number += weight
        elif not isinstance(expression, Expression):
            form.number += weight * whole_number(expression)
        elif kind is BoolVal:
            form.number += weight * int(expression)
        elif expression.is_bool():
            self.count(form, self.condition(expression), weight)
        else:
            self.function(form, expression, weight)

    def count(self, form: Addition, condition: Condition, weight: int) -> None:
        """Add a number to a sum if a condition holds."""
        if isinstance(condition, bool):
            form.number += weight * condition
        elif (bit := self.bit(condition)) is not None:
            form.name(bit[0], weight if bit[1] else -weight)
            form.number += 0 if bit[1] else weight
        elif weight:
            form.conditions.append((weight, condition))

    def tree(self, expression: Any) -> Tree:
        """An expression as a tree; variables stand for the conditions in it."""
        form = self.form(expression)
        self.name_conditions(form)
        return form.tree()

    def name_conditions(self, form: Addition) -> None:
        """Let variables stand for the conditions in a sum."""
        for weight, condition in form.conditions:
            form.name(self.truth(condition), weight)
        form.conditions = []

    def name_parts(self, form: Addition) -> None:
        """Let variables stand for the expressions in a sum."""
        for weight, tree, expression in form.parts:
            if tree not in self._equal:
                low, high = get_bounds(expression)
                self._equal[tree] = name = self.added(range(int(low), int(high) + 1))
                self.post(compare_trees(tree, "==", ("name", name)))
            form.name(self._equal[tree], weight)
        form.parts = []

    def ends(self, form: Addition) -> Ends:
        """Numbers between which a sum lies."""
        low = high = form.number
        for name, weight in form.weights.items():
            some = [weight * end for end in self.model.ends(name)]
            low, high = low + min(some), high + max(some)
        for weight, _, expression in form.parts:
            some = [weight * int(end) for end in get_bounds(expression)]
            low, high = low + min(some), high + max(some)
        for weight, _ in form.conditions:
            low, high = low + min(weight, 0), high + max(weight, 0)
        return low, high

    def variable(self, expression: Any) -> Hashable:
        """The name of a variable that is equal to an expression."""
        kind = type(expression)
        if kind is _IntVarImpl or kind is _BoolVarImpl:
            return self.name(expression)
        form = self.form(expression)
        found = form.only()
        return found[0] if found is not None and found[1] == 0 else self.variable_of(form)

    def variable_of(self, form: Addition) -> Hashable:
        """The name of a variable that is equal to a sum."""
        if not (form.weights or form.conditions or form.parts):
            return self.constant(form.number)
        if not form.weights and not form.number and not form.parts and [w for w, _ in form.conditions] == [1]:
            return self.truth(form.conditions[0][1])
        low, high = self.ends(form)
        self.name_conditions(form)
        self.name_parts(form)
        key = (frozenset(form.weights.items()), form.number)
        if key not in self._equal:
            self._equal[key] = name = self.added(range(low, high + 1))
            form.name(name, -1)
            self.post(self.compared(form, "=="))
        return self._equal[key]

    # -- comparisons ----------------------------------------------------------------------------------------------

    def compare(self, one: Any, relation: str, other: Any) -> Condition:
        """The condition that two expressions compare so."""
        return self.compared(self.form(one, other), relation)

    def compared(self, form: Addition, relation: str) -> Condition:
        """The condition that a sum compares so with 0."""
        if form.conditions:
            return self._counted(form, relation)
        if form.parts:
            number, form.number = form.number, 0
            return compare_trees(form.tree(), relation, ("constant", -number))
        weights = {name: weight for name, weight in form.weights.items() if weight}
        if len(weights) > 1:
            if form.number == 0 and sorted(weights.values()) == [-1, 1]:
                one, other = sorted(weights, key=weights.__getitem__, reverse=True)
                return Comparison((one, other), relation)
            return Linear(tuple(weights), tuple(weights.values()), relation, -form.number)
        if not weights:
            return bool(RELATIONS[relation](form.number, 0))
        ((name, weight),) = weights.items()
        return self._single(name, weight, relation, -form.number)

    def _single(self, name: Hashable, weight: int, relation: str, bound: int) -> Condition:
        """The condition that a variable, multiplied, compares so with a number."""
        if weight < 0:
            weight, relation, bound = -weight, MIRRORED[relation], -bound
        value, rest = divmod(bound, weight)
        if rest == 0:
            return self.unary(name, relation, value)
        if relation in ("==", "!="):
            return relation == "!="
        return self.unary(name, "<=" if relation in ("<", "<=") else ">=", value + (relation not in ("<", "<=")))

    def _counted(self, form: Addition, relation: str) -> Condition:
        """The condition that a sum with conditions compares so with 0."""
        self.name_parts(form)
        weights = {name: weight for name, weight in form.weights.items() if weight}
        if not weights and len(form.conditions) == 1:
            ((weight, condition),) = form.conditions
            yes, no = (RELATIONS[relation](form.number + some, 0) for some in (weight, 0))
            return bool(yes) if yes == no else condition if yes else negation(condition)
        scopes = [*((name,) for name in weights), *(condition.scope for _, condition in form.conditions)]
        if any(self._combinations(scope) >= (COMBINATIONS if scope[1:] else ENDS) for scope in scopes):
            self.name_conditions(form)
            return self.compared(form, relation)
        scope = (*weights, *(Term(("condition", condition)) for _, condition in form.conditions))
        numbers = (*weights.values(), *(weight for weight, _ in form.conditions))
        made = Linear(scope, numbers, relation, -form.number)
        return whole(made) if len(form.conditions) <= CASES and len(scope) <= LONG else OfTerms(made)

    def _combinations(self, scope: Iterable[Hashable]) -> int:
        return prod(high - low + 1 for low, high in map(self.model.ends, scope))
