"""Puzzles of loops and regions that others have published, proved unique: `python -m benchmarks.shapes`.

Each in a process of its own: what is measured is one call, the model included, after `import clew`. Prints the best of
several runs in milliseconds.

The slitherlinks are "hard" ones of puzzle-loop.com with these numbers, which D. Berthier's CSP-Rules has among its
examples. Masyu and Nurikabe are those of Wikipedia.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

import clew
from clew.constraints import (
    Connected,
    Exactly,
    Loop,
    Or,
    Predicate,
    Regions,
    Var,
    grid_graph,
    grid_sides,
)

Cell = tuple[int, int]


def slitherlink(text: str) -> clew.Model:
    """A loop along the sides of cells; a number says how many sides of its cell the loop takes."""
    rows = text.split()
    sides = grid_sides(len(rows), len(rows[0]))
    model = clew.Model("slitherlink")
    edges = model.variables(sides, range(2))
    model.require(Loop(edges))
    for row, line in enumerate(rows):
        for column, clue in enumerate(line):
            if clue.isdigit():
                around = [edge for edge, cells in sides.items() if (row, column) in cells]
                model.require(Exactly(int(clue), 1, around))
    return model


def masyu(text: str) -> clew.Model:
    """A loop through all pearls: straight through a white one, with a turn beside it; at a black one it is reversed."""
    pearls = {(r, c): pearl for r, line in enumerate(text.split()) for c, pearl in enumerate(line) if pearl != "."}
    height, width = len(text.split()), len(text.split()[0])
    model = clew.Model("masyu")
    edges = model.variables(grid_graph(height, width), range(2))
    model.require(Loop(edges, through=pearls))
    names = {edge.name for edge in edges}
    for (row, column), pearl in pearls.items():
        arms = []
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            steps = [(row + k * dr, column + k * dc) for k in range(3)]
            arms.append([name for pair in pairwise(steps)
                         if (name := tuple(sorted(pair))) in names])  # fmt: skip
        model.require(_pearl(arms, straight if pearl == "w" else turning))
    return model


Arm = tuple[int, int]


def straight(up: Arm, down: Arm, left: Arm, right: Arm) -> bool:
    """Whether a loop goes straight on, and turns before or after that."""
    return any(one[0] and other[0] and not (one[1] and other[1]) for one, other in ((up, down), (left, right)))


def turning(up: Arm, down: Arm, left: Arm, right: Arm) -> bool:
    """Whether a loop turns, and goes straight on before and after that."""
    return all(one[0] != other[0] for one, other in ((up, down), (left, right))) and all(
        arm[0] <= arm[1] for arm in (up, down, left, right)
    )


def _pearl(arms: Sequence[Sequence[Any]], rule: Callable[[Arm, Arm, Arm, Arm], bool]) -> clew.constraints.Constraint:
    """A rule about the edges that lead from a cell in four directions, two in each; those beyond the border are 0."""

    def holds(*values: int) -> bool:
        left = iter(values)
        read = [[next(left) for _ in arm] + [0] * (2 - len(arm)) for arm in arms]
        up, down, west, east = ((arm[0], arm[1]) for arm in read)
        return rule(up, down, west, east)

    return Predicate(holds, [name for arm in arms for name in arm])


def nurikabe(text: str) -> clew.Model:
    """Islands of given sizes that do not touch, in a sea that is in one piece and nowhere two cells wide and high."""
    rows = text.split()
    edges = grid_graph(len(rows), len(rows[0]))
    islands = {(r, c): int(clue) for r, line in enumerate(rows) for c, clue in enumerate(line) if clue.isdigit()}
    model = clew.Model("nurikabe")
    cells = [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]
    for r, c in cells:
        near = [(y, x) for (y, x), size in islands.items() if abs(y - r) + abs(x - c) < size]
        model.variable((r, c), [(r, c)] if (r, c) in islands else ["sea", *near])
    model.require(Regions(cells, edges, islands), Connected(cells, edges, "sea"))
    model.require(Predicate(lambda one, other: one == other or "sea" in (one, other), edge) for edge in edges)
    for r, c in cells:
        square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if square[-1] in cells:
            model.require(Or([Var(cell) != "sea" for cell in square]))
    return model


PUZZLES: Final[dict[str, tuple[Callable[[str], clew.Model], str]]] = {
    "slitherlink 10x10, 7,777,777": (
        slitherlink,
        "3.3.....22 .2..3.33.. ......21.1 .313.322.2 3....12... 2..2....3. .3..1..3.1 .....3.2.3 313.3..... ...2.....3",
    ),
    "slitherlink 10x10, 9,318,586": (
        slitherlink,
        ".333.1.... 1.1.11.33. 222.2....2 ...22..333 .2.2.1.0.. 3.2...3..2 .2......22 .0...21332 32.3..1122 .........2",
    ),
    "slitherlink 15x15, 1,460,363": (
        slitherlink,
        "3.00.3.3..22.2. 2.2..02....1.11 2..2...1..3.... ...2.2.2....32. .2.3.21..2.22.3 ..3......21.3.. "
        "...02123..131.. ..22.23..3..313 .2..2....3.3.2. .2..0...2.....1 312.3..22...... "
        ".3........3.222 .2.3...2.2....1 ...3.33.2.23.3. 3.1..1..3...3.3",
    ),
    "masyu 10x10, Wikipedia": (
        masyu,
        "..w.w..... ....w...b. ..b.b.w... ...w..w... b....w...w ..w....w.. ..b...w... w...b....w ......ww.. ..b......b",
    ),
    "nurikabe 9x10, Wikipedia": (
        nurikabe,
        "2........2 ......2... .2..7..... .......... ......3.3. ..2....3.. 2..4...... .......... .1....2.4.",
    ),
}


def milliseconds(name: str) -> float:
    """One call in this process."""
    make, text = PUZZLES[name]
    began = time.perf_counter()
    answer = clew.check(make(text)).answer
    seconds = time.perf_counter() - began
    if answer != "unique":
        raise SystemExit(f"{name} is {answer}")
    return 1000 * seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--once", choices=PUZZLES, help="only this one, once, in this process")
    options = parser.parse_args()
    if options.once:
        print(milliseconds(options.once))
        return
    for name in PUZZLES:
        command = [sys.executable, "-m", "benchmarks.shapes", "--once", name]
        runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(options.runs)]
        print(f"{name:30} {min(float(run.stdout) for run in runs):8.1f} ms")


if __name__ == "__main__":
    main()
