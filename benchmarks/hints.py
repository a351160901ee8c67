"""How long hints take: the next one, all steps, in a fresh process each, and how well grades agree with others.

`python -m benchmarks.hints` prints milliseconds, the least of several runs: the first hint of a sudoku if one
constraint suffices, a hint if it takes several, all the steps of hard sudokus, a contradiction of one step told by
`clew.why`. With `--grades FILE` it prints Spearman's coefficient over a collection of graded sudokus, such as a part of
Sudoku Exchange's puzzle bank (https://github.com/grantm/sudoku-exchange-puzzle-bank): in each line the 81 digits, and
the grade as the last word.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

EASY: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD: Final = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
LATER: Final = "given={(7, 2): 1}"  # after this one AI Escargot takes chains
CONTRADICTORY: Final = f"55{EASY[2:]}"
CASES: Final = {
    "a hint from one constraint": f"clew.hint(Sudoku.from_text({EASY!r}))",
    "a hint from several": f"clew.hint(Sudoku.from_text({HARD!r}), {LATER})",
    "all steps of an easy one": f"clew.steps(Sudoku.from_text({EASY!r}))",
    "all steps of AI Escargot": f"clew.steps(Sudoku.from_text({HARD!r}))",
    "why, in one step": f"clew.why(Sudoku.from_text({CONTRADICTORY!r}))",
}


def ranks(numbers: Sequence[float]) -> list[float]:
    """The rank of each number, and the middle one for those that are equal."""
    return [sum(other < one for other in numbers) + (numbers.count(one) - 1) / 2 for one in numbers]


def spearman(some: Sequence[float], others: Sequence[float]) -> float:
    """Spearman's rank correlation."""
    one, other = ranks(some), ranks(others)
    middle = (len(one) - 1) / 2
    shared = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    return float(shared / (sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in other)) ** 0.5)


def milliseconds(call: str) -> float:
    """How long a call takes in a fresh process, without the imports."""
    program = (
        "import time, clew; from clew_problems import Sudoku; clew.hint, clew.why, clew.steps\n"
        f"begun = time.perf_counter(); {call}; print(time.perf_counter() - begun)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return 1000 * float(done.stdout)


def main() -> None:
    """Print the least time of each case."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--grades", type=Path, help="rate the graded sudokus of this file, too")
    parsed = parser.parse_args()
    for name, call in CASES.items():
        print(f"{name}: {min(milliseconds(call) for _ in range(parsed.runs)):.1f} ms")
    if parsed.grades:
        import clew
        from clew_problems import Sudoku

        lines = [line.split() for line in parsed.grades.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
        graded = [(next(word for word in line if len(word) == 81), line[-1]) for line in lines]
        own = [clew.rate(Sudoku.from_text(digits)).grade for digits, _ in graded]
        published = [float(grade.removeprefix("<")) for _, grade in graded]
        print(f"Spearman's coefficient of {len(graded)} graded sudokus: {spearman(published, own):.3f}")


if __name__ == "__main__":
    main()
