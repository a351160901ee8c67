"""The constraints of python-constraint as constraints of clew's, for its search. The direct search needs none of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational
from typing import Any, ClassVar, Final

import attrs

from clew.compat.constraint.domain import Domain
from clew.compat.constraint.rules import (
    AllDifferentConstraint,
    AllEqualConstraint,
    CompilableFunctionConstraint,
    Constraint,
    Domains,
    FunctionConstraint,
    Known,
    SomeInSetConstraint,
    Variables,
)
from clew.compat.constraint.steps import show
from clew.compat.constraint.totals import Shape, Total, is_calculable
from clew.constraints import AllDifferent, Comparison, Linear, Predicate, Product, Stepwise
from clew.constraints.base import OPEN, Values, titled
from clew.constraints.base import Constraint as Declared


def declared(rule: Constraint, variables: Variables, domains: Domains) -> Iterable[Declared]:
    """The constraints of clew's that stand for one.

    A class that overrides `__call__` below the one that is known is called instead.
    """
    scope = rule.scope(variables) if isinstance(rule, Known) else variables
    if len(set(scope)) == len(scope):
        for kind in type(rule).__mro__:
            if kind in KNOWN:
                return KNOWN[kind](rule, variables, domains)
            if "__call__" in vars(kind):
                break
    return (Asked(tuple(dict.fromkeys(scope)), rule, variables, domains),)


def _function(rule: FunctionConstraint, variables: Variables, domains: Domains) -> Iterable[Declared]:
    if rule._assigned:
        return (Judged(rule._func, tuple(variables)),)
    return (Asked(tuple(variables), rule, variables, domains),)


def _all_different(rule: AllDifferentConstraint, variables: Variables, domains: Domains) -> Iterable[Declared]:
    return (AllDifferent(variables),)


def _all_equal(rule: AllEqualConstraint, variables: Variables, domains: Domains) -> Iterable[Declared]:
    return [Comparison((variables[0], other), "==") for other in variables[1:]]


def _how_many(rule: SomeInSetConstraint, variables: Variables, domains: Domains) -> Iterable[Declared]:
    counted = frozenset(v for variable in variables for v in domains[variable] if rule.counts(v))
    return (HowMany(tuple(variables), counted, rule._n, rule._exact),)


def _total(rule: Total, variables: Variables, domains: Domains) -> Iterable[Declared]:
    scope = tuple(rule.scope(variables))
    if not all(is_calculable(domains[v]) for v in scope):
        return (Asked(scope, rule, variables, domains),)
    shape = rule.shape(scope)
    exact = all(isinstance(value, Rational) for v in scope for value in domains[v])
    linear = _linear(shape, scope) if exact and not shape.multiplies else None
    if linear is not None:
        return (linear,)
    if exact and shape.multiplies and shape.bound is not None and _is_exact(shape.bound):
        return (Product(scope, shape.relation, Fraction(shape.bound)),)
    return (Rounded(scope, shape),)


def _compilable(rule: CompilableFunctionConstraint, variables: Variables, domains: Domains) -> Iterable[Declared]:
    return declared(rule.function(variables), variables, domains)


KNOWN: Final[dict[type, Callable[[Any, Variables, Domains], Iterable[Declared]]]] = {
    AllDifferentConstraint: _all_different,
    AllEqualConstraint: _all_equal,
    CompilableFunctionConstraint: _compilable,
    FunctionConstraint: _function,
    SomeInSetConstraint: _how_many,
    Total: _total,
}
"""What makes the constraints of clew's for each class; a subclass goes by the nearest of its bases."""


@attrs.frozen(eq=False)
class Asked(Declared):
    """A constraint that is called, with what is assigned and what the domains have left.

    Never equal to another, so what was learned from it is not kept for the next search: it may change its mind.

    Args:
        scope: the variables, each once.
        rule: the constraint.
        variables: the variables as the program gave them.
        domains: the domain of every variable.
    """

    partial: ClassVar[bool] = True

    rule: Constraint
    variables: Variables
    domains: Domains
    _shown: dict[Any, Domain] = attrs.field(init=False, repr=False)

    @_shown.default
    def _copied(self) -> dict[Any, Domain]:
        return {**self.domains, **{variable: self.domains[variable].holding(()) for variable in self.scope}}

    def holds(self, values: Values) -> bool:
        return bool(self.rule(self.variables, self.domains, dict(zip(self.scope, values, strict=True))))

    def consistent(self, values: Values) -> bool:
        """What the constraint says about those that have values; nothing is asked about none."""
        given = {v: w for v, w in zip(self.scope, values, strict=True) if w is not OPEN}
        return not given or bool(self.rule(self.variables, self.domains, given))

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Sequence[Iterable[Any]] | None:
        """Keeps what the constraint does not hide, with those assigned that have one value left."""
        left = dict(zip(self.scope, domains, strict=True))
        given = {v: values[0] for v, values in left.items() if len(values) == 1}
        if not given:
            return domains
        for variable, values in left.items():
            show(self._shown[variable], values)
        if not self.rule(self.variables, self._shown, dict(given), True):
            return None
        return [[given[v]] if v in given else list(self._shown[v]) for v in self.scope]

    @property
    def title(self) -> str:
        return titled(type(self.rule).__name__, self.scope)


