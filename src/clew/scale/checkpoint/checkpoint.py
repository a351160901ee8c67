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
from heapq import heappop, heappush
from itertools import chain, repeat
from typing import Any, Final

import attrs

from clew.errors import CheckpointError
from clew.outcome import Status
from clew.scale.checkpoint.contents import Contents
from clew.scale.checkpoint.encoding import Coding
from clew.scale.checkpoint.schema import CUT, FINISHED, STREAMED, Row, expanded_entry, expanded_in
from clew.scale.checkpoint.store import Store
from clew.scale.checkpoint.stream import Mark, Stream
from clew.scale.parallel.journal import Journal
from clew.scale.parallel.subtree import Expanded, Key, Subtree, SubtreeResult

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


class Checkpoint(Journal):
    """A journal in a file.

    Args:
        store: the file.
        coding: writes solutions.
        past: the contents of the file.
        stream: the file of the solutions that become certain; None to keep them in the store.
    """

    def __init__(self, store: Store, coding: Coding, past: Contents, stream: Stream | None = None) -> None:
        super().__init__(keeps=False)
        self._store, self._coding, self._stream = store, coding, stream
        about = past.about
        self._mark = Mark(**about["mark"])
        if stream is not None:
            stream.append(self._mark, ())  # cuts off lines that were written and not committed
        self._expanded, self._open = expanded_in(about["expanded"]), past.open
        self._searched, self._waiting = past.searched, sorted(past.waiting)
        self._loose: list[SubtreeResult] = []  # finished, and not committed
        self._is_sound, self._is_closed = True, False
        self._before = about["seconds"] + about["run"].get("seconds", 0.0)
        done = {"done": float(past.done), "nodes": past.nodes}  # from which the speed of this run follows
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
        super().planned(subtrees, expanded)
        self._commit({"expanded": expanded_entry(expanded)}, [Row(subtree) for subtree in subtrees])

    def finished(self, result: SubtreeResult) -> None:
        super().finished(result)
        self._searched.append(result.subtree.key)
        self._loose.append(result)
        if time.monotonic() - self._written >= max(EVERY, SHARE * min(self._took)):
            self._commit()

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        super().recut(subtree, children, expanded)
        rows = [Row(subtree, CUT), *map(Row, children)]
        self._commit({"expanded": expanded_entry(self.expanded())}, rows)

    def results(self) -> Iterator[SubtreeResult]:
        """The finished subtrees, in search order. Solutions that were written out are not read back, only counted."""
        loose = {result.subtree.key: result for result in self._loose}
        for key in sorted(self._searched):
            yield loose[key] if key in loose else self._read(key)

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
        kept = [*rows, *(self._row_of(result, streamed=result.subtree.key in ready) for result in self._loose)]
        if self._stream is not None and ready:
            found = (self._read(key) if result is None else result for key, result in ready.items())
            lines = chain.from_iterable(self._coding.lines(result.payload) for result in found)
            self._mark = self._stream.append(self._mark, lines)
            earlier = [self._store.row(key) for key, result in ready.items() if result is None]
            kept += [attrs.evolve(row, state=STREAMED, solutions=None) for row in earlier]
        run = {**self._run, "seconds": started - self._began, "told": time.time()}
        with self._store.transaction():
            self._store.keep(kept)
            self._store.tell({**about, "mark": attrs.asdict(self._mark), "run": run})
        self._loose.clear()
        self._written = time.monotonic()
        self._took.append(self._written - started)
        self._is_sound = was_sound

    def _ready(self) -> dict[Key, SubtreeResult | None]:
        """The finished subtrees that no open one lies before: their solutions are next, in this order."""
        if self._stream is None:
            return {}
        loose = {result.subtree.key: result for result in self._loose}
        for key in loose:
            heappush(self._waiting, key)
        first = min(self._open, default=None)
        ready: dict[Key, SubtreeResult | None] = {}
        while self._waiting and (first is None or self._waiting[0] < first):
            key = heappop(self._waiting)
            ready[key] = loose.get(key)
        return ready

    def _row_of(self, result: SubtreeResult, *, streamed: bool) -> Row:
        fields = attrs.asdict(result, recurse=False, filter=attrs.filters.exclude("subtree", "payload"))
        if streamed:
            return Row(result.subtree, STREAMED, fields)
        is_listed = not isinstance(result.payload, int)
        return Row(result.subtree, FINISHED, fields, self._coding.encoded(result.payload) if is_listed else None)

    def _read(self, key: Key) -> SubtreeResult:
        """The result of a subtree that was committed."""
        row = self._store.row(key)
        result = row.searched(None)
        payload: Any = result.solutions
        if row.state == STREAMED:
            payload = WrittenOut(result.solutions)
        elif row.solutions is not None:
            payload = self._coding.decoded(row.solutions)
        return attrs.evolve(result, payload=payload)


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
