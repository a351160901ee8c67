"""The instances of the works, made from published data or from a seed, the same for clew and for its peers."""

from __future__ import annotations

import random
from itertools import combinations, product

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The sudoku of Wikipedia."""

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""Inkala's of 2012."""

TAKUZU = """
.....11...1..0
..11..1.0...10
...1.....0..1.
..0..0.....0..
..............
.0...00...0...
.....00......0
..0........0..
..00....0.....
.........1....
............1.
00..0..11...1.
0..1..0.1..0..
....00......1.
"""
"""A takuzu of a puzzle blog."""

JOBS = (
    ((2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)),
    ((1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)),
    ((2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)),
    ((1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)),
    ((2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)),
    ((1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)),
)
"""ft06 of Fisher and Thompson (1963): for each job its machines, and how long each takes. The shortest plan: 55."""

HORIZON = 60
"""Before which all of its jobs end."""


def knapsack() -> tuple[list[tuple[int, int]], int]:
    """Twenty things, each with its weight and its worth, and the weight that can be carried."""
    draw = random.Random(20)
    things = [(10 + int(draw.random() * 90), 10 + int(draw.random() * 90)) for _ in range(20)]
    return things, sum(weight for weight, _ in things) // 3


def best_load() -> int:
    """The greatest worth that can be carried, by the table of Bellman."""
    things, room = knapsack()
    most = [0] * (room + 1)
    for weight, worth in things:
        for load in range(room, weight - 1, -1):
            most[load] = max(most[load], most[load - weight] + worth)
    return most[room]


def square(order: int = 30, share: float = 0.42, seed: int = 30) -> list[list[int]]:
    """A Latin square with holes, which are -1: a cyclic one, its rows, columns and symbols exchanged."""
    draw = random.Random(seed)

    def shuffled() -> list[int]:
        return sorted(range(order), key=[draw.random() for _ in range(order)].__getitem__)

    rows, columns, symbols = shuffled(), shuffled(), shuffled()
    full = [[symbols[(r + c) % order] for c in columns] for r in rows]
    cells = list(product(range(order), repeat=2))
    drawn = {cell: draw.random() for cell in cells}
    for r, c in sorted(cells, key=drawn.__getitem__)[: round(share * order * order)]:
        full[r][c] = -1
    return full


def graph(vertices: int = 500, density: float = 0.3) -> list[tuple[int, int]]:
    """The edges of a random graph."""
    draw = random.Random(500)
    return [pair for pair in combinations(range(vertices), 2) if draw.random() < density]


TRIPLES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (1, 5, 6), (2, 3, 7), (2, 4, 6), (0, 5, 7), (1, 3, 8)),
)
"""The lines of the affine plane of order 3, which the predicates are about: no two variables are on two of them."""
