"""Functions of CPMpy: sums, products, divisions that truncate, entries of arrays, counts.

CPMpy's functions may be undefined: the nearest condition around such an expression is false then (A. M. Frisch and
P. J. Stuckey, The proper treatment of undefinedness in constraint languages, 2009). CPMpy has given them arguments for
which they are defined unless that condition must hold, so that they must be defined.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import prod
from typing import Any, Final

from cpmpy.expressions.core import Expression
from cpmpy.expressions.utils import get_bounds
from cpmpy.expressions.variables import _IntVarImpl
from cpmpy.transformations.safening import no_partial_functions

from clew.compat.cpmpy.numbers import Addition, Sums, whole_number
from clew.compat.cpmpy.variables import conjunction, disjunction
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
            self.add(form, self.taken_apart(expression), weight)

    def taken_apart(self, expression: Any) -> Any:
        """A function or a global constraint as CPMpy decomposes it; arguments that it may lose must be defined."""
        whole, *defined = no_partial_functions([expression], safen_toplevel=PARTIAL)
        made, defining = whole.decompose()
        self.post(*defined, *defining)
        return made

    def index(self, expression: Any, size: int) -> Hashable:
        """The name of a variable that is an index, one of so many places."""
        name = self.variable(expression)
        self.post(self.unary(name, ">=", 0), self.unary(name, "<", size))
        return name

    def divisor(self, expression: Any) -> Hashable:
        """The name of a variable that divides, and is not 0."""
        name = self.variable(expression)
        inside = self.unary(name, "!=", 0)
        if inside is False:
            self.post(False)
            return self.constant(1)
        if inside is not True:
            self.post(Comparison((name,), "!=", 0))  # 0 goes before a quotient is looked at, from a wide domain, too
        return name

    def entry(self, entries: Iterable[Any], index: Hashable) -> Hashable:
        """The name of a variable that is equal to the entry at an index."""
        some = [whole_number(one) if not isinstance(one, Expression) else self.variable(one) for one in entries]
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
