"""A profile adds up to the statistics, and says of each level, variable and constraint what really happened."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint
from clew.tools.cli import main
from clew.watch.observers import plotting
from clew.watch.observers.profile import Profile, Tally
from clew_problems import LetterTree, Queens
from tests.random_models import models
from tests.random_problems import Forbidden, problems

Capture = pytest.CaptureFixture[str]


def profiled(
    problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any] | None = None, **options: Any
) -> tuple[Profile, clew.Statistics]:
    profile = Profile()
    outcome = clew.solve(problem, strategy or clew.Count(), observers=[profile], **options)
    return profile, outcome.statistics


def assert_adds_up(profile: Profile, problem: clew.Problem[Any, Any], statistics: clew.Statistics) -> None:
    levels = profile.levels
    nodes = [level.nodes for level in levels]
    while nodes and not nodes[-1]:
        nodes.pop()
    assert (tuple(nodes) or (0,)) == statistics.nodes_per_level
    assert sum(level.failures for level in levels) == statistics.failures
    assert sum(level.solutions for level in levels) == statistics.solutions
    assert sum(level.tries for level in levels) == statistics.tries + 1
    of_variables = sum(blame.failures for blame in profile.variables(problem))
    assert of_variables == statistics.failures - (levels[0].failures if levels else 0)
    assert sum(blame.failures for blame in profile.constraints(problem)) == statistics.failures


@given(models(), st.sampled_from(["none", "check", "forward", "unit", "arc"]), st.sampled_from(["static", "mrv"]))
def test_the_totals_are_those_of_the_statistics(model: clew.Model, inference: str, order: str) -> None:
    profile, statistics = profiled(model, inference=inference, variable_order=order)
    assert_adds_up(profile, model, statistics)


@given(models(), st.integers(1, 12))
def test_they_are_when_a_limit_strikes(model: clew.Model, nodes: int) -> None:
    profile, statistics = profiled(model, inference="check", limits=clew.Limits(nodes=nodes))
    assert_adds_up(profile, model, statistics)


@given(problems(), st.sampled_from(["none", "check", "forward"]))
def test_they_are_for_problems_with_hooks(problem: Forbidden, inference: str) -> None:
    profile, statistics = profiled(problem, inference=inference)
    assert_adds_up(profile, problem, statistics)
    assert {blame.name for blame in profile.constraints(problem)} <= {"no declared constraint"}


def test_they_are_where_variables_appear_as_the_search_goes() -> None:
    problem = LetterTree("A(B(C,D),E(B))", word="AEB")
    assert_adds_up(profiled(problem)[0], problem, profiled(problem)[1])


def queens_by_hand(n: int) -> tuple[list[Tally], Counter[str]]:
    """Forward checking written for queens alone: what happens at each level, and the failures of each row."""
    counts = [[0, 0, 0] for _ in range(n + 1)]
    rows: Counter[str] = Counter()

    def place(row: int, left: dict[int, set[int]]) -> None:
        counts[row][0] += 1
        if row == n:
            counts[row][2] += 1
            return
        for column in sorted(left[row]):
            after = {r: left[r] - {column, column + r - row, column - r + row} for r in range(row + 1, n)}
            if all(after.values()):
                place(row + 1, after)
            else:
                counts[row + 1][1] += 1
                rows[str(row)] += 1

    place(0, {row: set(range(n)) for row in range(n)})
    return [Tally(*numbers) for numbers in counts], rows


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_queens_as_counted_by_hand(n: int) -> None:
    problem = Queens(n)
    profile, _ = profiled(problem, inference="forward", variable_order="static")
    levels, rows = queens_by_hand(n)
    assert list(profile.levels) == levels
    assert {blame.name: blame.failures for blame in profile.variables(problem) if blame.failures} == rows


def test_given_values_are_above_the_root() -> None:
    problem = Queens(6, (1, -1, -1, -1, -1, -1))
    profile, statistics = profiled(problem, inference="check")
    assert profile.levels[0] == Tally(1, 0, 0)
    assert_adds_up(profile, problem, statistics)


def test_a_refused_root_is_a_failure_of_level_0() -> None:
    problem = Queens(4, (0, 1, -1, -1))
    profile, statistics = profiled(problem)
    assert profile.levels == (Tally(0, 1, 0),)
    assert statistics.failures == 1


@attrs.frozen
class Unhashable(Constraint):
    """A constraint of a user's own that nothing satisfies."""

    notes: list[str] = attrs.field(factory=list)

    def holds(self, values: Any) -> bool:
        return False


