"""Constraints with names of their own: where the names show, and that nothing else changes."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable
from typing import Any, Final

import attrs
import pytest

import clew
import clew.formats
from clew.constraints import (
    AllDifferent,
    And,
    Constraint,
    DistinctVectors,
    Element,
    ExactCover,
    Exactly,
    Lex,
    NotEqual,
    Or,
    Predicate,
    Regular,
    Same,
    Sum,
    Table,
    Var,
)

MADE: Final[tuple[Callable[[], Constraint], ...]] = (
    lambda: AllDifferent("xyz"),
    lambda: Sum("xyz", "==", 3),
    lambda: Exactly(1, 2, "xyz"),
    lambda: Table("xy", [(0, 1), (1, 2)]),
    lambda: Predicate(operator.lt, "xy"),
    lambda: Regular("xy", {(0, 1): 0}, 0, {0}),
    lambda: Lex("xy", "zw"),
    lambda: Same("xy", "zw"),
    lambda: DistinctVectors(["xy", "zw"]),
    lambda: Element("x", [0, 1], "y"),
    lambda: ExactCover({0: "xy", 1: "zw", 2: "x", 3: "yzw"}),
    lambda: NotEqual("x", "y"),
    lambda: Var("x") + 1 < Var("y"),
    lambda: Var("x") * Var("y") + Var("z") == 3,
    lambda: Or((NotEqual("x", "y"), NotEqual("z", "w"))),
)


def a_model(*constraints: Constraint) -> clew.Model:
    model = clew.Model()
    model.variables("x y z w", range(4))
    model.require(constraints)
    return model


@pytest.mark.parametrize("make", MADE, ids=lambda make: make().title)
def test_a_name_changes_nothing_but_the_name(make: Callable[[], Constraint]) -> None:
    plain, named = make(), make().named("rule 1")
    assert (plain.label, named.label) == (None, "rule 1")
    assert (named.title, repr(named), named.scope) == (plain.title, repr(plain), plain.scope)
    assert named == make().named("rule 1")
    assert named not in (plain, make().named("rule 2"))
    assert clew.count(a_model(named)) == clew.count(a_model(plain))
    assert pickle.loads(pickle.dumps(named)) == named  # noqa: S301
    model = a_model(named)
    assert model.constraint_name(named) == "rule 1"
    assert model.constraint_name(plain) == plain.title.replace("'", "")


def test_a_contradiction_is_told_in_these_names() -> None:
    model = a_model(
        (Var("x") < Var("y")).named("x before y"),
        (Var("y") < Var("x")).named("y before x"),
        AllDifferent("zw").named("others differ"),
    )
    contradiction = clew.why(model)
    assert contradiction is not None
    assert contradiction.constraint_names == ("x before y", "y before x")


@pytest.mark.parametrize("make", MADE, ids=lambda make: make().title)
def test_json_keeps_the_name(make: Callable[[], Constraint]) -> None:
    text = clew.exchange.to_json(a_model(make().named("rule 1")))
    (read,) = clew.exchange.from_json(text).constraints()
    assert read.label == "rule 1"
    assert '"name": "rule 1"' not in clew.exchange.to_json(a_model(make()))
    with pytest.raises(clew.InputError, match=r"constraint 1.* name must be a text"):
        clew.exchange.from_json(text.replace('"rule 1"', "7"))


def test_a_violation_is_told_in_these_names() -> None:
    (violation,) = clew.violations(a_model(AllDifferent("xy").named("row 1")), {"x": 1, "y": 1})
    assert violation.rule == "row 1"
    assert violation.message == "row 1 does not hold for x = 1, y = 1"


def test_the_parts_of_a_conjunction_share_its_name_but_keep_their_own() -> None:
    both = And((NotEqual("x", "y"), NotEqual("y", "z").named("own"))).named("chain")
    assert [part.label for part in both.conjuncts()] == ["chain", "own"]
    assert [part.label for part in And((NotEqual("x", "y"),)).conjuncts()] == [None]


def test_networks_that_are_kept_do_not_mix_up_names() -> None:
    for name in ("one", "two"):
        tree = clew.search_tree(a_model(AllDifferent("xyzw").named(name)))
        assert tree.constraint_names == [name]


@attrs.frozen
class Far(Constraint):
    least: int

    def holds(self, values: Any) -> bool:
        return bool(abs(values[0] - values[1]) >= self.least)


class Plain(Far):
    """A subclass that attrs does not know of, with something of its own."""

    def __init__(self, scope: Any, least: int) -> None:
        self.__attrs_init__(scope, least) if hasattr(self, "__attrs_init__") else super().__init__(scope, least)
        object.__setattr__(self, "extra", "kept")


def test_a_constraint_of_ones_own_has_names_too() -> None:
    assert clew.count(a_model(Far("xy", 2).named("far"))) == clew.count(a_model(Far("xy", 2))) == 6 * 16
    named: Any = Plain("xy", 2).named("far")
    assert (named.label, named.extra, named.scope, named.least) == ("far", "kept", ("x", "y"), 2)


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", 5, None])
def test_what_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(clew.ProblemError, match="is no name: give a text in one line"):
        AllDifferent("xy").named(name)
