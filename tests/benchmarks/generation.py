"""New instances: `python -m tests.benchmarks.generation [--seconds 10] [--kinds ...] [--beside] [--prove 1000]`.

Prints how many instances with exactly one solution, none of whose clues can be left out, are made in a second of one
core's time: sudokus of 9x9 and 16x16, Takuzus of 14x14 and 20x20.

`--beside` has the generators of Simon Tatham's collection make as many, if they are installed (`sgt-puzzles` in
Debian). They ask for something else: no puzzle that their solver for people finds too hard or too easy, and no promise
that no clue can be left out. So their figures say what people wait for, and not which program is quicker.

`--prove N` makes N of each kind and has CP-SAT (`pip install ortools`), to which the rules are told again here, prove
that each has one solution, and several without any of its clues; and checks that no symmetry takes one to another.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

from tests.generation.judging import invariant, lines

import clew

KINDS: Final = {
    "sudoku 9": ("sudoku", "9"),
    "sudoku 16": ("sudoku", "16"),
    "takuzu 14": ("takuzu", "14x14"),
    "takuzu 20": ("takuzu", "20x20"),
}
TATHAM: Final = {
    "sudoku 9": [("sgt-solo", "3x3db"), ("sgt-solo", "3x3du")],
    "sudoku 16": [("sgt-solo", "4x4db")],
    "takuzu 14": [("sgt-unruly", "14x14udn")],
    "takuzu 20": [("sgt-unruly", "20x20udn")],
}
"""A program, and its parameters: sizes, then the difficulty (`b`asic, `u`nreasonable, `n`ormal), unique lines (`u`)."""

GAMES: Final = Path("/usr/games")
Cell = tuple[int, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10, help="for each kind and program")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--beside", action="store_true", help="Tatham's generators too")
    parser.add_argument("--prove", type=int, default=0, metavar="N", help="N of each kind, by another solver")
    words = parser.parse_args()
    for kind in words.kinds:
        if words.prove:
            prove(kind, words.prove, words.seed)
            continue
        number, seconds, clues = measured(kind, words.seconds, words.seed)
        print(f"{kind:10} clew: {number / seconds:8.2f} a second; {number} with {clues / number:.1f} clues", flush=True)
        for program, parameters in TATHAM[kind] if words.beside else ():
            print(f"{kind:10} {program} {parameters}: {beside(program, parameters, words.seconds)}", flush=True)


def measured(kind: str, seconds: float, seed: int) -> tuple[int, float, int]:
    """How many instances are made in about so many seconds of this process, in what time, with how many clues."""
    stream = clew.generate(*KINDS[kind], seed=seed)
    next(stream)  # compiles the rules
    number = clues = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        clues += len(next(stream).given())
        number += 1
    return number, time.process_time() - begin, clues


def beside(program: str, parameters: str, seconds: float) -> str:
    """How many a generator of Tatham's makes in a second: in one run, twice as many as before until it takes long."""
    found = shutil.which(program, path=f"{GAMES}:/usr/local/bin:/usr/bin")
    if found is None:
        return "is not installed"
    number = 1
    while True:
        begin = time.perf_counter()
        try:
            command = [found, "--generate", str(number), parameters]
            subprocess.run(command, check=True, capture_output=True, timeout=10 * seconds)
        except subprocess.TimeoutExpired:
            return f"fewer than {number / seconds / 10:.3f} a second"
        taken = time.perf_counter() - begin
        if taken > seconds / 2:
            return f"{number / taken:.2f} a second"
        number *= 2


def prove(kind: str, number: int, seed: int) -> None:
    """Have another solver look at so many instances of a kind."""
    begin, seen = time.perf_counter(), set()
    for place, made in enumerate(islice(clew.generate(*KINDS[kind], seed=seed), number)):
        given: Mapping[Cell, int] = made.given()
        rules = Rules(*KINDS[kind])
        solution = rules.solution(given)
        if solution is None or rules.solution(given, other_than=solution) is not None:
            sys.exit(f"{kind}, number {place} has not exactly one solution: {made.to_text()}")
        for cell in given:
            left = {k: v for k, v in given.items() if k != cell}
            if rules.solution(left, without=(cell, given[cell])) is None:
                sys.exit(f"{kind}, number {place}: {cell} can be left out: {made.to_text()}")
        seen.add(invariant(made))
    seconds = time.perf_counter() - begin
    print(f"{kind}: {number} proved, {len(seen)} different up to symmetry, in {seconds:.0f} s", flush=True)


class Rules:
    """The rules of a kind for CP-SAT: whether a cell has a value is a literal, and clues are assumptions."""

    def __init__(self, kind: str, size: str) -> None:
        from ortools.sat.python import cp_model  # type: ignore[import-not-found]

        self._cp: Any = cp_model
        self._size = int(size.partition("x")[0])
        self._values = range(2) if kind == "takuzu" else range(1, self._size + 1)
        self._cells = list(product(range(self._size), range(self._size)))
        self._model = cp_model.CpModel()
        model, has = self._model, {}
        for cell in self._cells:
            for value in self._values:
                has[cell, value] = model.new_bool_var("")
            model.add_exactly_one(has[cell, value] for value in self._values)
        self._has = has
        for rule in self._takuzu() if kind == "takuzu" else self._sudoku():
            model.add(rule)

    def _sudoku(self) -> Iterator[Any]:
        side = int(self._size**0.5)
        corners = product(range(0, self._size, side), repeat=2)
        boxes = [list(product(range(r, r + side), range(c, c + side))) for r, c in corners]
        for unit, value in product(lines(self._size) + boxes, self._values):
            yield sum(self._has[cell, value] for cell in unit) == 1

    def _takuzu(self) -> Iterator[Any]:
        one = {cell: self._has[cell, 1] for cell in self._cells}
        every = lines(self._size)
        for line in every:
            yield sum(one[cell] for cell in line) == self._size // 2
            for three in zip(line, line[1:], line[2:], strict=False):
                yield sum(one[cell] for cell in three) >= 1
                yield sum(one[cell] for cell in three) <= 2
        for group in (every[: self._size], every[self._size :]):
            for place, first in enumerate(group):
                for second in group[:place]:
                    yield sum(self._differ(one[a], one[b]) for a, b in zip(first, second, strict=True)) >= 1

    def _differ(self, one: Any, other: Any) -> Any:
        """A literal that two others differ, if it is true."""
        literal = self._model.new_bool_var("")
        self._model.add(one + other == 1).only_enforce_if(literal)
        return literal

    def solution(
        self,
        given: Mapping[Cell, int],
        *,
        other_than: Mapping[Cell, int] | None = None,
        without: tuple[Cell, int] | None = None,
    ) -> dict[Cell, int] | None:
        """A solution with some given values; another than a known one, or without a value."""
        model = self._model.clone()
        literal = {key: model.get_bool_var_from_proto_index(var.index) for key, var in self._has.items()}
        for cell, value in given.items():
            model.add(literal[cell, value] == 1)
        if other_than is not None:
            model.add_bool_or([literal[cell, value].negated() for cell, value in other_than.items()])
        if without is not None:
            model.add(literal[without] == 0)
        solver = self._cp.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        if status == self._cp.INFEASIBLE:
            return None
        assert status in (self._cp.OPTIMAL, self._cp.FEASIBLE), "CP-SAT does not know"
        return {cell: value for (cell, value), var in literal.items() if solver.value(var)}


if __name__ == "__main__":
    main()
