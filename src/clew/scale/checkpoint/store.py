"""The file of a checkpoint, written: a SQLite database that one process writes.

It keeps a rollback journal rather than a write-ahead log: the file alone is whole as soon as a transaction is
over, so it can be copied to another machine, lies on a network drive as well as on a disk, and can be read without
writing anything. SQLite forces each transaction to the disk before it counts (`synchronous` is FULL), so a kill or a
power cut takes at most the last transaction, and never half of one.
"""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from clew.errors import CheckpointError
from clew.render.writing import remove_if_empty
from clew.scale.checkpoint.files import Lock, code_of
from clew.scale.checkpoint.reader import APPLICATION, BUSY_TIMEOUT, FORMAT, TABLES, Reader, checksum
from clew.scale.checkpoint.schema import Entries, Row, place_of


@contextmanager
def interrupts_deferred() -> Iterator[None]:
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


class Store(Reader):
    """A checkpoint that this process writes, and no other meanwhile.

    Args:
        path: the file; one that is there must have been looked at with `clew.scale.checkpoint.reader.reading` before.
        lock: held by this process; released when the store is closed.
        about: the entries of a new file about itself.

    Attributes:
        is_new: whether there was no such file, or an empty one.
    """

    def __init__(self, path: Path, lock: Lock, about: Entries) -> None:
        self._lock = lock
        is_made = not path.exists()
        with ExitStack() as stack:
            if is_made:
                stack.callback(remove_if_empty, path)
            try:
                connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None)
                stack.callback(connection.close)
                super().__init__(path, connection)
                connection.execute("PRAGMA journal_mode = DELETE").fetchall()
                connection.execute("PRAGMA synchronous = FULL")
                # Asked of SQLite, which takes the first transaction back if a process died within it.
                self.is_new = not connection.execute("SELECT name FROM sqlite_schema").fetchall()
                self._total = 0 if self.is_new else self.about()["total"]
                if self.is_new:
                    self._begin(about)
            except sqlite3.Error as error:
                raise _unwritable(path, error) from None
            stack.pop_all()

    def _begin(self, about: Entries) -> None:
        """Write the tables of a new file, and what it says about itself."""
        with self.transaction():
            header = f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {FORMAT}"
            for statement in (*header, *TABLES.values()):
                self.connection.execute(statement)
            self.note(about)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written meanwhile is kept, or none of it.

        Raises:
            CheckpointError: the disk is full, or fails; nothing of it is kept.
        """
        before = self._total
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            yield
            total = json.dumps(self._total)
            self.connection.execute("REPLACE INTO about VALUES ('total', ?, ?)", (total, checksum(["total", total])))
            self.connection.execute("COMMIT")
        except BaseException as error:
            self._total = before
            with suppress(sqlite3.Error):  # some errors have ended the transaction already
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise _unwritable(self.path, error) from None
            raise

    def note(self, about: Entries) -> None:
        """Keep entries, in place of those of the same names. Within a transaction."""
        for name, value in about.items():
            old = self.connection.execute("SELECT sum FROM about WHERE name = ?", (name,))
            self._replace("REPLACE INTO about VALUES (?, ?, ?)", (name, json.dumps(value)), old)

    def keep(self, rows: Iterable[Row]) -> None:
        """Write subtrees, in place of earlier rows of the same ones. Within a transaction."""
        for row in rows:
            place = place_of(row.subtree.key)
            old = self.connection.execute("SELECT sum FROM subtree WHERE part = ? AND path = ?", place)
            self._replace("REPLACE INTO subtree VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.columns, old)

    def _replace(self, statement: str, columns: tuple[Any, ...], old: sqlite3.Cursor) -> None:
        """Write a row with its checksum, which takes the place of the old one in the total."""
        number = checksum(columns)
        self._total += number - sum(before for (before,) in old)
        self.connection.execute(statement, (*columns, number))

    def close(self) -> None:
        """Close the file. Committed rows stay."""
        with suppress(sqlite3.Error):
            self.connection.close()
        self._lock.release()


def _unwritable(path: Path, error: sqlite3.Error) -> CheckpointError:
    what = {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_IOERR: "the disk fails",
        sqlite3.SQLITE_BUSY: "another program holds it",
        sqlite3.SQLITE_READONLY: "it is read-only",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    }.get(code_of(error), str(error))
    is_empty = not path.exists() or path.stat().st_size == 0
    safe = "nothing of the search is kept" if is_empty else "its contents are safe, and clew resume goes on from there"
    return CheckpointError(f"{path} cannot be written, {what}: {safe}")
