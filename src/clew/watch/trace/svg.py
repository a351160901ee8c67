"""A search tree as a picture: parents above their children, the look of a node by its kind, the rest on a hover."""

from __future__ import annotations

from typing import Final

from clew.render.svg import Point, document, paint, text, width_of, written
from clew.watch.trace.kinds import MEANINGS
from clew.watch.trace.layout import tidy
from clew.watch.trace.sketch import MARKS, Look, Sketch, Sketched
from clew.watch.trace.tree import SearchTree

MOST: Final = 300
DEEPEST: Final = 60
TOP: Final = 30.0
SIZE: Final = 12.0
HIGH: Final = 22.0
DROP: Final = 50.0
GAP: Final = 8.0

LOOKS: Final[dict[Look, tuple[str | None, str | None, str, str]]] = {
    "solution": ("solution", None, "on-colour", ' font-weight="bold"'),
    "way": ("new", "new-edge", "ink", ""),
    "failed": ("conflict", "conflict-edge", "ink", ""),
    "refused": ("failed", None, "on-colour", ""),
    "open": ("light", "ink", "ink", ""),
    "pruned": ("pruned", "pruned-edge", "ink", ""),
    "unvisited": (None, "unvisited", "faint", ""),
    "cut": (None, None, "faint", ' font-style="italic"'),
}
"""The paint of each look inside and around it, that of its letters, and how they are written."""

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
    return max(26.0, width_of(MARKS[node.look] + node.label, SIZE) + 10)


def _shape(node: Sketched, x: float, y: float, wide: float) -> str:
    fill, stroke, ink, more = LOOKS[node.look]
    dash = ' stroke-dasharray="4 3"' if node.look in DASHED else ""
    corner = 2 if node.look in SQUARE else HIGH / 2
    box = (
        f'<rect x="{x - wide / 2:.4g}" y="{y - HIGH / 2:g}" width="{wide:.4g}" height="{HIGH:g}" rx="{corner:g}"{dash} '
        f"{paint(fill, stroke)}/>"
    )
    label = written(round(x, 1), y, MARKS[node.look] + node.label, SIZE, f"{more} {paint(ink)}")
    title = text("\n".join(node.about))
    return f"<g><title>{title}</title>{'' if node.look == 'cut' else box}{label}</g>"


def _legend(drawing: Sketch, y: float) -> tuple[list[str], float]:
    """The meaning of the looks, and the parts that were left out."""
    parts = []
    x = 0.0
    for look in drawing.looks:
        meaning = "not drawn" if look == "cut" else MEANINGS[look]
        node = Sketched(" ", look, [meaning])
        parts.append(_shape(node, x + 15, y + 17, 30.0))
        parts.append(written(x + 36, y + 17, meaning, SIZE, f' text-anchor="start" {paint("ink")}'))
        x += 36 + width_of(meaning, SIZE) + 14
    if note := ", ".join(drawing.notes):
        parts.append(written(0, y + 42, note, SIZE, f' text-anchor="start" {paint("ink")}'))
    return parts, max(x, width_of(note, SIZE))
