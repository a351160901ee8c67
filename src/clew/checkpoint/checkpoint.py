"""Checkpoints: a journal in a file, so that a search survives its process, and goes on elsewhere.

Finished subtrees are written in batches, so that the disk costs next to nothing. A crash loses the batch that was not
committed, which is searched again: that changes no result, since a subtree counts once, when it is committed.
"""

from __future__ import annotations

import os
import platform
import signal
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import repeat
from typing import Any, Final

import attrs

from clew.checkpoint.encoding import Coding
from clew.checkpoint.schema import CUT, FINISHED, OPEN, STREAMED, Row, expanded_entry, expanded_in
from clew.checkpoint.store import Store
from clew.checkpoint.stream import Mark, Stream
from clew.errors import CheckpointError
from clew.outcome import Status
from clew.parallel.subtree import Expanded, Key, Part, Subtree

EVERY: Final = 0.5
"""Seconds between two transactions, which a crash may cost, besides the subtrees that are being searched."""

SHARE: Final = 50
"""If transactions take long, the pause between them is so many times as long: a slow disk is asked less often."""


@attrs.frozen
class WrittenOut:
    """Stands for solutions that were written to a file: as many of them, and nothing in them.

    Attributes:
        number: how many.
    """

    number: int

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return repeat((), self.number)


@attrs.define
class Past:
    """The contents of a checkpoint from earlier runs.

    Attributes:
        about: the entries of the file.
        open: the subtrees that are still to be searched.
        searched: the keys of those that are finished.
        waiting: the keys of those among them whose solutions are not written out.
        weight: the sum of the weights of the finished ones.
        nodes: the nodes that were entered in them.
    """

    about: Mapping[str, Any]
    open: dict[Key, Subtree] = attrs.field(factory=dict)
    searched: list[Key] = attrs.field(factory=list)
    waiting: list[Key] = attrs.field(factory=list)
    weight: Fraction = Fraction(0)
    nodes: int = 0

    def add(self, row: Row) -> None:
        """Take in a row."""
        subtree = row.subtree
        if row.state == OPEN:
            self.open[subtree.key] = subtree
        if row.result is not None:
            self.searched.append(subtree.key)
            self.weight += subtree.weight
            self.nodes += sum(row.result["nodes_per_level"])
        if row.state == FINISHED:
            self.waiting.append(subtree.key)


