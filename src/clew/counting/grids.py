"""Counting grids by whole lines: the entrance to this package.

A grid whose rows and columns are each read by automata, and whose rows, or columns, may have to differ: that is
Takuzu, and many a puzzle with it. Such grids are counted row by row in Python (`clew.counting.row_by_row`); a count
that turns out to be long begins anew from both ends, in machine words (`clew.counting.meet_in_the_middle`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from clew.counting.row_by_row import Moves, RowByRow
from clew.counting.structure import Symmetry, Unfit, structure_of
from clew.counting.tables import GridTables
from clew.outcome import Clock
from clew.propagation.network import Network
from clew.search import Counters

if TYPE_CHECKING:
    from clew.counting.meet_in_the_middle import MeetInTheMiddle

__all__ = ["GridCount", "Symmetry"]

MODULE: Final = "clew.counting.meet_in_the_middle"
"""What counts long counts; it needs numba."""


class GridCount:
    """Counting grids by whole lines, as a method: whether it fits (`fits`), and the counts (`run`).

    The tables are made once, when they are first asked for.

    Args:
        network: the constraints, compiled.
        root: the domains at the root, and the guards of the lanes that are assigned.
    """

    def __init__(self, network: Network, root: tuple[int, int]) -> None:
        self.network = network
        self.root = root

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

        It costs about as much as listing the lines that each row accepts, of which there are some thousands at most.
        """
        return str(self._tables) if isinstance(self._tables, Unfit) else None

    def run(
        self,
        counters: Counters,
        clock: Clock | None,
        mover: Any = None,
        symmetries: Sequence[Symmetry] = (),
        jobs: int = 1,
    ) -> Iterator[int]:
        """The number of grids, portion by portion; only if `fits` gave no reason against it.

        A count that moves begins anew: what it finds there is held back until it is more than what was given here.

        Args:
            counters: counts the prefixes, those walked before a move too: they were walked. The root is one.
            clock: when to stop.
            mover: tells when to count from both ends (see `mover`); None for never.
            symmetries: symmetries that may be used from both ends, a group.
            jobs: how many threads may be used there.

        Raises:
            LimitReached: the time is up.
            Unfit: `fits` gave a reason against it.
        """
        tables = self._tables
        if isinstance(tables, Unfit):
            raise tables
        rows = RowByRow(tables)
        given = 0
        walked = rows.counts(counters, clock, mover)
        counters.enter(0, 1)
        try:
            for number in walked:
                given += number
                yield number
            return
        except Moves as moves:
            from_both_ends: type[MeetInTheMiddle] = moves.native.MeetInTheMiddle
        behind = 0.0 if counters.position is None else counters.position()[0]
        counters.kernel = "native"
        try:
            for number in _beyond(given, from_both_ends(tables, symmetries).counts(counters, clock, jobs, behind)):
                given += number
                yield number
            return
        except Unfit as unfit:
            counters.kernel = ""
            if mover is not None:
                mover.reason = str(unfit)
        yield from _beyond(given, rows.counts(counters, clock))


def _beyond(given: int, numbers: Iterator[int]) -> Iterator[int]:
    """What some numbers come to beyond what was given before."""
    for number in numbers:
        held = min(given, number)
        given -= held
        if number > held:
            yield number - held
