"""The file of a checkpoint: a SQLite database that one process writes.

It keeps a rollback journal rather than a write-ahead log: the file is whole by itself as soon as a transaction is
over, so it can be copied to another machine, lies on a network drive as well as on a disk, and can be read without
writing anything. SQLite forces each transaction to the disk before it counts (`synchronous` is FULL), so a kill or a
power cut takes at most the last transaction, and never half of one.

Each row has a checksum, because SQLite notices broken pages and not changed letters, and the entry `total` has the
sum of them all, because no row notices that another one is gone. `clew.checkpoint.schema` checks the rows read, and
`clew.checkpoint.partition` whether it is all of a tree. Nothing that is read is run.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from clew.checkpoint.lock import Lock
from clew.checkpoint.partition import Partition
from clew.checkpoint.schema import ABOUT, Malformed, Row, entry, place_of
from clew.errors import CheckpointError, InputError
from clew.parallel.subtree import Key

APPLICATION: Final = 0x636C6577
"""The mark of a file of clew's, in the header that SQLite has for that: the letters clew."""

FORMAT: Final = 2
"""The format of the tables, and of the meaning of the paths in them. Another number is another format."""

WRITERS: Final = {1: "clew 0.1"}
"""The versions of clew that wrote the formats before this one."""

BUSY_TIMEOUT: Final = 10.0
"""Seconds to wait for a reader, or for the writer, to be done."""

TABLES: Final = {
    "about": "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID",
    "subtree": "CREATE TABLE subtree (part INTEGER, path TEXT, multiplicity INTEGER NOT NULL, weight TEXT NOT NULL, "
    "state INTEGER NOT NULL, result TEXT, solutions TEXT, sum INTEGER NOT NULL, PRIMARY KEY (part, path)) "
    "WITHOUT ROWID",
}

ENTRIES: Final = "SELECT name, value, sum FROM about"
ROWS: Final = "SELECT part, path, multiplicity, weight, state, result, solutions, sum FROM subtree"

MAGIC: Final = b"SQLite format 3\0"

SUPER: Final = bytes.fromhex("d9d505f920a163d7")
"""Ends a journal of several databases. Such a one names a file, which SQLite deletes: it is not clew's."""


