"""Files that are written because somebody named them: whole, or not there at all.

A file that this process has made, and cannot write to its end, is removed; one that was there before stays.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Final

from clew.errors import ClewError, OptionError

if TYPE_CHECKING:  # loading it takes longer than many a search
    from pathlib import Path

FAILING: Final = (errno.ENOSPC, errno.EIO, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
"""The numbers of the errors of a disk that is full, or fails."""


def is_of_disk(error: OSError) -> bool:
    """Whether a disk is full, or fails: then nothing is wrong with the call."""
    return error.errno in FAILING


def unwritable(path: Path | str, error: OSError, option: str = "") -> ClewError:
    """The error to raise if a file cannot be written.

    Args:
        path: the file.
        error: the reason.
        option: the option that names the file, if one does.

    Returns:
        An `OptionError`, unless the disk is full, or fails.
    """
    kind = ClewError if is_of_disk(error) else OptionError
    return kind(f"{option}{option and ': '}{path} cannot be written: {error.strerror}")


def write(path: Path | str, content: str | bytes, option: str = "", *, new: bool = False) -> None:
    """Write a file.

    Args:
        path: the file.
        content: its text, or its bytes.
        option: the option that names it, for messages.
        new: whether it must not be there yet.

    Raises:
        FileExistsError: it is there already, and must not be.
        OptionError: it cannot be written.
        ClewError: the disk is full, or fails.
    """
    is_there = os.path.exists(path)
    is_opened = False
    try:
        with open(path, "xb" if new else "wb") as file:
            is_opened = True
            file.write(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        if is_opened and not is_there:
            _remove(path)
        if isinstance(error, FileExistsError):
            raise
        raise unwritable(path, error, option) from None


@contextmanager
def opened(path: Path | str, option: str) -> Iterator[IO[str]]:
    """A file to be written bit by bit; if the body fails before anything is written, it is as if never made.

    Args:
        path: the file.
        option: the option that names it, for messages.

    Raises:
        OptionError: it cannot be written.
        ClewError: the disk is full, or fails.
    """
    with unless_empty(path):
        try:
            file = open(path, "w", encoding="utf-8")  # noqa: SIM115  (closed below, whatever happens)
        except OSError as error:
            raise unwritable(path, error, option) from None
        try:
            with file:
                yield file
        except OSError as error:
            if not is_of_disk(error):
                raise
            raise unwritable(path, error, option) from None


@contextmanager
def unless_empty(path: Path | str) -> Iterator[None]:
    """Removes a file that the body has made, if it fails before anything is written there."""
    is_there = os.path.exists(path)
    try:
        yield
    except BaseException:
        if not is_there:
            remove_if_empty(path)
        raise


def remove_if_empty(path: Path | str) -> None:
    """Remove a file, if it is there and holds nothing."""
    with suppress(OSError):
        if os.stat(path).st_size == 0:
            _remove(path)


def _remove(path: Path | str) -> None:
    with suppress(OSError):
        os.unlink(path)
