"""How clew's time grows with the size: `python benchmarks/growth.py [--output growth.svg]`.

- `queens, all`: the ways to place n queens, counted;
- `queens, first`: one way to place n queens;
- `takuzu`: an n x n grid, from text to the proof that its solution is the only one;
- `sudoku`: the same for a grid of n x n cells.

The puzzles are made here, from a seed: a full grid, from which clues are taken in a random order as long as its
solution is the only one, within a budget of nodes. The largest puzzles keep more clues than they need, and may be
easier. The takuzu grids are found by clew with values tried in a random order; the sudoku grids are a pattern that
repeats, with its symbols, rows and columns shuffled.

Prints a line for each size: the median of some runs, the nodes of the search, and for the puzzles the clues left. A
line whose measurement took longer than the limit is the last of its kind. With `--output`, the times are drawn
too, as an SVG with logarithmic axes.
"""

from __future__ import annotations

import argparse
import math
import platform
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any, Final

import attrs

import clew
from clew_problems import Queens

Grid = list[list[str]]
Series = dict[str, list[tuple[int, float]]]

FILLING, CHECKING, THINNING = 20_000, 500, 10_000
"""The nodes that the making of a puzzle may spend: on a full grid, on one check, and on all its checks."""

# -- making puzzles ----------------------------------------------------------------------------------


