"""Small subproblems of a count, counted by the engine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from clew.core import ORDERS
from clew.core._engine import EXHAUSTED, Program, Search
from clew.core.compiler import Compiled
from clew.state.counters import Counters
from clew.state.lanes import moved

LEAST: Final = 1000
MOST: Final = 2**19
"""Units of work that the engine may do for a subproblem: at first the least, twice as many after each that it counts,
half as many after each that it gives up; never more than take a tenth of a second."""

MOST_REPEATING: Final = 5000
"""The most if many subproblems are equal to others: about a millisecond, as the engine searches equal ones again."""

WATCHED: Final = 200
"""Subproblems that are left alone at first: a small count needs no program."""

FEW: Final = 16
"""Values to try up to which a subproblem is one; with more it counts for as many, because Python tries each of them."""

FOR_VALUE: Final = 1024
"""Units of work that the engine may do for each of so many values: Python takes longer for one."""

REPEATS: Final = 4
"""Many are equal to others if at least one in so many is."""

HOPE: Final = 16
"""Subproblems that are tried, if a certain variable is branched on, before it is judged whether that pays."""

WORTH: Final = 8
"""It pays if at least one in so many is counted."""


class Subproblems:
    """Counts small subproblems by a plain walk of the engine.

    Which are small is found out by trying: a walk that takes too long is given up, and the subproblem is counted as
    any other. For the variables that are branched on if that happens too often, it is not tried any more.

    Args:
        fields: for each variable its guard, offset and bits in Python, and the place of its first value in the engine.
        program: makes a program of the same, or None if there is none: called if it comes to that.
        order: the name of the ordering.
        counters: counts the nodes.
    """

    def __init__(
        self,
        fields: list[tuple[int, int, int, int]],
        program: Callable[[], Compiled | None],
        order: str,
        counters: Counters,
    ) -> None:
        self._fields = fields
        self._lanes = {guard: (offset, full) for guard, offset, full, _ in fields}
        self._make = program
        self._program: Program | None = None
        self._order = ORDERS[order]
        self._counters = counters
        self._repeated = counters.repeated  # by the parts of the search before this one
        self._work = LEAST
        self._asked = self._watched = 0
        self._tried: dict[int, list[int]] = {}

    def count(self, domains: int, done: int, focus: int, guard: int, depth: int) -> int | None:
        """The solutions of a subproblem; None if that is not known soon.

        Args:
            domains: those of the node.
            done: its lanes done.
            focus: the guards of the variables of the subproblem.
            guard: the place of the guard of the variable to branch on.
            depth: the level of the node.
        """
        offset, full = self._lanes[guard]
        values = (domains >> offset & full).bit_count()
        self._asked += 1
        self._watched += values if values > FEW else 1
        if self._watched <= WATCHED:
            return None
        program = self._program or self._made()
        if program is None:
            return None
        record = self._tried.setdefault(guard, [0, 0])
        tried, counted = record
        if tried >= HOPE and counted * WORTH < tried:
            return None
        record[0] += 1
        search = Search(program, [], self._order, False, True, -1)
        left = [moved(domains >> offset & full, first) for _, offset, full, first in self._fields]
        search.begin_at(left, [k for k, (own, *_) in enumerate(self._fields) if not focus >> own & 1])
        if not self._is_over(search, FOR_VALUE * values if values > FEW else 0):
            return None
        record[1] += 1
        self._note(search, depth)
        return search.found

    def _is_over(self, search: Search, least: int) -> bool:
        """Whether a walk comes to its end within the work that it may do; the next ones may do more, or less.

        Args:
            search: the walk.
            least: the work that it may do in any case, unless that is more than the most.
        """
        most = MOST_REPEATING if (self._counters.repeated - self._repeated) * REPEATS > self._asked else MOST
        work = min(max(self._work, least), most)
        is_over = search.run(work, -1) == EXHAUSTED
        self._work = 2 * work if is_over else max(LEAST, work // 2)
        return is_over

    def _note(self, search: Search, depth: int) -> None:
        """The counters of a walk below a node; the node itself has been entered."""
        counters = self._counters
        counters.kernel = "compiled, counting"
        counters.failures += search.failures
        for level, number in enumerate(search.nodes_per_level[1:], depth + 1):
            counters.enter(level, number)
            counters.below += number

    def _made(self) -> Program | None:
        """The program; if there is none, it is not asked for again."""
        made = self._make()
        if made is None:
            self._watched = -sys.maxsize
            return None
        self._program = made.program
        return self._program
