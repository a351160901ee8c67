"""Journals: the record of a run of subtrees: the planned, the finished and the open ones.

All that a run must not lose goes through its journal. So a run is resumed by running again with a journal that
lists the finished subtrees, and a journal in a file makes a search survive its process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from clew.parallel.subtree import Expanded, Key, Part, Subtree


class Journal(Protocol):
    """The record of a run. Calls come from one thread, in the order in which things happen."""

    def planned(self, subtrees: Sequence[Subtree], expanded: Expanded) -> None:
        """The subtrees that the whole tree was cut into, and the nodes expanded for that. Called once, at the start."""

    def finished(self, part: Part) -> None:
        """One open subtree was searched. Never called twice for the same one."""

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        """An open subtree was too large: its children take its place. There may be none."""

    def is_planned(self) -> bool:
        """Whether `planned` was ever called, in an earlier run perhaps."""

    def open(self) -> list[Subtree]:
        """The open subtrees, in search order."""

    def parts(self) -> Iterator[Part]:
        """The results of the finished subtrees, in search order."""

    def expanded(self) -> Expanded:
        """The nodes expanded by cutting, in all."""

    def close(self, status: str) -> None:
        """The run has ended.

        Args:
            status: the value of its `Status`.
        """


class MemoryJournal:
    """Notes everything in this process; it is lost with it.

    Args:
        keeps: whether to keep results, and not only which subtrees are open.

    Attributes:
        status: how the run ended; empty while it goes on.
    """

    def __init__(self, *, keeps: bool = True) -> None:
        self._keeps = keeps
        self._is_planned = False
        self._open: dict[Key, Subtree] = {}
        self._parts: dict[Key, Part] = {}
        self._expanded = Expanded()
        self.status = ""

    def planned(self, subtrees: Sequence[Subtree], expanded: Expanded) -> None:
        self._is_planned = True
        self._open.update((subtree.key, subtree) for subtree in subtrees)
        self._expanded = expanded

    def finished(self, part: Part) -> None:
        del self._open[part.subtree.key]
        if self._keeps:
            self._parts[part.subtree.key] = part

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        del self._open[subtree.key]
        self._open.update((child.key, child) for child in children)
        self._expanded += expanded

    def is_planned(self) -> bool:
        return self._is_planned

    def open(self) -> list[Subtree]:
        return [self._open[key] for key in sorted(self._open)]

    def parts(self) -> Iterator[Part]:
        return (self._parts[key] for key in sorted(self._parts))

    def expanded(self) -> Expanded:
        return self._expanded

    def close(self, status: str) -> None:
        self.status = status
