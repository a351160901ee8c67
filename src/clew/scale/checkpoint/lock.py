"""One writer at a time: a lock that ends with the process that holds it, however that ends.

It is SQLite's own lock, on an empty file beside the checkpoint: the operating system takes it back when the process
dies, so a lock is never stale, and no process number has to be trusted. It is not on the checkpoint itself, because
each transaction would have to release it for a moment.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from clew.errors import ClewError, OptionError
from clew.render.writing import unwritable

LOCK_TIMEOUT: Final = 0.5
"""Seconds to wait for a process that only looks whether the lock is held."""


class Lock:
    """Held from its creation on, until `release`.

    Args:
        path: the checkpoint.

    Raises:
        OptionError: another search holds it, or it cannot be locked.
        ClewError: the disk is full, or fails.
    """

    def __init__(self, path: Path) -> None:
        self._file = _file_of(path)
        while True:
            try:
                _touch(self._file)
                before = _inode(self._file)
                self._connection = sqlite3.connect(self._file, isolation_level=None, timeout=LOCK_TIMEOUT)
            except sqlite3.OperationalError as error:
                raise _unlockable(path, error) from None
            except OSError as error:
                raise unwritable(path, error) from None
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                self._connection.close()
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                    raise OptionError(f"a search is running on {path}: wait for it, or end it first") from None
                raise _unlockable(path, error) from None
            if before is not None and _inode(self._file) == before:
                return
            self._connection.close()  # its holder has removed the file meanwhile: this lock would keep no process out

    def release(self) -> None:
        """Let others have it."""
        with suppress(OSError):
            self._file.unlink()  # while it is held: no other process can hold this one
        self._connection.close()

    @staticmethod
    def is_held(path: Path) -> bool:
        """Whether a process holds the lock of a checkpoint."""
        file = _file_of(path)
        if file.is_symlink() or not file.exists():
            return False
        try:
            connection = sqlite3.connect(
                f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=0
            )
        except sqlite3.Error:
            return False
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
        finally:
            connection.close()
        return False


def _touch(file: Path) -> None:
    """Make the file of a lock, if there is none; a link is not followed, because it may lead anywhere.

    Raises:
        OptionError: there is a link.
        OSError: it cannot be made.
    """
    if file.is_symlink():
        raise OptionError(f"{file} is a link, and no lock of clew's: remove it")
    with suppress(FileExistsError):
        file.touch(exist_ok=False)


def _unlockable(path: Path, error: sqlite3.Error) -> ClewError:
    """The error to raise if SQLite cannot lock a file: the disk is to blame, or the call."""
    is_of_disk = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
    return (ClewError if is_of_disk else OptionError)(f"{path} cannot be locked: {error}")


def _file_of(path: Path) -> Path:
    return Path(f"{path}.lock")


def _inode(file: Path) -> int | None:
    """The identity of a file, which another of the same name does not have; None if it was removed."""
    with suppress(FileNotFoundError):
        return file.stat().st_ino
    return None
