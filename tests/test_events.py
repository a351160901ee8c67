"""Observers hear what the search did, in order; the search does not change for being observed."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import events
from clew.constraints import AllDifferent
from clew.watch.observers.recorder import Recorder
from clew_problems import LetterTree, Queens
from tests.random_problems import Forbidden, problems


def told(problem: clew.Problem[Any, Any], **options: Any) -> list[str]:
    """The events of a complete search, in words."""
    recorder = Recorder()
    clew.count(problem, observers=[recorder], **options)
    words = []
    for event in recorder.events:
        name = type(event).__name__.removesuffix("Event")
        detail = (
            [f"{event.variable}={event.value}"] if isinstance(event, (events.TryEvent, events.DeadEndEvent)) else []
        )
        words.append(" ".join([name, *detail]))
    return words


def test_the_events_of_a_small_search_tell_its_story() -> None:
    problem = Queens(2)
    assert told(problem, inference="check") == [
        "Node",
        "Try 0=0", "Node",
        "Try 1=0", "DeadEnd 1=0", "Try 1=1", "DeadEnd 1=1", "Backtrack",
        "Try 0=1", "Node",
        "Try 1=0", "DeadEnd 1=0", "Try 1=1", "DeadEnd 1=1", "Backtrack",
        "Backtrack",
    ]  # fmt: skip
    # The column and the diagonal: a board of two by two has nothing else.
    assert told(problem, inference="forward") == [
        "Node",
        "Try 0=0", "Prune", "Prune", "DeadEnd 0=0",
        "Try 0=1", "Prune", "Prune", "DeadEnd 0=1",
        "Backtrack",
    ]  # fmt: skip


def test_pruned_values_are_named() -> None:
    recorder = Recorder()
    clew.first(Queens(4), observers=[recorder], inference="forward")
    column, diagonal = (event for event in recorder.events[:4] if isinstance(event, events.PruneEvent))
    # A queen in the corner takes its column and its diagonal from the rows below.
    assert column.values == ((1, 0), (2, 0), (3, 0))
    assert diagonal.values == ((1, 1), (2, 2), (3, 3))
    assert isinstance(column.constraint, AllDifferent)
    assert isinstance(diagonal.constraint, AllDifferent)
    assert not column.constraint.offsets
    assert diagonal.constraint.offsets


@given(problems(), st.sampled_from(["none", "check", "forward"]))
def test_the_events_add_up_to_the_statistics(problem: Forbidden, inference: str) -> None:
    recorder = Recorder()
    outcome = clew.solve(problem, clew.All(), inference=inference, observers=[recorder])
    silent = clew.solve(problem, clew.All(), inference=inference)
    assert outcome.result == silent.result
    assert attrs.evolve(outcome.statistics, seconds=0) == attrs.evolve(silent.statistics, seconds=0)
    number = {kind: sum(type(e) is kind for e in recorder.events) for kind in vars(events).values() if kind in KINDS}
    statistics = outcome.statistics
    assert number[events.NodeEvent] == statistics.nodes
    assert number[events.SolutionEvent] == statistics.solutions
    if statistics.nodes:
        assert number[events.TryEvent] == statistics.tries
        assert number[events.DeadEndEvent] == statistics.failures
        assert number[events.BacktrackEvent] == statistics.nodes - statistics.solutions


KINDS = (events.NodeEvent, events.TryEvent, events.PruneEvent, events.DeadEndEvent, events.SolutionEvent,
         events.BacktrackEvent)  # fmt: skip


def test_events_are_frozen() -> None:
    recorder = Recorder()
    clew.first(LetterTree("A(B)", word="AB"), observers=[recorder])
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        recorder.events[0].state = None  # type: ignore[misc,assignment]


def test_all_observers_hear_everything_in_order() -> None:
    heard: list[str] = []
    observers = [lambda event: heard.append("a"), lambda event: heard.append("b")]
    clew.count(Queens(3), observers=observers)
    assert heard == ["a", "b"] * (len(heard) // 2)
    assert heard
