"""`clew watch` solves again whenever one of its files is saved, whatever is in it, and ends when it is told to."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from clew.tools.cli import main
from clew.tools.cli.watch import files_of, stamps, watch
from tests.processes import running

PUZZLE = """
import attrs
import clew
import {neighbour}


@attrs.frozen
class Row(clew.Problem):
    name = "row"
    row: clew.forms.Cells = clew.instance(clew.forms.Grid("abc"))

    def domains(self):
        return dict.fromkeys(self.row, {neighbour}.LETTERS)

    def given(self):
        return self.row.given
"""
TICKS = count(10**9, 10**9)

Step = Callable[[], None]
Capture = pytest.CaptureFixture[str]


def save(file: Path, text: str) -> None:
    """Write a file as if some seconds had passed since it was saved last."""
    file.write_text(text, encoding="utf-8")
    stamp = next(TICKS)
    os.utime(file, ns=(stamp, stamp))


class Folder:
    """A puzzle with a neighbour that it imports and an instance in a file."""

    def __init__(self, folder: Path, name: str) -> None:
        self.neighbour, self.puzzle, self.instance = folder / f"letters_{name}.py", folder / f"{name}.py", folder / "i"
        save(self.neighbour, "LETTERS = 'ab'\n")
        self.source = PUZZLE.format(neighbour=self.neighbour.stem)
        save(self.puzzle, self.source)
        save(self.instance, "..b")
        self.words = ["solve", str(self.puzzle), str(self.instance)]


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Folder:
    return Folder(tmp_path, request.node.name.removeprefix("test_")[:30])


def watched(capsys: Capture, words: list[str], *steps: Step) -> list[tuple[str, str]]:
    """What is printed at first, and after each step: to standard output and to standard error."""
    printed: list[tuple[str, str]] = []
    left = list(steps)

    def stop() -> bool:
        captured = capsys.readouterr()
        printed.append((captured.out, captured.err))
        if left:
            left.pop(0)()
            return False
        return True

    watch(words, stop=stop, pause=0)
    return printed


def nothing() -> None:
    """A step in which nobody saves anything."""


def test_it_solves_again_when_a_file_is_saved(folder: Folder, capsys: Capture) -> None:
    assert watched(
        capsys,
        folder.words,
        nothing,
        lambda: save(folder.puzzle, folder.source.replace("return dict", "return clew_first(dict").replace(
            "LETTERS)", "LETTERS)) if 0 else dict.fromkeys(self.row, 'b')")),
        lambda: save(folder.puzzle, folder.source),
        lambda: save(folder.neighbour, "LETTERS = 'cb'\n"),
        lambda: save(folder.instance, "a.b"),
        lambda: save(folder.instance, "c.b"),
        nothing,
    ) == [
        ("aab\n", ""),
        ("", ""),
        ("---\nbbb\n", ""),
        ("---\naab\n", ""),
        ("---\nccb\n", ""),
        ("---\n", "clew: row: given() fixes (0, 0) to 'a', which no domain has\n"),
        ("---\nccb\n", ""),
        ("", ""),
    ]  # fmt: skip


def test_a_broken_file_is_one_line_and_the_watch_goes_on(folder: Folder, capsys: Capture) -> None:
    printed = watched(
        capsys,
        folder.words,
        lambda: save(folder.puzzle, folder.source + "\ndef half("),
        lambda: save(folder.puzzle, folder.source.replace("fromkeys", "keys_from")),
        lambda: save(folder.instance, "?"),
        lambda: save(folder.neighbour, "LETTERS ="),
        lambda: save(folder.neighbour, "LETTERS = 'b'\n"),
        lambda: save(folder.puzzle, folder.source),
        lambda: save(folder.instance, ".."),
    )
    assert [out for out, _ in printed] == ["aab\n", *["---\n"] * 6, "---\nbb\n"]
    assert all(err.count("\n") == 1 and err.startswith("clew: ") for _, err in printed[1:-1])
    complaints = ["SyntaxError", "AttributeError", "'?' is no symbol", "SyntaxError", "'?' is no symbol", "'?' is no"]
    for complaint, (_, err) in zip(complaints, printed[1:-1], strict=True):
        assert complaint in err


def test_a_file_that_is_broken_at_first_is_solved_once_it_is_whole(folder: Folder, capsys: Capture) -> None:
    save(folder.puzzle, "import (")
    first, then, last = watched(
        capsys,
        folder.words,
        lambda: save(folder.puzzle, folder.source),
        lambda: save(folder.neighbour, "LETTERS = 'cb'\n"),
    )
    assert "SyntaxError" in first[1]
    assert (then, last) == (("---\naab\n", ""), ("---\nccb\n", ""))


def test_a_neighbour_that_is_broken_is_watched_too(folder: Folder, capsys: Capture) -> None:
    save(folder.neighbour, "LETTERS = ")
    first, then = watched(capsys, folder.words, lambda: save(folder.neighbour, "LETTERS = 'ab'\n"))
    assert "SyntaxError" in first[1]
    assert then == ("---\naab\n", "")


def test_a_file_that_is_away_for_a_moment_is_no_change(folder: Folder, capsys: Capture) -> None:
    kept = folder.instance.with_name("kept")
    assert watched(
        capsys, folder.words, lambda: os.rename(folder.instance, kept), lambda: os.rename(kept, folder.instance)
    ) == [("aab\n", ""), ("", ""), ("", "")]  # fmt: skip


def test_a_neighbour_that_is_missing_at_first(folder: Folder, capsys: Capture) -> None:
    folder.neighbour.unlink()
    other = folder.neighbour.with_name("nobody_imports_it.py")
    first, then, last = watched(
        capsys, folder.words, lambda: save(folder.neighbour, "LETTERS = 'ab'\n"), lambda: save(other, "x = 1\n")
    )
    assert "No module named" in first[1]
    assert (then, last) == (("---\naab\n", ""), ("", ""))


def test_what_it_writes_itself_is_no_change(folder: Folder, tmp_path: Path, capsys: Capture) -> None:
    output = tmp_path / "output.txt"
    output.touch()
    for words in (["--output", str(output)], [f"--output={output}"], ["--to", str(output), "--plot", str(output)]):
        assert files_of([*folder.words, *words]) == [folder.puzzle, folder.instance]
    runs: list[str] = []
    watched(
        capsys,
        [*folder.words, "--output", str(output)],
        lambda: runs.append(output.read_text()),
        lambda: save(folder.instance, "..a"),
        lambda: runs.append(output.read_text()),
        lambda: save(output, "by hand"),
        lambda: runs.append(output.read_text()),
    )
    assert runs == ["aab\n", "aaa\n", "by hand"]


def test_which_files_are_watched(folder: Folder, tmp_path: Path) -> None:
    output = tmp_path / "colours.txt"
    output.write_text("x")
    words = ["solve", f"{folder.puzzle}:Row", str(folder.instance), "--style", "grid", f"--word={output}", "x\0y"]
    assert files_of(words) == [folder.puzzle, folder.instance, output]
    missing = tmp_path / "missing"
    assert stamps([missing]) == {}
    assert stamps([missing], {missing: (1, 2)}) == {missing: (1, 2)}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "which problem: clew watch FILE.py INSTANCE"),
        ("missing.py 4x4", "there is no file missing.py"),
        ("queens 8", "there is no file to watch: give the file of queens, or an instance in a file"),
        ("queens -", "standard input can be read only once: watch a file"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_one_line(words: str, complaint: str, capsys: Capture) -> None:
    status = main(["watch", *words.split()])
    assert (status, capsys.readouterr().err) == (2, f"clew: {complaint}\n")


def test_a_plugin_is_watched_by_its_instance(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "size"
    save(file, "4")
    words = ["solve", "queens", str(file), "--style", "list", "--order", "static"]
    assert [out for out, _ in watched(capsys, words, lambda: save(file, "5"), lambda: save(file, "3"))] == [
        "[1,3,0,2]\n", "---\n[0,2,4,1,3]\n", "---\nno solution\n"
    ]  # fmt: skip


def test_ctrl_c_ends_it_with_status_0(folder: Folder) -> None:
    words = ["watch", *folder.words[1:], "--style", "grid"]
    with running([sys.executable, "-m", "clew", *words]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "aab\n"
        save(folder.instance, "b..")
        assert process.stdout.readline() == "---\n"
        assert process.stdout.readline() == "baa\n"
        time.sleep(0.1)  # it is most likely between two looks now
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "", "")


def test_ctrl_c_within_a_search_ends_it_too(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(words: list[str]) -> int:
        return 130

    monkeypatch.setattr("clew.tools.cli.main", interrupted)
    watch(folder.words, stop=lambda: pytest.fail("it went on"), pause=0)
