"""How far a kept search is: read from its checkpoint, whether it runs or not, and without disturbing it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import attrs

from clew.errors import InputError
from clew.planning.validation import path_of
from clew.scale.checkpoint.contents import Contents
from clew.scale.checkpoint.files import Lock, beside
from clew.scale.checkpoint.reader import reading

SOON: Final = 1.0
"""Seconds before which the time left is not estimated."""


@attrs.frozen
class CheckpointStatus:
    """How far a kept search is.

    Attributes:
        problem: its name.
        question: the strategy's name.
        status: `running`, or how it ended: a value of `Status`; `ended without notice` if its process died.
        process: the host and the number of the process that searches, or did so last.
        fraction: the part of the search tree that is done with, from 0 to 1.
        finished, subtrees: how many subtrees are searched, and how many there are.
        nodes: the nodes entered in them.
        solutions: the solutions found in them.
        seconds: the time that it took, over all its runs.
        nodes_per_second: the speed of the last run.
        seconds_left: the time that the rest is expected to take at that speed; None while it is not known.
        kernels: for each kernel how many subtrees it searched.
        workers: for each process that searched, if that is known, how many subtrees it searched.
        output: the file in which the solutions are; None if it is the checkpoint.
    """

    problem: str
    question: str
    status: str
    process: str
    fraction: float
    finished: int
    subtrees: int
    nodes: int
    solutions: int
    seconds: float
    nodes_per_second: float
    seconds_left: float | None
    kernels: dict[str, int]
    workers: dict[str, int]
    output: str | None

    @property
    def is_running(self) -> bool:
        """Whether a process searches."""
        return self.status == "running"


def checkpoint_status(path: str | os.PathLike[str]) -> CheckpointStatus:
    """How far a kept search is.

    The file is only read, so this may be called while the search runs.

    Args:
        path: its checkpoint.

    Raises:
        InputError: it is no checkpoint, or is damaged.
    """
    file = path_of(path, "a checkpoint")
    is_running = Lock.is_held(file)
    found = _contents(file)
    about = found.about
    identity, remarks, run = about["identity"], about["remarks"], about["run"]
    fraction, left = _progress(found)
    seconds = run.get("seconds", 0.0)
    return CheckpointStatus(
        problem=identity["problem"],
        question=remarks["question"],
        status="running" if is_running else about["status"] or "ended without notice",
        process=f"{run['host']}, process {run['pid']}" if run else "",
        fraction=fraction,
        finished=len(found.searched),
        subtrees=len(found.searched) + len(found.open),
        nodes=found.nodes,
        solutions=found.solutions,
        seconds=about["seconds"] + seconds,
        nodes_per_second=(found.nodes - run.get("nodes", 0)) / seconds if seconds > 0 else 0.0,
        seconds_left=left,
        kernels=dict(found.kernels),
        workers=dict(found.workers),
        output=remarks["output"] or (str(beside(file)) if identity["output"] else None),
    )


def _contents(file: Path) -> Contents:
    """The contents of a checkpoint.

    Raises:
        InputError: it has none, or is damaged.
    """
    with reading(file) as reader:
        if reader is None:
            raise InputError(f"{file} is empty: its search was ended as it began")
        return reader.contents()


def _progress(found: Contents) -> tuple[float, float | None]:
    """The part of the search tree that is done with, and the seconds that the rest is expected to take."""
    if not found.open and found.about["expanded"] is not None:
        return 1.0, 0.0
    run, fraction = found.about["run"], float(found.done)
    seconds, gained = run.get("seconds", 0.0), fraction - run.get("done", 0.0)
    return fraction, (1 - fraction) * seconds / gained if seconds >= SOON and gained > 0 else None
