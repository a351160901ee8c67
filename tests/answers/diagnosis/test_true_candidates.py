"""The values that occur in some solution, and how often: as brute force counts them."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

import clew
from clew.answers.diagnosis import shared, true_candidates
from clew.outcome import LimitReached
from clew.planning.request import forget
from clew_problems import Queens
from tests.agreement import FAMILIES, made
from tests.corpus.families import brute_force


def counted(model: clew.Model, limit: int | None) -> dict[Any, dict[Any, int]]:
    names, rows = list(model.domains()), brute_force(model)
    numbers = {v: {w: [row[k] for row in rows].count(w) for w in model.domains()[v]} for k, v in enumerate(names)}
    most = len(rows) if limit is None else limit
    return {v: {w: min(number, most) for w, number in own.items() if number} for v, own in numbers.items()}


@pytest.mark.parametrize("limit", [None, 1, 2, 5])
@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "hooked"])
def test_they_are_those_of_brute_force(family: str, limit: int | None) -> None:
    for seed in range(4):
        model = made(family, seed)
        patch, listed, several = mock.patch.object, 1 + 50 * (seed % 2), 1 + 50 * (seed // 2)
        with patch(true_candidates, "LISTED", listed), patch(true_candidates, "SEVERAL", several):
            forget()
            assert clew.candidates(model, limit) == counted(model, limit)


def test_what_is_given_is_kept() -> None:
    for limit in (None, 1, 3):
        found = clew.candidates(Queens(6), limit, given={0: 1})
        assert found == {0: {1: 1}, 1: {3: 1}, 2: {5: 1}, 3: {0: 1}, 4: {2: 1}, 5: {4: 1}}
    assert clew.candidates(Queens(3)) == {0: {}, 1: {}, 2: {}}


def test_one_search_if_there_are_few_solutions_or_a_refutation_for_each_value_not_seen_before() -> None:
    grid = clew.load("sudoku", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
    asked: list[Any] = []
    ask = shared.Searches.ask

    def noted(self: Any, *parts: Any, **named: Any) -> Any:
        asked.append(named)
        return ask(self, *parts, **named)

    with mock.patch.object(shared.Searches, "ask", noted):
        found = clew.candidates(grid, limit=1)
    assert {v: {*own} for v, own in found.items()} == {v: {w} for v, w in dict(clew.first(grid) or {}).items()}
    assert len(asked) == 1
    asked.clear()
    with mock.patch.object(shared.Searches, "ask", noted), mock.patch.object(true_candidates, "SEVERAL", 1):
        assert clew.candidates(grid, limit=1) == found
    assert 1 < len(asked) <= 1 + sum(len([*own]) - 1 for own in grid.domains().values())


def test_a_limit_leaves_what_was_found() -> None:
    with pytest.raises(clew.Stopped) as caught:
        clew.candidates(Queens(20), limit=1, limits=clew.Limits(nodes=60))
    found = caught.value.outcome.result
    assert caught.value.outcome.status is clew.Status.NODE_LIMIT
    assert list(found) == list(range(20))
    assert any(found.values())
    assert all(number == 1 for own in found.values() for number in own.values())


def test_a_limit_may_strike_while_the_root_is_made() -> None:
    root = mock.PropertyMock(side_effect=LimitReached(clew.Status.TIME_LIMIT))
    with mock.patch.object(shared.Searches, "root", root):
        for ask, left in ((clew.candidates, {v: {} for v in range(5)}), (clew.repairs, ()), (clew.ambiguity, None)):
            with pytest.raises(clew.Stopped) as caught:
                ask(Queens(5))
            assert caught.value.outcome.result == left


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "all"])
def test_a_limit_is_a_number_of_solutions(limit: Any) -> None:
    with pytest.raises(clew.OptionError, match="limit must be a whole number from 1 on"):
        clew.candidates(Queens(4), limit)


@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_they_are_listed_up_to_a_number_of_solutions(beside: int) -> None:
    """One solution fewer, as many, and one more than are listed: these are counted by values."""
    grid = Queens(6)
    every = [dict(solution) for solution in clew.solutions(grid)]
    expected = {
        v: {w: number for w in range(6) if (number := sum(one[v] == w for one in every))} for v in grid.domains()
    }
    with mock.patch.object(true_candidates, "LISTED", len(every) + beside):
        assert clew.candidates(grid) == expected


@pytest.mark.parametrize("limit", [1, 2, 4, 5])
@pytest.mark.parametrize("several", [1, 3, 4, 5])
def test_several_are_asked_for_before_single_values(several: int, limit: int) -> None:
    """One more than there are, as many, and fewer: six queens have four solutions."""
    every = [dict(solution) for solution in clew.solutions(Queens(6))]
    assert len(every) == 4
    with mock.patch.object(true_candidates, "SEVERAL", several):
        found, ambiguity = clew.candidates(Queens(6), limit), clew.ambiguity(Queens(6))
    numbers = {v: {w: sum(one[v] == w for one in every) for w in range(6)} for v in range(6)}
    assert found == {v: {w: min(number, limit) for w, number in own.items() if number} for v, own in numbers.items()}
    assert ambiguity is not None
    single = {(v, w) for v, own in numbers.items() for w, number in own.items() if number == 1}
    assert {(clue.variable, clue.value) for clue in ambiguity.settling} == single


class Enumerated(Queens):
    """Values in another order, as the search goes."""

    def enumerate_values(self, state: Any, variable: int) -> Any:
        return reversed(list(state.domain(variable)))


def test_values_that_a_problem_enumerates_itself_cannot_be_assumed() -> None:
    with pytest.raises(clew.OptionError, match="enumerates its values itself, so none can be assumed"):
        clew.candidates(Enumerated(4))
