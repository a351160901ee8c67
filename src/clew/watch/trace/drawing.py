"""A search tree as a picture, and in the language of Graphviz: the look of a node by its kind, the rest on a hover.

In the picture parents stand above the middle of their children, and subtrees as close as they fit. The outline of each
subtree is kept on both sides, level by level (Reingold and Tilford, Tidier drawings of trees, 1981). Two neighbours are
compared on the levels that both have, and the taller one's outline is taken over as it is, so that the work grows with
the number of nodes only. Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from clew.render.svg import PAINTS, Point, document, paint, text, width_of, written
from clew.watch.trace.nodes import MEANINGS
from clew.watch.trace.sketch import Look, Sketch, Sketched
from clew.watch.trace.tree import SearchTree

MOST: Final = 300
DEEPEST: Final = 60
GRAPH_MOST: Final = 1000
GRAPH_DEEPEST: Final = 100
TOP: Final = 30.0
SIZE: Final = 12.0
HIGH: Final = 22.0
DROP: Final = 50.0
GAP: Final = 8.0

LOOKS: Final[dict[Look, tuple[str, str | None, str | None, str, str]]] = {
    "solution": ("★ ", "solution", None, "on-colour", ' font-weight="bold"'),
    "way": ("", "new", "new-edge", "ink", ""),
    "failed": ("", "conflict", "conflict-edge", "ink", ""),
    "refused": ("✗ ", "failed", None, "on-colour", ""),
    "open": ("? ", "light", "ink", "ink", ""),
    "pruned": ("⊘ ", "pruned", "pruned-edge", "ink", ""),
    "unvisited": ("", None, "unvisited", "faint", ""),
    "cut": ("… ", None, None, "faint", ' font-style="italic"'),
}
"""The sign of each look before the label, so that colours are not needed; the paint inside and around it, that of its
letters, and how they are written."""

DASHED: Final = ("pruned", "unvisited")
SQUARE: Final = ("refused", "pruned")


def tree_svg(tree: SearchTree, *, most: int = MOST, deepest: int = DEEPEST, untried: bool = True) -> str:
    """The tree as a picture that reads well on light and on dark pages.

    Args:
        tree: the tree.
        most: how many nodes to draw, besides the values that were never tried.
        deepest: how many levels below the root to draw.
        untried: whether to draw the values that were never tried too.
    """
    drawing = Sketch(tree, most, deepest, untried=untried)
    nodes, children = drawing.nodes, drawing.children
    widths = list(map(_width, nodes))
    across = tidy(children, widths, GAP)
    edges = [(k, child) for k, below in enumerate(children) for child in below]
    middles = [TOP + HIGH / 2] * len(nodes)
    for k, child in edges:
        middles[child] = middles[k] + DROP
    lines = [_edge((across[k], middles[k]), (across[child], middles[child])) for k, child in edges]
    shapes = list(map(_shape, nodes, across, middles, widths))
    legend, wide = _legend(drawing, max(middles, default=TOP) + HIGH)
    title = f"{tree.title}: {tree.summary}"
    width = max([x + own / 2 for x, own in zip(across, widths, strict=True)] + [wide, width_of(title, 13)])
    head = written(0, 8, title, 13, f' text-anchor="start" font-weight="bold" {paint("ink")}')
    bottom = max(middles, default=TOP) + HIGH + 30.0 + 24.0 * bool(drawing.notes)
    return document(width, bottom, [head, *lines, *shapes, *legend], f"the search tree of {tree.title}", _words(tree))


def _edge(above: Point, below: Point) -> str:
    """The line from a node to one below it."""
    (x, y), (to_x, to_y) = above, below
    start, end = y + HIGH / 2, to_y - HIGH / 2
    bend = f"M{x:.4g} {start:g}C{x:.4g} {start + 14:g} {to_x:.4g} {end - 14:g} {to_x:.4g} {end:g}"
    return f'<path d="{bend}" {paint(None, "line")}/>'


def _words(tree: SearchTree) -> str:
    """The contents of the picture, for readers who cannot see it."""
    counts = ", ".join(f"{number} {MEANINGS[kind]}" for kind, number in tree.counts.items())
    return f"{tree.summary}; by kind: {counts}"


def _width(node: Sketched) -> float:
    return max(26.0, width_of(LOOKS[node.look][0] + node.label, SIZE) + 10)


def _shape(node: Sketched, x: float, y: float, wide: float) -> str:
    sign, fill, stroke, ink, more = LOOKS[node.look]
    dash = ' stroke-dasharray="4 3"' if node.look in DASHED else ""
    corner = 2 if node.look in SQUARE else HIGH / 2
    box = (
        f'<rect x="{x - wide / 2:.4g}" y="{y - HIGH / 2:g}" width="{wide:.4g}" height="{HIGH:g}" rx="{corner:g}"{dash} '
        f"{paint(fill, stroke)}/>"
    )
    label = written(round(x, 1), y, sign + node.label, SIZE, f"{more} {paint(ink)}")
    title = text("\n".join(node.about))
    return f"<g><title>{title}</title>{'' if node.look == 'cut' else box}{label}</g>"


def _legend(drawing: Sketch, y: float) -> tuple[list[str], float]:
    """The meaning of the looks, and the parts that were left out."""
    parts = []
    x = 0.0
    looks = {node.look for node in drawing.nodes}
    for look in filter(looks.__contains__, LOOKS):
        meaning = "not drawn" if look == "cut" else MEANINGS[look]
        node = Sketched(" ", look, [meaning])
        parts.append(_shape(node, x + 15, y + 17, 30.0))
        parts.append(written(x + 36, y + 17, meaning, SIZE, f' text-anchor="start" {paint("ink")}'))
        x += 36 + width_of(meaning, SIZE) + 14
    if note := ", ".join(drawing.notes):
        parts.append(written(0, y + 42, note, SIZE, f' text-anchor="start" {paint("ink")}'))
    return parts, max(x, width_of(note, SIZE))


# -- the layout ---------------------------------------------------------------------------------------


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


# -- the language of Graphviz -------------------------------------------------------------------------


def tree_dot(tree: SearchTree, *, most: int = GRAPH_MOST, deepest: int = GRAPH_DEEPEST, untried: bool = True) -> str:
    """The tree as a directed graph; each node has a label, a colour and a shape by its kind, and a tooltip.

    Args:
        tree: the tree.
        most: how many nodes to write, besides the values that were never tried.
        deepest: how many levels below the root to write.
        untried: whether to write the values that were never tried too.
    """
    drawing = Sketch(tree, most, deepest, untried=untried)
    caption = "\n".join(filter(None, [f"{tree.title}: {tree.summary}", ", ".join(drawing.notes)]))
    lines = [
        "digraph search {",
        f"  graph [label={quoted(caption)}, labelloc=t, ordering=out]",
        '  node [fontname="DejaVu Sans", fontsize=11, height=0.3, margin="0.1,0.03"]',
        "  edge [arrowhead=none]",
        *(f"  n{k} [{_attributes(node)}]" for k, node in enumerate(drawing.nodes)),
        *(f"  n{k} -> n{child}" for k, children in enumerate(drawing.children) for child in children),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _attributes(node: Sketched) -> str:
    sign, fill, stroke, ink, _ = LOOKS[node.look]
    style = ["filled"] if fill else []
    style += ["dashed"] if node.look in DASHED else []
    style += [] if node.look in SQUARE or node.look == "cut" else ["rounded"]
    parts = {
        "label": sign + node.label,
        "tooltip": "\n".join(node.about),
        "class": node.look,
        "shape": "plaintext" if node.look == "cut" else "box",
        "style": ",".join(style),
        "color": PAINTS[stroke or fill or "line"][0],
        "fillcolor": PAINTS[fill][0] if fill else "transparent",
        "fontcolor": PAINTS["ink" if ink == "faint" else ink][0],
    }
    return ", ".join(f"{name}={quoted(value)}" for name, value in parts.items())


def quoted(content: str) -> str:
    """A string of the language. Graphviz reads escapes and the entities of HTML in it: both are kept from that."""
    kept = content.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"').replace("\r", "")
    return '"' + "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in kept).replace("\n", "\\n") + '"'
