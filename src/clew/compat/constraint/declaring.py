"""The constraints of python-constraint as constraints of clew's, for its search. The direct search needs none of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational
from typing import Any, ClassVar, Final

import attrs

from clew.compat.constraint.constraints import (
    AllDifferentConstraint,
    AllEqualConstraint,
    FunctionConstraint,
    SomeInSetConstraint,
)
from clew.compat.constraint.domain import Domain
from clew.compat.constraint.rules import Constraint, Domains, Tuple, Variables, is_known, scope_of
from clew.compat.constraint.shapes import Shape, is_calculable
from clew.compat.constraint.steps import show
from clew.compat.constraint.totals import Total
from clew.constraints import AllDifferent, Comparison, Linear, Predicate, Product, Regular
from clew.constraints.base import OPEN, Values
from clew.constraints.base import Constraint as Declared

Answers = dict[tuple[int, Tuple], dict[Tuple, bool]]
"""The answers of functions by tuple, for each function, by its identity, with its variables."""


class Held:
    """A value that cannot be looked up: it cannot be hashed, or its domain has an equal one. Equal to itself only."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return repr(self.value)


def released(value: Any) -> Any:
    """A value that may be held."""
    return value.value if type(value) is Held else value


def declared(rule: Constraint, variables: Variables, domains: Domains, known: Answers) -> Iterable[Declared]:
    """The constraints of clew's that stand for one; one that is not known is called."""
    scope = tuple(scope_of(rule, variables))
    if is_known(rule) and len(set(scope)) == len(scope):
        match rule:
            case FunctionConstraint(_assigned=True):
                return (Judged(rule._func, scope, known.get((id(rule._func), scope), {})),)
            case AllDifferentConstraint():
                return (AllDifferent(scope),)
            case AllEqualConstraint():
                return [Comparison((scope[0], other), "==") for other in scope[1:]]
            case SomeInSetConstraint():
                return (_counting(rule, scope, domains),)
            case Total() if all(is_calculable(domains[v]) for v in scope):
                return (_total(rule.shape, scope, domains),)
    return (called(rule, variables, domains),)


def called(rule: Constraint, variables: Variables, domains: Domains, held: bool = False) -> Asked:
    """A constraint of clew's that calls one of python-constraint's."""
    return Asked(tuple(dict.fromkeys(scope_of(rule, variables))), rule, variables, domains, held)


def _counting(rule: SomeInSetConstraint, scope: Tuple, domains: Domains) -> Regular:
    """The automaton that counts the values that the rule accepts; it counts no further once the answer is decided."""
    counted = {value: rule.accepts(value) for variable in scope for value in domains[variable]}
    most = min(max(rule._n, 0) + bool(rule._exact), len(scope) + 1)
    steps = {(found, v): min(found + counts, most) for found in range(most + 1) for v, counts in counted.items()}
    return Regular(scope, steps, 0, [rule._n if rule._exact else most])


def _total(shape: Shape, scope: Tuple, domains: Domains) -> Declared:
    made: Declared | None = None
    if all(isinstance(value, Rational) for v in scope for value in domains[v]):
        if not shape.multiplies:
            made = _linear(shape, scope)
        elif shape.bound is not None and _is_exact(shape.bound):
            made = Product(scope, shape.relation, Fraction(shape.bound))
    return Rounded(scope, shape) if made is None else made


@attrs.frozen(eq=False)
class Asked(Declared):
    """A constraint that is called, with what is assigned and what the domains have left.

    Never equal to another, because its answers may change: nothing learned from it is kept for the next search.

    Args:
        scope: the variables, each once.
        rule: the constraint.
        variables: the variables as the program gave them.
        domains: the domain of every variable.
        held: whether there are values that are held.
    """

    partial: ClassVar[bool] = True

    rule: Constraint
    variables: Variables
    domains: Domains
    held: bool
    _shown: dict[Any, Domain] = attrs.field(init=False, repr=False)

    @_shown.default
    def _copied(self) -> dict[Any, Domain]:
        return {**self.domains, **{variable: self.domains[variable].holding(()) for variable in self.scope}}

    def holds(self, values: Values) -> bool:
        return self.consistent(values)

    def consistent(self, values: Values) -> bool:
        """Whether the constraint accepts the values that there are; without any it is not asked."""
        given = {v: released(w) for v, w in zip(self.scope, values, strict=True) if w is not OPEN}
        return not given or bool(self.rule(self.variables, self.domains, given))

    def propagate(self, domains: Sequence[Tuple]) -> Sequence[Iterable[Any]] | None:
        """Keeps what the constraint does not hide, with those assigned that have one value left."""
        left = dict(zip(self.scope, domains, strict=True))
        given = {v: values[0] for v, values in left.items() if len(values) == 1}
        if self.held or not given:
            return domains
        for variable, values in left.items():
            show(self._shown[variable], values)
        if not self.rule(self.variables, self._shown, dict(given), True):
            return None
        return [[given[v]] if v in given else list(self._shown[v]) for v in self.scope]

    @property
    def kind(self) -> str:
        return type(self.rule).__name__


PAIRS: Final = 2**16
"""Answers that are remembered about two variables: clew's search asks for the values of the one and of the other."""


@attrs.frozen(eq=False)
class Judged(Predicate):
    """A predicate whose function may return anything: every value that is not true rejects, None too.

    Never equal to another: a function may look at something that has changed since.

    Args:
        function: as for a predicate.
        scope: the variables.
        answers: the answers of the function in this search, by tuple; it is not asked again.
    """

    answers: dict[Tuple, bool] = attrs.field(factory=dict, repr=False)

    def holds(self, values: Values) -> bool:
        pair = tuple(values)
        known = self.answers.get(pair)
        if known is None:
            known = bool(self.function(*pair))
            if len(pair) == 2 and len(self.answers) < PAIRS:
                self.answers[pair] = known
        return known


def _is_exact(number: Any) -> bool:
    return isinstance(number, Rational) or (isinstance(number, float) and isfinite(number))


def _decimal(number: Any) -> Fraction | None:
    """A number as people wrote it, if it has few enough digits for a rounded total to tell it from its neighbours."""
    if isinstance(number, Rational):
        return Fraction(number)
    if not isinstance(number, float) or not abs(number) < 10**4 or round(number, 6) != number:
        return None
    return Fraction(repr(float(number)))


def _linear(shape: Shape, scope: Tuple) -> Linear | None:
    """The sum in whole numbers, if its numbers allow; the values are whole or fractions."""
    bound, given = shape.bound, shape.weights or (1,) * (len(scope) - (shape.bound is None))
    is_rounded = not all(isinstance(weight, Rational) for weight in given)
    numbers = [*map(_decimal, given)]
    if bound is None:
        numbers += [Fraction(-1), Fraction(0)]
    else:
        numbers.append(_decimal(bound) if is_rounded or not _is_exact(bound) else Fraction(bound))
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or 0 in known[:-1]:
        return None
    scale = lcm(*(number.denominator for number in known))
    *weights, bound = (int(number * scale) for number in known)
    return Linear(scope, weights, shape.relation, bound)


@attrs.frozen
class Rounded(Declared):
    """A total of numbers that clew's own constraints do not take: floats that are rounded, a product and its target.

    Args:
        scope: the variables, the target last if there is one.
        shape: its arithmetic and comparison.
    """

    partial: ClassVar[bool] = False

    shape: Shape

    def holds(self, values: Values) -> bool:
        return self.shape.truth(values)

    def propagate(self, domains: Sequence[Tuple]) -> Sequence[Iterable[Any]] | None:
        return self.shape.left(domains)
