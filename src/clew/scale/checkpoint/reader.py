"""The file of a checkpoint, read: a SQLite database whose rows are checked before any of them is used.

Each row has a checksum, because SQLite notices broken pages and not changed letters, and the entry `total` has the
sum of them all, because no row notices that another one is gone. `clew.scale.checkpoint.schema` checks the rows read,
and `clew.scale.checkpoint.contents` whether it is all of a tree. Nothing that is read is run, and no byte of a file is
changed.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final

from clew.errors import InputError
from clew.scale.checkpoint.contents import Contents
from clew.scale.checkpoint.files import Lock, code_of
from clew.scale.checkpoint.schema import ABOUT, Malformed, Row, entry, place_of
from clew.scale.parallel.subtree import Key, SubtreeResult

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

TOTAL: Final = "SELECT sum(sum) FROM (SELECT sum FROM subtree UNION ALL SELECT sum * (name <> 'total') FROM about)"

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

    def about(self) -> dict[str, Any]:
        """The entries: those of the file about itself, by name.

        Raises:
            InputError: it is damaged.
        """
        with _reading(self.path):
            found = [(name, entry(name, value)) for name, value in self._checked(ENTRIES)]
            about = dict(found)
            if len(found) != len(ABOUT) or len(about) != len(ABOUT):
                raise Malformed("an entry of it is gone")
            return about

    def contents(self, look: Callable[[Row], object] = lambda row: None) -> Contents:
        """All that the file holds at one moment, whatever is written meanwhile.

        Args:
            look: is shown each subtree, and may reject it.

        Raises:
            InputError: the file is damaged.
        """
        with _reading(self.path):
            self.connection.execute("BEGIN")
            found = Contents(self.about())
            for columns in self._checked(f"{ROWS} ORDER BY part, path"):
                row = Row.of(columns)
                found.add(row)
                look(row)
            found.check()
            if self.connection.execute(TOTAL).fetchone() != (found.about["total"],):
                raise Malformed("its checksums do not add up")
            self.connection.execute("COMMIT")
        return found

    def result(self, key: Key) -> SubtreeResult:
        """The result of a subtree that is known to be searched.

        Raises:
            InputError: the file is damaged.
        """
        with _reading(self.path):
            for columns in self._checked(f"{ROWS} WHERE part = ? AND path = ?", place_of(key)):
                if (result := Row.of(columns).result) is not None:
                    return result
            raise Malformed("a row of it is gone")

    def _checked(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[list[Any]]:
        """Rows without their checksums, once these are found right."""
        for *columns, number in self.connection.execute(query, values):
            if number != checksum(columns):
                raise Malformed("a checksum of it is wrong")
            yield columns


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
    size = journal.stat().st_size if journal.is_file() else 0
    if not size:
        return path
    with journal.open("rb") as file:
        file.seek(max(0, size - len(SUPER)))
        if file.read() == SUPER:
            raise Malformed("its journal is not one that clew writes")
    copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "copy"
    shutil.copyfile(path, copy)
    shutil.copyfile(journal, f"{copy}-journal")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("SELECT * FROM sqlite_schema").fetchall()
    return copy


def _check_header(connection: sqlite3.Connection, path: Path) -> None:
    """Check that a file is clew's, as SQLite reads it: the header may be written at the moment."""
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        if code_of(error) != sqlite3.SQLITE_NOTADB:
            raise
        application = version = 0
    if application != APPLICATION:
        raise InputError(f"{path} is no checkpoint of clew, or it is damaged: name another file")
    if version != FORMAT:
        writer = WRITERS.get(version, "a newer clew" if version > FORMAT else "an older clew")
        raise InputError(f"{path} was written by {writer}, in format {version}, not {FORMAT}: go on with that clew")


def _check_tables(connection: sqlite3.Connection) -> None:
    """Check that tables are clew's and pages are not broken, before anything of them is read.

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
    code = code_of(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return InputError(f"{path} is being written by another program: try again later")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return InputError(f"{path} cannot be read: {error}")
    return damaged(path)


def checksum(columns: Sequence[Any]) -> int:
    """A checksum of the columns of a row."""
    return zlib.crc32(json.dumps(columns, default=repr).encode())
