"""The lock of a checkpoint."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from unittest import mock

from clew.scale.checkpoint import files


def test_a_lock_that_is_removed_while_it_is_opened_is_taken_again(tmp_path: Path) -> None:
    """SQLite reports an error of the disk if the holder of a lock removes its file at that moment."""
    path, locked = tmp_path / "q.clew", files._locked
    calls: list[Path] = []

    def interrupted(connection: sqlite3.Connection) -> bool:
        calls.append(path)
        if len(calls) == 1:
            Path(f"{path}.lock").unlink()
            raise sqlite3.OperationalError("disk I/O error")
        return locked(connection)

    with mock.patch.object(files, "_locked", interrupted):
        lock = files.Lock(path)
    assert len(calls) == 2
    assert files.Lock.is_held(path)
    lock.release()
    assert not files.Lock.is_held(path)
