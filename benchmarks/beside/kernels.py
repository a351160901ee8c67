"""clew as it is installed, and clew in Python alone, as if it had been installed without a compiler."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

from .work import Make, Peer


def without_engine() -> None:
    """From here on, this process searches as if there were no engine."""
    from clew.core import Engine

    absent = Engine(available=False, reason="a benchmark takes it away")
    mock.patch("clew.core.engine", return_value=absent).start()


def purely(make: Make) -> Peer:
    """clew in Python alone."""

    def made(size: str) -> Callable[[], Any]:
        without_engine()
        return make(size)

    return Peer(made, "clewpy", "without its engine")
