"""Rules of lines: thermometers, whispers, palindromes, and lines that add up or match a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, Final

from benchmarks.setters.grid import Grid
from benchmarks.setters.reading import pairs_of, pattern_of

from clew import variants
from clew.constraints import (
    Constant,
    Element,
    Or,
    Regular,
    Table,
    Var,
)

Said = Iterator[Any]


def groups(arguments: Sequence[Any], mark: str = "") -> Iterator[list[Any]]:
    """The arguments between marks."""
    found: list[Any] = []
    for argument in (*arguments, mark):
        if isinstance(argument, str) and argument == mark:
            yield found
            found = []
        else:
            found.append(argument)


def numbered(arguments: Sequence[Any], otherwise: int) -> tuple[int, Sequence[Var]]:
    """A number before some cells, if it is not left out."""
    return (otherwise, arguments) if isinstance(arguments[0], Var) else (int(arguments[0]), arguments[1:])


def region_sums(grid: Grid, *line: Var) -> Said:
    box = {cell.name: k for k, cells in enumerate(grid.boxes) for cell in cells}
    segments = [[line[0]]]
    for one, other in pairwise(line):
        if box[one.name] != box[other.name]:
            segments.append([])
        segments[-1].append(other)
    yield from (sum(one) == sum(other) for one, other in pairwise(segments))


def of_line(kind: Callable[[Sequence[Var]], Any]) -> Callable[..., Said]:
    """A ready-made kind about a line."""

    def said(grid: Grid, *line: Var) -> Said:
        yield from kind(line)

    return said


def with_number(kind: Callable[[Sequence[Var], int], Any], otherwise: int) -> Callable[..., Said]:
    """A ready-made kind about a line and a number, which stands before the cells if it is not left out."""

    def said(grid: Grid, *arguments: Any) -> Said:
        number, line = numbered(arguments, otherwise)
        yield from kind(line, number)

    return said


def sum_line(grid: Grid, total: str, *arguments: Any) -> Said:
    line, is_loop = [one for one in arguments if isinstance(one, Var)], isinstance(arguments[-1], str)
    runs = {(s, v): (s + v) % int(total) for s in range(int(total)) for v in grid.values if s + v <= int(total)}
    turned = [line[k:] + line[:k] for k in range(len(line) if is_loop else 1)]
    yield Or([Regular(some, runs, 0, {0}) for some in turned])


def consecutive_pairs(grid: Grid, key: str, *named: Any) -> Said:
    related = Table("vw", pairs_of(key, grid.values)).tuples
    for line in groups(named[1:]):
        yield from (Table(pair, related) for pair in pairwise(line))


def all_pairs(grid: Grid, key: str, *named: Any) -> Said:
    related = Table("vw", pairs_of(key, grid.values)).tuples
    for line in groups(named[1:]):
        yield from (Table(pair, related) for pair in combinations(line, 2))


def indexing(grid: Grid, kind: str, *cells: Var) -> Said:
    for cell in cells:
        r, c = grid.place[cell.name]
        line, number = (grid.rows[r], c) if kind == "C" else (grid.columns[c], r)
        yield Element(cell - 1, line, Constant(number + 1))


def value_indexing(grid: Grid, *line: Var) -> Said:
    yield Element(line[1] - 1, line[2:], line[0])


def regex(_: Grid, pattern: str, *lines: Any) -> Said:
    for line in groups(lines):
        yield from variants.regular_expression(line, pattern_of(pattern))


def arithmetic_series(grid: Grid, key: str, *named: Any) -> Said:
    """The only automaton among the puzzles: neighbours on a line differ by the same."""
    for line in groups(named[1:]):
        steps = [other - one for one, other in pairwise(line)]
        yield from (one == other for one, other in pairwise(steps))


RULES: Final[dict[str, Callable[..., Said]]] = {
    "Thermo": of_line(variants.thermo),
    "Whisper": with_number(variants.whispers, 5),
    "Renban": of_line(variants.renban),
    "Between": of_line(variants.between),
    "Lockout": with_number(variants.lockout, 4),
    "Palindrome": of_line(variants.palindrome),
    "Zipper": of_line(variants.zipper),
    "RegionSumLine": region_sums,
    "SumLine": sum_line,
    "Modular": with_number(variants.modular, 3),
    "Entropic": of_line(variants.entropic),
    "Pair": consecutive_pairs,
    "PairX": all_pairs,
    "Indexing": indexing,
    "ValueIndexing": value_indexing,
    "Regex": regex,
    "NFA": arithmetic_series,
}
