"""The option `over`: solutions that differ in other variables alone count as one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Sum
from clew_problems import LetterTree, Queens
from tests.random_models import Shown, brute_force, models, sparse

WAYS: list[dict[str, Any]] = [
    {},
    {"kernel": "python"},
    *[{"inference": level} for level in ("none", "check", "forward", "arc")],
    {"variable_order": "degree", "value_order": "reverse", "seed": 3},
    {"value_order": "random", "limits": clew.Limits(nodes=10**6)},
    {"variable_order": "random", "kernel": "python", "observers": [lambda event: None]},
    {"jobs": 1, "progress": lambda progress: None},
]


def part(solution: Any, over: Any) -> tuple[Any, ...]:
    return tuple(solution[name] for name in over)


@pytest.mark.parametrize("options", WAYS, ids=["-".join(options) for options in WAYS])
@given(model=st.one_of(models(), sparse()), data=st.data())
def test_each_combination_of_the_named_variables_comes_once(
    options: dict[str, Any], model: clew.Model, data: st.DataObject
) -> None:
    over: Any = data.draw(st.lists(st.sampled_from(sorted(model.domains())), min_size=1, unique=True))
    known = list(brute_force(model))
    right = {part(solution, over) for solution in known}
    assert clew.count(model, over=over, **options) == len(right)
    listed = list(clew.solutions(model, over=over, **options))
    assert sorted(map(repr, (part(one, over) for one in listed))) == sorted(map(repr, right))
    assert all(dict(solution) in known for solution in listed)
    assert clew.solve(model, clew.All(), over=over, **options).result == listed
    answer = ("none", "unique", "several")[min(2, len(right))]
    assert clew.check(model, over=over, **options).answer == answer
    found = clew.solve(model, clew.AtMost(2), over=over, **options).result
    assert len({part(one, over) for one in found}) == len(found) == min(2, len(right))


@given(model=models(), data=st.data())
def test_phases_and_an_ordering_that_learns_go_with_it(model: clew.Model, data: st.DataObject) -> None:
    names = sorted(model.domains())
    over: Any = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    own: Any = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    right = {part(solution, over) for solution in brute_force(model)}
    phases: Any = [(own, "most_constrained", data.draw(st.sampled_from(["middle", "halves", "upper_halves"])))]
    assert clew.count(model, over=over, search=phases) == len(right)
    verdict = clew.check(model, over=over, variable_order="wdeg")
    assert verdict.answer == ("none", "unique", "several")[min(2, len(right))]
    assert len({part(one, over) for one in verdict.solutions}) == len(verdict.solutions)


@given(model=models(), data=st.data())
def test_limits_on_solutions_are_about_those_that_count(model: clew.Model, data: st.DataObject) -> None:
    over: Any = data.draw(st.lists(st.sampled_from(sorted(model.domains())), min_size=1, unique=True))
    most = data.draw(st.integers(1, 4))
    right = {part(solution, over) for solution in brute_force(model)}
    outcome = clew.solve(model, clew.Count(), over=over, limits=clew.Limits(solutions=most))
    assert outcome.result == min(most, len(right))


def wide(values: int) -> clew.Model:
    """Two variables, one of which has many values, as an interval in the engine."""
    model = Shown()
    x, y = model.variable("x", range(5)), model.variable("y", range(values))
    model.require(x + y >= 3, x * 2 <= y)
    return model


@pytest.mark.parametrize("kernel", ["auto", "python"])
def test_a_million_values_of_another_variable_take_one_solution(kernel: Any) -> None:
    values, nodes = (100_000, 100) if kernel == "python" else (1_000_000, 300)
    limits = clew.Limits(nodes=nodes)
    assert clew.count(wide(values), over=["x"], kernel=kernel, limits=limits) == 5
    assert clew.count(Queens(8), over=[0], kernel=kernel) == 8


def test_what_does_not_go_with_it_is_rejected_in_a_line(tmp_path: Any) -> None:
    model = Shown()
    x, y = model.variables("x y", range(3))
    model.require(x + y >= 1)
    question: Any = clew.count
    cases: list[tuple[dict[str, Any], str]] = [
        ({"over": "x"}, "over must be a collection of variables, at least one, not 'x'"),
        ({"over": []}, "over must be a collection of variables, at least one, not []"),
        ({"over": ["q"]}, "over: model has no variable 'q'"),
        ({"over": [x], "jobs": 2}, "over goes with a search in one piece: leave jobs out"),
        ({"over": [x], "subtree": "0"}, "over goes with a search in one piece: leave subtree out"),
        ({"over": [x], "checkpoint": tmp_path / "c"}, "over goes with a search in one piece: leave checkpoint out"),
        ({"over": [x], "learning": "jump"}, "over goes with a search that does not learn from dead ends"),
        ({"over": [x], "variable_order": lambda state: None}, "over goes with orders that have names"),
    ]
    for options, message in cases:
        with pytest.raises((clew.OptionError, clew.InputError)) as error:
            question(model, **options)
        assert message in str(error.value)
    for ask in (clew.first, clew.fixed, clew.candidates):
        with pytest.raises(clew.OptionError, match="ask count, solutions or check"):
            ask(model, over=[x])
    with pytest.raises(clew.OptionError, match="name all variables in over"):
        clew.estimate(model, over=[x])
    with pytest.raises(clew.InputError, match="has no variable"):
        clew.count(LetterTree.from_text("A(B,C)"), over=["A"])
    assert clew.count(model, over=[x, y], jobs=2, learning="none") == 8


def test_many_instances_are_answered_by_it() -> None:
    model = Shown()
    x, y = model.variables("x y", range(3))
    model.require(x + y <= 2)
    givens = [{"y": 0}, {"x": 2}, {"x": 0}]
    assert [one.answer for one in clew.check_each(model, givens, over=[x])] == ["several", "unique", "unique"]
    assert [one.answer for one in clew.check_each(model, givens)] == ["several", "unique", "several"]


# -- auxiliary variables ------------------------------------------------------------------------


@given(model=models(), data=st.data())
def test_auxiliary_variables_count_as_if_others_were_named(model: clew.Model, data: st.DataObject) -> None:
    names = sorted(model.domains())
    hidden: Any = data.draw(st.sets(st.sampled_from(names), max_size=len(names) - 1))
    shown = [name for name in names if name not in hidden]
    made = Shown()
    for name, domain in model.domains().items():
        made.variable(name, domain, auxiliary=name in hidden)
    made.require(model.constraints())
    for name, value in model.given().items():
        made.fix(name, value)
    right = {part(solution, shown) for solution in brute_force(model)}
    assert clew.count(made) == len(right)
    assert clew.count(made, over=names) == clew.count(model)
    assert set(clew.candidates(made)) == {*shown}
    assert {part(solution, shown) for solution in clew.solutions(made)} == right
    if len(right) > 1 and (found := clew.ambiguity(made)) is not None:
        assert hidden.isdisjoint(found.difference)
    assert clew.first(made) is None or hidden.isdisjoint(clew.first(made).named())  # type: ignore[union-attr]
    if len(right) == 1:
        steps = clew.steps(made)
        assert steps.is_solved
        for hint in steps:
            assert hidden.isdisjoint([*hint.assigned, *hint.excluded, *hint.cells])
            assert_follows(made, hint)


def assert_follows(model: clew.Model, hint: Any) -> None:
    """A hint's facts and constraints imply its conclusion, whatever the auxiliary variables are."""
    facts = Shown()
    for name, domain in model.domains().items():
        gone = {value for fact in hint.facts if fact.variable == name for value in fact.missing}
        facts.variable(name, [value for value in domain if value not in gone])
    facts.require(hint.constraints)
    if hint.kind != "guess":
        for solution in brute_force(facts):
            assert all(solution[name] == value for name, value in hint.assigned.items())
            assert all(solution[name] not in values for name, values in hint.excluded.items())


