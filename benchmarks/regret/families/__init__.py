"""The families, in the order in which they are measured."""

from typing import Final

from benchmarks.regret.families import classics, grids, logic, numbers

FAMILIES: Final = (*classics.FAMILIES, *grids.FAMILIES, *logic.FAMILIES, *numbers.FAMILIES)
