"""`clew new` writes a puzzle that works at once, in one file or as a package, and overwrites nothing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import clew
from clew import plugins
from clew.problem.entry_points import GROUP
from clew.tools.cli import main
from clew.tools.cli.new import HOOKS, PACKAGE, checked, origin
from tests.tools.cli.calling import Capture, run

ROOT = Path(__file__).parents[3]
TEMPLATES = ROOT / "src" / "clew" / "tools" / "cli" / "templates"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def python(*words: str, cwd: Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(path)} if path else None
    return subprocess.run(
        [sys.executable, *words], cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("words", [(), ("--hooks",)])
def test_the_file_is_a_puzzle_that_works(here: Path, capsys: Capture, words: tuple[str, ...]) -> None:
    wrote = "wrote my_squares.py\ntry: clew solve ./my_squares.py 4x4\n"
    assert run(capsys, "new", *words, "my-squares") == (0, wrote, "")
    status, out, err = run(capsys, "solve", "./my_squares.py", "4x4")
    assert (status, err) == (0, "")
    rows = out.split()
    assert all(sorted(line) == list("1234") for line in [*rows, *map("".join, zip(*rows, strict=True))])
    assert run(capsys, "show", "./my_squares.py", "12/..") == (0, "12\n..\n", "")
    assert run(capsys, "check", "./my_squares.py", "12/..") == (0, "unique\n12\n21\n", "")
    # OEIS A002860, and A274806 for the diagonals.
    for size, number in (("1x1", 1), ("2x2", 2), ("3x3", 12), ("4x4", 576), ("5x5", 161280))[: 4 if words else 5]:
        assert run(capsys, "count", "./my_squares.py", size) == (0, f"{number}\n", "")
    for size, number in (("2x2", 0), ("3x3", 0), ("4x4", 48), ("5x5", 960)):
        assert run(capsys, "count", "./my_squares.py", size, "--diagonals") == (0, f"{number}\n", "")
    status, out, err = run(capsys, "solve", "./my_squares.py", "12/1x")
    assert (status, out) == (2, "")
    assert err == "clew: my-squares: row 2, column 2: 'x' is no symbol here: use 1-9, and . for an empty cell\n"


@pytest.mark.parametrize("words", [(), ("--hooks",)])
def test_the_file_passes_the_conformance_kit(here: Path, capsys: Capture, words: tuple[str, ...]) -> None:
    assert main(["new", *words, "my-squares"]) == 0
    status, out, _ = run(capsys, "test", "./my_squares.py")
    assert (status, out.splitlines()[-1]) == (0, "15 checks, all passed")


@pytest.mark.parametrize("words", [(), ("--hooks",)])
def test_the_file_is_formatted_and_says_how_to_run_it(here: Path, words: tuple[str, ...]) -> None:
    assert main(["new", *words, "my-squares"]) == 0
    text = Path("my_squares.py").read_text(encoding="utf-8")
    assert "clew watch ./my_squares.py 4x4" in text
    assert "class MySquares(clew.Problem):" in text
    assert "@" not in text.replace("@attrs.frozen", "")
    assert max(map(len, text.splitlines())) <= 120


def test_where_it_is_written(here: Path, capsys: Capture) -> None:
    (here / "deep").mkdir()
    file = Path("deep") / "other.py"
    assert run(capsys, "new", "stars", "--output", str(file))[:2] == (
        0, "wrote deep/other.py\ntry: clew solve ./deep/other.py 4x4\n"
    )  # fmt: skip
    assert plugins.find("deep/other.py").name == "stars"
    absolute = here / "third.py"
    assert run(capsys, "new", "stars", "--output", str(absolute))[1].splitlines()[1] == (
        f"try: clew solve {absolute} 4x4"
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "which name: clew new NAME"),
        ("Kakuro", "'Kakuro' is no name for a puzzle: use small letters, digits and -, such as kakuro"),
        ("StarBattle", "such as star-battle"),
        ("2048", "'2048' is no name for a puzzle"),
        ("a--b", "'a--b' is no name for a puzzle"),
        ("../up", "'../up' is no name for a puzzle: use small letters, digits and -, such as up"),
        ("é", "'é' is no name for a puzzle"),
        ("x" * 41, "is no name for a puzzle"),
        ("lambda", "lambda is a word of Python's own: choose another name"),
        ("match", "match is a word of Python's own"),
        ("random", "there is a module random already, which the new one would hide"),
        ("attrs", "there is a module attrs already"),
        ("clew", "there is a module clew already"),
        ("hypothesis", "there is a module hypothesis already"),
        ("all-different", "the class AllDifferent would hide a name that it uses"),
        ("stars --output stars.txt", "--output: stars.txt is no Python file: end its name in .py"),
        ("stars --output missing/stars.py", "missing/stars.py cannot be written: No such file or directory"),
        ("queens --package", "queens is the name of a plugin that is installed: choose another name"),
    ],
)
def test_names_and_places_that_will_not_do(here: Path, words: str, complaint: str, capsys: Capture) -> None:
    status, out, err = run(capsys, "new", *words.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("name", ["kakuro", "star-battle", "a1", "no_go", "futoshiki-2", "problem-2"])
def test_names_that_will_do(name: str) -> None:
    assert checked(name) == name


def test_nothing_is_overwritten(here: Path, capsys: Capture) -> None:
    Path("stars.py").write_text("precious")
    status, _, err = run(capsys, "new", "stars")
    assert (status, err) == (2, "clew: stars.py is there already: choose another name, or --output\n")
    assert Path("stars.py").read_text() == "precious"
    Path("stars").mkdir()
    status, _, err = run(capsys, "new", "stars", "--package")
    assert (status, err) == (2, "clew: stars is there already: choose another name, or --output\n")
    assert list(Path("stars").iterdir()) == []


def test_the_package_names_its_entry_point_and_passes_its_own_tests(here: Path, capsys: Capture) -> None:
    status, out, err = run(capsys, "new", "--package", "star-duel")
    assert (status, err) == (0, "")
    installed = f"python3 -m venv .venv && .venv/bin/pip install -q {origin()} -e '.[test]'"
    assert out == f"wrote star-duel/\ntry: cd star-duel && {installed} && .venv/bin/clew solve star-duel 4x4\n"
    folder = here / "star-duel"
    written = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    assert written == {path.replace("@MODULE@", "star_duel") for path in PACKAGE}
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == "clew-star-duel"
    assert f"clewpy>={clew.__version__}" in project["project"]["dependencies"]
    assert project["project"]["entry-points"] == {GROUP: {"star-duel": "star_duel.puzzle:StarDuel"}}
    for file in folder.rglob("*"):
        if file.is_file():
            assert "@MODULE@" not in (text := file.read_text(encoding="utf-8")), file
            assert "@NAME@" not in text, file
    tested = python("-m", "pytest", "-q", cwd=folder, path=folder / "src")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "15 passed" in tested.stdout
    solved = python("-m", "clew", "check", "star_duel:StarDuel", "12/..", cwd=folder, path=folder / "src")
    assert (solved.returncode, solved.stdout) == (0, "unique\n12\n21\n")


def test_what_the_readme_of_the_package_shows_works_with_a_class_of_ones_own(here: Path) -> None:
    assert main(["new", "--package", "star-duel"]) == 0
    folder = here / "star-duel"
    (folder / "src" / "star_duel" / "puzzle.py").write_text(OWN, encoding="utf-8")
    readme = (folder / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ \.venv/bin/clew (.*)$", readme, re.MULTILINE)
    assert len(commands) == 2
    for command in [*commands, "solve star-duel --example six"]:
        words = command.replace("star-duel", "star_duel:StarDuel").split()
        ran = python("-m", "clew", *words, cwd=folder, path=folder / "src")
        assert ran.returncode == 0, (command, ran.stdout + ran.stderr)


OWN = """
import attrs
import clew