def sums() -> clew.Model:
    """A magic square whose sums have variables."""
    model = Shown()
    cells: Any = model.variables([(r, c) for r in range(3) for c in range(3)], range(1, 10))
    rows: Any = model.variables([f"row {r}" for r in range(3)], range(6, 25), auxiliary=True)
    model.require(AllDifferent(cells), [row == rows[0] for row in rows[1:]])
    for k in range(3):
        model.require(sum(cells[3 * k : 3 * k + 3], -rows[k]) == 0, Sum(cells[k::3], "==", 15))
    model.require(Sum(cells[::4], "==", 15), Sum(cells[2:7:2], "==", 15))
    return model


def test_a_board_is_drawn_and_generated_without_them() -> None:
    assert clew.count(sums()) == 8  # the magic square of order three, turned and reflected
    drawn = str(clew.first(sums()))
    assert sorted(drawn) == sorted("123456789\n\n")
    made = next(clew.generate(sums(), seed=1))
    assert clew.is_unique(made)
    assert all(isinstance(cell, tuple) for cell in made.given())
    assert all(isinstance(cell, tuple) for hint in clew.steps(made) for cell in (*hint.assigned, *hint.excluded))


def test_workers_need_all_variables() -> None:
    with pytest.raises(clew.OptionError, match="leave jobs out"):
        clew.count(sums(), jobs=2)
    assert clew.count(sums(), jobs=2, over=sums().domains()) == 8
    assert clew.first(sums(), jobs=2) is not None
