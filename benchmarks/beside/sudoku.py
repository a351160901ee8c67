"""Hard sudokus, each shown to have one solution and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice, product
from typing import Any

from .kernels import purely
from .work import Peer, Work, module

HARD = [
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "12..4......5.69.1...9...5.........7.7...52.9..3......2.9.6...5.4..9..8.1..3...9.4",
    "...57..3.1......2.7...234......8...4..7..4...49....6.5.42...3.....7..9....18.....",
    "7..1523........92....3.....1....47.8.......6............9...5.6.4.9.7...8....6.1.",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "1...34.8....8..5....4.6..21.18......3..1.2..6......81.52..7.9....6..9....9.64...2",
    "...92......68.3...19..7...623..4.1....1...7....8.3..297...8..91...5.72......64...",
    ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.",
    "7.....4...2..7..8...3..8.799..5..3...6..2..9...1.97..6...3..9...3..4..6...9..1.35",
    "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
]
"""The eleven of Norvig's list `hardest.txt`, and the first of his list `top95.txt` (Solving every sudoku puzzle)."""

EASY = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]
GRIDS = {"ordinary": EASY, "2 hard": HARD[:2], "12 hard": HARD}

CELLS = tuple(product(range(9), range(9)))
LINES = [
    *([(r, c) for c in range(9)] for r in range(9)),
    *([(r, c) for r in range(9)] for c in range(9)),
    *([(r + i, c + j) for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)),
]


def only(found: Iterable[str]) -> str:
    """The one solution found."""
    (solution,) = found
    return solution


def each(size: str, solve: Callable[[str], str]) -> Callable[[], list[str]]:
    """The work that is made of all the grids of a size, one after the other."""
    return lambda: [solve(line) for line in GRIDS[size]]


def clues(line: str) -> Iterable[tuple[tuple[int, int], int]]:
    return ((cell, int(symbol)) for cell, symbol in zip(CELLS, line, strict=True) if symbol != ".")


def by_clew(size: str) -> Callable[[], list[str]]:
    from clew import check
    from clew_problems import Sudoku

    def solve(line: str) -> str:
        verdict = check(Sudoku.from_text(line))
        return only("".join(str(solution[cell]) for cell in CELLS) for solution in verdict.solutions)

    return each(size, solve)


def all_at_once(size: str) -> Callable[[], list[str]]:
    from clew import check_each
    from clew_problems import Sudoku

    def work() -> list[str]:
        empty, lines = Sudoku.empty(9), GRIDS[size]
        verdicts = check_each(empty, [dict(clues(line)) for line in lines])
        return [only("".join(map(str, solution.values())) for solution in verdict.solutions) for verdict in verdicts]

    return work


def by_cp_sat(size: str) -> Callable[[], list[str]]:
    cp_model = module("ortools.sat.python.cp_model")

    class TwoAtMost(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
        def __init__(self, cells: list[Any]) -> None:
            super().__init__()
            self.cells = cells
            self.found: list[str] = []

        def on_solution_callback(self) -> None:
            self.found.append("".join(str(self.value(cell)) for cell in self.cells))
            if len(self.found) == 2:
                self.stop_search()

    def solve(line: str) -> str:
        model = cp_model.CpModel()
        cells = {cell: model.new_int_var(1, 9, "") for cell in CELLS}
        for cell, value in clues(line):
            model.add(cells[cell] == value)
        for alike in LINES:
            model.add_all_different(cells[cell] for cell in alike)
        solver, solutions = cp_model.CpSolver(), TwoAtMost(list(cells.values()))
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.linearization_level = 0
        solver.parameters.cp_model_presolve = False
        solver.solve(model, solutions)
        return only(solutions.found)

    return each(size, solve)


def by_choco(size: str) -> Callable[[], list[str]]:
    pychoco = module("pychoco")

    def solve(line: str) -> str:
        model = pychoco.Model()
        cells = {cell: model.intvar(1, 9) for cell in CELLS}
        for cell, value in clues(line):
            model.arithm(cells[cell], "=", value).post()
        for alike in LINES:
            model.all_different([cells[cell] for cell in alike]).post()
        solver = model.get_solver()
        found: list[str] = []
        while len(found) < 2 and solver.solve():
            found.append("".join(str(cell.get_value()) for cell in cells.values()))
        return only(found)

    return each(size, solve)


CLINGO = """
line(row, R, R, C) :- R = 0..8, C = 0..8.
line(column, C, R, C) :- R = 0..8, C = 0..8.
line(box, R/3*3 + C/3, R, C) :- R = 0..8, C = 0..8.
1 { cell(R, C, 1..9) } 1 :- R = 0..8, C = 0..8.
1 { cell(R, C, V) : line(K, L, R, C) } 1 :- line(K, L, _, _), V = 1..9.
:- clue(R, C, V), not cell(R, C, V).
#show cell/3.
"""


def by_clingo(size: str) -> Callable[[], list[str]]:
    clingo = module("clingo")

    def solve(line: str) -> str:
        control = clingo.Control(["--models=2"])
        control.add("base", [], CLINGO + "".join(f"clue({r}, {c}, {v})." for (r, c), v in clues(line)))
        control.ground([("base", [])])
        found = []
        with control.solve(yield_=True) as models:
            for model in models:
                cells = sorted(tuple(number.number for number in atom.arguments) for atom in model.symbols(shown=True))
                found.append("".join(str(value) for _, _, value in cells))
        return only(found)

    return each(size, solve)


def by_python_constraint(size: str) -> Callable[[], list[str]]:
    constraint = module("constraint")

    def solve(line: str) -> str:
        given = dict(clues(line))
        problem = constraint.Problem(constraint.BacktrackingSolver())
        for cell in CELLS:
            problem.addVariable(cell, [given[cell]] if cell in given else range(1, 10))
        for alike in LINES:
            problem.addConstraint(constraint.AllDifferentConstraint(), alike)
        found = islice(problem.getSolutionIter(), 2)
        return only("".join(str(solution[cell]) for cell in CELLS) for solution in found)

    return each(size, solve)


SUDOKU = Work(
    title="sudokus of 9x9, each from text to the proof that its solution is the only one: the mean",
    sizes=("ordinary", "12 hard"),
    quick=("2 hard",),
    peers={
        "clew (Python)": purely(by_clew),
        "clew": Peer(by_clew, "clewpy", "one after the other"),
        "clew (check_each)": Peer(all_at_once, "clewpy", "all at once, by `check_each`"),
        "CP-SAT": Peer(
            by_cp_sat,
            "ortools",
            "27 AllDifferent, all solutions until the second; one worker, no presolve: it takes longer than it saves",
        ),
        "Choco": Peer(by_choco, "pychoco", "27 arc consistent AllDifferent"),
        "clingo": Peer(by_clingo, "clingo", "at most two models"),
        "python-constraint2": Peer(
            by_python_constraint,
            "python-constraint2",
            "27 AllDifferent, the iterator of its BacktrackingSolver until the second",
        ),
    },
    parts={name: len(grids) for name, grids in GRIDS.items()},
)
