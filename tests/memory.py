"""Asks thousands of small questions of each kind, and looks at the memory: `python -m tests.memory [--questions N]`.

Each question is about another model or another instance, so that caches are tried, not just filled once. After a
warm-up and at the end the same few questions are asked, and what the process uses afterwards is compared: whatever is
kept of the latest questions is equal then. It is counted to the byte, because Python asks the C library for each object
(PYTHONMALLOC=malloc), as the engine does. The memory that the process holds is compared too, over all kinds.
"""

from __future__ import annotations

import argparse
import atexit
import ctypes
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final

import clew
from clew.constraints import AllDifferent, Constant, Predicate, Var
from clew.formats import from_json, to_cnf, to_json, to_minizinc
from clew.tools.cli import main as command
from tests import agreement
from tests.corpus.families import Draw

MOST: Final = 16
"""So many bytes a question may leave behind on average, less than any object of Python takes, beside"""
ONCE: Final = 2**15
"""so many bytes in all, for what a question of another kind comes upon first. A kind that leaves more is asked as many
questions again: tables that grow once, as those of Python's classes and of modules imported late, do not grow then."""
AGAIN: Final = 3
"""So often they are asked: a leak shows each time."""
HELD: Final = 32 * 2**20
"""So many bytes more the process may hold in the end than at the beginning of each kind: free memory in pieces."""
SETTLING: Final = 2 * len(agreement.FAMILIES)
"""The questions that are asked before each look: more than any cache keeps of large things."""

Question = Callable[[int], Any]


class MallInfo(ctypes.Structure):
    """What the C library of GNU says of its memory: all are numbers of bytes or blocks."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in ("arena", "free", "fast", "mapped_blocks", "mapped"))
    _fields_ += tuple((name, ctypes.c_size_t) for name in ("unused", "fast_bytes", "used", "free_bytes", "top"))


class Rooks(clew.Problem[int, int]):
    """Hooks alone, all four of them: rooks that do not attack each other, some places being forbidden."""

    def __init__(self, size: int, forbidden: int) -> None:
        self.size, self.forbidden = size, forbidden

    def domains(self) -> dict[int, Any]:
        places = range(self.size)
        return {row: [v for v in places if (row, v) != divmod(self.forbidden, self.size)] for row in places}

    def choose_variable(self, state: Any) -> Any:
        return state.first_open()

    def enumerate_values(self, state: Any, variable: int) -> Any:
        return reversed([*state.domain(variable)])

    def is_consistent(self, state: Any, variable: int, value: int) -> bool:
        return all(value != there for _, there in state.items())

    def forward_check(self, state: Any, variable: int, value: int) -> Any:
        for other in state.open:
            if state is not clew.DEAD_END and other != variable:
                state = state.prune(other, [value])
        return state


def model(k: int) -> clew.Model:
    """A model of the corpus or of the engine's own families: another one for each number."""
    seed, family = divmod(k, len(agreement.FAMILIES))
    return agreement.made(agreement.FAMILIES[family], seed)


def total(problem: clew.Model) -> Any:
    """The sum of the variables whose values are numbers."""
    numbers = [v for v, values in problem.domains().items() if all(type(value) is int for value in values)]
    return sum(map(Var, numbers), Constant(0))


def ruler(k: int) -> clew.Model:
    """A model with a longer search: marks of a Golomb ruler, from another place on for each number."""
    made = clew.Model()
    marks = [made.variable(mark, range(k, k + 12 + k % 5)) for mark in range(5)]
    made.require(x < y for x, y in pairwise(marks))
    made.require(AllDifferent(y - x for j, y in enumerate(marks) for x in marks[:j]))
    return made


def short(k: int) -> clew.Model:
    """Two variables and two constraints, with other constants for each number."""
    made = clew.Model()
    x, y = (made.variable(name, range(k, k + 4)) for name in "xy")
    made.require(AllDifferent([x, y]), x + y <= 2 * k + 4)
    return made


def sudoku(k: int) -> str:
    """A sudoku of four by four: three clues on the diagonal."""
    draw = Draw(k)
    cells = ["."] * 16
    for digit, place in zip("1234", draw.some(range(0, 16, 5), 3), strict=False):
        cells[place] = digit
    return "".join(cells)


