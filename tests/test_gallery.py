"""The gallery has a page for each puzzle, made from its plugin; quoted sources and scripts are those that run."""

from __future__ import annotations

import ast
import re
import shlex
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import plugins
from clew.tools.cli import main
from tests.test_english import findings, sentences

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))

import gallery  # noqa: E402
import gallery_page  # noqa: E402
import quoting  # noqa: E402
import scripts  # noqa: E402
import shortlist  # noqa: E402

PUZZLES = {puzzle.name: puzzle for puzzle in gallery.puzzles()}
SCRIPTS = {script.file.name: script for script in scripts.scripts()}
NEW = '''
"""Two letters."""

import attrs
import clew
from clew.constraints import AllDifferent


@attrs.frozen
class Letters(clew.Problem[int, str]):
    """Some letters, all different."""

    name = "two-letters"
    summary = "two letters that differ"
    rules = "Choose a letter for each of the places."
    examples = (clew.Example("none", "0", 1), clew.Example("both", "2", 2))

    size: int = clew.instance(clew.forms.Number(0, 2))
    alphabet: str = clew.parameter("ab", "the letters | to choose from")

    def domains(self):
        return dict.fromkeys(range(self.size), tuple(self.alphabet))

    def constraints(self):
        return everything(self.size)


def everything(size):
    return [AllDifferent(range(size))] if size > 1 else []
'''.lstrip()