class Reader:
    """The contents of a checkpoint.

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
        with _reading(self.path):
            self.connection.execute("BEGIN")
            yield
            self.connection.execute("COMMIT")

    def about(self) -> dict[str, Any]:
        """The entries: those of the file about itself, by name.

        Raises:
            InputError: it is damaged.
        """
        with _reading(self.path):
            return self._about()[0]

    def rows(self) -> Iterator[Row]:
        """All subtrees; once the last was given, they are known to be the whole tree.

        Raises:
            InputError: the file is damaged.
        """
        with _reading(self.path):
            about, total = self._about()
            partition = Partition()
            for columns, checksum in self._checked(f"{ROWS} ORDER BY part, path"):
                row = Row.of(columns)
                partition.add(row)
                total += checksum
                yield row
            partition.end(about)
            if total != about["total"]:
                raise Malformed("its checksums do not add up")

    def row(self, key: Key) -> Row:
        """One of them, which is known to be there.

        Raises:
            InputError: the file is damaged.
        """
        with _reading(self.path):
            for columns, _ in self._checked(f"{ROWS} WHERE part = ? AND path = ?", place_of(key)):
                return Row.of(columns)
            raise Malformed("a row of it is gone")

    def _about(self) -> tuple[dict[str, Any], int]:
        """The entries, and the sum of their checksums but for that of `total`."""
        found = [(name, entry(name, value), checksum) for (name, value), checksum in self._checked(ENTRIES)]
        about = {name: value for name, value, _ in found}
        if len(found) != len(ABOUT) or len(about) != len(ABOUT):
            raise Malformed("an entry of it is gone")
        return about, sum(checksum for name, _, checksum in found if name != "total")

    def _checked(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[list[Any], int]]:
        """Rows and their checksums, once these are found right."""
        for *columns, checksum in self.connection.execute(query, values):
            if checksum != _sum(columns):
                raise Malformed("a checksum of it is wrong")
            yield columns, checksum


class Store(Reader):
    """A checkpoint that this process writes, and no other meanwhile.

    Args:
        path: the file; one that is there must have been looked at with `reading` before.
        lock: held by this process, until the store is closed.
        about: the entries of a new file about itself.

    Attributes:
        is_new: whether there was no such file, or an empty one.
    """

    def __init__(self, path: Path, lock: Lock, about: Mapping[str, Any]) -> None:
        self._lock = lock
        self.is_new = not path.exists() or path.stat().st_size == 0
        with ExitStack() as stack:
            stack.callback(lock.release)
            try:
                connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None)
                stack.callback(connection.close)
                super().__init__(path, connection)
                connection.execute("PRAGMA journal_mode = DELETE").fetchall()
                connection.execute("PRAGMA synchronous = FULL")
                if self.is_new:
                    self._total = 0
                    with self.transaction():
                        for pragma, number in (("application_id", APPLICATION), ("user_version", FORMAT)):
                            connection.execute(f"PRAGMA {pragma} = {number}")
                        for statement in TABLES.values():
                            connection.execute(statement)
                        self.tell(about)
                else:
                    self._total = self.about()["total"]
            except sqlite3.Error as error:
                raise _unwritable(path, error) from None
            stack.pop_all()

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
            self.connection.execute("REPLACE INTO about VALUES ('total', ?, ?)", (total, _sum(["total", total])))
            self.connection.execute("COMMIT")
        except BaseException as error:
            self._total = before
            with suppress(sqlite3.Error):  # some errors have ended the transaction already
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise _unwritable(self.path, error) from None
            raise

    def tell(self, about: Mapping[str, Any]) -> None:
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
        checksum = _sum(columns)
        self._total += checksum - sum(number for (number,) in old)
        self.connection.execute(statement, (*columns, checksum))

    def close(self) -> None:
        """Close the file. Committed rows stay."""
        with suppress(sqlite3.Error):
            self.connection.close()
        self._lock.release()


@contextmanager
def reading(path: Path, lock: Lock | None = None) -> Iterator[Reader | None]:
    """Read a checkpoint and leave every byte of it as it is; None if the file is empty.

    Args:
        path: the file.
        lock: its lock, if this process holds it to write later.

    Raises:
        InputError: it is no checkpoint, is damaged, or is of another version.
    """
    if not path.is_file():
        raise InputError(f"there is no checkpoint {path}")
    with ExitStack() as stack:
        with _reading(path):
            is_written = lock is None and Lock.is_held(path)
            source = path if is_written else _recovered(path, stack)
            if source.stat().st_size == 0:
                yield None
                return
            connection = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_TIMEOUT)
            stack.callback(connection.close)
            _check_header(connection, path)
            _check_tables(connection)
        yield Reader(path, connection)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Meanwhile all that goes wrong with the file is an error that names it."""
    try:
        yield
    except Malformed as error:
        raise damaged(path, str(error)) from None
    except UnicodeDecodeError:  # an error message of SQLite's that quotes the file
        raise damaged(path) from None
    except sqlite3.Error as error:
        raise _unreadable(path, error) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def _recovered(path: Path, stack: ExitStack) -> Path:
    """The file that a process has left; if that has died within a transaction, a copy in which it is taken back.

    So the file itself stays as it is.

    Raises:
        Malformed: SQLite would do more than read the file.
    """
    with path.open("rb") as file:
        header = file.read(20)
    if header.startswith(MAGIC) and header[18:] != bytes((1, 1)):  # to write and to read
        raise Malformed("it keeps another kind of journal than clew does")
    journal = Path(f"{path}-journal")
    if not journal.is_file() or not journal.stat().st_size:
        return path
    with journal.open("rb") as file:
        file.seek(max(0, journal.stat().st_size - len(SUPER)))
        if file.read() == SUPER:
            raise Malformed("its journal is not one that clew writes")
    copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "copy"
    shutil.copyfile(path, copy)
    shutil.copyfile(f"{path}-journal", f"{copy}-journal")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("SELECT * FROM sqlite_schema").fetchall()
    return copy


def _check_header(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is not clew's, as SQLite reads it: the header may be written at the moment."""
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_NOTADB:
            raise
        application = version = 0
    if application != APPLICATION:
        raise InputError(f"{path} is no checkpoint of clew, or it is damaged: name another file")
    if version != FORMAT:
        writer = WRITERS.get(version, "a newer clew" if version > FORMAT else "an older clew")
        raise InputError(f"{path} was written by {writer}, in format {version}, not {FORMAT}: go on with that clew")


def _check_tables(connection: sqlite3.Connection) -> None:
    """Refuse tables that are not clew's, and pages that are broken, before anything of them is read.

    A table may run SQL when it is read or written: a view, a trigger, a default. And pages that point to each other
    give rows without end.

    Raises:
        Malformed: they are not as clew makes them.
    """
    connection.execute("PRAGMA trusted_schema = OFF")
    tables = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()
    if tables != [("table", name, statement) for name, statement in TABLES.items()]:
        raise Malformed("its tables are not those that clew makes")
    if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
        raise Malformed("its pages are broken")


def damaged(path: Path, reason: str = "it is not whole") -> InputError:
    """The error of a file whose rows are not those that were written.

    Args:
        path: the file.
        reason: how that is known.
    """
    return InputError(f"{path} is damaged, {reason}: put back a copy of it, or start again with another file")


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
        f"{path} cannot be written, {what}: its contents are safe, and clew resume goes on from there"
    )


def _sum(columns: Sequence[Any]) -> int:
    """A checksum of the columns of a row."""
    return zlib.crc32(json.dumps(columns, default=repr).encode())
