"""Published numbers of well-known problems, each written with hooks in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import combinations, product
from typing import Any

import attrs
import pytest

import clew
from clew.state.state import State

Rule = Callable[[Mapping[Any, Any], Any, Any], bool]


@attrs.frozen
class Ruled(clew.Problem[Hashable, Hashable]):
    """Variables, domains, and a rule that judges a decision against a dictionary of what is assigned."""

    domain_of: Mapping[Any, Iterable[Any]]
    rule: Rule

    def domains(self) -> Mapping[Any, Iterable[Any]]:
        return self.domain_of

    def is_consistent(self, state: State[Any, Any], variable: Hashable, value: Hashable) -> bool:
        return self.rule(dict(state.items()), variable, value)


def different(groups: Iterable[Iterable[Any]]) -> Rule:
    """The variables of each group take different values."""
    near: dict[Any, set[Any]] = {}
    for group in groups:
        for one, other in combinations(list(group), 2):
            near.setdefault(one, set()).add(other)
            near.setdefault(other, set()).add(one)
    return lambda assigned, variable, value: all(assigned.get(v) != value for v in near.get(variable, ()))


def latin(n: int, box: int = 0) -> Ruled:
    cells = [(r, c) for r in range(n) for c in range(n)]
    groups = [[(r, c) for c in range(n)] for r in range(n)] + [[(r, c) for r in range(n)] for c in range(n)]
    if box:
        groups += [[x for x in cells if (x[0] // box, x[1] // box) == b] for b in product(range(n // box), repeat=2)]
    return Ruled(dict.fromkeys(cells, range(n)), different(groups))


def colouring(edges: Iterable[Iterable[Any]], colours: int) -> Ruled:
    edges = [tuple(edge) for edge in edges]
    nodes = sorted({node for edge in edges for node in edge})
    return Ruled(dict.fromkeys(nodes, range(colours)), different(edges))


PETERSEN = (
    [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)] + [(k + 5, (k + 2) % 5 + 5) for k in range(5)]
)
# Mycielski's construction on the cycle of five: twins of its nodes, and one node joined to all the twins.
CYCLE = [(k, (k + 1) % 5) for k in range(5)]
GROETZSCH = CYCLE + [(a, b + 5) for a, b in CYCLE] + [(a + 5, b) for a, b in CYCLE] + [(k + 5, 10) for k in range(5)]
AUSTRALIA = ["WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "SA V", "Q NSW", "NSW V"]


def australia() -> Ruled:
    mainland = colouring([border.split() for border in AUSTRALIA], 3)
    return Ruled({**mainland.domain_of, "T": range(3)}, mainland.rule)


def langford(n: int) -> Ruled:
    def rule(assigned: Mapping[int, int], k: int, place: int) -> bool:
        taken = {p for number, first in assigned.items() for p in (first, first + number + 1)}
        return taken.isdisjoint({place, place + k + 1})

    return Ruled({k: range(2 * n - k - 1) for k in range(n, 0, -1)}, rule)


def magic_square() -> Ruled:
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def rule(assigned: Mapping[int, int], cell: int, value: int) -> bool:
        after = {**assigned, cell: value}
        full = [line for line in lines if all(c in after for c in line)]
        return value not in assigned.values() and all(sum(after[c] for c in line) == 15 for line in full)

    return Ruled(dict.fromkeys(range(9), range(1, 10)), rule)


def dominoes(n: int) -> Ruled:
    """Each square is covered by a domino that goes from it in one of four directions, and its partner goes back."""
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}
    squares = [(r, c) for r in range(n) for c in range(n)]

    def at(square: tuple[int, int], way: str) -> tuple[int, int]:
        return square[0] + steps[way][0], square[1] + steps[way][1]

    def rule(assigned: Mapping[Any, Any], square: tuple[int, int], way: str) -> bool:
        return all((assigned[at(square, w)] == back[w]) == (w == way) for w in steps if at(square, w) in assigned)

    return Ruled({s: [w for w in steps if at(s, w) in squares] for s in squares}, rule)


def schur(n: int) -> Ruled:
    """The numbers 1 to n in three sum-free boxes."""

    def rule(assigned: Mapping[int, int], z: int, box: int) -> bool:
        return not any(assigned.get(x) == box == assigned.get(z - x) for x in range(1, z // 2 + 1))

    return Ruled(dict.fromkeys(range(1, n + 1), range(3)), rule)


CASES: dict[str, tuple[Callable[[], Ruled], int]] = {
    "latin squares of order 2": (lambda: latin(2), 2),
    "latin squares of order 3": (lambda: latin(3), 12),
    "latin squares of order 4": (lambda: latin(4), 576),
    "4x4 sudoku grids": (lambda: latin(4, box=2), 288),
    "Petersen graph in 3 colours": (lambda: colouring(PETERSEN, 3), 120),
    "Petersen graph in 4 colours": (lambda: colouring(PETERSEN, 4), 12960),
    "Groetzsch graph in 3 colours": (lambda: colouring(GROETZSCH, 3), 0),
    "Groetzsch graph in 4 colours": (lambda: colouring(GROETZSCH, 4), 12480),
    "map of Australia in 3 colours": (australia, 18),
    "Langford pairs, n = 3": (lambda: langford(3), 2),
    "Langford pairs, n = 4": (lambda: langford(4), 2),
    "Langford pairs, n = 6": (lambda: langford(6), 0),
    "Langford pairs, n = 7": (lambda: langford(7), 52),
    "magic squares of order 3": (magic_square, 8),
    "domino tilings of 4x4": (lambda: dominoes(4), 36),
    "Schur: 13 numbers in three boxes fit": (lambda: schur(14), 0),
}


@pytest.mark.parametrize("inference", ["check", "forward"])
@pytest.mark.parametrize("name", CASES)
def test_published_numbers(name: str, inference: str) -> None:
    make, number = CASES[name]
    assert clew.count(make(), inference=inference) == number


def test_schur_number_three_is_thirteen() -> None:
    assert clew.first(schur(13)) is not None


def test_the_shortest_golomb_rulers() -> None:
    for marks, length in ((4, 6), (5, 11), (6, 17)):
        ruler = golomb(marks, length + 3)
        best = clew.solve(
            ruler, clew.Best(lambda s: max(s.values()), bound=lambda state: max(dict(state.items()).values()))
        )
        assert best.result is not None
        assert max(best.result.values()) == length


def golomb(marks: int, longest: int) -> Ruled:
    def rule(assigned: Mapping[int, int], k: int, place: int) -> bool:
        placed = [*assigned.values(), place]
        gaps = [abs(a - b) for a, b in combinations(placed, 2)]
        return (k == 0) == (place == 0) and placed == sorted(placed) and len(set(gaps)) == len(gaps)

    return Ruled(dict.fromkeys(range(marks), range(longest + 1)), rule)
