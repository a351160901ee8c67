"""The nodes of a recorded search tree: the place and the fate of each, and the possible fates of a value.

They are kept in columns, a place for each value tried, in the order in which the search tried them: parents come before
their children.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

import attrs

from clew.constraints.base import Constraint
from clew.watch.observers.profile import Tally

Kind = Literal["solution", "way", "failed", "refused", "open", "pruned", "unvisited"]
"""The fate of a value.

`solution`: it completed a solution. `way`: there is a solution below. `failed`: it was entered in vain. `refused`: a
failure, it was not even entered. `open`: the search was stopped, or restarted, below it, or jumped back over it.
`pruned`: it was ruled out before it was tried. `unvisited`: the search never came to it.
"""

REFUSED, OPEN, FINISHED, SOLUTION = range(4)
"""The fates of a node, as they are recorded. Its kind depends on what lies below, too."""

MEANINGS: Final[dict[Kind, str]] = {
    "solution": "solution",
    "way": "leads to a solution",
    "failed": "tried in vain",
    "refused": "failure",
    "open": "left unfinished",
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


@attrs.frozen(eq=False, repr=False)
class RecordedNodes:
    """The shape of a recorded tree, and the kinds of its nodes.

    A node is known by its place, a number from 0, in the order of the search.

    Attributes:
        parents: of each node the place of the one above; -1 for a root. A search that restarts has several roots.
        choices: of each node the place of its value among its variable's values; -1 for a root.
        branchings: of each node the number of the variable that it branches on; -1 if it does not.
        fates: of each node whether it was rejected, entered, entered and finished, or a solution.
        culprits: of each rejected node the number of the constraint that rejected it; -1 if it was a hook.
        prunings: of each node what was ruled out on the way in, coded (see `pruned`).
        left_out: the nodes that are not recorded, by the node above them; under -1 those below no recorded node.
        learned: the nogood of each dead end, in words, by the node that was rejected, or left as a dead end.
    """

    parents: array[int]
    choices: array[int]
    branchings: array[int]
    fates: bytearray
    culprits: array[int]
    prunings: Sequence[str]
    left_out: Mapping[int, Tally]
    learned: Mapping[int, str]

    def __len__(self) -> int:
        return len(self.fates)

    # -- shape ------------------------------------------------------------------------------------

    @cached_property
    def roots(self) -> list[int]:
        """The places of the roots: one, unless the search restarted."""
        return [k for k, parent in enumerate(self.parents) if parent < 0]

    @cached_property
    def levels(self) -> array[int]:
        """For each node how many decisions lie between it and its root."""
        levels = array("l")
        for parent in self.parents:
            levels.append(levels[parent] + 1 if parent >= 0 else 0)
        return levels

    @cached_property
    def sizes(self) -> array[int]:
        """For each node how many are recorded below it, itself included."""
        sizes = array("l", [1]) * len(self)
        for k in range(len(self) - 1, -1, -1):
            if self.parents[k] >= 0:
                sizes[self.parents[k]] += sizes[k]
        return sizes

    def children(self, k: int) -> Iterator[int]:
        """The nodes below a node, in the order in which they were tried."""
        child, end = k + 1, k + self.sizes[k]
        while child < end:
            yield child
            child += self.sizes[child]

    def path(self, k: int) -> list[int]:
        """The nodes from the root down to a node."""
        path = []
        while k >= 0:
            path.append(k)
            k = self.parents[k]
        return path[::-1]

    # -- what became of it ------------------------------------------------------------------------

    @cached_property
    def _leads(self) -> bytearray:
        """Whether there is a solution at each node or below it."""
        leads = bytearray(fate == SOLUTION for fate in self.fates)
        for k, rest in self.left_out.items():
            if k >= 0 and rest.solutions:
                leads[k] = 1
        for k in range(len(self) - 1, -1, -1):
            if leads[k] and self.parents[k] >= 0:
                leads[self.parents[k]] = 1
        return leads

    def kind(self, k: int) -> Kind:
        """The fate of a node."""
        fate = self.fates[k]
        if fate == SOLUTION:
            return "solution"
        if fate == REFUSED:
            return "refused"
        if self._leads[k]:
            return "way"
        return "failed" if fate == FINISHED else "open"

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """How many recorded nodes there are of each kind."""
        counts = Counter(map(self.kind, range(len(self))))
        return {kind: counts[kind] for kind in MEANINGS if counts[kind]}

    @property
    def whole(self) -> Tally:
        """How many nodes, failures and solutions the search had, whether they are recorded or not."""
        failures, solutions = self.fates.count(REFUSED), self.fates.count(SOLUTION)
        rest = self.left_out.values()
        return Tally(
            len(self) - failures + sum(one.nodes for one in rest),
            failures + sum(one.failures for one in rest),
            solutions + sum(one.solutions for one in rest),
        )
