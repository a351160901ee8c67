"""What a hint says, shows and promises."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import attrs
import pytest

import clew
from clew.constraints import AllDifferent, Constraint
from clew.constraints.all_different import Distinct
from clew.constraints.primitives import Callback
from clew.errors import OptionError
from clew.puzzles.hints.arguments import kind_of
from clew.puzzles.hints.terms import PHRASES
from clew_problems import Sudoku
from tests.puzzles.hints.reasons import follows, is_refuted
from tests.reference.propagation.test_strength import PRIMITIVES

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"


def test_the_languages_have_the_same_templates_with_the_same_names() -> None:
    def named(template: str) -> set[str]:
        return set(re.findall(r"{(\w+)(?::[1-3])?}", template))

    for phrases in PHRASES.values():
        assert {key: named(text) for key, text in phrases.items()} == {
            key: named(text) for key, text in PHRASES["en"].items()
        }


def test_a_language_without_phrases_is_refused() -> None:
    with pytest.raises(OptionError, match="no phrases in 'eo'"):
        clew.hint(Sudoku.from_text(EASY), explain="eo")


def test_a_function_words_a_hint() -> None:
    hint = clew.hint(Sudoku.from_text(EASY), explain=lambda hint: f"look at {len(hint.constraints)} constraint")
    assert str(hint) == "look at 1 constraint"


def test_a_problem_words_its_own_hints() -> None:
    @attrs.frozen
    class Own(Sudoku):
        def word_hint(self, hint: clew.Hint) -> str | None:
            return f"a place: {hint.conclusion}" if hint.kind == "place" else None

    steps = clew.steps(Own.from_text(EASY))
    assert {str(one).partition(":")[0] for one in steps if one.kind == "place"} == {"a place"}
    assert "a place" not in {str(one).partition(":")[0] for one in steps if one.kind != "place"}


def test_a_primitive_has_words_in_each_language_or_in_none() -> None:
    for hint in (kind.record.hint for kind in PRIMITIVES):
        assert hint.keys() in (set(), PHRASES.keys())
        assert all(
            sorted(re.findall(r"{(\w+)(?::[1-3])?}", text)) == ["constraint", "decision"] for text in hint.values()
        )


def test_the_primitive_of_expressions_is_that_of_what_holds_of_them() -> None:
    model = clew.Model()
    x, y = model.variables(["x", "y"], range(3))
    model.require(AllDifferent((x + 1, y * y)))
    (constraint,) = model.constraints()
    assert {kind_of(primitive) for primitive in constraint.primitives()} <= {Distinct, Callback}


def contradictory() -> clew.Model:
    """Three variables, all different, with two values: propagation of pairs comes to no dead end."""
    model = clew.Model()
    for one, other in combinations(model.variables(["a", "b", "c"], range(2)), 2):
        model.require(one != other)
    return model


def test_a_puzzle_without_solution_says_what_contradicts_each_other() -> None:
    steps = clew.steps(contradictory())
    assert not steps.is_solved
    last = steps.hints[-1]
    assert last.kind in ("contradiction", "unsolvable")
    assert follows(steps.problem, last)


def test_what_only_a_search_refutes_is_said_to_have_no_solution() -> None:
    """Groetzsch's graph has no triangle and no colouring with three colours (1958)."""
    problem: Any = clew.load("colouring", next(e.text for e in _colouring().examples if e.name == "groetzsch"))
    hint = clew.hint(problem)
    assert hint is not None
    assert hint.kind == "unsolvable"
    assert is_refuted(problem, hint.constraints, {})
    assert str(hint).startswith("there is no solution: ")
    steps = clew.steps(problem)
    assert not steps.is_solved
    assert steps.hints[-1].kind == "unsolvable"


def _colouring() -> Any:
    from clew.plugins import find

    return find("colouring")


