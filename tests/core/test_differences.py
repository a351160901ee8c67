"""Differences of two variables in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Linear, NotEqual, Same, Table
from clew_problems import Colouring
from tests.random_models import Shown, brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree
from tests.examples import examples


@st.composite
def models(draw: st.DrawFn) -> clew.Model:
    """A graph of differences, of values of any kind, some with an offset."""
    names = list("tuvwxyz"[: draw(st.integers(2, 7))])
    words = draw(st.booleans())
    model = Shown()
    some: st.SearchStrategy[Any] = (
        st.permutations(["a", "b", "c"]).flatmap(lambda three: st.sampled_from([three, three[:2]]))
        if words
        else st.builds(range, st.integers(-2, 1), st.integers(2, 4))
    )
    for name in names:
        model.variable(name, draw(some))
    for _ in range(draw(st.integers(1, 8))):
        one, other = draw(st.permutations(names))[:2]
        if words or draw(st.booleans()):
            model.require(NotEqual(one, other))
        else:
            model.require(Linear([one, other], [1, -1], "!=", draw(st.integers(-2, 2))))
    if draw(st.booleans()):
        model.require(AllDifferent(names[:3]))
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        model.fix(name, draw(st.sampled_from(list(model.domains()[name]))))
    return model


@examples(300)
@given(models(), st.sampled_from(("unit", "forward")))
def test_engine_reference_and_brute_force_agree(model: clew.Model, level: str) -> None:
    all_agree(model, level)


def test_more_values_than_a_word_has_bits() -> None:
    model = clew.Model()
    model.variable("x", range(130))
    model.variable("y", range(100, 200))
    model.require(NotEqual("x", "y"), Table(["x"], [(1,), (110,), (129,)]), Table(["y"], [(129,), (110,), (164,)]))
    assert len(agree(model)[0]) == 7


@pytest.mark.parametrize("level", ["unit", "forward"])
def test_colourings(level: str) -> None:
    """The cycle of n vertices has (k - 1)^n + (-1)^n (k - 1) colourings in k colours."""
    names = [f"v{k}" for k in range(7)]
    cycle = Colouring({name: [names[k - 1]] for k, name in enumerate(names)}, colours=3)
    assert len(agree(cycle, level)[0]) == 2**7 - 2


def test_relations_share_their_rows() -> None:
    """Equal tables of two variables, of the same values or others: each prunes its own variables."""
    model = clew.Model()
    values = range(4)
    model.variables(list("abcdef"), values)
    model.variables(list("gh"), [3, 2, 1, 0, 7])
    rows = [(a, b) for a in values for b in values if a * b % 3 == 2]
    model.require(Table(["a"], [(2,), (3,)]))
    model.require(
        Table(pair, rows) for pair in (["a", "b"], ["c", "d"], ["d", "c"], ["e", "g"], ["g", "f"], ["h", "a"])
    )
    model.require(Same(["c", "e"], ["d", "g"]))
    assert agree(model)[0] == list(brute_force(model))


@pytest.mark.parametrize("order", ["static", "mrv", "degree"])
@pytest.mark.parametrize("end", [2**61 - 1, 2**61, 2**62, 2**63, 2**64, 10**30])
def test_comparisons_beyond_words_are_those_of_the_reference(end: int, order: str) -> None:
    """Their bounds are propagated, or the engine refuses them: it is never weaker than the reference."""
    model = clew.Model()
    a, b, c = model.variables("a b c", (-end, -1, 0, 5, end))
    model.require(a <= b, b < c)
    options: Any = {"inference": "unit", "variable_order": order}
    python = clew.solve(model, clew.All(), kernel="python", **options)
    rows = [solution.row() for solution in python.result]
    assert [solution.row() for solution in clew.solve(model, clew.All(), **options).result] == rows
    assert len(rows) == 20  # for each b and c above it the values up to b: 1 * 4 + 2 * 3 + 3 * 2 + 4 * 1
    if end >= 2**61:  # twice the largest number does not stay below 2^62
        with pytest.raises(clew.OptionError, match="fit into a word"):
            clew.solve(model, clew.All(), kernel="compiled", **options)
        return
    compiled = clew.solve(model, clew.All(), kernel="compiled", **options)
    assert [solution.row() for solution in compiled.result] == rows
    assert compiled.statistics.nodes_per_level == python.statistics.nodes_per_level
