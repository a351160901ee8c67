"""Takuzu: a puzzle of 14x14 shown to have one solution, and all the grids of a size counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.targets.instances import TAKUZU

from .kernels import purely
from .sudoku import only
from .work import Peer, Work, module

HARD = TAKUZU.strip().replace("\n", "/")
GRIDS = {
    "14x14": HARD,
}

Lines = list[list[Any]]


def unique_clew(size: str) -> Callable[[], str]:
    from clew import check
    from clew_problems import Takuzu

    text = GRIDS[size]

    def work() -> str:
        verdict = check(Takuzu.from_text(text))
        return only("".join(str(value) for _, value in sorted(solution.items())) for solution in verdict.solutions)

    return work


def unique_cp_sat(size: str) -> Callable[[], str]:
    cp_model = module("ortools.sat.python.cp_model")
    text = GRIDS[size]
    return lambda: only(_cp_sat(cp_model, text.split("/"), 2))


def _cp_sat(cp_model: Any, rows: Sequence[str], most: int) -> list[str]:
    """The solutions, as many as wanted; all of them if that is 0."""

    class AtMost(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self, cells: list[Any]) -> None:
            super().__init__()
            self.cells = cells
            self.found: list[str] = []

        def on_solution_callback(self) -> None:
            self.found.append("".join(str(self.value(cell)) for cell in self.cells) if most else "")
            if len(self.found) == most:
                self.stop_search()

    model = cp_model.CpModel()
    grid = [[model.new_bool_var("") for _ in row] for row in rows]
    for cells, row in zip(grid, rows, strict=True):
        for cell, symbol in zip(cells, row, strict=True):
            if symbol != ".":
                model.add(cell == int(symbol))
    for lines in (grid, [list(column) for column in zip(*grid, strict=True)]):
        for line in lines:
            model.add(sum(line) == len(line) // 2)
            for three in zip(line, line[1:], line[2:], strict=False):
                model.add_bool_or(three)
                model.add_bool_or(cell.negated() for cell in three)
        model.add_all_different(sum(2**k * cell for k, cell in enumerate(line)) for line in lines)
    solver, solutions = cp_model.CpSolver(), AtMost([cell for cells in grid for cell in cells])
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, solutions)
    return solutions.found


def count_clew(size: str) -> Callable[[], int]:
    from clew import count
    from clew_problems import Takuzu

    return lambda: count(Takuzu.from_text(size))


def count_cp_sat(size: str) -> Callable[[], int]:
    cp_model = module("ortools.sat.python.cp_model")
    n = int(size.partition("x")[0])
    return lambda: len(_cp_sat(cp_model, ["." * n] * n, 0))


CLINGO = """
symbol(0..1).
1 { cell(R, C, S) : symbol(S) } 1 :- R = 1..n, C = 1..n.
n/2 { cell(R, C, S) : C = 1..n } n/2 :- R = 1..n, symbol(S).
n/2 { cell(R, C, S) : R = 1..n } n/2 :- C = 1..n, symbol(S).
:- cell(R, C, S), cell(R, C+1, S), cell(R, C+2, S).
:- cell(R, C, S), cell(R+1, C, S), cell(R+2, C, S).
differ(row, A, B) :- A = 1..n, B = A+1..n, C = 1..n, cell(A, C, 0), cell(B, C, 1).
differ(row, A, B) :- A = 1..n, B = A+1..n, C = 1..n, cell(A, C, 1), cell(B, C, 0).
differ(column, A, B) :- A = 1..n, B = A+1..n, R = 1..n, cell(R, A, 0), cell(R, B, 1).
differ(column, A, B) :- A = 1..n, B = A+1..n, R = 1..n, cell(R, A, 1), cell(R, B, 0).
:- not differ(row, A, B), A = 1..n, B = A+1..n.
:- not differ(column, A, B), A = 1..n, B = A+1..n.
"""


def count_clingo(size: str) -> Callable[[], int]:
    clingo = module("clingo")

    def work() -> int:
        control = clingo.Control(["-c", f"n={size.partition('x')[0]}", "--models=0"])
        control.add("base", [], CLINGO)
        control.ground([("base", [])])
        control.solve()
        return int(control.statistics["summary"]["models"]["enumerated"])

    return work


UNIQUE = Work(
    title="a takuzu of 14x14 with 44 clues, from text to the proof that its solution is the only one",
    sizes=("14x14",),
    quick=("14x14",),
    peers={
        "clew": Peer(unique_clew, "clewpy"),
        "CP-SAT": Peer(unique_cp_sat, "ortools", "rows and columns as numbers, AllDifferent; one worker"),
    },
)

COUNT = Work(
    title="all the takuzu grids of a size, counted",
    sizes=("6x6", "8x8"),
    quick=("4x4",),
    peers={
        "clew (Python)": purely(count_clew),
        "clew": Peer(count_clew, "clewpy"),
        "CP-SAT": Peer(count_cp_sat, "ortools", "rows and columns as numbers, AllDifferent; one worker"),
        "clingo": Peer(count_clingo, "clingo"),
    },
    expected={"4x4": 72, "6x6": 4140, "8x8": 4111116},
    slow=("8x8",),
)
