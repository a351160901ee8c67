"""All different after a mapping, with exceptions, or of values that are no whole numbers in a row, in the engine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Constraint, NotEqual, Table
from tests.random_models import Shown

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree
from tests.examples import examples

WORDS = ("one", "two", "three", "four", "five", "six")


@st.composite
def distincts(draw: st.DrawFn, names: list[str], numbers: bool) -> Constraint:
    scope = draw(st.permutations(names))[: draw(st.integers(2, len(names)))]
    kinds = ["plain", "mapping", "except", *["offsets", "both"] * numbers]
    kind = draw(st.sampled_from(kinds))
    offsets = draw(st.lists(st.integers(-2, 2), min_size=len(scope), max_size=len(scope)))
    some = range(8) if numbers else WORDS
    modulus = draw(st.integers(2, 7))
    match kind:
        case "mapping" if numbers:
            return AllDifferent(scope, mapping=lambda name, value: (value * 3 + ord(name)) % modulus)
        case "mapping":
            return AllDifferent(scope, mapping=lambda name, value: value[: modulus // 2])
        case "except":
            return AllDifferent(scope, exceptions=draw(st.sets(st.sampled_from(some), max_size=2)))
        case "offsets":
            return AllDifferent(scope, offsets=offsets)
        case "both":
            return AllDifferent(
                scope, offsets=offsets, mapping=lambda _, value: value // 2, exceptions=draw(st.sets(st.integers(0, 2)))
            )
    return AllDifferent(scope)


@st.composite
def models(draw: st.DrawFn) -> clew.Model:
    names = list("uvwxyz"[: draw(st.integers(2, 6))])
    kind = draw(st.sampled_from(("words", "numbers", "scattered")))
    few: list[Any] = [*WORDS] if kind == "words" else [0, 1, 3, 4, 7] if kind == "numbers" else [0, 62, 64, 65, 128]
    # As many values as variables, so that each of them needs a place.
    few = few[: len(names)] if draw(st.booleans()) else few
    model = Shown()
    for name in names:
        some = draw(st.lists(st.sampled_from(few), min_size=1, unique=True))
        model.variable(name, few if draw(st.booleans()) else some)
    model.require(draw(st.lists(distincts(names, kind != "words"), min_size=1, max_size=3)))
    if draw(st.booleans()):
        one, other = draw(st.permutations(names))[:2]
        model.require(draw(st.sampled_from((NotEqual(one, other), Table([one], [(value,) for value in few[1:]])))))
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        model.fix(name, draw(st.sampled_from(list(model.domains()[name]))))
    return model


@examples(400)
@given(models(), st.sampled_from(("unit", "forward")))
def test_engine_reference_and_brute_force_agree(model: clew.Model, level: str) -> None:
    all_agree(model, level)


def test_values_that_need_a_place() -> None:
    """A target that is left to one variable is placed there, before any decision."""
    model = clew.Model()
    model.variable("x", ["a", "b", "c"])
    model.variable("y", ["b", "c"])
    model.variable("z", ["c", "b"])
    model.require(AllDifferent(list("xyz")))
    found, nodes, failures = agree(model)
    assert [solution["x"] for solution in found] == ["a", "a"]
    assert nodes == [1, 2]
    assert not failures


def test_values_out_of_reach() -> None:
    """Three of many values are left to three variables: each of the three needs a place, and no other does."""
    model = clew.Model()
    model.variables(list("xyz"), range(130))
    model.require(Table([name], [(0,), (63,), (129,)]) for name in "xy")
    model.require(Table(["z"], [(0,), (63,)]), Table(["y"], [(0,), (63,)]), AllDifferent(list("xyz")))
    assert [solution["x"] for solution in agree(model)[0]] == [129, 129]


def test_wide_domains() -> None:
    model = clew.Model()
    values = [2 * k for k in range(70)]
    model.variables(list("wxyz"), values)
    for name in "wxyz":
        model.require(Table([name], [(0,), (126,), (128,), (130,), (138,)]))
    model.require(AllDifferent(list("wxyz"), mapping=lambda _, value: value // 128))
    assert not agree(model)[0]
    model = clew.Model()
    model.variables(list("wxyz"), values)
    for name in "wxyz":
        model.require(Table([name], [(0,), (126,), (128,), (138,)]))
    model.require(AllDifferent(list("wxyz"), mapping=lambda _, value: value // 2))
    assert len(agree(model)[0]) == 24
