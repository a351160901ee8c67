"""Functions of CPMpy: sums, products, divisions that truncate, entries of arrays, counts.

CPMpy's functions may be undefined: the nearest condition around such an expression is false then (A. M. Frisch and
P. J. Stuckey, The proper treatment of undefinedness in constraint languages, 2009). Here the argument is replaced by a
variable for which the function is defined, and a guard says that both are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from copy import copy
from math import prod
from typing import Any, Final

from cpmpy.expressions.core import Expression
from cpmpy.expressions.utils import get_bounds, is_any_list
from cpmpy.expressions.variables import _IntVarImpl, intvar

from clew.compat.cpmpy.numbers import Addition, Sums, whole_number
from clew.compat.cpmpy.variables import Condition, conjunction, disjunction, negation
from clew.constraints import Comparison, Constraint, Element, Var
from clew.constraints.resolving import whole
from clew.constraints.trees import Tree

ZERO: Final = ("constant", 0)
MINUS: Final = ("constant", -1)
PARTIAL: Final = frozenset({"div", "mod", "element", "nd_element"})


class Functions(Sums):
    """Functions."""

    def function(self, form: Addition, expression: Any, weight: int) -> None:
        handler = FUNCTIONS.get(expression.name)
        if handler is not None:
            handler(self, form, expression, weight)
        elif isinstance(expression, _IntVarImpl):
            form.name(self.name(expression), weight)
        else:
            value, defining = self.total(expression).decompose()
            self.post(*defining)
            self.add(form, value, weight)

    def total(self, expression: Any) -> Any:
        """An expression whose arguments are defined: variables stand for those that may not be."""
        if not _is_partial(expression.args):
            return expression
        made = copy(expression)
        made.update_args(self._total(expression.args))
        return made

    def _total(self, arguments: Iterable[Any]) -> list[Any]:
        return [self._total(one) if is_any_list(one) else self._defined(one) for one in arguments]

    def _defined(self, argument: Any) -> Any:
        if not isinstance(argument, Expression) or argument.is_bool() or not _is_partial((argument,)):
            return argument
        variable = intvar(*get_bounds(argument))
        self._named[variable.name] = self.variable(argument)
        return variable

    def index(self, expression: Any, size: int) -> Hashable:
        """The name of a variable that is an index, one of so many places; a guard says where the expression is one."""
        return self.place(self.variable(expression), size)

    def place(self, name: Hashable, size: int) -> Hashable:
        """The same of a variable of clew's."""
        inside = conjunction((self.unary(name, ">=", 0), self.unary(name, "<", size)))
        if inside is True:
            return name
        if not self.is_nested:
            self.post(inside)
            return name
        return self._safe(name, inside, range(size), 0)

    def divisor(self, expression: Any) -> Hashable:
        """The name of a variable that divides, and is not 0; a guard says where the expression is not."""
        name = self.variable(expression)
        low, high = self.model.ends(name)
        inside = self.unary(name, "!=", 0)
        if inside is True:
            return name
        if not self.is_nested and inside is not False:
            self.post(Comparison((name,), "!=", 0))  # 0 goes before a quotient is looked at, from a wide domain, too
            return name
        below, above = range(low, min(high + 1, 0)), range(max(low, 1), high + 1)
        values = (*below, *above) if below and above else below or above
        return self._safe(name, inside, values or (1,), -1 if -1 in values else 1)

    def _safe(self, name: Hashable, inside: Condition, values: Any, otherwise: int) -> Hashable:
        """The name of a variable that is equal to another one if a condition holds, and a number otherwise."""
        self.guards.append(inside)
        key = ("safe", name, inside, otherwise)
        if key not in self._equal:
            self._equal[key] = safe = self.added(values)
            equal = Comparison((name, safe), "==")
            outside = conjunction((negation(inside), Comparison((safe,), "==", otherwise)))
            self.post(disjunction((conjunction((inside, equal)), outside)))
        return self._equal[key]

    def entry(self, entries: Iterable[Any], index: Hashable) -> Hashable:
        """The name of a variable that is equal to the entry at an index."""
        some = [whole_number(one) if not isinstance(one, Expression) else self.variable(one) for one in entries]
        return self.entry_at(some, index)

    def entry_at(self, some: list[Any], index: Hashable) -> Hashable:
        """The same of numbers and variables of clew's."""
        key = ("entry", index, *some)
        if key not in self._equal:
            ends = [(one, one) if type(one) is int else self.model.ends(one) for one in some]
            if all(type(one) is int for one in some):
                values: Any = tuple(sorted(set(some)))
            else:
                values = range(min(low for low, _ in ends), max(high for _, high in ends) + 1)
            self._equal[key] = value = self.added(values)
            self.post(self.element(some, index, value))
        return self._equal[key]

    def element(self, entries: list[Any], index: Hashable, value: Hashable) -> Constraint:
        """The entry at an index is equal to a value."""
        made: Constraint = whole(Element(index, [one if type(one) is int else Var(one) for one in entries], value))
        return made


