"""Clues that are not needed, causes of several solutions, and changes of one clue: by brute force over all values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, And, Constraint, Sum
from clew_problems import LetterTree, Queens, Variant
from clew_problems.sudoku import Sudoku
from tests import random_models, random_problems
from tests.random_models import Assignment
from tests.random_problems import Dynamic, Forbidden

QUESTIONS = (clew.redundant, clew.ambiguity, clew.repairs, clew.fewest)
Pairs = tuple[tuple[Any, Any], ...]


@st.composite
def clued(draw: st.DrawFn) -> clew.Model:
    """A random model with up to four clues; most of them agree with one of its solutions."""
    model = draw(random_models.models(4))
    solutions = list(random_models.brute_force(model))
    for name, domain in model.domains().items():
        if name not in model.given() and draw(st.booleans()):
            agreed = bool(solutions) and draw(st.integers(0, 4)) > 0
            model.fix(name, solutions[0][name] if agreed else draw(st.sampled_from(list(domain))))
    return model


def solved(model: clew.Problem[Any, Any], clues: Pairs, constraints: Iterable[Constraint]) -> list[Assignment]:
    """All solutions of some clues and constraints, by `holds` alone."""
    domains = {v: list(values) for v, values in model.domains().items()}
    return [one for one in random_models.satisfying(domains, constraints) if all(one[v] == w for v, w in clues)]


def changed(model: clew.Problem[Any, Any]) -> set[tuple[Any, Any]]:
    """All changes of one clue that leave one solution."""
    clues, rules = tuple(model.given().items()), tuple(model.constraints())
    free = [(v, w) for v, domain in model.domains().items() if v not in dict(clues) for w in domain]
    tries: list[tuple[Any, Any]] = [(None, pair) for pair in free]
    for old in clues:
        tries += [(old, None), *((old, (old[0], w)) for w in model.domains()[old[0]] if w != old[1])]

    def left(old: Any, new: Any) -> Pairs:
        return (*(c for c in clues if c != old), *([new] if new else []))

    return {pair for pair in tries if len(solved(model, left(*pair), rules)) == 1}


def paired(change: clew.Repair) -> tuple[Any, Any]:
    old, new = (one and (one.variable, one.value) for one in (change.old, change.new))
    return old, new


@given(clued())
def test_those_not_needed_are_those_of_brute_force(model: clew.Model) -> None:
    found, clues, rules = clew.redundant(model), tuple(model.given().items()), tuple(model.constraints())
    if len(solved(model, clues, rules)) != 1:
        assert found is None
        return
    assert found is not None
    without = [pair for pair in clues if len(solved(model, tuple(c for c in clues if c != pair), rules)) == 1]
    assert [(clue.variable, clue.value) for clue in found.clues] == without
    needless = [r for r in rules if r.scope and len(solved(model, clues, [o for o in rules if o is not r])) == 1]
    assert list(map(id, found.constraints)) == list(map(id, needless))


@given(clued())
def test_no_fewer_clues_leave_one_solution(model: clew.Model) -> None:
    found, clues, rules = clew.fewest(model), tuple(model.given().items()), tuple(model.constraints())
    if len(solved(model, clues, rules)) != 1:
        assert found is None
        return
    assert found is not None
    subsets = (some for number in range(len(clues) + 1) for some in combinations(clues, number))
    few = next(some for some in subsets if len(solved(model, some, rules)) == 1)
    assert len(few) == found.number == found.at_least == len(found.clues)
    assert len(solved(model, tuple((clue.variable, clue.value) for clue in found.clues), rules)) == 1


def test_four_clues_of_a_small_sudoku_are_the_fewest_that_there_are() -> None:
    """Of 4x4 no puzzle has fewer than four clues (J. Rosenhouse and L. Taalman, Taking Sudoku Seriously, 2011)."""
    grids = [Sudoku.from_text(text) for text in ("1234/3412/2143/4321", "1234/3412/2341/4123", "1234/3421/2143/4312")]
    numbers = []
    for grid in grids:
        found = clew.fewest(grid)
        assert found is not None
        left = Sudoku.from_text("".join(str(dict(_pairs(found)).get(cell, ".")) for cell in grid.domains()))
        assert clew.is_unique(left)
        numbers.append(found.number)
        assert found.at_least == found.number
    assert min(numbers) == 4


def _pairs(found: clew.Fewest) -> list[tuple[Any, Any]]:
    return [(clue.variable, clue.value) for clue in found.clues]


def test_cages_count_as_clues_and_a_limit_leaves_a_bound() -> None:
    cages = [{"cells": [f"R{r}C{c}", f"R{r}C{c + 1}"]} for r in (1, 2, 3, 4) for c in (1, 3)]
    text = json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "killercage": cages})
    full = {(r, c): int("1234341221434321"[4 * r + c]) for r in range(4) for c in range(4)}
    found = clew.fewest(Variant.from_text(text), given=full)
    assert found is not None
    assert (found.number, found.constraint_names) == (found.at_least, ())  # such cages say nothing
    empty = Sudoku.from_text("." * 81)
    whole: Any = clew.first(empty)
    with pytest.raises(clew.Stopped) as caught:
        clew.fewest(empty, given=whole, limits=clew.Limits(nodes=20_000))
    left = caught.value.outcome.result
    assert 17 <= left.number < 81  # McGuire, Tugemann and Civario, 2014
    assert left.at_least < left.number
    assert clew.is_unique(empty, given=dict(_pairs(left)))


@given(clued())
def test_the_causes_of_several_solutions_are_those_of_brute_force(model: clew.Model) -> None:
    found, every = clew.ambiguity(model), list(random_models.brute_force(model))
    if len(every) < 2:
        assert found is None
        return
    assert found is not None
    assert (found.is_complete, found.is_smallest) == (True, True)
    occurring = {v: [one[v] for one in every] for v in model.domains()}
    assert found.differing == tuple(v for v, values in occurring.items() if len(set(values)) > 1)
    assert found.fixed == {v: values[0] for v, values in occurring.items() if len(set(values)) == 1}
    single = {(v, w) for v, values in occurring.items() for w in values if values.count(w) == 1}
    assert {(clue.variable, clue.value) for clue in found.settling} == single
    one, other = ({**found.fixed, **{v: both[k] for v, both in found.difference.items()}} for k in (0, 1))
    pairs = [pair for pair in product(every, every) if _differs(*pair) == found.difference]
    assert pairs, (one, other)
    assert len(found.difference) in {min(len(_differs(a, b)) for b in every if b != a) for a, _ in pairs}


def _differs(one: Assignment, other: Assignment) -> dict[Any, tuple[Any, Any]]:
    return {v: (one[v], other[v]) for v in one if one[v] != other[v]}


@given(clued())
def test_the_changes_are_those_of_brute_force(model: clew.Model) -> None:
    solutions = list(random_models.brute_force(model))
    if len(solutions) == 1:
        assert clew.repairs(model) is None
    elif solutions or model.given():
        found = clew.repairs(model)
        assert found is not None
        assert len(found) == len(set(map(paired, found)))
        assert set(map(paired, found)) == changed(model)


@given(random_problems.problems((Forbidden,)))
def test_problems_with_hooks_have_clues(problem: Forbidden) -> None:
    def alone(clues: Assignment) -> list[Assignment]:
        return list(random_problems.brute_force(attrs.evolve(problem, fixed=clues)))

    fixed, every = problem.given(), alone(problem.given())
    if fixed and len(every) == 1:
        found = clew.redundant(problem)
        assert found is not None
        needless = [v for v in fixed if len(alone({u: w for u, w in fixed.items() if u != v})) == 1]
        assert [clue.variable for clue in found.clues] == needless
    if len(every) > 1:
        cause = clew.ambiguity(problem)
        assert cause is not None
        assert (cause.is_complete, cause.is_smallest) == (True, False)
        assert cause.difference in [_differs(*pair) for pair in product(every, every)]


def test_constraints_that_are_one_clue_are_left_out_together() -> None:
    """Either half of the cage is needed beside the other one; the cage says no more than the clues."""
    model = clew.Model()
    model.variables("a b c", range(1, 4))
    model.require(And(AllDifferent("ab"), Sum("ab", "==", 3)).named("cage"), Sum("bc", "==", 5).named("pair"))
    model.fix("a", 1)
    found = clew.redundant(model)
    assert found is not None
    assert (found.clue_names, found.constraint_names) == (("a = 1",), ())
    model.fix("b", 2)
    found = clew.redundant(model)
    assert str(found) == "a = 1; b = 2; cage"


def test_assumed_conditions_stay_and_given_values_are_clues() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x != y)
    found = clew.redundant(model, given={"x": 0}, assume=[x + y == 1, y > 0])
    assert found is not None
    assert (found.clue_names, found.constraint_names) == (("x = 0",), ("Comparison(x, y)",))
    assert [str(one) for one in clew.repairs(model, given={"x": 0}, assume=[y == 0]) or ()] == [
        "x = 1 in place of x = 0", "x = 2 in place of x = 0",
    ]  # fmt: skip
    cause = clew.ambiguity(model, given={"x": 0}, assume=[y < 3])
    assert cause is not None
    assert cause.difference in ({"y": (1, 2)}, {"y": (2, 1)})


def test_no_cell_of_the_published_cages_can_be_spared() -> None:
    """Spaanse and Vorados: no killer sudoku of 6x6 has fewer cells in cages, so each cage is needed."""
    problem = Variant.from_text(next(one.text for one in Variant.examples if one.name == "fewest cells in cages"))
    found = clew.redundant(problem)
    assert found is not None
    assert str(found) == ""


def test_a_clue_of_a_variant_is_left_out_whole_and_rows_stay() -> None:
    cage = {"cells": ["R1C1", "R1C2"], "value": "3"}
    text = '{{"size":4,"killercage":{},"grid":{}}}'
    rows = ["1234", "3412", "2143", "4321"]
    grid = [[{"value": int(digit), "given": True} for digit in row] for row in rows]
    found = clew.redundant(Variant.from_text(text.format([cage, cage], grid).replace("'", '"').replace("True", "true")))
    assert found is not None
    assert len(found.clues) == 16
    assert found.constraint_names == ("the cage at r1c1", "the cage at r1c1, 2")
    assert len(found.constraints) == 2  # a small cage is one table


def test_a_deadly_pattern_is_the_smallest_difference() -> None:
    """Two digits that may change places in the corners of a rectangle: no two solutions can differ in fewer cells."""
    full = clew.first(Sudoku.from_text("." * 81))
    assert full is not None
    cells = [cell for cell in full if full[cell] not in (1, 2)]
    grid = Sudoku.from_text("".join(str(full[cell]) if cell in cells else "." for cell in full))
    cause = clew.ambiguity(grid)
    assert cause is not None
    every = [dict(one) for one in clew.solutions(grid)]
    starts = [one for one in every if all(one[v] == both[0] for v, both in cause.difference.items())]
    assert len(cause.difference) in {min(len(_differs(a, b)) for b in every if b != a) for a in starts}
    assert {frozenset(both) for both in cause.difference.values()} == {frozenset({1, 2})}


def test_a_limit_leaves_what_was_found() -> None:
    grid = Sudoku.from_text("." * 81)
    with pytest.raises(clew.Stopped) as caught:
        clew.ambiguity(grid, limits=clew.Limits(nodes=400))
    cause = caught.value.outcome.result
    assert isinstance(cause, clew.Ambiguity)
    assert cause.differing
    assert not any((cause.is_complete, cause.is_smallest, cause.fixed, cause.settling))
    for ask in QUESTIONS:
        with pytest.raises(clew.Stopped) as caught:
            ask(Queens(20), limits=clew.Limits(nodes=1))
        assert not caught.value.outcome.result


class Interrupting(Forbidden):
    """Ctrl-C at a call of a hook."""

    calls = 0
    last = 0

    def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
        type(self).calls += 1
        if self.calls == self.last:
            raise KeyboardInterrupt
        return super().is_consistent(state, variable, value)


@pytest.mark.parametrize("ask", QUESTIONS)
def test_ctrl_c_leaves_what_was_found(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """At whatever call it comes, the result is a part of the whole answer."""
    fixed = {"x": 1, "y": 1, "z": 1} if ask in (clew.redundant, clew.fewest) else {"x": 1}
    nogoods = ({"x": 1}, {"y": 2}, {"z": 2}) if ask is clew.repairs else ({"x": 1, "y": 2},)
    problem = Interrupting(dict.fromkeys("xyz", (1, 2)), nogoods, fixed)
    monkeypatch.setattr(Interrupting, "calls", 0)
    monkeypatch.setattr(Interrupting, "last", 0)
    whole, number = ask(problem), Interrupting.calls
    assert whole is not None
    parts = []
    for last in range(len(fixed) + 1, number + 1):  # the given values are judged before the question is asked
        Interrupting.calls, Interrupting.last = 0, last
        with pytest.raises(clew.Interrupted) as caught:
            ask(problem)
        parts.append(_found(caught.value.outcome.result))
    assert all(part <= _found(whole) or (ask is clew.fewest and part >= _found(whole)) for part in parts)
    assert any(parts), "nothing is ever kept"


def _found(answer: Any) -> set[Any]:
    """The members of an answer, whole or not."""
    if isinstance(answer, (clew.Redundant, clew.Fewest)):
        return {*answer.clues}
    if isinstance(answer, clew.Ambiguity):
        return {*answer.differing, *answer.settling}
    return set(map(paired, answer or ()))


def test_questions_that_cannot_be_answered_are_refused_in_a_line() -> None:
    tree = LetterTree.from_text(LetterTree.examples[0].text)
    for ask in (clew.ambiguity, clew.repairs):
        with pytest.raises(clew.OptionError, match=r"appear as the search goes|enumerates its values itself"):
            ask(Dynamic({"x": (1, 2)}, ()))
    with pytest.raises(clew.OptionError, match="has no given values and no constraints, so there is none to leave out"):
        clew.redundant(tree)
    with pytest.raises(clew.OptionError, match=r"queens has no solution and no given values: clew.why says why"):
        clew.repairs(Queens(3))
