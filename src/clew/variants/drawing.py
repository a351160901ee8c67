"""How setters draw the clues of a variant: the additions to a `clew.render.Board`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from clew.render.clues import Dot, Stroke
from clew.variants.kinds import KINDS, Cell, VariantClue
from clew.variants.puzzle import VariantPuzzle

GREY: Final = 8
LINES: Final[dict[str, tuple[Any, ...]]] = {
    "thermometer": ("hue-8", 0.3, "bulb"),
    "slowthermometer": ("hue-1", 0.3, "bulb"),
    "palindrome": ("hue-9",),
    "renban": ("hue-7",),
    "whispers": ("hue-2",),
    "regionsumline": ("hue-1",),
    "betweenline": ("faint", 0.05, "ring", "ring"),
    "entropicline": ("hue-5",),
    "modularline": ("hue-6",),
    "nabner": ("hue-3",),
    "doublearrow": ("line", 0.08, "ring", "ring"),
    "zipperline": ("hue-4",),
    "lockout": ("conflict-edge", 0.05, "ring", "ring"),
    "sumline": ("hue-11",),
}
"""How lines are drawn: their paint and the rest of a `clew.render.clues.Stroke`."""
SHADED: Final = {"extraregion": GREY, "clone": GREY, "minimum": GREY, "maximum": GREY,
                 "rowindexer": 0, "columnindexer": 1, "boxindexer": 2, "lunchbox": 5}  # fmt: skip
"""The colours of the cells of some kinds."""
ARROWS: Final = {"UL": "\N{NORTH WEST ARROW}", "UR": "\N{NORTH EAST ARROW}", "DL": "\N{SOUTH WEST ARROW}",
                 "DR": "\N{SOUTH EAST ARROW}"}  # fmt: skip
NOTES: Final = {"minimum": "min", "maximum": "max"}
DOTS: Final = {"odd": (False, 0.76), "even": (True, 0.72)}
"""Whether the grey shape in a cell is a square, and its size."""


def drawn(puzzle: VariantPuzzle) -> dict[str, Any]:
    """The fields of a `clew.render.Board` that show the clues of a puzzle."""
    numbers = count()
    outside: dict[Cell, str] = {}
    cages: dict[Cell, int] = {}
    notes: dict[Cell, str] = {}
    colours: dict[Cell, int] = {}
    for clue in puzzle.clues:
        text = "" if clue.value is None else str(clue.value)
        if clue.kind in SHADED:
            colours |= dict.fromkeys([*clue.cells, *(cell for line in clue.lines for cell in line)], SHADED[clue.kind])
        if clue.kind == "killercage":
            number = next(numbers)
            cages |= {cell: number for cell in clue.cells if cell not in cages}
        if clue.kind in ("killercage", "lunchbox", *NOTES) and (note := NOTES.get(clue.kind, text)):
            notes[min(clue.cells)] = note
        if clue.cells and KINDS[clue.kind].is_outside:
            (cell,) = clue.cells
            outside[cell] = " ".join(filter(None, (outside.get(cell), text + ARROWS.get(clue.direction, ""))))
    lowest = sorted(puzzle.clues, key=lambda clue: not clue.kind.startswith("diagonal"))
    whole = [clue for clue in puzzle.clues if not (KINDS[clue.kind].fields or clue.kind.startswith("diagonal"))]
    names = [": ".join(filter(None, (KINDS[clue.kind].title, clue.value))) for clue in whole]
    strokes = [stroke for clue in lowest for stroke in _strokes(puzzle, clue)]
    return {"regions": puzzle.region_of, "outside": outside, "cages": cages, "notes": notes, "colours": colours,
            "caption": ", ".join(names), "strokes": strokes,
            "dots": [dot for clue in puzzle.clues for dot in _dots(clue)]}  # fmt: skip


def _strokes(puzzle: VariantPuzzle, clue: VariantClue) -> Iterator[Stroke]:
    """The lines of a clue; those of an arrow begin in its circle, which is drawn after them."""
    size = range(puzzle.size)
    if clue.kind.startswith("diagonal"):
        yield Stroke([(k, puzzle.size - 1 - k if clue.kind[-1] == "+" else k) for k in size], "hue-1", 0.05)
    if clue.kind in LINES:
        yield from (Stroke(line, *LINES[clue.kind]) for line in clue.lines if line)
    if clue.kind == "arrow":
        yield from (Stroke(line, "faint", 0.06, end="arrow") for line in clue.lines if line)
        if len(clue.cells) > 1:
            yield from (Stroke(sorted(clue.cells), paint, width) for paint, width in (("faint", 0.8), ("light", 0.7)))


def _dots(clue: VariantClue) -> Iterator[Dot]:
    text = "" if clue.value is None else str(clue.value)
    if clue.kind in DOTS:
        is_square, size = DOTS[clue.kind]
        yield from (Dot([cell], fill="hue-8", edge=None, size=size, is_square=is_square) for cell in clue.cells)
    elif clue.kind == "countingcircles" or (clue.kind == "arrow" and len(clue.cells) == 1):
        yield from (Dot([cell], edge="faint", size=0.8) for cell in clue.cells)
    elif clue.kind == "difference":
        yield Dot(clue.cells, text if text != "1" else "")
    elif clue.kind == "ratio":
        yield Dot(clue.cells, text if text != "2" else "", fill="block")
    elif clue.kind == "xv" and text:
        yield Dot(clue.cells, text, edge=None, size=0.34)
    elif clue.kind == "quadruple" and clue.value:
        yield Dot(clue.cells, " ".join(map(str, clue.value)), size=0.5)
