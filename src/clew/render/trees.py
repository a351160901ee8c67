"""Trees: of letters, or of a search; as text and as SVG. Nothing here recurses, so a tree may be deep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

import attrs

from clew.render.svg import Drawn, Picture, paint, width_of, written

Kind = Literal["solution", "failed", "visited", "unvisited"]
"""The fate of a node: on the way to a solution; tried and failed; entered, and neither (the search
was stopped there); never looked at."""

MARKS: Final[dict[Kind, str]] = {"solution": " *", "failed": " x", "visited": " ?", "unvisited": ""}
ANSI: Final[dict[Kind, str]] = {"solution": "1;34", "failed": "31", "visited": "33", "unvisited": "90"}


@attrs.frozen(eq=False, repr=False)
class Tree:
    """A node to draw, with what lies below it.

    Attributes:
        label: the text on it.
        kind: its fate.
        children: the nodes below, from left to right.
    """

    label: str
    kind: Kind = "unvisited"
    children: Sequence[Tree] = ()

    def _repr_svg_(self) -> str:
        return tree_svg([self])


def tree_text(roots: Sequence[Tree], *, colour: bool = False) -> str:
    """Trees as indented text, the kind of each node by its colour, or without colours by a mark behind it."""
    lines = []
    stack = [(root, "", "") for root in reversed(roots)]
    while stack:
        node, first, rest = stack.pop()
        label = f"\x1b[{ANSI[node.kind]}m{node.label}\x1b[0m" if colour else node.label + MARKS[node.kind]
        lines.append(first + label)
        below = [(child, f"{rest}├─ ", f"{rest}│  ") for child in node.children[:-1]]
        below += [(child, f"{rest}└─ ", f"{rest}   ") for child in node.children[-1:]]
        stack += reversed(below)
    return "\n".join(lines)


def tree_svg(
    roots: Sequence[Tree],
    *,
    gap: int = 44,
    drop: int = 62,
    radius: int = 16,
    title: str = "a tree",
    legend: Mapping[Kind, str] | None = None,
) -> str:
    """Trees as an SVG picture: parents centred above their children, colours for the kinds.

    Args:
        roots: the trees, side by side.
        gap: pixels between neighbouring leaves.
        drop: pixels from one level to the next.
        radius: of a node, in pixels.
        title: a description for readers who cannot see it.
        legend: the meaning of the kinds, shown in a line below.
    """
    return Forest(roots, title, legend or {}, gap, drop, radius).svg()


@attrs.frozen
class Forest(Picture):
    """Trees to draw, side by side.

    Attributes:
        roots: the trees.
        title: a description for readers who cannot see it.
        legend: the meaning of the kinds, shown in a line below.
        gap: pixels between neighbouring leaves.
        drop: pixels from one level to the next.
        radius: of a node, in pixels.
    """

    roots: Sequence[Tree]
    title: str = "a tree"
    legend: Mapping[Kind, str] = attrs.field(factory=dict)
    gap: int = 44
    drop: int = 62
    radius: int = 16

    @property
    def description(self) -> tuple[str, str]:
        """Its title, and how many nodes there are of each kind."""
        kinds = [node.kind for node, _ in _levels(self.roots)]
        return self.title, ", ".join(f"{kind}: {kinds.count(kind)}" for kind in MARKS if kind in kinds)

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        places = _places(self.roots, self.gap, self.drop, self.radius)
        width = self.gap * sum(not node.children for node in places) + 2.0
        height = max((y for _, y in places.values()), default=0) + self.radius + 2.0
        size = self.radius * 0.95
        lines, circles, labels = [], [], []
        for node, (x, y) in places.items():
            for child in node.children:
                to_x, to_y = places[child]
                ends = f'x1="{x:g}" y1="{y}" x2="{to_x:g}" y2="{to_y}"'
                lines.append(f'<line {ends} stroke-width="1.5" {paint(None, child.kind)}/>')
            fitting = min(size, 1.7 * self.radius / (0.64 * max(1, len(node.label))))
            circles.append(f'<circle cx="{x:g}" cy="{y}" r="{self.radius}" {paint(node.kind)}/>')
            labels.append(written(x, y, node.label, round(fitting, 1)))
        parts = [*lines, *circles, f"<g {paint('on-colour')}>{''.join(labels)}</g>"]
        x = 8.0
        for kind, meaning in self.legend.items():
            more = f' text-anchor="start" {paint("ink")}'
            parts.append(f'<circle cx="{x:g}" cy="{height + 18:g}" r="7" {paint(kind)}/>')
            parts.append(written(x + 13, height + 18, meaning, 13, more))
            x += 13 + width_of(meaning, 13) + 18
        return Drawn(max(width, x - 18 if self.legend else 0), height + 26 * bool(self.legend), [], parts)


def _places(roots: Sequence[Tree], gap: int, drop: int, radius: int) -> dict[Tree, tuple[float, int]]:
    """The place of each node: leaves side by side, parents in the middle of their children."""
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
