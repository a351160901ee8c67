"""Comparisons, sums and products."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from math import prod
from numbers import Rational
from typing import Any, Final

from clew.constraints.base import Constraint, Domain, Values, are_few, collected, truth
from clew.constraints.forms import unary
from clew.constraints.names import Scope, names_of, tuple_of
from clew.constraints.primitives import Difference, Primitive, WeightedSum
from clew.constraints.registration import DECIDED, DOMAIN, Registration
from clew.constraints.trees import Tree, check_trees, function_of, is_number
from clew.errors import ProblemError, called_with, shown
from clew.records import field, frozen

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


def _known(constraint: Constraint, own: Any, relation: str) -> None:
    if not isinstance(relation, str) or relation not in RELATIONS:
        raise ProblemError(f"{constraint.title}: {shown(relation)} is no comparison: use one of {', '.join(RELATIONS)}")


def _number(constraint: Constraint, own: Any, bound: Any) -> None:
    if not is_number(bound):
        raise ProblemError(f"{constraint.title}: its {own.name} must be a number, not {shown(bound)}")


@frozen(eq=False)
class Extremum(Primitive):
    """A variable is the largest, or the smallest, of some others.

    Attributes:
        result: the variable.
        variables: the others, each once.
        is_largest: whether it is the largest of them.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.extremum:ExtremumPropagator",
        engine="clew.core._engine:compile_extremum",
        minizinc="clew.exchange.minizinc_primitives:extremum",
        json="clew.exchange.json_primitives:extremum",
        cnf="clew.exchange.encodings:Encoder.extremum",
    )

    result: Hashable
    variables: Scope
    is_largest: bool


@called_with("as in Comparison([x, y], '<')")
@frozen
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

    relation: str = field(validator=_known)
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
@frozen
class Linear(Constraint):
    """A weighted sum of the variables compares with a number: `2*x + 3*y - z <= 10`.

    Args:
        scope: the variables, whose values are numbers.
        coefficients: a number for each.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number that the sum is compared with.

    Pruning: bounds of the sum: a value goes that the others could not make up for at their smallest or largest
    (Harvey and Schimpf, Bounds consistency techniques for long linear constraints, 2002). Two variables
    become masks besides. A plain sum that equals a number, of variables that differ by other constraints, is pruned by
    the sets of different numbers that have it (`clew.constraints.distinct_sums`).
    """

    coefficients: tuple[Any, ...] = field(converter=tuple_of, validator=collected)
    relation: str = field(validator=_known)
    bound: Any = field(validator=_number)

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
@frozen
class Product(Constraint):
    """The product of the variables compares with a number: `x * y * z <= 1024`.

    Args:
        scope: the variables, whose values are numbers.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number that the product is compared with.

    Pruning: a table if it is small; else bounds of the product.
    """

    relation: str = field(validator=_known)
    bound: Any = field(validator=_number)

    def holds(self, values: Values) -> bool:
        return RELATIONS[self.relation](prod(values), self.bound)

    def primitives(self) -> Iterable[Primitive]:
        from clew.constraints.compared import Compared  # many models multiply nothing

        factors: list[Tree] = [("variable", k) for k in range(len(self.scope))]
        left = ("*", *factors) if factors[1:] else factors[0]
        return (Compared(self, left, self.relation, ("constant", self.bound), ((1, self.scope),), self.bound),)

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
    some = [(domain[0], domain[-1]) if isinstance(domain, range) else domain for domain in domains]
    are_exact = all(isinstance(value, Rational) for values in some for value in values)
    return [(min(values), max(values)) for values in some] if are_exact else None


def possible(relation: str, bound: Any, least: Any, most: Any) -> bool:
    """Whether some number from the least to the most may stand in a relation to a bound."""
    if relation == "==":
        return bool(least <= bound <= most)
    if relation == "!=":
        return not least == most == bound
    return RELATIONS[relation](least if relation in ("<", "<=") else most, bound)


@called_with("write it with operators, as in x + y < z")
@frozen
class Formula(Constraint):
    """Two expressions compare, as in `x * y + z == 12` or `x % y == 0`.

    Args:
        scope: the variables.
        left, right: the expressions.
        relation: how they compare.

    Pruning: a table if it is small; else bounds of its parts (Benhamou, Goualard, Granvilliers and Puget, Revising hull
    and box consistency, 1999); as that of a `Predicate` if it has `/`, a divisor that may be 0, an exponent that may be
    negative, or values that are no whole numbers of up to 62 bits (polynomials may have fractions).
    """

    left: Tree
    relation: str = field(validator=_known)
    right: Tree

    def __attrs_post_init__(self) -> None:
        check_trees(self.title, len(self.scope), (self.left, self.right))

    def holds(self, values: Values) -> bool:
        return bool(self._compiled(values))

    @cached_property
    def _compiled(self) -> Callable[[Values], Any]:
        """Both sides and their relation as one function, for which the engine asks few formulas."""
        return function_of(f"{{}} {self.relation} {{}}", self.left, self.right)

    def primitives(self) -> Iterable[Primitive]:
        from clew.constraints.compared import comparison

        return (comparison(self, self.left, self.relation, self.right),)

    def __reduce__(self) -> tuple[Any, ...]:
        return Formula, (self.scope, self.left, self.relation, self.right), {"label": self.label}
