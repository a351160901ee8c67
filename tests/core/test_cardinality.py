"""Cardinalities in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Count, Sum
from clew.constraints.primitives import Cardinality, Primitive
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree
from tests.examples import examples


@attrs.frozen
class Counted(Constraint):
    """A `Count` that is never an automaton, however few values it counts."""

    counts: tuple[tuple[Any, int, int], ...]

    def holds(self, values: Sequence[Any]) -> bool:
        return all(low <= list(values).count(value) <= high for value, low, high in self.counts)

    def primitives(self) -> Iterable[Primitive]:
        return (Cardinality(self, self.counts),)


@st.composite
def counts(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    scope = draw(st.permutations(names))[: draw(st.integers(3, len(names)))]
    if draw(st.integers(0, 3)) == 0:
        return Sum(scope[:3], draw(st.sampled_from(("<=", ">="))), draw(values))
    wanted = []
    for value in draw(st.lists(values, min_size=1, max_size=4, unique=True)):
        low = draw(st.integers(0, 2))
        wanted.append((value, low, low + draw(st.integers(0, 2))))
    return Counted(scope, tuple(wanted))


@examples(300)
@given(models(counts, st.integers(-1, 2)))
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


def test_values_that_a_domain_lacks_and_counts_beyond_all_variables() -> None:
    model = clew.Model()
    for k, name in enumerate("wxyz"):
        model.variable(name, [k, k + 1, True] if k > 1 else [0, 2])  # True is 1
    model.require(Counted("wxyz", ((1, 1, 10**20), (9, 0, 3), (2, 2, 2))))
    all_agree(model)
    model.require(Counted("wxyz", ((0, 10**20, 10**20),)))
    assert agree(model) == ([], [0], 1)


@pytest.mark.parametrize("values", [63, 64, 65])
def test_values_about_as_many_as_a_word_has_bits(values: int) -> None:
    model = clew.Model()
    model.variables("v w x y z", range(values))
    model.require(
        Counted("vwxyz", ((0, 1, 1), (1, 0, 1), (values - 1, 3, 4))), clew.constraints.Sum("vw", "<=", values)
    )
    found, _, _ = all_agree(model)
    assert len(found) > 2 * values


def test_as_many_missing_as_open_variables() -> None:
    """Six variables of which two must be 0, two 1 and two 2: 6! / 8 ways, and none has to be tried in vain."""
    model = clew.Model()
    model.variables("u v w x y z", range(8))
    model.require(Counted("uvwxyz", ((0, 2, 2), (1, 2, 2), (2, 2, 6))))
    found, _, failures = agree(model)
    assert len(found) == 90
    assert failures == 0


def test_a_long_count_of_many_values() -> None:
    """32 variables in a `Count` over 8 values: an automaton would need more memory than there is."""
    model = clew.Model()
    model.variables(range(32), range(8))
    model.require(Count(range(32), dict.fromkeys(range(8), 4)))
    from clew.core import _engine
    from clew.core.compiler import program_of
    from clew.state.levels import UNIT

    compiled = program_of(model.domains(), model.constraints(), UNIT)
    search = _engine.Search(compiled.program, [], _engine.STATIC, False, False, -1)
    assert search.run(10**9, 3) == _engine.FOUND
    assert search.fetch(compiled.values)[0] == tuple(k // 4 for k in range(32))
    assert search.failures == 0
