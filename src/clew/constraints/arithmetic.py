"""Comparisons, sums and products."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Constraint, Values, scope_of
from clew.errors import ProblemError

if TYPE_CHECKING:
    from clew.network import Compiler

RELATIONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
MIRRORED: Final = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _known(constraint: Constraint, field: attrs.Attribute[Any], relation: str) -> None:
    if relation not in RELATIONS:
        raise ProblemError(f"{constraint.title}: {relation!r} is no comparison: use one of {', '.join(RELATIONS)}")


@attrs.frozen
class Comparison(Constraint):
    """Two variables compare: the first stands in a relation to the second, or to a constant if there is none.

    The values may be anything that can be compared so. `Equal`, `NotEqual`, `Less`, ... make it by name.

    Args:
        scope: two variables, or one.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        constant: what a single variable is compared with.

    Pruning: one AND for two variables; a single variable's domain shrinks before the search.
    """

    relation: str = attrs.field(validator=_known)
    constant: Any = None

    def __attrs_post_init__(self) -> None:
        if len(self.scope) > 2:
            raise ProblemError(f"{self.title} compares two variables, or one with a constant")

    def holds(self, values: Values) -> bool:
        return bool(RELATIONS[self.relation](values[0], values[1] if len(values) > 1 else self.constant))


def _named(relation: str, phrase: str) -> Callable[[Any, Any], Comparison]:
    def make(left: Any, right: Any) -> Comparison:
        return Comparison((left, right), relation)

    make.__doc__ = f"The first variable {phrase} the second."
    return make


Equal: Final = _named("==", "is equal to")
NotEqual: Final = _named("!=", "is not equal to")
Less: Final = _named("<", "is less than")
LessEqual: Final = _named("<=", "is at most")
Greater: Final = _named(">", "is greater than")
GreaterEqual: Final = _named(">=", "is at least")


def _tuple(numbers: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(numbers)


@attrs.frozen
class Linear(Constraint):
    """A weighted sum of the variables compares with a number: `2*x + 3*y - z <= 10`.

    Args:
        scope: the variables, whose values are numbers.
        coefficients: a number for each.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: what the sum is compared with.

    Pruning: bounds of the sum: a value goes that the others could not make up for at their smallest or largest
    (Harvey and Schimpf, Bounds consistency techniques for long linear constraints, 2002). Two variables become
    masks, which is more.
    """

    coefficients: tuple[Any, ...] = attrs.field(converter=_tuple)
    relation: str = attrs.field(validator=_known)
    bound: Any

    def __attrs_post_init__(self) -> None:
        if len(self.coefficients) != len(self.scope):
            raise ProblemError(f"{self.title} has {len(self.scope)} variables, {len(self.coefficients)} coefficients")

    def holds(self, values: Values) -> bool:
        return RELATIONS[self.relation](sum(map(operator.mul, self.coefficients, values)), self.bound)

    def compile(self, compiler: Compiler) -> None:
        if len(self.scope) > 2 and self.relation != "!=":
            compiler.linear(self)
        else:
            compiler.default(self)


def Sum(scope: Iterable[Any], relation: str, bound: Any) -> Linear:  # noqa: N802
    """The plain sum of the variables compares with a number."""
    names = scope_of(scope)
    return Linear(names, (1,) * len(names), relation, bound)


@attrs.frozen
class Product(Constraint):
    """The product of the variables compares with a number: `x * y * z <= 1024`.

    Args:
        scope: the variables, whose values are numbers.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: what the product is compared with.

    Pruning: a table where it is small; else, where no value is negative, bounds of the product; and the values of
    the last open variable in any case.
    """

    relation: str = attrs.field(validator=_known)
    bound: Any

    def holds(self, values: Values) -> bool:
        return RELATIONS[self.relation](prod(values), self.bound)

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Sequence[Iterable[Any]] | None:
        if any(value < 0 for domain in domains for value in domain):
            return domains
        low, high = [min(d) for d in domains], [max(d) for d in domains]
        kept = []
        for k, domain in enumerate(domains):
            least, most = (prod(ends[:k] + ends[k + 1 :]) for ends in (low, high))
            kept.append([v for v in domain if self._possible(v * least, v * most)])
        return kept

    def _possible(self, least: Any, most: Any) -> bool:
        """Whether some number from the least to the most may satisfy the relation."""
        if self.relation == "==":
            return bool(least <= self.bound <= most)
        if self.relation == "!=":
            return not least == most == self.bound
        return RELATIONS[self.relation](least if self.relation in ("<", "<=") else most, self.bound)


Tree = tuple[Any, ...]
"""An expression as a value: ("variable", k), ("constant", c), or (operator, tree, ...)."""

OPERATORS: Final = ("+", "-", "*", "//", "/", "%", "**")


@attrs.frozen
class Formula(Constraint):
    """Two expressions compare: what `x * y + z == 12` or `x % y == 0` makes.

    Args:
        scope: the variables.
        left, right: the expressions.
        relation: how they compare.

    Pruning: as that of a `Predicate`.
    """

    left: Tree
    relation: str = attrs.field(validator=_known)
    right: Tree

    _compiled: Callable[[Values], bool] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        # The operators were chosen by this module, and constants go in by name: nothing of the user's is evaluated.
        constants: list[Any] = []
        source = f"lambda v: {_source(self.left, constants)} {self.relation} {_source(self.right, constants)}"
        names = {"abs": abs, "__builtins__": {}} | {f"c{k}": constant for k, constant in enumerate(constants)}
        object.__setattr__(self, "_compiled", eval(source, names))  # noqa: S307

    def holds(self, values: Values) -> bool:
        return bool(self._compiled(values))

    def __reduce__(self) -> tuple[Any, ...]:
        return Formula, (self.scope, self.left, self.relation, self.right)


def _source(tree: Tree, constants: list[Any]) -> str:
    """An expression as Python; its constants are collected, and named by their number."""
    kind = tree[0]
    if kind == "variable":
        return f"v[{int(tree[1])}]"
    if kind == "constant":
        constants.append(tree[1])
        return f"c{len(constants) - 1}"
    if kind == "abs":
        return f"abs({_source(tree[1], constants)})"
    if kind not in OPERATORS:
        raise ProblemError(f"Formula: {kind!r} is no operator: use one of {', '.join(OPERATORS)}, abs")
    return f"({_source(tree[1], constants)} {kind} {_source(tree[2], constants)})"
