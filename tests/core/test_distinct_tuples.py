"""Vectors that differ, in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from itertools import chain, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import DistinctVectors, NotEqual, Sum
from clew_problems import Takuzu
from tests.random_models import Shown

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree, engine_runs
from tests.examples import examples


@st.composite
def models(draw: st.DrawFn) -> clew.Model:
    names = list("tuvwxyz"[: draw(st.integers(3, 7))])
    model = Shown()
    alike = draw(st.booleans())
    for name in names:
        model.variable(
            name, (0, 1) if alike else draw(st.lists(st.integers(-1, 2), min_size=1, max_size=3, unique=True))
        )
    width = draw(st.integers(1, 3))
    vector = st.permutations(names).map(lambda some: tuple(some[:width]))
    vectors = draw(st.lists(vector, min_size=2, max_size=4, unique=True))
    model.require(DistinctVectors(vectors))
    if draw(st.booleans()):
        model.require(NotEqual(names[0], names[-1]))
    if draw(st.booleans()):
        model.require(Sum(names[:3], draw(st.sampled_from(("<=", ">="))), draw(st.integers(0, 3))))
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        model.fix(name, draw(st.sampled_from(model.domains()[name])))
    return model


@examples(400)
@given(models())
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


@st.composite
def all_pairs(draw: st.DrawFn) -> clew.Model:
    """As many pairs as can be, so that each is somewhere."""
    model = Shown()
    firsts, seconds = draw(st.sampled_from(((2, 2), (2, 3), (3, 2))))
    pairs = [(f"x{k}", f"y{k}") for k in range(firsts * seconds)]
    for one, other in pairs:
        model.variable(one, range(firsts))
        model.variable(other, range(seconds))
    model.require(DistinctVectors(pairs))
    for name in draw(st.lists(st.sampled_from([*chain(*pairs)]), min_size=2, unique=True)):
        model.fix(name, draw(st.sampled_from(model.domains()[name])))
    if draw(st.booleans()):
        model.require(NotEqual("x0", "x1"), Sum([one for one, _ in pairs[:3]], "<=", 1))
    return model


@examples(200)
@given(all_pairs())
def test_a_pair_that_fits_in_one_place_is_there(model: clew.Model) -> None:
    all_agree(model)
    assert clew.count(model, learning="nogoods") == clew.count(model, kernel="python")


def test_places_of_pairs_are_found_without_a_search() -> None:
    """Every other pair is in the other places, so no value is tried."""
    model = clew.Model()
    pairs = list(product(range(3), repeat=2))
    for k, (one, other) in enumerate(pairs):
        model.variables([("x", k), ("y", k)], range(3))
        if k not in (0, 8):
            model.fix(("x", k), one)
            model.fix(("y", k), other)
    model.require(DistinctVectors([(("x", k), ("y", k)) for k in range(9)]), NotEqual(("x", 0), ("y", 8)))
    model.fix(("x", 0), 0)
    for kernel in ("compiled", "python"):
        outcome = clew.solve(model, clew.Count(), kernel=kernel, inference="unit")
        assert (outcome.result, outcome.statistics.failures) == (1, 0)


def test_vectors_of_wide_domains() -> None:
    model = clew.Model()
    model.variable("a", range(100))
    model.variable("b", range(50, 200))
    model.variable("c", [3, 99, "x"])
    model.variable("d", [70, 199])
    model.require(DistinctVectors([("a", "b"), ("c", "d")]))
    found, _, _ = engine_runs(model)
    assert len(found) == 100 * 150 * 3 * 2 - 2 * 2  # c is 3 or 99, d either


@pytest.mark.parametrize("distinct", [True, False])
def test_takuzu(distinct: bool) -> None:
    lines = [line for line in product((0, 1), repeat=4) if sum(line) == 2]  # of these none has three equal neighbours
    grids = [rows for rows in product(lines, repeat=4) if all(column in lines for column in zip(*rows, strict=True))]
    if distinct:
        grids = [rows for rows in grids if len(set(rows)) == len(set(zip(*rows, strict=True))) == 4]
    found, _, _ = agree(Takuzu.from_text("4x4", distinct=distinct))
    assert [tuple(grid.values()) for grid in found] == [tuple(cell for row in rows for cell in row) for rows in grids]


def test_a_takuzu_of_14_by_14() -> None:
    text = next(example.text for example in Takuzu.examples if example.name == "14x14")
    found, _, _ = agree(Takuzu.from_text(text))
    assert len(found) == 1


@pytest.mark.parametrize("width", [63, 64, 65])
@pytest.mark.parametrize("kernel", ["python", "compiled"])
def test_all_pairs_of_domains_around_a_word(width: int, kernel: Any) -> None:
    model = clew.Model()
    pairs = list(product(range(width), range(2)))
    names = [(("x", k), ("y", k)) for k in range(len(pairs))]
    for k, (pair, own) in enumerate(zip(names, pairs, strict=True)):
        for name, values, value in zip(pair, (range(width), range(2)), own, strict=True):
            model.variable(name, values)
            if 2 <= k < len(pairs) - 1:
                model.fix(name, value)
    model.require(DistinctVectors(names))
    assert clew.count(model, kernel=kernel, inference="unit") == 6  # three pairs in three places
