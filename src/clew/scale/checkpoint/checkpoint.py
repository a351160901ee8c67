"""Checkpoints: a journal in a file, so that a search survives its process, and goes on elsewhere.

Finished subtrees are written in batches, so that the disk costs next to nothing. A crash loses the batch that was not
committed, which is searched again: that changes no result, since a subtree counts once, when it is committed.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from heapq import heappop, heappush
from itertools import chain
from pathlib import Path
from typing import Any, Final

import attrs

from clew.errors import CheckpointError, InputError
from clew.outcome import Status
from clew.problem.problem import AnyProblem
from clew.render.writing import unless_empty
from clew.scale.checkpoint.contents import Contents
from clew.scale.checkpoint.encoding import Coding
from clew.scale.checkpoint.files import Lock, Mark, Stream
from clew.scale.checkpoint.reader import reading
from clew.scale.checkpoint.schema import CUT, FINISHED, STREAMED, Entries, Malformed, Row, expanded_entry, expanded_in
from clew.scale.checkpoint.store import Store, interrupts_deferred
from clew.scale.parallel.frontier import Journal, Past
from clew.scale.parallel.subtree import Expanded, Key, Subtree, SubtreeResult

EVERY: Final = 0.5
"""Seconds between two transactions, which a crash may cost, besides the subtrees that are being searched."""

SHARE: Final = 50
"""If transactions take long, the pause between them is so many times as long: a slow disk is used less often."""


class Checkpoint(Journal):
    """A journal in a file.

    Args:
        store: the file.
        coding: writes solutions.
        past: the contents of the file.
        stream: the file of the solutions that become certain; None to keep them in the store.
    """

    def __init__(self, store: Store, coding: Coding, past: Contents, stream: Stream | None) -> None:
        self._store, self._coding, self._stream = store, coding, stream
        about = past.about
        self._mark = Mark(**about["mark"])
        if stream is not None:
            stream.append(self._mark, ())  # cuts off lines that were written and not committed
        self._expanded, self._open = expanded_in(about["expanded"]), past.open  # None if there is no plan yet
        self._searched, self._waiting = past.searched, sorted(past.waiting)
        self._loose: dict[Key, SubtreeResult] = {}  # finished, and not committed
        self._is_closed = False
        seconds = about["seconds"] + about["run"].get("seconds", 0.0)
        self._run: dict[str, Any] = {"host": platform.node(), "pid": os.getpid(), "began": time.time()}
        self._run |= {"done": float(past.done), "nodes": past.nodes}  # from which the speed of this run follows
        self._began = self._written = time.monotonic()
        self._took: deque[float] = deque([0.0], maxlen=3)  # by the best of these: a reader may hold one up
        self._writes = about["status"] != Status.COMPLETE.value or bool(self._open)
        if self._writes:  # a finished run stays as it was left
            self._commit({"seconds": seconds, "status": ""})

    @property
    def written(self) -> int | None:
        """How many solutions are written out, as they become certain; None if they are kept here."""
        return None if self._stream is None else self._mark.lines

    # -- the journal ------------------------------------------------------------------------------

    def planned(self, subtrees: Sequence[Subtree], expanded: Expanded) -> None:
        self._expanded = expanded
        self._open.update((subtree.key, subtree) for subtree in subtrees)
        self._commit({"expanded": expanded_entry(expanded)}, [Row(subtree) for subtree in subtrees])

    def finished(self, result: SubtreeResult) -> None:
        del self._open[result.subtree.key]
        self._searched.append(result.subtree.key)
        self._loose[result.subtree.key] = result
        if time.monotonic() - self._written >= max(EVERY, SHARE * min(self._took)):
            self._commit()

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        del self._open[subtree.key]
        self._open.update((child.key, child) for child in children)
        self._expanded = (self._expanded or Expanded()) + expanded
        rows = [Row(subtree, CUT), *map(Row, children)]
        self._commit({"expanded": expanded_entry(self._expanded)}, rows)

    def past(self) -> Past | None:
        """The state that an earlier run has left. Solutions that were written out are not read back, only counted."""
        if self._expanded is None:
            return None
        return (
            map(self._result, sorted(self._searched)),
            [self._open[key] for key in sorted(self._open)],
            self._expanded,
        )

    def close(self, status: str) -> None:
        """Write the last batch, and close the file."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if self._writes:
                self._commit({"status": status})
        finally:
            self._store.close()

    def give_up(self, error: BaseException) -> None:
        """Let go of the file after an error; after one of the call, a file that keeps nothing is not left behind."""
        self._writes = False
        self.close("")
        if self._store.is_new and self._expanded is None and not isinstance(error, CheckpointError):
            self._store.path.unlink(missing_ok=True)
            if self._stream is not None:
                self._stream.path.unlink(missing_ok=True)

    # -- how it is kept ---------------------------------------------------------------------------

    @interrupts_deferred()
    def _commit(self, about: Entries | None = None, rows: Sequence[Row] = ()) -> None:
        """Write the finished subtrees, and more, in one transaction; Ctrl-C waits for its end.

        If it fails, this object may differ from the file: it writes no more.
        """
        started = time.monotonic()
        writes, self._writes = self._writes, False
        ready = self._ready()
        streamed = set(ready)
        kept = [*rows, *(self._row_of(result, streamed=key in streamed) for key, result in self._loose.items())]
        if self._stream is not None and ready:
            lines = chain.from_iterable(self._coding.lines(self._result(key).payload) for key in ready)
            self._mark = self._stream.append(self._mark, lines)
            earlier = (self._store.result(key) for key in ready if key not in self._loose)
            kept += [self._row_of(result, streamed=True) for result in earlier]
        run = {**self._run, "seconds": started - self._began, "told": time.time()}
        with self._store.transaction():
            self._store.keep(kept)
            self._store.note({**(about or {}), "mark": attrs.asdict(self._mark), "run": run})
        self._loose.clear()
        self._written = time.monotonic()
        self._took.append(self._written - started)
        self._writes = writes

    def _ready(self) -> list[Key]:
        """The finished subtrees that no open one lies before: their solutions are next, in this order."""
        if self._stream is None:
            return []
        for key in self._loose:
            heappush(self._waiting, key)
        first, ready = min(self._open, default=None), list[Key]()
        while self._waiting and (first is None or self._waiting[0] < first):
            ready.append(heappop(self._waiting))
        return ready

    def _row_of(self, result: SubtreeResult, *, streamed: bool) -> Row:
        is_number = streamed or isinstance(result.payload, int)
        solutions = None if is_number else list(map(self._coding.encoded, result.payload))
        return Row(result.subtree, STREAMED if streamed else FINISHED, attrs.evolve(result, payload=solutions))

    def _result(self, key: Key) -> SubtreeResult:
        """The result of a finished subtree."""
        if key in self._loose:
            return self._loose[key]
        result = self._store.result(key)
        if result.payload is not None:
            payload: Any = list(map(self._coding.decoded, result.payload))
        else:  # those that were written out are only counted
            payload = result.solutions if self._stream is None else [()] * result.solutions
        return attrs.evolve(result, payload=payload)


