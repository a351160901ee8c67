"""The drop-in beside python-constraint: the same program, once with each import; and as a `clew.Model`.

    python benchmarks/compat.py

Each program is run by all in turns and must find as much. A cold time is that of a new process, from the import to
the answer; a warm one that of the same program again. Both are processor time, medians of several runs; in brackets
stands how many times as long python-constraint took. Without python-constraint2 only clew is measured.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any, Final

import clew
from clew.constraints import AllDifferent, Predicate

OURS: Final = "clew.compat.constraint"
THEIRS: Final = "constraint"

HARD: Final = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
EASY: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def queens(constraint: Any, size: int, solver: Any = None) -> int:
    problem = constraint.Problem(solver)
    problem.addVariables(range(size), range(size))
    for one in range(size):
        for other in range(one):
            problem.addConstraint(lambda a, b, gap=one - other: a != b and abs(a - b) != gap, (other, one))
    return len(problem.getSolutions())


def sudoku(constraint: Any, clues: str) -> int:
    problem = constraint.Problem()
    for cell, clue in enumerate(clues):
        problem.addVariable(cell, range(1, 10) if clue == "." else [int(clue)])
    for k in range(9):
        box = [(k // 3 * 3 + i) * 9 + k % 3 * 3 + j for i in range(3) for j in range(3)]
        for line in (list(range(9 * k, 9 * k + 9)), list(range(k, 81, 9)), box):
            problem.addConstraint(constraint.AllDifferentConstraint(), line)
    return len(problem.getSolutions())


def money(constraint: Any) -> int:
    problem = constraint.Problem()
    problem.addVariables("sendmory", range(10))
    problem.addConstraint(lambda d, e, y: (d + e) % 10 == y, "dey")
    problem.addConstraint(lambda n, d, r, e, y: (10 * (n + r) + d + e) % 100 == 10 * e + y, "ndrey")
    problem.addConstraint("1000*s + 91*e + d + 10*r == 9000*m + 900*o + 90*n + y")
    problem.addConstraint(constraint.NotInSetConstraint([0]), "sm")
    problem.addConstraint(constraint.AllDifferentConstraint())
    return len(problem.getSolutions())


def coins(constraint: Any) -> int:
    worth = [0.01, 0.05, 0.10, 0.50, 1.00]
    problem = constraint.Problem()
    for value in worth:
        problem.addVariable(value, range(int(5 / value)))
    problem.addConstraint(constraint.ExactSumConstraint(5.00, worth), worth)
    problem.addConstraint(constraint.ExactSumConstraint(100), worth)
    return len(problem.getSolutions())


def parameters(constraint: Any, largest: int) -> int:
    powers = [2**k for k in range(11) if 2**k <= largest]
    problem = constraint.Problem()
    problem.addVariables(["block_x", "block_y"], powers)
    problem.addVariables(["tile_x", "tile_y", "unroll"], [1, 2, 3, 4, 6, 8])
    problem.addVariables(["tile_k", "vector"], [1, 2, 4, 8, 16])
    problem.addConstraint(
        [
            f"4 <= block_x * block_y <= {largest}",
            "tile_x * tile_y <= 24",
            "tile_k % unroll == 0",
            "tile_x % vector == 0",
            f"block_x * tile_x <= {largest // 2}",
        ]
    )
    return len(problem.getSolutionsAsListDict()[0])


def meals(constraint: Any, courses: int) -> int:
    """Functions of all variables: no solver can look into them."""
    dishes = [((7 * k) % 13 * 50 + 200, (5 * k) % 11 * 4 + 5, k % 9 + 1) for k in range(courses)]
    names = ["breakfast", "lunch", "dinner", "snack", "supper"]
    problem = constraint.Problem()
    problem.addVariables(names, dishes)
    problem.addConstraint(lambda *chosen: 1900 <= sum(energy for energy, _, _ in chosen) <= 2000, names)
    problem.addConstraint(lambda *chosen: sum(protein for _, protein, _ in chosen) >= 100, names)
    problem.addConstraint(lambda *chosen: sum(price for *_, price in chosen) <= 25, names)
    problem.addConstraint(lambda one, other, third: len({one, other, third}) == 3, names[:3])
    return len(problem.getSolutions())


def gaps(constraint: Any, size: int) -> int:
    """A subclass of `Constraint`, which judges what is assigned."""

    class Gaps(constraint.Constraint):  # type: ignore[misc]
        def __call__(self, variables: Any, domains: Any, assignments: Any, *_: Any) -> bool:
            values = [assignments[variable] for variable in variables if variable in assignments]
            return all(abs(one - other) > 1 for one, other in combinations(values, 2))

    problem = constraint.Problem()
    problem.addVariables("abcde", range(size))
    problem.addConstraint(Gaps())
    return len(problem.getSolutions())


def remainders(constraint: Any, size: int) -> int:
    """A subclass of `Constraint`, which hides values."""

    class Alike(constraint.Constraint):  # type: ignore[misc]
        def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False, *_: Any) -> bool:
            there = {assignments[variable] % 3 for variable in variables if variable in assignments}
            for variable in variables if forwardcheck and len(there) == 1 else ():
                if variable not in assignments:
                    for value in domains[variable][:]:
                        if value % 3 not in there:
                            domains[variable].hideValue(value)
                    if not domains[variable]:
                        return False
            return len(there) < 2

    problem = constraint.Problem()
    problem.addVariables("abcdef", range(size))
    problem.addConstraint(Alike(), "abc")
    problem.addConstraint(Alike(), "cdef")
    return len(problem.getSolutions())


def tiny(constraint: Any, number: int) -> int:
    found = 0
    for _ in range(number):
        problem = constraint.Problem()
        problem.addVariables("ab", range(1, 7))
        problem.addConstraint(lambda a, b: a * 2 == b, "ab")
        problem.addConstraint(constraint.AllDifferentConstraint())
        found += len(problem.getSolutions())
    return found


def again(constraint: Any, number: int) -> int:
    problem = constraint.Problem()
    problem.addVariables("abc", range(1, 4))
    problem.addConstraint(lambda a, b, c: a + b == c, "abc")
    problem.addConstraint(constraint.AllDifferentConstraint())
    return sum(len(problem.getSolutions()) for _ in range(number))


def space(constraint: Any, largest: int) -> int:
    """Nearly a million solutions."""
    powers = [2**k for k in range(11) if 2**k <= largest]
    problem = constraint.Problem()
    problem.addVariables(["block_x", "block_y"], powers)
    problem.addVariables(["tile_x", "tile_y"], [1, 2, 3, 4, 6, 8])
    problem.addVariables(["tile_k", "vector", "unroll"], [1, 2, 4, 8, 16][: len(powers)])
    problem.addVariables(["shared", "padded"], [0, 1])
    problem.addVariable("method", range(3))
    problem.addConstraint(
        [
            f"32 <= block_x * block_y <= {largest}",
            "tile_x * tile_y <= 24",
            "unroll == 1 or tile_k % unroll == 0",
            "shared == 1 or padded == 0",
            f"block_x * tile_x * 4 * (1 + shared) <= {8 * largest}",
        ]
    )
    return len(problem.getSolutionsAsListDict()[0])


def overridden(constraint: Any) -> Any:
    """A solver that overrides the step of its search, and calls what it overrides."""

    class Own(constraint.RecursiveBacktrackingSolver):  # type: ignore[misc]
        def recursiveBacktracking(self, *arguments: Any) -> Any:  # noqa: N802
            return super().recursiveBacktracking(*arguments)

    return Own()


def layout(constraint: Any, side: int) -> int:
    """A ring of six qubits on a grid, as in Qiskit, whose solver counts its calls."""
    problem = constraint.Problem(overridden(constraint))
    near = {
        (a, b)
        for a in range(side**2)
        for b in range(side**2)
        if abs(a % side - b % side) + abs(a // side - b // side) == 1
    }
    problem.addVariables(range(6), range(side**2))
    problem.addConstraint(constraint.AllDifferentConstraint())
    for qubit in range(6):
        problem.addConstraint(lambda one, other: (one, other) in near, (qubit, (qubit + 1) % 6))
    return len(problem.getSolutions())


def packing(constraint: Any, width: int) -> int:
    """Functions of two tuples."""

    def apart(a: Any, b: Any) -> Any:
        return a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]

    problem = constraint.Problem()
    sizes = enumerate([(2, 1), (1, 2), (2, 2), (1, 1), (3, 1)])
    for k, (w, h) in sizes:
        problem.addVariable(k, [(x, y, w, h) for x in range(width - w + 1) for y in range(4 - h)])
    for pair in combinations(range(5), 2):
        problem.addConstraint(apart, pair)
    return len(problem.getSolutions())


def stars(constraint: Any, size: int) -> int:
    """A star in each row and column, and none beside another."""
    problem = constraint.Problem()
    cells = [(i, j) for i in range(size) for j in range(size)]
    problem.addVariables(cells, [0, 1])
    for k in range(size):
        problem.addConstraint(constraint.ExactSumConstraint(1), [(k, j) for j in range(size)])
        problem.addConstraint(constraint.ExactSumConstraint(1), [(i, k) for i in range(size)])
    for one, other in combinations(cells, 2):
        if max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1:
            problem.addConstraint(constraint.MaxSumConstraint(1), [one, other])
    return len(problem.getSolutions())


def formula(constraint: Any, largest: int) -> int:
    """The formulas of a chemical compound by its mass."""
    masses = {"C": 12.011, "H": 1.008, "N": 14.007, "O": 15.999, "S": 32.06}
    problem = constraint.Problem()
    for name in masses:
        problem.addVariable(name, range(largest if name == "H" else largest // 2))
    problem.addConstraint(constraint.MinSumConstraint(179.0, list(masses.values())), list(masses))
    problem.addConstraint(constraint.MaxSumConstraint(181.0, list(masses.values())), list(masses))
    problem.addConstraint(lambda c, h, n: h <= 2 * c + n + 2, "CHN")
    return len(problem.getSolutions())


def square(constraint: Any) -> int:
    problem = constraint.Problem()
    problem.addVariables(range(9), range(1, 10))
    problem.addConstraint(constraint.AllDifferentConstraint())
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        problem.addConstraint(constraint.ExactSumConstraint(15), line)
    return len(problem.getSolutions())


def totals(constraint: Any, number: int) -> int:
    found = 0
    for _ in range(number):
        problem = constraint.Problem()
        problem.addVariables("abc", range(4))
        problem.addConstraint(constraint.ExactSumConstraint(5))
        problem.addConstraint(constraint.MaxSumConstraint(3), "ab")
        problem.addConstraint(constraint.InSetConstraint([1, 2]), "c")
        found += len(problem.getSolutions())
    return found


def firsts(constraint: Any, number: int) -> int:
    found = 0
    for _ in range(number):
        problem = constraint.Problem()
        problem.addVariables("abcdef", range(6))
        problem.addConstraint(constraint.AllDifferentConstraint())
        problem.addConstraint(lambda a, b: a < b, "ab")
        found += problem.getSolution() is not None
    return found


def texts(constraint: Any, number: int) -> int:
    found = 0
    for _ in range(number):
        problem = constraint.Problem()
        problem.addVariables("abc", range(1, 5))
        problem.addConstraint(["2 <= a * b <= 8", "c % 2 == 0 or a == 1"])
        found += len(problem.getSolutions())
    return found


# -- the same as a model of clew's own ---------------------------------------------------------------


def queens_model(size: int) -> int:
    model = clew.Model("queens")
    cells = model.variables([f"q{k}" for k in range(size)], range(size))
    for (i, one), (j, other) in combinations(enumerate(cells), 2):
        model.require(one != other, one - other != j - i, other - one != j - i)
    return len(list(clew.solutions(model)))


def meals_model(courses: int) -> int:
    dishes = [((7 * k) % 13 * 50 + 200, (5 * k) % 11 * 4 + 5, k % 9 + 1) for k in range(courses)]
    names = ["breakfast", "lunch", "dinner", "snack", "supper"]
    model = clew.Model("meals")
    model.variables(names, dishes)
    for function in (
        lambda *chosen: 1900 <= sum(energy for energy, _, _ in chosen) <= 2000,
        lambda *chosen: sum(protein for _, protein, _ in chosen) >= 100,
        lambda *chosen: sum(price for *_, price in chosen) <= 25,
    ):
        model.require(Predicate(function, names))
    model.require(AllDifferent(names[:3]))
    return len(list(clew.solutions(model)))


def gaps_model(size: int) -> int:
    model = clew.Model("gaps")
    model.variables("a b c d e", range(size))
    for pair in combinations("abcde", 2):
        model.require(Predicate(lambda one, other: abs(one - other) > 1, pair))
    return len(list(clew.solutions(model)))


def works(quick: bool) -> dict[str, tuple[Callable[[Any], int], Callable[[], int] | None]]:
    """What is measured, by name, and the same as a model if it is one; each says how many solutions it found."""
    size, large, number, small = (5, 8, 10, 5) if quick else (10, 1024, 1000, 6)
    clues, courses = (EASY, 7) if quick else (HARD, 12)
    return {
        f"{size} queens, all": (lambda constraint: queens(constraint, size), lambda: queens_model(size)),
        "sudoku, all": (lambda constraint: sudoku(constraint, clues), None),
        "SEND + MORE = MONEY, all": (money, None),
        "100 coins, all": (coins, None),
        "parameters, all": (lambda constraint: parameters(constraint, large), None),
        "functions of five variables": (lambda constraint: meals(constraint, courses), lambda: meals_model(courses)),
        "own constraints": (lambda constraint: gaps(constraint, courses), lambda: gaps_model(courses)),
        "own constraints that hide values": (lambda constraint: remainders(constraint, courses), None),
        f"{number} small problems": (lambda constraint: tiny(constraint, number), None),
        f"{number} times the same question": (lambda constraint: again(constraint, number), None),
        "a large space with conditions": (lambda constraint: space(constraint, large), None),
        "6 queens, overridden step": (lambda constraint: queens(constraint, 6, overridden(constraint)), None),
        "layout, overridden step": (lambda constraint: layout(constraint, 3 if quick else 4), None),
        "packing": (lambda constraint: packing(constraint, small), None),
        "star battle": (lambda constraint: stars(constraint, small), None),
        "chemical formula": (lambda constraint: formula(constraint, 30), None),
        "magic square": (square, None),
        f"{number} small problems of totals": (lambda constraint: totals(constraint, number), None),
        f"{number} first solutions": (lambda constraint: firsts(constraint, number), None),
        f"{number} small problems of texts": (lambda constraint: texts(constraint, number), None),
    }


def shown(seconds: float) -> str:
    """A time with three digits."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def warm(work: Callable[[], int], found: set[int]) -> float:
    """The time of one run; what it finds is added."""
    started = time.process_time()
    found.add(work())
    return time.process_time() - started


