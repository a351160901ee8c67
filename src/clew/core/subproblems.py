"""Small subproblems of a count, counted by the engine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from clew.core import CountedWhole
from clew.core.race import Race, Walk, Way, ends_within
from clew.outcome import Clock
from clew.state.counters import Counters
from clew.state.lanes import moved

LEAST: Final = 1000
MOST: Final = 2**19
"""Units of work that the engine may do for a subproblem: at first the least, twice as many after each that it counts,
half as many after each that it gives up; never more than take a tenth of a second."""

MOST_REPEATING: Final = 5000
"""The most if many subproblems are equal to others: about a millisecond, as the engine searches equal ones again."""

WATCHED: Final = 200_000
"""Units of work that are done in Python alone at first: a small count needs no program."""

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

NODE: Final = 1000
"""Units of work of the engine that a subproblem takes in Python, about,"""

CONSTRAINT: Final = 70
"""and for each constraint that Python asks what it remembers of the values taken."""

Begin = Callable[[Way, tuple[list[int], list[int]]], Walk | None]
"""Begins a walk at a node: the values left of each variable, as bits, and the variables to leave alone. None if there
is no such walk."""

Make = Callable[[], Begin | None]
"""Compiles a program when it is called; None if there is none."""


class Subproblems:
    """Counts small subproblems by a plain walk of the engine.

    Which are small is found out by trying: a walk that takes too long is given up, and the subproblem is counted as
    any other. For the variables that are branched on if that happens too often, it is not tried any more. Besides,
    each time that the count has done twice as much, walks of the whole tree go on for a while (see `Race`).

    Args:
        fields: for each variable its guard, offset and bits in Python, and the place of its first value in the engine.
        make: makes the walks: called if it comes to that.
        ways: the levels and orderings of the walks of the whole tree, the first of them that of a subproblem.
        root: the domains of the whole tree, and the guards of its variables.
        constraints: how many of them Python asks at a node.
        counters: counts the nodes.
        clock: when the time is up, if it ever is.
    """

    def __init__(
        self,
        fields: list[tuple[int, int, int, int]],
        make: Make,
        ways: Sequence[Way],
        root: tuple[int, int],
        constraints: int,
        counters: Counters,
        clock: Clock | None,
    ) -> None:
        self._fields = fields
        self._make = make
        self._begin: Begin | None = None
        self._ways = ways
        self._root = root
        self._lanes = {guard: (offset, full) for guard, offset, full, _ in fields}
        self._counters = counters
        self._clock = clock
        self._race: Race | None = None
        self._node = NODE + CONSTRAINT * constraints
        self._due = WATCHED
        self._repeated = counters.repeated  # by the parts of the search before this one
        self._work = LEAST
        self._asked = self._watched = self._walked = 0
        self._tried: dict[int, list[int]] = {}

    def count(self, domains: int, done: int, focus: int, guard: int, depth: int) -> int | None:
        """The solutions of a subproblem; None if that is not known soon.

        Args:
            domains: those of the node.
            done: its lanes done.
            focus: the guards of the variables of the subproblem.
            guard: the place of the guard of the variable to branch on.
            depth: the level of the node.

        Raises:
            CountedWhole: all solutions have been counted another way.
            LimitReached: the time is up.
        """
        offset, full = self._lanes[guard]
        values = (domains >> offset & full).bit_count()
        self._asked += 1
        self._watched += self._node * (values if values > FEW else 1)
        if self._watched <= WATCHED:
            return None
        begin = self._begin = self._begin or self._make()
        if begin is None:
            self._watched = -sys.maxsize  # it is not asked for again
            return None
        if self._asked * self._node + self._walked > self._due:
            self._go_on_with_the_whole(begin)
        record = self._tried.setdefault(guard, [0, 0])
        tried, counted = record
        if tried >= HOPE and counted * WORTH < tried:
            return None
        record[0] += 1
        search = begin(self._ways[0], self._node_of(domains, focus))
        if search is None or not self._is_over(search, FOR_VALUE * values if values > FEW else 0):
            return None
        record[1] += 1
        self._note(search, depth)
        return search.found

    def _go_on_with_the_whole(self, begin: Begin) -> None:
        """Have the walks of the whole tree go on.

        Raises:
            CountedWhole: one of them is over.
            LimitReached: the time is up.
        """
        if self._race is None:
            begun = {way: begin(way, self._node_of(*self._root)) for way in self._ways}
            self._race = Race({way: walk for way, walk in begun.items() if walk is not None})
        position = self._counters.position
        work = max(self._due, self._node * len(self._fields))  # in Python it takes no less to get to a solution
        won = self._race.go_on(work, position()[0] if position else 0, self._clock)
        self._due *= 2
        if won is not None:
            (self._counters.inference, self._counters.order), search = won
            self._note(search, 0)
            raise CountedWhole(search.found)

    def _node_of(self, domains: int, focus: int) -> tuple[list[int], list[int]]:
        """A node at which a walk begins."""
        left = [moved(domains >> offset & full, first) for _, offset, full, first in self._fields]
        return left, [k for k, (own, *_) in enumerate(self._fields) if not focus >> own & 1]

    def _is_over(self, search: Walk, least: int) -> bool:
        """Whether a walk comes to its end within the work that it may do; the next ones may do more, or less.

        Args:
            search: the walk.
            least: the work that it may do in any case, unless that is more than the most.

        Raises:
            LimitReached: the time is up.
        """
        most = MOST_REPEATING if (self._counters.repeated - self._repeated) * REPEATS > self._asked else MOST
        work = min(max(self._work, least), most)
        is_over = ends_within(search, work, self._clock)
        while not (is_over or search.nodes_per_level[0]) and search.work < MOST:
            is_over = ends_within(search, search.work + work, self._clock)  # its propagation alone took as long
        self._work = 2 * work if is_over else max(LEAST, work // 2)
        self._walked += search.work
        return is_over

    def _note(self, search: Walk, depth: int) -> None:
        """The counters of a walk below a node; the node itself has been entered."""
        counters = self._counters
        counters.kernel = "compiled, counting"
        counters.failures += search.failures
        for level, number in enumerate(search.nodes_per_level[1:], depth + 1):
            counters.enter(level, number)
            counters.below += number
