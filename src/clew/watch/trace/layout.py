"""The layout of a tree: parents above the middle of their children, subtrees as close as they fit.

The outline of each subtree is kept on both sides, level by level (Reingold and Tilford, Tidier drawings of trees,
1981). Two neighbours are compared on the levels that both have, and the taller one's outline is taken over as it is,
so that the work grows with the number of nodes only. Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import attrs

T = TypeVar("T")


@attrs.define
class _Side:
    """One side of a subtree's outline.

    Attributes:
        edges: its place on each level, the lowest level first, before the shift.
        shift: how far all of it has been moved.
    """

    edges: list[float]
    shift: float = 0.0

    def at(self, level: int) -> float:
        """Its place at a number of levels below the top."""
        return self.edges[-1 - level] + self.shift


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The middle of each node, from left to right; no node reaches below 0.

    The algorithm of Reingold and Tilford: 1. from the leaves up, subtrees are set side by side, as close as their
    outlines allow, and each node above the middle of its children; 2. the trees are set side by side likewise, the
    leftmost node at 0; 3. from the roots down, distances from parents become places.

    Args:
        children: the nodes below each node, from left to right, each with a higher number than its parent.
        widths: how wide each node is.
        gap: what to leave between neighbours.
    """
    offsets = [0.0] * len(children)
    outlines: dict[int, tuple[_Side, _Side]] = {}
    for node in range(len(children) - 1, -1, -1):  # 1.
        half = widths[node] / 2
        if not children[node]:
            outlines[node] = _Side([-half]), _Side([half])
            continue
        left, right = _packed(children[node], offsets, outlines, gap)
        middle = (offsets[children[node][0]] + offsets[children[node][-1]]) / 2
        for child in children[node]:
            offsets[child] -= middle
        for side, edge in ((left, -half), (right, half)):
            side.shift -= middle
            side.edges.append(edge - side.shift)
        outlines[node] = left, right
    if roots := sorted(outlines):  # 2.
        left, _ = _packed(roots, offsets, outlines, gap)
        start = min(left.edges) + left.shift
        for root in roots:
            offsets[root] -= start
    for node, below in enumerate(children):  # 3.
        for child in below:
            offsets[child] += offsets[node]
    return offsets


def _packed(
    nodes: Sequence[int], offsets: list[float], outlines: dict[int, tuple[_Side, _Side]], gap: float
) -> tuple[_Side, _Side]:
    """Set subtrees side by side: their offsets, with the first at 0, and the outline of all together."""
    left, right = outlines.pop(nodes[0])
    offsets[nodes[0]] = 0.0
    for node in nodes[1:]:
        its_left, its_right = outlines.pop(node)
        shared = min(len(right.edges), len(its_left.edges))
        move = max(right.at(level) - its_left.at(level) for level in range(shared)) + gap
        offsets[node] = move
        its_left.shift += move
        its_right.shift += move
        left, right = _over(left, its_left), _over(its_right, right)
    return left, right


def _over(front: _Side, back: _Side) -> _Side:
    """The outline that shows the front as far as it reaches, and the back below it."""
    if len(front.edges) >= len(back.edges):
        return front
    for level in range(len(front.edges)):
        back.edges[-1 - level] = front.at(level) - back.shift
    return back
