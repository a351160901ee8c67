"""The n queens: all of them counted, and the first one found."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from .kernels import purely
from .work import Make, Peer, Timed, Work, module

Board = Sequence[int]

# -- counting all ----------------------------------------------------------------------------------


def count_clew(size: str) -> Callable[[], int]:
    from clew import count
    from clew_problems import Queens

    return lambda: count(Queens(int(size)))


def count_by_hand(size: str) -> Callable[[], int]:
    n = int(size)
    full = (1 << n) - 1

    def place(columns: int, rising: int, falling: int) -> int:
        if columns == full:
            return 1
        found = 0
        free = full & ~(columns | rising | falling)
        while free:
            queen = free & -free
            free ^= queen
            found += place(columns | queen, (rising | queen) << 1, (falling | queen) >> 1)
        return found

    return lambda: place(0, 0, 0)


def count_python_constraint(size: str) -> Callable[[], int]:
    n = int(size)
    constraint = module("constraint")
    return lambda: len(_pairs(n, constraint.Problem()).getSolutions())


def _pairs(n: int, problem: Any) -> Any:
    """A predicate for each pair of rows, as in the package's own example."""
    problem.addVariables(range(n), range(n))
    for one, other in combinations(range(n), 2):
        problem.addConstraint(
            lambda a, b, apart=other - one: a != b and abs(a - b) != apart,
            (one, other),
        )
    return problem


def count_cp_sat(size: str) -> Callable[[], int]:
    n = int(size)
    cp_model = module("ortools.sat.python.cp_model")

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    def work() -> int:
        model, _ = _cp_sat(cp_model, n)
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, counter)
        return counter.found

    return work


def _cp_sat(cp_model: Any, n: int) -> tuple[Any, list[Any]]:
    """The model of the package's own example: three AllDifferent."""
    model = cp_model.CpModel()
    queens = [model.new_int_var(0, n - 1, "") for _ in range(n)]
    model.add_all_different(queens)
    model.add_all_different(queen + row for row, queen in enumerate(queens))
    model.add_all_different(queen - row for row, queen in enumerate(queens))
    return model, queens


def count_choco(size: str) -> Callable[[], int]:
    n = int(size)
    pychoco = module("pychoco")

    def work() -> int:
        model, queens = _choco(pychoco, n, "FC")
        solver = model.get_solver()
        solver.set_min_dom_lb_search(*queens)
        found = 0
        while solver.solve():
            found += 1
        return found

    return work


def _choco(pychoco: Any, n: int, consistency: str) -> tuple[Any, list[Any]]:
    model = pychoco.Model()
    queens = model.intvars(n, 0, n - 1)
    model.all_different(queens, consistency).post()
    model.all_different([queen + row for row, queen in enumerate(queens)], consistency).post()
    model.all_different([queen - row for row, queen in enumerate(queens)], consistency).post()
    return model, queens


CLINGO = """
1 { queen(R, 1..n) } 1 :- R = 1..n.
1 { queen(1..n, C) } 1 :- C = 1..n.
:- D = 2..2*n, 2 { queen(R, D-R) }.
:- D = 1-n..n-1, 2 { queen(R, R-D) }.
"""


def count_clingo(size: str) -> Callable[[], int]:
    clingo = module("clingo")

    def work() -> int:
        control = clingo.Control(["-c", f"n={size}", "--models=0", "--configuration=frumpy"])
        control.add("base", [], CLINGO)
        control.ground([("base", [])])
        control.solve()
        return int(control.statistics["summary"]["models"]["enumerated"])

    return work


def count_nucs(size: str) -> Callable[[], int]:
    n = int(size)
    problems = module("nucs.examples.queens.queens_problem")
    solvers = module("nucs.solvers.backtrack_solver")
    return lambda: sum(1 for _ in solvers.BacktrackSolver(problems.QueensProblem(n)).solve())


GECODE = """
include "alldifferent.mzn";
int: n;
array [1..n] of var 1..n: q;
constraint alldifferent(q);
constraint alldifferent([q[i] + i | i in 1..n]);
constraint alldifferent([q[i] - i | i in 1..n]);
solve :: int_search(q, first_fail, %s) satisfy;
output [show(q)];
"""


def count_gecode(size: str) -> Callable[[], Timed]:
    def work() -> Timed:
        _, statistics = _gecode(size, "indomain_min", all_solutions=True)
        return Timed(int(statistics["solutions"]), float(statistics["solveTime"]))

    return work


