"""A still of the player of `clew trace`: its view of a step, as a picture.

It is not taken from a terminal: the same texts are laid out side by side, a character in a box of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from clew.render.svg import MONOSPACE, PAINTS, document, paint, text
from clew.watch.trace.boards import drawn
from clew.watch.trace.scene import panel, scene, status
from clew.watch.trace.screen import styles
from clew.watch.trace.tape import Reel

if TYPE_CHECKING:
    from clew.problem.problem import Problem

WIDE: Final = 8.4
HIGH: Final = 18.0
SIZE: Final = 14.0
SIDE: Final = 30


def still(
    problem: Problem[Any, Any], reel: Reel, size: tuple[int, int] = (80, 22)
) -> str:
    """The view of the player, as a text in SVG that reads well on light and on dark pages.

    Args:
        problem: the problem that is searched.
        reel: where to look.
        size: the columns and rows of the screen.
    """
    columns, rows = size
    step = reel.step
    board = (
        Text()
        if step is None
        else drawn(scene(problem, step), (rows - 2, columns - SIDE - 2)).text
    )
    words = panel(reel, rows - 2)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=columns - SIDE - 2)
    grid.add_column(width=SIDE)
    grid.add_row(board, words)
    console = Console(
        file=StringIO(),
        width=columns,
        color_system="truecolor",
        force_terminal=True,
        legacy_windows=False,
        theme=styles(False),
    )
    lines = [
        *console.render_lines(grid, pad=False),
        [],
        *console.render_lines(status(reel), pad=False),
    ]
    body = [part for row, line in enumerate(lines) for part in _line(row, line)]
    shown = f'<g font-family="{MONOSPACE}" font-size="{SIZE:g}" text-anchor="start">{"".join(body)}</g>'
    title = (
        "the player of clew trace"
        if step is None
        else f"the player of clew trace at step {step.number}"
    )
    return document(
        columns * WIDE, len(lines) * HIGH, [shown], title, words.plain
    )


def _line(row: int, line: list[Segment]) -> Iterator[str]:
    """The elements of a line: each word at its own place, so that no font can move it."""
    column = 0
    for segment in Segment.simplify(line):
        style = segment.style or Style()
        if style.bgcolor is not None:
            x, y, width = column * WIDE, row * HIGH, segment.cell_length * WIDE
            yield f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HIGH:g}" {_paint(style, is_ground=True)}/>'
        for word in re.finditer(r"\S+", segment.text):
            x, y = (column + word.start()) * WIDE, row * HIGH + 13
            length = len(word[0]) * WIDE
            more = ' font-weight="bold"' * bool(style.bold)
            lines = [
                *["line-through"] * bool(style.strike),
                *["underline"] * bool(style.underline),
            ]
            more += f' text-decoration="{" ".join(lines)}"' if lines else ""
            yield f'<text x="{x:g}" y="{y:g}" textLength="{length:g}"{more} {_paint(style)}>{text(word[0])}</text>'
        column += segment.cell_length


NAMES: Final = {light: name for name, (light, _) in reversed(PAINTS.items())}


def _paint(style: Style, *, is_ground: bool = False) -> str:
    colour = style.bgcolor if is_ground else style.color
    return paint(NAMES.get(colour.name if colour else "", "ink"))
