"""Variable orderings: which open variable to branch on. All of them take declared variables only.

An ordering is a function from a state to one of its open variables, or None if there is none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable
from typing import Any, Final

from clew.errors import ProblemError
from clew.problem.problem import AnyProblem
from clew.reference.search.draws import key_of, mixed, number_of
from clew.state.lanes import AnyLanes, places_of
from clew.state.state import AnyState, State, VariableOrder

STRIP: Final = 7000
"""Bits of the whole integer that are stripped in the time in which one lane is counted."""


class Picks(ABC):
    """An ordering that needs no more of a state than its domains and the guards of its open variables."""

    @property
    def learner(self) -> WeightedDegree | None:
        """Learns from the dead ends, if the ordering does."""
        return None

    def __call__(self, state: AnyState) -> Hashable | None:
        lanes = state.lanes
        open_guards = lanes.decisions & ~state.assigned
        return lanes.owner[self.pick(lanes, state.domains, open_guards)] if open_guards else None

    @abstractmethod
    def pick(self, lanes: AnyLanes, domains: int, open_guards: int) -> int:
        """The place of the guard of the variable to branch on; there is an open one."""


class MinimumRemainingValues(Picks):
    """`mrv`, minimum remaining values: a smallest domain first; of equals, the first declared.

    Haralick and Elliott, Increasing tree search efficiency for constraint satisfaction problems, 1980.

    It finds a smallest open domain on the whole integer: a few strips, or a count lane by lane.
    Stripping the lowest value off every lane at once empties just the lanes of size one; stripping
    again, those of size two. So small domains are found by a few strips, whatever the number of lanes; larger ones
    are counted one by one. The size found last tells which to expect.
    """

    def __init__(self) -> None:
        self._expected = 0

    def pick(self, lanes: AnyLanes, domains: int, open_guards: int) -> int:
        return self.smallest(lanes, domains, open_guards)[0]

    def smallest(self, lanes: AnyLanes, domains: int, open_guards: int) -> tuple[int, int]:
        """The place of the guard of a smallest domain, of equals the first declared, and its size."""
        strips = self._expected + 2
        if strips * domains.bit_length() > STRIP * open_guards.bit_count():
            strips = 0
        remaining = domains
        for size in range(1, strips + 1):
            remaining = lanes.strip(remaining)
            empty = open_guards & ~(remaining + lanes.full)
            if empty:
                self._expected = size
                return (empty & -empty).bit_length() - 1, size
        guard, self._expected = lanes.smallest(domains, open_guards, strips + 1)
        return guard, self._expected


class WeightedDegree(MinimumRemainingValues):
    """`wdeg`, dom/wdeg: the smallest domain for its weight.

    A variable weighs more for every dead end that its domain ended in.

    Until the first dead end it is `mrv`. The variable whose values failed last comes first (last conflict), so the
    search goes back to the cause. It learns: it is no function of the state, and is useful if one solution or the best
    is looked for.

    Boussemart, Hemery, Lecoutre and Sais, Boosting systematic search by weighting constraints, 2004; Lecoutre,
    Sais, Tabary and Vidal, Reasoning from last conflict(s) in constraint programming, 2009.
    """

    def __init__(self) -> None:
        super().__init__()
        self.weights: dict[int, int] = {}
        self.heavy = 0
        """The guards of the variables that weigh more than 1."""
        self.last = -1

    @property
    def learner(self) -> WeightedDegree | None:
        return self

    def forget(self) -> None:
        """Begin another search, as if nothing had been learned."""
        self.__init__()  # type: ignore[misc]

    def failed(self, lanes: AnyLanes, guard: int, blamed: int) -> None:
        """A value of a variable led to a dead end.

        Args:
            lanes: the layout.
            guard: the place of the variable's guard.
            blamed: the guards of the lanes that were left empty, or whose constraint rejected them.
        """
        self.last = guard
        blamed &= lanes.decisions
        self.heavy |= blamed
        for place in places_of(blamed):
            self.weights[place] = self.weights.get(place, 1) + 1

    def pick(self, lanes: AnyLanes, domains: int, open_guards: int) -> int:
        if self.last >= 0 and open_guards >> self.last & 1:
            return self.last
        heavy = open_guards & self.heavy
        if not heavy:
            return super().pick(lanes, domains, open_guards)
        ratios = [(size / self.weights[guard], guard) for guard, size in lanes.sizes(domains, heavy)]
        if heavy != open_guards:  # of those that weigh 1 it is a smallest, or none
            guard, size = self.smallest(lanes, domains, open_guards ^ heavy)
            ratios.append((size, guard))
        return min(ratios)[1]


class MostNeighbours(Picks):
    """`degree`: the most open neighbours first; of equals, the first declared.

    Args:
        problem: says which the neighbours of a variable are; asked once for each.
    """

    def __init__(self, problem: AnyProblem) -> None:
        self._problem = problem
        self._near: dict[int, int] = {}

    def pick(self, lanes: AnyLanes, domains: int, open_guards: int) -> int:
        return max(places_of(open_guards), key=lambda guard: (self.near(lanes, guard) & open_guards).bit_count())

    def near(self, lanes: AnyLanes, guard: int) -> int:
        """The guards of the neighbours of the variable with this guard."""
        if guard not in self._near:
            others = neighbours_of(self._problem, lanes.owner[guard], lanes.lane)
            self._near[guard] = sum(1 << lanes.lane[other].guard for other in others)
        return self._near[guard]


def neighbours_of(problem: AnyProblem, variable: Any, variables: Container[Any]) -> set[Any]:
    """The neighbours of a variable, as the problem says.

    Raises:
        ProblemError: one of them is no variable.
        Exception: every exception that `neighbours` raises, with a note.
    """
    try:
        others = set(problem.neighbours(variable))
    except Exception as error:
        error.add_note(f"while neighbours({variable!r}) was asked for the degree order")
        raise
    for other in others:
        if other not in variables:
            raise ProblemError(f"neighbours({variable!r}) names {other!r}, and there is no such variable")
    return others


def shuffled(seed: int) -> VariableOrder:
    """`random`: any open variable, drawn by the seed and what is left (see `clew.reference.search.draws`)."""
    number = number_of(seed)

    def choose(state: AnyState) -> Hashable | None:
        variables, open_guards = list(state.open), state.lanes.decisions & ~state.assigned
        key = key_of(number, state.lanes, state.domains, open_guards)
        return variables[mixed(key) % len(variables)] if variables else None

    return choose


VARIABLE_ORDERS: Final[dict[str, Callable[[AnyProblem, int], VariableOrder]]] = {
    "static": lambda problem, seed: State.first_open,
    "mrv": lambda problem, seed: MinimumRemainingValues(),
    "degree": lambda problem, seed: MostNeighbours(problem),
    "wdeg": lambda problem, seed: WeightedDegree(),
    "random": lambda problem, seed: shuffled(seed),
}
"""Each ordering by its name, made for a problem and a seed; `static` is the order of declaration."""

LEARNING: Final = ("wdeg",)
"""Those that are no function of the state: for one solution, or the best, not for all of them."""