def _is_partial(arguments: Iterable[Any]) -> bool:
    """Whether a numeric expression in some arguments may be undefined."""
    for one in arguments:
        some = one if is_any_list(one) and getattr(one, "dtype", None) in (None, object) else ()
        if isinstance(one, Expression) and not one.is_bool():
            if one.name in PARTIAL:
                return True
            some = one.args if one.has_subexpr() else ()
        if _is_partial(some):
            return True
    return False


def _sum(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    for one in expression.args:
        t.add(form, one, weight)


def _weighted_sum(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    for number, one in zip(*expression.args, strict=True):
        t.add(form, one, weight * whole_number(number))


def _difference(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    """The last is subtracted from the first, or from nothing."""
    *first, last = expression.args
    for one in first:
        t.add(form, one, weight)
    t.add(form, last, -weight)


def _product(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    one, other = expression.args
    if not isinstance(one, Expression):
        t.add(form, other, weight * whole_number(one))
        return
    both = (one, other)
    if all(factor.is_bool() for factor in both) and not all(isinstance(factor, _IntVarImpl) for factor in both):
        t.count(form, conjunction(map(t.condition, both)), weight)
        return
    left, right = map(t.tree, both)
    if left[0] == "constant" or right[0] == "constant":
        number, factor = (left[1], other) if left[0] == "constant" else (right[1], one)
        t.add(form, factor, weight * number)
    else:
        form.part(("*", left, right), expression, weight)


def _power(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    base, exponent = expression.args
    tree, number = t.tree(base), whole_number(exponent)  # the base must be defined, whatever the exponent is
    if number == 0:
        form.number += weight
    else:
        form.part(("**", tree, ("constant", number)), expression, weight)


def _quotient(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    """The quotient, rounded towards 0: rounded down, or up if it is negative."""
    dividend, name = t.tree(expression.args[0]), t.divisor(expression.args[1])
    divisor = ("name", name)
    tree: Tree = ("//", dividend, divisor)
    if get_bounds(expression.args[0])[0] < 0 or t.model.ends(name)[0] < 0:
        up = ("*", MINUS, ("//", ("*", MINUS, dividend), divisor))
        tree = ("max", tree, ("min", up, ZERO))
    form.part(tree, expression, weight)


def _remainder(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    """The remainder has the sign of the dividend."""
    dividend, name = t.tree(expression.args[0]), t.divisor(expression.args[1])
    divisor: Tree = ("name", name)
    if t.model.ends(name)[0] < 0:
        divisor = ("abs", divisor)
    if get_bounds(expression.args[0])[0] >= 0:
        form.part(("%", dividend, divisor), expression, weight)
        return
    positive, negative = ("max", dividend, ZERO), ("max", ("*", MINUS, dividend), ZERO)
    form.part(("-", ("%", positive, divisor), ("%", negative, divisor)), expression, weight)


def _of_trees(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    """The absolute value, the largest or the smallest."""
    trees = list(map(t.tree, expression.args))
    is_one = expression.name != "abs" and len(trees) == 1
    form.part(trees[0] if is_one else (expression.name, *trees), expression, weight)


def _entry(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    entries, index = expression.args
    form.name(t.entry(entries, t.index(index, len(entries))), weight)


def _entry_of_several(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    entries, *indices = expression.args
    sizes = entries.shape
    place = Addition()
    for k, (index, size) in enumerate(zip(indices, sizes, strict=True)):
        place.name(t.index(index, size), prod(sizes[k + 1 :]))
    form.name(t.entry(entries.flat, t.variable_of(place)), weight)


def _occurrences(t: Functions, form: Addition, expression: Any, weight: int) -> None:
    entries, value = expression.args
    values = set(value) if expression.name == "among" else (value,)
    for one in entries:
        t.count(form, disjunction(t.compare(one, "==", some) for some in values), weight)


FUNCTIONS: Final[dict[str, Callable[[Any, Addition, Any, int], None]]] = {
    "sum": _sum,
    "wsum": _weighted_sum,
    "sub": _difference,
    "-": _difference,
    "mul": _product,
    "pow": _power,
    "div": _quotient,
    "mod": _remainder,
    "abs": _of_trees,
    "max": _of_trees,
    "min": _of_trees,
    "element": _entry,
    "nd_element": _entry_of_several,
    "count": _occurrences,
    "among": _occurrences,
}
"""How each function is added to a sum."""
