"""Limits and Ctrl-C: the outcome says complete or stopped, and why, and keeps what was found."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator, Mapping

import pytest

import clew
from clew.state.state import State
from clew_problems import Queens

NEVER = clew.Limits(time=0)


class Endless(clew.Problem[int, int]):
    """A search without end and without solutions."""

    def choose_variable(self, state: State[int, int]) -> int:
        return state.depth

    def enumerate_values(self, state: State[int, int], variable: int) -> tuple[int, int]:
        return (0, 1)

    def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
        return state.depth < 15


class ManyValues(Endless):
    """One node whose values never end: no node limit could stop it."""

    def enumerate_values(self, state: State[int, int], variable: int) -> Iterator[int]:  # type: ignore[override]
        return iter(int, 1)

    def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
        return False


@pytest.mark.parametrize("problem", [Endless(), ManyValues()])
def test_a_time_limit_stops_whatever_the_search_is_at(problem: clew.Problem[int, int]) -> None:
    outcome = clew.solve(problem, clew.Count(), limits=clew.Limits(time=0.05))
    assert outcome.status is clew.Status.TIME_LIMIT
    assert not outcome.exhausted
    assert not outcome.is_complete
    assert outcome.statistics.seconds >= 0.05


def test_a_limit_that_strikes_raises_stopped_with_the_outcome_so_far() -> None:
    problem = Queens(8)
    for ask in (clew.first, clew.count, clew.is_unique):
        with pytest.raises(clew.Stopped, match="stopped by a node limit") as caught:
            ask(problem, limits=clew.Limits(nodes=4))
        assert caught.value.outcome.status is clew.Status.NODE_LIMIT
        assert caught.value.outcome.statistics.nodes == 4
        assert pickle.loads(pickle.dumps(caught.value)).outcome.statistics.nodes == 4  # noqa: S301
    with pytest.raises(clew.Stopped):
        list(clew.solutions(problem, limits=NEVER))


def test_undecided_is_an_answer_of_its_own() -> None:
    assert clew.check(Queens(8), limits=clew.Limits(nodes=4)).answer == "undecided"
    one_found = clew.check(Queens(4, (1, -1, -1, -1)), limits=clew.Limits(nodes=1), inference="check")
    assert one_found.answer == "undecided"
    assert clew.check(Queens(4, (1, -1, -1, -1))).answer == "unique"
    assert clew.check(Queens(3)).answer == "none"
    assert clew.check(Queens(4)).answer == "several"


def test_a_first_solution_within_the_limits_is_an_answer() -> None:
    outcome = clew.solve(Queens(8), clew.First(), limits=clew.Limits(time=60, nodes=1000))
    assert outcome.is_complete
    assert not outcome.exhausted


@pytest.mark.parametrize("k", [1, 5, 92, 93])
def test_a_limit_on_solutions_keeps_the_first_ones(k: int) -> None:
    whole = clew.solve(Queens(8), clew.All()).result
    outcome = clew.solve(Queens(8), clew.All(), limits=clew.Limits(solutions=k))
    assert outcome.result == whole[:k]
    assert outcome.status is (clew.Status.SOLUTION_LIMIT if k <= 92 else clew.Status.COMPLETE)
    assert list(clew.solutions(Queens(8), limits=clew.Limits(solutions=k))) == whole[:k]


class Interrupting(Queens):
    """Ctrl-C when the first queen is to stand in a certain column."""

    column = 4

    def forward_check(self, state: State[int, int], row: int, column: int) -> State[int, int] | clew.DeadEnd:
        if row == 0 and column == self.column:
            raise KeyboardInterrupt
        return super().forward_check(state, row, column)


def test_ctrl_c_keeps_what_was_found() -> None:
    outcome = clew.solve(Interrupting(8), clew.All())
    assert outcome.status is clew.Status.INTERRUPTED
    begun = [s for s in clew.solve(Queens(8), clew.All()).result if s[0] < 4]
    assert outcome.result == begun


def test_ctrl_c_in_a_question_is_a_keyboard_interrupt_that_carries_the_outcome() -> None:
    class AtOnce(Interrupting):
        column = 0

    for ask in (clew.first, clew.count, clew.check, clew.is_unique):
        with pytest.raises(KeyboardInterrupt) as caught:
            ask(AtOnce(8))
        assert isinstance(caught.value, clew.Interrupted)
        assert caught.value.outcome.status is clew.Status.INTERRUPTED


@pytest.mark.parametrize(
    "wrong", [{"time": -1}, {"time": "soon"}, {"time": float("nan")}, {"nodes": 0}, {"nodes": 1.5}, {"solutions": -3}]
)
def test_limits_that_make_no_sense_are_refused(wrong: Mapping[str, object]) -> None:
    with pytest.raises(clew.OptionError, match="limit must be"):
        clew.Limits(**wrong)  # type: ignore[arg-type]


def test_what_a_strategy_or_an_observer_raises_surfaces_and_says_where() -> None:
    def fail(*_: object) -> int:
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError) as caught:
        clew.solve(Queens(4), clew.Best(fail))
    assert "took in solution 1" in caught.value.__notes__[0]
    with pytest.raises(ZeroDivisionError) as caught:
        clew.count(Queens(4), observers=[fail])
    assert caught.value.__notes__ == ["at the root"]


def test_a_slow_hook_is_watched_closely() -> None:
    class Slow(Endless):
        def is_consistent(self, state: State[int, int], variable: int, value: int) -> bool:
            time.sleep(0.01)
            return super().is_consistent(state, variable, value)

    outcome = clew.solve(Slow(), clew.Count(), limits=clew.Limits(time=0.1))
    assert outcome.statistics.tries <= 12  # of a hundredth of a second each
