"""The documents do what they say: their Python runs, their commands print what is shown, their pictures are fresh.

A page is run from top to bottom in an empty directory of its own:

- a ``python`` fence runs, all of a page's in one namespace;
- a fence with ``title="name"`` is written to that file first;
- a ``text`` fence right behind a ``python`` fence is what that one prints;
- in a ``console`` fence the lines behind ``$ clew`` run, and what follows them, if anything, is what they print;
- a command may go on below a line that ends in a backslash, and a printed line below one that begins with ``↪``.

The commands of a French page are run with the English page that has the same commands and files; if any differ, the
French page runs its own. `docs/extending.md` changes the tree, so `tests/test_extending.py` follows it in a copy.

In what is shown, ``…`` stands for anything: times are never compared.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import clew
from clew import plugins
from clew.state.levels import LEVELS
from clew.tools.cli import main
from tests.test_borders import LEVEL

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Those of the reference, and of the page about extending, have tests of their own.
RUN = [page for page in PAGES if page != ROOT / "docs" / "extending.md" and page.parent.name != "reference"]
FRENCH = ROOT / "docs" / "fr"
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))

PYTHONISH = {"py", "py3", "python", "python3", "pycon", "pycon3", "ipython", "doctest"}
SETTING_UP = ("python3 -m venv ", "git clone ", "cd ", "pip install ", ".venv/bin/", "printf ", "echo ", "cat ")
SHELL = re.compile(r"[|<>&;$*`~]")
FENCE = re.compile(r"^(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=mark)[ \t]*$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Fence:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    title: str
    body: str
    follows: bool
    """Whether nothing but white space lies between it and the fence before."""


def fences(page: Path) -> Iterator[Fence]:
    text = page.read_text(encoding="utf-8")
    end = 0
    for match in FENCE.finditer(text):
        language, *_ = match["info"].replace("{", " ").replace(".", " ").split() or [""]
        title = re.search(r'title="([^"]*)"', match["info"])
        line = text.count("\n", 0, match.start("body")) + 1
        follows = not text[end : match.start()].strip()
        yield Fence(page, line, language.lower(), title[1] if title else "", included(match["body"]), follows)
        end = match.end()


def included(body: str) -> str:
    """A body with the files that it quotes put in."""
    return re.sub(r'^--8<-- "([^"]+)"$', lambda quote: (ROOT / quote[1]).read_text(encoding="utf-8"), body, flags=re.M)


def assert_shown(shown: str, printed: str, where: str) -> None:
    """Compare without the white space at the ends of lines."""
    got = "\n".join(line.rstrip() for line in printed.strip("\n").split("\n"))
    wanted = "\n".join(line.rstrip() for line in shown.strip("\n").replace("\n↪ ", " ").split("\n"))
    pattern = ".*".join(re.escape(part) for part in wanted.split("…"))
    if re.fullmatch(pattern, got, re.DOTALL) is None:
        assert got == wanted, where


def environment(binaries: Path) -> dict[str, str]:
    """One in which `clew` is this interpreter's, whatever is installed elsewhere."""
    script = binaries / "clew"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m clew "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    plain = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "NO_COLOR")}
    path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
    return {**plain, "PATH": path, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}


def commands_and_files(page: Path) -> list[tuple[str, str, str]]:
    """All that a page's commands depend on, and what they are to print."""
    return [(one.language, one.title, one.body) for one in fences(page) if one.title or one.language == "console"]


def is_run_in_english(page: Path) -> bool:
    """Whether the commands of a French page are those of its English twin, letter for letter."""
    if not page.is_relative_to(FRENCH):
        return False
    english = ROOT / "docs" / page.relative_to(FRENCH)
    return english.exists() and commands_and_files(page) == commands_and_files(english)


def run_python(fence: Fence, namespace: dict[str, Any]) -> str:
    code = compile("\n" * (fence.line - 1) + fence.body, str(fence.page), "exec", dont_inherit=True)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, namespace)  # noqa: S102
    return out.getvalue()


