from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import clew
import clew.compat.cpmpy

cp = pytest.importorskip("cpmpy")
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402

from clew.exchange.flatzinc.variables import LISTED  # noqa: E402


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    before = vars(cp.SolverLookup)["base_solvers"]
    clew.compat.cpmpy.register()
    yield
    cp.SolverLookup.base_solvers = before


def asked(*constraints: Any) -> Any:
    return cp.SolverLookup.get("clew", cp.Model(*constraints))


def listed(solver: Any, *shown: Any, **options: Any) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    number = solver.solveAll(display=lambda: found.append(tuple(int(one.value()) for one in shown)), **options)
    assert number == len(found) == len(set(found))
    return sorted(found)


def test_clew_is_the_last_of_the_solvers_once() -> None:
    before = cp.SolverLookup.base_solvers()
    clew.compat.cpmpy.register()
    assert cp.SolverLookup.base_solvers() == before
    assert before[0][0] == "ortools"
    assert before[-1][0] == "clew"
    assert "clew" in cp.SolverLookup.supported()
    assert asked().version() == clew.__version__


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        pytest.param("import clew, clew.compat.cpmpy; print('cpmpy' in sys.modules)", "False", id="imports"),
        pytest.param(
            "sys.modules['cpmpy'] = None\nimport clew.compat.cpmpy\n"
            "try: clew.compat.cpmpy.register()\nexcept ImportError as error: print(error)",
            "clew.compat.cpmpy needs CPMpy: pip install 'clewpy[cpmpy]'",
            id="missing",
        ),
    ],
)
def test_cpmpy_is_imported_when_it_is_needed(program: str, printed: str) -> None:
    run = subprocess.run([sys.executable, "-c", f"import sys\n{program}"], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == printed


def test_a_solution_with_values_of_the_variables_kinds() -> None:
    x, b = cp.intvar(1, 9, name="x"), cp.boolvar(name="b")
    solver = asked(x * x == 49, b == (x > 3))
    assert solver.solve()
    assert (x.value(), b.value()) == (7, True)
    assert type(x.value()) is int
    assert type(b.value()) is bool
    assert solver.status().exitstatus is ExitStatus.FEASIBLE
    assert solver.status().solver_name == "clew"


@pytest.mark.parametrize("low", [-3000, 0])
@pytest.mark.parametrize("width", [4095, 4096, LISTED - 1, LISTED, LISTED + 1])
def test_a_wide_variable_divides(low: int, width: int) -> None:
    """From so many values on a variable stays an interval; 0 goes all the same before a quotient is looked at."""
    x, y = cp.intvar(low, low + width, name="x"), cp.intvar(0, 3, name="y")
    number = width + 1 - (low <= 0)
    assert asked(x // x == 1).solveAll() == number
    assert asked(x % x == 0, cp.Table([x, y], [(0, 1), (1, 2), (5, 3)])).solveAll() == 2
    divisors = [k for k in range(max(low, -8), low + width + 1) if k]
    assert asked(10 // x == y, x > -9).solveAll() == sum(int(10 / k) in range(4) for k in divisors)
    assert asked(cp.cpm_array([0, 7, 8])[x] == 8, x // x == 1).solveAll() == 1


def test_no_solution_takes_the_values_away() -> None:
    x = cp.intvar(0, 3)
    solver = asked(x > 1)
    assert solver.solve()
    solver += x < 2
    assert not solver.solve()
    assert x.value() is None
    assert solver.status().exitstatus is ExitStatus.UNSATISFIABLE
    assert solver.solveAll() == 0


@pytest.mark.parametrize("minimize", [True, False])
def test_the_best_solution_and_all_of_them(minimize: bool) -> None:
    x, y = cp.intvar(0, 4, shape=2)
    solver = asked(x + y == 4)
    solver.objective(cp.max([x, y]) * 2 - 1, minimize)
    assert solver.solve()
    assert solver.objective_value() == (3 if minimize else 7)
    assert solver.status().exitstatus is ExitStatus.OPTIMAL
    assert listed(solver, x, y) == ([(2, 2)] if minimize else [(0, 4), (4, 0)])
    assert solver.objective_value() == (3 if minimize else 7)


@pytest.mark.parametrize("minimize", [True, False])
def test_an_objective_of_a_condition_with_constants_in_it(minimize: bool) -> None:
    """CPMpy takes a precedence apart into conditions, some of which are constants."""
    one, bit = cp.intvar(0, 2), cp.boolvar()
    solver = cp.SolverLookup.get("clew", cp.Model(one >= 1))
    solver.objective(one - 3 * cp.Precedence([~bit, -2, one], [2, 1]), minimize)
    assert solver.solve()
    assert solver.objective_value() == (-1 if minimize else 2)


def test_an_objective_that_is_undefined_in_a_condition_alone() -> None:
    x, y = cp.intvar(0, 3, name="x"), cp.intvar(0, 1, name="y")
    solver = asked(x >= 0)
    solver.maximize(2 * (y == 0) + (x // y == 2) + 3 * (cp.cpm_array([4, 5])[x] == 5))
    assert solver.solve()
    assert (x.value(), y.value(), solver.objective_value()) == (1, 0, 5)
    solver.minimize(cp.cpm_array([4, 5])[x - 2] + x // y)
    assert solver.solve()
    assert (x.value(), y.value(), solver.objective_value()) == (2, 1, 6)
    solver = asked(y == 0)
    solver.maximize(cp.Decreasing(x // y, 1))
    assert solver.solve()
    assert solver.objective_value() == 0


def test_each_better_solution_is_displayed(capsys: pytest.CaptureFixture[str]) -> None:
    x = cp.intvar(0, 30, name="x")
    solver = asked(x % 3 == 1)
    solver.maximize(x)
    shown: list[int] = []
    assert solver.solve(display=lambda: shown.append(x.value()))
    assert shown == sorted(set(shown))
    assert shown[-1] == 28
    assert solver.solve(display=x)
    assert capsys.readouterr().out.splitlines()[-1] == "28"


def test_an_objective_of_fractions() -> None:
    x = cp.boolvar(shape=3)
    solver = asked(cp.sum(x) <= 2)
    weights = cp.FloatSum([0.1, 0.2, 0.15], x, const=1.5)
    solver.maximize(weights)
    assert solver.solve()
    assert weights.value() == pytest.approx(1.85)
    assert solver.objective_value() is None


def test_counting_equals_listing_and_ends_at_limits() -> None:
    x = cp.intvar(0, 9, shape=3)
    solver = asked(cp.AllDifferent(x))
    assert solver.solveAll() == 720 == len(listed(solver, *x))
    assert solver.status().exitstatus is ExitStatus.OPTIMAL
    assert cp.AllDifferent(x).value()
    assert solver.solveAll(solution_limit=5) == 5
    assert solver.status().exitstatus is ExitStatus.FEASIBLE
    assert solver.solveAll(time_limit=30) == 720
    assert solver.solveAll(limits=clew.Limits(nodes=3)) < 720


def test_a_time_limit_ends_the_search() -> None:
    x = cp.boolvar(shape=(9, 8))  # nine pigeons in eight holes
    pairs = [~(p & q) for hole in x.T for k, p in enumerate(hole) for q in hole[:k]]
    solver = asked([cp.any(row) for row in x], pairs)
    started = time.perf_counter()
    assert not solver.solve(time_limit=0.2, inference="check")
    assert time.perf_counter() - started < 5
    assert solver.status().exitstatus is ExitStatus.UNKNOWN
    with pytest.raises(ValueError, match="time_limit must be positive"):
        solver.solve(time_limit=0)


def test_interrupted() -> None:
    x = cp.intvar(0, 30, shape=30)
    solver = asked(cp.AllDifferent(x))
    solver.maximize(cp.sum(x[k] * x[k + 1] for k in range(29)))
    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve(time_limit=60)
    assert solver.status().exitstatus is ExitStatus.FEASIBLE
    assert cp.AllDifferent(x).value()


def test_hints_are_tried_first() -> None:
    x, b = cp.intvar(0, 9, name="x"), cp.boolvar(name="b")
    solver = asked(x >= 2, b | (x > 5))
    for value, truth in ((7, False), (4, True)):
        solver.solution_hint([x, ~b], [value, not truth])
        assert solver.solve()
        assert (x.value(), b.value()) == (value, truth)
    solver.solution_hint([x], [100])
    assert solver.solve()


def test_assumptions_and_a_core() -> None:
    a, b, c, d = cp.boolvar(shape=4, name=tuple("abcd"))
    solver = asked(a.implies(b), b.implies(~c))
    assert solver.solve(assumptions=[a, d])
    assert b.value()
    assert not solver.solve(assumptions=[d, a, c])
    assert {str(one) for one in solver.get_core()} == {"a", "c"}
    assert not solver.solve(assumptions=[a, ~a])
    assert {str(one) for one in solver.get_core()} == {"a", "~a"}
    solver += a
    assert not solver.solve(assumptions=[c])
    assert solver.get_core() == [c]
    assert solver.solve(assumptions=[])


def test_constraints_of_clew_by_their_names() -> None:
    a, b, c, d = cp.intvar(0, 1, shape=4)
    solver = asked(cp.DirectConstraint("DistinctVectors", ([[a, b], [c, d]],)), a <= c)
    assert solver.solveAll() == 2 * 2 + 2 * 2 + 1 * 0 + 1 * 0
    assert isinstance(solver.native_model, clew.Model)
    assert solver.solver_var(5) == 5
    assert repr(solver.solver_var(~cp.boolvar(name="p"))) == "<(1 - 'p')>"


def test_wide_ranges() -> None:
    x, y = cp.intvar(0, 10**6, shape=2, name=("x", "y"))
    b = cp.boolvar()
    solver = asked(b == (x >= 500_000), (y == 3) | (y > 900_000), x + y + 7 * (x > y) == 1_000_000, ~b)
    assert solver.solve()
    assert x.value() + y.value() + 7 * (x.value() > y.value()) == 1_000_000
    assert x.value() < 500_000


def test_a_number_that_is_not_whole_is_refused() -> None:
    with pytest.raises(cp.exceptions.NotSupportedError, match=r"0\.5 is no whole number"):
        asked(cp.intvar(0, 3) == 0.5)


def test_a_hint_of_a_wide_domain() -> None:
    x = cp.intvar(1, 10**6, name="x")
    solver = cp.SolverLookup.get("clew", cp.Model(x > 0))
    solver.solution_hint([x], [123_456])
    assert solver.solve()
    assert x.value() == 123_456


@pytest.mark.parametrize("number", [10**6 - 1, 10**6, 10**6 + 1])
def test_weights_are_fractions_up_to_a_denominator(number: int) -> None:
    from clew.compat.cpmpy.solver import _exact

    found = _exact(1 / number)
    assert float(found) == 1 / number
    assert (found == Fraction(1, number)) is (number <= 10**6)
