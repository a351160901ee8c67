"""The simulation of many machines: nothing is lost or counted twice, and it keeps to what arithmetic says."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.farm import Farm, Simulation, stretched
from hypothesis import given, settings
from hypothesis import strategies as st

IDEAL: dict[str, Any] = {"latency": 0.0, "scheduler": 0.0, "client": 0.0, "cutting": 0.0, "looking": 0.0}

farms = st.builds(
    Farm,
    workers=st.integers(1, 9),
    slow=st.sampled_from([0.0, 0.3, 1.0]),
    losses=st.sampled_from([0.0, 60.0]),
    latency=st.sampled_from([0.0, 0.1]),
    seed=st.integers(0, 9),
)


@settings(max_examples=60)
@given(
    farm=farms, seconds=st.lists(st.floats(0.001, 5), min_size=1, max_size=80), budget=st.sampled_from([1.5, 1000.0])
)
def test_each_subtree_counts_once(farm: Farm, seconds: list[float], budget: float) -> None:
    course = Simulation(seconds, farm, budget).run()
    assert set(course.counted.values()) == {1}
    assert {subtree[0] for subtree in course.counted} == set(range(len(seconds)))
    parents = {subtree[:-1] for subtree in course.counted} - {()}
    assert not parents & course.counted.keys()
    assert all(len(subtree) == 1 for subtree in course.counted if seconds[subtree[0]] <= budget)
    assert course.seconds * course.capacity >= course.useful * 0.999999
    assert 0 < course.efficiency <= 1.000001
    assert max(course.scheduler, course.client) <= course.seconds
    assert Simulation(seconds, farm, budget).run() == course


def test_it_takes_what_arithmetic_says() -> None:
    assert Simulation([1.0] * 12, Farm(4, **IDEAL)).run().seconds == pytest.approx(3)
    assert Simulation([1.0] * 12, Farm(4, slow=1.0, slowness=2, **IDEAL)).run().seconds == pytest.approx(6)
    assert Simulation([9.0, 1.0, 1.0], Farm(2, **IDEAL)).run().seconds == pytest.approx(9)


def test_a_slow_scheduler_holds_everybody_up() -> None:
    course = Simulation([0.5] * 400, Farm(100, scheduler=0.1)).run()
    assert course.scheduler == pytest.approx(0.1 * course.tasks)
    assert course.seconds >= course.scheduler
    assert course.efficiency < 0.2


def test_what_is_too_large_is_thrown_away_and_searched_in_parts() -> None:
    course = Simulation([10.0] * 3, Farm(1, **IDEAL), budget=4).run()
    assert course.thrown == pytest.approx(12)
    assert course.seconds == pytest.approx(30 + 12)
    assert len(course.counted) == 3 * 16


def test_lost_workers_cost_what_they_had_begun() -> None:
    course = Simulation([5.0] * 100, Farm(3, losses=300.0, absence=1.0, **IDEAL)).run()
    assert course.lost > 0
    assert course.seconds * 3 >= course.useful + course.lost
    assert course.tasks == Simulation([5.0] * 100, Farm(3, **IDEAL)).run().tasks


def test_times_are_stretched_in_their_order() -> None:
    assert stretched([1.0, 3.0], 4, 16.0) == [2.0, 2.0, 6.0, 6.0]
    assert sum(stretched([1.0, 2.0, 5.0], 1000, 7.0)) == pytest.approx(7)
