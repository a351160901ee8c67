"""Comparisons of expressions; polynomials: weighted sums of products of variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property, partial, reduce
from itertools import product
from math import lcm, prod
from numbers import Rational
from typing import TYPE_CHECKING, Any, Final, cast

from clew.constraints.asking import Compiler
from clew.constraints.calculations import Operations
from clew.constraints.names import Scope
from clew.constraints.primitives import Callback, Primitive
from clew.constraints.registration import DECIDED, Registration, words
from clew.constraints.trees import Tree, folded
from clew.records import frozen

if TYPE_CHECKING:
    from clew.constraints.base import Constraint

MONOMIALS: Final = 10_000
"""Products of variables up to which an expression is expanded."""

PAIRS: Final = 2**14
"""Pairs of values up to which Python is asked about each."""

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
class Compared(Primitive):
    """Two expressions compare, as in `x * y + 2 * z <= 10` or `x % y == abs(z)`.

    Attributes:
        left, right: the expressions, with places in the scope for names.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        terms: if their difference is a polynomial, the coefficient of each product of variables, and its variables; one
            that is raised to a power is there as often.
        bound: the number that such a polynomial compares with.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        python_if_small=False,
        reference="clew.reference.propagation.compared:compile_compared",
        engine="clew.core.lowering.compared:compared",
        may_raise="clew.constraints.compared:may_be_undefined",
        intervals="clew.core.lowering.ends:of_compared",
        minizinc="clew.exchange.minizinc_primitives:compared",
        json="clew.exchange.json_primitives:compared",
        automaton="clew.exchange.automata:products",
        hint=words("cannot work out", "n'a pas le bon résultat", "geht nicht auf"),
    )

    left: Tree
    relation: str
    right: Tree
    terms: tuple[tuple[Any, Scope], ...] | None
    bound: Any

    @cached_property
    def steps(self) -> Operations:
        """The steps of the comparison, if its values are whole numbers."""
        return calculation(self)

    @property
    def powers(self) -> list[tuple[Any, Counter[int]]]:
        """The coefficient of each product, and the powers of its variables by their positions in the scope."""
        position = {variable: k for k, variable in enumerate(self.scope)}
        return [(weight, Counter([position[v] for v in factors])) for weight, factors in self.terms or ()]

    def divisors(self) -> Iterator[tuple[Hashable, Callable[[Any], bool]]]:
        """The variables that divide the bound, if all their values are whole numbers, with what they may be then.

        In `x * y + x * z == 12`, x is one of the divisors of 12.
        """
        weights = [weight for weight, _ in self.terms or ()]
        if (
            self.relation != "=="
            or self.bound == 0
            or not weights
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


def comparison(source: Constraint, left: Tree, relation: str, right: Tree) -> Primitive:
    """Two expressions of a constraint compare; Python decides if nothing is known of their bounds."""
    terms = expanded(("-", left, right))
    if terms is not None:
        bound = -terms.pop((), 0)
        named = tuple([(c, tuple(source.scope[k] for k in places)) for places, c in terms.items() if c != 0])
        return Compared(source, left, relation, right, named, bound) if named else Callback(source)
    is_whole = all(
        folded(tree, _is_whole_number, lambda kind, parts: kind != "/" and all(parts)) for tree in (left, right)
    )
    return Compared(source, left, relation, right, None, 0) if is_whole else Callback(source)


def _is_whole_number(leaf: Tree) -> bool:
    return leaf[0] == "variable" or (leaf[0] == "constant" and isinstance(leaf[1], int))


def calculation(primitive: Compared, scale: int = 1) -> Operations:
    """The steps of a comparison in whole numbers.

    Args:
        primitive: the comparison.
        scale: the factor by which the values were multiplied to be whole numbers. If it is not 1, it is of polynomials.
    """
    if primitive.terms is None:
        return Operations(len(primitive.scope), primitive.left, primitive.right)
    powers = primitive.powers
    degree = max(some.total() for _, some in powers)
    weights = [weight * scale ** (degree - some.total()) for weight, some in powers]
    bound = primitive.bound * scale**degree
    common = lcm(*(number.denominator for number in (*weights, bound)))
    products = [
        ("*", ("constant", int(weight * common)), *(("variable", k) for k in sorted(some.elements())))
        for weight, (_, some) in zip(weights, powers, strict=True)
    ]
    return Operations(
        len(primitive.scope), ("+", *products) if products[1:] else products[0], ("constant", int(bound * common))
    )


def is_for_python(primitive: Compared, level: Any, domains: Sequence[Sequence[Any]]) -> bool:
    """Whether a level asks Python about values, and about the pairs of values of two variables if they are few.

    The masks made of pairs prune as much as bounds of what must be unequal, and more if supports are looked for.
    """
    has_pairs = len(primitive.scope) == 2 and (level.supports or primitive.relation == "!=")
    is_few = has_pairs and prod(map(len, domains)) <= PAIRS
    return len(primitive.scope) < 2 or not level.propagates or is_few


def is_exact_at_last(primitive: Compared) -> bool:
    """Whether bounds leave of the last open variable what satisfies it: each occurs once, in a product of a sum.

    The roots of a square that must not be some number are two.
    """
    occurring = [(k, exponent) for _, some in primitive.powers for k, exponent in some.items()]
    if primitive.terms is None or len(dict(occurring)) < len(occurring):
        return False
    return primitive.relation != "!=" or all(exponent % 2 for _, exponent in occurring)


def may_be_undefined(primitive: Compared, compiler: Compiler) -> bool:
    """Whether Python calculates, or a divisor may be 0, or an exponent negative."""
    return compiler is not None and not is_calculated(primitive, compiler.domains(primitive.scope))


def is_calculated(primitive: Compared, domains: Sequence[Sequence[Any]]) -> bool:
    """Whether bounds are exact: of a polynomial of exact numbers, or of whole numbers that are not too large.

    Args:
        primitive: the comparison.
        domains: the values that its variables have left.
    """
    types = {int} | {kind for values in domains if not isinstance(values, range) for kind in map(type, values)}
    if primitive.terms is not None:
        return isinstance(primitive.bound, Rational) and all(issubclass(kind, Rational) for kind in types)
    return all(issubclass(kind, int) for kind in types) and primitive.steps.is_known(domains)
