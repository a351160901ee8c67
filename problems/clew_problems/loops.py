"""Loops on grids, for the puzzles that draw one: the constraints with names, and random loops.

A random loop is the border of a random region without holes, grown cell by cell. That takes milliseconds, and a search
for a long loop seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final, Literal

from clew.constraints import Acyclic, Connected, Constraint, Loop, Or, grid_sides

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
Line = Literal["line", "none", "open"]

AROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The steps from a cell to the cells around it, in a circle; every other one is to a neighbour."""


def named_loop(edges: list[Edge], point: str) -> Iterator[Constraint]:
    """One loop, each part of the constraint with a name for readers.

    Args:
        edges: the pairs of points between which the loop may run.
        point: what to call a point: a dot, a cell.
    """
    return named(Loop(edges), edges, point)


def named(shape: Constraint, edges: list[Edge], point: str) -> Iterator[Constraint]:
    """The parts of a shape made of edges, each with a name: first those about the edges at each point.

    Args:
        shape: a loop, or several paths.
        edges: the pairs of points.
        point: what to call a point.
    """
    points = list(_points(edges))
    for number, part in enumerate(shape.conjuncts()):
        if number < len(points):
            yield part.named(f"the line at {point} {name(points[number])}")
        else:
            yield part.named(_name_of(part))


def _name_of(part: Constraint) -> str:
    """The name of a part that is not about the edges at a point."""
    match part:
        case Or():
            return "some line"
        case Acyclic():
            return "no loop closed too early"
        case Connected():
            return "the loop" if part.joints else f"line {part.value}"
    cells: Any = part.scope[1:] or part.scope
    return f"one line at {' and '.join(map(name, cells))}"


def _points(edges: list[Edge]) -> dict[Cell, None]:
    """The points, as edges mention them."""
    return dict.fromkeys(point for edge in edges for point in edge)


def name(cell: Cell) -> str:
    """The name of a cell or of a point: its row and its column, from 1."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def random_region(height: int, width: int, random: Random) -> set[Cell]:
    """A random region of cells, in one piece and without holes, which winds through the whole grid.

    A cell is added if the ones in the region among its eight surroundings are one run, and at most three, so that the
    region stays thin; later the same again with more of them, but not beyond about three fifths of the grid.
    """
    region = {(random.randrange(height), random.randrange(width))}
    for most in (3, 4):
        changed = True
        while changed:
            changed = False
            cells = [(r, c) for r in range(height) for c in range(width) if (r, c) not in region]
            random.shuffle(cells)
            for cell in cells:
                if len(region) < 0.6 * height * width and _may_join(cell, region, most):
                    region.add(cell)
                    changed = True
    return region


def _may_join(cell: Cell, region: set[Cell], most: int) -> bool:
    """Whether the region stays in one piece, without holes and without corners that touch, when it gets a cell."""
    near = [(cell[0] + r, cell[1] + c) in region for r, c in AROUND]
    runs = sum(is_in and not near[k - 1] for k, is_in in enumerate(near))
    return runs == 1 and any(near[1::2]) and sum(near) <= most


def border(region: set[Cell], height: int, width: int) -> dict[Edge, int]:
    """The edges around the cells of a grid, 1 for those on the border of a region."""
    sides: Mapping[Any, Any] = grid_sides(height, width)
    return {edge: sum(cell in region for cell in cells) % 2 for edge, cells in sides.items()}


def lines_of(edges: Iterable[Edge], assignment: Mapping[Any, int]) -> dict[Edge, Line]:
    """The state of each edge in an assignment, for a picture."""
    words: dict[Any, Line] = {1: "line", 0: "none"}
    return {edge: words.get(assignment.get(edge), "open") for edge in edges}
