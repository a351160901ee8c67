"""Sudokus with further rules, ships on a grid, and Latin squares with holes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final

from benchmarks.regret import peers
from benchmarks.regret.cases import Family
from benchmarks.targets.instances import square

import clew
from clew.constraints import AllDifferent, And, AtMost, Constraint, Element, Implies, Or, Sum, Table, Var

Cell = tuple[int, int]
Grid = dict[Cell, int]
NINE: Final = range(1, 10)
CELLS: Final[list[Cell]] = [*product(range(9), range(9))]


def full(draw: random.Random) -> Grid:
    """A full sudoku: a pattern that repeats, its symbols, rows and columns exchanged."""

    def lines() -> list[int]:
        return [band * 3 + k for band in draw.sample(range(3), 3) for k in draw.sample(range(3), 3)]

    symbols, rows, columns = draw.sample(NINE, 9), lines(), lines()
    return {(r, c): symbols[(3 * (rows[r] % 3) + rows[r] // 3 + columns[c]) % 9] for r, c in CELLS}


def sudoku(name: str, clues: Grid) -> clew.Model:
    model = clew.Model(name)
    for cell in CELLS:
        model.variable(cell, NINE)
    for k in range(9):
        model.require(AllDifferent([(k, c) for c in range(9)]), AllDifferent([(r, k) for r in range(9)]))
        model.require(AllDifferent([(r, c) for r, c in CELLS if r // 3 * 3 + c // 3 == k]))
    for cell, value in clues.items():
        model.fix(cell, value)
    return model


def some(draw: random.Random, grid: Grid, number: int) -> Grid:
    """Some clues of a full grid."""
    return {cell: grid[cell] for cell in draw.sample(CELLS, number)}


# -- a line between two circles ------------------------------------------------------------------------------------


def between_lines(grid: Grid, draw: random.Random, number: int, length: int) -> Iterator[list[Cell]]:
    """Paths whose inner cells lie strictly between their ends."""
    while number:
        path = [draw.choice(CELLS)]
        while len(path) < length:
            r, c = path[-1]
            near = [(r + dr, c + dc) for dr, dc in product((-1, 0, 1), repeat=2)]
            path.append(draw.choice([cell for cell in near if cell in grid]))
        low, high = sorted((grid[path[0]], grid[path[-1]]))
        if len({*path}) == length and all(low < grid[cell] < high for cell in path[1:-1]):
            number -= 1
            yield path


def between(number: int, seed: int, *, length: int = 5, is_whole: bool = True) -> clew.Model:
    """A sudoku with 20 clues and lines: the inner cells of each lie strictly between those at its ends."""
    draw = random.Random(seed)
    grid = full(draw)
    model = sudoku("between lines", some(draw, grid, 20))
    inside = [values for values in product(NINE, repeat=3) if min(values[:2]) < values[2] < max(values[:2])]
    for one, *inner, other in between_lines(grid, draw, number, length):
        x, y = Var(one), Var(other)
        if is_whole:
            rising = And([part for cell in inner for part in (x < Var(cell), Var(cell) < y)])
            model.require(rising | And([part for cell in inner for part in (y < Var(cell), Var(cell) < x)]))
        else:
            model.require(Table([one, other, cell], inside) for cell in inner)
    return model


# -- clues beside the rows -----------------------------------------------------------------------------------------


def from_sides() -> list[list[Cell]]:
    """Each row and column, from both of its ends."""
    lines = [*([(k, c) for c in range(9)] for k in range(9)), *([(r, k) for r in range(9)] for k in range(9))]
    return [*lines, *(line[::-1] for line in lines)]


def clued(number: int, seed: int, name: str, *, clues: int) -> tuple[clew.Model, Grid, list[list[Cell]]]:
    """A sudoku with some clues, its solution, and some of its lines, each seen from one side."""
    draw = random.Random(seed)
    grid = full(draw)
    return sudoku(name, some(draw, grid, clues)), grid, draw.sample(from_sides(), number)


def x_sums(number: int, seed: int, *, implied: bool = False) -> clew.Model:
    """A sudoku with 12 clues and sums beside it, each of the first x cells of a line, x being the first of them."""
    model, grid, lines = clued(number, seed, "x-sums", clues=12)
    for line in lines:
        x, total = line[0], sum(grid[cell] for cell in line[: grid[line[0]]])
        sums = {k: Sum(line[:k], "==", total) for k in NINE}
        if implied:
            model.require(Implies(Var(x) == k, part) for k, part in sums.items())
        else:
            model.require(Or([And(Var(x) == k, part) for k, part in sums.items()]))
    return model


def numbered_rooms(number: int, seed: int, *, way: str = "or") -> clew.Model:
    """A sudoku with 12 clues and numbers beside it, each that of the x-th cell of a line, x being its first cell."""
    model, grid, lines = clued(number, seed, "numbered rooms", clues=12)
    for k, line in enumerate(lines):
        x, seen = Var(line[0]), grid[line[grid[line[0]] - 1]]
        if way == "or":
            model.require(Or([And(x == place, Var(line[place - 1]) == seen) for place in NINE]))
        elif way == "implications":
            model.require(Implies(x == place, Var(line[place - 1]) == seen) for place in NINE)
        else:
            value = model.variable(("seen", k), [seen])
            model.require(Element(line[0], [0, *map(Var, line)], value))
    return model


def cages(number: int, seed: int) -> clew.Model:
    """A killer sudoku with some dominoes and bars for cages, and no other clue."""
    draw = random.Random(seed)
    grid = full(draw)
    model, free = sudoku("killer sudoku", {}), {*CELLS}
    while number:
        (r, c), size = draw.choice(CELLS), draw.choice((2, 3))
        cage = draw.choice(([(r + k, c) for k in range(size)], [(r, c + k) for k in range(size)]))
        if free.issuperset(cage):
            free -= {*cage}
            model.require(AllDifferent(cage), Sum(cage, "==", sum(grid[cell] for cell in cage)))
            number -= 1
    return model


# -- ships ---------------------------------------------------------------------------------------------------------

FLEETS: Final = {2: {1: 1}, 3: {1: 1, 2: 1}, 4: {1: 1, 2: 1, 3: 1}, 5: {1: 2, 2: 2, 3: 1}}


def battleships(size: int, seed: int, *, clauses: bool = False) -> clew.Model:
    """The fleets on a square grid: ships of one to three cells in a line, which do not touch, not even diagonally."""
    cells = [*product(range(size), range(size))]
    model = clew.Model("battleships")
    model.variables(cells, range(2))
    for (r, c), (y, x) in combinations(cells, 2):
        if abs(r - y) == abs(c - x) == 1:
            model.require((Var((r, c)) == 0) | (Var((y, x)) == 0))
    lines = [
        *([(k, c) for c in range(size)] for k in range(size)),
        *([(r, k) for r in range(size)] for k in range(size)),
    ]
    for line in lines:
        model.require(AtMost(3, 1, line[k : k + 4]) for k in range(size - 3))
    for long, number in FLEETS[size].items():
        ships = dict.fromkeys(tuple(line[k : k + long]) for line in lines for k in range(size - long + 1))
        named = {ship: model.variable(("ship", *ship), range(2)) for ship in ships}
        for ship, there in named.items():
            model.require(*_ship(ship, there, cells, clauses=clauses))
        model.require(Sum([*named.values()], "==", number))
    return model


def _ship(ship: tuple[Cell, ...], there: Any, cells: list[Cell], *, clauses: bool) -> Iterator[Constraint]:
    """A variable is 1 if a ship lies on some cells, and nothing beside them."""
    beside = {(r + dr, c + dc) for r, c in ship for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} - {*ship}
    there_if = [*(Var(cell) == 1 for cell in ship), *(Var(cell) == 0 for cell in sorted(beside & {*cells}))]
    other = [*(Var(cell) == 0 for cell in ship), *(Var(cell) == 1 for cell in sorted(beside & {*cells}))]
    if clauses:
        yield from ((there == 0) | part for part in there_if)
        yield Or([there == 1, *other])
    else:
        yield And(there == 1, *there_if) | And(there == 0, Or(other))


# -- little killers ------------------------------------------------------------------------------------------------


def little_killer(number: int, seed: int, *, way: str = "==") -> clew.Model:
    """A sudoku with 15 clues and the sums of some diagonals, whose cells differ only within rows, columns and boxes."""
    draw = random.Random(seed)
    grid = full(draw)
    model = sudoku("little killer", some(draw, grid, 15))
    lines = [[(r, c) for r, c in CELLS if r + sign * c == k] for sign, ks in SLANTS for k in ks]
    for line in draw.sample(lines, number):
        total = sum(grid[cell] for cell in line)
        model.require(Sum(line, relation, total) for relation in way.split())
    return model


SLANTS: Final = ((1, range(2, 15)), (-1, range(-6, 7)))


# -- Latin squares -------------------------------------------------------------------------------------------------


def holes(order: int, seed: int) -> list[list[int]]:
    return square(order, 0.42, seed)


def quasigroup(order: int, seed: int) -> clew.Model:
    """A Latin square with 42 % of its cells open, where completing is hardest (Gomes and Shmoys, 2002)."""
    cells = holes(order, seed)
    model = clew.Model("quasigroup")
    for r, c in product(range(order), repeat=2):
        model.variable((r, c), range(order) if cells[r][c] < 0 else [cells[r][c]])
    for k in range(order):
        model.require(AllDifferent([(k, c) for c in range(order)]), AllDifferent([(r, k) for r in range(order)]))
    return model


FAMILIES: Final = (
    Family(
        "between lines",
        ("check",),
        (1, 2, 4, 6, 8),
        between,
        {"tables": lambda number, seed: between(number, seed, is_whole=False)},
        seeds=(1, 2),
    ),
    Family(
        "a long between line",
        ("check",),
        (4, 5, 6, 7, 8, 9, 10),
        lambda length, seed: between(2, seed, length=length),
        {"tables": lambda length, seed: between(2, seed, length=length, is_whole=False)},
    ),
    Family(
        "x-sums",
        ("check",),
        (6, 12, 18, 24, 30, 36),
        x_sums,
        {"implications": lambda number, seed: x_sums(number, seed, implied=True)},
        seeds=(1, 2),
    ),
    Family(
        "numbered rooms",
        ("check",),
        (6, 12, 18, 24, 30, 36),
        numbered_rooms,
        {
            "implications": lambda number, seed: numbered_rooms(number, seed, way="implications"),
            "element": lambda number, seed: numbered_rooms(number, seed, way="element"),
        },
        seeds=(1, 2),
    ),
    Family("killer sudoku", ("first", "check"), (2, 5, 10, 20, 25), cages),
    Family(
        "little killer",
        ("check",),
        (4, 8, 12, 16, 20, 26),
        little_killer,
        {"inequalities": lambda number, seed: little_killer(number, seed, way="<= >=")},
        seeds=(1, 2),
    ),
    Family(
        "battleships",
        ("count",),
        (2, 3, 4, 5),
        battleships,
        {"clauses": lambda size, seed: battleships(size, seed, clauses=True)},
    ),
    Family(
        "quasigroup",
        ("first",),
        (10, 20, 25, 30, 35, 40),
        quasigroup,
        seeds=(1, 2),
        peer=lambda order, seed: peers.quasigroup(holes(order, seed)),
    ),
)  # fmt: skip
