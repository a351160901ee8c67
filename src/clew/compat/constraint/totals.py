"""Constraints on sums and products."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from clew.compat.constraint.domain import Domain, Unassigned
from clew.compat.constraint.rules import Domains, Known, Rules, RulesOf, Values, Variables
from clew.compat.constraint.shapes import Shape, is_calculable
from clew.compat.constraint.steps import Layout, Steps, filtering

TRUTH: Final = 4
"""How many questions to a function it takes to look at a total, roughly."""


class Total(Known):
    """A sum or a product compares with a number, or with one more variable, the target.

    Args:
        shape: the arithmetic and the comparison.
        parts: the variables of the total, if it has a target.
        target: the variable that the total compares with.
    """

    def __init__(self, shape: Shape, parts: Variables | None = None, target: Any = None) -> None:
        self.shape = shape
        self._named = None if parts is None else [*parts, target]

    def scope(self, variables: Variables) -> Variables:
        if self._named is not None:
            return self._named
        return variables[: len(self.shape.weights)] if self.shape.weights else variables

    def truth(self, values: Values) -> bool:
        return self.shape.truth(values)

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        known = [(w,) if w is not Unassigned else domains[v] for v, w in zip(scope, values, strict=True)]
        return not all(map(is_calculable, known)) or self.shape.left(known) is not None

    def preProcess(
        self, variables: Variables, domains: dict[Any, Domain], constraints: Rules, vconstraints: RulesOf
    ) -> None:
        if self._named is not None:
            return
        super().preProcess(variables, domains, constraints, vconstraints)
        some = [domains[v] for v in self.scope(variables)]
        if all(map(is_calculable, some)):
            left = self.shape.left(some) or [[]] * len(some)
            for domain, values in zip(some, left, strict=True):
                domain[:] = values

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        scope, shape = self.scope(variables), self.shape
        at = [layout.places[variable] for variable in scope]
        if len(set(at)) < len(at) or not all(is_calculable(layout.row[place]) for place in at):
            yield from super().steps(variables, layout)
            return
        yield from shape.within(at, layout.row)
        *_, ready, target = (-1, *sorted(at))
        layout.costs[ready + 1] += TRUTH * len(layout.row[target])
        yield from filtering(lambda *values: shape.truth(values), scope, layout, remembers=False)


# -- the classes by name ----------------------------------------------------------------------------


BOUND: Final = property(operator.attrgetter("shape.bound"))
"""The bound under the name that python-constraint has for it: programs read it."""


class ExactSumConstraint(Total):
    """The variables sum up to a number.

    Args:
        exactsum: the number.
        multipliers: the factors of the values, in the order of the variables.
    """

    def __init__(self, exactsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        super().__init__(Shape("==", exactsum, multipliers and tuple(multipliers)))

    _exactsum = BOUND


class MinSumConstraint(Total):
    """The variables sum up to a number at least.

    Args:
        minsum: the number.
        multipliers: the factors of the values, in the order of the variables.
    """

    def __init__(self, minsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        super().__init__(Shape(">=", minsum, multipliers and tuple(multipliers)))

    _minsum = BOUND


class MaxSumConstraint(Total):
    """The variables sum up to a number at most.

    Args:
        maxsum: the number.
        multipliers: the factors of the values, in the order of the variables.
    """

    def __init__(self, maxsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        super().__init__(Shape("<=", maxsum, multipliers and tuple(multipliers)))

    _maxsum = BOUND


class ExactProdConstraint(Total):
    """The product of the variables is a number.

    Args:
        exactprod: the number.
    """

    def __init__(self, exactprod: Any) -> None:
        super().__init__(Shape("==", exactprod, multiplies=True))

    _exactprod = BOUND


class MinProdConstraint(Total):
    """The product of the variables is a number at least.

    Args:
        minprod: the number.
    """

    def __init__(self, minprod: Any) -> None:
        super().__init__(Shape(">=", minprod, multiplies=True))

    _minprod = BOUND


class MaxProdConstraint(Total):
    """The product of the variables is a number at most.

    Args:
        maxprod: the number.
    """

    def __init__(self, maxprod: Any) -> None:
        super().__init__(Shape("<=", maxprod, multiplies=True))

    _maxprod = BOUND


class _VariableSum(Total):
    relation: ClassVar[str]

    def __init__(self, target_var: Any, sum_vars: Variables, multipliers: Sequence[Any] | None = None) -> None:
        # Those who catch it expect an AssertionError, whether Python runs with assertions or not.
        if multipliers and not (
            len(multipliers) == len(sum_vars) + 1
            and all(isinstance(number, (int, float)) for number in multipliers)
            and multipliers[-1] == 1
        ):
            raise AssertionError(
                f"the multipliers of {len(sum_vars)} variables are as many numbers, and a 1 for the target, "
                f"not {multipliers!r}"
            )
        weights = multipliers and tuple(multipliers[:-1])
        super().__init__(Shape(self.relation, None, weights), sum_vars, target_var)
        self.target_var = target_var
        self.sum_vars = sum_vars


class VariableExactSumConstraint(_VariableSum):
    """Variables sum up to the value of another.

    Args:
        target_var: the other.
        sum_vars: those that are summed up.
        multipliers: the factors of their values, and a 1 for the other.
    """

    relation = "=="


class VariableMinSumConstraint(_VariableSum):
    """Variables sum up to the value of another at least.

    Args:
        target_var: the other.
        sum_vars: those that are summed up.
        multipliers: the factors of their values, and a 1 for the other.
    """

    relation = ">="


class VariableMaxSumConstraint(_VariableSum):
    """Variables sum up to the value of another at most.

    Args:
        target_var: the other.
        sum_vars: those that are summed up.
        multipliers: the factors of their values, and a 1 for the other.
    """

    relation = "<="


class _VariableProduct(Total):
    relation: ClassVar[str]

    def __init__(self, target_var: Any, product_vars: Variables) -> None:
        shape = Shape(self.relation, multiplies=True, rounds=self.relation == "==")
        super().__init__(shape, product_vars, target_var)
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
