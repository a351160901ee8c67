"""The values that occur in some solution, each with the number of its solutions up to a limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Any, Final, Unpack

from clew.answers.diagnosis.shared import Searches, check_assumable
from clew.errors import OptionError, shown
from clew.options import Options
from clew.outcome import LimitReached
from clew.problem.drawing import without_auxiliary
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.state.state import DEAD_END
from clew.strategies import AtMost, Count

Numbers = dict[Any, dict[Any, int]]
"""For each variable its values, with numbers of solutions."""

LISTED: Final = 10_000
"""Solutions up to which all are listed to be counted; beyond that those of each value are counted by themselves."""

SEVERAL: Final = 300
"""Solutions that are asked for first, even if fewer are to be counted: if there are no more, the rest is known."""


@surfacing()
def candidates(problem: AnyProblem, limit: int | None = None, **options: Unpack[Options]) -> Numbers:
    """For each variable the values that occur in some solution, each with the number of such solutions.

    They are called the true candidates of a puzzle. With a limit, the first solutions mark their values, and if
    there are more, the values that are not marked often enough are asked for one by one. Without a limit each
    value is counted like `count`, unless there are so few solutions that all are listed.

    Args:
        problem: the problem to search.
        limit: count no more solutions of a value than that; 1 is the quickest, and says which values occur.
        options: see `Options`. The limits hold for all the searches together.

    Returns:
        For each variable, in the order of declaration, its values with their numbers; none for a value that occurs in
        no solution. If there is no solution the variables have no values.

    Raises:
        OptionError: the limit is no positive whole number, or the variables of the problem appear as the search goes,
            or it enumerates their values itself.
        Stopped: a limit struck; `outcome.result` has the numbers of the solutions found until then.
    """
    if limit is not None and (type(limit) is not int or limit < 1):
        raise OptionError(f"limit must be a whole number from 1 on, or None for all solutions, not {shown(limit)}")
    searches = Searches(problem, options)
    domains = without_auxiliary(problem, problem.domains())
    check_assumable(problem)
    found = Marks(searches, domains, options.get("given") or {}, limit)
    with searches.telling(found.numbers):
        found.find()
    return found.numbers()


class Marks:
    """The values of variables, with the solutions known that have them.

    Args:
        searches: the searches of the question.
        domains: the variables of the problem.
        given: the values that the question assumes.
        limit: count no more solutions of a value than that; None for all.
    """

    def __init__(self, searches: Searches, domains: Iterable[Any], given: Mapping[Any, Any], limit: int | None) -> None:
        self._searches, self._given, self._limit = searches, given, limit
        self._single: set[tuple[Any, Any]] = set()
        self._known: set[tuple[Any, ...]] = set()
        self._numbers: Numbers = {v: {} for v in domains}
        self._is_begun = False

    def numbers(self) -> Numbers:
        """The numbers of those that occur."""
        most = inf if self._limit is None else self._limit
        return {
            v: {w: int(min(number, most)) for w, number in own.items() if number} for v, own in self._numbers.items()
        }

    def single(self) -> list[tuple[Any, Any]]:
        """The variables with values known to have one solution, if there are several, and the limit is above 1."""
        return [(v, w) for v, own in self._numbers.items() for w in own if (v, w) in self._single]

    def _begin(self) -> None:
        """Have a number for each value that is left at the root. A limit may strike while it is made."""
        if not self._is_begun:
            root: Any = self._searches.root
            self._numbers = {v: {} if root is DEAD_END else dict.fromkeys(root.domain(v), 0) for v in self._numbers}
            self._is_begun = True

    def find(self) -> None:
        """Find as many solutions of each value as are asked for, or all that there are."""
        self._begin()
        if self._limit is None:
            self._count_all()
        else:
            self._mark(self._limit)

    def _mark(self, limit: int) -> None:
        several = max(limit, SEVERAL)
        if self.add(self._ask(several, {})) < several:
            pairs = [(v, w) for v, own in self._numbers.items() for w in own if own[w] == 1]
            self._single.update(pairs if 1 < limit <= len(self._known) else ())
            return
        fewest_first = sorted(self._numbers, key=lambda v: len(self._numbers[v]))
        for variable in fewest_first:
            for value, number in self._numbers[variable].items():
                if number < limit and self.add(self._ask(limit, {variable: value})) == 1 < limit:
                    self._single.add((variable, value))

    def _count_all(self) -> None:
        if self.add(self._ask(LISTED, {})) < LISTED:
            return
        for variable, own in self._numbers.items():
            for value in own:
                own[value] = self._searches.ask(self._searches.problem, Count(), given={**self._given, variable: value})

    def _ask(self, most: int, given: dict[Any, Any]) -> list[AnySolution]:
        searches = self._searches
        try:
            some: list[AnySolution] = searches.ask(searches.problem, AtMost(most), given={**self._given, **given})
        except LimitReached as end:
            self.add(end.result)
            raise
        return some

    def add(self, solutions: list[AnySolution]) -> int:
        """Mark the values of solutions; how many there are."""
        self._begin()
        for solution in solutions:
            row = tuple([solution[variable] for variable in self._numbers])
            if row not in self._known:
                self._known.add(row)
                for variable, value in zip(self._numbers, row, strict=True):
                    self._numbers[variable][value] += 1
        return len(solutions)
