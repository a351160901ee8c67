"""Counters and progress of a tree that is searched part by part.

Each part is searched by itself and has its own counters. Beside them stand the totals of the parts before it, so that
a reader, at any time and from any thread, sees one search: its nodes, and how much of it is left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import attrs

from clew.planning.iterating import ProgressReporting
from clew.state.counters import Counters

if TYPE_CHECKING:
    from clew.limits import Cancel
    from clew.state.progress import Progress


@attrs.frozen
class _Now:
    """The position of the search, to be read at one go.

    Attributes:
        nodes: those of the parts that are over.
        behind: the share of the whole that these have.
        below: the counters of the part that is being searched.
        share: its share of the whole.
        weight: how many solutions each of its own stands for.
    """

    nodes: int
    behind: float
    below: Counters
    share: float
    weight: int


class PartByPart(ProgressReporting):
    """A search of parts, one after the other.

    Args:
        report: called with the progress; True for a line on standard error, None for no report.
        found: gives how many solutions were given until now.
        started: when it began, by `time.perf_counter`.
        given_up: is set if the report raises, to end the search.

    Attributes:
        counters: those of the parts that are over.
    """

    def __init__(
        self,
        report: Callable[[Progress], Any] | bool | None,
        found: Callable[[], int],
        started: float,
        given_up: Cancel | None = None,
    ) -> None:
        self.counters = Counters()
        self._now = _Now(0, 0.0, Counters(), 0.0, 1)
        super().__init__(report, self, found, started, given_up)

    @property
    def nodes_per_level(self) -> list[int]:
        """The nodes of the parts that are over, and those of the one that is being searched."""
        now = self._now
        return [now.nodes, sum(now.below.nodes_per_level)]

    def position(self) -> tuple[float, int]:
        """How much is left behind, and how many solutions are counted and not given yet."""
        now = self._now
        behind, pending = now.below.position() if now.below.position is not None else (0.0, 0)
        return now.behind + now.share * behind, pending * now.weight

    @contextmanager
    def part(self, share: float, weight: int) -> Iterator[Counters]:
        """Counters for the next part, whose counts are added to the others when it is over.

        Args:
            share: its share of the whole.
            weight: how many solutions each of its own stands for.
        """
        before, below = self._now, Counters()
        self._now = attrs.evolve(before, below=below, share=share, weight=weight)
        try:
            yield below
        finally:
            self.counters.add(below.nodes_per_level, below.failures)
            self.counters.unreported += below.unreported * weight
            self.counters.kernel = below.kernel or self.counters.kernel
            nodes = sum(self.counters.nodes_per_level)
            self._now = _Now(nodes, before.behind + share, Counters(), 0.0, 1)
