"""Inference levels: how much looking ahead a node pays for. A level is a value; its attributes say what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs


@attrs.frozen
class Level:
    """A level of inference.

    Attributes:
        name: what options and statistics call it.
        judges: whether every decision is judged by `is_consistent`; if not, and nothing looks ahead, only a complete
            assignment is.
        looks_ahead: whether a decision prunes the domains of the open variables.
        propagates: whether that goes on until nothing changes. It needs declared constraints.
        supports: whether values without a support are pruned besides, as far as masks and `AllDifferent` tell.
    """

    name: str
    judges: bool = False
    looks_ahead: bool = False
    propagates: bool = False
    supports: bool = False

    def __str__(self) -> str:
        return self.name


NONE: Final = Level("none")
CHECK: Final = Level("check", judges=True)
FORWARD: Final = Level("forward", looks_ahead=True)
UNIT: Final = Level("unit", looks_ahead=True, propagates=True)
ARC: Final = Level("arc", looks_ahead=True, propagates=True, supports=True)

LEVELS: Final[Mapping[str, Level]] = {level.name: level for level in (NONE, CHECK, FORWARD, UNIT, ARC)}
"""The levels by their names, the weakest first."""