def every(problem: clew.Problem[Any, Any], **options: Any) -> Any:
    return list(islice(clew.solutions(problem, **options), 50))


def several(problem: clew.Problem[Any, Any]) -> list[dict[Any, Any]]:
    variable, values = next(iter(problem.domains().items()), (None, ()))
    return [{variable: value} for value in list(values)[:3]] or [{}]


def refused(k: int) -> None:
    """Questions with a mistake, in an option and in the text of an instance."""
    with suppress(clew.ClewError):
        clew.first(model(k), variable_order=f"order-{k}")
    with suppress(clew.ClewError):
        clew.load("sudoku", f"{k}" * 3)


def surfaced(k: int) -> None:
    """A constraint that raises an exception of its own."""
    problem = model(k)

    def fails(*values: Any) -> bool:
        raise LookupError(f"{values} of {k}")

    problem.require(Predicate(fails, tuple(problem.domains())[:2]))
    with suppress(LookupError, clew.ClewError):
        clew.first(problem)


def resumed(k: int) -> None:
    """A search that is kept in a file, cut off, and resumed."""
    file = FOLDER / "kept"
    clew.solve(clew.load("queens", str(4 + k % 3)), clew.Count(), checkpoint=file, limits=clew.Limits(nodes=9))
    clew.resume(file)
    file.unlink()


def loaded(k: int) -> None:
    """The problem of a file that is changed each time: its module is run anew, in place of the one before."""
    file = FOLDER / "own.py"
    file.write_text(OF_A_FILE.format(k % 5 + 2), encoding="utf-8")
    problem = clew.load(str(file), "3")
    clew.solve(problem, clew.Count(), checkpoint=FOLDER / f"{k}.clew")
    (FOLDER / f"{k}.clew").unlink()


OF_A_FILE = """
import attrs, clew
from clew.constraints import AllDifferent, Stepwise

class Rising(Stepwise):
    def holds(self, values):
        return list(values) == sorted(values)
    def start(self):
        return -1
    def step(self, memory, position, value):
        return value if value > memory else None

@attrs.frozen
class Own(clew.Problem):
    number: int

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def domains(self):
        return dict.fromkeys(range(self.number), range({}))

    def constraints(self):
        return [AllDifferent(range(self.number)), Rising(range(self.number))]
"""


