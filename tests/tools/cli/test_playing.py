"""`clew play`: refusals, the page, and the terminal."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Self

import pytest

import clew
from clew.puzzles.play.page import play_page
from clew.puzzles.play.puzzles import puzzle_of
from clew.tools.cli import main, words

Capture = pytest.CaptureFixture[str]
FOUR = "12.4/3412/2143/4.21"


def test_a_page_is_written(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "four.html"
    assert main(["play", "sudoku", FOUR, "--to", str(file), "--language", "fr"]) == 0
    assert capsys.readouterr().out == f"{file} written\n"
    html = file.read_text(encoding="utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert '"language":"fr"' in html


def test_a_puzzle_without_solution_has_the_exit_status_of_that(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "none.html"
    assert main(["play", "sudoku", "11../..../..../....", "--to", str(file)]) == 1
    assert file.exists()


def test_the_puzzle_of_a_day_is_the_one_of_its_date_as_a_seed(tmp_path: Path, capsys: Capture) -> None:
    pages: list[str] = []
    for day in ("2026-12-24", "2026-12-24", "2026-12-25"):
        file = tmp_path / f"{len(pages)}.html"
        assert main(["play", "sudoku", "4", "--daily", day, "--to", str(file)]) == 0
        pages.append(file.read_text(encoding="utf-8"))
    assert pages[0] == pages[1] != pages[2]
    made = next(clew.generate("sudoku", 4, seed=20261224))
    assert play_page(puzzle_of(made)).html == pages[0]


def test_without_a_date_it_is_the_puzzle_of_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Day(date):
        @classmethod
        def today(cls) -> Self:
            return cls(2026, 12, 24)

    monkeypatch.setattr(words, "date", Day)
    file = tmp_path / "today.html"
    assert main(["play", "sudoku", "4", "--daily", "--to", str(file)]) == 0
    made = next(clew.generate("sudoku", 4, seed=20261224))
    assert play_page(puzzle_of(made)).html == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        (["sudoku", "4"], "there is no terminal to play on: write a page with --to FILE.html"),
        (["sudoku", "4", "--to", "page.svg"], "call the file NAME.html, not 'page.svg'"),
        (
            ["queens", "8"],
            "queens cannot be played: its variables are neither cells nor edges",
        ),
        (["sudoku", "4", "--to", "missing/page.html"], "missing/page.html cannot be written"),
        (["sudoku", FOUR, "--tier", "easy"], "--tier is about new puzzles: say --daily"),
        (["sudoku", "--example", "wikipedia", "--daily"], "--daily makes a new puzzle: give a size, or an instance"),
        (["sudoku", FOUR, "--daily"], "--daily makes a new puzzle: give a size, or an instance without clues"),
        (["slitherlink", "--daily"], "which size of slitherlink: give an instance without clues"),
        (["slitherlink", "4x4", "--daily", "2026-13-01"], "'2026-13-01' is no date: month must be in 1..12"),
        (["slitherlink", "--daily", "4x4"], "'4x4' is no date: give one such as 2026-12-24, and the size before it"),
    ],
)
def test_refusals_are_one_line(typed: list[str], complaint: str, capsys: Capture) -> None:
    assert main(["play", *typed]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)


def test_the_terminal_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from clew.puzzles.play import terminal

    on_a_terminal(monkeypatch)
    played: list[object] = []
    monkeypatch.setattr(terminal, "play", lambda game: played.append((game.puzzle.given[0, 0], game.puzzle.language)))
    assert main(["play", "sudoku", FOUR, "--language", "de"]) == 0
    assert played == [(1, "de")]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    on_a_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "textual", None)
    assert main(["play", "sudoku", FOUR]) == 2
    assert "pip install 'clewpy[terminal]'" in capsys.readouterr().err
