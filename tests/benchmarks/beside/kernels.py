"""clew in pure Python, and clew with its native kernel fetched beforehand, as compiled peers are compiled before."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from clew.kernels import choose

from .work import Make, Peer

NOTE = "it moves to its native kernel, fetched before the clock starts, when 20 ms have gone by"


def purely(make: Make) -> Peer:
    """clew in Python only, whether or not numba is installed."""

    def made(size: str) -> Callable[[], Any]:
        choose.AFTER = math.inf  # type: ignore[misc]
        return make(size)

    return Peer(made, "clew")


def natively(make: Make, note: str = NOTE) -> Peer:
    """clew as it is where numba is installed, in a process that has searched for long before."""

    def made(size: str) -> Callable[[], Any]:
        for purpose in choose.MODULES:
            choose.Mover(purpose, at_once=True)
        return make(size)

    return Peer(made, "clew", note)
