"""Comparisons, sums and products."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from math import prod
from numbers import Rational
from typing import Any, Final

import attrs

from clew.constraints.arithmetic_primitives import Polynomial
from clew.constraints.base import Constraint, Domain, Values, are_few, collected, truth, unary
from clew.constraints.names import names_of, tuple_of
from clew.constraints.primitives import Callback, Difference, Primitive, WeightedSum
from clew.constraints.trees import OPERATORS, Tree, check_depth, expanded, function_of
from clew.errors import ProblemError, called_with, shown

RELATIONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
MIRRORED: Final = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _known(constraint: Constraint, field: attrs.Attribute[Any], relation: str) -> None:
    if not isinstance(relation, str) or relation not in RELATIONS:
        raise ProblemError(f"{constraint.title}: {shown(relation)} is no comparison: use one of {', '.join(RELATIONS)}")


def is_number(thing: object) -> bool:
    """Whether one may calculate with it, as far as is known; anything that can be added is taken for a number."""
    return thing is not None and not isinstance(thing, (str, bytes, tuple, list, dict, set, frozenset, Constraint))


def _number(constraint: Constraint, field: attrs.Attribute[Any], bound: Any) -> None:
    if not is_number(bound):
        raise ProblemError(f"{constraint.title}: its {field.name} must be a number, not {shown(bound)}")


@called_with("as in Comparison([x, y], '<')")
@attrs.frozen
class Comparison(Constraint):
    """Two variables compare: the first stands in a relation to the second, or to a constant if there is none.

    The values may be anything that can be compared so. `Equal`, `NotEqual`, `Less`, ... make it by name.

    Args:
        scope: two variables, or one.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        constant: the value that a single variable is compared with.

    Pruning: one AND for two variables, and bounds if they are numbers; a single variable's domain shrinks before the
    search.
    """

    relation: str = attrs.field(validator=_known)
    constant: Any = None

    def __attrs_post_init__(self) -> None:
        if not 1 <= len(self.scope) <= 2:
            raise ProblemError(f"{self.title} compares two variables, or one with a constant")
        if len(self.scope) == 2 and self.constant is not None:
            raise ProblemError(f"{self.title} compares two variables: there is no place for {shown(self.constant)}")

    def holds(self, values: Values) -> bool:
        return bool(RELATIONS[self.relation](values[0], values[1] if len(values) > 1 else self.constant))

    def primitives(self) -> Iterable[Primitive]:
        if len(self.scope) == 1:
            return (unary(self),)
        one, other = self.scope
        return (Difference(self, one, other, self.relation),)


def _named(name: str, relation: str, phrase: str) -> Callable[..., Comparison]:
    def make(*compared: Any) -> Comparison:
        if len(compared) != 2:
            raise ProblemError(f"{name} compares two variables and was given {len(compared)}: write {name}(a, b)")
        return Comparison(compared, relation)

    make.__doc__ = f"The first variable {phrase} the second."
    return make


def comparing(difference: Difference) -> Callable[[Any, Any], bool]:
    """Whether two values compare as they must: the constraint says so itself if it is about nothing else."""
    source, offset, compare = difference.source, difference.offset, RELATIONS[difference.relation]
    if source.scope == difference.scope:
        return lambda one, other: truth(source, (one, other))
    if source.scope == difference.scope[::-1]:
        return lambda one, other: truth(source, (other, one))
    return lambda one, other: bool(compare(one, other + offset if offset != 0 else other))


Equal: Final = _named("Equal", "==", "is equal to")
NotEqual: Final = _named("NotEqual", "!=", "is not equal to")
Less: Final = _named("Less", "<", "is less than")
LessEqual: Final = _named("LessEqual", "<=", "is at most")
Greater: Final = _named("Greater", ">", "is greater than")
GreaterEqual: Final = _named("GreaterEqual", ">=", "is at least")


@called_with("as in Linear([x, y], (1, 2), '<=', 5)")
@attrs.frozen
class Linear(Constraint):
    """A weighted sum of the variables compares with a number: `2*x + 3*y - z <= 10`.

    Args:
        scope: the variables, whose values are numbers.
        coefficients: a number for each.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number that the sum is compared with.

    Pruning: bounds of the sum: a value goes that the others could not make up for at their smallest or largest
    (Harvey and Schimpf, Bounds consistency techniques for long linear constraints, 2002). Two variables
    become masks besides.
    """

    coefficients: tuple[Any, ...] = attrs.field(converter=tuple_of, validator=collected)
    relation: str = attrs.field(validator=_known)
    bound: Any = attrs.field(validator=_number)

    def __attrs_post_init__(self) -> None:
        if len(self.coefficients) != len(self.scope):
            raise ProblemError(f"{self.title} has {len(self.scope)} variables, {len(self.coefficients)} coefficients")

    def holds(self, values: Values) -> bool:
        return RELATIONS[self.relation](sum(map(operator.mul, self.coefficients, values)), self.bound)

    def satisfiable(self, domains: Sequence[Domain]) -> bool:
        """Whether the sum at its smallest and at its largest leaves the relation possible."""
        ends = _ends(domains, *self.coefficients, self.bound)
        if ends is None:
            return super().satisfiable(domains)
        terms = [
            sorted((weight * low, weight * high)) for weight, (low, high) in zip(self.coefficients, ends, strict=True)
        ]
        return possible(self.relation, self.bound, *map(sum, zip(*terms, strict=True)))

    def primitives(self) -> Iterable[Primitive]:
        if len(self.scope) == 1:
            return (unary(self),)
        if self.coefficients in ((1, -1), (-1, 1)) and all(type(number) is int for number in self.coefficients):
            one, other = self.scope[:: self.coefficients[0]]
            return (Difference(self, one, other, self.relation, self.bound),)
        return (WeightedSum(self, self.coefficients, self.relation, self.bound),)


@called_with("as in Sum([x, y], '<=', 5)")
def Sum(scope: Iterable[Any], relation: str, bound: Any) -> Linear:  # noqa: N802
    """The plain sum of the variables compares with a number."""
    names = names_of("Linear", scope)
    return Linear(names, (1,) * len(names), relation, bound)


@called_with("as in Product([x, y], '==', 12)")
@attrs.frozen
class Product(Constraint):
    """The product of the variables compares with a number: `x * y * z <= 1024`.

    Args:
        scope: the variables, whose values are numbers.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number that the product is compared with.

    Pruning: a table if it is small; else bounds of the product.
    """

    relation: str = attrs.field(validator=_known)
    bound: Any = attrs.field(validator=_number)

    def holds(self, values: Values) -> bool:
        return RELATIONS[self.relation](prod(values), self.bound)

    def primitives(self) -> Iterable[Primitive]:
        return (Polynomial(self, ((1, self.scope),), self.relation, self.bound),)

    def satisfiable(self, domains: Sequence[Domain]) -> bool:
        """Whether the product at its smallest and at its largest leaves the relation possible, if none is negative."""
        ends = _ends(domains, self.bound)
        if ends is None or any(low < 0 for low, _ in ends):
            return super().satisfiable(domains)
        return possible(self.relation, self.bound, *map(prod, zip(*ends, strict=True)))


def _ends(domains: Sequence[Domain], *numbers: Any) -> list[tuple[Any, Any]] | None:
    """The smallest and the largest value of each domain, if a quick look has to go by them.

    None if it may try every combination, if a domain is empty, or if not all the values and the numbers are exact.
    """
    if are_few(domains) or not all(isinstance(number, Rational) for number in numbers):
        return None
    ends: list[tuple[Any, Any]] = []
    for domain in domains:
        some = (domain[0], domain[-1]) if isinstance(domain, range) else domain
        if not all(isinstance(value, Rational) for value in some):
            return None
        ends.append((min(some), max(some)))
    return ends


def possible(relation: str, bound: Any, least: Any, most: Any) -> bool:
    """Whether some number from the least to the most may stand in a relation to a bound."""
    if relation == "==":
        return bool(least <= bound <= most)
    if relation == "!=":
        return not least == most == bound
    return RELATIONS[relation](least if relation in ("<", "<=") else most, bound)


@called_with("write it with operators, as in x + y < z")
@attrs.frozen
class Formula(Constraint):
    """Two expressions compare, as in `x * y + z == 12` or `x % y == 0`.

    Args:
        scope: the variables.
        left, right: the expressions.
        relation: how they compare.

    Pruning: a table if it is small; else bounds of the sums and products, if it has no other operators; otherwise as
    that of a `Predicate`.
    """

    left: Tree
    relation: str = attrs.field(validator=_known)
    right: Tree

    _compiled: Callable[[Values], bool] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for side in (self.left, self.right):
            _check_tree(self, side)
        check_depth(self.title, (self.left, self.right))
        object.__setattr__(self, "_compiled", function_of(f"{{}} {self.relation} {{}}", self.left, self.right))

    def holds(self, values: Values) -> bool:
        return bool(self._compiled(values))

    def primitives(self) -> Iterable[Primitive]:
        terms = expanded(("-", self.left, self.right))
        if terms is None:
            return (Callback(self),)
        bound = -terms.pop((), 0)
        named = [(c, tuple(self.scope[k] for k in places)) for places, c in terms.items() if c != 0]
        return (Polynomial(self, tuple(named), self.relation, bound) if named else Callback(self),)

    def __reduce__(self) -> tuple[Any, ...]:
        return Formula, (self.scope, self.left, self.relation, self.right)


def _check_tree(formula: Formula, tree: object) -> None:
    """Refuse what is no expression over the places of a scope."""
    work = [tree]
    while work:
        part = work.pop()
        if not isinstance(part, tuple) or len(part) < 2:
            raise ProblemError(
                f"{formula.title}: {shown(part)} is no expression: give ('variable', place), ('constant', number) or "
                "(operator, expression, ...)"
            )
        kind, *parts = part
        is_place = len(parts) == 1 and type(parts[0]) is int and 0 <= parts[0] < len(formula.scope)
        if kind == "variable" and not is_place:
            raise ProblemError(
                f"{formula.title}: {shown(part)} is no variable: give its place in the scope, from 0 to "
                f"{len(formula.scope) - 1}"
            )
        if kind == "constant" and not (len(parts) == 1 and is_number(parts[0])):
            raise ProblemError(f"{formula.title}: {shown(part)} is no constant: give one number")
        if kind in ("variable", "constant"):
            continue
        if kind != "abs" and kind not in OPERATORS:
            raise ProblemError(f"{formula.title}: {shown(kind)} is no operator: use one of {', '.join(OPERATORS)}, abs")
        if (len(parts) == 1) is not (kind == "abs"):
            raise ProblemError(f"{formula.title}: {kind} takes {'one expression' if kind == 'abs' else 'two or more'}")
        work += parts
