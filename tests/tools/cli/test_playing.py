"""`clew play`: refusals, the page, and the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from clew.tools.cli import main

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


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["sudoku", "4"], "there is no terminal to play on: write a page with --to FILE.html"),
        (["sudoku", "4", "--to", "page.svg"], "call the file NAME.html, not 'page.svg'"),
        (
            ["queens", "8"],
            "queens cannot be played: its variables are neither cells nor edges",
        ),
        (["sudoku", "4", "--to", "missing/page.html"], "missing/page.html cannot be written"),
    ],
)
def test_refusals_are_one_line(words: list[str], complaint: str, capsys: Capture) -> None:
    assert main(["play", *words]) == 2
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
    monkeypatch.setattr(terminal, "play", lambda game, explain: played.append((game.puzzle.given[0, 0], explain)))
    assert main(["play", "sudoku", FOUR, "--language", "de"]) == 0
    assert played == [(1, "de")]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    on_a_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "textual", None)
    assert main(["play", "sudoku", FOUR]) == 2
    assert "pip install 'clewpy[terminal]'" in capsys.readouterr().err
