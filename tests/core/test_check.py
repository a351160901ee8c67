"""Forward checking in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import (
    OPEN,
    Constraint,
    DistinctVectors,
    Element,
    Lex,
    Linear,
    NotEqual,
    Or,
    Predicate,
    Product,
    Regular,
    Table,
    Var,
)
from tests.core.drawing import models
from tests.random_models import RELATIONS

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree, engine_runs
from tests.examples import examples


@attrs.frozen
class Below(Constraint):
    """The values add up to less than a limit, none of them being negative: judged as soon as some are known."""

    partial = True
    limit: int

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(sum(values) < self.limit)

    def consistent(self, values: Sequence[Any]) -> bool:
        return self.holds([value for value in values if value is not OPEN])


@st.composite
def constraints(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Constraints on three variables or more, some of which judge partial assignments."""
    scope = draw(st.permutations(names))[: draw(st.integers(3, len(names)))]
    relation = draw(st.sampled_from(RELATIONS))
    match draw(
        st.sampled_from(("below", "linear", "product", "table", "regular", "lex", "element", "clause", "vectors"))
    ):
        case "below":
            return Below(scope, draw(st.integers(1, 12)))
        case "linear":
            return Linear(scope, [draw(st.sampled_from((-2, -1, 1, 2))) for _ in scope], relation, draw(values))
        case "product":
            return Product(scope, relation, draw(values) * draw(values))
        case "table":
            rows = draw(st.lists(st.tuples(*[values] * len(scope)), min_size=1, max_size=30))
            return Table(scope, rows, allowed=draw(st.booleans()))
        case "lex" if len(scope) >= 4:
            half = len(scope) // 2
            return Lex(scope[:half], scope[half : 2 * half], draw(st.booleans()))
        case "element":
            return Element(scope[0], [*map(Var, scope[2:]), draw(values)], scope[1])
        case "vectors":
            width = draw(st.integers(1, 2))
            vectors = st.lists(st.sampled_from(names), min_size=width, max_size=width, unique=True).map(tuple)
            return DistinctVectors(draw(st.lists(vectors, min_size=2, max_size=4, unique=True)))
        case "clause":
            return Or([Var(name) == draw(values) for name in scope])
    moves = draw(st.dictionaries(st.tuples(st.integers(0, 2), values), st.integers(0, 2), min_size=4, max_size=12))
    return Regular(scope, moves, 0, draw(st.sets(st.integers(0, 2), min_size=1)))


MODELS = models(constraints, st.integers(0, 4))


@examples(300)
@given(MODELS)
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model, "forward")


def test_values_that_conflicts_refuse_are_never_asked_about() -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(4))
    model.require(Predicate(lambda x, y, z: 6 % (x - y) != z, (x, y, z)), NotEqual(x, y))
    found, _, _ = agree(model, "forward")
    assert len(found) == sum(
        x != y and 6 % (x - y) != z for x in range(4) for y in range(4) for z in range(4) if x != y
    )


def test_a_scope_of_more_than_a_word() -> None:
    model = clew.Model()
    names = range(70)
    model.variables(names, range(2))
    model.require(Predicate(lambda *values: sum(values) == 1, names))
    model.require(Table(pair, [(0, 0), (0, 1), (1, 1)]) for pair in pairwise(names[:68]))
    found, _, _ = engine_runs(model, "static", "forward")
    assert [[name for name in names if solution[name]] for solution in found] == [[69], [68], [67]]


@pytest.mark.parametrize("at_once", [False, True])
def test_what_a_constraint_raises_names_it(at_once: bool) -> None:
    class Broken(Constraint):
        partial = at_once

        def holds(self, values: Sequence[Any]) -> bool:
            raise ArithmeticError("no")

        consistent = holds

    model = clew.Model()
    model.variables("x y z", range(2))
    model.require(Broken("xyz"))
    with pytest.raises(ArithmeticError) as caught:
        engine_runs(model, "static", "forward")
    (note,) = caught.value.__notes__
    assert note.startswith("while Broken('x', 'y', 'z') looked at ")