def thinned(full: Grid, name: str, seed: int) -> str:
    """The text of a puzzle with one solution: a full grid without as many clues as the budget let go.

    Clues go by the handful, in a random order. If their going lets a second solution in, or if that cannot be
    told in time, they stay, and the handful halves.
    """
    shuffle = random.Random(seed)
    places = list(product(range(len(full)), range(len(full[0]))))
    shuffle.shuffle(places)
    grid = [list(row) for row in full]
    handful, spent = max(1, len(places) // 4), 0
    while places and spent < THINNING:
        gone, places = places[:handful], places[handful:]
        for row, column in gone:
            grid[row][column] = "."
        problem = clew.load(name, text_of(grid))
        outcome = clew.solve(problem, clew.Unique(), limits=clew.Limits(nodes=CHECKING))
        spent += outcome.statistics.nodes
        if outcome.result.answer != "unique":
            for row, column in gone:
                grid[row][column] = full[row][column]
            if handful > 1:
                places = gone + places
                handful = (handful + 1) // 2
    return text_of(grid)


def text_of(grid: Grid) -> str:
    return "\n".join(map("".join, grid))


def takuzu(size: int, seed: int) -> str | None:
    """A takuzu; None if no full grid was found within the budget."""
    for attempt in range(20):
        options: Any = {"value_order": "random", "seed": 1000 * seed + attempt, "limits": clew.Limits(nodes=FILLING)}
        outcome = clew.solve(clew.load("takuzu", f"{size}x{size}"), clew.First(), **options)
        if outcome.result is not None:
            full = [[str(outcome.result[r, c]) for c in range(size)] for r in range(size)]
            return thinned(full, "takuzu", seed)
    return None


SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def sudoku(size: int, seed: int) -> str:
    """A sudoku whose boxes are square."""
    side = math.isqrt(size)
    shuffle = random.Random(seed)

    def shuffled(items: Iterable[int]) -> list[int]:
        listed = list(items)
        shuffle.shuffle(listed)
        return listed

    symbols = shuffled(range(size))
    rows, columns = ([band * side + k for band in shuffled(range(side)) for k in shuffled(range(side))] for _ in "rc")
    full = [[SYMBOLS[symbols[(side * (r % side) + r // side + c) % size]] for c in columns] for r in rows]
    return thinned(full, "sudoku", seed)


# -- measuring -----------------------------------------------------------------------------------------

Run = Callable[[], clew.Outcome[Any]]


def queens_all(size: int, seed: int) -> tuple[Run, str]:
    return lambda: clew.solve(Queens(size), clew.Count()), ""


def queens_first(size: int, seed: int) -> tuple[Run, str]:
    return lambda: clew.solve(Queens(size), clew.First()), ""


def takuzu_unique(size: int, seed: int) -> tuple[Run, str] | None:
    text = takuzu(size, seed)
    return None if text is None else unique("takuzu", text)


def sudoku_unique(size: int, seed: int) -> tuple[Run, str]:
    return unique("sudoku", sudoku(size, seed))


def unique(name: str, text: str) -> tuple[Run, str]:
    clues = sum(symbol not in ".\n" for symbol in text)
    return lambda: clew.solve(clew.load(name, text), clew.Unique()), f"{clues} clues"


@attrs.frozen
class Work:
    """Something that grows.

    Args:
        make: from the size and the seed to what is timed, and what to say about it; None if there is no such.
        sizes: the sizes.
        quick: those for a quick look.
        is_right: whether an outcome is right, as far as one can tell.
    """

    make: Callable[[int, int], tuple[Run, str] | None]
    sizes: Sequence[int]
    quick: Sequence[int]
    is_right: Callable[[int, Any], bool]


COUNTS: Final = {6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}

WORKS: Final[Mapping[str, Work]] = {
    "queens, all": Work(queens_all, range(6, 13), (6, 7), lambda n, count: bool(count == COUNTS[n])),
    "queens, first": Work(
        queens_first, (8, 12, 16, 25, 50, 100, 200, 400), (8, 12), lambda n, found: found is not None
    ),
    "takuzu": Work(takuzu_unique, range(6, 31, 4), (6, 8), lambda n, verdict: bool(verdict.answer == "unique")),
    "sudoku": Work(sudoku_unique, (4, 9, 16, 25), (4, 9), lambda n, verdict: bool(verdict.answer == "unique")),
}


def measured(work: Work, sizes: Sequence[int], runs: int, seed: int, limit: float) -> Iterator[tuple[int, float, str]]:
    """The size, the median of the seconds, and what there is to say, until one is too slow."""
    for size in sizes:
        made = work.make(size, seed)
        if made is None:
            return
        run, remark = made
        seconds: list[float] = []
        while len(seconds) < runs and sum(seconds) <= limit:
            started = time.perf_counter()
            outcome = run()
            seconds.append(time.perf_counter() - started)
            if not work.is_right(size, outcome.result):
                raise SystemExit(f"wrong answer at size {size}: {outcome.result!r}")
        nodes = f"{outcome.statistics.nodes} nodes"
        yield size, median(seconds), f"{nodes}, {remark}" if remark else nodes
        if seconds[0] > limit:
            return


# -- drawing -------------------------------------------------------------------------------------------

WIDTH, HEIGHT = 720, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 130, 30, 50
COLOURS: Final = ("#3b76c4", "#cc4a3f", "#4d9a5b", "#8a5fb0")
MARKED: Final = (4, 6, 8, 10, 16, 25, 50, 100, 200, 400)


def chart(series: Series) -> str:
    """Lines of seconds by size, both logarithmic, as SVG; a line's name stands at its end."""
    sizes = [size for points in series.values() for size, _ in points]
    times = [seconds for points in series.values() for _, seconds in points]
    lowest, highest = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    x = scale(math.log10(min(sizes)), math.log10(max(sizes)), LEFT, WIDTH - RIGHT)
    y = scale(lowest, max(highest, lowest + 1), HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        text(LEFT, TOP - 12, "seconds, by size n", "start"),
    ]
    for power in range(lowest, max(highest, lowest + 1) + 1):
        parts.append(line([(LEFT, y(power)), (WIDTH - RIGHT, y(power))], "#d8d8d8", 1))
        parts.append(text(LEFT - 8, y(power) + 4, f"{10.0**power:g}", "end"))
    for size in MARKED:
        if min(sizes) <= size <= max(sizes):
            across = x(math.log10(size))
            parts.append(line([(across, TOP), (across, HEIGHT - BOTTOM)], "#eeeeee", 1))
            parts.append(text(across, HEIGHT - BOTTOM + 18, str(size), "middle"))
    names = []
    for (name, points), colour in zip(series.items(), COLOURS, strict=False):
        placed = [(x(math.log10(size)), y(math.log10(seconds))) for size, seconds in points]
        parts.append(line(placed, colour, 2))
        parts += [f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3" fill="{colour}"/>' for across, down in placed]
        names.append(text(placed[-1][0] + 8, placed[-1][1] + 4, name, "start", colour))
    return "\n".join([*parts, *names, "</svg>", ""])


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """What maps one range of numbers to another."""
    wide = (high - low) or 1.0
    return lambda number: start + (number - low) / wide * (end - start)


def line(points: Sequence[tuple[float, float]], colour: str, width: int) -> str:
    listed = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
    return f'<polyline points="{listed}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def text(across: float, down: float, words: str, anchor: str, colour: str = "#333333") -> str:
    place = f'x="{across:.1f}" y="{down:.1f}" text-anchor="{anchor}"'
    halo = 'paint-order="stroke" stroke="white" stroke-width="4"'  # so that a line behind does not cross it out
    return f'<text {place} fill="{colour}" {halo}>{escape(words)}</text>'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="how many runs to take the median of (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="of the puzzles (default: 1)")
    parser.add_argument("--limit", type=float, default=20, help="the seconds after which sizes end (default: 20)")
    parser.add_argument("--quick", action="store_true", help="small sizes, one run: does it run at all?")
    parser.add_argument("--output", type=Path, help="the file for the SVG")
    options = parser.parse_args()
    print(f"clew {clew.__version__}, Python {platform.python_version()}, {platform.machine()}")
    series: Series = {}
    for name, work in WORKS.items():
        print(f"\n{name}")
        sizes, runs = (work.quick, 1) if options.quick else (work.sizes, options.runs)
        for size, seconds, remark in measured(work, sizes, runs, options.seed, options.limit):
            series.setdefault(name, []).append((size, seconds))
            print(f"{size:6} {seconds * 1000:12.3f} ms  {remark}", flush=True)
    if options.output is not None:
        options.output.write_text(chart(series), encoding="utf-8")
        print(f"\nDrawn: {options.output}")


if __name__ == "__main__":
    main()
