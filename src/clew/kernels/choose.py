"""Moving to the native kernel: a search begins in Python at once, and moves when it has turned out to be long.

Importing numba takes longer than most searches, and compiling for the first time takes seconds. So both happen
beside a search, once it has run for a while (see `clew.kernels.fetching`); it goes on meanwhile, and moves at the next
node. In a process where that has happened before, searches move much sooner.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Literal

from clew.errors import OptionError
from clew.heuristics.variable_order import MinimumRemainingValues, MostNeighbours, WeightedDegree
from clew.kernels.fetching import compile_elsewhere, eager, nap
from clew.levels import ARC, FORWARD, UNIT

if TYPE_CHECKING:
    from clew.kernels.native_layout import Layout
    from clew.kernels.python import Picks
    from clew.propagation.network import Network

AFTER: Final = 0.5
"""Seconds of Python before the native kernel is fetched."""

SOON: Final = 0.02
"""Seconds of Python before a search moves to a native kernel that has been fetched before."""

COMPILED: Final = (FORWARD, UNIT, ARC)
"""The levels that the native kernel has."""

NATIVE_ORDERS: Final = (MinimumRemainingValues, MostNeighbours, WeightedDegree)
"""The variable orderings that it has, besides the order of declaration. A subclass of one may order otherwise."""

WIDEST: Final = 63
"""Values of a variable that fit into a word beside their guard."""

MISSING: Final = "kernel 'native' needs numba: pip install 'clew[fast]', or choose auto"

COUNTED: Final = 0
SINGLY: Final = 1
LISTED: Final = 2
ANSWERS: Final = 3
"""How solutions are wanted: counted only; box by box, each searched for when it is asked for; many together; or the
first few of many instances."""

Purpose = Literal["flat", "walk", "below", "answers"]
"""What the native kernel is wanted for: to count by masks alone, to walk, to count small subproblems, or to answer many
instances."""

WALKS: Final = "clew.kernels.native_search"
"""The module that searches a tree, for which a network is laid out in words."""

MODULES: Final[dict[str, str]] = {"flat": "clew.kernels.native", "walk": WALKS, "below": WALKS, "answers": WALKS}
"""The native module for each purpose; methods elsewhere name their own (see `Mover`)."""

ready: dict[str, Any] = {}
"""The native modules that have been fetched, by what they are compiled for."""

_under_way: set[str | Network] = set()
"""What is being fetched or laid out for a search, by a thread of its own."""

announce: list[Callable[[], None]] = []
"""Called before something is compiled that was not compiled before, which takes seconds."""


class Unsupported(Exception):
    """The native kernel cannot run a search, for the reason given; never leaves clew."""


class Mover:
    """Tells a search when it can move.

    Args:
        purpose: what for: a `Purpose`, or a name that a method elsewhere gives.
        module: the native module, if it is another than that of `MODULES`: it has the functions `is_compiled` and
            `warm`, which take the purpose.
        at_once: whether it begins in the native kernel, whatever that takes.

    Attributes:
        reason: why it did not move, if it cannot.
        waits: whether the search waits until it can.
        walks: whether the native module searches a tree (see `layout`).

    Raises:
        OptionError: it must begin there, and numba is not installed.
    """

    def __init__(self, purpose: str, *, module: str = "", at_once: bool = False) -> None:
        self.purpose = purpose
        self.module = module or MODULES[purpose]
        self.reason = ""
        self._at = time.perf_counter() + (0 if at_once else SOON if purpose in ready else AFTER)
        self.waits = at_once
        self._is_called = at_once
        self._is_preparing = False
        if at_once and purpose not in ready:
            if find_spec("numba") is None:
                raise OptionError(MISSING)
            try:
                self._fetch()
            except Exception as error:
                raise OptionError(f"kernel 'native': {_broken(error)}: choose auto") from error

    @property
    def walks(self) -> bool:
        return MODULES.get(self.purpose) == WALKS

    @property
    def native(self) -> Any:
        """The native module, once it is compiled; None until then. Asking for it after a while makes it come."""
        if self.reason or time.perf_counter() < self._at:
            return None
        if self.purpose not in ready and not self._is_called and self.purpose not in _under_way:
            self._is_called = True
            if find_spec("numba") is None:
                self.reason = "numba is not installed"
            else:
                self._start(self.purpose, self._fetch)
        if self.purpose not in ready:
            nap()
        return ready.get(self.purpose)

    def layout(self, network: Network, order: Picks | None, **choices: bool) -> Layout | None:
        """The network in words, once a search in it can move; None until then, or for ever.

        Where something may have to be compiled for that, a thread of its own makes it ready.

        Args:
            network: the constraints, compiled.
            order: the variable ordering; None for the order of declaration.
            **choices: how else the search chooses (see `clew.kernels.native_stack.called`).
        """
        native = self.native
        if native is None or not self.walks:
            return None
        if not self.waits and network in _under_way:
            return None
        if not self.waits and not native.is_at_hand(network, order, **choices):
            if not self._is_preparing:
                self._is_preparing = True
                self._start(network, lambda: _make_ready(native, network, order, choices))
            return None
        try:
            made: Layout = native.layout(network)
        except Unsupported as unsupported:
            self.reason = str(unsupported)
            return None
        return made

    def _start(self, what: str | Network, task: Callable[[], Any]) -> None:
        """Do something in a thread. A numba that does not work is no reason to end a search that does."""

        def attempt() -> None:
            try:
                task()
            except Unsupported:
                pass  # and the next question is told so
            except Exception as error:
                self.reason = _broken(error)
            finally:
                _under_way.discard(what)

        _under_way.add(what)
        try:
            Thread(target=attempt, daemon=True).start()
        except RuntimeError as error:
            _under_way.discard(what)
            self.reason = f"no thread could be started: {error}"

    def _fetch(self) -> None:
        with eager(is_short=True):
            module = import_module(self.module)
        if not module.is_compiled(self.purpose):
            if announce:
                announce[-1]()
            folder = import_module("clew.kernels.native").cache_folder()
            if not self.waits and folder is not None:
                statements = f"import {self.module} as native; native.warm({self.purpose!r})"
                compile_elsewhere(self.purpose, statements, folder)
        with eager(is_short=module.is_compiled(self.purpose)):
            module.warm(self.purpose)
        ready[self.purpose] = module
        if self.purpose == "below":
            ready["walk"] = module


def _make_ready(native: Any, network: Network, order: Picks | None, choices: dict[str, bool]) -> None:
    with eager():
        native.make_ready(network, order, **choices)


def _broken(error: Exception) -> str:
    return f"numba does not work: {type(error).__name__}: {str(error).partition(chr(10))[0]}"
