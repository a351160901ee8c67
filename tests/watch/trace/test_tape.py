"""A search that runs only as far as somebody looks, and the ways to move over it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import events
from clew.watch.observers.recorder import Recorder
from clew.watch.trace import tape as tapes
from clew.watch.trace.tape import AHEAD, EVENTS, Kind, Reel, Tape
from clew_problems import Queens


@contextmanager
def taped(problem: clew.Problem[Any, Any], *arguments: Any, **details: Any) -> Iterator[Tape]:
    tape = Tape(problem, *arguments, **details)
    try:
        yield tape
    finally:
        tape.close()


def recorded(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any] | None = None, **options: Any) -> list[Any]:
    recorder = Recorder()
    clew.solve(problem, strategy or clew.All(), observers=[recorder], **options)
    return recorder.events


class Asked(Queens):
    """Queens by hooks that count how often they are asked."""

    number = 0

    def is_consistent(self, state: Any, variable: int, value: int) -> bool:
        type(self).number += 1
        if type(self).number == 300:
            raise ZeroDivisionError("the three hundredth question")
        return super().is_consistent(state, variable, value)


def settle(reel: Reel) -> Reel:
    """Let a jump end."""
    while reel.goal is not None:
        reel.work(1.0)
    return reel


def test_the_steps_are_the_events_of_the_search() -> None:
    expected = recorded(Queens(5))
    with taped(Queens(5)) as tape:
        assert not tape.reach(10**9)
        assert tape.is_over
        assert [tape[number].event for number in range(1, tape.last + 1)] == expected
        assert tape.outcome is not None
        assert tape.outcome.statistics.nodes == tape[tape.last].nodes
        assert tape.outcome.statistics.failures == tape[tape.last].failures
        assert tape.outcome.result == tape[tape.last].solutions == 10


def test_the_search_for_one_solution_ends_with_it() -> None:
    expected = recorded(Queens(12), clew.First())
    with taped(Queens(12), 1) as tape:
        tape.reach(10**9)
        assert tape.last == len(expected)
        assert isinstance(tape[tape.last].event, events.SolutionEvent)


def test_the_search_runs_no_further_than_somebody_looks() -> None:
    Asked.number = 0
    with taped(Asked(30), options={"inference": "check"}) as tape:
        assert Asked.number == 0
        for number in (1, 2, 7):
            assert tape.reach(number)
            assert (tape.first, tape.last, tape.is_over) == (1, number, False)
        assert tape.reach(3)
        assert tape.last == 7
        assert 0 < Asked.number < 10


def test_what_a_hook_raises_surfaces_where_it_is_looked_at() -> None:
    Asked.number = 0
    with taped(Asked(30), options={"inference": "check"}) as tape:
        assert tape.reach(20)
        with pytest.raises(ZeroDivisionError, match="three hundredth") as caught:
            tape.reach(10**9)
        assert "while trying" in caught.value.__notes__[0]
        assert tape.is_over


def test_a_wrong_option_surfaces() -> None:
    with taped(Queens(4), options={"inference": "magic"}) as tape, pytest.raises(clew.OptionError, match="magic"):
        tape.reach(1)


def test_closing_ends_the_search() -> None:
    tape = Tape(Queens(40), options={"inference": "check"})
    tape.reach(5)
    tape.close()
    assert tape.is_over
    assert tape.last == 5
    unused = Tape(Queens(4))
    unused.close()
    assert unused.last == 0


def test_the_newest_steps_are_kept() -> None:
    with taped(Queens(6), kept=50) as tape:
        tape.reach(200)
        assert (tape.first, tape.last) == (151, 200)
        assert tape[151].number == 151
        with pytest.raises(IndexError, match="step 150 is not on the tape: it has 151 to 200"):
            tape[150]
        reel = Reel(tape)
        assert settle(reel).step is None
        reel.jump(180)
        settle(reel)
        assert reel.position == 180
        reel.jump(1)
        assert (reel.position, reel.message) == (151, "steps 1 to 150 are no longer kept")


def test_large_states_leave_room_for_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tapes, "MEMORY", 100_000)
    with taped(Queens(6)) as tape:
        tape.reach(150)
        assert 80 < tape.last - tape.first + 1 < 100


@given(
    st.lists(st.sampled_from(["forward", "back", "home", "dead-end", "solution", "node", "end", 3, 40]), max_size=12)
)
def test_every_move_comes_to_the_step_that_it_names(moves: list[Any]) -> None:
    expected = recorded(Queens(4))
    number = len(expected)
    with taped(Queens(4)) as tape:
        reel = Reel(tape)
        place = 0
        for move in moves:
            if move == "forward":
                reel.forward()
                place = min(place + 1, number)
            elif move == "back":
                reel.back()
                place = max(place - 1, min(place, 1))  # before the first step there is none to go back to
            elif move == "home":
                reel.jump(1)
                place = 1
            elif isinstance(move, int):
                reel.jump(move)
                place = min(move, number)
            else:
                reel.jump(move)
                kind = EVENTS.get(move, ())
                found = (k for k in range(place + 1, number + 1) if kind and isinstance(expected[k - 1], kind))
                place = next(found, number)
            settle(reel)
            assert reel.position == place
            if place:
                assert reel.step is not None
                assert reel.step.event == expected[place - 1]


@pytest.mark.parametrize("kind", ["dead-end", "solution", "node"])
def test_jumps_leave_none_out(kind: Kind) -> None:
    expected = [k for k, event in enumerate(recorded(Queens(6)), 1) if isinstance(event, EVENTS[kind])]
    with taped(Queens(6)) as tape:
        reel = Reel(tape)
        visited = []
        while True:
            reel.jump(kind)
            if "no further" in settle(reel).message:
                break
            visited.append(reel.position)
            assert tape.last <= reel.position + AHEAD
        assert visited == expected
        assert reel.ending().startswith("4 solutions: ")


def test_the_first_and_the_last_step_say_so() -> None:
    with taped(Queens(2)) as tape:
        reel = Reel(tape)
        reel.forward()
        assert reel.message == ""
        reel.back()
        assert (reel.position, reel.message) == (1, "this is the first step")
        settle(reel).jump("end")
        last = settle(reel).position
        reel.forward()
        assert (reel.position, reel.message) == (last, "this is the last step")
        assert reel.ending() == "no solution: 1 node, 2 failures"
        reel.jump(10**6)
        assert settle(reel).message == f"there are {last} steps only"


def test_playing_goes_as_fast_as_was_asked_for() -> None:
    with taped(Queens(6)) as tape:
        reel = Reel(tape, speed=4.0)
        assert not reel.tick(10.0)  # it does not play yet
        reel.play(True)
        assert not reel.tick(0.2)
        assert reel.tick(0.3)  # half a second makes two steps
        assert reel.position == 2
        reel.faster()
        assert reel.speed == 8.0
        reel.tick(1.0)
        assert reel.position == 10
        reel.slower()
        reel.slower()
        assert reel.speed == 2.0
        reel.play(False)
        assert not reel.tick(10.0)
        for _ in range(30):
            reel.slower()
        assert reel.speed == 0.5
        reel.play(True)
        while reel.is_playing:
            reel.tick(100.0)
        assert (reel.position, reel.message) == (tape.last, "this is the last step")


def test_a_jump_can_be_given_up() -> None:
    with taped(Queens(40), options={"inference": "check", "variable_order": "static"}) as tape:
        reel = Reel(tape)
        reel.jump("solution")  # nobody will live to see it
        reel.tick(0.0)
        assert reel.goal == "solution"
        reel.stop()
        assert reel.message == "stopped here"
        place = reel.position
        assert place > 0
        reel.back()
        assert reel.position == place - 1


class Clock:
    """A clock that is a second later at each look."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        self.seconds += 1.0
        return self.seconds


