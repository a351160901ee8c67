"""Small subproblems of a count are counted by the engine, whatever the ordering is."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import Sum

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import ORDERS, subproblems


@pytest.mark.parametrize("order", sorted({*ORDERS} - {"wdeg"}))  # that one does not count
@pytest.mark.parametrize("level", ["unit", "arc"])
def test_every_ordering_counts_them(order: Any, level: Any) -> None:
    model = clew.Model()
    cells = [[model.variable((i, j), range(4)) for j in range(3)] for i in range(3)]
    model.require([Sum(row, "==", 3) for row in cells], [Sum(column, "==", 3) for column in zip(*cells, strict=True)])
    with mock.patch.object(subproblems, "WATCHED", 0):
        outcome = clew.solve(model, clew.Count(), inference=level, variable_order=order)
    assert outcome.result == 55  # the squares of three by three whole numbers with lines of sum three
    assert outcome.statistics.kernel == ("compiled" if order == "random" else "compiled, counting")
