"""Constraints of a program's own that are made of primitives are written as what they are, in every format."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product
from typing import Any

import attrs
import pytest
from tests.formats import test_cnf, test_minizinc
from tests.propagation.test_strength import DRAW, PRIMITIVES
from tests.random_models import brute_force

import clew
from clew.constraints import Constraint, Sum
from clew.constraints.primitives import Callback, Images, Primitive, Reading, WeightedSum
from clew.formats import from_json, to_json, to_minizinc
from clew.formats.minizinc import minizinc


@attrs.frozen
class Own(Constraint):
    """A constraint of a program's own, made of what another is made of."""

    of: Constraint

    def holds(self, values: Any) -> bool:
        return self.of.holds(values)

    def primitives(self) -> Iterable[Primitive]:
        return self.of.primitives()


@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_every_format_says_what_the_primitives_say(kind: type[Primitive]) -> None:
    for seed in range(6):
        constraint, domains = DRAW[kind](random.Random(seed))
        model = clew.Model("own")
        for name, values in domains.items():
            model.variable(name, values)
        model.require(Own(constraint.scope, constraint))
        expected = list(brute_force(model))
        test_minizinc.assert_same(model)
        test_cnf.assert_same(model, expected)
        read = clew.solutions(from_json(to_json(model)))
        assert test_cnf.as_set(map(dict, read)) == test_cnf.as_set(expected)


def test_a_large_sum_of_ones_own_is_written_as_a_sum() -> None:
    """A table of its combinations would be refused."""
    model = clew.Model("own")
    row = model.variables([f"x{k}" for k in range(20)], range(10))
    model.require(Own([f"x{k}" for k in range(20)], Sum(row, "==", 90)))
    assert "1*v_x0 + 1*v_x1" in to_minizinc(model)
    assert '"Linear"' in to_json(model)


def test_a_subclass_that_means_something_else_is_asked() -> None:
    @attrs.frozen
    class Never(Own):
        def holds(self, values: Any) -> bool:
            return False

    model = clew.Model("own")
    model.variables("x y z", range(3))
    model.require(Never(("x", "y", "z"), Sum("xyz", "==", 3)))
    assert "table" in to_minizinc(model) or "false" in to_minizinc(model)
    assert not list(test_minizinc.solutions_of(minizinc(model)))


def test_what_is_partly_python_is_asked_as_a_whole() -> None:
    @attrs.frozen
    class Both(Constraint):
        def holds(self, values: Any) -> bool:
            return bool(sum(values) == 3 and values[0] != values[2])

        def primitives(self) -> Iterable[Primitive]:
            return [WeightedSum(self, (1, 1, 1), "==", 3), Callback(self)]

    model = clew.Model("own")
    model.variables("x y z", range(3))
    model.require(Both(("x", "y", "z")))
    test_minizinc.assert_same(model)
    assert len(list(clew.solutions(model))) == len(list(brute_force(model)))


def test_every_primitive_is_written_or_says_why_not() -> None:
    """Python is asked about a callback, and an automaton stays the constraint that has it: writers unroll it."""
    from clew.formats.standard import standard

    for kind in PRIMITIVES:
        constraint, domains = DRAW[kind](random.Random(1))
        own = Own(constraint.scope, constraint)
        parts = list(standard(own, domains))
        is_own = [type(primitive) in (Callback, Images, Reading) for primitive in own.primitives()]
        assert (parts == [own]) == all(is_own), kind


@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_what_is_written_for_a_primitive_says_the_same(kind: type[Primitive]) -> None:
    from clew.formats.standard import standard

    for seed in range(8):
        constraint, domains = DRAW[kind](random.Random(seed))
        for values in product(*(domains[name] for name in constraint.scope)):
            value = dict(zip(constraint.scope, values, strict=True))
            parts = standard(Own(constraint.scope, constraint), domains)
            assert constraint.holds(values) == all(part.holds([value[name] for name in part.scope]) for part in parts)