class Checkpoint:
    """A journal in a file (see `clew.parallel.journal`).

    Args:
        store: the file.
        coding: writes solutions.
        past: the contents of the file.
        stream: the file of the solutions that become certain; None to keep them in the store.
    """

    def __init__(self, store: Store, coding: Coding, past: Past, stream: Stream | None = None) -> None:
        self._store = store
        self._coding = coding
        self._stream = stream
        about = past.about
        self._mark = Mark(**about["mark"])
        if stream is not None:
            stream.append(self._mark, ())  # cuts off lines that were written and not committed
        self._expanded = expanded_in(about["expanded"])
        self._open = past.open
        self._searched = past.searched
        self._first = list(self._open)  # a heap, in which some are open no more
        heapify(self._first)
        self._waiting = sorted(past.waiting)
        self._parts: list[Part] = []  # finished, and not committed
        self._is_sound, self._is_closed = True, False
        self._before = about["seconds"] + about["run"].get("seconds", 0.0)
        done = {
            "done": float(past.weight + self.expanded().weight),
            "nodes": past.nodes + sum(self.expanded().nodes_per_level),
        }  # so that this run's own speed can be told
        self._run = {"host": platform.node(), "pid": os.getpid(), "began": time.time(), **done}
        self._began = self._written = time.monotonic()
        self._took: deque[float] = deque([0.0], maxlen=3)  # by the best of these: a reader may hold one up
        self._is_over = about["status"] == Status.COMPLETE.value and not self._open
        if not self._is_over:  # a finished run stays as it was left
            self._commit({"seconds": self._before, "status": ""})

    @property
    def is_streamed(self) -> bool:
        """Whether solutions are written out, as they become certain."""
        return self._stream is not None

    @property
    def written(self) -> int:
        """How many solutions are written out."""
        return self._mark.lines

    # -- the journal ------------------------------------------------------------------------------

    def planned(self, subtrees: Sequence[Subtree], expanded: Expanded) -> None:
        self._expanded = expanded
        self._add(subtrees)
        self._commit({"expanded": expanded_entry(expanded)}, [Row(subtree) for subtree in subtrees])

    def finished(self, part: Part) -> None:
        del self._open[part.subtree.key]
        self._searched.append(part.subtree.key)
        self._parts.append(part)
        if time.monotonic() - self._written >= max(EVERY, SHARE * min(self._took)):
            self._commit()

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        self._expanded = self.expanded() + expanded
        del self._open[subtree.key]
        self._add(children)
        rows = [Row(subtree, CUT), *map(Row, children)]
        self._commit({"expanded": expanded_entry(self._expanded)}, rows)

    def is_planned(self) -> bool:
        return self._expanded is not None

    def open(self) -> list[Subtree]:
        return [subtree for _, subtree in sorted(self._open.items())]

    def parts(self) -> Iterator[Part]:
        """The finished subtrees, in search order. Solutions that were written out are not read back, only counted."""
        loose = {part.subtree.key: part for part in self._parts}
        for key in sorted(self._searched):
            yield loose[key] if key in loose else self._part(self._store.row(key))

    def expanded(self) -> Expanded:
        return self._expanded or Expanded()

    def close(self, status: str) -> None:
        """Write the last batch, and close the file."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if self._is_sound and not self._is_over:
                self._commit({"status": status})
        finally:
            self._store.close()

    def give_up(self, error: BaseException) -> None:
        """Let go of the file after an error; after one of the call, a file that keeps nothing is not left behind."""
        if not self._is_closed:
            self._is_closed = True
            self._store.close()
        if self._store.is_new and not self.is_planned() and not isinstance(error, CheckpointError):
            self._store.path.unlink(missing_ok=True)
            if self._stream is not None:
                self._stream.path.unlink(missing_ok=True)

    # -- how it is kept ---------------------------------------------------------------------------

    def _add(self, subtrees: Sequence[Subtree]) -> None:
        for subtree in subtrees:
            self._open[subtree.key] = subtree
            heappush(self._first, subtree.key)

    def _commit(self, about: Mapping[str, Any] | None = None, rows: Sequence[Row] = ()) -> None:
        """Write the finished subtrees, and more, in one transaction; Ctrl-C waits for its end.

        If it fails, this object may differ from the file: it writes no more.
        """
        with _in_peace():
            self._commit_all(about or {}, rows)

    def _commit_all(self, about: Mapping[str, Any], rows: Sequence[Row]) -> None:
        started = time.monotonic()
        was_sound, self._is_sound = self._is_sound, False
        ready = self._ready()
        states = [STREAMED if part.subtree.key in ready else FINISHED for part in self._parts]
        kept = [*rows, *map(self._row_of, self._parts, states)]
        if self._stream is not None and ready:
            self._mark = self._stream.append(self._mark, self._lines(ready))
            kept += [_streamed(self._store.row(key)) for key, part in ready.items() if part is None]
        run = {**self._run, "seconds": started - self._began, "told": time.time()}
        with self._store.transaction():
            self._store.keep(kept)
            self._store.tell({**about, "mark": attrs.asdict(self._mark), "run": run})
        self._parts.clear()
        self._written = time.monotonic()
        self._took.append(self._written - started)
        self._is_sound = was_sound

    def _ready(self) -> dict[Key, Part | None]:
        """The finished subtrees that no open one lies before: their solutions are next, in this order."""
        if self._stream is None:
            return {}
        loose = {part.subtree.key: part for part in self._parts}
        for key in loose:
            heappush(self._waiting, key)
        while self._first and self._first[0] not in self._open:
            heappop(self._first)
        ready: dict[Key, Part | None] = {}
        while self._waiting and (not self._first or self._waiting[0] < self._first[0]):
            key = heappop(self._waiting)
            ready[key] = loose.get(key)
        return ready

    def _lines(self, ready: Mapping[Key, Part | None]) -> Iterator[bytes]:
        for key, part in ready.items():
            found = part or self._part(self._store.row(key))
            yield from self._coding.lines(found.payload)

    def _row_of(self, part: Part, state: int) -> Row:
        result = attrs.asdict(part, recurse=False, filter=attrs.filters.exclude("subtree", "payload"))
        is_listed = state == FINISHED and not isinstance(part.payload, int)
        return Row(part.subtree, state, result, self._coding.encoded(part.payload) if is_listed else None)

    def _part(self, row: Row) -> Part:
        part = row.part(None)
        payload: Any = part.solutions
        if row.state == STREAMED:
            payload = WrittenOut(part.solutions)
        elif row.solutions is not None:
            payload = self._coding.decoded(row.solutions)
        return attrs.evolve(part, payload=payload)


@contextmanager
def _in_peace() -> Iterator[None]:
    """Meanwhile Ctrl-C is only noted; it comes when the work is done."""
    came: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    try:
        if before is not None:
            signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    except ValueError:  # another thread than the one that Ctrl-C reaches
        before = None
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


def _streamed(row: Row) -> Row:
    return attrs.evolve(row, state=STREAMED, solutions=None)