def test_time_that_is_up_ends_the_wait_though_events_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with taped(Queens(8)) as tape:
        assert not tape.reach(10**9, 1e-6)  # the search goes on alone
        while tape._made < 500:
            time.sleep(0.001)
        monkeypatch.setattr(tapes, "time", Clock())
        before = tape.last
        assert not tape.reach(before + 400, 10.0)
        assert before < tape.last < before + 10


def test_a_long_pause_is_not_made_up_for() -> None:
    with taped(Queens(8)) as tape:
        assert tape.reach(2000)
        reel = Reel(tape, speed=4096.0)
        reel.play(True)
        reel.tick(60.0)
        assert reel.position == AHEAD


def test_a_jump_looks_at_the_clock_while_it_passes_steps_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    with taped(Queens(8)) as tape:
        assert tape.reach(5000)
        reel = Reel(tape)
        monkeypatch.setattr(tapes, "time", Clock())
        reel.jump("end")
        reel.work(3.0)
        assert (reel.position, reel.goal) == (2 * AHEAD, "end")
        reel.jump(4000)  # the step of a number is looked up
        assert (reel.position, reel.goal) == (4000, None)
        reel.jump(30)
        assert (reel.position, reel.goal) == (30, None)


def test_a_place_whose_steps_are_gone_goes_on_with_the_oldest_one() -> None:
    expected = recorded(Queens(6))
    with taped(Queens(6), kept=50) as tape:
        tape.reach(400)
        reel = Reel(tape)
        reel.jump("node")
        first = next(k for k, event in enumerate(expected, 1) if k > 350 and isinstance(event, events.NodeEvent))
        assert settle(reel).position == first


def test_back_before_the_first_step_leaves_none_out() -> None:
    with taped(Queens(4)) as tape:
        reel = Reel(tape)
        reel.back()
        assert (reel.position, reel.step) == (0, None)
        reel.forward()
        assert settle(reel).position == 1
