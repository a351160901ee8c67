"""New instances of a model: its variables, or some of them, are the clues."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

import clew
from clew.constraints import AllDifferent
from clew_problems import Akari

ROWS = list(permutations(range(3)))
SQUARES = [
    {(r, c): square[r][c] for r in range(3) for c in range(3)}
    for square in product(ROWS, repeat=3)
    if all(len({row[k] for row in square}) == 3 for k in range(3))
]
"""The Latin squares of order 3."""


def latin() -> clew.Model:
    model = clew.Model("latin")
    cells = {(r, c): model.variable((r, c), range(3)) for r in range(3) for c in range(3)}
    for k in range(3):
        model.require(AllDifferent([cells[k, c] for c in range(3)]), AllDifferent([cells[r, k] for r in range(3)]))
    return model


def completions(given: Any) -> int:
    return sum(all(square[cell] == value for cell, value in given.items()) for square in SQUARES)


def assert_minimal(made: clew.Problem[Any, Any], fixed: Any = ()) -> None:
    given = dict(made.given())
    assert completions(given) == 1
    for cell in given.keys() - set(fixed):
        assert completions({other: value for other, value in given.items() if other != cell}) > 1


def test_each_instance_of_a_model_has_one_solution_and_no_clue_too_many() -> None:
    for made in clew.generate(latin(), count=5, seed=3):
        assert_minimal(made)


def test_clues_are_those_of_the_variables_that_are_named() -> None:
    model = latin()
    some = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]
    for clues in (some, [model[cell] for cell in some]):
        for made in clew.generate(model, count=5, seed=4, clues=clues):
            assert made.given().keys() <= set(some)
            assert_minimal(made)


def test_a_value_that_the_model_fixes_stays() -> None:
    model = latin()
    model.fix((2, 2), 1)
    for options in ({}, {"clues": [(0, 0), (0, 1), (1, 1), (1, 0)]}):
        for made in clew.generate(model, count=3, **options):  # type: ignore[arg-type]
            assert made.given()[2, 2] == 1
            assert_minimal(made, [(2, 2)])
    assert model.given() == {(2, 2): 1}


def test_a_number_of_clues_and_processes_serve_models_too() -> None:
    here = [made.given() for made in clew.generate(latin(), count=3, clues=5)]
    assert [len(given) for given in here] == [5, 5, 5]
    assert here == [made.given() for made in clew.generate(latin(), count=3, clues=5, jobs=2)]


def test_other_puzzles_take_variables_too() -> None:
    odd = [(r, c) for r in range(4) for c in range(4) if (r + c) % 2]
    for made in clew.generate("sudoku", 4, count=2, clues=odd):
        assert made.given().keys() <= set(odd)
        assert clew.is_unique(made)


@pytest.mark.parametrize("clues", [["nowhere"], [[1]]])
def test_a_variable_that_there_is_not_is_told(clues: Any) -> None:
    with pytest.raises(clew.OptionError, match="clues: latin has no variable"):
        next(clew.generate(latin(), clues=clues))


def test_clues_that_are_no_values_have_no_variables() -> None:
    puzzle = Akari.from_text("4x4")
    with pytest.raises(clew.OptionError, match="clues of akari are no given values"):
        next(clew.generate(puzzle, clues=list(puzzle.domains())[:3]))


def test_a_model_gives_its_variables_by_name() -> None:
    model = clew.Model("named")
    x, _ = model.variables("start finish", range(3))
    model.require(model["start"] < model["finish"])
    assert (model["start"].name, list(model), "start" in model, "x" in model, [1] in model) == (
        x.name,
        ["start", "finish"],
        True,
        False,
        False,
    )
    assert clew.count(model) == 3
    with pytest.raises(clew.InputError, match="named has no variable 'strat': did you mean start"):
        model["strat"]
    with pytest.raises(clew.InputError, match="named has no variable 7: it has 2 variables"):
        model[7]
    with pytest.raises(clew.InputError, match=r"named has no variable \[1\]"):
        model[[1]]  # type: ignore[index]
