"""The shortcuts of the rules of a puzzle, compared with what they spare."""

from __future__ import annotations

from typing import Any

import pytest

import clew
from clew.puzzles.hints import rules as rules_of_hints
from clew.puzzles.hints.knowledge import Knowledge
from clew_problems import Futoshiki, Slitherlink, Sudoku


@pytest.mark.parametrize(("narrowing", "kept"), [(0, 1), (1, 2), (rules_of_hints.NARROWING, rules_of_hints.LEFT_OVER)])
@pytest.mark.parametrize(("kind", "name"), [(Sudoku, "17 clues"), (Futoshiki, "seven signs"), (Slitherlink, "5x5")])
def test_values_that_clash_with_a_constraint_leave_it_nothing(
    kind: type[Any], name: str, narrowing: int, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small domains that are kept from one question to the next change no answer."""
    monkeypatch.setattr(rules_of_hints, "NARROWING", narrowing)
    monkeypatch.setattr(rules_of_hints, "LEFT_OVER", kept)
    example = next(one for one in kind.examples if one.name == name)
    problem = kind.from_text(example.text, **example.parameters)
    solution = clew.first(problem)
    assert solution is not None
    rules, found = Knowledge.of(problem).rules, 0
    for number in range(12):
        given = dict(list(solution.items())[:: 2 + number % 4]) if number % 2 else {}
        here = Knowledge(problem, rules, {**problem.given(), **given})
        candidates = here.candidates
        lost = {place: candidates & ~rules.network.mask(place) for place in here.open_places()}
        for one in rules.network.constraints:
            touched = [place for place, bits in lost.items() if bits & rules.masks[id(one)]]
            clashing = {place for place in touched if not rules.alone(one, candidates & ~lost[place])}
            assert rules.clashing(one, candidates, lost) == clashing
            found += len(clashing)
    assert found


@pytest.mark.parametrize("kind", [Sudoku, Futoshiki, Slitherlink])
def test_constraints_together_leave_what_they_leave_one_by_one(kind: type[Any]) -> None:
    """Until nothing changes, though none is asked again whose variables have not changed."""
    example = kind.examples[0]
    here = Knowledge.of(kind.from_text(example.text, **example.parameters))
    rules, left, rounds = here.rules, here.candidates, -1
    found, before = rules.together(rules.network.constraints, left), 0
    while left != before:
        before, rounds = left, rounds + 1
        for one in rules.network.constraints:
            left = rules.alone(one, left)
    assert found == left != 0
    assert rounds > 1
