"""The steps of `docs/extending.md`, done in a copy of the tree: its code in the files that it names, its commands run.

A `python` or `cython` fence with a title is a new file. A `diff` fence changes one: its lines with a minus and with a
space stand there once, one after the other. What a `console` fence shows below a command is what the command prints.
The section that compiles the engine takes a minute or two, and runs under `CLEW_THOROUGH=1` alone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

import clew
from tests.examples import THOROUGH
from tests.test_documents import Fence, assert_shown, fences

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "extending.md"
TITLES = re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
COPIED = ("src", "problems", "tests/__init__.py", "tests/conftest.py", "tests/examples.py", "pyproject.toml")
COMPILED = "A fast constraint"
BUILT = ("setup.py", "README.md")  # a build needs them besides

PASSING = shutil.ignore_patterns("*.egg-info", "*.pyc.*")
"""Files that are not copied: while Python compiles a module in another process, its file has such a name."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the files that the steps need; a change of it is no change of this tree.

    Compiled modules are copied too, with the times of their sources: a process there compiles only the modules that
    a step has changed.
    """
    for name in (*COPIED, *BUILT):
        target = tmp_path / "clew" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=PASSING)
        else:
            shutil.copy2(ROOT / name, target)
    return tmp_path / "clew"


def section(title: str) -> list[Fence]:
    """The fences of a section of the page."""
    text = PAGE.read_text(encoding="utf-8")
    starts = [text.count("\n", 0, match.start()) for match in re.finditer(r"^## ", text, re.MULTILINE)]
    number = TITLES.index(title)
    ends = [*starts[1:], text.count("\n") + 1]
    return [fence for fence in fences(PAGE) if starts[number] < fence.line <= ends[number]]


def changed(before: str, diff: str) -> str:
    """A text after a diff, whose context must be unique."""
    lines = diff.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
    new = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
    assert before.count(old) == 1, old
    return before.replace(old, new)


def do(fence: Fence, tree: Path, env: dict[str, str]) -> None:
    """One step."""
    file = tree / fence.title
    if fence.language in ("python", "cython"):
        assert not file.exists(), f"{fence.title} is not new"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(fence.body, encoding="utf-8")
    elif fence.language == "diff":
        file.write_text(changed(file.read_text(encoding="utf-8"), fence.body), encoding="utf-8")
    else:
        for block in re.split(r"^\$ ", fence.body, flags=re.MULTILINE)[1:]:
            command, _, shown = block.partition("\n")
            printed = ran(command.split(), tree, env)
            if shown.strip():
                assert_shown(shown, printed, command)


def ran(command: list[str], tree: Path, env: dict[str, str]) -> str:
    """What a command prints in the copy: `clew` and `pytest` are modules there."""
    assert command[0] in ("clew", "pytest", "python")
    words = command[1:] if command[0] == "python" else ["-m", *command]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, env=env, cwd=tree)
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def in_the_copy(tree: Path) -> dict[str, str]:
    """An environment in which the copy is imported."""
    paths = [str(tree / folder) for folder in ("src", "problems", ".")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1", "CLEW_CORE": "require"}


SLOW: Final = (
    pytest.mark.skipif(not THOROUGH or not clew.engine().available, reason="it takes minutes, and a compiler"),
    pytest.mark.timeout(1200),
)
"""Marks of what compiles the engine."""


@pytest.mark.parametrize("title", [pytest.param(title, marks=SLOW if title == COMPILED else ()) for title in TITLES])
def test_the_steps_work(title: str, tree: Path) -> None:
    env = in_the_copy(tree)
    where = subprocess.run(
        [sys.executable, "-c", "import clew; print(clew.__file__)"], capture_output=True, text=True, env=env, check=True
    )
    assert Path(where.stdout.strip()).is_relative_to(tree)
    steps = section(title)
    assert {fence.language for fence in steps} >= {"python", "console"}
    for fence in steps:
        do(fence, tree, env)


def test_each_step_goes_where_the_page_says() -> None:
    """How many files an addition touches: what is new is a file of its own, and a level or an ordering one place."""

    def touched(steps: Iterable[Fence]) -> list[tuple[str, str]]:
        found = [(fence.language, fence.title) for fence in steps if fence.title.startswith("src/")]
        return list(dict.fromkeys(found))

    assert [touched(section(title)) for title in TITLES] == [
        [("python", "src/clew/constraints/stairs.py")],
        [("python", "src/clew/constraints/circuit.py"), ("python", "src/clew/reference/propagation/circuit.py")],
        [
            ("python", "src/clew/constraints/circuit.py"),
            ("python", "src/clew/reference/propagation/circuit.py"),
            ("cython", "src/clew/core/propagators/circuit.pxi"),
        ],
        [("diff", "src/clew/state/levels.py")],
        [("diff", "src/clew/reference/search/variable_order.py")],
    ]


def test_a_diff_must_find_its_place() -> None:
    assert changed("a\nb\nc\n", " a\n-b\n+x\n+y\n") == "a\nx\ny\nc\n"
    with pytest.raises(AssertionError):
        changed("a\nb\na\nb\n", "-b\n+x\n")


EVERY_MODULE = "import clew, pkgutil\nfor one in pkgutil.walk_packages(clew.__path__, 'clew.'):\n"
EVERY_MODULE += "    if not one.name.endswith(('__main__', 'core._engine')):\n        __import__(one.name)"


@pytest.mark.parametrize("is_built", [False, pytest.param(True, marks=SLOW)])
def test_without_the_files_of_a_primitive_all_else_works(is_built: bool, tree: Path) -> None:
    """Of the lexicographic order: its meaning, its reference and its twin."""
    shutil.copytree(ROOT / "tests", tree / "tests", dirs_exist_ok=True, ignore=PASSING)
    for name in (
        "constraints/lexicographic.py",
        "reference/propagation/lexicographic.py",
        "core/propagators/lexicographic.pxi",
    ):
        (tree / "src" / "clew" / name).unlink()
    env = in_the_copy(tree)
    if is_built:
        ran(["python", "setup.py", "-q", "build_ext", "--inplace"], tree, env)
    ran(["python", "-c", EVERY_MODULE], tree, env)
    files = ["tests/reference/propagation/test_cardinality.py", "tests/core/test_last_open.py"]
    ran(["pytest", "-n0", "-q", *files, "-k", "not multinomial"], tree, env)  # the large counts take their time
    assert "4" in ran(["clew", "count", "queens", "6"], tree, env)
