"""The command `clew sheet`."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import clew
from clew.tools.cli import main


def test_new_puzzles_are_those_of_generate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, words = tmp_path / "sheet.html", ["--count", "3", "--seed", "4", "--symmetry", "half-turn", "--to"]
    assert main(["sheet", "sudoku", "4", *words, str(file)]) == 0
    assert capsys.readouterr().out == f"{file} written, 3 puzzles\n"
    made = clew.generate("sudoku", 4, count=3, seed=4, symmetry="half-turn")
    assert file.read_text(encoding="utf-8") == clew.sheet(made).html()


def test_given_puzzles_are_texts_files_examples_and_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, file = tmp_path / "grid.txt", tmp_path / "sheet.html"
    grid.write_text("12..\n..1.\n....\n....\n", encoding="utf-8")
    lines = "1234............ # a remark\n\n# another\n12/21\n".replace("12/21\n", ".1..2...........\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    words = ["4", str(grid), "--example", "wikipedia", "--each", "-", "--to", str(file)]
    assert main(["sheet", "sudoku", *words]) == 0
    assert capsys.readouterr().out == f"{file} written, 5 puzzles\n"
    texts = ["." * 16, "12....1.........", clew.load("sudoku", "9").examples[0].text, "1234............",
             ".1..2..........."]  # fmt: skip
    expected = clew.sheet([clew.load("sudoku", text) for text in [*texts]])
    assert file.read_text(encoding="utf-8") == expected.html()


def test_several_pages_of_svg_are_numbered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sheet.svg"
    words = ["--count", "3", "--per-page", "2", "--no-tiers", "--title", "For Ida", "--rules", "", "--to", str(file)]
    assert main(["sheet", "sudoku", "4", *words]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'sheet-1.svg'} to sheet-3.svg written, 3 puzzles\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sheet-1.svg", "sheet-2.svg", "sheet-3.svg"]
    made = clew.sheet(clew.generate("sudoku", 4, count=3), per_page=2, tiers=False, title="For Ida", rules="")
    assert [path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())] == made.pages()
    assert main(["sheet", "sudoku", "4", "--no-solutions", "--to", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} written, 1 puzzle\n"


def test_a_sheet_in_german(tmp_path: Path) -> None:
    lines, file = tmp_path / "sudokus.txt", tmp_path / "sheet.html"
    lines.write_text("1234............\n.1..2...........\n", encoding="utf-8")
    assert main(["sheet", "sudoku", "--each", str(lines), "--language", "de", "--to", str(file)]) == 0
    page = file.read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert "Sudoku: Lösungen" in page
    assert "eine von mehreren" in page


def test_a_time_limit_leaves_what_was_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sheet.html"
    assert main(["sheet", "sudoku", "25", "--count", "2", "--time-limit", "100ms", "--to", str(file)]) == 3
    assert capsys.readouterr().err == "clew: 0 of 2 made: time limit\n"
    assert not file.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["4"], "--to: pages are written as HTML or SVG: call the file NAME.html or NAME.svg"),
        (["4", "--to", "a.pdf"], "NAME.svg, not 'a.pdf'"),
        (["--to", "a.svg"], "which instance of sudoku"),
        (["4", "9", "--count", "2", "--to", "a.svg"], "--count makes new puzzles: give one instance"),
        (["--each", "-", "--count", "2", "--to", "a.svg"], "--count makes new puzzles: give one instance"),
        (["4", "--tier", "easy", "--to", "a.svg"], "--tier is about new puzzles: say with --count how many"),
        (["4", "--per-page", "0", "--to", "a.svg"], "per_page must be a whole number from 1 to 60"),
        (["4", "--count", "0", "--to", "a.svg"], "there is no puzzle to print"),
        (
            ["4", "killer-sudoku", "9", "--count", "1", "--to", "a.svg"],
            "killer-sudoku is another kind of puzzle: put several kinds on a sheet in Python, by clew.sheet([*clew.",
        ),
        (["--each", "nowhere.txt", "--to", "a.svg"], "--each: nowhere.txt cannot be read"),
        (["11../..../..../....", "--to", "a.svg"], "puzzle 1 has no solution to print"),
        (["4", "--to", "no/folder/a.html"], "--to: no/folder/a.html cannot be written"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sheet", "sudoku", *words]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_line_that_is_no_instance_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "grids.txt"
    file.write_text("1234............\n12x\n", encoding="utf-8")
    assert main(["sheet", "sudoku", "--each", str(file), "--to", str(tmp_path / "a.svg")]) == 2
    assert "grids.txt, line 2: sudoku: " in capsys.readouterr().err
