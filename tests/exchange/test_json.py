"""Models as JSON: what is read back has the same solutions, and what is no model is refused with its place."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

import clew
from clew.constraints import AllDifferent, Comparison, Count, Predicate, Regular, Stepwise, Table, Var
from clew.formats import from_json, to_json
from clew.plugins import installed
from tests.random_models import brute_force, covers, models


def solutions(problem: clew.Problem[Any, Any]) -> list[dict[Any, Any]]:
    return [dict(solution) for solution in clew.solutions(problem)]


@settings(deadline=None)
@given(models())
def test_a_random_model_is_read_back_with_the_same_solutions(model: clew.Model) -> None:
    again = from_json(to_json(model))
    assert again.domains() == model.domains()
    assert again.given() == model.given()
    assert list(brute_force(again)) == list(brute_force(model))
    assert to_json(again) == to_json(from_json(to_json(again)))


@settings(deadline=None, max_examples=50)
@given(covers())
def test_a_random_exact_cover_is_read_back_with_the_same_solutions(model: clew.Model) -> None:
    assert list(brute_force(from_json(to_json(model)))) == list(brute_force(model))


EXAMPLES = [
    (plugin.name, example)
    for plugin in installed()
    if plugin.problem and plugin.name != "letter-tree"
    for example in plugin.problem.examples
    if example.count <= 100
]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[f"{name}: {e.name}" for name, e in EXAMPLES])
def test_the_examples_of_the_bundled_problems_keep_their_number_of_solutions(name: str, example: clew.Example) -> None:
    problem = clew.load(name, example.text, **example.parameters)
    again = from_json(to_json(problem))
    assert again.name == name
    assert clew.count(again) == example.count


def test_values_keep_their_types() -> None:
    values = [0, "0", 0.5, True, None, (1, ("a", 2.0)), (), Fraction(1, 3), "é\n", 10**30]
    model = clew.Model("types")
    model.variable(("a", 1), values)
    model.variable("r", range(5, 1, -2))
    model.fix("r", 3)
    again = from_json(to_json(model))
    (name, domain), (_, numbers) = again.domains().items()
    assert name == ("a", 1)
    assert list(map(repr, domain)) == list(map(repr, values))
    assert numbers == range(5, 1, -2)
    assert again.given() == {"r": 3}
    assert again.name == "types"


def test_a_range_is_written_by_its_ends_and_not_listed() -> None:
    model = clew.Model()
    model.variable("x", range(2**20))
    assert len(to_json(model)) < 300


class Rising(Stepwise):
    """A constraint of a user's own with far too many combinations for a table."""

    def holds(self, values: Any) -> bool:
        return all(a <= b for a, b in pairwise(values))

    def start(self) -> int:
        return 0

    def step(self, memory: int, position: int, value: int) -> int | None:
        return value if value >= memory else None


def test_a_stepwise_constraint_of_ones_own_is_written_as_its_automaton() -> None:
    model = clew.Model()
    model.variables("a b c d e f g h i j", range(4))
    model.require(Rising(list("abcdefghij")))
    again = from_json(to_json(model))
    (constraint,) = again.constraints()
    assert isinstance(constraint, Regular)
    assert clew.count(again) == 286  # multisets of 10 of 4 values: C(13, 3)


def test_a_predicate_is_written_as_what_it_allows() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(4))
    model.require(Predicate(lambda a, b: a + b == 5, (x, y)))
    assert json.loads(to_json(model))["constraints"] == [
        {"type": "Table", "scope": ["x", "y"], "tuples": [[2, 3], [3, 2]], "allowed": True}
    ]


def test_a_predicate_that_allows_nothing_is_written_too() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(4))
    model.require(Predicate(lambda a, b: False, (x, y)))
    assert clew.count(from_json(to_json(model))) == 0


