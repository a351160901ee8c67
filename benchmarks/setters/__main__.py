"""How fast clew decides puzzles of setters: `python -m benchmarks.setters [--only WORD] [--time 20]`.

Each is asked for its solution, and whether it has just one, as it is written in the rules and with no options. The
solution is compared with the one that is published. Times are of the processor, and include the making of the model.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.setters.models import model_of, text_of
from benchmarks.setters.reading import puzzles

import clew


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of the name of a puzzle")
    parser.add_argument("--time", type=float, default=20, help="seconds for each question")
    asked = parser.parse_args()
    limits = clew.Limits(time=asked.time)
    total = 0.0
    for puzzle in puzzles():
        if asked.only.lower() not in puzzle.name.lower():
            continue
        begin = time.process_time()
        checked = clew.check(model_of(puzzle), limits=limits)
        middle = time.process_time()
        first = clew.solve(model_of(puzzle), clew.First(), limits=limits)
        end = time.process_time()
        found = first.result
        verdict = (
            "none" if found is None else "as published" if text_of(puzzle, found) == puzzle.solution else "another"
        )
        total += middle - begin
        print(f"{puzzle.name:55}{checked.answer:12}{middle - begin:8.3f}  {verdict:14}{end - middle:8.3f}", flush=True)
    print(f"{'all':67}{total:8.3f}")


if __name__ == "__main__":
    main()
