"""Model: a problem that is built step by step, without a class of its own."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, Self

from clew.constraints.base import Constraint
from clew.constraints.expressions import Expression, Var
from clew.constraints.names import hashable, name_of, no_name, tuple_of, undeclared, walkable
from clew.constraints.soft import Soft, total
from clew.errors import InputError, ProblemError, meant, shown
from clew.problem.declared import flat
from clew.problem.problem import Problem
from clew.state.domains import LARGEST, NAMELESS


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
        self._domains: dict[Any, tuple[Any, ...] | range] = {}
        self._constraints: list[Constraint] = []
        self._soft: list[Soft] = []
        self._given: dict[Any, Any] = {}
        self._clues: dict[Any, Any] = {}
        self._auxiliary: dict[Any, None] = {}

    def __repr__(self) -> str:
        return f"<Model {self.name}: {len(self._domains)} variables, {len(self._constraints)} constraints>"

    def variable(self, name: Hashable, domain: Iterable[Any], *, auxiliary: bool = False) -> Var:
        """Declare a variable.

        Args:
            name: any hashable value.
            domain: the values that it may take, in the order to try them. Without any there is no solution.
            auxiliary: whether it only helps to state constraints (see `Problem.auxiliary`).

        Raises:
            ProblemError: there is such a variable already, its name cannot be hashed, or the domain is none or too
                large.
        """
        if not hashable(name):
            raise ProblemError(f"{self.name}: a variable's name must be hashable, and {shown(name)} is not")
        if name is None:
            raise ProblemError(f"{self.name}: {NAMELESS}")
        if name in self._domains:
            raise ProblemError(f"{self.name} has a variable {shown(name)} already: give this one another name")
        values = domain if isinstance(domain, range) else tuple_of(domain)
        if not isinstance(values, (tuple, range)):
            raise ProblemError(
                f"the domain of {shown(name)} must be a collection of values, and {shown(domain)} is none"
            )
        if not isinstance(values, range) and values[LARGEST:]:
            raise ProblemError(f"the domain of {shown(name)} is too large: at most {LARGEST} values will do")
        self._domains[name] = values
        if auxiliary:
            self._auxiliary[name] = None
        return Var(name)

    def variables(
        self, names: str | Iterable[Hashable], domain: Iterable[Any], *, auxiliary: bool = False
    ) -> list[Var]:
        """Declare several variables with the same domain.

        Args:
            names: the names, or one text of them with spaces between.
            domain: as for `variable`.
            auxiliary: likewise.

        Raises:
            ProblemError: as for `variable`, or there are no names.
        """
        values = domain if isinstance(domain, range) else tuple_of(domain)
        if not walkable(names):
            raise ProblemError(f"{self.name}: variables need a collection of names, and {shown(names)} is none")
        each = names.split() if isinstance(names, str) else names
        return [self.variable(name, values, auxiliary=auxiliary) for name in each]

    def __getitem__(self, name: Hashable) -> Var:
        """The variable of a name, as `variable` returned it.

        Raises:
            InputError: there is no such variable; the message names one that resembles it.
        """
        if name not in self:
            known = {str(one): repr(one) for one in self._domains}
            near = meant(str(name), known, f"it has {len(known)} variables")
            raise InputError(f"{self.name} has no variable {shown(name)}: {near}")
        return Var(name)

    def __iter__(self) -> Iterator[Hashable]:
        """The names of the variables, in the order of their declaration."""
        return iter(self._domains)

    def __contains__(self, name: object) -> bool:
        """Whether there is a variable of this name."""
        return hashable(name) and name in self._domains

    def require(self, *constraints: Constraint | Soft | Iterable[Constraint | Soft]) -> None:
        """Add constraints: all of them must hold, but for those that are `clew.soft`.

        Raises:
            ProblemError: something is no constraint, or is about a variable that was not declared.
        """
        is_known = self._domains.__contains__
        for constraint in flat(constraints, Soft):
            is_soft = isinstance(constraint, Soft)
            for part in flat([constraint.condition]) if is_soft else (constraint,):
                if not all(map(is_known, part.scope)):
                    name = next(name for name in part.scope if not is_known(name))
                    raise ProblemError(f"{part.title}: {self.name} {undeclared(name)}")
            (self._soft if is_soft else self._constraints).append(constraint)

    @property
    def cost(self) -> Expression:
        """The sum of the costs of the soft constraints that do not hold: `clew.best` adds it to an objective."""
        return total(self._soft)

    def fix(self, variable: Any, value: Any) -> None:
        """Give a variable its value, as a clue does.

        Raises:
            ProblemError: there is no such variable, or its domain does not have the value.
        """
        name = name_of(variable)
        if name not in self:
            why = "declare it first" if hashable(name) else no_name(name)
            raise ProblemError(f"{self.name} has no variable {shown(name)}: {why}")
        if not hashable(value) or value not in self._domains[name]:
            raise ProblemError(f"{shown(name)} cannot be fixed at {shown(value)}: its domain does not have this value")
        self._given[name] = value

    def domains(self) -> Mapping[Any, tuple[Any, ...] | range]:
        return dict(self._domains)

    def auxiliary(self) -> Collection[Any]:
        return self._auxiliary.keys()

    def given(self) -> Mapping[Any, Any]:
        return {**self._given, **self._clues}

    def constraints(self) -> Iterable[Constraint]:
        return tuple(self._constraints)

    def soft_constraints(self) -> Iterable[Soft]:
        return tuple(self._soft)

    # -- new instances (see `clew.generate`): what was fixed stays, and any other variable may be given ---------------

    def clue_groups(self) -> Iterable[Collection[Hashable]]:
        return ((pair,) for pair in self._clues.items())

    def with_clues(self, clues: Iterable[Any]) -> Self:
        from copy import copy

        made = copy(self)
        made._domains, made._constraints, made._given = dict(self._domains), list(self._constraints), dict(self._given)
        made._soft, made._auxiliary = list(self._soft), dict(self._auxiliary)
        made._clues = {variable: value for variable, value in clues if variable not in self._given}
        return made
