"""Constraints on sums and products."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from clew.compat.constraint.domain import Domain, Unassigned
from clew.compat.constraint.rules import Domains, Given, Known, Rules, RulesOf, Values, Variables, hide
from clew.compat.constraint.shapes import Bounds, Shape
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
        self._measured: dict[int, tuple[Domains, Variables, Bounds | None]] = {}
        self._named = None if parts is None else [*parts, target]

    def scope(self, variables: Variables) -> Variables:
        if self._named is not None:
            return self._named
        return variables[: len(self.shape.weights)] if self.shape.weights else variables

    def __call__(
        self, variables: Values, domains: Domains, assignments: Given, forwardcheck: Any = None, _unassigned: Any = None
    ) -> bool:
        scope, shape = self.scope(variables), self.shape
        values: list[Any] = []
        holes: list[int] = []
        for variable in scope:
            if variable in assignments:
                values.append(assignments[variable])
            else:
                holes.append(len(values))
                values.append(Unassigned)
        if not holes:
            return shape.truth(values)
        if forwardcheck:
            return self._hides(domains, scope, values, holes)
        measured = self._measured.get(id(variables))
        if measured is not None and measured[0] is domains and measured[1] is variables:
            return shape.possible(values, measured[2])
        some = [[v] if v is not Unassigned else domains[scope[k]] for k, v in enumerate(values)]
        return all(some) and shape.possible(values, shape.bounds(some, shape.weights))

    def _hides(self, domains: Domains, scope: Variables, values: list[Any], holes: list[int]) -> bool:
        """Hide values that break it from the domains of the variables at some places; False if one has none left."""
        shape, missing = self.shape, [domains[scope[k]] for k in holes]
        parts, weights = values[:-1] if shape.bound is None else values, shape.weights
        if weights:
            parts = [w if w is Unassigned else w * weights[k] for k, w in enumerate(parts)]
            weights = [weights[k] for k in holes if k < len(weights)]
        given = [value for value in parts if value is not Unassigned]
        if len(holes) == 1 or len({scope[k] for k in holes}) == 1:
            return hide(missing[0], shape.wrong(values, holes, missing[0], given))
        has_target = shape.bound is None and values[-1] is not Unassigned
        limits = shape.limits([*missing, values[-1:]] if has_target else missing, weights, given)
        if limits is None:
            return False
        for k, wanted, allowed, up, down in limits:
            hide(missing[k], [v for v in missing[k] if v * up < wanted or v * down > allowed])
        return all(missing)

    def preProcess(
        self, variables: Variables, domains: dict[Any, Domain], constraints: Rules, vconstraints: RulesOf
    ) -> None:
        some = [domains[v] for v in self.scope(variables)]
        if self._named is None:
            if len(variables) == 1:
                super().preProcess(variables, domains, constraints, vconstraints)
            left = self.shape.left(some) or [[]] * len(some)
            for domain, values in zip(some, left, strict=True):
                if len(values) < len(domain):
                    domain[:] = values
        if all(some):  # what a search leaves them later lies between the same bounds
            self._measured[id(variables)] = domains, variables, self.shape.bounds(some, self.shape.weights)

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        scope, shape = self.scope(variables), self.shape
        at = [layout.places[variable] for variable in scope]
        if len(set(at)) < len(at):
            return super().steps(variables, layout)
        made, is_complete = shape.steps(at, layout.row)
        places = [-1, *sorted(at)]
        layout.costs[places[-2] + 1] += len(layout.row[places[-1]]) * (1 if is_complete else TRUTH)
        if is_complete:
            return made
        return [*made, *filtering(lambda *values: shape.truth(values), scope, layout, remembers=False)]


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


def of_shape(shape: Shape, parts: Variables | None = None, target: Any = None) -> Total:
    """The constraint of a shape, of the class that a program would have chosen."""
    how = {"=": "Exact", ">": "Min", "<": "Max"}[shape.relation[0]] + ("Prod" if shape.multiplies else "Sum")
    kind: Any = globals()[f"{'' if parts is None else 'Variable'}{how}Constraint"]
    made: Total = kind(shape.bound) if parts is None else kind(target, parts)
    made.shape = shape
    return made
