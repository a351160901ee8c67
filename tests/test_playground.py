"""What the playground runs inside the browser, run here: the browser itself has tests of its own (browser)."""

from __future__ import annotations

import importlib
import json
import os
import re
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
    "program": "",
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
    told: list[Any] = []
    answer = json.loads(session.run(json.dumps(request), lambda message: told.append(json.loads(message))))
    printed = [message["text"] for message in told if message["kind"] == "printed"]
    return {**answer, "printed": "".join(printed), "told": told}


def code_of(session: Any, name: str) -> str:
    return next(str(example["code"]) for example in json.loads(session.examples()) if example["name"] == name)


def test_every_example_runs_from_its_own_code(session: Any) -> None:
    found = json.loads(session.examples())
    bundled = {plugin.name: plugin.problem for plugin in clew.plugins.installed() if plugin.distribution == "clewpy"}
    assert {example["name"] for example in found} >= {"n_queens.py", "latin-square", *bundled}
    runner = session
    for example in found:
        problem = bundled.get(example["name"])
        for k, case in enumerate(example["instances"][:2]):
            how = {"parameters": case["parameters"], "strategy": "count"}
            answer = asked(runner, example["code"], case["text"], **how)
            assert "error" not in answer, (example["name"], case["name"], answer)
            if problem is not None:
                number = problem.examples[k].count
                assert answer["answer"] == f"{number:,} solution{'s' * (number != 1)}", (example["name"], case["name"])


def test_the_page_of_the_tree_has_every_node_and_every_value_refused(session: Any) -> None:
    answer = asked(session, code_of(session, "n_queens.py"), "5", strategy="count")
    statistics = answer["statistics"]
    assert answer["answer"] == "10 solutions"
    data = tree_of(answer)
    assert data["count"] == statistics["nodes"] + statistics["failures"]
    assert f"{statistics['nodes']} nodes" in data["summary"]
    assert "10 solutions" in data["summary"]


def tree_of(answer: Any) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', answer["page"], re.DOTALL)
    assert found
    return json.loads(found[1])


def test_a_long_search_is_recorded_in_part(session: Any) -> None:
    answer = asked(session, code_of(session, "n_queens.py"), "8", strategy="count")
    assert answer["answer"] == "92 solutions"
    assert tree_of(answer)["count"] < answer["statistics"]["nodes"] + answer["statistics"]["failures"]


def test_solutions_are_told_as_they_are_found_and_the_answer_before_the_tree(session: Any) -> None:
    answer = asked(session, code_of(session, "n_queens.py"), "6", strategy="some")
    kinds = [message["kind"] for message in answer["told"]]
    assert kinds == ["found"] * 4 + ["answer"]
    assert [message["board"] for message in answer["told"][:4]] == answer["boards"]
    assert "page" not in answer["told"][4]


def test_a_sheet_is_a_page_with_the_name_of_its_file(session: Any) -> None:
    answer = asked(session, "clew sheet sudoku 4 --count 2 --to two.html", "")
    assert answer["file"] == "two.html"
    assert answer["page"] == clew.sheet(clew.generate("sudoku", 4, count=2)).html()
    program = "import clew\nmade = clew.sheet(clew.generate('sudoku', 4, count=1))\n"
    kept = asked(session, program, "")
    assert kept["file"] == "sheet.html"
    assert kept["page"] == clew.sheet(clew.generate("sudoku", 4, count=1)).html()
    assert "file" not in asked(session, code_of(session, "n_queens.py"), "5")


def test_commands_run_and_their_pictures_are_shown(session: Any) -> None:
    answer = asked(
        session, "$ clew count queens \\\n    8\n92\n$ clew solve queens 6 --to board.svg\nboard.svg written", ""
    )
    assert answer["printed"] == "92\nboard.svg written\n"
    assert answer["ran"] == "The command has run to its end."
    (board,) = answer["boards"]
    assert board["svg"].count(">♛<") == 6
    assert asked(session, "clew count queens 3", "")["printed"] == "0\n"
    squares = code_of(session, "latin-square")
    assert asked(session, "clew count puzzle.py 3x3", "", program=squares)["printed"] == "12\n"
    assert "15 checks, all passed" in asked(session, "clew test puzzle.py", "", program=squares)["printed"]
    assert asked(session, "clew count queens six", "")["ran"] == "The command ended with exit status 2."
    for wrong in ("clew count queens 6 | wc", "clew count queens 6 > six", "clew list\nls"):
        assert "only commands of clew run here" in asked(session, wrong, "")["error"]


def test_pictures_and_trees_that_a_program_keeps_are_shown(session: Any) -> None:
    code = "import clew\nfrom clew_problems import Queens\n"
    code += "found = clew.first(Queens(6))\ntree = clew.search_tree(Queens(4))"
    answer = asked(session, code, "")
    assert answer["ran"] == "The code has run to its end."
    assert [board["svg"].count(">♛<") for board in answer["boards"]] == [6]
    assert tree_of(answer)["count"] > 4


def test_a_limit_is_no_answer(session: Any) -> None:
    code = code_of(session, "queens")
    for strategy, answer in (("first", "not decided"), ("check", "not decided"), ("count", "at least 0 solutions")):
        got = asked(session, code, "30", strategy=strategy, nodes=3, inference="check")
        assert got["answer"] == f"{answer} (stopped by the node limit)"