def test_a_constraint_that_cannot_be_hashed_is_blamed_too() -> None:
    model = clew.Model()
    for name in "xyz":
        model.variable(name, (0, 1))
    model.require(Unhashable(("x", "y", "z")))
    profile, statistics = profiled(model, inference="check")
    assert statistics.failures == 8
    assert [blame.failures for blame in profile.constraints(model)] == [8]


def test_the_text_has_a_bar_for_each_level() -> None:
    problem = Queens(4)
    profile, _ = profiled(problem, inference="check")
    # A queen or two can stand anywhere; the numbers are those of the search tree of four queens.
    nodes, tries = backtracking(4)
    rows = profile.text(problem, width=16).split("\n\n")[0].splitlines()[1:]
    assert [int(row.split()[1]) for row in rows] == nodes
    most = max(tries)
    for row, number in zip(rows, tries, strict=True):
        assert len(row.split()[-1]) == max(1, round(number / most * 16))


def backtracking(n: int) -> tuple[list[int], list[int]]:
    """Nodes and tries by level of plain backtracking."""
    nodes, tries = [1] + [0] * n, [1] + [0] * n

    def place(board: list[int]) -> None:
        row = len(board)
        if row == n:
            return
        for column in range(n):
            tries[row + 1] += 1
            if all(c != column and abs(c - column) != row - r for r, c in enumerate(board)):
                nodes[row + 1] += 1
                place([*board, column])

    place([])
    return nodes, tries


def test_deep_searches_share_rows() -> None:
    model = clew.Model()
    for k in range(200):
        model.variable(k, (0, 1))
    profile, _ = profiled(model, clew.First(), inference="check")
    rows = profile.text(model).split("\n\n")[0].splitlines()[1:]
    assert len(rows) <= 40
    assert sum(int(row.split()[1]) for row in rows) == 201
    assert rows[-1].split()[0].endswith("-200")


def test_long_lists_end_with_what_is_left_out() -> None:
    problem = Queens(8)
    profile, statistics = profiled(problem, inference="check")
    text = profile.text(problem, most=2)
    table = text.split("\n\n")[1].splitlines()
    assert len(table) == 4
    assert table[-1].split()[1] == "more"
    assert sum(int(row.split()[-2 if "░" not in row else -3]) for row in table[1:]) == statistics.failures


def test_the_command_prints_it(capsys: Capture) -> None:
    assert main(["profile", "queens", "6", "--inference", "forward", "--order", "static"]) == 0
    out = capsys.readouterr().out
    levels, _ = queens_by_hand(6)
    nodes, failures = sum(level.nodes for level in levels), sum(level.failures for level in levels)
    assert out.startswith(f"{nodes} nodes, {failures} failures, 4 solutions; inference forward, order static\n\nlevel")
    assert "no two queens in a column" in out
    assert main(["profile", "queens", "6", "--first", "--order", "static", "--inference", "check"]) == 0
    assert "1 solution;" in capsys.readouterr().out
    assert main(["profile", "queens", "8", "--node-limit", "10"]) == 3
    assert capsys.readouterr().out.startswith("stopped (node limit): 10 nodes")


def test_the_command_prints_json(capsys: Capture) -> None:
    assert main(["profile", "queens", "5", "--json", "--inference", "check"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {"problem", "instance", "status", "statistics", "levels", "variables", "constraints"}
    assert [level["nodes"] for level in answer["levels"]] == answer["statistics"]["nodes_per_level"]
    assert all(set(level) == {"nodes", "failures", "solutions"} for level in answer["levels"])
    assert all(set(blame) == {"name", "failures", "pruned"} for blame in answer["variables"] + answer["constraints"])
    assert sum(blame["failures"] for blame in answer["constraints"]) == answer["statistics"]["failures"]


def test_the_command_draws_it(tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "profile.svg"
    assert main(["profile", "queens", "6", "--to", str(picture)]) == 0
    words = {element.text for element in ET.parse(picture).iter() if element.text}  # noqa: S314
    assert {"values tried", "nodes", "failures", "solutions", "no two queens in a column"} <= words
    again = tmp_path / "again.svg"
    assert main(["profile", "queens", "6", "--to", str(again)]) == 0
    assert again.read_bytes() == picture.read_bytes()


def test_a_picture_that_cannot_be_drawn_is_refused_before_the_search(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, why in (("profile.gif", "ends in .svg, .png, .pdf"), ("nowhere/profile.svg", "there is no directory")):
        assert main(["profile", "queens", "1000", "--to", str(tmp_path / name)]) == 2
        assert why in capsys.readouterr().err
    monkeypatch.setattr(plotting, "find_spec", lambda name: None)
    assert main(["profile", "queens", "1000", "--to", str(tmp_path / "profile.svg")]) == 2
    assert capsys.readouterr().err == "clew: a plot needs matplotlib: pip install 'clewpy[plot]'\n"
