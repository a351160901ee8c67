"""Trees: of letters, or of a search; as text and as SVG. Nothing here recurses, so a tree may be deep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, Literal

import attrs

Kind = Literal["solution", "failed", "visited", "unvisited"]
"""What became of a node: on the way to a solution; tried and failed; entered, and neither (the search
was stopped there); never looked at."""

MARKS: Final[dict[Kind, str]] = {"solution": " *", "failed": " x", "visited": " ?", "unvisited": ""}
ANSI: Final[dict[Kind, str]] = {"solution": "1;34", "failed": "31", "visited": "33", "unvisited": "90"}
FILLS: Final[dict[Kind, str]] = {
    "solution": "#3b76c4",
    "failed": "#cc4a3f",
    "visited": "#c9a227",
    "unvisited": "#9a9a9a",
}


@attrs.frozen(eq=False, repr=False)
class Tree:
    """A node to draw, with what lies below it.

    Attributes:
        label: what is written on it.
        kind: what became of it.
        children: the nodes below, from left to right.
    """

    label: str
    kind: Kind = "unvisited"
    children: Sequence[Tree] = ()


def tree_text(roots: Sequence[Tree], *, colour: bool = False) -> str:
    """Trees as indented text, the kind of each node by its colour, or without colours by a mark behind it."""
    lines = []
    stack = [(root, "", "") for root in reversed(roots)]
    while stack:
        node, first, rest = stack.pop()
        label = f"\x1b[{ANSI[node.kind]}m{node.label}\x1b[0m" if colour else node.label + MARKS[node.kind]
        lines.append(first + label)
        for k in range(len(node.children) - 1, -1, -1):
            last = k == len(node.children) - 1
            stack.append((node.children[k], rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")))
    return "\n".join(lines)


def tree_svg(roots: Sequence[Tree], *, gap: int = 44, drop: int = 62, radius: int = 16) -> str:
    """Trees as an SVG picture: parents centred above their children, colours for the kinds.

    Args:
        roots: the trees, side by side.
        gap: pixels between neighbouring leaves.
        drop: pixels from one level to the next.
        radius: of a node, in pixels.
    """
    places = _places(roots, gap, drop, radius)
    width = gap * sum(not node.children for node in places) + 2
    height = max((y for _, y in places.values()), default=0) + radius + 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="DejaVu Sans, sans-serif" font-size="{radius * 0.95:g}" text-anchor="middle">'
    ]
    for node, (x, y) in places.items():
        for child in node.children:
            to_x, to_y = places[child]
            stroke = 'stroke="#b5b5b5"' if child.kind == "unvisited" else f'stroke="{FILLS[child.kind]}"'
            parts.append(f'<line x1="{x:g}" y1="{y}" x2="{to_x:g}" y2="{to_y}" {stroke} stroke-width="1.5"/>')
    for node, (x, y) in places.items():
        parts.append(f'<circle cx="{x:g}" cy="{y}" r="{radius}" fill="{FILLS[node.kind]}"/>')
        parts.append(f'<text x="{x:g}" y="{y + radius * 0.34:g}" fill="#ffffff">{escape(node.label)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _places(roots: Sequence[Tree], gap: int, drop: int, radius: int) -> dict[Tree, tuple[float, int]]:
    """Where each node goes: leaves side by side, parents in the middle of their children."""
    order = list(_levels(roots))
    across: dict[Tree, float] = {}
    leaves = 0
    for node, _ in reversed(order):
        if node.children:
            across[node] = (across[node.children[0]] + across[node.children[-1]]) / 2
        else:
            leaves += 1
            across[node] = -leaves * gap
    return {node: (leaves * gap + across[node] + gap / 2 + 1, level * drop + radius + 2) for node, level in order}


def _levels(roots: Sequence[Tree]) -> Iterator[tuple[Tree, int]]:
    """Every node with its level, parents first, from left to right."""
    stack = [(root, 0) for root in reversed(roots)]
    while stack:
        node, level = stack.pop()
        yield node, level
        stack.extend((child, level + 1) for child in reversed(node.children))
