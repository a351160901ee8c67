"""New instances: `python -m benchmarks.generation [--seconds 10] [--kinds ...] [--beside]`.

Prints how many instances with exactly one solution, none of whose clues can be left out, are made in a second of one
core's time: sudokus of 9x9 and 16x16, Takuzus of 14x14 and 20x20.

`--beside` has the generators of Simon Tatham's collection make as many, if they are installed (`sgt-puzzles` in
Debian). They ask for something else: no puzzle that their solver for people finds too hard or too easy, and no promise
that no clue can be left out. So their figures say what people wait for, and not which program is quicker.

`python -m benchmarks.proofs` proves that they are unique and minimal.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

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


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10, help="for each kind and program")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--beside", action="store_true", help="Tatham's generators too")
    words = parser.parse_args()
    for kind in words.kinds:
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


if __name__ == "__main__":
    main()
