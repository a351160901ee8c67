"""When a search restarts: the numbers that the engine and the search in Python have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

import attrs

M = TypeVar("M")

FIRST_CUTOFF: Final = 20
"""Dead ends after which the first run gives up."""
GROWTH: Final = 1.5
"""How many times as many the next run may meet."""
PROOF: Final = 1000
"""Dead ends that a run may meet after a solution: proving that there is no other one takes a whole tree."""


@attrs.define(eq=False)
class Stronger(Generic[M]):
    """The constraints compiled for the strong runs of a search that restarts: when the first of them begins.

    Attributes:
        make: compiles them; it may give None if there are to be no such runs.
        is_used: whether there was such a run.
    """

    make: Callable[[], M]
    is_used: bool = False

    def __call__(self) -> M:
        made = self.make()
        self.is_used = made is not None
        return made
