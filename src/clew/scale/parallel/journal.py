"""Journals: the record of a run of subtrees: the planned, the finished and the open ones.

All that a run must not lose goes through its journal. So a run is resumed by running again with a journal that
lists the finished subtrees, and a journal in a file (`clew.scale.checkpoint.checkpoint`) makes a search survive its
process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clew.scale.parallel.subtree import Expanded, Key, Subtree, SubtreeResult


class Journal:
    """The record of a run, in this process. Calls come from one thread, in the order in which things happen.

    Args:
        keeps: whether to keep results, and not only which subtrees are open.

    Attributes:
        status: how the run ended; empty while it goes on.
    """

    def __init__(self, *, keeps: bool = True) -> None:
        self._keeps = keeps
        self._open: dict[Key, Subtree] = {}
        self._results: dict[Key, SubtreeResult] = {}
        self._expanded: Expanded | None = None
        self.status = ""

    def planned(self, subtrees: Sequence[Subtree], expanded: Expanded) -> None:
        """The subtrees that the whole tree was cut into, and the nodes expanded for that. Called once, at the start."""
        self._expanded = expanded
        self._open.update((subtree.key, subtree) for subtree in subtrees)

    def finished(self, result: SubtreeResult) -> None:
        """One open subtree was searched. Never called twice for the same one."""
        del self._open[result.subtree.key]
        if self._keeps:
            self._results[result.subtree.key] = result

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        """An open subtree was too large: its children take its place. There may be none."""
        self._expanded = self.expanded() + expanded
        del self._open[subtree.key]
        self._open.update((child.key, child) for child in children)

    def is_planned(self) -> bool:
        """Whether `planned` was ever called, in an earlier run perhaps."""
        return self._expanded is not None

    def open(self) -> list[Subtree]:
        """The open subtrees, in search order."""
        return [subtree for _, subtree in sorted(self._open.items())]

    def results(self) -> Iterator[SubtreeResult]:
        """The results of the finished subtrees, in search order."""
        return (self._results[key] for key in sorted(self._results))

    def expanded(self) -> Expanded:
        """The nodes expanded by cutting, in all."""
        return self._expanded or Expanded()

    def close(self, status: str) -> None:
        """The run has ended.

        Args:
            status: the value of its `Status`.
        """
        self.status = status
