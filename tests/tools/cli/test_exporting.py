"""`clew export` and `clew verify` on the command line, and models kept in files of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import clew
import clew.formats
from clew.exchange import solvers as table
from clew.formats import Answer, from_json
from clew.plugins import installed
from clew.tools.cli import main

Capture = pytest.CaptureFixture[str]
DECLARED = [
    pytest.param(plugin.name, example, id=f"{plugin.name}: {example.name}")
    for plugin in installed()
    if plugin.problem and plugin.problem.__module__.startswith("clew_problems.") and plugin.name != "letter-tree"
    for example in plugin.problem.examples
]


def options(example: clew.Example) -> list[str]:
    return ["--example", example.name]


@pytest.mark.parametrize(("name", "example"), DECLARED)
def test_every_bundled_example_is_exported_and_solved_from_its_file(
    name: str, example: clew.Example, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "instance.json"
    assert main(["export", name, *options(example), "--to", "json", "--output", str(file)]) == 0
    assert main(["count", str(file)]) == 0
    assert capsys.readouterr().out == f"{example.count}\n"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    made = clew.Model("order")
    x, y, z = made.variables("x y z", range(3))
    made.require(x < y, y < z)
    file = tmp_path / "order.json"
    file.write_text(clew.exchange.to_json(made), encoding="utf-8")
    return file


def test_a_model_in_a_file_is_a_problem(model: Path, capsys: Capture) -> None:
    assert main(["solve", str(model)]) == 0
    assert capsys.readouterr().out.split() == ["x", "=", "0", "y", "=", "1", "z", "=", "2"]
    assert main(["check", str(model), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == "unique"
    assert main(["solve", str(model), "--given", "x=1"]) == 1
    capsys.readouterr()
    assert main(["export", str(model), "--to", "json"]) == 0
    assert capsys.readouterr().out == model.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "say"),
    [
        ("solve FILE 8", "order.json is a model, which has no instances: leave out what follows it"),
        ("count nowhere.json", "there is no file nowhere.json"),
        ("count broken.json", "broken.json: constraint 1 (Same): "),
        ("count text.json", "text.json: this is no JSON: "),
        ("test FILE", "there is no problem "),
    ],
)
def test_a_file_that_is_no_model_is_refused_with_one_line(
    words: str, say: str, model: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(model.parent)
    Path("text.json").write_text("x < y", encoding="utf-8")
    broken = '{"format": "clew", "version": 1, "variables": [], "constraints": [{"type": "Same"}]}'
    Path("broken.json").write_text(broken, encoding="utf-8")
    assert main(words.replace("FILE", str(model)).split()) == 2
    error = capsys.readouterr().err
    assert say in error
    assert error.count("\n") == 1


def test_verify_hands_on_the_limit_and_the_time_and_the_parameters(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    asked = []

    def other(problem: clew.Problem[Any, Any], limit: int, seconds: float | None) -> Answer:
        asked.append((repr(problem), limit, seconds))
        found = tuple(clew.solve(problem, clew.AtMost(limit), variable_order="static").result)
        return Answer("other 2.0", found, len(found) < limit)

    monkeypatch.setitem(table.SOLVERS, "minizinc", other)
    words = ["verify", "langford", "7", "--no-reversals", "--with", "minizinc", "--limit", "30", "--time-limit", "20s"]
    assert main(words) == 0
    assert capsys.readouterr().out == "clew: 26 solutions; other 2.0: 26 solutions; they agree\n"  # A014552
    assert asked == [("Langford(n=7, reversals=False)", 30, 20.0)]


def test_verify_names_what_the_two_disagree_about(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def wrong(problem: clew.Problem[Any, Any], limit: int, seconds: float | None) -> Answer:
        diagonal: Mapping[int, int] = {row: row for row in range(4)}
        return Answer("wrong 1.0", (diagonal,), False)

    monkeypatch.setitem(table.SOLVERS, "ortools", wrong)
    assert main(["verify", "queens", "4"]) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "clew: several; wrong 1.0: at least one; they disagree"
    assert any("solution 1 of wrong 1.0 breaks a rule" in line and "falling diagonal" in line for line in rest)


def test_a_solver_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def refusing(problem: clew.Problem[Any, Any], limit: int, seconds: float | None) -> Answer:
        raise clew.ClewError("other 2.0 refuses the model: no such constraint")

    monkeypatch.setitem(table.SOLVERS, "ortools", refusing)
    assert main(["verify", "queens", "4"]) == 5
    assert capsys.readouterr().err == "clew: other 2.0 refuses the model: no such constraint\n"


def test_what_is_exported_with_given_values_has_them(capsys: Capture) -> None:
    assert main(["export", "queens", "[1,-1,-1,-1]", "--to", "json"]) == 0
    assert [dict(s) for s in clew.solutions(from_json(capsys.readouterr().out))] == [{0: 1, 1: 3, 2: 0, 3: 2}]


def test_a_problem_without_addresses_says_so(capsys: Capture) -> None:
    assert main(["export", "queens", "4", "--to", "puzz.link"]) == 2
    assert capsys.readouterr().err == "clew: queens writes no addresses\n"
    assert main(["solve", "sudoku", "https://puzz.link/p?slither/2/2/j"]) == 2
    assert "there is no file" not in capsys.readouterr().err
