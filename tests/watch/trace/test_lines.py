"""The story of a search in plain lines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import events
from clew.trace import Lines
from clew.watch.observers.recorder import Recorder
from clew.watch.trace.lines import search_watched
from clew.watch.trace.story import SHOWN, some
from clew_problems import Queens, Sudoku
from tests.random_problems import Forbidden, problems


def told(problem: clew.Problem[Any, Any], enough: int | None = None, **options: Any) -> list[str]:
    """All the lines, the last one too."""
    lines: list[str] = []
    details = {name: options.pop(name) for name in ("boards", "steps", "style") if name in options}
    observer = Lines(problem, lines.append, given=options.get("given"), **details)
    end, _ = search_watched(problem, observer, observer.story, enough, options)  # type: ignore[arg-type]
    return [*lines, end]


def test_the_four_queens() -> None:
    # Worked out by hand. Letters are columns, numbers rows; a queen takes column, rising and falling diagonal.
    column, rising, falling = (f"no two queens {where}" for where in
                               ("in a column", "on a rising diagonal", "on a falling diagonal"))  # fmt: skip
    assert told(Queens(4), 1, inference="forward", variable_order="static") == [
        "node 1",
        "try A1",
        f"  prune A2, A3, A4 ({column})",
        f"  prune B2, C3, D4 ({falling})",
        "  node 2",
        "  try C2",
        f"    prune C4 ({column}), so B4",
        f"    prune B3 ({rising}), so D3",
        f"    prune D3 ({falling}), so row 3 has no value left",
        f"  dead end: row 3 has no value left ({falling})",
        "  try D2",
        f"    prune D3 ({column}), so B3",
        f"    prune B4 ({rising}), so C4",
        "    node 3",
        "    try B3",
        f"      prune C4 ({falling}), so row 4 has no value left",
        f"    dead end: row 4 has no value left ({falling})",
        "    back: no value of row 3 is left to try",
        "  back: no value of row 2 is left to try",
        "try B1",
        f"  prune B2, B3, B4 ({column})",
        f"  prune A2 ({rising})",
        f"  prune C2, D3 ({falling}), so D2",
        "  node 4",
        "  try D2",
        f"    prune D4 ({column})",
        f"    prune C3 ({rising}), so A3",
        "    node 5",
        "    try A3",
        f"      prune A4 ({column}), so C4",
        "      node 6",
        "      try C4",
        "        node 7",
        "        solution 1",
        "1 solution, and there may be more: 7 nodes, 2 failures",
    ]


def test_a_sudoku() -> None:
    # Worked out by hand: r4c3 has a 1 above it, takes 2, and leaves 1 to its neighbour.
    problem = Sudoku([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 0, 0]])
    assert told(problem, inference="check", variable_order="static") == [
        "clues:",
        "1 2 | 3 4",
        "3 4 | 1 2",
        "----+----",
        "2 1 | 4 3",
        "4 3 | . .",
        "node 1",
        "try r4c3 = 1",
        "dead end: r4c3 = 1 is rejected (column 3)",
        "try r4c3 = 2",
        "  node 2",
        "  try r4c4 = 1",
        "    node 3",
        "    solution 1",
        "  try r4c4 = 2",
        "  dead end: r4c4 = 2 is rejected (row 4)",
        "  try r4c4 = 3",
        "  dead end: r4c4 = 3 is rejected (row 4)",
        "  try r4c4 = 4",
        "  dead end: r4c4 = 4 is rejected (row 4)",
        "  back: no value of r4c4 is left to try",
        "try r4c3 = 3",
        "dead end: r4c3 = 3 is rejected (row 4)",
        "try r4c3 = 4",
        "dead end: r4c3 = 4 is rejected (row 4)",
        "back: no value of r4c3 is left to try",
        "1 solution: 3 nodes, 6 failures",
    ]


def test_clues_that_contradict_each_other() -> None:
    *_, dead_end, end = told(Sudoku([[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4]), inference="forward")
    assert dead_end.startswith("dead end: r1c2 has no value left (")
    assert end == "no solution: 0 nodes, 1 failure"


WORDS: dict[type[events.Event], str | tuple[str, ...]] = {
    events.NodeEvent: "node",
    events.TryEvent: "try",
    events.PruneEvent: ("prune", "clues:"),
    events.DeadEndEvent: "dead end:",
    events.SolutionEvent: "solution",
    events.BacktrackEvent: "back:",
}


@given(problems(), st.sampled_from(["none", "check", "forward"]))
def test_every_event_has_a_line(problem: Forbidden, inference: str) -> None:
    recorder = Recorder()
    *lines, end = told(problem, inference=inference, observers=[recorder])
    assert len(lines) == len(recorder.events)
    root = next((e.state.depth for e in recorder.events if isinstance(e, events.NodeEvent)), 0)
    for line, event in zip(lines, recorder.events, strict=True):
        assert line.strip().startswith(WORDS[type(event)])
        assert (len(line) - len(line.lstrip())) / 2 == max(0, event.state.depth - root)
    number = Counter(map(type, recorder.events))
    nodes, failures, solutions = (
        number[kind] for kind in (events.NodeEvent, events.DeadEndEvent, events.SolutionEvent)
    )
    words = [word.replace(",", "") for word in end.replace("no solution", "0 solutions").split()]
    assert [int(word) for word in words if word.isdigit()] == [solutions, nodes, failures]


def test_the_numbers_are_those_of_the_search() -> None:
    outcome = clew.solve(Queens(6), clew.All(), inference="unit", variable_order="mrv", kernel="python")
    statistics = outcome.statistics
    end = told(Queens(6), inference="unit", variable_order="mrv")[-1]
    assert end == f"4 solutions: {statistics.nodes} nodes, {statistics.failures} failures"


def test_a_number_of_steps() -> None:
    whole = told(Queens(5))
    some_steps = told(Queens(5), steps=7)
    assert some_steps[:-1] == whole[:7]
    assert some_steps[-1].startswith("stopped after 7 steps, the search was not over: 0 solutions, ")
    all_steps = told(Queens(5), steps=len(whole) - 1)
    assert all_steps == whole  # as many as there are: nothing was left out


def test_limits_are_told() -> None:
    assert told(Queens(8), limits=clew.Limits(nodes=3))[-1].startswith(
        "stopped (node limit): 0 solutions until then, 3 "
    )
    two = told(Queens(6), limits=clew.Limits(solutions=2))
    assert [line.strip() for line in two if "solution" in line][:2] == ["solution 1", "solution 2"]
    assert two[-1].startswith("2 solutions, and there may be more: ")


def test_boards_stand_below_their_nodes() -> None:
    lines = told(Queens(2), boards=True, style="dots", inference="check", variable_order="static")
    assert lines[:8] == ["node 1", ". .", ". .", "try A1", "  node 2", "  ♛ .", "  . .", "  try A2"]


def test_deep_searches_stay_readable() -> None:
    deep = max(told(Queens(60), 1, inference="forward", variable_order="mrv"), key=len)
    assert len(deep) < 1000
    lines = told(Queens(60), 1, inference="forward", variable_order="mrv")
    assert any("[40] node" in line for line in lines)


def test_many_names_are_counted() -> None:
    names = [str(k) for k in range(SHOWN + 3)]
    assert some(names) == ", ".join(names[:SHOWN]) + ", and 3 more"
    assert some(names[:SHOWN]) == ", ".join(names[:SHOWN])


def test_what_a_writer_raises_surfaces() -> None:
    def full(line: str) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        clew.first(Queens(4), observers=[Lines(Queens(4), full)])


def test_values_that_are_assumed_are_given() -> None:
    lines = told(Queens(4), given={0: 1}, inference="forward", style="list")
    assert lines[:3] == ["clues:", "[1,-1,-1,-1]", "prune B2, B3, B4 (no two queens in a column)"]


def test_restarts_are_told() -> None:
    recorder = Recorder()
    lines = told(Queens(12), 1, observers=[recorder])
    restarts = [k for k, event in enumerate(recorder.events) if isinstance(event, events.RestartEvent)]
    assert restarts
    assert [k for k, line in enumerate(lines) if line == "restart: from the root again"] == restarts
    assert lines[restarts[0] + 1].startswith("node ")