def _gecode(size: str, values: str, *, all_solutions: bool) -> tuple[str, dict[str, str]]:
    command = ["minizinc", "--solver", "gecode", "-s", "--input-from-stdin", *(["-a"] if all_solutions else [])]
    run = subprocess.run(command, input=f"{GECODE % values}n = {size};", capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    pairs = [line.removeprefix("%%%mzn-stat: ").split("=") for line in lines if line.startswith("%%%mzn-stat: ")]
    return next((line for line in lines if line.startswith("[")), ""), {pair[0]: pair[1] for pair in pairs}


COUNTS = {"4": 2, "6": 4, "7": 40, "8": 92, "9": 352, "10": 724, "11": 2680, "12": 14200, "13": 73712, "14": 365596}

COUNT = Work(
    title="all the ways to place n queens, counted",
    sizes=("8", "12"),
    quick=("7",),
    peers={
        "clew (Python)": purely(count_clew),
        "clew": Peer(count_clew, "clewpy"),
        "by hand": Peer(count_by_hand, None, "a recursive function on bit masks, written for this puzzle alone"),
        "python-constraint2": Peer(count_python_constraint, "python-constraint2", "a predicate for each pair of rows"),
        "CP-SAT": Peer(count_cp_sat, "ortools", "three AllDifferent; one worker: more of them repeat solutions"),
        "Choco": Peer(count_choco, "pychoco", "three AllDifferent by forward checking, smallest domain first"),
        "clingo": Peer(
            count_clingo, "clingo", "one queen a row and a column, two on no diagonal; configuration frumpy"
        ),
        "NuCS": Peer(
            count_nucs, "nucs", "its own example; compiled by numba, and kept on disk, before the first round"
        ),
        "Gecode": Peer(
            count_gecode, "minizinc", "three AllDifferent, first_fail; the time that it reports, without its start"
        ),
    },
    expected=COUNTS,
)

# -- counting all of larger boards: beside a program in C ------------------------------------------

IN_C = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t found;
static uint32_t full;

static void place(uint32_t columns, uint32_t rising, uint32_t falling) {
    if (columns == full) { found++; return; }
    for (uint32_t queen, free = full & ~(columns | rising | falling); free; free ^= queen) {
        queen = free & -free;
        place(columns | queen, (rising | queen) << 1, (falling | queen) >> 1);
    }
}

int main(int count, char **words) {
    struct timespec began, ended;
    full = (1u << atoi(words[1])) - 1;
    clock_gettime(CLOCK_MONOTONIC, &began);
    place(0, 0, 0);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    printf("%lu %.9f\\n", found, ended.tv_sec - began.tv_sec + 1e-9 * (ended.tv_nsec - began.tv_nsec));
}
"""


def count_in_c(size: str) -> Callable[[], Timed]:
    folder = Path(tempfile.mkdtemp())
    (folder / "queens.c").write_text(IN_C)
    build = ["gcc", "-O3", "-march=native", "-o", str(folder / "queens"), str(folder / "queens.c")]
    subprocess.run(build, check=True)

    def work() -> Timed:
        run = subprocess.run([folder / "queens", size], capture_output=True, text=True, check=True)
        found, seconds = run.stdout.split()
        return Timed(int(found), float(seconds))

    return work


def count_by_symmetry(size: str) -> Callable[[], int]:
    from clew import count_by_symmetry
    from clew_problems import Queens

    return lambda: count_by_symmetry(Queens(int(size))).result


LARGE = Work(
    title="all the ways to place n queens, counted, beside a program in C",
    sizes=("12", "14", "16"),
    quick=("8",),
    peers={
        "clew": Peer(count_clew, "clewpy"),
        "clew (symmetry)": Peer(count_by_symmetry, "clewpy", "the eight symmetries of the square"),
        "in C": Peer(count_in_c, "gcc", "three masks and a recursion, gcc -O3 -march=native; the time that it reports"),
    },
    expected={**COUNTS, "15": 2279184, "16": 14772512},
)

# -- the first -------------------------------------------------------------------------------------


def first_clew(size: str) -> Callable[[], Board]:
    from clew import first
    from clew_problems import Queens

    n = int(size)

    def work() -> Board:
        solution = first(Queens(n))
        return [solution[row] for row in range(n)] if solution else []

    return work


def first_python_constraint(size: str) -> Callable[[], Board]:
    n = int(size)
    constraint = module("constraint")

    def work() -> Board:
        solution = _pairs(n, constraint.Problem()).getSolution()
        return [solution[row] for row in range(n)] if solution else []

    return work


def first_python_constraint_by_chance(size: str) -> Callable[[], Board]:
    n = int(size)
    constraint = module("constraint")

    def work() -> Board:
        solution = _pairs(n, constraint.Problem(constraint.MinConflictsSolver())).getSolution()
        return [solution[row] for row in range(n)] if solution else []

    return work


def first_cp_sat(size: str) -> Callable[[], Board]:
    n = int(size)
    cp_model = module("ortools.sat.python.cp_model")

    def work() -> Board:
        model, queens = _cp_sat(cp_model, n)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 0
        solver.parameters.cp_model_presolve = False
        solver.solve(model)
        return [solver.value(queen) for queen in queens]

    return work


def first_cp_sat_squares(size: str) -> Callable[[], Board]:
    n = int(size)
    cp_model = module("ortools.sat.python.cp_model")

    def work() -> Board:
        model = cp_model.CpModel()
        squares = [[model.new_bool_var("") for _ in range(n)] for _ in range(n)]
        rising: list[list[Any]] = [[] for _ in range(2 * n - 1)]
        falling: list[list[Any]] = [[] for _ in range(2 * n - 1)]
        for row in range(n):
            model.add_exactly_one(squares[row])
            model.add_exactly_one(squares[k][row] for k in range(n))
            for column in range(n):
                rising[row + column].append(squares[row][column])
                falling[row - column + n - 1].append(squares[row][column])
        for line in rising + falling:
            model.add_at_most_one(line)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return [next(c for c in range(n) if solver.boolean_value(row[c])) for row in squares]

    return work


def first_choco(consistency: str) -> Make:
    def make(size: str) -> Callable[[], Board]:
        n = int(size)
        pychoco = module("pychoco")

        def work() -> Board:
            model, queens = _choco(pychoco, n, consistency)
            solver = model.get_solver()
            solver.set_min_dom_lb_search(*queens)
            solver.solve()
            return [queen.get_value() for queen in queens]

        return work

    return make


def first_gecode(size: str) -> Callable[[], Timed]:
    def work() -> Timed:
        board, statistics = _gecode(size, "indomain_median", all_solutions=False)
        return Timed([column - 1 for column in json.loads(board)], float(statistics["solveTime"]))

    return work


def is_sound(size: str, board: Any) -> str:
    """Whether a board is a solution, seen from the columns and the diagonals alone."""
    n = int(size)
    lines = (board, [r + c for r, c in enumerate(board)], [r - c for r, c in enumerate(board)])
    sound = len(board) == n and all(len(set(line)) == n for line in lines) and set(board) == set(range(n))
    return "a solution" if sound else "no solution"


FIRST_SIZES = ("8", "200", "1000")

FIRST = Work(
    title="one way to place n queens",
    sizes=FIRST_SIZES,
    quick=("8",),
    peers={
        "clew (Python)": purely(first_clew),
        "clew": Peer(first_clew, "clewpy"),
        "python-constraint2": Peer(first_python_constraint, "python-constraint2", "a predicate for each pair of rows"),
        "python-constraint2 (min-conflicts)": Peer(
            first_python_constraint_by_chance, "python-constraint2", "local search: might miss a solution that exists"
        ),
        "CP-SAT": Peer(
            first_cp_sat, "ortools", "three AllDifferent; one worker, no presolve: it takes longer than it saves"
        ),
        "CP-SAT (squares)": Peer(first_cp_sat_squares, "ortools", "a Boolean for each square; one worker"),
        "Choco": Peer(
            first_choco("DEFAULT"), "pychoco", "three AllDifferent of its default kind, smallest domain first"
        ),
        "Choco (forward checking)": Peer(first_choco("FC"), "pychoco", "AllDifferent that only checks forward"),
        "Gecode": Peer(
            first_gecode,
            "minizinc",
            "three AllDifferent, first_fail, indomain_median; the time that it reports, without its start",
        ),
    },
    judge=is_sound,
    expected=dict.fromkeys(FIRST_SIZES, "a solution"),
)
