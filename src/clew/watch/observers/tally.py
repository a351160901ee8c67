"""How much was searched: nodes, failures and solutions together."""

from __future__ import annotations

import attrs


@attrs.define
class Tally:
    """Numbers of a part of a search tree: at a level, or below a node.

    Attributes:
        nodes: partial assignments entered.
        failures: values that were refused, and would have been nodes there.
        solutions: complete assignments, which are nodes too.
    """

    nodes: int = 0
    failures: int = 0
    solutions: int = 0

    @property
    def tries(self) -> int:
        """The values tried: each ended in a node or in a failure. The root counts as one."""
        return self.nodes + self.failures
