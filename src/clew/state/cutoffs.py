"""When a search restarts: the numbers that the engine and the search in Python have in common."""

from __future__ import annotations

from typing import Final

FIRST_CUTOFF: Final = 20
"""Dead ends after which the first run gives up."""
GROWTH: Final = 1.5
"""How many times as many the next run may meet."""
PROOF: Final = 1000
"""Dead ends that a run may meet after a solution: proving that there is no other one takes a whole tree."""
