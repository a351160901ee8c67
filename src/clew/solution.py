"""A solution: a mapping from variable to value that knows its problem. And the answers that are made of solutions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from clew.constraints.names import name_of
from clew.errors import OptionError
from clew.records import frozen

if TYPE_CHECKING:
    from clew.constraints.soft import Soft
    from clew.outcome import Statistics, Status
    from clew.problem.problem import Problem
    from clew.render import Picture

Var = TypeVar("Var", bound=Hashable)
Val = TypeVar("Val", bound=Hashable)

Answer = Literal["none", "unique", "several", "undecided"]


class Solution(Mapping[Var, Val]):
    """A complete assignment, in the order of declaration.

    It compares as a dictionary does, prints as its problem draws it, and shows itself in notebooks.

    Attributes:
        problem: the problem that it solves.
    """

    __slots__ = ("_places", "_values", "problem")

    def __init__(self, problem: Problem[Var, Val], values: Mapping[Var, Val]) -> None:
        self.problem = problem
        self._places = {variable: k for k, variable in enumerate(values)}
        self._values = tuple(values.values())

    @classmethod
    def placed(
        cls, problem: Problem[Var, Val], places: dict[Var, int], batch: Iterable[tuple[Val, ...]]
    ) -> list[Solution[Var, Val]]:
        """Solutions by the place of each variable among their values: all of a search share the places."""
        new = cls.__new__
        solutions = []
        for values in batch:  # written out, for there may be millions
            solution = new(cls)
            solution.problem = problem
            solution._places = places
            solution._values = values
            solutions.append(solution)
        return solutions

    def __getitem__(self, variable: Any) -> Val:
        return self._values[self._places[name_of(variable)]]

    def __contains__(self, variable: object) -> bool:
        return name_of(variable) in self._places

    def __iter__(self) -> Iterator[Var]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def _as_dict(self) -> dict[Var, Val]:
        values = self._values
        return {variable: values[place] for variable, place in self._places.items()}

    def row(self) -> tuple[Val, ...]:
        """The values alone, in the order of declaration."""
        places = self._places.values()
        row: tuple[Val, ...] = itemgetter(*places)(self._values) if len(places) > 1 else self._values
        return row

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Solution) and other._places is self._places:
            return self._values == other._values
        return self._as_dict() == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Solution({self._as_dict()!r})"

    def __str__(self) -> str:
        return self.draw()

    def draw(self, style: str | None = None) -> str:
        """The solution as text, in one of the problem's styles."""
        return self.problem.draw(self._as_dict(), style)

    def named(self) -> dict[str, Any]:
        """The values by the variables' names, as the command line prints them in JSON; none of auxiliary variables."""
        problem, auxiliary = self.problem, self.problem.auxiliary()
        return {problem.variable_name(v): problem.value_name(w) for v, w in self.items() if v not in auxiliary}

    def picture(self) -> Picture:
        """The solution as a picture; `picture().svg()` is a text in SVG."""
        return self.problem.picture(self._as_dict())

    def _repr_svg_(self) -> str | None:
        try:
            return self.picture().svg()
        except OptionError:
            return None  # too large for a picture

    def _repr_html_(self) -> str:
        from html import escape

        drawn = self._repr_svg_()
        return f"<pre>{escape(str(self))}</pre>" if drawn is None else drawn


AnySolution = Solution[Any, Any]
"""A solution, whatever its variables and values are."""


@frozen
class Uniqueness:
    """Whether a problem has none, one or several solutions.

    Attributes:
        answer: `none`, `unique`, `several`, or `undecided` if the search was stopped too early to tell.
        solutions: the witnesses, two at most.
    """

    answer: Answer
    solutions: tuple[Solution[Any, Any], ...] = ()

    @classmethod
    def of(cls, found: Sequence[Solution[Any, Any]], *, exhausted: bool) -> Uniqueness:
        """The answer after a search.

        Args:
            found: its solutions, two at most.
            exhausted: whether the whole tree was walked.
        """
        if len(found) > 1:
            return cls("several", tuple(found))
        return cls(("unique" if found else "none") if exhausted else "undecided", tuple(found))

    def _repr_html_(self) -> str:
        from clew.render import html

        try:
            drawn = self.picture().svg() if self.solutions else ""
        except OptionError:  # too large for a picture
            drawn = html.shown(self.solutions)
        return f"<p>{self.answer}</p>{drawn}"

    def picture(self) -> Picture:
        """The witnesses side by side, with their differences highlighted."""
        from clew.problem.pictures import differing

        return differing([solution.picture() for solution in self.solutions])


@frozen
class Optimum:
    """The best solution, as far as it is known.

    Attributes:
        solution: the best solution found; None if none was.
        objective: its value; None without a solution.
        bound: the value that no solution improves on, as far as it is known; `objective` if that is optimal.
        is_optimal: whether it is proved that no solution is better. False without a solution: then the status tells
            whether there is none (complete), or none was found in time.
        status: whether the question is answered, or what stopped the search.
        statistics: the cost of the search.
    """

    solution: Solution[Any, Any] | None
    objective: Any
    bound: Any
    is_optimal: bool
    status: Status
    statistics: Statistics

    @property
    def broken(self) -> tuple[Soft, ...]:
        """The soft constraints that the solution breaks."""
        solution = self.solution
        some = () if solution is None else solution.problem.soft_constraints()
        return tuple([one for one in some if one.is_broken(solution)])

    @property
    def gap(self) -> float | None:
        """The relative gap `|objective - bound| / max(1, |objective|)`: 0 if the solution is optimal.

        None if one of the two is unknown, or no number, as for several objectives.
        """
        from clew.state.progress import gap_between

        return gap_between(self.objective, self.bound)

    def _repr_html_(self) -> str:
        from clew.render import html

        proved = "optimal" if self.is_optimal else f"{self.status.value}; bound {html.shown(self.bound)}"
        rows = [("objective", html.shown(self.objective)), ("", proved), ("solution", html.shown(self.solution))]
        return html.table(rows)
