"""Inference levels: the amount of propagation at each node. A level is a value; its attributes say what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from clew.records import frozen


@frozen
class Level:
    """A level of inference.

    Attributes:
        name: its name in options and statistics.
        judges: whether every decision is judged by `is_consistent`; if not, and nothing looks ahead, only a complete
            assignment is.
        looks_ahead: whether a decision prunes the domains of the open variables.
        propagates: whether that goes on until nothing changes. It needs declared constraints.
        supports: whether primitives look for values without a support that can.
        prunes: additional pruning when nothing else changes any more: a function from the network, the domains and
            the lanes that are settled to the domains that are left, 0 for none. It must be sound and monotone, as
            `Constraint.propagate` must be.
        is_compiled: whether the engine knows it.
    """

    name: str
    judges: bool = False
    looks_ahead: bool = False
    propagates: bool = False
    supports: bool = False
    prunes: Callable[[Any, int, int], int] | None = None
    is_compiled: bool = False

    def __str__(self) -> str:
        return self.name


def arc_consistent(network: Any, domains: int, done: int) -> int:
    """The domains without the values that would leave another variable no value, as far as masks tell."""
    left: int = network.supported(domains, done)
    return left


NONE: Final = Level("none")
CHECK: Final = Level("check", judges=True)
FORWARD: Final = Level("forward", looks_ahead=True, is_compiled=True)
UNIT: Final = Level("unit", looks_ahead=True, propagates=True, is_compiled=True)
ARC: Final = Level("arc", looks_ahead=True, propagates=True, supports=True, prunes=arc_consistent, is_compiled=True)

KNOWN: Final = (NONE, CHECK, FORWARD, UNIT, ARC)
LEVELS: Final[Mapping[str, Level]] = {level.name: level for level in KNOWN}
"""The levels by their names, the weakest first."""
