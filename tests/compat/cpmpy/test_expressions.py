from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import clew.compat.cpmpy
from tests.examples import THOROUGH

cp = pytest.importorskip("cpmpy")
from cpmpy.expressions.core import Operator  # noqa: E402

from tests.compat.cpmpy.expressions import VARIABLES, A, B, X, Y, Z, expected, expressions  # noqa: E402


def check(constraints: list[Any]) -> None:
    """All solutions of some constraints are found, each once, and no others."""
    clew.compat.cpmpy.register()
    solver = cp.SolverLookup.get("clew", cp.Model(constraints))
    used = [one for one in VARIABLES if one in solver.user_vars]
    wanted = {
        tuple(value for value, one in zip(values, VARIABLES, strict=True) if one in solver.user_vars)
        for values in expected(constraints)
    }
    found: list[tuple[int, ...]] = []
    solver.solveAll(display=lambda: found.append(tuple(int(one.value()) for one in used)))
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert solver.solveAll() == len(wanted)
    assert solver.solve() is bool(wanted)
    assert not wanted or all(cp.expressions.utils.argval(one) for one in constraints)


@settings(deadline=None, max_examples=2000 if THOROUGH else 60, suppress_health_check=list(HealthCheck))
@example([cp.AllDifferent(X, cp.Power(cp.Division(X, X), 0))])
@example([~cp.GlobalCardinalityCount([X, X], [1, 1], [Y, Y])])
@example([cp.AllDifferentExceptN([X, X, Y], [2, 0, 0])])
@example([~cp.Circuit(A, X)])
@example([~cp.Circuit(2, X), ~cp.Circuit(-1, Y)])
@example([~cp.Inverse([A, 2], [X, Y])])
@example([cp.ShortTable([X, X // X], [[0, "*"]])])
@example([cp.Inverse([X, Y, Z], [1, 0, 2]) != Y])
@example([cp.cpm_array([X, Y, Z])[X] == X])
@example([cp.Xor([A, B, X > 0, True])])
@example([(X // 0 == 1) | A])
@example([(abs(X // 0) + Z == 1) == B])
@example([~(X // Y == 1), ~(X % Z == 0)])
@example([cp.cpm_array([1, 2, Z])[X] * Y != 2])
@example([Operator("not", [~A]) != Y, (~(A == 0)) + B + Z == 1])
@example([~(cp.NValue([X // Z, Y]) == 2)])
@example([~cp.IfThenElse(cp.Table([A, Z], [[1, 1], [0, 2]]), ~B, A)])
@given(st.lists(expressions()[1], min_size=1, max_size=2))
def test_solutions_are_those_that_cpmpy_says(constraints: list[Any]) -> None:
    try:
        expected(constraints)
    except (TypeError, ValueError):  # of CPMpy's own, about some arguments
        assume(False)
    check(constraints)


SIZES = {"truths.PAIRS": 20, "variables.LISTED": 5}
"""Limits, each with the largest number that is tried in its place: the expressions stand on both sides of these."""


@settings(deadline=None, max_examples=2000 if THOROUGH else 60, suppress_health_check=list(HealthCheck))
@given(
    st.lists(expressions()[1], min_size=1, max_size=2),
    st.fixed_dictionaries({name: st.integers(1, most) for name, most in SIZES.items()}),
)
def test_solutions_at_every_limit(constraints: list[Any], sizes: dict[str, int]) -> None:
    try:
        expected(constraints)
    except (TypeError, ValueError):
        assume(False)
    with pytest.MonkeyPatch.context() as patch:
        for name, size in sizes.items():
            patch.setattr(f"clew.exchange.flatzinc.{name}", size)
        check(constraints)


@pytest.mark.parametrize(
    "nested",
    [
        pytest.param(lambda: _deep(150), id="conditions"),
        pytest.param(lambda: cp.Xor([cp.Xor([A, k % 3 < X]) for k in range(-4, 4)]), id="xor"),
    ],
)
def test_deep_expressions(nested: Any) -> None:
    check([nested()])


def _deep(depth: int) -> Any:
    made = X > 0
    for k in range(depth):
        made = (made | (k % 4 == Y)) if k % 2 else (made & (k % 3 != Z))
    return made


NAMES = ("and", "or", "->", "==", "sum", "wsum", "max", "alldifferent", "boolval", "", "=1", "=2", "~", "'")
"""Names of variables that are also those of operators, or of variables that clew adds."""


@pytest.mark.parametrize("name", NAMES)
def test_a_variable_may_be_called_anything(name: str) -> None:
    one, bit, other = cp.intvar(0, 3, name=name), cp.boolvar(name=f"{name}b"), cp.intvar(0, 3, name=f"~{name}")
    clew.compat.cpmpy.register()
    model = cp.Model(one == 2, bit.implies(one == other), cp.max([one, other]) == one, ~bit == (one != other))
    model += [cp.cpm_array([1, bit, ~bit])[one] == other, cp.AllDifferent(one, ~bit), bit | (one > 1)]
    wanted = [
        (x, b, y)
        for x, b, y in product(range(4), range(2), range(4))
        if x == 2 and (not b or x == y) and max(x, y) == x and b == (x == y) and (1, b, 1 - b)[x] == y
        if x != 1 - b
    ]
    assert model.solveAll(solver="clew") == len(wanted)
