"""The same model for clew and, by CPMpy, for other solvers: variables, conditions and an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

PEERS: Final = {"CP-SAT": "ortools", "Pumpkin": "pumpkin", "Choco": "choco"}
"""What CPMpy calls them."""


@attrs.frozen
class Answer:
    """What came of a search.

    Attributes:
        value: of the objective; whether there is a solution, if there is no objective; None if that is not known.
        is_proved: whether it is known that there is nothing better.
        learned: dead ends that clew has learned from.
    """

    value: Any
    is_proved: bool
    learned: int = 0


class Clew:
    """A model of clew's.

    Args:
        learning: the option of that name; none for what clew does by itself.
    """

    def __init__(self, learning: str | None = None) -> None:
        import clew

        self.clew, self.model = clew, clew.Model()
        self.options: dict[str, Any] = {} if learning is None else {"learning": learning}
        self.number = 0

    def variables(self, domains: Iterable[Sequence[int]]) -> list[Any]:
        """A variable for each domain, which is a range."""
        made = [self.model.variable(self.number + k, domain) for k, domain in enumerate(domains)]
        self.number += len(made)
        return made

    def require(self, conditions: Iterable[Any]) -> None:
        """Conditions that hold together."""
        self.model.require(list(conditions))

    def either(self, conditions: Iterable[Any]) -> Any:
        """One of some conditions holds."""
        from clew.constraints import Or

        return Or(list(conditions))

    def differ(self, variables: Iterable[Any]) -> Any:
        """All values are different."""
        from clew.constraints import AllDifferent

        return AllDifferent([one.name for one in variables])

    def in_order(self, one: Sequence[Any], other: Sequence[Any]) -> Any:
        """One row is no later in the order of dictionaries than another."""
        from clew.constraints import Lex

        return Lex(one, other)

    def share(self, starts: Sequence[Any], durations: Sequence[int], demands: Sequence[int], capacity: int) -> Any:
        """Tasks use no more of a resource than there is."""
        from clew.constraints import Cumulative

        return Cumulative(starts, durations, demands, capacity)

    def in_turn(self, starts: Sequence[Any], durations: Sequence[int]) -> Any:
        """Tasks do not overlap."""
        from clew.constraints import NoOverlap

        return NoOverlap(starts, durations)

    def solve(self, objective: Any, direction: str, seconds: float) -> Answer:
        """Search for so long."""
        limits: Any = self.clew.Limits(time=seconds)
        found: Any
        if objective is None:
            found = self.clew.solve(self.model, self.clew.First(), limits=limits, **self.options)
            value = found.result is not None if found.exhausted or found.result else None
            is_proved = value is not None
        else:
            found = self.clew.best(self.model, objective, direction, limits=limits, **self.options)  # type: ignore[arg-type]
            value, is_proved = found.objective, found.is_optimal
        learned = found.statistics.learned
        return Answer(value, is_proved, learned.nogoods if learned else 0)


class Peer:
    """A model of CPMpy's, for one of its solvers.

    Args:
        name: the solver.
    """

    def __init__(self, name: str) -> None:
        import cpmpy

        self.cp, self.name, self.model = cpmpy, PEERS[name], cpmpy.Model()

    def variables(self, domains: Iterable[Sequence[int]]) -> list[Any]:
        """A variable for each domain, which is a range."""
        return [self.cp.intvar(domain[0], domain[-1]) for domain in domains]

    def require(self, conditions: Iterable[Any]) -> None:
        """Conditions that hold together."""
        self.model += list(conditions)

    def either(self, conditions: Iterable[Any]) -> Any:
        """One of some conditions holds."""
        return self.cp.any(list(conditions))

    def differ(self, variables: Iterable[Any]) -> Any:
        """All values are different."""
        return self.cp.AllDifferent(list(variables))

    def in_order(self, one: Sequence[Any], other: Sequence[Any]) -> Any:
        """One row is no later in the order of dictionaries than another."""
        return self.cp.LexLessEq(list(one), list(other))

    def share(self, starts: Sequence[Any], durations: Sequence[int], demands: Sequence[int], capacity: int) -> Any:
        """Tasks use no more of a resource than there is."""
        return self.cp.Cumulative(list(starts), list(durations), None, list(demands), capacity)

    def in_turn(self, starts: Sequence[Any], durations: Sequence[int]) -> Any:
        """Tasks do not overlap."""
        return self.cp.NoOverlap(list(starts), list(durations))

    def solve(self, objective: Any, direction: str, seconds: float) -> Answer:
        """Search for so long, with one thread."""
        if objective is not None:
            self.model.objective(objective, minimize=direction == "min")
        more = {"num_search_workers": 1} if self.name == "ortools" else {}
        solver = self.cp.SolverLookup.get(self.name, self.model)
        is_found = solver.solve(time_limit=seconds, **more)
        state = solver.status().exitstatus.name
        if state == "UNSATISFIABLE":
            return Answer(False, is_proved=True)
        value = (solver.objective_value() if objective is not None else True) if is_found else None
        return Answer(value, is_found and (objective is None or state == "OPTIMAL"))


Kit = Clew | Peer


def kit(name: str) -> Kit:
    """The kit of a solver, by its name in the table."""
    options: dict[str, str | None] = {"clew": None, "clew, none": "none", "clew, nogoods": "nogoods"}
    return Clew(options[name]) if name in options else Peer(name)
