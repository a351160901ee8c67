"""The file of a checkpoint: a SQLite database that one process writes.

It keeps a rollback journal rather than a write-ahead log: the file is whole by itself as soon as a transaction is
over, so it can be copied to another machine, lies on a network drive as well as on a disk, and can be read without
writing anything. SQLite forces each transaction to the disk before it counts (`synchronous` is FULL), so a kill or a
power cut takes at most the last transaction, and never half of one.

Rows hold JSON and numbers with a checksum, since SQLite notices broken pages, not changed letters. Nothing that is
read is run.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from clew.errors import CheckpointError, InputError
from clew.subtrees.lock import Lock

APPLICATION: Final = 0x636C6577
"""What marks the file as clew's, in the header that SQLite has for that: the letters clew."""

FORMAT: Final = 1
"""The format of the tables, and of what the paths in them mean. Another number is another format."""

PATIENCE: Final = 10.0
"""Seconds to wait for a reader, or for the writer, to be done."""

OPEN, FINISHED, CUT, STREAMED = range(4)
"""What became of a subtree: not searched yet; searched; cut into smaller ones; searched, its solutions written out."""

TABLES: Final = (
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE subtree (part INTEGER, path TEXT, multiplicity INTEGER NOT NULL, weight REAL NOT NULL, "
    "state INTEGER NOT NULL, result TEXT, solutions TEXT, sum INTEGER NOT NULL, PRIMARY KEY (part, path)) "
    "WITHOUT ROWID",
)

Row = tuple[int, str, int, float, int, str | None, str | None]
"""Of a subtree: part, path, multiplicity, weight, state, result, solutions."""


class Reader:
    """What a checkpoint holds.

    Args:
        path: the file, for messages.
        connection: a connection to it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read meanwhile is of one moment, whatever is written."""
        try:
            self.connection.execute("BEGIN")
            yield
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise _unreadable(self.path, error) from None

    def about(self) -> dict[str, Any]:
        """What the file says of itself, by name."""
        rows = self._rows("SELECT name, value, sum FROM about")
        return {name: json.loads(value) for name, value in rows}

    def subtrees(self, states: tuple[int, ...] = (OPEN, FINISHED, CUT, STREAMED)) -> Iterator[Row]:
        """The subtrees in these states, in no order."""
        marks = ",".join(map(str, states))
        return self._rows(
            "SELECT part, path, multiplicity, weight, state, result, solutions, sum FROM subtree "  # noqa: S608
            f"WHERE state IN ({marks})"
        )

    def subtree(self, part: int, path: str) -> Row:
        """One of them."""
        query = "SELECT part, path, multiplicity, weight, state, result, solutions, sum FROM subtree"
        row: Row = next(self._rows(f"{query} WHERE part = ? AND path = ?", (part, path)))
        return row

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[Any]:
        """The rows without their checksums, once those are found right."""
        try:
            for *row, checksum in self.connection.execute(query, values):
                if checksum != _sum(row):
                    raise damaged(self.path)
                yield tuple(row)
        except sqlite3.Error as error:
            raise _unreadable(self.path, error) from None


class Store(Reader):
    """A checkpoint that this process writes, and nobody else meanwhile.

    Args:
        path: the file; one that is there must have been looked at with `reading` before.
        lock: held by this process, until the store is closed.
        about: what a new file says of itself.

    Attributes:
        is_new: whether there was no such file, or an empty one.
    """

    def __init__(self, path: Path, lock: Lock, about: Mapping[str, Any]) -> None:
        self._lock = lock
        self.is_new = not path.exists() or path.stat().st_size == 0
        with ExitStack() as stack:
            stack.callback(lock.release)
            try:
                connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
                stack.callback(connection.close)
                super().__init__(path, connection)
                connection.execute("PRAGMA journal_mode = DELETE").fetchall()
                connection.execute("PRAGMA synchronous = FULL")
                if self.is_new:
                    with self.transaction():
                        for statement in TABLES:
                            connection.execute(statement)
                        self.tell(about)
            except sqlite3.Error as error:
                raise _unwritable(path, error) from None
            stack.pop_all()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written meanwhile is kept, or none of it.

        Raises:
            CheckpointError: the disk is full, or fails; nothing of it is kept.
        """
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            yield
            self.connection.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # some errors have ended the transaction already
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise _unwritable(self.path, error) from None
            raise

    def tell(self, about: Mapping[str, Any]) -> None:
        """Keep what the file says of itself, by name, in place of what it said under these names."""
        rows = [(name, json.dumps(value)) for name, value in about.items()]
        self.connection.executemany("REPLACE INTO about VALUES (?, ?, ?)", [(*row, _sum(row)) for row in rows])

    def keep(self, rows: list[Row]) -> None:
        """Keep subtrees, in place of what was known about the same ones."""
        marked = [(*row, _sum(row)) for row in rows]
        self.connection.executemany("REPLACE INTO subtree VALUES (?, ?, ?, ?, ?, ?, ?, ?)", marked)

    def close(self) -> None:
        """Let go of the file. What was committed stays."""
        with suppress(sqlite3.Error):
            self.connection.close()
        self._lock.release()


@contextmanager
def reading(path: Path, lock: Lock | None = None) -> Iterator[Reader | None]:
    """Read a checkpoint and leave every byte of it as it is; None if the file is empty.

    Args:
        path: the file.
        lock: its lock, if this process holds it to write later; then every page is looked at.

    Raises:
        InputError: it is no checkpoint, is damaged, or is of another version.
    """
    if not path.is_file():
        raise InputError(f"there is no checkpoint {path}")
    with ExitStack() as stack:
        try:
            source = _recovered(path, stack) if _was_cut_short(path, lock) else path
            if source.stat().st_size == 0:
                yield None
                return
            connection = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
            stack.callback(connection.close)
            _check_header(connection, path)
            reader = Reader(path, connection)
            if lock is not None and connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise damaged(path)
            connection.execute("SELECT name, value, sum FROM about").fetchone()
        except sqlite3.Error as error:
            raise _unreadable(path, error) from None
        yield reader


def _was_cut_short(path: Path, lock: Lock | None) -> bool:
    """Whether a transaction was never finished: there is a journal, and nobody who writes."""
    journal = Path(f"{path}-journal")
    return journal.is_file() and journal.stat().st_size > 0 and (lock is not None or not Lock.is_held(path))


def _recovered(path: Path, stack: ExitStack) -> Path:
    """A copy in which SQLite has taken back what was not finished, so that the file itself may stay as it is."""
    copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "copy"
    shutil.copyfile(path, copy)
    shutil.copyfile(f"{path}-journal", f"{copy}-journal")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("SELECT * FROM sqlite_schema").fetchall()
    return copy


def _check_header(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what is not clew's. SQLite reads the header: a file that is opened besides would lose its locks."""
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_NOTADB:
            raise
        application = version = 0
    if application != APPLICATION:
        raise InputError(f"{path} is no checkpoint of clew, or it is damaged: name another file")
    if version != FORMAT:
        age = "a newer" if version > FORMAT else "an older"
        raise InputError(f"{path} was written by {age} clew, in format {version}, not {FORMAT}: go on with that clew")


def damaged(path: Path) -> InputError:
    """The error of a file that does not hold what was written."""
    return InputError(f"{path} is damaged: take a copy of it if there is one, or begin anew with another file")


def _unreadable(path: Path, error: sqlite3.Error) -> InputError:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return InputError(f"{path} is being written by another program: try again later")
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return InputError(f"{path} cannot be read: {error}")
    return damaged(path)


def _unwritable(path: Path, error: sqlite3.Error) -> CheckpointError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    what = {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_IOERR: "the disk fails",
        sqlite3.SQLITE_BUSY: "another program holds it",
        sqlite3.SQLITE_READONLY: "it is read-only",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    }.get(code, str(error))
    return CheckpointError(
        f"{path} cannot be written, {what}: what it holds is safe, and clew resume goes on from there"
    )


def _sum(columns: Any) -> int:
    """A checksum of the columns of a row."""
    return zlib.crc32(json.dumps(columns).encode())
