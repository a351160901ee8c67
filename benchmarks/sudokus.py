"""Many sudokus at once: `python -m benchmarks.sudokus [--set 17] [--number 50000] [--write FILE]`.

Checks that each of some thousands of sudokus has just one solution, as `clew check sudoku --each FILE` does, and
prints how many a second: the first time, when the problem is compiled on the way, and then the median of some
rounds with the kernel at hand; and the share that goes into reading and answering around the search.

The sudokus are images of published ones: numbers renamed, bands, stacks, rows and columns exchanged, transposed, as a
seed says. So each is as hard for a person as the one that it comes from, while a program meets its clues elsewhere.

`--write` keeps the file, for other programs to be measured on.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.beside.sudoku import HARD as NORVIG

from clew.answers.batch.lines import InstanceLines
from clew.answers.batch.queries import VERDICT, BatchQuery
from clew.answers.batch.rows import Answer
from clew_problems import Sudoku

ROYLE: Final = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
    "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
    "000000012040050000000009000070600400000100000000000050000087500601000300200000000",
    "000000012050400000000000030700600400001000000000080000920000800000510700000003000",
    "000000012300000060000040000900000500000001070020000000000350400001400800060000000",
    "000000012400090000000000050070200000600000400000108000018000000000030700502000000",
    "000000012500008000000700000600120000700000450000030000030000800000500700020000000",
]
"""From Gordon Royle's collection of sudokus with 17 clues, the fewest that there can be."""

HARD: Final = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
]
"""AI Escargot (Inkala), Golden Nugget (tarek), Easter Monster (jpf), Inkala 2012, Platinum Blonde (coloin), Fata
Morgana (tarek)."""

SETS: Final = {"17": ROYLE, "norvig": NORVIG[:11], "hard": HARD}


def images(puzzles: Sequence[str], number: int, seed: int) -> Iterator[str]:
    """As many images of some sudokus, each of them in turn."""
    draw = random.Random(seed)
    for k in range(number):
        yield image(puzzles[k % len(puzzles)].replace("0", "."), draw)


def image(puzzle: str, draw: random.Random) -> str:
    """The same sudoku, drawn in another way."""
    rows, columns = ([3 * band + line for band in _order(draw, 3) for line in _order(draw, 3)] for _ in range(2))
    names = dict(zip("123456789", draw.sample("123456789", 9), strict=True))
    cells = [(r, c) for r in rows for c in columns]
    if draw.random() < 0.5:
        cells = [(c, r) for r, c in cells]
    return "".join(names.get(puzzle[9 * r + c], ".") for r, c in cells)


def _order(draw: random.Random, number: int) -> list[int]:
    return draw.sample(range(number), number)


class Unsearched(BatchQuery[str]):
    """Everything but the search: every sudoku is unique."""

    def _batched(self, rows: Iterator[Any]) -> Iterator[str]:
        solution: Answer = (bytes(81),)
        for batch in self._batches(rows):
            yield from (self.question.finished(self.solution, solution) for _ in batch)


def measured(query: type[BatchQuery[str]], lines: Sequence[str]) -> tuple[Counter[str], float]:
    """The answers, and how long they took."""
    started = time.perf_counter()
    answered = InstanceLines(Sudoku.from_text, lambda problem: query(VERDICT, problem, {}, {})).answered(lines)
    found = Counter(answer for _, answer in answered)
    return found, time.perf_counter() - started


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", choices=sorted(SETS), default="17")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path, metavar="FILE")
    parsed = parser.parse_args()
    lines = list(images(SETS[parsed.set], parsed.number, parsed.seed))
    if parsed.write:
        parsed.write.write_text("\n".join(lines) + "\n", encoding="ascii")
    found, first = measured(BatchQuery, lines)
    seconds = median(measured(BatchQuery, lines)[1] for _ in range(parsed.rounds))
    _, around = measured(Unsearched, lines)
    print(f"set {parsed.set}, {parsed.number} sudokus: {dict(found)}")
    print(f"{parsed.number / first:.0f} a second the first time")
    print(f"{parsed.number / seconds:.0f} a second, {1e6 * seconds / parsed.number:.1f} us each")
    print(f"around the search: {1e6 * around / parsed.number:.1f} us each")


if __name__ == "__main__":
    main()
