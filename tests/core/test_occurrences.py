"""Counts of conditions in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Comparison, Constraint, Table, Var
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import program_of
from clew.state.levels import UNIT
from tests.core.comparing import all_agree
from tests.examples import examples


@st.composite
def occurrences(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Conditions on some variables, as many as hold as another one says, one of them, or a number."""
    last, *others = draw(st.permutations(names))
    some = draw(st.lists(st.sampled_from(others), min_size=2, unique=True)) + [last] * draw(st.booleans())
    sign = draw(st.sampled_from([1, -1]))
    terms: Any = sum(sign * (draw(conditions(name, values)) + 0) for name in some)
    return terms == (sign * Var(last) if draw(st.booleans()) else 0) + draw(st.integers(-2, 3))  # type: ignore[no-any-return]


@st.composite
def conditions(draw: st.DrawFn, name: str, values: st.SearchStrategy[Any]) -> Any:
    if draw(st.booleans()):
        return Comparison((name,), draw(st.sampled_from(["==", "!=", "<", ">="])), draw(values))
    return Table((name,), [(value,) for value in draw(st.sets(values, max_size=3))], allowed=draw(st.booleans()))


@examples(250)
@given(models(occurrences, st.integers(-1, 4)) | models(occurrences, st.integers(0, 3)))
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


@pytest.mark.parametrize("number", ["n", "a", 2])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_count_has_no_variables_of_its_own(number: Any, sign: int) -> None:
    model = clew.Model()
    model.variables([*"abcdn"], range(6))
    model.require(sum(sign * (Var(name) == 1) for name in "abcd") == sign * (number if number == 2 else Var(number)))
    made = program_of(model.domains(), [*model.constraints()], UNIT)
    assert made.program.variables == (6 if number == 2 else 5)  # a number is a variable of one value


@pytest.mark.parametrize(
    "constraint",
    [
        sum((Var(name) == 1) for name in "abcd") <= Var("n"),
        sum((Var(name) == 1) for name in "abca") == Var("n"),
        sum((Var(name) == 1) for name in "abcd") == 2 * Var("n"),
        sum((Var(name) == 1) for name in "abcd") + 2 * (Var("e") == 1) == Var("n"),
    ],
)
def test_other_sums_of_conditions_are_no_counts(constraint: Constraint) -> None:
    model = clew.Model()
    model.variables([*"abcden"], range(6))
    model.require(constraint)
    assert program_of(model.domains(), [*model.constraints()], UNIT).program.variables > 6  # of the conditions


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("shift", [2**62, 2**63 - 1, 2**63, 2**70])
@pytest.mark.parametrize("is_named", [True, False])
def test_numbers_that_do_not_fit_into_a_word(sign: int, shift: int, is_named: bool) -> None:
    """There are too many combinations for a table."""
    model = clew.Model()
    some = model.variables(range(6), range(4))
    number = model.variable("n", [*range(8), 2**60])
    total = sum(sign * (variable == 1) for variable in some)
    model.require(total == sign * number - shift if is_named else total == sign * shift)
    assert clew.count(model, inference="unit", kernel="compiled") == 0
