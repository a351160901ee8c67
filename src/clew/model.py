"""Model: a problem that is put together as one goes, without a class of its own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from clew.constraints.base import Constraint, flat, name_of
from clew.errors import ProblemError
from clew.problem import Problem

if TYPE_CHECKING:
    from clew.constraints.expressions import Var


class Model(Problem[Any, Any]):
    """Variables and constraints, declared one after the other.

    ```
    model = clew.Model()
    x, y = model.variables("x y", range(10))
    model.require(x + 1 < y, x * y == 12)
    ```

    Args:
        name: what to call the problem.
    """

    def __init__(self, name: str = "model") -> None:
        self.name = name  # type: ignore[misc]  # a model is a problem of its own kind
        self._domains: dict[Any, tuple[Any, ...]] = {}
        self._constraints: list[Constraint] = []
        self._given: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<Model {self.name}: {len(self._domains)} variables, {len(self._constraints)} constraints>"

    def variable(self, name: Hashable, domain: Iterable[Any]) -> Var:
        """Declare a variable.

        Args:
            name: any hashable value.
            domain: the values that it may take, in the order to try them.

        Raises:
            ProblemError: there is such a variable already, or the domain is empty.
        """
        values = tuple(domain)
        if name in self._domains:
            raise ProblemError(f"{self.name} has a variable {name!r} already: give this one another name")
        if not values:
            raise ProblemError(f"the domain of {name!r} is empty: a variable needs a value to take")
        self._domains[name] = values
        from clew.constraints.expressions import Var

        return Var(name)

    def variables(self, names: str | Iterable[Hashable], domain: Iterable[Any]) -> list[Var]:
        """Declare several variables with the same domain.

        Args:
            names: the names, or one text of them with spaces between.
            domain: as for `variable`.
        """
        values = tuple(domain)
        return [self.variable(name, values) for name in (names.split() if isinstance(names, str) else names)]

    def require(self, *constraints: Constraint | Iterable[Constraint]) -> None:
        """Add constraints: all of them must hold.

        Raises:
            ProblemError: something is no constraint, or is about a variable that was not declared.
        """
        for constraint in flat(constraints):
            for name in constraint.scope:
                if name not in self._domains:
                    raise ProblemError(f"{constraint.title}: {self.name} has no variable {name!r}: declare it first")
            self._constraints.append(constraint)

    def fix(self, variable: Any, value: Any) -> None:
        """Give a variable its value, as a clue does."""
        self._given[name_of(variable)] = value

    def domains(self) -> Mapping[Any, tuple[Any, ...]]:
        return dict(self._domains)

    def given(self) -> Mapping[Any, Any]:
        return dict(self._given)

    def constraints(self) -> Iterable[Constraint]:
        return tuple(self._constraints)
