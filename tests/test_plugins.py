"""Problems are found by name, by class and by file, and only the one asked for is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import clew
from clew import plugins
from clew_problems import Queens


def test_a_problem_has_three_kinds_of_names(tmp_path: Path) -> None:
    file = tmp_path / "one_of_mine.py"
    file.write_text("import clew\nclass Mine(clew.Problem):\n    name = 'mine'\n")
    assert plugins.find("queens") is Queens
    assert plugins.find("clew_problems.queens:Queens") is Queens
    assert plugins.find(str(file)).name == "mine"
    assert plugins.find(f"{file}:Mine").name == "mine"


def test_a_file_may_import_its_neighbours_and_be_wrong(tmp_path: Path) -> None:
    (tmp_path / "a neighbour").mkdir()
    (tmp_path / "a neighbour" / "rules_next_door.py").write_text("SIZE = 3\n")
    file = tmp_path / "a neighbour" / "mine_next_door.py"
    file.write_text("import clew, rules_next_door\nclass Mine(clew.Problem):\n    n = rules_next_door.SIZE\n")
    assert vars(plugins.find(str(file)))["n"] == 3
    file.write_text("import clew\nclass Mine(\n")
    with pytest.raises(clew.PluginError, match=r"cannot be loaded: SyntaxError: .*line 2"):
        plugins.find(str(file))


def test_load_makes_a_problem_from_text_and_parameters() -> None:
    assert clew.load("queens", "8") == Queens(8)
    assert clew.load("queens", n=8) == Queens(8)
    assert clew.count(clew.load("takuzu", "4x4", distinct=False)) == 90
    assert clew.count(clew.load("letter-tree", "A(B,B)", word="AB")) == 2


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("takuzo", "did you mean takuzu"),
        ("entirely else", "clew list shows"),
        ("missing.py", "no file missing.py"),
        ("no_such_module:Thing", "no module no_such_module"),
        ("clew_problems.queens:attack", "not a Problem class"),
        ("clew_problems.queens:Nothing", "not a Problem class"),
    ],
)
def test_names_that_lead_nowhere_are_refused_in_one_line(name: str, complaint: str) -> None:
    with pytest.raises(clew.ClewError, match=complaint) as caught:
        plugins.find(name)
    assert "\n" not in str(caught.value)


def test_a_parameter_that_does_not_exist_is_refused() -> None:
    with pytest.raises(clew.OptionError, match="takuzu has no parameter 'colour'"):
        clew.load("takuzu", "4x4", colour="red")


def test_a_problem_that_reads_no_text_says_so() -> None:
    with pytest.raises(clew.InputError, match="reads no instances"):
        clew.Problem.from_text("x")
    with pytest.raises(clew.OptionError, match="writes no instances"):
        clew.Problem().to_text()


def test_finding_one_plugin_loads_no_other() -> None:
    program = "import sys; from clew import plugins; plugins.find('clew_problems.queens_baselines:x')"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "not a Problem class" in result.stderr


def test_two_plugins_of_one_name_are_both_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package, module in (("one", "clew_problems.queens:Queens"), ("two", "clew_problems.takuzu:Takuzu")):
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[clew.problems]\nsame-name = {module}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins._entries.cache_clear()
    try:
        with pytest.raises(clew.PluginError, match="plugins of one and two"):
            plugins.find("same-name")
    finally:
        plugins._entries.cache_clear()
