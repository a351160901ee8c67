"""The numbers in a hint's words are true, by brute force over what the constraint means."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Count, DistinctVectors, Exactly, Linear, Regular, Sum, Table
from clew.puzzles.hints.arguments import Argument, argument, occurrences, primitive_of, refutation, ways
from clew.puzzles.hints.terms import runs
from clew_problems import Sudoku
from tests.puzzles.hints.reasons import follows
from tests.random_models import models

LETTERS = ("a", "b", "c", "d")


@st.composite
def constraints(draw: st.DrawFn) -> Constraint:
    """A count, a sum, a table or an automaton about four variables."""
    kind = draw(st.sampled_from(["count", "sum", "table", "regular"]))
    if kind == "count":
        low = draw(st.integers(0, 4))
        return Count(LETTERS, {draw(st.integers(0, 2)): (low, draw(st.integers(low, 4)))})
    if kind == "sum":
        return Sum(LETTERS, draw(st.sampled_from(["==", "<=", ">="])), draw(st.integers(0, 8)))
    if kind == "table":
        return Table(LETTERS, draw(st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=1, unique=True)))
    read = draw(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2))))
    moves = {pair: draw(st.integers(0, 2)) for pair in sorted(read)}
    return Regular(LETTERS, moves, 0, draw(st.sets(st.integers(0, 2), min_size=1)))


def words(constraint: Constraint, left: Any) -> list[tuple[Any, ...]]:
    """The values that satisfy a constraint, as its meaning says."""
    return [one for one in product(*(left[v] for v in constraint.scope)) if constraint.holds(one)]


domains = st.fixed_dictionaries(
    {letter: st.sets(st.integers(0, 2), min_size=1).map(lambda some: tuple(sorted(some))) for letter in LETTERS}
)


@given(constraints(), domains, st.integers(0, 2))
def test_occurrences_and_ways_are_those_of_all_that_satisfy_a_constraint(
    constraint: Constraint, left: Any, value: int
) -> None:
    primitive = primitive_of(constraint)
    found = words(constraint, left)
    assert primitive is not None
    bounds = occurrences(primitive, value, left)
    numbers = [one.count(value) for one in found]
    if bounds is not None and numbers and not isinstance(constraint, Table):
        assert bounds == (min(numbers), max(numbers))
    if bounds is not None and numbers:
        assert bounds[0] <= min(numbers) <= max(numbers) <= bounds[1]
    number = ways(constraint, left)
    assert number is None or number == len(found)


@given(constraints(), domains)
def test_an_argument_is_about_places_that_there_are(constraint: Constraint, left: Any) -> None:
    """It is asked for whatever follows, and then it implies that, by its own numbers."""
    whole = dict.fromkeys(LETTERS, (0, 1, 2))
    found = words(constraint, left)
    assume(found)
    follows = {letter: tuple(sorted({one[k] for one in found})) for k, letter in enumerate(LETTERS)}
    concluded = {letter: values for letter, values in follows.items() if values != left[letter]}
    assume(concluded)
    given_by = argument(constraint, whole, left, concluded)
    if given_by is not None:
        assert implies(given_by, constraint, whole, left, concluded), given_by


def implies(one: Argument, constraint: Constraint, whole: Any, left: Any, concluded: Any) -> bool:
    """Whether an argument is true, and enough for its conclusion."""
    value, everything = one.value, words(constraint, whole)
    places = {letter for letter in LETTERS if value in left[letter]}
    if one.kind in ("full", "none"):
        taken = {letter for letter in LETTERS if left[letter] == (value,)}
        most = max(word.count(value) for word in everything)
        gone = {letter for letter in concluded if value in left[letter] and value not in concluded[letter]}
        return taken == {*one.variables} and len(taken) == most == one.numbers[0] and gone == {*concluded}
    if one.kind == "needed":
        least = min(word.count(value) for word in everything)
        open_ones = [letter for letter in places if left[letter] != (value,)]
        is_all = all(values == (value,) for values in concluded.values())
        return len(places) == least and one.numbers == (len(open_ones),) and is_all
    sums = {
        letter: {sum(rest) for rest in product(*(left[other] for other in LETTERS if other != letter))}
        for letter in concluded
    }
    ends = {"rest": (min, max), "least": (min,), "most": (max,), "ends": (min, max)}[one.kind]
    return all({*one.numbers[:-1]} == {end(some) for end in ends} for some in sums.values())


@given(constraints(), domains)
def test_what_is_refuted_has_too_few_places_or_too_many(constraint: Constraint, left: Any) -> None:
    whole = dict.fromkeys(LETTERS, (0, 1, 2))
    one = refutation(constraint, whole, left)
    if one is not None:
        assert not words(constraint, left)
        places = sum(one.value in values for values in left.values())
        fixed = sum(values == (one.value,) for values in left.values())
        assert one.numbers[0] == (places if one.kind == "few" else fixed)


def test_a_count_says_how_many_there_are() -> None:
    model = clew.Model()
    cells = model.variables(["a", "b", "c"], [0, 1])
    model.require(Exactly(1, 1, cells).named("the line"))
    assert str(clew.hint(model, given={"b": 1})) == "a and c = 0: the line has 1 in b already, the most it may have"
    hint = clew.hint(model, given={"b": 1}, explain="fr")
    assert str(hint) == "a et c = 0 : the line a déjà 1 en b, le maximum permis"
    hint = clew.hint(model, given={"a": 0, "b": 0})
    assert str(hint) == "c = 1: the line has its only place for 1 in c"


def test_a_sum_says_what_the_others_add_up_to() -> None:
    model = clew.Model()
    cells = model.variables(["a", "b", "c"], range(3, 9))
    model.require(Sum(cells, "==", 11).named("the cage"))
    assert str(clew.hint(model)) == "no 6, 7 or 8 in a, b or c: the others of the cage add up to at least 6 of 11"
    assert str(clew.hint(model, given={"a": 4, "b": 3})) == "c = 4: the others of the cage add up to 7 of 11"


def test_a_supposition_says_how_many_places_it_leaves() -> None:
    model = clew.Model()
    cells = model.variables(["a", "b", "c"], [0, 1])
    model.require(Exactly(2, 1, cells).named("the line"))
    model.require(Linear(("a", "b"), (1, -1), "==", 0).named("the pair"))
    hint = clew.hint(model)
    assert str(hint) == "a and b = 1: with a = 0 or b = 0, the line would have only one place for 1, not 2, by the pair"


def test_all_that_follows_from_a_reason_is_one_step() -> None:
    model = clew.Model()
    cells = model.variables([(r, c) for r in range(2) for c in range(4)], [0, 1])
    model.require(Exactly(4, 1, cells[:4]).named("row 1"))
    model.require(Exactly(0, 1, cells[4:]).named("row 2"))
    assert [str(one).partition(":")[0] for one in clew.steps(model)] == ["r1c1 to r1c4 = 1", "r2c1 to r2c4 = 0"]


@given(models())
def test_no_step_says_what_an_earlier_one_has_said(model: clew.Model) -> None:
    seen = set[Any]()
    for hint in clew.steps(model):
        pairs = {*hint.assigned.items(), *((v, w, "not") for v, values in hint.excluded.items() for w in values)}
        if hint.kind != "contradiction":
            assert not pairs & seen
        assert not any(len(set(model.domains()[v])) == 2 for v, values in hint.excluded.items() if values)
        seen |= pairs


def test_steps_of_vectors_that_share_variables_name_the_declared_constraint() -> None:
    model = clew.Model()
    a, b, c, d, e = model.variables([*"abcde"], [0, 1])
    model.require(DistinctVectors([(a, b, c), (c, d, e), (a, d, e)]).named("the words"))
    model.require(Exactly(2, 1, (a, b, c)))
    model.require(Exactly(2, 1, (c, d, e)))
    model.require(Exactly(1, 0, (a, d, e)))
    for hint in clew.steps(model):
        assert all(any(one is own for own in model.constraints()) for one in hint.constraints) or hint.kind == "guess"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([(0, 0), (0, 1), (0, 2), (1, 2)], [3, 1]),
        ([(0, 0), (1, 0), (2, 0), (2, 1)], [3, 1]),
        ([(0, 0), (0, 2)], [1, 1]),
        (["a", "b"], [1, 1]),
        ([], []),
    ],
)
def test_runs_of_cells(cells: list[Any], expected: list[int]) -> None:
    assert [len(run) for run in runs(cells)] == expected


def test_locked_candidates_are_one_step() -> None:
    """Box 1 has its 1 in row 1, so all the cells of box 2 in that row lose theirs at once."""
    sudoku = Sudoku.from_text("." * 9 + "234......" + "56......1" + "." * 54)
    hint = next(one for one in clew.steps(sudoku) if one.kind == "joint" and (0, 3) in one.excluded)
    assert hint.excluded == {(0, 3): (1,), (0, 4): (1,), (0, 5): (1,)}


def test_a_step_has_no_conclusion_that_needs_more_than_its_reason() -> None:
    """Without 2 in b there is 0 in a; that b is 1 needs besides that it is not 3."""
    model = clew.Model()
    model.variables(["a"], [0, 1])
    model.variables(["b"], range(4))
    model.require(Table(("a", "b"), [(0, 1), (0, 3), (1, 2)]))
    hint = clew.hint(model, excluded={"b": [2, 3]})
    assert hint is not None
    assert hint.assigned == {"a": 0}
    assert follows(model, hint)
