"""The constraints by name: functions, all different, all equal, sets; those on totals are imported."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from itertools import combinations
from typing import Any, ClassVar

# ruff: noqa: F403, F405  (the names of the constraints on totals stand below, and in their module)
from clew.compat.constraint.domain import Domain, Unassigned
from clew.compat.constraint.rules import (
    Constraint,
    Domains,
    Function,
    Given,
    Known,
    Rules,
    RulesOf,
    Values,
    Variables,
    drop,
)
from clew.compat.constraint.steps import Layout, Row, Step, Steps, filtering, keeping, taking_away
from clew.compat.constraint.totals import *

__all__ = ["AllDifferentConstraint", "AllEqualConstraint", "Constraint"]
__all__ += ["CompilableFunctionConstraint", "FunctionConstraint"]
__all__ += ["InSetConstraint", "NotInSetConstraint", "SomeInSetConstraint", "SomeNotInSetConstraint"]
__all__ += ["ExactProdConstraint", "MaxProdConstraint", "MinProdConstraint"]
__all__ += ["ExactSumConstraint", "MaxSumConstraint", "MinSumConstraint"]
__all__ += ["VariableExactProdConstraint", "VariableMaxProdConstraint", "VariableMinProdConstraint"]
__all__ += ["VariableExactSumConstraint", "VariableMaxSumConstraint", "VariableMinSumConstraint"]


class FunctionConstraint(Known):
    """A function of the values, in the order of the variables, says whether they go together.

    Args:
        func: the function.
        assigned: whether it is asked about complete assignments only. If not, `Unassigned` stands for what is
            missing.
    """

    asks: ClassVar[bool] = True

    def __init__(self, func: Function, assigned: bool = True) -> None:
        self._func: Callable[..., bool] = func  # or what else it returns
        self._assigned = assigned

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Given,
        forwardcheck: Any = False,
        _unassigned: Any = Unassigned,
    ) -> Any:
        missing = [variable for variable in variables if variable not in assignments]
        if not missing:
            return self._func(*[assignments[variable] for variable in variables])
        is_last = forwardcheck and len(missing) == 1
        if self._assigned and not is_last:
            return True
        values = [assignments.get(variable, _unassigned) for variable in variables]
        if not (self._assigned or self._func(*values)):
            return False
        if is_last:
            domain, place = domains[missing[0]], list(variables).index(missing[0])
            for values[place] in list(domain):
                if not self._func(*values):
                    domain.hideValue(values[place])
            return len(domain) > 0
        return True

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        if self._assigned:
            return filtering(self._func, variables, layout)
        return super().steps(variables, layout)


class CompilableFunctionConstraint(Constraint):
    """A function as text, to be compiled when it is needed.

    Args:
        func: an expression, or a function of one line, `def r(x, y): return x < y`, whose parameters are given the
            values in the order of the variables.
        assigned: there for programs that give it; it changes nothing.
    """

    def __init__(self, func: str, assigned: bool = True) -> None:
        self._func = func
        self._assigned = assigned

    def __call__(self, variables: Variables, domains: Domains, assignments: Given, forwardcheck: Any = False) -> bool:
        raise NotImplementedError("CompilableFunctionConstraint is compiled by a problem: it cannot be called itself")

    def function(self, variables: Variables) -> FunctionConstraint:
        """The function, of these variables, as a constraint."""
        from clew.compat.constraint.text import compiled

        return FunctionConstraint(compiled(self._func, list(map(str, variables))))


class AllDifferentConstraint(Known):
    """No two of the variables take the same value."""

    def possible(self, given: Values, missing: int) -> bool:
        try:
            return len(given) < 2 or len(set(given)) == len(given)
        except TypeError:  # values that cannot be hashed
            return all(one != other for one, other in combinations(given, 2))

    def wrong(self, domain: Domain, given: Values, missing: int) -> list[Any]:
        return [domain[domain.index(value)] for value in given if value in domain]

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        if len(set(variables)) < len(variables):
            return super().steps(variables, layout)
        scope = sorted([layout.places[variable] for variable in variables])
        for k, place in enumerate(scope):
            layout.costs[place + 1] += len(scope) - k - 1
        return [(place, taking_away(place, scope[k + 1 :])) for k, place in enumerate(scope[:-1])]


class AllEqualConstraint(Known):
    """All of the variables take the same value."""

    def possible(self, given: Values, missing: int) -> bool:
        return not given or given.count(given[0]) == len(given)

    def wrong(self, domain: Domain, given: Values, missing: int) -> list[Any]:
        return [value for value in domain if given and value != given[0]]

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        first, *later = sorted({layout.places[variable] for variable in variables})
        layout.costs[first + 1] += len(later)
        return [(first, keeping(first, later))]


class _OfSet(Known):
    """A constraint that looks whether values are in a set, or, if not `inside`, whether they are not."""

    inside: ClassVar[bool] = True
    _set: Container[Any]

    def accepts(self, value: Any) -> bool:
        """Whether a value is one of those that are asked for."""
        return (value in self._set) is self.inside


class InSetConstraint(_OfSet):
    """Every variable takes one of the values of a set.

    Args:
        set: the values; anything that `in` can ask.
    """

    def __init__(self, set: Container[Any]) -> None:
        self._set = set

    def possible(self, given: Values, missing: int) -> bool:
        return all(map(self.accepts, given))

    def preProcess(
        self, variables: Variables, domains: dict[Any, Domain], constraints: Rules, vconstraints: RulesOf
    ) -> None:
        for variable in variables:
            domains[variable][:] = [value for value in domains[variable] if self.accepts(value)]
        drop(self, variables, constraints, vconstraints)


class NotInSetConstraint(InSetConstraint):
    """No variable takes one of the values of a set.

    Args:
        set: the values; anything that `in` can ask.
    """

    inside: ClassVar[bool] = False


class SomeInSetConstraint(_OfSet):
    """Some of the variables take values of a set.

    Args:
        set: the values; anything that `in` can ask.
        n: how many variables at least.
        exact: whether it must be just so many.
    """

    def __init__(self, set: Container[Any], n: int = 1, exact: bool = False) -> None:
        self._set = set
        self._n = n
        self._exact = exact

    def possible(self, given: Values, missing: int) -> bool:
        found = self._found(given)
        return found + missing >= self._n and not (self._exact and found > self._n)

    def _found(self, given: Values) -> int:
        return len([value for value in given if (value in self._set) is self.inside])

    def wrong(self, domain: Domain, given: Values, missing: int) -> list[Any]:
        if self._found(given) + missing > self._n:
            return []
        return [value for value in domain if not self.accepts(value)]

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        scope = sorted([layout.places[variable] for variable in variables])
        return [(place, self._counting(scope[: k + 1], len(scope) - k - 1)) for k, place in enumerate(scope)]

    def _counting(self, places: Sequence[int], missing: int) -> Step:
        """The step that counts the values of a set, so many variables before the last has one."""
        least, most = self._n - missing, self._n if self._exact else len(places)

        def step(values: list[Any], row: Row) -> bool:
            found = 0
            for place in places:
                if self.accepts(values[place]):
                    found += 1
            return least <= found <= most

        return step


class SomeNotInSetConstraint(SomeInSetConstraint):
    """Some of the variables take values that a set does not have.

    Args:
        set: the values; anything that `in` can ask.
        n: how many variables at least.
        exact: whether it must be just so many.
    """

    inside: ClassVar[bool] = False
