"""What a work is: something to compute, and everyone who can.

A peer's function takes the size of the work and gives a function without arguments. The outer one imports
what it needs, which is timed by a work of its own (`imports`); the inner one builds the model and solves it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

import attrs

Make = Callable[[str], Callable[[], Any]]


def same(size: str, answer: Any) -> Any:
    """The judge of a work whose answers can be compared as they are."""
    return answer


def module(name: str) -> Any:
    """A module of a peer. Not all of them have types, and none need be installed."""
    return importlib.import_module(name)


@attrs.frozen
class Peer:
    """Someone who does a work.

    Args:
        make: from the size of the work to the function that is timed.
        package: what it is called where packages are installed from; None if it needs nothing but Python.
        note: what a reader of the numbers has to know.
    """

    make: Make
    package: str | None
    note: str = ""


@attrs.frozen
class Work:
    """Something to compute.

    Args:
        title: what it is, in a line.
        sizes: from the smallest to the largest; a peer that fails at one does not try the larger ones.
        quick: the sizes for a quick look.
        peers: who does it.
        judge: from the size and a peer's answer to what must be the same for all peers; not timed.
        expected: what the judge must say, where it is known.
        parts: how many equal parts a size has, if the time of one is to be told.
        slow: the sizes that the peers leave out unless asked to be slow.
        repeats: whether there is anything to measure warm.
    """

    title: str
    sizes: tuple[str, ...]
    quick: tuple[str, ...]
    peers: Mapping[str, Peer]
    judge: Callable[[str, Any], Any] = same
    expected: Mapping[str, Any] = {}
    parts: Mapping[str, int] = {}
    slow: tuple[str, ...] = ()
    repeats: bool = True


@attrs.frozen
class Timed:
    """An answer whose time the peer took itself."""

    answer: Any
    seconds: float