def told(*words: str) -> None:
    """The command, in this process."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        command(list(words))


CUT: Final = clew.Limits(nodes=5)
FOLDER: Final = Path(tempfile.mkdtemp())
atexit.register(shutil.rmtree, FOLDER)

KINDS: Final[dict[str, Question]] = {
    "model": model,
    "first": lambda k: clew.first(model(k)),
    "solutions": lambda k: every(model(k)),
    "solutions, left": lambda k: next(clew.solutions(model(k)), None),
    "count": lambda k: clew.count(model(k)),
    "check": lambda k: clew.check(model(k)),
    "is_unique": lambda k: clew.is_unique(model(k)),
    "best": lambda k: clew.best(problem := model(k), total(problem)),
    "best, cut": lambda k: clew.best(ruler(k), Var(4), limits=CUT),
    "best by a function": lambda k: clew.solve(model(k), clew.Best(lambda solution: k % 7), limits=CUT),
    "fixed": lambda k: clew.fixed(model(k)),
    "why": lambda k: clew.why(model(k)),
    "hint": lambda k: clew.hint(clew.load("sudoku", sudoku(k))),
    "rate": lambda k: clew.rate(clew.load("sudoku", sudoku(k))),
    "steps": lambda k: clew.steps(clew.load("sudoku", sudoku(k))).as_dict(),
    "violations": lambda k: clew.violations(problem := model(k), several(problem)[0]),
    "check_each": lambda k: list(clew.check_each(problem := model(k), several(problem))),
    "first_each": lambda k: list(clew.first_each(problem := model(k), several(problem))),
    "estimate": lambda k: clew.estimate(model(k), probes=5),
    "cut by nodes": lambda k: clew.solve(model(k), clew.All(), limits=CUT),
    "cut by time": lambda k: clew.solve(model(k), clew.Count(), limits=clew.Limits(time=1e-4)),
    "sample": lambda k: clew.solve(model(k), clew.Sample(3), seed=k),
    "wdeg": lambda k: clew.first(model(k), variable_order="wdeg", seed=k),
    "random": lambda k: every(model(k), variable_order="random", value_order="random", seed=k),
    "arc": lambda k: every(ruler(k), inference="arc"),
    "python": lambda k: every(model(k), kernel="python"),
    "python, count": lambda k: clew.count(model(k), kernel="python"),
    "compiled": lambda k: clew.solve(ruler(k), clew.AtMost(9), kernel="compiled"),
    "threads": lambda k: clew.solve(short(k), clew.All(), jobs=2, kernel="compiled"),
    "hooks": lambda k: every(Rooks(3 + k % 3, k)),
    "given": lambda k: clew.count(problem := model(k), given=several(problem)[0]),
    "progress": lambda k: clew.solve(model(k), clew.Count(), kernel="python", progress=lambda progress: None),
    "refused": refused,
    "an exception": surfaced,
    "load": lambda k: clew.first(clew.load("sudoku", sudoku(k))),
    "load a file": loaded,
    "draw": lambda k: [s.draw() for s in every(clew.load("queens", str(3 + k % 4)))],
    "formats": lambda k: (from_json(to_json(short(k))), to_minizinc(short(k)), to_cnf(short(k))),
    "trees": lambda k: clew.search_tree(clew.load("queens", str(3 + k % 3))),
    "symmetry": lambda k: clew.count_by_symmetry(clew.load("queens", str(3 + k % 4))),
    "generate": lambda k: next(clew.generate("sudoku", "4x4", seed=k)),
    "resume": resumed,
    "command": lambda k: told("solve", "sudoku", sudoku(k)),
}

SLOW: Final = frozenset({"hint", "rate", "steps", "threads", "load a file", "generate", "resume", "command"})
"""Of these a tenth of the questions is asked, and none in a short run."""


def used() -> int:
    """The bytes that objects and the engine use."""
    gc.collect()
    said = LIBRARY.mallinfo2()
    return int(said.used + said.mapped)


def held() -> int:
    """The bytes of memory that the process has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def growth(question: Question, begin: int, number: int) -> int:
    """The bytes that so many questions leave behind, the first of them with this number."""
    settling = min(SETTLING, number)

    def settled() -> int:
        for k in range(settling):
            question(k)
        return used()

    warmed = begin + 2 * settling
    for k in range(begin + settling, warmed):
        question(k)
    before = settled()
    for k in range(warmed, warmed + number):
        question(k)
    return settled() - before


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=2500, help="how many of each kind; default: %(default)s")
    parser.add_argument("--kind", choices=KINDS, action="append", help="this kind only; may be repeated")
    parsed = parser.parse_args()
    if os.environ.get("PYTHONMALLOC") != "malloc":
        program = [sys.executable, "-m", "tests.memory", *sys.argv[1:]]
        return subprocess.run(program, env={**os.environ, "PYTHONMALLOC": "malloc"}).returncode
    began, asked, growing, more = time.perf_counter(), 0, 0, 0
    for name in parsed.kind or KINDS:
        start, had = time.perf_counter(), held()
        number = parsed.questions // (10 if name in SLOW else 1)
        if number < 10:
            continue
        asked += number
        left, most = growth(KINDS[name], 0, number), ONCE + MOST * number
        for again in range(1, AGAIN):
            if left > most:
                left = min(left, growth(KINDS[name], again * (2 * SETTLING + number), number))
        kept = held() - had
        more += kept
        growing += left > most
        seconds = time.perf_counter() - start
        print(
            f"{name:20} {left / number:9.1f} bytes a question {left:9,} bytes {kept / 2**20:6.1f} MiB {seconds:6.1f} s",
            flush=True,
        )
    seconds = time.perf_counter() - began
    print(f"{asked:,} questions in {seconds:.0f} s: {growing} kinds grow, {more / 2**20:.1f} MiB more held")
    return 1 if growing or more > HELD else 0


LIBRARY = ctypes.CDLL(None)
LIBRARY.mallinfo2.restype = MallInfo

if __name__ == "__main__":
    sys.exit(main())