PAIRS: Final = 2**16
"""Answers that are remembered about two variables: clew's search asks for the values of the one and of the other."""


@attrs.frozen(eq=False)
class Judged(Predicate):
    """A predicate whose function may return anything: what is not true refuses, None too.

    Never equal to another: a function may look at something that has changed since.

    Args:
        function: as for a predicate.
        scope: the variables.
        answers: what the function has answered in this search, by tuple; it is not asked again.
    """

    answers: dict[tuple[Any, ...], bool] = attrs.field(factory=dict, repr=False)

    def holds(self, values: Values) -> bool:
        pair = tuple(values)
        known = self.answers.get(pair)
        if known is None:
            known = bool(self.function(*pair))
            if len(pair) == 2 and len(self.answers) < PAIRS:
                self.answers[pair] = known
        return known

    def consistent(self, values: Values) -> bool:
        return OPEN in values or self.holds(values)


@attrs.frozen
class HowMany(Stepwise):
    """So many of the variables, or more, take values of a set.

    Args:
        scope: the variables.
        counted: the values that are counted.
        least: how many.
        exact: whether more are too many.
    """

    shareable: ClassVar[bool] = True

    counted: Collection[Hashable]
    least: int
    exact: bool

    def holds(self, values: Values) -> bool:
        found = sum(value in self.counted for value in values)
        return found == self.least if self.exact else found >= self.least

    def start(self) -> int:
        return 0

    def step(self, memory: int, position: int, value: Any) -> int | None:
        found = memory + (value in self.counted)
        left = len(self.scope) - position - 1
        if found + left < self.least or (self.exact and found > self.least):
            return None
        return found if self.exact else min(found, max(self.least, 0))

    def accepts(self, memory: int) -> bool:
        return True


def _is_exact(number: Any) -> bool:
    return isinstance(number, Rational) or (isinstance(number, float) and isfinite(number))


def _decimal(number: Any) -> Fraction | None:
    """A number as people wrote it, if it has few enough digits for a rounded total to tell it from its neighbours."""
    if isinstance(number, Rational):
        return Fraction(number)
    if not isinstance(number, float) or not abs(number) < 10**4 or round(number, 6) != number:
        return None
    return Fraction(repr(float(number)))


def _linear(shape: Shape, scope: tuple[Any, ...]) -> Linear | None:
    """The sum in whole numbers, if its numbers allow; the values are whole or fractions."""
    weights = [_decimal(weight) for weight in shape.weights]
    bound = Fraction(0)
    if shape.bound is not None:
        if all(isinstance(weight, Rational) for weight in shape.weights):  # then nothing is rounded
            if not _is_exact(shape.bound):
                return None
            bound = Fraction(shape.bound)
        elif (decimal := _decimal(shape.bound)) is None:
            return None
        else:
            bound = decimal
    else:
        weights.append(Fraction(-1))
    known = [weight for weight in weights if weight is not None]
    if len(known) < len(weights) or 0 in known:
        return None
    scale = lcm(*(number.denominator for number in (*known, bound)))
    return Linear(scope, [int(weight * scale) for weight in known], shape.relation, int(bound * scale))


@attrs.frozen
class Rounded(Declared):
    """A total of numbers that clew's own constraints do not take: floats that are rounded, a product and its target.

    Args:
        scope: the variables, the target last if there is one.
        shape: what it is.
    """

    partial: ClassVar[bool] = False

    shape: Shape

    def holds(self, values: Values) -> bool:
        return self.shape.truth(values)

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Sequence[Iterable[Any]] | None:
        return self.shape.left(domains)