def test_parameters_are_those_of_a_call(session: Any) -> None:
    code = code_of(session, "letter-tree")
    tree = "B(A(R,S),L(I(P),O(T,G,B),U),E)"
    assert asked(session, code, tree, parameters='word="BLIP"', strategy="count")["answer"] == "1 solution"
    assert asked(session, code, tree, parameters='word="BLAH"')["answer"] == "no solution"
    for wrong in ("word", 'word="A', "word=open('x')", "**{}", ") + call("):
        assert "are not of the form name=value" in asked(session, code, tree, parameters=wrong)["error"]
    assert asked(session, code, tree, parameters="size=3")["error"].endswith("has no parameter 'size'")


def test_an_error_of_the_code_names_its_line(session: Any) -> None:
    code = code_of(session, "n_queens.py")
    runner = session
    broken = code.replace("abs(row - r)", "abs(row - nowhere)")
    line = next(k for k, text in enumerate(broken.splitlines(), 1) if "nowhere" in text)
    answer = asked(runner, broken, "6")
    assert answer["line"] == line
    assert answer["error"].startswith("NameError: name 'nowhere' is not defined")
    assert asked(runner, "x = 1\ny =", "6")["line"] == 2
    assert "must have one problem class, and it has none" in asked(runner, "x = 1", "6")["error"]
    assert (
        asked(runner, "raise SystemExit", "6")["error"] == "puzzle.py cannot be loaded: SystemExit (puzzle.py, line 1)"
    )
    assert asked(runner, code, "6")["answer"] == "a solution"  # and the next run is none the worse


def test_what_is_printed_comes_back(session: Any) -> None:
    answer = asked(session, "print('here')\n" + code_of(session, "n_queens.py"), "4")
    assert answer["printed"] == "here\n"


def test_what_is_printed_is_told_of_at_once_and_not_without_end(session: Any) -> None:
    """A run that is stopped has told of it already."""
    told: list[str] = []

    def tell(message: str) -> None:
        text = json.loads(message)["text"]
        told.append(text)
        if "last" in text:
            raise KeyboardInterrupt

    code = "print('first')\nprint('last')\nprint('never')"
    session.run(json.dumps({**DEFAULTS, "code": code, "instance": ""}), tell)
    assert "".join(told) == "first\nlast"
    answer = asked(session, "for k in range(10_000):\n    print(k)", "")
    assert answer["printed"].startswith("0\n1\n2\n")
    assert len(answer["printed"]) == session.PRINTED


def test_a_script_that_printed_has_succeeded(session: Any) -> None:
    """Whatever the field of the instance holds."""
    code = "import clew\nfrom clew_problems import Queens\nprint(clew.count(Queens(6)))"
    assert asked(session, code, "6") | {"told": []} == {
        "ran": "The code has run to its end.",
        "printed": "4\n",
        "told": [],
    }
    code = f"{code_of(session, 'queens')}\nprint(clew.count(Queens(6)))"
    answer = asked(session, code.replace("import attrs", "import attrs, clew", 1), "not a board")
    assert answer["ran"].startswith("The code has run to its end; the instance was not solved: queens: ")
    assert answer["printed"] == "4\n"


@pytest.mark.parametrize(
    "code",
    [
        "model = clew.Model()\nx, y = model.variables('x y', range(4))\nmodel.require(x < y)",
        "from clew_problems import Queens\nother = Queens(4)\nmodel = Queens(6, fixed=(1, -1, -1, -1, -1, -1))",
        "class One(clew.Problem): pass\nclass Two(clew.Problem):\n"
        "    def domains(self): return {1: range(6)}\nmodel = Two()",
    ],
    ids=["a model", "an instance of a bundled problem", "an instance of a class beside another"],
)
def test_the_last_problem_that_the_code_keeps_is_solved(session: Any, code: str) -> None:
    runner = session
    counted = clew.count(names(code)["model"])
    for strategy, answer in (("count", f"{counted} solution{'s' * (counted != 1)}"), ("first", "a solution")):
        got = asked(runner, f"import clew\n{code}", "left over from another example", strategy=strategy)
        assert (got.get("error"), got["title"], got["answer"]) == (None, "model", answer)
        assert tree_of(got)["count"] > 0


def names(code: str) -> dict[str, Any]:
    """What code defines."""
    found: dict[str, Any] = {"clew": clew, "__name__": "code"}
    exec(code, found)  # noqa: S102
    return found


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/get-started.md", "docs/fr/get-started.md"])
def test_what_the_first_pages_show_runs_as_it_is(session: Any, page: str) -> None:
    """Each of their programs that reads no file."""
    text = (ASSETS.parents[2] / page).read_text(encoding="utf-8")
    programs = [
        program
        for program in re.findall(r"^```python(?: title=[^\n]*)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        if "import clew" in program and "Path(" not in program
    ]
    assert programs
    for program in programs:
        answer = asked(session, program, "4" if "def from_text" in program else "6", seconds=5)
        assert "error" not in answer, program
        assert answer["printed"] or answer["boards"]


def test_the_engine_is_taken_if_its_wheel_is_newer_than_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ASSETS.parents[1]))
    assets = importlib.import_module("playground_assets")
    for folder in ("src", "problems", "build/wasm"):
        (tmp_path / folder).mkdir(parents=True)
    source = tmp_path / "src" / "words.pxi"
    wheel = tmp_path / "build" / "wasm" / "clewpy-1-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    source.touch()
    wheel.with_name("clewpy-1-py3-none-any.whl").touch()
    assert assets.engine_wheel(tmp_path) is None
    wheel.touch()
    os.utime(source, (100, 100))
    assert assets.engine_wheel(tmp_path) == wheel
    os.utime(wheel, (99, 99))
    assert assets.engine_wheel(tmp_path) is None
