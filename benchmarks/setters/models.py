"""From a puzzle to a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from benchmarks.setters import boards, cages, lines
from benchmarks.setters.grid import Grid
from benchmarks.setters.reading import Part, Puzzle, is_cell, parts_of

import clew
from clew.constraints import And, Constraint, Or, Var

RULES: Final = {**lines.RULES, **cages.RULES, **boards.RULES}
"""What each kind of constraint says."""

READ: Final = {"Shape", "RegionSize", "NoBoxes"}
"""The kinds that the board is made of."""


def model_of(puzzle: Puzzle) -> clew.Model:
    """The model of a puzzle, a variable for each cell."""
    parts = parts_of(puzzle.text)
    grid = Grid(parts)
    for part in sorted(parts, key=lambda part: not part.kind.startswith(("Chaos", "Doppel"))):  # they have variables
        if part.kind not in READ:
            grid.model.require(said(grid, part))
    return grid.model


def said(grid: Grid, part: Part) -> Iterator[Constraint]:
    """The constraints that a part of the puzzle stands for."""
    if part.kind == "Or":
        yield Or([And([*said(grid, one)]) for one in part.parts])
    elif part.kind == "":
        for cell, *values in (clue.split("_") for clue in part.arguments):
            yield Or([Var(cell.upper()) == int(value) for value in values])
    else:
        yield from RULES[part.kind](grid, *(Var(one.upper()) if is_cell(one) else one for one in part.arguments))


def text_of(puzzle: Puzzle, solution: Mapping[Any, int]) -> str:
    """The values of the cells, a character for each."""
    grid = Grid(parts_of(puzzle.text))
    return "".join(chr(64 + v) if max(grid.values) > 9 else str(v) for v in (solution[name] for name in grid.place))
