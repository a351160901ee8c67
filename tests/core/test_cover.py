"""Exact covers in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import ExactCover, NotEqual, Table
from clew_problems import Pentominoes
from tests.random_models import Shown

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree, engine_runs
from tests.examples import examples


@st.composite
def models(draw: st.DrawFn) -> clew.Model:
    """An exact cover, or two; with or without domains that lack options or have values that are none."""
    items = list("abcdefg"[: draw(st.integers(2, 7))])
    optional = draw(st.sets(st.sampled_from(items), max_size=2))
    options: dict[Any, list[str]] = {}
    # More than 64 options take more than one word.
    many = draw(st.booleans())
    for number in range(draw(st.integers(1, 14))):
        chosen = draw(st.sets(st.sampled_from(items), min_size=1, max_size=4))
        if chosen - optional:
            options[7 * number if many else number] = sorted(chosen)
    if many and len(optional) < len(items):
        options |= {("more", k): list(items) for k in range(70)}
    if not options:
        options, optional = {0: ["a"]}, set()
    cover = ExactCover(options, optional)
    model = Shown()
    for item, domain in cover.domains().items():
        others = draw(st.lists(st.sampled_from([*options, "none"]), unique=True, max_size=2))
        values = [*domain, *[value for value in others if value not in domain]]
        lacking = draw(st.sets(st.sampled_from(values), max_size=2))
        exact = draw(st.integers(0, 2))
        model.variable(item, domain if exact else [value for value in values if value not in lacking] or domain)
    model.require(cover)
    if many:
        model.require(Table([item], [(k,) for k in range(200)]) for item in cover.scope)
    if draw(st.integers(0, 3)) == 0 and len(cover.scope) > 1:
        model.require(NotEqual(*draw(st.permutations(cover.scope))[:2]))
    if draw(st.integers(0, 5)) == 0:
        model.require(ExactCover(dict(list(options.items())[:3]), optional))
    if draw(st.integers(0, 3)) == 0:
        item = draw(st.sampled_from(cover.scope))
        model.fix(item, draw(st.sampled_from(list(model.domains()[item]))))
    return model


@examples(400)
@given(models(), st.sampled_from(("unit", "forward")), st.sampled_from((0, 2**22)))
def test_engine_reference_and_brute_force_agree(model: clew.Model, level: str, rows: int) -> None:
    """With and without rows of what each option rules out."""
    with mock.patch("clew.core.lowering.distinct.ROWS", rows):
        all_agree(model, level)


@pytest.mark.parametrize(("board", "pieces", "number"), [("4x5", "LPWY", 20), ("3x5", "PUV", 4), ("3x5", "FIX", 0)])
def test_pentominoes(board: str, pieces: str, number: int) -> None:
    assert len(agree(Pentominoes.from_text(board, pieces=pieces))[0]) == number


def test_pentominoes_in_a_rectangle() -> None:
    """3 x 20: 2 solutions up to the 4 symmetries (Golomb, Polyominoes, 1965)."""
    assert len(engine_runs(Pentominoes.from_text("3x20"))[0]) == 8
