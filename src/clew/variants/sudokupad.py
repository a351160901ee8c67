"""Puzzles for SudokuPad in its own data, SCL: the drawing, the cages, the rules in words, and the solution.

This data has shapes and lines instead of kinds of clues, so any kind can be played there. A place is a row and a
column from 0, with halves for the middles of cells; widths of shapes are in cells, those of lines in parts of `CELL`.
SudokuPad reads the JSON as it is, or shortened in a way of its own, which is not used here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import hypot
from typing import Any, Final
from urllib.parse import quote

from clew.render.clues import Dot, Stroke
from clew.render.svg import PAINTS
from clew.variants.drawing import drawn
from clew.variants.kinds import Cell, VariantClue
from clew.variants.packed import pack
from clew.variants.puzzle import VariantPuzzle
from clew.variants.sentences import rules_in_words

SITE: Final = "https://sudokupad.app/scl"
CELL: Final = 64
"""The width of a cell on the screen, whatever `cellSize` says."""
WHOLE: Final = {"antiknight", "antiking", "nonconsecutive"}
"""Rules for the whole board that the site checks, too."""


def sudokupad_address(puzzle: VariantPuzzle, solution: Mapping[Cell, int] | None = None) -> str:
    """The address at which people can play the puzzle, whatever its kinds of clues.

    Args:
        puzzle: the puzzle.
        solution: its solution, with which SudokuPad says whether a player is right; None for the one that the puzzle
            has with it, if any.
    """
    data = json.dumps(to_sudokupad(puzzle, solution), separators=(",", ":"), ensure_ascii=False)
    return SITE + quote(pack(data), safe="")


def to_sudokupad(puzzle: VariantPuzzle, solution: Mapping[Cell, int] | None = None) -> dict[str, Any]:
    """The puzzle as the JSON that `sudokupad_address` packs.

    Args:
        puzzle: the puzzle.
        solution: its solution; None for the one that the puzzle has with it, if any.
    """
    lines = range(puzzle.size)
    drawing = drawn(puzzle)
    data: dict[str, Any] = {
        "cellSize": 50,
        "metadata": _words(puzzle, solution),
        "cells": [[_cell(puzzle, (r, c)) for c in lines] for r in lines],
        "regions": _grouped(puzzle),
        "cages": [*map(_cage, (clue for clue in puzzle.clues if clue.kind == "killercage"))],
        "underlays": [*_underlays(drawing)],
        "lines": [_line(one) for one in drawing["strokes"] if len(one.cells) > 1 and one.end != "arrow"],
        "arrows": [_line(one) for one in drawing["strokes"] if len(one.cells) > 1 and one.end == "arrow"],
        "overlays": [*_overlays(puzzle, drawing)],
        "global": [clue.kind for clue in puzzle.clues if clue.kind in WHOLE]
        + [f"anti{clue.value}" for clue in puzzle.clues if clue.kind == "negative"],
    }
    if free := [[r, c] for r in lines for c in lines if (r, c) not in puzzle.region_of]:
        data["cages"].append({"cells": free, "unique": False, "hidden": True})
    return {"id": f"clew{sha256(json.dumps(data).encode()).hexdigest()[:32]}", **data}


def _words(puzzle: VariantPuzzle, solution: Mapping[Cell, int] | None) -> dict[str, Any]:
    """The words about a puzzle, and its solution row by row; a number of two digits is left open."""
    rows = range(puzzle.size)
    digits = puzzle.solution if solution is None else [solution.get((r, c), 0) for r in rows for c in rows]
    found = "".join(str(digit) if 0 < digit < 10 else "?" for digit in digits)
    words = {"title": puzzle.title, "author": puzzle.author, "rules": puzzle.rules or rules_in_words(puzzle)}
    words["solution"] = found if found.strip("?") else ""
    kinds = {clue.kind for clue in puzzle.clues}
    return {name: text for name, text in words.items() if text} | dict.fromkeys(
        sorted(kinds & {"antiking", "antiknight"}), True
    )


def _cell(puzzle: VariantPuzzle, cell: Cell) -> dict[str, Any]:
    entry: dict[str, Any] = {"value": puzzle.given[cell], "given": True} if cell in puzzle.given else {}
    return {**entry, "centremarks": list(puzzle.marks[cell])} if cell in puzzle.marks else entry


def _grouped(puzzle: VariantPuzzle) -> list[list[list[int]]]:
    """The cells of each region."""
    regions: dict[int, list[list[int]]] = {}
    for cell, region in sorted(puzzle.region_of.items()):
        regions.setdefault(region, []).append([*cell])
    return [*regions.values()]


def _cage(clue: VariantClue) -> dict[str, Any]:
    cage = {"cells": [[*cell] for cell in clue.cells], "unique": True}
    return cage if clue.value is None else {**cage, "value": str(clue.value), "sum": clue.value}


def _line(stroke: Stroke) -> dict[str, Any]:
    """A line, which begins and ends at the edges of its circles."""
    points = [_middle([cell]) for cell in stroke.cells]
    for at, ahead, is_cut in (
        (0, 1, stroke.start == "ring" or stroke.end == "arrow"),
        (-1, -2, stroke.end == "ring"),
    ):
        if is_cut:
            (r, c), (down, right) = points[at], points[ahead]
            length = hypot(down - r, right - c) or 1
            points[at] = [round(r + 0.4 * (down - r) / length, 2), round(c + 0.4 * (right - c) / length, 2)]
    head = {"headLength": 0.3} if stroke.end == "arrow" else {}
    return {"color": PAINTS[stroke.paint][0], "thickness": round(stroke.width * CELL, 1), **head, "wayPoints": points}


def _underlays(drawing: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The shapes below the lines: colours, bulbs, and grey shapes without an edge."""
    for cell, hue in drawing["colours"].items():
        yield _shape(Dot([cell], fill=f"hue-{hue}", edge=None, size=1, is_square=True))
    for stroke in drawing["strokes"]:
        if stroke.start == "bulb":
            yield _shape(Dot(stroke.cells[:1], fill=stroke.paint, edge=None, size=0.76))
    yield from (_shape(dot) for dot in drawing["dots"] if _is_below(dot))


