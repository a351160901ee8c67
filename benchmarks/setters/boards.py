"""Rules of whole boards: clues outside, moves that reach no equal value, regions that are given or to be found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any, Final

from attrs import frozen
from benchmarks.setters.cages import black, five, ten, white
from benchmarks.setters.grid import Grid, Line, Place
from benchmarks.setters.lines import Said, groups

from clew import variants
from clew.constraints import (
    AllDifferent,
    Constraint,
    DistinctVectors,
    Implies,
    Not,
    Or,
    Regions,
    Stepwise,
    Table,
    ValuePrecedence,
    Var,
    grid_graph,
)


def from_outside(rule: Callable[[Grid, Line, int], Said]) -> Callable[..., Said]:
    """A rule about a row or a column, with a clue at its beginning, at its end, or both."""

    def said(grid: Grid, name: str, *clues: str) -> Said:
        line = grid.line(name)
        for some, clue in zip((line, line[::-1]), clues, strict=False):
            if clue:
                yield from rule(grid, some, int(clue))

    return said


def of_clue(kind: Callable[[Line, int], Any]) -> Callable[[Grid, Line, int], Said]:
    """A ready-made kind about a line and a clue outside."""
    return lambda grid, line, clue: iter(kind(line, clue))


def sandwich(grid: Grid, total: str, name: str) -> Said:
    yield from variants.sandwich(grid.line(name), int(total))


def little_killer(grid: Grid, total: str, start: Var) -> Said:
    yield sum(grid.diagonal(start)) == int(total)


def full_rank(grid: Grid, line: Line, clue: int) -> Said:
    yield from variants.full_rank(variants.SudokuGrid(grid.rows, (3, 3)), line, clue, grid.values)


def diagonal(grid: Grid, direction: str) -> Said:
    yield AllDifferent([row[-1 - k if direction == "1" else k] for k, row in enumerate(grid.rows)])


def windoku(grid: Grid) -> Said:
    yield from (AllDifferent(grid.block(r, c, 3, 3)) for r, c in product((1, 5), repeat=2))


def disjoint_sets(grid: Grid) -> Said:
    yield from (AllDifferent(cells) for cells in zip(*grid.boxes, strict=True))


def no_move(*steps: tuple[int, int]) -> Callable[[Grid], Said]:
    """No two cells that are so many steps apart are equal."""

    def said(grid: Grid) -> Said:
        yield from (one != other for one, other in grid.beside(steps))

    return said


def nowhere_else(*relations: tuple[str, Callable[[Var, Var], Constraint]]) -> Callable[[Grid], Said]:
    """Neighbours stand in some relations only if a mark says so."""

    def said(grid: Grid) -> Said:
        marked = {frozenset((one.name, other.name)) for kind, _ in relations for one, other in grid.marked(kind)}
        for one, other in grid.beside([(0, 1), (1, 0)]):
            if frozenset((one.name, other.name)) not in marked:
                yield from (Not(relation(one, other)) for _, relation in relations)

    return said


def anti_taxicab(grid: Grid) -> Said:
    for ((r, c), one), ((s, d), other) in combinations(grid.at.items(), 2):
        distance = abs(r - s) + abs(c - d)
        if distance in grid.values:
            yield Or(one != distance, other != distance)


def anti_consecutive(grid: Grid) -> Said:
    apart = Table("vw", [(v, w) for v, w in product(grid.values, repeat=2) if abs(v - w) != 1]).tuples
    yield from (Table(pair, apart) for pair in grid.beside([(0, 1), (1, 0)]))


def in_every_square(*kinds: Callable[[int], bool]) -> Callable[[Grid], Said]:
    """Each square of two by two cells has a value of each kind."""

    def said(grid: Grid) -> Said:
        for kind in kinds:
            values = [(value,) for value in grid.values if kind(value)]
            some = {cell.name: Table([cell], values) for cell in grid.at.values()}
            yield from (Or([some[cell.name] for cell in square]) for square in grid.squares)

    return said


def doppelganger(grid: Grid) -> Said:
    """Each line misses a number other than 0, and no two of a kind miss the same; at a 0 the three of them differ.

    `DGR1` is in the row of the numbers that the columns miss, `DGC1` in the column of those that the rows miss.
    """
    missed = {}
    for kind, lines in (("C", grid.rows), ("R", grid.columns), ("B", grid.boxes)):
        missed[kind] = grid.model.variables([f"DG{kind}{k + 1}" for k in range(9)], grid.values[1:])
        yield AllDifferent(missed[kind])
        yield from (AllDifferent([*line, one]) for line, one in zip(lines, missed[kind], strict=True))
    for (r, c), cell in grid.at.items():
        three = missed["C"][r], missed["R"][c], missed["B"][r // 3 * 3 + c // 3]
        yield Implies(cell == 0, AllDifferent(three))


def jigsaw(grid: Grid, regions: str) -> Said:
    for region in sorted(set(regions)):
        yield AllDifferent([cell for cell, own in zip(grid.at.values(), regions, strict=True) if own == region])


def chaos(grid: Grid) -> Said:
    """The regions are to be found. Some have cells too far apart to be in one, the others are called in order."""
    regions = [grid.region(r, c) for r, c in grid.at]
    grid.model.variables([region.name for region in regions], range(grid.regions))
    sides = [(grid.region(*one), grid.region(*other)) for one, other in grid_graph(grid.height, grid.width)]
    yield Regions(regions, sides, dict.fromkeys(range(grid.regions), grid.size))
    yield DistinctVectors(zip(regions, grid.at.values(), strict=True))
    apart: list[Place] = []
    for r, c in grid.at:
        if all(abs(r - s) + abs(c - d) >= grid.size for s, d in apart):
            yield grid.region(r, c) == len(apart)
            apart.append((r, c))
    yield ValuePrecedence(regions, range(len(apart), grid.regions))


def chaos_arrow(grid: Grid, cell: Var, _: str, *arguments: Any) -> Said:
    """As many cells as the number says are in the same region, in a straight line from this one on."""
    r, c = grid.place[cell.name]
    rays = [
        [grid.region(r + k * down, c + k * right) for k in range(grid.size) if (r + k * down, c + k * right) in grid.at]
        for down, right in STEPS
    ]
    arms = [*groups(arguments, "-")] if arguments else rays
    scope, begins = [arms[0][0]], set()
    for arm in arms:
        begins.add(len(scope))
        scope += arm[1:]
    yield Arms((*[region.name for region in scope], cell.name), tuple(sorted(begins)))


@frozen
class Arms(Stepwise):
    """The regions of a cell and those in straight lines from it, and how many of these go on as its own.

    Args:
        scope: the regions, its own first, and the number.
        begins: the positions at which a line begins, in order.
    """

    shareable = True

    begins: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool:
        return self.consistent(values)

    def start(self) -> Any:
        return ()

    def step(self, memory: Any, position: int, value: int) -> Any:
        """The region of the cell, as long as it matters, the number so far, and whether the line goes on."""
        if not memory:
            return value, 1, False
        region, number, goes_on = memory
        if position == len(self.scope) - 1:
            return "read" if value == number else None
        if value == region and (goes_on or position in self.begins):
            return region, number + 1, True
        return region if position < self.begins[-1] else None, number, False


def chaos_count(grid: Grid, cell: Var, _: str, region: Var, *others: Var) -> Said:
    """As many of some cells as the number says are in the same region: at least one beside it, if all are named."""
    r, c = divmod(int(str(region.name)[2:]) - 1, grid.width)
    if {grid.region(r + s, c + d).name for s, d in STEPS if (r + s, c + d) in grid.at} <= {one.name for one in others}:
        yield cell >= 2
    yield 1 + sum(grid.are_together(region, other) for other in others) == cell


STEPS: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))
KNIGHT: Final = ((1, 2), (2, 1), (1, -2), (2, -1))

RULES: Final[dict[str, Callable[..., Said]]] = {
    "LittleKiller": little_killer,
    "Sandwich": sandwich,
    "Skyscraper": from_outside(of_clue(variants.skyscraper)),
    "XSum": from_outside(of_clue(variants.x_sum)),
    "NumberedRoom": from_outside(of_clue(variants.numbered_room)),
    "FullRank": from_outside(full_rank),
    "StrictKropki": nowhere_else(("WhiteDot", white), ("BlackDot", black)),
    "StrictXV": nowhere_else(("X", ten), ("V", five)),
    "Diagonal": diagonal,
    "Windoku": windoku,
    "DisjointSets": disjoint_sets,
    "AntiKing": no_move((1, 1), (1, -1)),
    "AntiKnight": no_move(*KNIGHT),
    "AntiTaxicab": anti_taxicab,
    "AntiConsecutive": anti_consecutive,
    "GlobalEntropy": in_every_square(lambda v: v <= 3, lambda v: 4 <= v <= 6, lambda v: v >= 7),
    "GlobalMod": in_every_square(lambda v: v % 3 == 0, lambda v: v % 3 == 1, lambda v: v % 3 == 2),
    "Doppelganger": doppelganger,
    "Jigsaw": jigsaw,
    "ChaosConstruction": chaos,
    "ChaosArrow": chaos_arrow,
    "ChaosCount": chaos_count,
}
