"""Pentominoes: all the coverings of a board, found by solvers of exact covers and by clew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from .kernels import purely
from .work import Peer, Work, module

Square = tuple[int, int]
Item = str | Square
Option = tuple[Item, ...]

PIECES = {
    "F": "10 20 01 11 12",
    "I": "00 10 20 30 40",
    "L": "00 10 20 30 31",
    "N": "00 10 11 21 31",
    "P": "00 10 20 01 11",
    "T": "00 10 20 11 12",
    "U": "00 01 11 21 20",
    "V": "00 10 20 21 22",
    "W": "00 10 11 21 22",
    "X": "10 01 11 21 12",
    "Y": "00 10 20 30 11",
    "Z": "00 10 11 12 22",
}
COUNTS = {"5x5 LNPVY": 24, "3x20": 8, "4x15": 1472, "5x12": 4040, "6x10": 9356}


def options(size: str) -> list[Option]:
    """The places of the pieces: the letter of the piece and five squares."""
    board, _, letters = size.partition(" ")
    height, width = map(int, board.split("x"))
    found: list[Option] = []
    for letter in letters or PIECES:
        shape = [(int(square[0]), int(square[1])) for square in PIECES[letter].split()]
        for turned in sorted(set(_turned(shape))):
            for down, across in product(range(height), range(width)):
                placed = tuple((row + down, column + across) for row, column in turned)
                if all(row < height and column < width for row, column in placed):
                    found.append((letter, *placed))
    return found


def _turned(shape: list[Square]) -> Iterator[tuple[Square, ...]]:
    """A shape in its eight positions, each in the upper left corner."""
    for _ in range(4):
        shape = [(column, -row) for row, column in shape]
        for mirrored in (shape, [(row, -column) for row, column in shape]):
            top, left = min(row for row, _ in mirrored), min(column for _, column in mirrored)
            yield tuple(sorted((row - top, column - left) for row, column in mirrored))


def rows(size: str) -> tuple[int, list[list[int]]]:
    """The options as numbers of columns, and how many columns there are."""
    made = options(size)
    numbers: dict[Item, int] = {}
    return len({item for option in made for item in option}), [
        [numbers.setdefault(item, len(numbers)) for item in option] for option in made
    ]


def by_clew(size: str) -> Callable[[], int]:
    from clew import count
    from clew_problems import Pentominoes

    board, _, letters = size.partition(" ")
    return lambda: count(Pentominoes.from_text(board, pieces=letters or "".join(PIECES)))


def by_hand(size: str) -> Callable[[], int]:
    return lambda: _AlgorithmX(options(size)).count()


class _AlgorithmX:
    """Knuth's Algorithm X on a dictionary of sets: the options that are left for each item that is open."""

    def __init__(self, made: list[Option]) -> None:
        self.made = made
        self.left: dict[Item, set[int]] = {}
        for number, option in enumerate(made):
            for item in option:
                self.left.setdefault(item, set()).add(number)

    def count(self) -> int:
        if not self.left:
            return 1
        found = 0
        item = min(self.left, key=lambda item: len(self.left[item]))
        for number in list(self.left[item]):
            taken = [self.take(item) for item in self.made[number]]
            found += self.count()
            for item, numbers in zip(reversed(self.made[number]), reversed(taken), strict=True):
                self.give_back(item, numbers)
        return found

    def take(self, item: Item) -> set[int]:
        for number in self.left[item]:
            for other in self.made[number]:
                if other != item and other in self.left:
                    self.left[other].discard(number)
        return self.left.pop(item)

    def give_back(self, item: Item, numbers: set[int]) -> None:
        self.left[item] = numbers
        for number in numbers:
            for other in self.made[number]:
                if other != item and other in self.left:
                    self.left[other].add(number)


def by_exact_cover(size: str) -> Callable[[], int]:
    exact_cover, numpy = module("exact_cover"), module("numpy")
    return lambda: int(exact_cover.get_solution_count(_matrix(numpy, size)))


def _matrix(numpy: Any, size: str) -> Any:
    columns, made = rows(size)
    matrix = numpy.zeros((len(made), columns), dtype=bool)
    for number, row in enumerate(made):
        matrix[number, row] = True
    return matrix


def by_exact_cover_py(size: str) -> Callable[[], int]:
    exact_cover, numpy = module("exact_cover_py"), module("numpy")
    return lambda: sum(1 for _ in exact_cover.exact_covers(_matrix(numpy, size)))


def by_xcover(size: str) -> Callable[[], int]:
    xcover = module("xcover")
    return lambda: sum(1 for _ in xcover.covers(options(size)))


def by_xcover_zdd(size: str) -> Callable[[], int]:
    xcover = module("xcover")

    def work() -> int:
        ways = {0: 0, 1: 1}
        number = 0
        # Its cache of partial coverings would be faster on some boards, and gave 9359 and 9360 for 9356 on 6x10.
        for node, _, low, high in xcover.covers_zdd(options(size), use_memo_cache=False):
            number = ways[node] = ways[low] + ways[high]
        return number

    return work


def by_pyxcc(size: str) -> Callable[[], int]:
    pyxcc = module("pyxcc")

    def work() -> int:
        made = options(size)
        items = sorted({str(item) for option in made for item in option})
        listed = [pyxcc.Option(str(k), list(map(str, option)), []) for k, option in enumerate(made)]
        return int(pyxcc.solve(pyxcc.Problem(items, [], listed), True).count())

    return work


def by_algorithm_x(size: str) -> Callable[[], int]:
    algorithm_x = module("algorithm_x")

    def work() -> int:
        columns, made = rows(size)
        solver = algorithm_x.AlgorithmX(columns)
        for row in made:
            solver.appendRow(row)
        return sum(1 for _ in solver.solve())

    return work


def by_dlx(size: str) -> Callable[[], int]:
    dlx = module("dlx")

    def work() -> int:
        columns, made = rows(size)
        solver = dlx.DLX([(str(column), dlx.DLX.PRIMARY) for column in range(columns)])
        for row in made:
            solver.appendRow(row)
        return sum(1 for _ in solver.solve())

    return work


PENTOMINOES = Work(
    title="all the coverings of a board with the twelve pentominoes, turned and mirrored ones included, counted",
    sizes=("6x10",),
    quick=("5x5 LNPVY",),
    peers={
        "clew (Python)": purely(by_clew),
        "clew": Peer(by_clew, "clewpy"),
        "by hand": Peer(by_hand, None, "Algorithm X on sets"),
        "exact_cover": Peer(by_exact_cover, "exact-cover", "in C"),
        "xcover": Peer(by_xcover, "xcover", "compiled by numba, and kept on disk, before the first round"),
        "xcover (ZDD)": Peer(
            by_xcover_zdd, "xcover", "a decision diagram, without the cache, which miscounts; compiled before too"
        ),
        "pyxcc": Peer(by_pyxcc, "pyxcc", "in Rust"),
        "exact-cover-py": Peer(by_exact_cover_py, "exact-cover-py", "in Python, compiled by numba before too"),
        "algorithm-x": Peer(by_algorithm_x, "algorithm-x", "in Python"),
        "dlx": Peer(by_dlx, "dlx", "in Python"),
    },
    expected=COUNTS,
)
