"""Makes the pictures of shapes in grids; `docs/pictures.py` writes and checks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import clew
from clew.planning.plan import make_plan
from clew.render.svg import MARGIN, document, paint, written

STEP: Final = 34
WALLS: Final = {(0, 2): 0, (1, 2): 0, (0, 3): 0, (1, 4): 0}
BENT: Final = [
    ((0, 0), (0, 1)),
    ((0, 0), (1, 0)),
    ((1, 0), (1, 1)),
    ((0, 4), (1, 4)),
]

Given = Mapping[Any, int]
SHAPES: Final[dict[str, list[Given]]] = {
    "connected": [{(0, 0): 1, (2, 4): 1}, {(0, 0): 1, (2, 4): 1, **WALLS}],
    "loop": [dict.fromkeys(BENT[:3], 1), dict.fromkeys(BENT, 1)],
}
"""For each picture what is assumed in its panels."""


def shapes(
    model: clew.Problem[Any, Any], panels: Sequence[Given], title: str
) -> str:
    """What is left of the cells, or of the edges, of a grid, beside each other for each assumption."""
    parts, left = [], 0.0
    variables = list(model.domains())
    is_board = isinstance(variables[0][0], int)
    vertices = (
        variables
        if is_board
        else [vertex for edge in variables for vertex in edge]
    )
    height, width = (
        1 + max(vertex[k] for vertex in vertices) for k in range(2)
    )
    for given in panels:
        root = make_plan(model, {"inference": "unit", "given": given}).root
        assert root is not clew.DEAD_END  # noqa: S101
        for variable in variables:
            colour = "assumed" if variable in given else "solution"
            draw = _cell if is_board else _edge
            parts += draw(variable, left, tuple(root.domain(variable)), colour)
        if not is_board:
            parts += [_dot(vertex, left) for vertex in sorted(set(vertices))]
        left += width * STEP + 30
    moved = f'<g transform="translate({10 - MARGIN:g} {10 - MARGIN:g})">'
    whole = (left - 10 - 2 * MARGIN, height * STEP + 20 - 2 * MARGIN)
    return document(*whole, [moved, *parts, "</g>"], title)


def _cell(
    cell: Any, left: float, domain: tuple[int, ...], colour: str
) -> list[str]:
    """A square in its colour if it is in, struck out if it is out, and white if it is open."""
    row, column = cell
    x, y = left + column * STEP, row * STEP
    box = f'<rect x="{x:g}" y="{y:g}" width="{STEP}" height="{STEP}"'
    if domain == (0,):
        cross = f'<path d="M{x + 9:g} {y + 9:g}l{STEP - 18} {STEP - 18}m0 {18 - STEP}l{18 - STEP} {STEP - 18}"'
        fill, ink = (
            ("assumed", "ink") if colour == "assumed" else ("light", "faint")
        )
        return [
            f"{box} {paint(fill, 'line')}/>",
            f"{cross} {paint(None, ink)}/>",
        ]
    if domain == (1,):
        ink = "ink" if colour == "assumed" else "on-colour"
        number = written(x + STEP / 2, y + STEP / 2, 1, 14, f" {paint(ink)}")
        return [f"{box} {paint(colour, 'line')}/>", number]
    return [f"{box} {paint('light', 'line')}/>"]


def _edge(
    edge: Any, left: float, domain: tuple[int, ...], colour: str
) -> list[str]:
    """A thick line in its colour if it is in, a thin one if it is open, none if it is out."""
    (top, start), (bottom, end) = edge
    if domain == (0,):
        return []
    stroke, width = (colour, 5) if domain == (1,) else ("faint", 1)
    ends = [
        left + (start + 0.5) * STEP,
        (top + 0.5) * STEP,
        left + (end + 0.5) * STEP,
        (bottom + 0.5) * STEP,
    ]
    places = " ".join(
        f'{name}="{place:g}"'
        for name, place in zip(("x1", "y1", "x2", "y2"), ends, strict=True)
    )
    return [f'<line {places} {paint(None, stroke)} stroke-width="{width}"/>']


def _dot(vertex: tuple[int, int], left: float) -> str:
    row, column = vertex
    return f'<circle cx="{left + (column + 0.5) * STEP:g}" cy="{(row + 0.5) * STEP:g}" r="3" {paint("ink")}/>'