def test_smallest_finds_fewer_constraints_or_none() -> None:
    sudoku = Sudoku.from_text(HARD)
    known, excluded = dict(sudoku.given()), dict[Any, set[Any]]()
    seen = 0
    for _ in range(40):
        one = clew.hint(sudoku, given=known, excluded=excluded)
        assert one is not None
        if one.kind in ("joint", "supposition"):
            small = clew.hint(sudoku, given=known, excluded=excluded, smallest=True)
            assert small is not None
            assert (small.kind, small.excluded) == (one.kind, one.excluded)
            assert len(small.constraints) <= len(one.constraints)
            if small.is_minimum:
                seen += 1
                break
        known |= one.assigned
        for variable, values in one.excluded.items():
            excluded.setdefault(variable, set()).update(values)
    assert seen


@pytest.mark.parametrize("kind", ["joint", "supposition"])
def test_no_constraint_of_a_reason_can_be_left_out(kind: str) -> None:
    """Propagation of the rest alone, with the same facts, comes to no dead end."""
    steps = [one for one in clew.steps(Sudoku.from_text(HARD)) if one.kind == kind]
    assert steps
    for hint in steps:
        for one in hint.constraints:
            rest = tuple(other for other in hint.constraints if other is not one)
            assert not _fails(hint, rest), str(hint)


def _fails(hint: clew.Hint, constraints: tuple[Constraint, ...]) -> bool:
    """Whether constraints on pairs and hidden singles, written anew, refute each supposition of a hint."""
    return all(_refutes(hint, constraints, pair) for pair in hint.refuted)


def _refutes(hint: clew.Hint, constraints: tuple[Constraint, ...], pair: tuple[Any, Any]) -> bool:
    domains = {variable: {*range(1, 10)} for variable in hint.problem.domains()}
    for fact in hint.facts:
        domains[fact.variable] -= {*fact.missing}
    domains[pair[0]] &= {pair[1]}
    before: Any = None
    while before != domains:
        before = {variable: set(values) for variable, values in domains.items()}
        for constraint in constraints:
            for variable in constraint.scope:
                if len(domains[variable]) == 1:
                    for other in constraint.scope:
                        if other != variable:
                            domains[other] -= domains[variable]
            if any(not domains[variable] for variable in constraint.scope):
                return True
    return False


def test_a_picture_marks_the_conclusion_and_the_reason() -> None:
    hint = clew.hint(Sudoku.from_text(EASY))
    assert hint is not None
    board: Any = hint.picture()
    ((cell, value),) = hint.assigned.items()
    assert board.cells[cell] == str(value)
    assert board.highlights[cell] == "new"
    assert {place for place, why in board.highlights.items() if why == "reason"} == {*hint.cells} - {cell}
    assert board.caption == hint.conclusion
    assert board.svg() == hint._repr_svg_()


def test_a_picture_strikes_what_is_ruled_out() -> None:
    hint = next(one for one in clew.steps(Sudoku.from_text(HARD)) if one.excluded)
    board: Any = hint.picture()
    for cell, values in hint.excluded.items():
        assert sorted(board.struck[cell]) == sorted(map(str, values))
        assert board.highlights[cell] == "pruned"


@pytest.mark.parametrize("name", ["zebra", "cryptarithm", "futoshiki", "takuzu", "crossword", "pentominoes", "queens"])
def test_every_kind_of_problem_has_pictures_of_its_hints(name: str) -> None:
    from clew.plugins import find

    example = next(e for e in find(name).examples if e.count)
    problem = find(name).from_text(example.text, **example.parameters)
    hint = clew.hint(problem)
    assert hint is None or "<svg" in hint.picture().svg()


def test_steps_are_a_film_a_page_and_json() -> None:
    steps = clew.steps(Sudoku.from_text(EASY))
    assert len(steps.film().frames) == len(steps)
    page = steps.page()
    assert page.count("<li>") == page.count("<svg") == len(steps)
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    content = json.loads(steps.to_json())
    assert [one["text"] for one in content["steps"]] == [str(one) for one in steps]
    assert content["rating"]["tier"] == steps.rating.tier == "easy"
    assert str(steps.rating) == f"easy: grade {steps.rating.grade:g}, 51 steps"
