"""Counting grids by whole lines: the entrance to this package.

A grid whose rows and columns are each read by automata, and whose rows, or columns, may have to differ: that is
Takuzu, and many a puzzle with it. Such grids are counted row by row in Python (`clew.planning.counting.row_by_row`); if
there is an engine, a count that turns out to be long restarts from both ends
(`clew.planning.counting.meet_in_the_middle`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from clew.core import engine
from clew.outcome import Clock
from clew.planning.counting.row_by_row import RowByRow, TooManyPrefixes
from clew.planning.counting.tables import GridTables, Unfit, structure_of
from clew.reference.propagation.network import Network
from clew.state.counters import Counters

__all__ = ["GridCount"]

SHORT: Final = 2**11
"""Prefixes of one length up to which a count goes on row by row, which takes some milliseconds."""


class GridCount:
    """Counting grids by whole lines, as a method: whether it fits (`fits`), and the counts (`run`).

    The tables are made once, when they are first asked for.

    Args:
        network: the constraints, compiled.
        root: the domains at the root, and the guards of the lanes that are assigned.

    Attributes:
        reason: why they are not counted from both ends, once that is known; empty if they are, or if it is not needed.
    """

    def __init__(self, network: Network, root: tuple[int, int]) -> None:
        self.network = network
        self.root = root
        self.reason = ""

    @cached_property
    def _tables(self) -> GridTables | Unfit:
        network, (domains, assigned) = self.network, self.root
        # To walk the rest is quicker if propagation has assigned much of the grid.
        if (assigned & network.lanes.decisions).bit_count() * 4 > len(network.lanes.variables):
            return Unfit("more than a quarter of the grid is assigned at the root")
        try:
            return GridTables(network, structure_of(network), domains)
        except Unfit as unfit:
            return unfit

    def fits(self) -> str | None:
        """None if the grids can be counted so, and no other way is better; otherwise the reason, as a short text.

        It costs about as much as listing the lines that each row accepts, of which there are a few thousand at most.
        """
        return str(self._tables) if isinstance(self._tables, Unfit) else None

    def run(self, counters: Counters, clock: Clock | None, jobs: int = 1) -> Iterator[int]:
        """The number of grids, portion by portion; only if `fits` gave no reason against it.

        Args:
            counters: counts the prefixes. The root is one; those walked before a count restarts are counted too.
            clock: when to stop.
            jobs: how many threads may be used from both ends.

        Raises:
            LimitReached: the time is up.
            Unfit: `fits` gave a reason against it.
        """
        tables = self._tables
        if isinstance(tables, Unfit):
            raise tables
        given = 0
        for numbers in self._ways(tables, counters, clock, jobs):
            try:
                for number in _beyond(given, numbers):
                    given += number
                    yield number
                return
            except TooManyPrefixes:
                pass
            except Unfit as unfit:
                counters.kernel = ""
                self.reason = str(unfit)

    @staticmethod
    def _ways(tables: GridTables, counters: Counters, clock: Clock | None, jobs: int) -> Iterator[Iterator[int]]:
        """The ways to count, each from the beginning, if the one before it has given up."""
        first = RowByRow(tables, SHORT).counts(counters, clock)
        counters.enter(0, 1)
        yield first
        behind = 0.0 if counters.position is None else counters.position()[0]
        yield _from_both_ends(tables, counters, clock, jobs, behind)
        yield RowByRow(tables).counts(counters, clock)


def _from_both_ends(
    tables: GridTables, counters: Counters, clock: Clock | None, jobs: int, behind: float
) -> Iterator[int]:
    """The numbers of grids, as `clew.planning.counting.meet_in_the_middle` counts them.

    Raises:
        Unfit: it cannot.
        LimitReached: the time is up.
    """
    if not (found := engine()).available:
        raise Unfit(f"there is no engine here: {found.reason}")
    from clew.planning.counting.meet_in_the_middle import MeetInTheMiddle

    counters.kernel = "compiled, lines"
    yield from MeetInTheMiddle(tables).counts(counters, clock, jobs, behind)


def _beyond(given: int, numbers: Iterator[int]) -> Iterator[int]:
    """The numbers less a total that was given before, which is taken off the first ones."""
    for number in numbers:
        held = min(given, number)
        given -= held
        if number > held:
            yield number - held
