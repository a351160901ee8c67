"""A contradiction names constraints that contradict the known values, by brute force and by `clew.why`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import clew
from clew.constraints import AtLeast, Constraint, Exactly, NotEqual, Sum
from tests.random_models import models


def blamed(hint: clew.Hint) -> list[Constraint]:
    """The constraints that the sentence of a contradiction names."""
    rules = [fact.constraint for fact in hint.facts if fact.constraint is not None]
    return [*{id(one): one for one in (*hint.constraints, *rules)}.values()]


def can_hold(model: clew.Model, rules: Iterable[Constraint], known: dict[Any, Any]) -> bool:
    """Whether some values satisfy a few constraints beside known ones, by their meaning."""
    own = [*rules]
    domains = {variable: [*values] for variable, values in model.domains().items()}
    left = [[known[variable]] if variable in known else values for variable, values in domains.items()]
    return any(
        all(rule.holds([values[variable] for variable in rule.scope]) for rule in own)
        for values in (dict(zip(domains, found, strict=True)) for found in product(*left))
    )


@given(models(), st.data())
def test_constraints_that_are_blamed_contradict_the_known_values_that_are_named(
    model: clew.Model, data: st.DataObject
) -> None:
    domains = model.domains()
    chosen = data.draw(st.sets(st.sampled_from([*domains])))
    known = dict(model.given()) | {variable: data.draw(st.sampled_from([*domains[variable]])) for variable in chosen}
    hint = clew.hint(model, given=known)
    assume(hint is not None and hint.kind == "contradiction")
    assert hint is not None
    named = {variable: known[variable] for variable in hint.cells if variable in known}
    assert not can_hold(model, blamed(hint), named), str(hint)
    assert clew.why(model, given=known) is not None
    assert all(model.constraint_name(rule) in str(hint) for rule in blamed(hint))


@given(models(), st.data())
def test_one_constraint_that_contradicts_the_known_values_is_blamed_alone(
    model: clew.Model, data: st.DataObject
) -> None:
    """With every variable known, a broken constraint needs no other one."""
    known = {variable: data.draw(st.sampled_from([*values])) for variable, values in model.domains().items()}
    known |= model.given()
    broken = [rule for rule in model.constraints() if not rule.holds([known[variable] for variable in rule.scope])]
    hint = clew.hint(model, given=known)
    if not broken:
        assert hint is None
        return
    assert hint is not None
    assert hint.kind == "contradiction"
    assert len(blamed(hint)) == 1, str(hint)
    assert not can_hold(model, blamed(hint), known)


def impossible(*others: Constraint) -> clew.Model:
    """A variable with the value 1, of which `n0` asks nothing more, and other constraints."""
    model = clew.Model()
    model.variables(["a", "b"], [1])
    model.require(AtLeast(1, 1, ("a",)).named("n0"))
    for number, other in enumerate(others, 1):
        model.require(other.named(f"n{number}"))
    return model


@pytest.mark.parametrize(
    "constraint",
    [
        pytest.param(Exactly(1, 1, ()), id="about no variable"),
        pytest.param(Exactly(0, 1, ("a",)), id="about one variable"),
        pytest.param(Sum(("a", "b"), "==", 3), id="about two variables"),
    ],
)
def test_the_constraint_that_makes_an_instance_impossible_is_blamed(constraint: Constraint) -> None:
    model = impossible(constraint)
    contradiction = clew.why(model)
    assert contradiction is not None
    assert contradiction.constraint_names == ("n1",)
    assert str(clew.hint(model)) == "there is a mistake: n1 can no longer be satisfied"
    assert str(clew.steps(model)) == "1. there is a mistake: n1 can no longer be satisfied"


def test_a_variable_that_two_constraints_leave_no_value_is_blamed_with_both() -> None:
    model = clew.Model()
    model.variables("a b", range(2))
    model.require(Sum(("a", "b"), "<=", 2).named("harmless"))
    model.require(Exactly(0, 1, ("a",)).named("not 1"))
    model.require(Exactly(0, 0, ("a",)).named("not 0"))
    assert str(clew.hint(model)) == "there is a mistake: a has no value left, because of not 1 and not 0"


def test_rules_that_have_ruled_out_values_of_a_constraint_are_blamed_with_it() -> None:
    model = clew.Model()
    model.variables("a b c", range(2))
    model.require(Sum(("a", "b"), ">=", 1).named("one of them"))
    model.require(Exactly(0, 1, ("a",)).named("not a"))
    model.require(NotEqual("b", "c").named("not alike"))
    said = str(clew.hint(model, given={"c": 1}))
    assert said == "there is a mistake: one of them can no longer be satisfied, because of not a and not alike"


def test_a_shikaku_with_a_cell_that_no_rectangle_covers_names_that_cell() -> None:
    shikaku: Any = clew.load("shikaku", "2 . .")
    contradiction = clew.why(shikaku)
    assert contradiction is not None
    (name,) = contradiction.constraint_names
    assert str(clew.hint(shikaku)) == f"there is a mistake: {name} can no longer be satisfied"
