"""Forward checking asks the same constraints the same questions on machine words, whatever kind they are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew import constraints
from clew.constraints.base import OPEN, Constraint, Stepwise
from tests.random_models import Modular, brute_force
from tests.test_native_walk import asked

NAMES = list("uvwxyz")
EXAMPLES = 5 if os.environ.get("NUMBA_DISABLE_JIT") else 40


@attrs.frozen
class Rising(Constraint):
    """A constraint of a user's own that judges assignments with open variables: no value is below one before it."""

    partial = True

    def holds(self, values: Sequence[Any]) -> bool:
        return all(one <= other for one, other in pairwise(values))

    def consistent(self, values: Sequence[Any]) -> bool:
        return self.holds([value for value in values if value is not OPEN])


@attrs.frozen
class Zigzag(Stepwise):
    """An automaton of a user's own, whose memory may have no way to an accepting end."""

    def start(self) -> Any:
        return (0, None)

    def step(self, memory: Any, position: int, value: Any) -> Any:
        sign, last = memory
        if last is None or value == last:
            return (sign, value)
        now = 1 if value > last else -1
        return None if now == sign else (now, value)

    def accepts(self, memory: Any) -> bool:
        return bool(memory[0] != -1)

    def holds(self, values: Sequence[Any]) -> bool:
        return self.consistent(values)


@attrs.frozen
class Hasty(Constraint):
    """It judges complete values in a way of its own."""

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(sum(values) != 3)

    def consistent(self, values: Sequence[Any]) -> bool:
        return OPEN in values or self.holds(values)


@st.composite
def checks(draw: st.DrawFn, kind: str) -> Constraint:
    """A constraint of a kind on three variables or more."""
    scope = draw(st.lists(st.sampled_from(NAMES), min_size=3, max_size=6, unique=True))
    n = len(scope)
    relation = draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))
    bound = draw(st.integers(-1, 8))
    if kind == "linear":
        return constraints.Linear(scope, draw(st.lists(st.integers(-2, 2), min_size=n, max_size=n)), relation, bound)
    if kind == "product":
        return constraints.Product(scope, relation, bound)
    if kind == "vectors":
        some = [tuple(draw(st.permutations(NAMES))[: draw(st.just(2))]) for _ in range(3)]
        return constraints.DistinctVectors(list(dict.fromkeys([*some, ("u", "v"), ("w", "x")])))
    if kind == "element":
        return constraints.Element(scope[0], [constraints.Var(scope[1]), 2, constraints.Var(scope[2])], scope[1])
    if kind == "predicate":
        return constraints.Predicate(lambda *values: sum(values) % 3 != bound % 3, scope)
    if kind in ("table", "forbidden"):
        rows = draw(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=20))
        return constraints.Table(scope[:3], rows, allowed=kind == "table")
    if kind == "regular":
        moves = draw(st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.integers(0, 2), min_size=4))
        return constraints.Regular(scope, moves, 0, draw(st.sets(st.integers(0, 2), min_size=1)))
    if kind == "lex":
        names = draw(st.permutations(NAMES))
        half = draw(st.integers(2, 3))
        return constraints.Lex(names[:half], names[half : 2 * half], draw(st.booleans()))
    if kind == "zigzag":
        return Zigzag(scope)
    if kind == "count":
        lows = draw(st.dictionaries(st.integers(0, 2), st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1))
        counts = {value: (low, low + more) for value, (low, more) in lows.items()}
        return constraints.Count(scope, counts)
    return Rising(scope)


KINDS = ["linear", "product", "vectors", "element", "predicate", "table", "forbidden", "regular", "lex", "zigzag",
         "count", "rising"]  # fmt: skip


@st.composite
def models(draw: st.DrawFn, kind: str) -> clew.Model:
    model = clew.Model()
    for name in NAMES:
        model.variable(name, draw(st.lists(st.integers(0, 3), min_size=1, max_size=3, unique=True)))
    model.require(draw(st.lists(checks(kind), min_size=1, max_size=3)))
    if draw(st.booleans()):
        model.require(constraints.NotEqual("u", "w"), constraints.AllDifferent("vxz"))
    if draw(st.integers(0, 3)) == 0:
        model.fix("w", draw(st.sampled_from(model.domains()["w"])))
    return model