def opened(
    path: Path, search: Entries, problem: AnyProblem, output: Path | None = None, *, lists: bool = True
) -> Checkpoint:
    """The checkpoint in a file: a new one, or the one that is there, if it is of this search.

    Args:
        path: the file.
        search: the entries that describe it. By its `identity` it is known again: with anything else it is another
            one. Its `remarks` help to begin it again, and to describe it to people.
        problem: the problem searched.
        output: a file in JSON Lines for the solutions, as they become certain; None to keep them in the checkpoint.
        lists: whether solutions are kept at all, and not only their numbers.

    Raises:
        InputError: the file is no checkpoint, is damaged, or belongs to another search; it is left as it is.
        OptionError: another process writes it.
        CheckpointError: it cannot be written.
    """
    coding = Coding(problem)
    kept = {"expanded": None, "mark": attrs.asdict(Mark()), "status": "", "run": {}, "seconds": 0.0}
    about = {**search, "created": time.time(), **kept}
    with nullcontext() if output is None else unless_empty(output), ExitStack() as stack:
        lock = Lock(path)
        stack.callback(lock.release)
        past = _past(path, lock, search["identity"], coding, lists) if path.exists() else None
        stream = None if output is None else Stream(output)
        if stream is not None:
            stream.create() if past is None else stream.check(Mark(**past.about["mark"]))
        store = Store(path, lock, about)
        stack.callback(store.connection.close)
        checkpoint = Checkpoint(store, coding, past or Contents(about), stream)
        stack.pop_all()
    return checkpoint


def _past(path: Path, lock: Lock, identity: Entries, coding: Coding, lists: bool) -> Contents | None:
    """The contents of a file, all of them checked before anything is written; None if it is empty."""

    def look(row: Row) -> None:
        solutions = None if row.result is None else row.result.payload
        if row.state == FINISHED and (solutions is not None) != lists:
            raise Malformed(f"its subtree {row.subtree.name} keeps solutions although none are wanted, or none")
        for solution in solutions or ():
            coding.decoded(solution)

    with reading(path, lock) as reader:
        if reader is None:
            return None
        check(path, reader.about(), identity)
        return reader.contents(look)


def check(path: Path, about: Entries, identity: Entries) -> None:
    """Check that a file belongs to this search.

    Raises:
        InputError: it differs; the message says in which respect.
    """
    for name, value in identity.items():
        kept = about["identity"].get(name)
        if kept == json.loads(json.dumps(value)):
            continue
        if name == "digest":
            raise InputError(
                f"{path} keeps a search of another instance, or of a problem that was changed since: name another file"
            )
        if name == "version":
            raise InputError(f"{path} was written by clew {shown(kept)}, and this is {value}: go on with that one")
        title = name.replace("_", " ")
        raise InputError(
            f"{path} keeps a search with another {title} ({shown(kept)}, not {shown(value)}): resume that, or name "
            "another file"
        )


def shown(value: Any, most: int = 60) -> str:
    """Something that a checkpoint holds, for a message: on one line, and of so many characters at most."""
    if value is None:
        return "the default"
    text = value if isinstance(value, str) and value.isprintable() else json.dumps(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."