@pytest.fixture
def new_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with one more plugin, installed."""
    (tmp_path / "two_letters.py").write_text(NEW, encoding="utf-8")
    info = tmp_path / "two_letters-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: two-letters\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[clew.problems]\ntwo-letters = two_letters:Letters\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "two_letters", raising=False)
    return "two-letters"


def test_a_new_plugin_has_a_card_and_a_page(new_plugin: str) -> None:
    (puzzle,) = [puzzle for puzzle in gallery.puzzles() if puzzle.name == new_plugin]
    cards = gallery.cards(gallery.puzzles())
    assert '<a href="two-letters/"><img src="two-letters-solution.svg"' in cards
    assert "Two letters that differ." in cards
    assert "[Two letters](two-letters.md)" in gallery.uses([puzzle])
    page = gallery_page.page(puzzle)
    description = '"Two letters, solved in Python. Two letters that differ."'
    assert page.startswith(f"---\ndescription: {description}\n---\n\n# Two letters\n")
    assert "Choose a letter for each of the places." in page
    assert "| `alphabet` | `--alphabet ALPHABET` | `'ab'` | the letters \\| to choose from |" in page
    assert "| both | `2` |  | 2 |" in page
    assert "![The instance both of two-letters]" in page
    line = NEW.splitlines().index("    def domains(self):") + 1
    assert f'title="two_letters.py, lines {line} to {line + 1}"' in page
    assert "def everything(size):" in page  # a function that `constraints` calls
    assert page.count("](two-letters-") == len(gallery.pictures(puzzle)) == 2


def test_a_puzzle_without_an_example_has_a_page_too(new_plugin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins.find(new_plugin), "examples", ())
    (puzzle,) = [puzzle for puzzle in gallery.puzzles() if puzzle.name == new_plugin]
    assert gallery.pictures(puzzle) == {}
    assert "img" not in gallery.card(puzzle, "")
    assert "## Source" in gallery_page.page(puzzle)
    assert ".svg" not in gallery_page.page(puzzle)


def test_a_page_leads_to_one_on_which_the_puzzle_is_played() -> None:
    for name in ("sudoku", "slitherlink", "masyu", "numberlink"):
        (file,) = gallery.playable(PUZZLES[name])
        assert f"({file})" in gallery_page.page(PUZZLES[name])
        assert "clew play" in gallery_page.page(PUZZLES[name])
    assert gallery.playable(PUZZLES["queens"]) == {}
    assert "clew play" not in gallery_page.page(PUZZLES["queens"])


def test_the_gallery_has_the_installed_puzzles() -> None:
    assert set(PUZZLES) == {plugin.name for plugin in plugins.installed()}
    written = {page.stem for page in (DOCS / "puzzles").glob("*.md")} - {"index"}
    assert written <= set(PUZZLES), "a page by hand without its plugin"


@pytest.mark.parametrize("name", PUZZLES)
def test_a_page_has_the_parts_of_its_plugin(name: str) -> None:
    puzzle = PUZZLES[name]
    page = gallery_page.page(puzzle)
    for part in (
        "## Rules",
        "## Styles",
        "## Examples",
        "## Source",
        f"({name}-instance.svg)",
        f"({name}-solution.svg)",
    ):
        assert part in page
    for style in puzzle.kind.styles:
        assert f"\n`{style}`\n" in page
    assert [finding for sentence in sentences(page) for finding in findings(sentence)] == []


@pytest.mark.parametrize("name", PUZZLES)
def test_the_commands_of_a_page_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = PUZZLES[name]
    written = gallery_page.page(puzzle).replace(puzzle.notes.partition("\n")[2].strip(), "")
    commands = re.findall(r"^\$ clew (.+)$", written, re.MULTILINE)
    assert len(commands) == 5
    unique = puzzle.example is not None and puzzle.example.count == 1
    for command in commands:
        status = main(shlex.split(command))
        assert status == (4 if command.startswith("check") and not unique else 0), capsys.readouterr().err


def quotations(page: str) -> Iterator[tuple[Path, int, int, str]]:
    """The sources of a page: the file, the first and the last line, and the text."""
    pattern = r'^```\{ \.python \.quoted title="(\S+), lines? (\d+)(?: to (\d+))?" \}\n(.*?)^```$'
    for file, first, last, text in re.findall(pattern, page, re.MULTILINE | re.DOTALL):
        yield ROOT / file, int(first), int(last or first), text


READING = [page for page in sorted((DOCS / "reading").glob("*.md")) if page.stem != "index"]


@pytest.mark.parametrize("page", [*PUZZLES, *(page.stem for page in READING)])
def test_quoted_lines_are_those_of_the_file(page: str) -> None:
    shown = [gallery_page.page(PUZZLES[page])] if page in PUZZLES else []
    shown += [quoting.fill_in(one.read_text(encoding="utf-8")) for one in READING if one.stem == page]
    for text in shown:
        found = list(quotations(text))
        assert len(found) == text.count(".quoted title=") > 0
        for file, first, last, body in found:
            lines = file.read_text(encoding="utf-8").splitlines()
            assert textwrap.dedent("\n".join(lines[first - 1 : last])) == body.rstrip("\n")


@pytest.mark.parametrize("page", READING, ids=lambda page: page.stem)
def test_a_plugin_is_read_whole(page: Path) -> None:
    """Each method of the class is quoted, and each line above it; helpers that parse text may be left out."""
    text = quoting.fill_in(page.read_text(encoding="utf-8"))
    source = ROOT / "problems" / "clew_problems" / f"{page.stem.replace('-', '_')}.py"
    quoted = {line for _, first, last, _ in quotations(text) for line in range(first, last + 1)}
    (kind,) = [
        node
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name != "Node"
    ]
    lines = source.read_text(encoding="utf-8").splitlines()
    missing = set(range(1, (kind.end_lineno or 0) + 1)) - quoted
    assert [lines[k - 1] for k in sorted(missing) if lines[k - 1].strip() and "# -- " not in lines[k - 1]] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_page_shows_a_script_and_its_output(name: str) -> None:
    script = SCRIPTS[name]
    page = scripts.page(script)
    (code,) = re.findall(rf'^```\{{ .python .quoted title="examples/{name}" \}}\n(.*?)^```$', page, re.M | re.S)
    head, body = script.text.split('"""\n', 1)
    assert code.strip() == body.strip()
    assert script.expected.strip() in page
    assert set(re.findall(r"\w+", head)) <= set(re.findall(r"\w+", page))
    assert [finding for sentence in sentences(page) for finding in findings(sentence)] == []


def test_every_example_script_has_a_page() -> None:
    assert set(SCRIPTS) == {file.name for file in (ROOT / "examples").glob("*.py")}
    assert all(f"]({Path(script.page).name})" in scripts.table() for script in SCRIPTS.values())


def test_the_rows_of_the_home_page_are_those_of_the_benchmarks() -> None:
    page = (DOCS / "comparisons.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in shortlist.table().splitlines()[2:]]
    assert len(rows) == 3
    for _, *times in rows:
        assert all(time.strip(" |") in page for time in times)
    clew, *others = (seconds(time) for time in rows[-1][1:])
    assert clew > min(others), "one row is a question that another solver answers sooner"
    with pytest.raises(LookupError, match="has no 'lukewarm' of sudoku"):
        shortlist.times("sudoku", "lukewarm")


def seconds(time: str) -> float:
    number, unit = time.strip(" >|").split(" ")
    return float(number) * {"s": 1.0, "ms": 1e-3, "µs": 1e-6}[unit]
