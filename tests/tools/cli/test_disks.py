"""A disk that is full: one line, exit status 5, no file left that says nothing, and every file of the user's kept."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import clew
from clew.render.writing import opened, write
from clew.tools.cli import main
from clew_problems import Queens

Capture = pytest.CaptureFixture[str]
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
"""An environment in which only `-u` makes Python write at once."""

WRITING = [
    "show queens 8 --to a.svg",
    "solve queens 8 --to a.svg",
    "solve queens 8 --all --output a.txt",
    "solve queens 8 --output a.txt",
    "solve sudoku 4 --steps --to a.html",
    "solve sudoku 4 --steps --output a.txt",
    "check queens 4 --to a.svg",
    "hint sudoku 123./341./2.../.3.. --to a.svg",
    "play sudoku 4 --to a.html",
    "sheet sudoku 4 --to a.html",
    "sheet sudoku 4 4 --per-page 1 --to a.svg",
    "trace queens 4 --to a.svg",
    "trace queens 4 --to a.html",
    "trace queens 4 --animate --to a.svg",
    "profile queens 6 --to a.svg",
    "export queens 4 --to json --output a.json",
    "new stars",
    "new --package stars",
    "count queens 6 --checkpoint a.clew",
    "solve queens 6 --all --checkpoint a.clew",
]


@contextmanager
def full_disk(size: int = 0) -> Iterator[None]:
    """No file may grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", WRITING)
def test_a_full_disk_is_told_in_one_line_and_leaves_no_file(words: str, here: Path, capsys: Capture) -> None:
    with full_disk():
        status = main(words.split())
    err = capsys.readouterr().err
    assert (status, err.count("\n")) == (5, 1), err
    assert err.startswith("clew: ")
    left = [file.name for file in here.iterdir()]
    assert left == ([] if "--checkpoint" not in words else left)
    assert set(left) <= {"a.clew.lock"}


@pytest.mark.parametrize("size", [512, 2000, 5000])
def test_a_checkpoint_that_cannot_be_begun_is_not_there(size: int, here: Path, capsys: Capture) -> None:
    with full_disk(size):
        assert main(["solve", "queens", "6", "--all", "--checkpoint", "a.clew"]) == 5
    assert "nothing of the search is kept" in capsys.readouterr().err
    assert list(here.iterdir()) == []
    assert main(["solve", "queens", "6", "--all", "--checkpoint", "a.clew"]) == 0


@pytest.mark.parametrize("words", ["show queens 8 --to a.svg", "solve queens 8 --output a.svg", "new --output a.svg x"])
def test_a_file_of_the_users_is_never_removed(words: str, here: Path, capsys: Capture) -> None:
    (here / "a.svg").touch()
    with full_disk():
        assert main(words.split()) in (2, 5)
    assert (here / "a.svg").exists()


def test_solutions_that_were_written_stay(here: Path, capsys: Capture) -> None:
    with full_disk(20_000):
        assert main(["solve", "queens", "8", "--all", "--output", "a.txt"]) == 5
    assert capsys.readouterr().err == "clew: --output: a.txt cannot be written: File too large\n"
    assert (here / "a.txt").stat().st_size == 20_000


@pytest.mark.parametrize(
    "words", ["--help", "--version", "", "solve --help", "solve queens 8 --help", "list", "solve queens 4"]
)
@pytest.mark.parametrize("option", [[], ["-u"]])
def test_a_full_standard_output_is_told(words: str, option: list[str]) -> None:
    command = [sys.executable, *option, "-m", "clew", *words.split()]
    with Path("/dev/full").open("w") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, env=BUFFERED)
    told = "clew: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (5, told)


@pytest.mark.parametrize("option", [[], ["-u"]])
def test_a_full_standard_error_changes_no_status(option: list[str]) -> None:
    command = [sys.executable, *option, "-m", "clew", "nosuch"]
    with Path("/dev/full").open("w") as err:
        done = subprocess.run(command, stderr=err, stdout=subprocess.PIPE, text=True, env=BUFFERED)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("option", [[], ["-u"]])
@pytest.mark.parametrize("words", ["--help", "solve queens 8 --all"])
def test_a_reader_who_closes_the_output_is_no_failure(words: str, option: list[str]) -> None:
    command = [sys.executable, *option, "-m", "clew", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=BUFFERED) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_what_is_written_in_python_is_whole_or_not_there(here: Path) -> None:
    tree = clew.search_tree(Queens(4))
    with full_disk(100):
        with pytest.raises(clew.ClewError, match=r"tree\.svg cannot be written: File too large"):
            tree.save("tree.svg")
        with pytest.raises(clew.ClewError, match=r"--to: new\.txt cannot be written"):
            write("new.txt", "x" * 1000, "--to")
        with (
            pytest.raises(clew.ClewError, match=r"--to: bit\.txt cannot be written"),
            opened("bit.txt", "--to") as file,
        ):
            file.write("x" * 1000)
    assert [file.name for file in here.iterdir()] == ["bit.txt"]  # what was written bit by bit is kept


def test_an_empty_file_of_a_search_that_fails_is_not_left(here: Path) -> None:
    with pytest.raises(ValueError, match="another reason"), opened("bit.txt", "--to"):
        raise ValueError("another reason")
    assert list(here.iterdir()) == []
