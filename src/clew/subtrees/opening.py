"""Opening a checkpoint: a new one, or one that is there, once it is found to be whole and of the same search."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from clew.errors import InputError
from clew.problem import Problem
from clew.subtrees.checkpoint import Checkpoint
from clew.subtrees.encoding import Coding
from clew.subtrees.lock import Lock
from clew.subtrees.store import Store, reading
from clew.subtrees.stream import Mark, Stream


@attrs.frozen
class Kept:
    """What a checkpoint is told of a search, to know it again.

    Attributes:
        identity: what the search is, by name: a search with anything else is another one.
        remarks: what helps to begin it again, and to tell people about it.
    """

    identity: Mapping[str, Any]
    remarks: Mapping[str, Any]


def opened(path: Path, kept: Kept, problem: Problem[Any, Any], output: Path | None = None) -> Checkpoint:
    """The checkpoint in a file: a new one, or the one that is there, if it is of this search.

    Args:
        path: the file.
        kept: what the search is.
        problem: what is searched.
        output: a file in JSON Lines for the solutions, as they become certain; None to keep them in the checkpoint.

    Raises:
        InputError: the file is no checkpoint, is damaged, or belongs to another search; it is left as it is.
        OptionError: another process writes it.
        CheckpointError: it cannot be written.
    """
    lock = Lock(path)
    try:
        about: dict[str, Any] = {}
        if path.exists():
            with reading(path, lock) as reader:
                about = {} if reader is None else reader.about()
                check(path, about, kept.identity)
                if reader is not None:
                    for _ in reader.subtrees():  # each with its checksum
                        pass
        stream = None if output is None else Stream(output)
        if stream is not None:
            stream.check(Mark(**about["mark"])) if about else stream.create()
    except BaseException:
        lock.release()
        raise
    store = Store(path, lock, _fresh(kept))
    try:
        return Checkpoint(store, Coding(problem), stream)
    except BaseException:
        store.close()
        raise


def check(path: Path, about: Mapping[str, Any], identity: Mapping[str, Any]) -> None:
    """Refuse a file that belongs to another search.

    Raises:
        InputError: what is kept there differs; the message says in what.
    """
    for name, value in identity.items() if about else ():
        kept = about["identity"].get(name)
        if kept == json.loads(json.dumps(value)):
            continue
        if name == "digest":
            raise InputError(
                f"{path} keeps a search of another instance, or of a problem that was changed since: name another file"
            )
        if name == "version":
            raise InputError(f"{path} was written by clew {kept}, and this is {value}: go on with that one")
        title = name.replace("_", " ")
        raise InputError(
            f"{path} keeps a search with another {title} ({_shown(kept)}, not {_shown(value)}): resume that, or name "
            "another file"
        )


def _shown(value: Any) -> str:
    if value is None:
        return "the default"
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fresh(kept: Kept) -> dict[str, Any]:
    """What a new file says of itself."""
    return {
        "identity": kept.identity,
        "remarks": kept.remarks,
        "created": time.time(),
        "expanded": None,
        "mark": attrs.asdict(Mark()),
        "status": "",
        "run": {},
        "seconds": 0.0,
    }