@pytest.mark.parametrize("kind", KINDS)
@given(st.data(), st.sampled_from([None, "reverse"]), st.sampled_from(["static", "mrv", "degree"]))
@settings(deadline=None, max_examples=EXAMPLES)
def test_each_kind_of_check(kind: str, data: st.DataObject, values: str | None, order: str) -> None:
    model = data.draw(models(kind))
    options: dict[str, Any] = {"inference": "forward", "variable_order": order, "value_order": values}
    loop = asked(model, clew.All(), kernel="loop", **options)
    assert asked(model, clew.All(), kernel="python", **options) == loop
    native = clew.solve(model, clew.All(), kernel="native", **options)
    assert asked(model, clew.All(), kernel="native", **options) == loop
    assert native.statistics.kernel_reason == ""
    assert native.statistics.kernel == ("native" if native.statistics.nodes else "python")
    expected = sorted(sorted(solution.items()) for solution in brute_force(model))
    assert sorted(sorted(solution.items()) for solution in native.result) == expected
    one = asked(model, clew.Unique(), kernel="native", **options | {"variable_order": "wdeg"})
    assert one == asked(model, clew.Unique(), kernel="python", **options | {"variable_order": "wdeg"})


def wide(n: int, size: int, constraint: Constraint) -> clew.Model:
    model = clew.Model()
    model.variables([str(k) for k in range(n)], range(size))
    model.require(constraint)
    return model


def test_what_cannot_be_asked_natively_says_why() -> None:
    names = [str(k) for k in range(20)]
    for constraint, reason in [
        (
            constraints.Predicate(lambda *values: sum(values) == 1, names),
            "combinations of values are too many to ask about",
        ),
        (Rising(names), "partial assignments are too many to ask about beforehand"),
        (Hasty(names[:4]), "its consistent is code of its own"),
    ]:
        options: dict[str, Any] = {"inference": "forward", "limits": clew.Limits(nodes=500)}
        outcome = clew.solve(wide(20, 3, constraint), clew.All(), kernel="native", **options)
        assert (outcome.statistics.kernel, reason in outcome.statistics.kernel_reason) == ("python", True)
        assert asked(wide(20, 3, constraint), clew.All(), kernel="native", **options) == asked(
            wide(20, 3, constraint), clew.All(), kernel="loop", **options
        )
    too_wide = clew.solve(
        wide(4, 70, constraints.Sum(names[:4], "==", 2)), clew.All(), inference="forward", kernel="native"
    )
    assert "more than 63 values" in too_wide.statistics.kernel_reason
    assert len(too_wide.result) == 10  # two ones, or one two: C(4, 2) + 4


def test_long_counts_and_sums_need_no_question_beforehand() -> None:
    names = [str(k) for k in range(16)]
    model = wide(16, 2, constraints.Count(names, {1: (2, 2)}))
    model.require(constraints.Sum(names[:8], "==", 1))
    outcome = clew.solve(model, clew.Count(), inference="forward", kernel="native")
    assert (outcome.result, outcome.statistics.kernel) == (64, "native")  # one among the first eight, one behind
    assert asked(model, clew.Count(), inference="forward", kernel="loop") == asked(
        model, clew.Count(), inference="forward", kernel="native"
    )


def test_a_constraint_that_raises_does_so_where_the_search_asks_it() -> None:
    def divides(a: int, b: int, c: int) -> bool:
        return a % (b - c) == 0 if a == 2 else True

    for kernel in ("loop", "python", "native"):
        model = wide(3, 3, constraints.Predicate(divides, "012"))
        with pytest.raises(ZeroDivisionError) as caught:
            clew.count(model, inference="forward", kernel=kernel)
        assert "Predicate" in "".join(caught.value.__notes__)


def test_a_constraint_of_ones_own_that_only_propagates_is_asked_too() -> None:
    model = wide(6, 2, Modular("012345"))
    outcome = clew.solve(model, clew.Count(), inference="forward", kernel="native")
    expected = sum(sum(values) % 2 == 0 for values in product(range(2), repeat=6))
    assert (outcome.result, outcome.statistics.kernel) == (expected, "native")
