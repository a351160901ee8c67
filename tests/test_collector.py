"""The garbage collector is paused while lists grow, and looks at old objects all the same."""

from __future__ import annotations

import gc
from itertools import count
from unittest import mock

import clew
from clew import limits


def of_two(number: int) -> clew.Model:
    model = clew.Model()
    x, y = (model.variable(name, range(number, number + 3)) for name in "xy")
    model.require(x != y)
    return model


def test_small_questions_do_not_keep_the_collector_from_old_objects() -> None:
    gc.collect()
    for number in range(3):
        gc.collect(1)  # so that old objects have waited for some collections of young ones
        before = gc.get_count()[2]
        assert len(clew.solve(of_two(number), clew.All()).result) == 6
        assert gc.get_count()[2] >= before > 0


def test_now_and_then_all_objects_are_looked_through() -> None:
    before = gc.get_stats()[2]["collections"]
    with mock.patch.multiple(limits, MANY_OBJECTS=0, TURNS=2, _turns=count(1)):
        for number in range(10, 14):
            with limits.collector_paused():
                kept = [[number] for _ in range(9)]
    assert len(kept) == 9
    assert gc.isenabled()
    assert gc.get_stats()[2]["collections"] == before + 2