@attrs.frozen
class Console:
    """Where the commands of a page run.

    Attributes:
        env: the environment of a shell.
        capture: has what this process prints, by any road.
    """

    env: dict[str, str]
    capture: pytest.CaptureFixture[str]

    def run(self, command: str) -> tuple[int, str]:
        """The exit status of a command, and what it prints.

        One of clew alone runs in this process, which saves most of the time; a shell runs any other.
        """
        if not command.startswith("clew ") or SHELL.search(command):
            done = subprocess.run(  # noqa: S602
                command,
                shell=True,
                env=self.env,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=120,
                check=False,
            )
            return done.returncode, done.stdout + done.stderr
        known, path = set(sys.modules), sys.path[:]
        self.capture.readouterr()
        try:
            status = main(shlex.split(command)[1:])
        finally:
            sys.path[:] = path
            for name in set(sys.modules) - known:
                if str(getattr(sys.modules[name], "__file__", None)).startswith(os.getcwd()):
                    del sys.modules[name]  # another page may have another file of that name
        return status, "".join(self.capture.readouterr())


def run_console(fence: Fence, console: Console) -> None:
    status = 0
    for block in re.split(r"^\$ ", fence.body, flags=re.MULTILINE)[1:]:
        command, _, shown = re.sub(r" \\\n +", " ", block).partition("\n")
        where = f"{fence.page.name}, line {fence.line}: {command}"
        if command == "echo $?":
            assert_shown(shown, str(status), where)
            continue
        _, clew, words = command.rpartition(".venv/bin/clew ")  # what comes before it sets up an environment
        if clew:
            command = f"clew {words}"
        elif not re.search(r"\bclew ", command):
            assert command.startswith(SETTING_UP), f"{where}: nothing runs this"
            continue
        status, printed = console.run(command)
        assert status != 5, f"{where}: {printed}"
        if shown.strip():
            assert_shown(shown, printed, where)
        else:
            assert status == 0, f"{where}: {printed}"


@pytest.mark.skipif(os.name == "nt", reason="the commands are written for a Unix shell")
@pytest.mark.parametrize("page", RUN, ids=[page.name for page in RUN])
def test_page_does_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    binaries, here = tmp_path / "bin", tmp_path / "here"
    binaries.mkdir()
    here.mkdir()
    console = Console(environment(binaries), capfd)
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(here)
    for name in [name for name in sys.modules if name.partition(".")[0] == "constraint"]:
        monkeypatch.delitem(sys.modules, name)  # a page takes the place of it, and another test has imported it
    namespace: dict[str, Any] = {"__name__": "__page__"}
    has_run = is_run_in_english(page)
    printed: str | None = None
    for fence in fences(page):
        where = f"{page.name}, line {fence.line}"
        if fence.title:
            Path(fence.title).write_text(fence.body, encoding="utf-8")
        if fence.language == "python":
            printed = run_python(fence, namespace)
            continue
        assert fence.language not in PYTHONISH, f"{where}: call it python, or it is not run"
        if fence.language == "console":
            if not has_run:
                run_console(fence, console)
        elif fence.language == "text" and fence.follows and printed is not None:
            assert_shown(fence.body, printed, where)
        printed = None


def test_every_fence_says_what_it_is() -> None:
    for page in PAGES:
        for fence in fences(page):
            known = {"python", "text", "console", "toml", "ocaml", "json", "yaml", "diff", "cython"}
            assert fence.language in known, f"{page.name}, line {fence.line}: {fence.language!r}"


