"""A variable without values, in the engine: there is no solution, whatever the constraints are."""

from __future__ import annotations

import pytest

import clew
from clew.constraints import AllDifferent, Constraint, Element, Lex, Or, Product, Sum, Table, Var

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree


@pytest.mark.parametrize("level", ["forward", "unit"])
@pytest.mark.parametrize(
    "constraint",
    [
        AllDifferent("xy"),
        AllDifferent("xyz", offsets=(0, 1, 2)),
        Var("x") - Var("z") != 1,
        Sum("xyz", "==", 2),
        Product("xyz", "==", 2),
        Table("xyz", [(0, 0, 0)]),
        Table("xyz", [(0, 0, 0)], allowed=False),
        Element("x", [Var("z"), 1], "y"),
        Lex("xy", "zw"),
        Or([Var("x") == 0, Var("y") == 1, Var("z") == 0]),
    ],
    ids=lambda constraint: constraint.title,
)
@pytest.mark.parametrize("empty", "xz")
def test_there_is_no_solution(constraint: Constraint, level: str, empty: str) -> None:
    model = clew.Model()
    for name in "wxyz":
        model.variable(name, range(0) if name == empty else range(2))
    model.require(constraint)
    found, _, _ = agree(model, level)
    assert found == []
