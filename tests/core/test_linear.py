"""Weighted sums in the engine: the same nodes as the reference, the same solutions as brute force, up to the border."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Constraint, Linear, Sum
from tests.random_models import RELATIONS, Shown

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import CannotCompileError, program_of
from clew.state.levels import UNIT
from clew_problems import Cryptarithm, MagicSquare
from tests.core.comparing import agree, all_agree, engine_runs
from tests.examples import examples

FRACTIONS = st.sampled_from((Fraction(1, 2), Fraction(-2, 3), Fraction(5, 4), 1, 0, -1))


@st.composite
def sums(draw: st.DrawFn, names: list[str], numbers: st.SearchStrategy[Any]) -> Constraint:
    scope = draw(st.permutations(names))[: draw(st.integers(2, len(names)))]
    weights = draw(st.lists(numbers, min_size=len(scope), max_size=len(scope)))
    return Linear(scope, weights, draw(st.sampled_from(RELATIONS)), draw(numbers))


@st.composite
def models(draw: st.DrawFn, numbers: st.SearchStrategy[Any]) -> clew.Model:
    names = list("vwxyz"[: draw(st.integers(2, 5))])
    model = Shown()
    for name in names:
        model.variable(name, draw(st.lists(numbers, min_size=1, max_size=4, unique=True)))
    model.require(draw(st.lists(sums(names, numbers), min_size=1, max_size=3)))
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        model.fix(name, draw(st.sampled_from(model.domains()[name])))
    return model


@examples(400)
@given(st.one_of(models(st.integers(-4, 4)), models(FRACTIONS)), st.sampled_from(("unit", "forward", "arc")))
def test_engine_reference_and_brute_force_agree(model: clew.Model, level: str) -> None:
    all_agree(model, level)


@examples(100)
@given(st.data())
def test_wide_domains(data: st.DataObject) -> None:
    """Domains of several words, in order or not, with holes or without."""
    model = Shown()
    for name in "xyz":
        low = data.draw(st.integers(-100, 100))
        values = list(range(low, low + 150, data.draw(st.integers(1, 2))))
        model.variable(name, values if data.draw(st.booleans()) else values[::-1])
    weights = data.draw(st.lists(st.integers(-3, 3), min_size=3, max_size=3))
    model.require(Linear("xyz", weights, "==", data.draw(st.integers(-50, 50))))
    model.require(Linear("xyz", (3, -2, 1), data.draw(st.sampled_from(RELATIONS)), 7))
    for name in "xy":  # few enough to try
        values = data.draw(st.lists(st.sampled_from(model.domains()[name]), min_size=1, max_size=5, unique=True))
        model.require(clew.constraints.Table([name], [(value,) for value in values]))
    agree(model)


def test_magic_squares_and_a_cryptarithm() -> None:
    assert len(agree(MagicSquare.from_text("3"))[0]) == 8  # the turns and reflections of the Lo Shu
    (found,), _, _ = agree(Cryptarithm.from_text("SEND+MORE=MONEY"))
    assert [found[letter] for letter in "SENDMORY"] == [9, 5, 6, 7, 1, 0, 8, 2]  # H. E. Dudeney, 1924


def test_a_long_sum_with_a_term_for_each_bit() -> None:
    """Powers of two add up to a number in one way."""
    model = clew.Model()
    names = model.variables(range(40), (0, 1))
    model.require(Linear(names, [2**k for k in range(40)], "==", 0b1011 << 30 | 5))
    (found,), _, failures = agree(model)
    assert [k for k in range(40) if found[k]] == [0, 2, 30, 31, 33]
    assert failures == 0


def test_the_border_of_a_word() -> None:
    """Sums of 2^62 - 1 fit into the engine's words, larger ones do not; the number on the other side may be any."""
    border = 2**62
    domains = {"x": [1 - border // 2, 0, border // 2], "y": [0, border // 2 - 2], "z": [-1, 0, 1]}
    for bound in (0, border - 3, border - 1, border, 2**64, 10**30):
        for relation in RELATIONS:
            for sign in (1, -1):
                model = Shown()
                for name, values in domains.items():
                    model.variable(name, values)
                model.require(Linear("xyz", (1, 1, 1), relation, sign * bound))
                all_agree(model)
    program_of({**domains, "y": [0, border // 2 - 2]}, [Linear("xyz", (1, 1, 1), "<=", 0)], UNIT)
    with pytest.raises(CannotCompileError, match="fit into a word"):
        program_of({**domains, "y": [0, border // 2 - 1]}, [Linear("xyz", (1, 1, 1), "<=", 0)], UNIT)
    with pytest.raises(CannotCompileError, match="fit into a word"):
        program_of(domains, [Linear("xyz", (1, 1, border - 1), "<=", 0)], UNIT)
    with pytest.raises(CannotCompileError, match="fit into a word"):
        program_of(domains, [Linear("xyz", (1, Fraction(1, 3), 1), "<=", 0)], UNIT)


@examples(200)
@given(st.data())
def test_sums_near_the_border(data: st.DataObject) -> None:
    """Numbers so large that a carelessly written bound would overflow."""
    numbers = st.sampled_from((-(2**58) - 1, -(2**58), -3, 0, 1, 2**57 + 1, 2**58 - 1, 2**58))
    model = data.draw(models(numbers))
    weights = data.draw(st.lists(st.sampled_from((-2, -1, 1, 2)), min_size=2, max_size=2))
    plain = Shown()
    for name, values in model.domains().items():
        plain.variable(name, values)
    scope = list(plain.domains())
    weights = [weights[k % 2] for k in range(len(scope))]
    plain.require(Linear(scope, weights, data.draw(st.sampled_from(RELATIONS)), data.draw(numbers)))
    all_agree(plain)


def test_numbers_that_are_not_exact_stay_with_python() -> None:
    domains = dict.fromkeys("xyz", (0.5, 1.5))
    with pytest.raises(CannotCompileError, match="whole numbers"):
        program_of(domains, [Sum("xyz", "<=", 2)], UNIT)


@pytest.mark.parametrize("level", ["forward", "unit", "arc"])
@pytest.mark.parametrize("relation", RELATIONS)
def test_two_variables_with_floats_are_pairs(relation: str, level: str) -> None:
    model = Shown()
    model.variables("x y", (0.1, 0.2, 0.7, 3))
    model.require(Linear("xy", (1, 2), relation, 0.1 + 2 * 0.1))
    all_agree(model, level)


def test_an_unequal_sum_waits_for_the_last_variable() -> None:
    model = clew.Model()
    model.variables("x y z", range(100))
    model.require(Linear("xyz", (1, 2, 1), "!=", 6), AllDifferent("xyz"))
    model.fix("x", 1)
    model.fix("z", 3)
    found, _, failures = engine_runs(model)
    assert [solution["y"] for solution in found] == [0, 2, *range(4, 100)]
    assert failures == 0  # y = 1 is taken by x