@attrs.frozen
class StarDuel(clew.Problem):
    name = "star-duel"
    summary = "one variable with as many values as the instance says"
    rules = summary
    examples = (clew.Example("six", "6", 6),)
    n: int = clew.instance(clew.forms.Number(1, 9))

    def domains(self):
        return {"x": range(self.n)}
"""


@pytest.mark.parametrize(
    ("recorded", "expected"),
    [
        (None, "clewpy"),
        ({"url": "file:///home/me/my%20clew", "dir_info": {}}, "'/home/me/my clew'"),
        ({"url": "file:///tmp/clewpy-1.0-py3-none-any.whl", "archive_info": {}}, "/tmp/clewpy-1.0-py3-none-any.whl"),  # noqa: S108
        ({"url": "https://host/clewpy-1.0.tar.gz", "archive_info": {}}, "https://host/clewpy-1.0.tar.gz"),
        (
            {"url": "https://host/clew", "vcs_info": {"vcs": "git", "commit_id": "12ab"}},
            "git+https://host/clew@12ab",
        ),
    ],
    ids=["an index", "a clone", "a wheel", "an address", "a repository"],
)
def test_where_a_new_environment_gets_clew_from(
    recorded: dict[str, Any] | None, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "clewpy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clewpy\nVersion: 1.0\n")
    if recorded is not None:
        (info / "direct_url.json").write_text(json.dumps(recorded))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert origin() == expected


def test_a_file_may_have_the_name_of_a_plugin(here: Path, capsys: Capture) -> None:
    assert run(capsys, "new", "queens") == (0, "wrote queens.py\ntry: clew solve ./queens.py 4x4\n", "")
    assert run(capsys, "count", "./queens.py", "4x4") == (0, "576\n", "")
    assert run(capsys, "count", "queens", "4") == (0, "2\n", "")


def test_the_package_is_built_with_its_module_and_its_entry_point(here: Path) -> None:
    assert main(["new", "--package", "star-duel"]) == 0
    names, read = wheel(here / "star-duel", here / "dist")
    assert {"star_duel/__init__.py", "star_duel/puzzle.py"} <= names
    points = next(name for name in names if name.endswith("entry_points.txt"))
    assert read[points].split() == ["[clew.problems]", "star-duel", "=", "star_duel.puzzle:StarDuel"]


def test_the_wheel_of_clew_contains_its_files(tmp_path: Path) -> None:
    names, read = wheel(ROOT, tmp_path)
    for package in (ROOT / "src" / "clew", ROOT / "problems" / "clew_problems"):
        files = [file for file in package.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
        compiled = {".pyx", ".pxi", ".pxd", ".c", ".h", ".so", ".pyd"}
        expected = {file.relative_to(package.parent).as_posix() for file in files if file.suffix not in compiled}
        there = {name for name in names if name.startswith(f"{package.name}/")}
        assert there - {"clew/core/absent.txt"} == expected - {"clew/core/absent.txt"}
    for template in TEMPLATES.iterdir():
        packed = f"clew/tools/cli/templates/{template.name}"
        assert packed in names
        assert read[packed] == template.read_text(encoding="utf-8")
    assert {template.name for template in TEMPLATES.iterdir()} == {*PACKAGE.values(), HOOKS}


def wheel(project: Path, folder: Path) -> tuple[set[str], dict[str, str]]:
    """The names of the files in the wheel of a project, without an engine, and the texts among them."""
    tools = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["build-backend"]
    program = f"import sys, {tools} as tools; tools.build_wheel(sys.argv[1])"
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "CLEW_CORE": "off"}
    subprocess.run(
        [sys.executable, "-c", program, folder], cwd=project, env=environment, capture_output=True, check=True
    )
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        names = set(archive.namelist())
        return names, {name: archive.read(name).decode() for name in names if name.endswith(".txt")}
