"""Polynomials: weighted sums of products of variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import partial, reduce
from itertools import product
from numbers import Rational
from typing import Any, Final, cast

from clew.constraints.names import Scope
from clew.constraints.primitives import Primitive
from clew.constraints.registration import DECIDED, Registration, words
from clew.constraints.trees import Tree, folded
from clew.records import frozen

MONOMIALS: Final = 10_000
"""Products of variables up to which an expression is expanded."""

DEGREE: Final = 8
"""Powers up to which they are products of as many factors."""


Terms = dict[tuple[int, ...], Any]
"""A polynomial: the coefficient of each product of variables, which are given by their places in a scope, ascending."""


def expanded(tree: Tree) -> Terms | None:
    """An expression as a polynomial; None if it is none with exact coefficients, or one of more than `MONOMIALS`."""

    def leaf(part: Tree) -> Terms | None:
        if part[0] == "variable":
            return {(part[1],): 1}
        return {(): part[1]} if isinstance(part[1], Rational) else None

    def node(kind: str, parts: list[Terms | None]) -> Terms | None:
        if kind == "**" and len(parts) == 2:
            kind, parts = "*", [parts[0]] * _exponent(parts[1])
        if kind not in ("+", "-", "*") or not parts:
            return None
        return reduce(lambda one, other: _joined(kind, one, other), parts)

    return cast("Terms | None", folded(tree, leaf, node))


def _exponent(terms: Terms | None) -> int:
    """The number of factors of a power that is written out; 0 if it is not."""
    number = (terms or {}).get((), 0)
    return int(number) if terms == {(): number} and number in range(1, DEGREE + 1) else 0


def _joined(kind: str, one: Terms | None, other: Terms | None) -> Terms | None:
    """The sum, the difference or the product of two polynomials."""
    if one is None or other is None or len(one) > MONOMIALS:
        return None
    if kind == "*":
        if len(one) * len(other) > MONOMIALS:
            return None
        terms: Terms = {}
        for (places, c), (others, d) in product(one.items(), other.items()):
            key = tuple(sorted(places + others))
            terms[key] = terms.get(key, 0) + c * d
        return terms
    for places, c in other.items():  # each is the result of one part alone, so it may grow
        one[places] = one.get(places, 0) + (c if kind == "+" else -c)
    return one


@frozen(eq=False)
class Polynomial(Primitive):
    """A weighted sum of products of variables compares with a number, as in `x * y + 2 * z <= 10`.

    Attributes:
        terms: the coefficient of each product, and its variables; one that is raised to a power is there as often.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.polynomial:compile_polynomial",
        engine="clew.core.lowering.sums:polynomial",
        may_raise="clew.constraints.asking:of_numbers",
        intervals="clew.core.lowering.ends:of_polynomial",
        minizinc="clew.exchange.minizinc_primitives:polynomial",
        json="clew.exchange.json_primitives:polynomial",
        automaton="clew.exchange.automata:products",
        hint=words("works out only so", "n'a le bon résultat qu'ainsi", "geht nur so auf"),
    )

    terms: tuple[tuple[Any, Scope], ...]
    relation: str
    bound: Any

    @property
    def powers(self) -> list[tuple[Any, Counter[int]]]:
        """The coefficient of each product, and the powers of its variables by their positions in the scope."""
        position = {variable: k for k, variable in enumerate(self.scope)}
        return [(weight, Counter([position[v] for v in factors])) for weight, factors in self.terms]

    def divisors(self) -> Iterator[tuple[Hashable, Callable[[Any], bool]]]:
        """The variables that divide the bound, if all their values are whole numbers, with what they may be then.

        In `x * y + x * z == 12`, x is one of the divisors of 12.
        """
        weights = [weight for weight, _ in self.terms]
        if (
            self.relation != "=="
            or self.bound == 0
            or not all(type(number) is int for number in (*weights, self.bound))
        ):
            return
        powers = [some for _, some in self.powers]
        for k in powers[0]:
            exponent = min([some[k] for some in powers])  # 0 in a product without it
            if exponent:
                yield self.scope[k], partial(_divides, self.bound, exponent)


def _divides(number: int, exponent: int, divisor: int) -> bool:
    """Whether a power of a number divides another one."""
    return divisor != 0 and number % divisor**exponent == 0
