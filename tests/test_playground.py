"""What the playground runs inside the browser, run here: the browser itself has tests of its own (tests/browser)."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import clew

ASSETS = Path(__file__).parents[1] / "docs" / "assets" / "playground"
DEFAULTS = {
    "parameters": "",
    "strategy": "first",
    "inference": "",
    "order": "",
    "values": "",
    "seconds": 60,
    "nodes": None,
}


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module, in a directory of its own, with the files that it reads."""
    shutil.copytree(ASSETS, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield importlib.import_module("session")
    for name in set(sys.modules) - before:
        if name in ("session", "puzzle", "latin_square"):
            del sys.modules[name]


def asked(session: Any, code: str, instance: str, **options: Any) -> Any:
    request = {**DEFAULTS, "code": code, "instance": instance, **options}
    return json.loads(session.run(json.dumps(request)))


def code_of(session: Any, name: str) -> str:
    return next(str(example["code"]) for example in json.loads(session.examples()) if example["name"] == name)


def test_every_example_runs_from_its_own_code(session: Any) -> None:
    found = json.loads(session.examples())
    bundled = {plugin.name: plugin.problem for plugin in clew.plugins.installed() if plugin.distribution == "clew"}
    assert {example["name"] for example in found} >= {"n_queens.py", "latin-square", *bundled}
    runner = session.Session()
    for example in found:
        problem = bundled.get(example["name"])
        for k, case in enumerate(example["instances"][:2]):
            how = {"parameters": case["parameters"], "strategy": "count"}
            answer = asked(runner, example["code"], case["text"], **how)
            assert "error" not in answer, (example["name"], case["name"], answer)
            if problem is not None:
                number = problem.examples[k].count
                assert answer["answer"] == f"{number:,} solution{'s' * (number != 1)}", (example["name"], case["name"])


def test_the_tree_has_a_circle_for_every_node_and_every_value_refused(session: Any) -> None:
    runner = session.Session()
    answer = asked(runner, code_of(session, "n_queens.py"), "5", strategy="count")
    statistics = answer["statistics"]
    assert answer["answer"] == "10 solutions"
    assert len(answer["labels"]) == statistics["nodes"] + statistics["failures"]
    assert answer["tree"].count("<circle") == len(answer["labels"])
    assert answer["recorded"] == "all of it"
    kinds = [entry.kind for entry in runner.story.entries]
    assert "visited" not in kinds
    steps = [json.loads(runner.step(k)) for k in range(answer["steps"])]
    assert sum(step["words"] == "a solution" for step in steps) == 10
    for step in steps:
        if step["words"].endswith("is refused"):
            assert answer["labels"][step["entry"]] == step["words"].removesuffix(" is refused")


def test_the_circles_stand_in_the_order_of_the_entries(session: Any) -> None:
    runner = session.Session()
    answer = asked(runner, code_of(session, "n_queens.py"), "4")
    entries = runner.story.entries
    order, stack = [], list(reversed(runner.story.roots))
    while stack:
        entry = stack.pop()
        order.append(entry)
        stack.extend(reversed(entry.children))
    assert order == entries
    assert answer["labels"] == [entry.title for entry in entries]
    leaf = [entry for entry in entries if entry.kind == "solution"][-1]
    assert [entry.label for entry in entries if entry.kind == "solution"] == ["", "1", "3", "0", "2"]
    assert leaf.title == "3 = 2"


def test_a_long_search_is_recorded_in_part(session: Any) -> None:
    answer = asked(session.Session(), code_of(session, "n_queens.py"), "8", strategy="count")
    assert answer["answer"] == "92 solutions"
    assert answer["recorded"] == "its beginning: 250 nodes"


def test_a_limit_is_no_answer(session: Any) -> None:
    code = code_of(session, "queens")
    for strategy, answer in (("first", "not decided"), ("check", "not decided"), ("count", "at least 0 solutions")):
        got = asked(session.Session(), code, "30", strategy=strategy, nodes=3, inference="check")
        assert got["answer"] == f"{answer} (stopped by the node limit)"


def test_parameters_are_those_of_a_call(session: Any) -> None:
    code = code_of(session, "letter-tree")
    tree = "B(A(R,S),L(I(P),O(T,G,B),U),E)"
    assert asked(session.Session(), code, tree, parameters='word="BLIP"', strategy="count")["answer"] == "1 solution"
    assert asked(session.Session(), code, tree, parameters='word="BLAH"')["answer"] == "no solution"
    for wrong in ("word", 'word="A', "word=open('x')", "**{}", ") + call("):
        assert "are not of the form name=value" in asked(session.Session(), code, tree, parameters=wrong)["error"]
    assert asked(session.Session(), code, tree, parameters="size=3")["error"].endswith("has no parameter 'size'")


def test_an_error_of_the_code_names_its_line(session: Any) -> None:
    code = code_of(session, "n_queens.py")
    runner = session.Session()
    broken = code.replace("abs(row - r)", "abs(row - nowhere)")
    line = next(k for k, text in enumerate(broken.splitlines(), 1) if "nowhere" in text)
    answer = asked(runner, broken, "6")
    assert answer["line"] == line
    assert answer["error"].startswith("NameError: name 'nowhere' is not defined")
    assert asked(runner, "x = 1\ny =", "6")["line"] == 2
    assert "defines no Problem class" in asked(runner, "x = 1", "6")["error"]
    assert asked(runner, "raise SystemExit", "6")["error"] == "SystemExit"
    assert asked(runner, code, "6")["answer"] == "a solution"  # and the next run is none the worse


def test_what_is_printed_comes_back(session: Any) -> None:
    answer = asked(session.Session(), "print('here')\n" + code_of(session, "n_queens.py"), "4")
    assert answer["printed"] == "here\n"
