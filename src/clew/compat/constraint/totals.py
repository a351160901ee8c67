"""Constraints on sums and products.

A total that is a float is rounded to ten digits before it is compared, as python-constraint does: so 0.1 + 0.2 is
0.3. Whole numbers and fractions stay exact.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import inf, isfinite, prod
from numbers import Rational, Real
from typing import Any, ClassVar, Final, NamedTuple

from clew.compat.constraint.domain import Domain, Unassigned
from clew.compat.constraint.rules import Domains, Known, Rules, Values, Variables, called
from clew.compat.constraint.steps import Layout, Row, Step, Steps, filtering, picker

RELATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
DIGITS: Final = 10
TRUTH: Final = 4
"""How many questions to a function it takes to look at a total, roughly."""

SLACK: Final = 1e-9
"""How far a bound may be off by rounding, for each unit of size."""

Interval = tuple[Any, Any]


class Total(Known):
    """A sum or a product compares with a number, or with one more variable, the target.

    Args:
        relation: `==`, `<=`, `>=`, `<` or `>`.
        bound: the number; None if there is a target.
        multiplies: whether it is a product.
        weights: what the values are multiplied by before they are summed up; by default 1.
        parts: the variables of the total, if they are not those given to `addConstraint`.
        target: the variable that the total compares with.
        rounds: whether a total that is a float is rounded.
    """

    def __init__(
        self,
        relation: str,
        bound: Any = None,
        *,
        multiplies: bool = False,
        weights: Sequence[Any] | None = None,
        parts: Sequence[Any] | None = None,
        target: Any = None,
        rounds: bool = True,
    ) -> None:
        self._relation = relation
        self._bound = bound
        self._multiplies = multiplies
        self._weights = weights
        self._parts = None if parts is None else list(parts)
        self._target = target
        self._rounds = rounds

    def scope(self, variables: Variables) -> Variables:
        if self._parts is not None:
            return [*self._parts, self._target]
        return list(variables)[: len(self._weights)] if self._weights else variables

    def shape(self, scope: Variables) -> Shape:
        """What the total over a scope is of, and what it compares with."""
        count = len(scope) - (self._parts is not None)
        weights = tuple(self._weights)[:count] if self._weights else (1,) * count
        return Shape(self._relation, self._bound, weights, self._multiplies, self._rounds)

    def truth(self, values: Values) -> bool:
        return self.shape(values).truth(values)

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        known = [(w,) if w is not Unassigned else domains[v] for v, w in zip(scope, values, strict=True)]
        return not all(map(is_calculable, known)) or self.shape(scope).left(known) is not None

    def preProcess(
        self, variables: Variables, domains: dict[Any, Domain], constraints: Rules, vconstraints: dict[Any, Rules]
    ) -> None:
        if self._parts is not None:
            return
        super().preProcess(variables, domains, constraints, vconstraints)
        scope = self.scope(variables)
        if all(is_calculable(domains[v]) for v in scope):
            left = self.shape(scope).left([domains[v] for v in scope])
            for k, variable in enumerate(scope):
                domains[variable][:] = left[k] if left else []

    def _steps(self, variables: Variables, layout: Layout) -> Steps:
        scope = self.scope(variables)
        shape = self.shape(scope)
        at = [layout.places[variable] for variable in scope]
        if len(set(at)) < len(at) or not all(is_calculable(layout.row[place]) for place in at):
            yield from called(self, variables, layout)
            return
        yield from shape.within(at, layout.row)
        *_, ready, target = (-1, *sorted(at))
        layout.costs[ready + 1] += TRUTH * len(layout.row[target])
        yield from filtering(lambda *values: shape.truth(values), scope, layout, remembers=False)


def is_calculable(values: Iterable[Any]) -> bool:
    """Whether they are numbers that can be compared."""
    return all(isinstance(value, Real) for value in values)


class Shape(NamedTuple):
    """What a total is of, and what it compares with: a number, or the last value if there is none."""

    relation: str
    bound: Any
    weights: tuple[Any, ...]
    multiplies: bool
    rounds: bool

    def truth(self, values: Values) -> bool:
        """Whether values satisfy it."""
        parts = values if self.bound is not None else values[:-1]
        total = prod(parts) if self.multiplies else sum(map(operator.mul, parts, self.weights))
        if self.rounds and isinstance(total, float):
            total = round(total, DIGITS)
        return bool(RELATIONS[self.relation](total, values[-1] if self.bound is None else self.bound))

    def within(self, at: Sequence[int], row: Row) -> Steps:
        """The steps that compare what has been given values with what the rest can add at most.

        Args:
            at: the places of the variables, the target last if there is one.
            row: the values of each variable.
        """
        parts = at if self.bound is not None else at[:-1]
        target = (self.bound,) if self.bound is not None else row[at[-1]]
        ends = {p: self._ends(row[p], k) for k, p in enumerate(parts)}
        numbers = [*target, *(end for some in ends.values() for end in some)]
        if not all(isinstance(end, Real) and isfinite(end) for end in numbers):
            return
        if self.multiplies and min(numbers) < 0:
            return
        low = min(target) if self.relation in ("==", ">=", ">") else -inf
        high = max(target) if self.relation in ("==", "<=", "<") else inf
        together = operator.mul if self.multiplies else operator.add
        if not all(isinstance(number, Rational) for number in (*numbers, *self.weights)):
            largest = reduce(together, (max(map(abs, some)) for some in ends.values()))
            slack = SLACK * (1 + max(largest, *map(abs, target)))
            low, high = low - slack, high + slack
        ordered = sorted(ends)
        for count, place in enumerate(ordered[:-2], 1):
            rest = [ends[p] for p in ordered[count:]]
            least, most = reduce(together, (end[0] for end in rest)), reduce(together, (end[1] for end in rest))
            known = [(p, self.weights[k]) for k, p in enumerate(parts) if p <= place]
            yield place, self._bounded(known, together, (least, most), (low, high))

    def _bounded(self, known: Sequence[tuple[int, Any]], together: Any, rest: Interval, target: Interval) -> Step:
        """The step that adds up some values, or multiplies them."""
        pick = picker([place for place, _ in known])
        weights = [weight for _, weight in known]
        (least, most), (low, high), multiplies = rest, target, self.multiplies
        plain = all(weight == 1 for weight in weights)

        def step(values: list[Any], row: Row) -> bool:
            some = pick(values)
            total = prod(some) if multiplies else sum(some) if plain else sum(map(operator.mul, some, weights))
            return bool(together(total, most) >= low and together(total, least) <= high)

        return step

    def _ends(self, values: Sequence[Any], k: int) -> Interval:
        terms = self._terms(values, k)
        return min(terms), max(terms)

    def left(self, domains: Sequence[Sequence[Any]]) -> list[list[Any]] | None:
        """The values that the others could make up for at their ends; None if a variable has none."""
        if not all(domains):
            return None
        parts = domains if self.bound is not None else domains[:-1]
        target = (self.bound, self.bound) if self.bound is not None else (min(domains[-1]), max(domains[-1]))
        terms = [self._terms(part, k) for k, part in enumerate(parts)]
        before, after = self._others([(min(some), max(some)) for some in terms])
        kept = []
        for k, part in enumerate(parts):
            others = self._both(before[k], after[k + 1])
            kept.append(
                [v for v, t in zip(part, terms[k], strict=True) if self._fits(self._both(others, (t, t)), target)]
            )
        if self.bound is None:
            kept.append([v for v in domains[-1] if self._fits(before[-1], (v, v))])
        return kept if all(kept) else None

    def _terms(self, values: Sequence[Any], k: int) -> list[Any]:
        return list(values) if self.multiplies else [value * self.weights[k] for value in values]

    def _others(self, ends: list[Interval]) -> tuple[list[Interval], list[Interval]]:
        """What comes before each part, and what comes from it on, put together."""
        nothing = (1, 1) if self.multiplies else (0, 0)
        before, after = [nothing], [nothing]
        for end in ends:
            before.append(self._both(before[-1], end))
        for end in reversed(ends):
            after.append(self._both(end, after[-1]))
        return before, after[::-1]

    def _both(self, one: Interval, other: Interval) -> Interval:
        if not self.multiplies:
            return one[0] + other[0], one[1] + other[1]
        corners = [a * b for a in one for b in other]
        if any(corner != corner for corner in corners):  # zero times infinity
            return -inf, inf
        return min(corners), max(corners)

    def _fits(self, total: Interval, target: Interval) -> bool:
        """Whether some total in an interval may compare as it should with something in another."""
        (low, high), (least, most) = total, target
        if any(isinstance(end, float) for end in (*total, *target)):
            slack = SLACK * (1 + max(abs(low), abs(high), *(abs(end) for end in target if isfinite(end))))
            low, high = low - slack, high + slack
        if self.relation == "==":
            return bool(low <= most and least <= high)
        return bool(RELATIONS[self.relation](*((low, most) if self.relation in ("<", "<=") else (high, least))))


# -- the classes by name ----------------------------------------------------------------------------


def _bound_of() -> property:
    """The bound under the name that python-constraint has for it: programs read it."""
    return property(operator.attrgetter("_bound"))


class ExactSumConstraint(Total):
    """The variables sum up to a number.

    Args:
        exactsum: the number.
        multipliers: what the values are multiplied by first, in the order of the variables.
    """

    def __init__(self, exactsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        super().__init__("==", exactsum, weights=multipliers)

    _exactsum = _bound_of()


class MinSumConstraint(Total):
    """The variables sum up to a number at least.

    Args:
        minsum: the number.
        multipliers: what the values are multiplied by first, in the order of the variables.
    """

    def __init__(self, minsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        super().__init__(">=", minsum, weights=multipliers)

    _minsum = _bound_of()


class MaxSumConstraint(Total):
    """The variables sum up to a number at most.

    Args:
        maxsum: the number.
        multipliers: what the values are multiplied by first, in the order of the variables.
    """

    def __init__(self, maxsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        super().__init__("<=", maxsum, weights=multipliers)

    _maxsum = _bound_of()


class ExactProdConstraint(Total):
    """The product of the variables is a number.

    Args:
        exactprod: the number.
    """

    def __init__(self, exactprod: Any) -> None:
        super().__init__("==", exactprod, multiplies=True)

    _exactprod = _bound_of()


class MinProdConstraint(Total):
    """The product of the variables is a number at least.

    Args:
        minprod: the number.
    """

    def __init__(self, minprod: Any) -> None:
        super().__init__(">=", minprod, multiplies=True)

    _minprod = _bound_of()


class MaxProdConstraint(Total):
    """The product of the variables is a number at most.

    Args:
        maxprod: the number.
    """

    def __init__(self, maxprod: Any) -> None:
        super().__init__("<=", maxprod, multiplies=True)

    _maxprod = _bound_of()


class _VariableSum(Total):
    relation: ClassVar[str]

    def __init__(self, target_var: Any, sum_vars: Sequence[Any], multipliers: Sequence[Any] | None = None) -> None:
        if multipliers:
            # Those who catch it expect an AssertionError, whether Python runs with assertions or not.
            if len(multipliers) != len(sum_vars) + 1:
                raise AssertionError(f"{len(sum_vars)} variables and a target need as many multipliers, and a 1 last")
            if not all(isinstance(number, (int, float)) for number in multipliers):
                raise AssertionError(f"multipliers are numbers, and one of {multipliers!r} is none")
            if multipliers[-1] != 1:
                raise AssertionError(
                    f"the last multiplier is that of the target: it must be 1, not {multipliers[-1]!r}"
                )
            multipliers = multipliers[:-1]
        super().__init__(self.relation, weights=multipliers, parts=sum_vars, target=target_var)
        self.target_var = target_var
        self.sum_vars = sum_vars


class VariableExactSumConstraint(_VariableSum):
    """Variables sum up to the value of another.

    Args:
        target_var: the other.
        sum_vars: those that are summed up.
        multipliers: what their values are multiplied by first, and a 1 for the other.
    """

    relation = "=="


class VariableMinSumConstraint(_VariableSum):
    """Variables sum up to the value of another at least.

    Args:
        target_var: the other.
        sum_vars: those that are summed up.
        multipliers: what their values are multiplied by first, and a 1 for the other.
    """

    relation = ">="


class VariableMaxSumConstraint(_VariableSum):
    """Variables sum up to the value of another at most.

    Args:
        target_var: the other.
        sum_vars: those that are summed up.
        multipliers: what their values are multiplied by first, and a 1 for the other.
    """

    relation = "<="


class _VariableProduct(Total):
    relation: ClassVar[str]

    def __init__(self, target_var: Any, product_vars: Sequence[Any]) -> None:
        super().__init__(
            self.relation, multiplies=True, parts=product_vars, target=target_var, rounds=self.relation == "=="
        )
        self.target_var = target_var
        self.product_vars = product_vars


class VariableExactProdConstraint(_VariableProduct):
    """The product of variables is the value of another.

    Args:
        target_var: the other.
        product_vars: those that are multiplied.
    """

    relation = "=="


class VariableMinProdConstraint(_VariableProduct):
    """The product of variables is the value of another at least.

    Args:
        target_var: the other.
        product_vars: those that are multiplied.
    """

    relation = ">="


class VariableMaxProdConstraint(_VariableProduct):
    """The product of variables is the value of another at most.

    Args:
        target_var: the other.
        product_vars: those that are multiplied.
    """

    relation = "<="