def test_a_mapping_is_written_as_numbers() -> None:
    model = clew.Model()
    model.variables("x y z", range(6))
    model.require(
        AllDifferent("xyz", mapping=lambda variable, value: object if value == 5 else value // 2, exceptions=[0])
    )
    again = from_json(to_json(model))
    assert list(brute_force(again)) == list(brute_force(model))


def test_an_empty_domain_has_no_solution_there_either() -> None:
    problem = clew.load("langford", "1")
    assert clew.count(problem) == 0
    assert clew.count(from_json(to_json(problem))) == 0


def test_a_large_predicate_is_refused_by_name() -> None:
    model = clew.Model()
    names = model.variables("a b c d e", range(10))

    def adds_up(*values: int) -> bool:
        return sum(values) == 7

    model.require(Predicate(adds_up, names))
    with pytest.raises(clew.OptionError, match=r"Predicate\(adds_up: 'a', .*100000 combinations"):
        to_json(model)


def test_what_the_function_raises_surfaces() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(Predicate(lambda a, b: 1 // a > b, (x, y)))
    with pytest.raises(ZeroDivisionError) as caught:
        to_json(model)
    assert "Predicate" in caught.value.__notes__[0]


def test_rules_in_hooks_cannot_be_written() -> None:
    class Hooked(clew.Model):
        def is_consistent(self, state: Any, variable: Any, value: Any) -> bool:
            return True

    model = Hooked("hooked")
    model.variable("x", range(3))
    with pytest.raises(clew.OptionError, match="hooked cannot be written: its is_consistent"):
        to_json(model)
    with pytest.raises(clew.OptionError, match="appear as the search goes"):
        to_json(clew.Model())
    with pytest.raises(clew.OptionError, match="not a problem"):
        to_json("queens")  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [frozenset("a"), b"a", float("inf"), float("nan"), 1j, range(3)])
def test_a_value_that_json_cannot_hold_is_refused(value: Any) -> None:
    model = clew.Model()
    model.variable("x", [value, 1])
    with pytest.raises(clew.OptionError, match=r"the domain of 'x': .* cannot be written as JSON"):
        to_json(model)


def test_formulas_stay_formulas_and_calculate_as_in_python() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(-4, 5))
    model.require(x // 3 * y + abs(x - y) % 4 == 1)
    again = from_json(to_json(model))
    assert type(next(iter(again.constraints()))).__name__ == "Formula"
    expected = [(a, b) for a in range(-4, 5) for b in range(-4, 5) if a // 3 * b + abs(a - b) % 4 == 1]
    assert expected
    assert [(s["x"], s["y"]) for s in solutions(again)] == expected


def text(**changes: Any) -> str:
    """A small model, with some of its fields changed."""
    model: dict[str, Any] = {
        "format": "clew",
        "version": 1,
        "name": "m",
        "variables": [{"name": "x", "domain": [1, 2]}, {"name": "y", "domain": {"range": [0, 3]}}],
        "given": [],
        "constraints": [],
    }
    return json.dumps({**model, **changes})


def constraint(kind: str, **fields: Any) -> str:
    return text(constraints=[{"type": kind, **fields}])


def test_the_small_model_is_sound() -> None:
    assert clew.count(from_json(text())) == 6
    assert clew.count(from_json(constraint("Comparison", scope=["x", "y"], relation="<"))) == 1


@pytest.mark.parametrize(
    ("written", "say"),
    [
        ("", "no JSON"),
        ("[]", "no object"),
        ("{", "no JSON"),
        ('{"format": NaN}', "NaN is no number"),
        ("1" * 5000, "no JSON"),
        ("[" * 100_000, "nested too deeply|no JSON"),
        ('{"format": "other"}', "no model of clew"),
        (text(version=2), "version 2"),
        (text(version=True), "whole number"),
        (text(besides=1), "no field 'besides'"),
        (text(variables={}), "variables must be a list"),
        (text(variables=[1]), "variable 1: 1 is no object"),
        (text(variables=[{"name": "x"}]), "variable 1: the field 'domain' is missing"),
        (text(variables=[{"name": "x", "domain": 3}]), "variable 1: the domain of 'x'"),
        (text(variables=[{"name": "x", "domain": [1, 1]}]), "variable 1: .* twice"),
        (text(variables=[{"name": "x", "domain": [1]}] * 2), "variable 2: .*already"),
        (text(variables=[{"name": "x", "domain": []}] * 2), "variable 2: .*two variables"),
        (text(variables=[{"name": "x", "domain": {"range": [0, 9, 0]}}]), "variable 1: the domain"),
        (text(variables=[{"name": {"set": []}, "domain": [1]}]), "variable 1: .*no value"),
        (text(variables=[{"name": {"fraction": [1, 0]}, "domain": [1]}]), "variable 1: .*no value"),
        (text(given=[["z", 1]]), "given value 1: .*no variable 'z'"),
        (text(given=[["x", 9]]), "given value 1: .*does not have this value"),
        (text(given=[["x"]]), "given value 1: .*list of 2"),
        (text(constraints=[[]]), "constraint 1: .*no object"),
        (constraint("eval"), "constraint 1 .eval.: there is no type 'eval'"),
        (constraint("Predicate", scope=["x"], function="print"), "there is no type 'Predicate'"),
        (constraint("AllDifferent"), "constraint 1 .AllDifferent.: the field 'scope' is missing"),
        (constraint("AllDifferent", scope=["x", "q"]), "no variable 'q'"),
        (constraint("AllDifferent", scope=["x", "y"], mapping="len"), "no field 'mapping'"),
        (constraint("AllDifferent", scope=["x", "y"], offsets=["a", "b"]), "no number"),
        (constraint("AllDifferent", scope=["x", "y"], targets=[[1, 2]]), "targets must be 2 lists"),
        (constraint("AllDifferent", scope=["x", "y"], targets=[[1, 2], [1]]), "list of 3 values"),
        (constraint("Linear", scope=["x"], coefficients=["1"], relation="<", bound=1), "no number"),
        (constraint("Linear", scope=["x"], coefficients=[1, 1], relation="<", bound=1), "1 variables, 2 coefficients"),
        (constraint("Comparison", scope=["x", "y"], relation="; import os"), "no comparison"),
        (constraint("Formula", scope=["x"], left=["variable", 1], relation="<", right=1), "no expression"),
        (constraint("Formula", scope=["x"], left=["name", "x"], relation="<", right=["constant", 1]), "no expression"),
        (constraint("Formula", scope=["x"], left=["+", ["constant", 1]], relation="<", right=1), "no expression"),
        (constraint("Formula", scope=["x"], left=["or", 1, 2], relation="<", right=["constant", 1]), "no expression"),
        (constraint("Formula", scope=["x"], left=["constant", "a"], relation="<", right=1), "no number"),
        (constraint("Table", scope=["x", "y"], tuples=[[1]], allowed=True), "list of 2 values"),
        (constraint("Table", scope=["x", "y"], tuples=[], allowed=1), "true or false"),
        (constraint("Count", scope=["x", "y"], counts=[[1, 2]]), "at least, at most"),
        (constraint("Regular", scope=["x"], transitions=[[0, 1]], initial=0, accepting=[]), "list of 3"),
        (constraint("Element", index="x", sequence=[1], value="y"), "an entry must be"),
        (constraint("ExactCover", options=[["o", "x"]]), "options must hold"),
        (constraint("ExactCover", options=[["o", ["x"]], ["o", ["y"]]]), "listed twice"),
        (constraint("ExactCover", options=[["o", ["z"]]]), "no variable 'z'"),
        (constraint("Not", parts=[]), "the one constraint"),
        (constraint("Or", parts=[{"type": "Or", "parts": []}]), "combines no constraint"),
        (constraint("DistinctVectors", vectors=[["x"], "y"]), "no list of variables"),
    ],
)  # fmt: skip
def test_what_is_no_model_is_refused_with_one_line(written: str, say: str) -> None:
    with pytest.raises(clew.InputError, match=say) as caught:
        from_json(written)
    assert "\n" not in str(caught.value)


def test_a_fraction_as_a_coefficient_is_kept() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(7))
    model.require(x * Fraction(1, 3) + y == 2)
    assert sorted((s["x"], s["y"]) for s in solutions(from_json(to_json(model)))) == [(0, 2), (3, 1), (6, 0)]


def test_the_documented_names_are_read() -> None:
    model = from_json(
        text(constraints=[
            {"type": "Or", "parts": [
                {"type": "Count", "scope": ["x", "y"], "counts": [[1, 2, 2]]},
                {"type": "Element", "index": "x", "sequence": [{"constant": 7}, {"variable": "y"}, {"constant": 0}],
                 "value": "y"},
            ]},
        ])
    )  # fmt: skip
    # (1, 1) twice over; x = 1 points at y itself, whatever it is; x = 2 at a 0.
    assert [(s["x"], s["y"]) for s in solutions(model)] == [(1, 0), (1, 1), (1, 2), (2, 0)]


def test_names_that_look_like_others_are_kept_apart() -> None:
    model = clew.Model()
    model.variables([1, "1", (1,)], [0, 1])
    model.require(Comparison([1, "1"], "<"), Table([(1,)], [[0]]), Count([1, "1"], {1: 1}), Var("1") == 1)
    assert solutions(from_json(to_json(model))) == [{1: 0, "1": 1, (1,): 0}]
