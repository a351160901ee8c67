"""Every step follows from its reason alone, and its reason holds: by brute force, whatever the constraints."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint
from clew.planning.request import forget
from clew.puzzles.hints.hint import Hint, hints_from
from clew.puzzles.hints.knowledge import Fact, Knowledge
from clew.puzzles.hints.steps import walked
from clew.render.svg import grouped
from clew_problems import Slitherlink, Sudoku
from tests.random_models import brute_force, models

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
"""Published as hard: it needs chains, or suppositions."""


def holds(constraint: Constraint, values: dict[Any, Any]) -> bool:
    """Whether a constraint holds of values, by its meaning."""
    return bool(constraint.holds([values[variable] for variable in constraint.scope]))


def assignments(problem: Any, constraints: tuple[Constraint, ...], missing: dict[Any, set[Any]], more: Any = ()) -> Any:
    """All values of the constraints' variables, and of some more, without those that are missing."""
    domains = {variable: list(values) for variable, values in problem.domains().items()}
    scope = list(dict.fromkeys([*(v for constraint in constraints for v in constraint.scope), *more]))
    left = [[value for value in domains[variable] if value not in missing.get(variable, ())] for variable in scope]
    return (dict(zip(scope, values, strict=True)) for values in product(*left))


def refutes(problem: Any, hint: Hint) -> bool:
    """Whether the reason of a hint has no assignment that breaks its conclusion."""
    missing: dict[Any, set[Any]] = {}
    for fact in hint.facts:
        missing.setdefault(fact.variable, set()).update(fact.missing)
    about = [*hint.assigned, *hint.excluded]
    return not any(
        all(holds(constraint, values) for constraint in hint.constraints)
        and (
            any(values[variable] != value for variable, value in hint.assigned.items())
            or any(values[variable] in gone for variable, gone in hint.excluded.items())
        )
        for values in assignments(problem, hint.constraints, missing, about)
    )


def is_true(problem: Any, fact: Fact, known: dict[Any, Any], excluded: dict[Any, set[Any]]) -> bool:
    """Whether values are missing as a fact says: by a plain rule, or because they are known to be."""
    if fact.constraint is None:
        if fact.variable in known:
            return known[fact.variable] not in fact.missing
        return set(fact.missing) <= excluded.get(fact.variable, set())
    fixed = {variable: {*problem.domains()[variable]} - {known[variable]} for variable in fact.known}
    return not any(
        values[fact.variable] in fact.missing and holds(fact.constraint, values)
        for values in assignments(problem, (fact.constraint,), fixed, [fact.variable])
    )


@given(models())
def test_every_step_follows_from_its_reason_and_the_reason_holds(model: clew.Model) -> None:
    steps = clew.steps(model)
    known: dict[Any, Any] = dict(model.given())
    excluded: dict[Any, set[Any]] = {}
    solutions = list(brute_force(model))
    for hint in steps:
        if hint.kind == "contradiction":
            assert not solutions
            break
        assert hint.assigned or hint.excluded
        if hint.kind != "guess":
            assert refutes(model, hint), str(hint)
            assert all(is_true(model, fact, known, excluded) for fact in hint.facts), str(hint)
        known |= hint.assigned
        for variable, values in hint.excluded.items():
            excluded.setdefault(variable, set()).update(values)
    if steps.is_solved:
        assert solutions == [steps.known]
    else:
        assert len(solutions) != 1


def fresh(here: Knowledge) -> list[str]:
    """The hints of a knowledge, found without anything that was kept of earlier steps."""
    forget()
    excluded = grouped(here.rules.lanes.pairs(here.excluded))
    again = Knowledge.of(here.problem, here.known, excluded)
    return [f"{hint.grade}: {hint}" for hint in hints_from(again, "en")]


@given(models())
def test_steps_are_the_hints_without_what_was_kept(model: clew.Model) -> None:
    for here, hints in walked(model):
        assert [f"{hint.grade}: {hint}" for hint in hints] == fresh(here)


@pytest.mark.parametrize("problem", [Sudoku.from_text(HARD), Slitherlink.from_text(Slitherlink.examples[0].text)])
def test_steps_of_puzzles_are_the_hints_without_what_was_kept(problem: Any) -> None:
    kinds: set[str] = set()
    for here, hints in walked(problem):
        assert [f"{hint.grade}: {hint}" for hint in hints] == fresh(here)
        kinds.update(hint.kind for hint in hints)
    assert {"joint", "supposition"} <= kinds


def test_a_sudoku_is_solved_in_steps() -> None:
    sudoku = Sudoku.from_text(EASY)
    steps = clew.steps(sudoku)
    assert steps.is_solved
    assert steps.known == clew.first(sudoku)
    assert len({(variable, value) for hint in steps for variable, value in hint.assigned.items()}) == 51


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        (EASY, "easy"),
        (HARD, "very hard"),
    ],
)
def test_tiers(text: str, tier: str) -> None:
    assert clew.rate(Sudoku.from_text(text)).tier == tier


@given(st.data())
def test_a_hint_for_a_wrong_value_says_that_there_is_a_mistake(data: st.DataObject) -> None:
    sudoku = Sudoku.from_text(EASY)
    solution = clew.first(sudoku)
    assert solution is not None
    cell = data.draw(st.sampled_from([cell for cell in solution if cell not in sudoku.given()]))
    others = {solution[other] for other in sudoku.given() if other[0] == cell[0]} - {solution[cell]}
    wrong = data.draw(st.sampled_from(sorted(others)))
    hint = clew.hint(sudoku, given={cell: wrong})
    assert hint is not None
    assert hint.kind == "contradiction"
