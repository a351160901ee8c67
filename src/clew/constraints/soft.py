"""Soft constraints: conditions that should hold, and cost something if they do not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from numbers import Real
from typing import Any

from clew.constraints.base import Constraint
from clew.constraints.expressions import Constant, Expression, Var
from clew.constraints.names import Arithmetic, Condition, name_of
from clew.constraints.objectives import objective_of
from clew.errors import OptionError, ProblemError, shown
from clew.records import frozen


@frozen(eq=False)
class Soft:
    """A condition that should hold, made by `clew.soft`.

    Attributes:
        condition: the condition.
        cost: the cost if it does not hold.
    """

    condition: Constraint
    cost: Any

    @cached_property
    def penalty(self) -> Expression:
        """The cost as an expression: 0 if the condition holds."""
        from clew.constraints.logic import Not  # most models have no soft constraints

        expression: Expression = self.cost * Not(self.condition)
        return expression

    def is_broken(self, solution: Any) -> bool:
        """Whether the condition does not hold in a solution."""
        return bool(objective_of(self.penalty)(solution))


def soft(condition: Constraint, cost: Any = 1) -> Soft:
    """A condition that should hold: `clew.best` makes the sum of the costs of those that do not hold small.

    ```python
    import clew

    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x < y, clew.soft(x == 1, 3), clew.soft(y == 1))
    print(clew.best(model).objective)  # 1: y is not 1
    ```

    Args:
        condition: any constraint.
        cost: a positive number.

    Raises:
        ProblemError: this is no constraint, or no such number.
    """
    if not isinstance(condition, Constraint):
        raise ProblemError(f"clew.soft is about a condition, as in clew.soft(x != y, 3), not {shown(condition)}")
    if not isinstance(cost, Real) or isinstance(cost, bool) or cost <= 0:
        raise ProblemError(f"the cost of a soft constraint must be a positive number, not {shown(cost)}")
    return Soft(condition, cost)


def total(some: Iterable[Soft]) -> Expression:
    """The sum of the costs of those that do not hold, as an expression."""
    expression: Expression = sum([one.penalty for one in some], Constant(0))
    return expression


def with_costs(some: Iterable[Soft], objective: Any, sense: str) -> Any:
    """An objective with the costs of soft constraints; it is to be small or, less the costs, large.

    Args:
        some: the soft constraints.
        objective: as for `clew.best`; None for the costs alone.
        sense: `min` or `max`.

    Raises:
        OptionError: the objective is a function, to which nothing can be added.
    """
    if objective is None:
        objective = Constant(0)
    elif isinstance(objective, Condition):
        objective = +objective
    elif not isinstance(objective, Arithmetic):
        if callable(objective):
            complaint = "is a function, to which the costs of soft constraints cannot be added: give an expression"
            raise OptionError(f"the objective {shown(objective)} {complaint}")
        objective = Var(name_of(objective))
    return objective - total(some) if sense == "max" else objective + total(some)
