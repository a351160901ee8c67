"""Objectives: the quantities that a search for the best minimises or maximises.

A variable and a linear expression are data: their bound is known before all variables have values, so a search need
not enter what cannot improve the best value found. The parts of any other expression get variables for the engine
(`clew.planning.costs`). A function is asked of solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from numbers import Rational
from typing import Any

from clew.constraints.base import Values
from clew.constraints.names import Arithmetic, Condition, Scope, Term, hashable
from clew.errors import OptionError, shown
from clew.records import frozen

Target = tuple[Sequence[Hashable], Sequence[Any]]
"""The variables and the weights of a sum that is to be made small."""


@frozen
class Weighted:
    """A weighted sum of variables and a number.

    Attributes:
        scope: the variables.
        weights: a number for each, none 0.
        constant: a number to add.
    """

    scope: Scope
    weights: tuple[Any, ...] = (1,)
    constant: Any = 0

    def __call__(self, solution: Mapping[Any, Any]) -> Any:
        """Its value."""
        return self._sum([solution[name] for name in self.scope])

    def limit(self, domain: Callable[[Any], Sequence[Any]], *, maximize: bool) -> Any:
        """A bound on it while the variables take values of some domains; None if that is not known exactly.

        Args:
            domain: the values that a variable may take, one at least.
            maximize: whether it is to be large, so that it cannot be more; otherwise it cannot be less.
        """
        ends = [
            max(domain(name)) if (weight > 0) is maximize else min(domain(name))
            for name, weight in zip(self.scope, self.weights, strict=True)
        ]
        limit = self._sum(ends)
        # Sums of rounded numbers depend on the order in which one adds.
        return limit if len(ends) == 1 or isinstance(limit, Rational) else None

    def target(self, *, maximize: bool) -> tuple[Scope, tuple[Any, ...]]:
        """The variables and the weights of the sum that is to be made small, without the constant."""
        return self.scope, tuple([-weight for weight in self.weights]) if maximize else self.weights

    def _sum(self, values: Values) -> Any:
        if self.weights == (1,) and self.constant == 0:
            return values[0]  # of any kind, as long as it can be compared
        total = self.constant
        for weight, value in zip(self.weights, values, strict=True):
            total += weight * value
        return total


@frozen
class Computed:
    """An expression that is not linear.

    Attributes:
        scope: the variables.
        tree: the expression, with places in the scope instead of names.
    """

    scope: Scope
    tree: tuple[Any, ...]

    def __attrs_post_init__(self) -> None:
        from clew.constraints.trees import check_depth

        check_depth("the objective", [self.tree])

    @cached_property
    def _function(self) -> Callable[[Values], Any]:
        from clew.constraints.trees import function_of

        return function_of("{}", self.tree)

    def __call__(self, solution: Mapping[Any, Any]) -> Any:
        """Its value."""
        return self._function([solution[name] for name in self.scope])

    def __reduce__(self) -> tuple[Any, ...]:
        return Computed, (self.scope, self.tree)


def objective_of(thing: Any) -> Callable[[Any], Any]:
    """The objective that a variable, its name, an expression or a function of a solution is.

    Raises:
        OptionError: it is none of these.
    """
    if isinstance(thing, Condition):
        thing = +thing
    if isinstance(thing, Arithmetic):
        from clew.constraints.trees import linear, names_in, placed

        weights, constant = linear(thing._tree)
        if weights is not None and Term not in map(type, weights):
            return Weighted(tuple(weights), tuple(weights.values()), constant)
        from clew.constraints.terms import tree_of

        tree = tree_of(Term(thing._tree))
        scope = names_in(tree)
        return Computed(scope, placed(tree, scope))
    if callable(thing):
        return thing  # type: ignore[no-any-return]
    if thing is None or not hashable(thing):
        raise OptionError(f"an objective must be a variable, an expression or a function, not {shown(thing)}")
    return Weighted((thing,))
