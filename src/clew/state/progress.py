"""The progress of a search, as it is reported."""

from __future__ import annotations

from numbers import Real
from typing import Any

import attrs


@attrs.frozen
class Progress:
    """How far a search is.

    Attributes:
        fraction: the part of the search tree that is left behind, from 0 to 1: a node's values share its weight
            evenly, and the root weighs 1. It never shrinks, and is 1 exactly when the whole tree is walked. None
            if no such part exists: a search that restarts, or one that did not begin.
        nodes: the nodes entered until now.
        solutions: the solutions found until now; if parts are counted apart, those that are certain.
        seconds: the time until now.
        seconds_left: the least and the most time that the rest of the tree is expected to take: at the best and the
            worst of the speeds in all the time, its last half and its last quarter. None while it is not known. A
            search that is content with less than the whole tree may end sooner.
        objective: the best value found until now; None before, and if no best solution is looked for.
        bound: the value that no solution improves on, as far as it is known until now.
    """

    fraction: float | None
    nodes: int
    solutions: int
    seconds: float
    seconds_left: tuple[float, float] | None = None
    objective: Any = None
    bound: Any = None

    @property
    def nodes_per_second(self) -> float:
        """The speed, over all the time until now."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def gap(self) -> float | None:
        """The relative gap between the best value and the bound (see `gap_between`)."""
        return gap_between(self.objective, self.bound)


def gap_between(objective: Any, bound: Any) -> float | None:
    """The relative gap `|objective - bound| / max(1, |objective|)`; None if one of them is unknown or no number."""
    if not (isinstance(objective, Real) and isinstance(bound, Real)):
        return None
    value: Any = objective
    return float(abs(value - bound) / max(1, abs(value)))
