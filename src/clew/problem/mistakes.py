"""Words for what stands among the constraints of a problem and is none."""

from __future__ import annotations

from clew.constraints.base import Constraint
from clew.constraints.names import Variable
from clew.errors import ProblemError, shown


def no_constraint(item: object) -> ProblemError:
    """The error for it, with the way to write it as a constraint, if that is known."""
    if isinstance(item, bool):
        return ProblemError(
            f"{item} is not a constraint: there was no variable in the comparison; of no variables at all, "
            f'write Sum(variables, "==", number), not sum(variables) == number'
        )
    return ProblemError(f"{shown(item)} is not a constraint{_hint(item)}")


def _hint(item: object) -> str:
    """How to write something that is no constraint as one, if that is known."""
    name = item.__name__ if isinstance(item, type) else type(item).__name__
    if getattr(item, "__module__", "") == "clew.strategies":
        return f", but a strategy: the constraints are in clew.constraints, such as clew.constraints.{name}" * (
            name in ("AtMost", "Count")
        )
    if isinstance(item, type) and issubclass(item, Constraint):
        return f", but a class of them: write {name}(...)"
    if isinstance(item, Variable) or type(item).__name__ == "Expression":
        return ": compare it, as in x == 1"
    if callable(item):
        return ": write clew.constraints.Predicate(function, (x, y)) for a function of the values of x and y"
    return ""
