"""The files next to a checkpoint: its lock, and its solutions in JSON Lines.

One process writes at a time. The lock ends with the process that holds it, however that ends: it is SQLite's own, on
an empty file of its own. The operating system takes it back when the process dies, so a lock is never stale, and no
process number has to be trusted. It is not on the checkpoint itself, because each transaction would have to release it
for a moment.

The solutions are in search order, each once, however often the search was resumed. Their file is only appended to, and
the checkpoint keeps how long it was, and the hash of it, as of its last transaction. Lines beyond that length were
written by a run that did not live to commit them: they are cut off, and written again. Anything else that has changed
is not clew's doing, and rejected.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import attrs

from clew.errors import CheckpointError, ClewError, InputError, OptionError
from clew.render.writing import unwritable

LOCK_TIMEOUT: Final = 0.5
"""Seconds to wait for a process that only looks whether the lock is held."""

PIECE: Final = 2**20
"""Bytes read at a time."""

EMPTY: Final = hashlib.sha256().hexdigest()

HEAD: Final = b'{"solution": {'
"""The beginning of each line."""


class Lock:
    """Held from its creation on, until `release`.

    Args:
        path: the checkpoint.

    Raises:
        OptionError: another search holds it, or it cannot be locked.
        ClewError: the disk is full, or fails.
    """

    def __init__(self, path: Path) -> None:
        self._file = Path(f"{path}.lock")
        before = None
        while True:
            try:
                if self._file.is_symlink():  # it may lead anywhere
                    raise OptionError(f"{self._file} is a link, and no lock of clew's: remove it")
                with suppress(FileExistsError):
                    self._file.touch(exist_ok=False)
                before = _inode(self._file)
                self._connection = sqlite3.connect(self._file, isolation_level=None, timeout=LOCK_TIMEOUT)
                is_ours = _locked(self._connection)
            except sqlite3.OperationalError as error:
                if before is not None and _inode(self._file) != before:
                    continue  # its holder removed it while it was opened: SQLite finds no file
                is_of_disk = code_of(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
                raise (ClewError if is_of_disk else OptionError)(f"{path} cannot be locked: {error}") from None
            except OSError as error:
                raise unwritable(path, error) from None
            if is_ours and before is not None and _inode(self._file) == before:
                return
            self._connection.close()
            if not is_ours:
                raise OptionError(f"a search is running on {path}: wait for it, or end it first")
            # Its holder has removed the file meanwhile: this lock would keep no process out.

    def release(self) -> None:
        """Let others have it."""
        with suppress(OSError):
            self._file.unlink()  # while it is held: no other process can hold this one
        self._connection.close()

    @staticmethod
    def is_held(path: Path) -> bool:
        """Whether a process holds the lock of a checkpoint."""
        file = Path(f"{path}.lock")
        if file.is_symlink() or not file.exists():
            return False
        uri = f"{file.absolute().as_uri()}?mode=rw"
        with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)) as own:
            return not _locked(own)
        return False


def _locked(connection: sqlite3.Connection) -> bool:
    """Whether a connection has got the lock; not if another one holds it."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if code_of(error) == sqlite3.SQLITE_BUSY:
            return False
        connection.close()
        raise
    return True


def code_of(error: sqlite3.Error) -> int:
    """The primary code of an error of SQLite's; 0 if it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _inode(file: Path) -> int | None:
    """The identity of a file, which another of the same name does not have; None if it was removed."""
    with suppress(FileNotFoundError):
        return file.stat().st_ino
    return None


@attrs.frozen
class Mark:
    """How much of the file counts.

    Attributes:
        length: in bytes.
        digest: the SHA-256 of them.
        lines: how many solutions they are.
    """

    length: int = 0
    digest: str = EMPTY
    lines: int = 0


def beside(path: Path) -> Path:
    """The file in which the solutions of a checkpoint are, if its caller names no other."""
    return Path(f"{path}.jsonl")


class Stream:
    """The file.

    Args:
        path: that of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._hash, self._hashed = hashlib.sha256(), Mark()

    def check(self, mark: Mark) -> None:
        """Make sure that the file begins as it was committed, and goes on with nothing but lines of clew's.

        Raises:
            InputError: it is missing, shorter, or was changed; or it is another file.
        """
        length = mark.length
        if length and not self.path.is_file():
            raise InputError(f"{self.path} is missing, which holds the solutions until now: put it back")
        if length and self.path.stat().st_size < length:
            raise InputError(f"{self.path} has lost solutions that were written to it: put the earlier file back")
        if self._read(length).hexdigest() != mark.digest:
            raise InputError(f"{self.path} was changed since clew wrote it: put the earlier file back")
        if not self._goes_on(length):
            raise InputError(f"{self.path} holds what clew did not write, and would lose it: name another file")

    def create(self) -> None:
        """Make the file, empty.

        Raises:
            InputError: there is one that holds something.
            CheckpointError: the disk is full, or fails.
        """
        if self.path.exists() and self.path.stat().st_size:
            raise InputError(f"{self.path} is there already, and would be overwritten: move it, or write elsewhere")
        self.append(Mark(), ())
        if os.name == "posix":  # a power cut may not lose its name
            folder = os.open(self.path.absolute().parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

    def append(self, mark: Mark, lines: Iterable[bytes]) -> Mark:
        """Write lines behind those that count, in place of any others there, and force them to the disk.

        Args:
            mark: how much counts.
            lines: each with its end.

        Returns:
            How much counts once the checkpoint has kept this mark.

        Raises:
            CheckpointError: the disk is full, or fails.
        """
        running = self._hash.copy() if mark == self._hashed else self._read(mark.length)
        length, number = mark.length, mark.lines
        try:
            with self.path.open("r+b" if self.path.exists() else "xb") as file:
                file.truncate(length)
                file.seek(length)
                for line in lines:
                    file.write(line)
                    running.update(line)
                    length += len(line)
                    number += 1
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise CheckpointError(
                f"{self.path} cannot be written: {error.strerror}: committed solutions are safe, and clew resume goes "
                "on from there"
            ) from None
        self._hash, self._hashed = running, Mark(length, running.hexdigest(), number)
        return self._hashed

    def _goes_on(self, length: int) -> bool:
        """Whether nothing lies beyond some length but solutions, however torn: a power cut may leave zeros."""
        if not self.path.is_file():
            return True
        with self.path.open("rb") as file:
            file.seek(length)
            found = file.read(len(HEAD))
        return HEAD.startswith(found) or found[:1] == b"\0"

    def _read(self, length: int) -> hashlib._Hash:
        running = hashlib.sha256()
        if length:
            with self.path.open("rb") as file:
                while length and (piece := file.read(min(PIECE, length))):
                    running.update(piece)
                    length -= len(piece)
        return running