def _overlays(puzzle: VariantPuzzle, drawing: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The shapes above the lines, and the texts."""
    for stroke in drawing["strokes"]:
        for cell, look in ((stroke.cells[0], stroke.start), (stroke.cells[-1], stroke.end)):
            if look == "ring":
                yield _shape(Dot([cell], edge=stroke.paint, size=0.76))
    yield from (_shape(dot) for dot in drawing["dots"] if not _is_below(dot))
    for cell, text in drawing["outside"].items():
        if text:
            yield _text(_middle([cell]), text, min(28, 96 // len(text)))
    of_cages = {min(clue.cells) for clue in puzzle.clues if clue.kind == "killercage"}
    for (r, c), text in drawing["notes"].items():
        if (r, c) not in of_cages:
            yield _text([r + 0.2, c + 0.25], text, 14)


def _is_below(dot: Dot) -> bool:
    return len(dot.cells) == 1 and dot.edge is None


def _shape(dot: Dot) -> dict[str, Any]:
    fill, edge = (PAINTS[one][0] if one else None for one in (dot.fill, dot.edge))
    words = dot.content.split()
    text = "\n".join(" ".join(words[k : k + 2]) for k in range(0, len(words), 2))
    longest = max(map(len, text.split("\n")))
    more = {"color": PAINTS["on-colour" if dot.fill == "block" else "ink"][0],
            "fontSize": round(min(0.7, 1 / longest) * dot.size * CELL)} if text else {}  # fmt: skip
    shape = {"center": _middle(dot.cells), "width": dot.size, "height": dot.size, "rounded": not dot.is_square}
    return {**shape, "backgroundColor": fill, "borderColor": edge or fill, "text": text, **more}


def _text(center: list[float], text: str, size: int) -> dict[str, Any]:
    return {"center": center, "width": 0.25, "height": 0.25, "text": text, "fontSize": size, "color": PAINTS["ink"][0]}


def _middle(cells: Sequence[Cell]) -> list[float]:
    """The middle of some cells."""
    return [sum(lines) / len(lines) + 0.5 for lines in zip(*cells, strict=True)]