def cold(name: str, package: str, quick: bool) -> float:
    """The time of a run in a new process, from the import to the answer."""
    arguments = [sys.executable, __file__, "--cold", name, package, *(["--quick"] if quick else [])]
    return float(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the drop-in beside python-constraint.")
    parser.add_argument("--quick", action="store_true", help="small programs, once each")
    parser.add_argument("--runs", type=int, default=5, help="how often each is run (default: %(default)s)")
    parser.add_argument("--cold", nargs=2, metavar=("WORK", "PACKAGE"), help="run one program once, and print its time")
    options = parser.parse_args()
    if options.cold:
        name, package = options.cold
        print(warm(lambda: works(options.quick)[name][0](importlib.import_module(package)), set()))
        return
    packages = [OURS, *([THEIRS] if importlib.util.find_spec(THEIRS) else [])]
    runs = 1 if options.quick else options.runs
    names = [
        f"{heat}{package}" for heat in ("", "cold: ") for package in ("clew", "python-constraint")[: len(packages)]
    ]
    print(f"| | {' | '.join(names)} | clew.Model |")
    print("| --- |" + " ---: |" * (2 * len(packages) + 1))
    for name, (work, model) in works(options.quick).items():
        found: set[int] = set()
        modules = [importlib.import_module(package) for package in packages]
        times: list[list[float]] = [[] for _ in range(2 * len(packages) + 1)]
        for _ in range(runs):
            for k, module in enumerate(modules):
                times[k].append(warm(partial(work, module), found))
                times[k + len(modules)].append(cold(name, packages[k], options.quick))
            if model is not None:
                times[-1].append(warm(model, found))
        assert len(found) == 1, f"{name}: they found {found}"
        medians = [statistics.median(some) if some else None for some in times]
        cells = [shown(seconds) if seconds is not None else "" for seconds in medians]
        for k in (1, 3) if len(packages) > 1 else ():
            ours, theirs = medians[k - 1], medians[k]
            assert ours is not None
            assert theirs is not None
            cells[k] += f" ({float(f'{theirs / ours:.2g}'):g})"
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
