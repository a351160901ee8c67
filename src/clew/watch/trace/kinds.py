"""The possible fates of a value that a search could try."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final, Literal

import attrs

if TYPE_CHECKING:
    from clew.constraints.base import Constraint

Kind = Literal["solution", "way", "failed", "refused", "open", "pruned", "unvisited"]
"""The fate of a value.

`solution`: it completed a solution. `way`: there is a solution below. `failed`: it was entered in vain. `refused`: a
dead end, it was not even entered. `open`: the search was stopped, or restarted, below it. `pruned`: it was ruled out
before it was tried. `unvisited`: the search never came to it.
"""

REFUSED, OPEN, FINISHED, SOLUTION = range(4)
"""The fates of a node, as they are recorded. Its kind depends on what lies below, too."""

MEANINGS: Final[dict[Kind, str]] = {
    "solution": "solution",
    "way": "leads to a solution",
    "failed": "tried in vain",
    "refused": "dead end",
    "open": "stopped here",
    "pruned": "pruned before it was tried",
    "unvisited": "not visited",
}
"""The kinds in words."""


@attrs.frozen
class Untried:
    """A value of a branching variable that was never tried.

    Attributes:
        value: the value.
        kind: `pruned` or `unvisited`.
        constraint: the constraint that pruned it; None if it was a hook, or a given value.
        others: the constraints that it took besides.
    """

    value: Hashable
    kind: Kind
    constraint: Constraint | None = None
    others: tuple[Constraint, ...] = ()
