"""The shortcuts of the rules of a puzzle, compared with what they spare."""

from __future__ import annotations

import pytest

import clew
from clew.puzzles.hints.knowledge import Knowledge
from clew_problems import Akari, Slitherlink, Sudoku, Takuzu


@pytest.mark.parametrize("kind", [Akari, Slitherlink, Sudoku, Takuzu])
def test_values_that_clash_with_a_constraint_leave_it_nothing(kind: type[clew.Problem]) -> None:
    """Small domains that are kept from one question to the next change no answer."""
    example = kind.examples[0]
    problem = kind.from_text(example.text, **example.parameters)
    solution = clew.first(problem)
    assert solution is not None
    some = dict(list(solution.items())[::3])
    for given in ({}, some, {variable: solution[variable] for variable in list(solution)[::2]}, {}):
        here = Knowledge.of(problem, given)
        rules, candidates = here.rules, here.candidates
        lost = {place: candidates & ~rules.network.mask(place) for place in here.open_places()}
        for one in rules.network.constraints:
            touched = [place for place, bits in lost.items() if bits & rules.masks[id(one)]]
            clashing = {place for place in touched if not rules.alone(one, candidates & ~lost[place])}
            assert rules.clashing(one, candidates, lost) == clashing
