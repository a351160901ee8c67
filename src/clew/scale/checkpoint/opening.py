"""Opening a checkpoint: a new one, or one that is there, once it is found to be whole and of the same search."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import attrs

from clew.errors import InputError
from clew.problem.problem import Problem
from clew.render.writing import unless_empty
from clew.scale.checkpoint.checkpoint import Checkpoint
from clew.scale.checkpoint.contents import Contents
from clew.scale.checkpoint.encoding import Coding
from clew.scale.checkpoint.lock import Lock
from clew.scale.checkpoint.reader import reading
from clew.scale.checkpoint.schema import FINISHED, Malformed, Row
from clew.scale.checkpoint.store import Store
from clew.scale.checkpoint.stream import Mark, Stream


@attrs.frozen
class SearchRecord:
    """The description of a search by which a checkpoint knows it again.

    Attributes:
        identity: by name, everything that makes it this search: one with anything else is another.
        remarks: help to begin it again, and to describe it to people.
    """

    identity: Mapping[str, Any]
    remarks: Mapping[str, Any]


def opened(
    path: Path, record: SearchRecord, problem: Problem[Any, Any], output: Path | None = None, *, lists: bool = True
) -> Checkpoint:
    """The checkpoint in a file: a new one, or the one that is there, if it is of this search.

    Args:
        path: the file.
        record: the description of the search.
        problem: the problem searched.
        output: a file in JSON Lines for the solutions, as they become certain; None to keep them in the checkpoint.
        lists: whether solutions are kept at all, and not only their numbers.

    Raises:
        InputError: the file is no checkpoint, is damaged, or belongs to another search; it is left as it is.
        OptionError: another process writes it.
        CheckpointError: it cannot be written.
    """
    with nullcontext() if output is None else unless_empty(output):
        return _opened(path, record, Coding(problem), output, lists)


def _opened(path: Path, record: SearchRecord, coding: Coding, output: Path | None, lists: bool) -> Checkpoint:
    lock = Lock(path)
    try:
        past = _past(path, lock, record, coding, lists) if path.exists() else None
        stream = None if output is None else Stream(output)
        if stream is not None:
            stream.create() if past is None else stream.check(Mark(**past.about["mark"]))
    except BaseException:
        lock.release()
        raise
    about = _fresh(record)
    store = Store(path, lock, about)
    try:
        return Checkpoint(store, coding, past or Contents(about), stream)
    except BaseException:
        store.close()
        raise


def _past(path: Path, lock: Lock, record: SearchRecord, coding: Coding, lists: bool) -> Contents | None:
    """The contents of a file, all of them checked before anything is written; None if it is empty."""

    def look(row: Row) -> None:
        if row.state == FINISHED and (row.solutions is not None) != lists:
            raise Malformed(f"its subtree {row.subtree.name} keeps solutions although none are wanted, or none")
        coding.decoded(row.solutions or ())

    with reading(path, lock) as reader:
        if reader is None:
            return None
        check(path, reader.about(), record.identity)
        return reader.contents(look)


def check(path: Path, about: Mapping[str, Any], identity: Mapping[str, Any]) -> None:
    """Refuse a file that belongs to another search.

    Raises:
        InputError: it differs; the message says in which respect.
    """
    for name, value in identity.items():
        kept = about["identity"][name]
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


def _fresh(record: SearchRecord) -> dict[str, Any]:
    """The entries of a new file about itself."""
    return {
        "identity": record.identity,
        "remarks": record.remarks,
        "created": time.time(),
        "expanded": None,
        "mark": attrs.asdict(Mark()),
        "status": "",
        "run": {},
        "seconds": 0.0,
    }
