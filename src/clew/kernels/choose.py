"""Moving to the native kernel: a search begins in Python at once, and moves when it has turned out to be long.

Importing numba takes longer than most searches, and compiling for the first time takes seconds. So both happen in a
thread of their own, once a search has run for a while; the search goes on meanwhile, and moves at the next node.
"""

from __future__ import annotations

import time
from contextlib import suppress
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from clew.errors import OptionError

AFTER: Final = 0.5
"""Seconds of Python before the native kernel is fetched."""

WIDEST: Final = 63
"""Values of a variable that fit into a word beside their guard."""

MISSING: Final = "kernel 'native' needs numba: pip install 'clew[fast]', or choose auto"


class Mover:
    """Tells a search when it can move.

    Args:
        at_once: whether it begins in the native kernel, whatever that takes.

    Raises:
        OptionError: it shall begin there, and numba is not installed.
    """

    def __init__(self, *, at_once: bool = False) -> None:
        self._began = time.perf_counter()
        self._native: ModuleType | None = None
        self._is_called = at_once
        if at_once:
            if find_spec("numba") is None:
                raise OptionError(MISSING)
            self._fetch()

    @property
    def native(self) -> ModuleType | None:
        """The native kernel, once it is compiled; asking for it after a while makes it come."""
        if not self._is_called and time.perf_counter() - self._began > AFTER:
            self._is_called = True
            if find_spec("numba") is not None:
                from threading import Thread

                Thread(target=self._try, daemon=True).start()
        return self._native

    def _try(self) -> None:
        """Fetch it, if that can be done: a numba that does not work is no reason to end a search that does."""
        with suppress(Exception):
            self._fetch()

    def _fetch(self) -> None:
        from clew.kernels import native

        native.warm()
        self._native = native
