"""The answers of `clew.check` and `clew.best`: whether there is one solution, and which solution is the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import attrs

from clew.errors import OptionError

if TYPE_CHECKING:
    from clew.outcome import Statistics, Status
    from clew.render import Picture
    from clew.solution import Solution

Answer = Literal["none", "unique", "several", "undecided"]


@attrs.frozen
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
        """The witnesses side by side, with a highlight on their differences."""
        from clew.problem.pictures import differing

        return differing([solution.picture() for solution in self.solutions])


@attrs.frozen
class Optimum:
    """The best solution, as far as it is known.

    Attributes:
        solution: the best solution found; None if none was.
        objective: its value; None without a solution.
        bound: a value that no solution improves on, as far as it is known; `objective` if that is optimal.
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

    def _repr_html_(self) -> str:
        from clew.render import html

        proved = "optimal" if self.is_optimal else f"{self.status.value}; bound {html.shown(self.bound)}"
        rows = [("objective", html.shown(self.objective)), ("", proved), ("solution", html.shown(self.solution))]
        return html.table(rows)