def test_no_page_names_a_place_on_somebodys_machine() -> None:
    for page in [*PAGES, *EXAMPLES, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"]:
        assert not re.search(r"/(home|tmp|work|Users)/", page.read_text(encoding="utf-8")), page.name


def test_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


PLACE = re.compile(r"`((?:src|tests|docs|examples|problems)/[\w./-]*|setup\.py)`")


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/extending.md"])
def test_the_files_that_a_page_names_are_there(page: str) -> None:
    prose = FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    named = set(PLACE.findall(prose))
    assert len(named) > 5
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_table_of_the_folders_has_each_of_them_once_from_the_inside_out() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.partition("## How the code is laid out")[2].partition("Beside `src/`")[0]
    rows = "".join(line.split(" | ")[0] for line in table.splitlines() if line.startswith("| `"))
    named = re.findall(r"`([\w/.]+)`", rows)
    source = ROOT / "src" / "clew"
    folders = [f"{file.parent.name}/" for file in source.glob("*/__init__.py")]
    files = [file.name for file in source.glob("*.py") if not file.name.startswith("__")]
    assert sorted(named) == sorted(folders + files)
    levels = [LEVEL[name.removesuffix("/").removesuffix(".py")] for name in named]
    assert levels == sorted(levels), "from the inside out"


def said(page: str, pattern: str) -> tuple[str, ...]:
    """The groups of a pattern in the one place of a page where it is found."""
    (match,) = re.finditer(pattern, (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(match.groups())


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def test_the_pages_say_how_many_there_are() -> None:
    bundled = {plugin.name for plugin in plugins.installed() if plugin.distribution == "clewpy"}
    names, more = said("README.md", r"^(.*) and (\w+) more come with it;")
    assert len(names.split(", ")) + NUMBERS.index(more) == len(bundled)
    kinds = [kind for name in vars(clew)["__all__"] if isinstance(kind := getattr(clew, name), type)]
    strategies = [kind for kind in kinds if issubclass(kind, clew.Strategy) and kind is not clew.Strategy]
    assert said("docs/index.md", r"^- (\w+) strategies, and your own$") == (NUMBERS[len(strategies)],)
    assert said("docs/index.md", r"^- (\w+) levels of inference") == (NUMBERS[len(LEVELS)],)
    course = [page for page in (ROOT / "docs" / "learn").glob("*.md") if page.stem != "index"]
    assert said("docs/index.md", r"^ +(\w+) short pages") == (NUMBERS[len(course)].capitalize(),)


@pytest.mark.parametrize("page", ["index.md", "get-started.md", "install.md", "fr/get-started.md"])
def test_each_first_page_installs_clew_and_leads_to_a_clone(page: str) -> None:
    commands = [line for fence in fences(ROOT / "docs" / page) for line in fence.body.splitlines() if line[:2] == "$ "]
    assert commands[:2] == ["$ python3 -m venv .venv", "$ .venv/bin/pip install -q clewpy"]
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert ("install.md#from-a-clone" in text) == (page != "install.md")
    assert ('## From a clone\n\n--8<-- "README.md:clone"\n' in text) == (page == "install.md")


def test_the_readme_installs_clew_from_pypi_or_a_clone_and_runs_the_tests_by_one_line_each() -> None:
    begin = r"python3 -m venv \.venv && \.venv/bin"
    assert said("README.md", rf"^\$ ({begin}/pip install -q clewpy && \.venv/bin/clew solve queens 8)$")
    assert said("README.md", rf"^\$ ({begin}/pip install -q \. && \.venv/bin/clew solve queens 8)$")
    assert said("README.md", rf"^\$ ({begin}/pip install -q -e '\.\[test\]' && \.venv/bin/python -m pytest)$")


def test_the_quick_tests_are_there_and_the_pages_name_them() -> None:
    quick = (ROOT / "tests" / "quick.txt").read_text(encoding="utf-8").splitlines()
    assert quick == sorted(set(quick))
    assert [name for name in quick if not (ROOT / name).exists()] == []
    for page in ("README.md", "CONTRIBUTING.md"):
        assert "pytest @tests/quick.txt" in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_example_prints_what_is_expected(example: Path, tmp_path: Path) -> None:
    expected = (example.parent / "expected" / f"{example.stem}.txt").read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(example)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_shown(expected, done.stdout, example.name)


def test_pictures_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "pictures.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
