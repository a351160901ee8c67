"""The variables of a program in the making: what is known of equal values is found out once."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Var
from tests.random_models import Shown

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import EngineCompiler, program_of
from clew.state.levels import UNIT
from tests.core.comparing import agree, all_agree
from tests.examples import examples


def declarations(*domains: Any) -> int:
    compiler = EngineCompiler(dict(enumerate(domains)), UNIT, frozenset())
    return len({id(compiler.declared(v)) for v in range(len(domains))})


def test_equal_values_are_declared_once() -> None:
    one = (1, "a")
    assert declarations(range(0, 4, 3), range(0, 6, 3)) == declarations(range(3), range(3)) == 1
    assert declarations(one, (*one,), (1, "b"), range(1, 2)) == 3
    assert declarations(range(2), (0, 1)) == 2


def test_equal_values_that_are_not_the_same_are_declared_apart() -> None:
    assert declarations((0, 1), (False, True), (0.0, 1.0)) == 3
    model = Shown()
    model.variable("x", (0, 1))
    model.variable("y", (False, True))
    model.require(clew.constraints.Predicate(lambda x, y: type(x) is int and y is True, "xy"))
    found, _, _ = agree(model)
    assert [(row["x"], row["y"]) for row in found] == [(0, True), (1, True)]


def steps_of_compiling(number: int) -> int:
    """The lines of Python that run, comprehensions among them once for each item."""
    names = list(range(number))
    domains = {name: range(4) if name % 2 else tuple(range(4)) for name in names}
    constraints: list[Constraint] = []
    for one, other in pairwise(names):
        x, y = Var(one), Var(other)
        constraints += [x != y, x <= y + 2, x + 2 * y <= 9, x >= 1]
    steps = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal steps
        steps += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        program_of(domains, constraints, UNIT)
    finally:
        sys.settrace(before)
    return steps


def test_compiling_takes_time_in_proportion_to_the_model() -> None:
    """Each variable has values of its own, equal to those of the others."""
    small, large = steps_of_compiling(100), steps_of_compiling(400)
    assert large < 5 * small


@examples(100)
@given(st.data())
def test_programs_of_equal_values_enter_the_nodes_of_the_reference(data: st.DataObject) -> None:
    model = Shown()
    some = [range(3), (0, 1, 2), (False, 1, 2), (2, 1, 0), (0.0, 1, 2)]
    for name in "wxyz":
        values = data.draw(st.sampled_from(some))
        model.variable(name, values if isinstance(values, range) else (*values,))
    for _ in range(data.draw(st.integers(1, 5))):
        x, y = map(Var, data.draw(st.permutations("wxyz"))[:2])
        model.require(data.draw(st.sampled_from((x != y, x < y, x + y <= 3, 2 * x == y, x <= y + 1))))
    all_agree(model)
