"""`clew hint`, `clew rate`, `clew solve --steps` and `clew show --candidates`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

import clew
from clew.puzzles.hints.terms import PHRASES
from clew.tools.cli import hinting, main
from clew.tools.cli.hinting import FOREIGN
from clew.tools.cli.parser import parse
from clew.tools.cli.words import WORDS
from clew_problems import Sudoku

Capture = pytest.CaptureFixture[str]
GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def printed(capsys: Capture, *words: str) -> tuple[int, str]:
    status = main(list(words))
    return status, capsys.readouterr().out


def test_a_hint_names_its_constraint(capsys: Capture) -> None:
    status, out = printed(capsys, "hint", "sudoku", GRID)
    assert status == 0
    assert out == "r3c7 = 5 (hidden single): row 3 has its only place for 5 in r3c7\n"


def test_a_hint_goes_on_from_given_values(capsys: Capture) -> None:
    status, out = printed(capsys, "hint", "sudoku", GRID, "--given", "r3c7=5")
    assert status == 0
    assert not out.startswith("r3c7")


def test_a_hint_in_another_language(capsys: Capture) -> None:
    text = printed(capsys, "hint", "sudoku", GRID, "--language", "de")[1]
    assert text.startswith("r3c7 = 5 (versteckter Einer): Zeile 3 hat nur in ")


def test_the_languages_of_the_option_are_those_that_have_phrases() -> None:
    (word,) = [word for words in WORDS.values() for word in words if word.name == "--language"]
    assert word.details["choices"] == tuple(PHRASES)


def test_a_hint_as_json_and_as_a_picture(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "hint.svg"
    status, out = printed(capsys, "hint", "sudoku", GRID, "--json", "--to", str(file))
    assert status == 0
    assert json.loads(out)["hint"]["assigned"] == {"r3c7": 5}
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert printed(capsys, "hint", "sudoku", GRID, "--to", str(file))[1].startswith(f"{file} written\nr3c7 = 5")


def test_a_mistake_has_the_exit_status_of_no_solution(capsys: Capture) -> None:
    status, out = printed(capsys, "hint", "sudoku", GRID, "--given", "r3c7=6")
    assert status == 1
    assert out.startswith("there is a mistake: ")


HARD: Final = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."  # AI Escargot


@pytest.mark.parametrize(
    ("asked", "language", "said"),
    [
        (("sudoku", HARD, "r1c2=6"), "en", None),  # as published
        (("sudoku", HARD, "r2c3=6"), "en", "there is a mistake: no solution has r2c3 = 6"),
        (("sudoku", HARD, "r1c2=6,r6c2=7"), "de", "da ist ein Fehler: keine Lösung hat dies: r6c2 = 7"),
        (("queens", "8", "row 1=0"), "en", None),
        (("queens", "8", "row 2=2"), "en", None),
        (("queens", "8", "row 1=0,row 2=2"), "fr", "il y a une erreur : aucune solution n'a ceci : A1 et C2"),
    ],
)
def test_a_value_that_breaks_no_rule_may_be_wrong(
    capsys: Capture, asked: tuple[str, str, str], language: str, said: str | None
) -> None:
    *puzzle, given = asked
    status, out = printed(capsys, "hint", *puzzle, "--given", given, "--language", language)
    assert (status, out.strip()) == ((1, said) if said else (0, out.strip()))
    assert printed(capsys, "check", *puzzle, "--given", given)[1].startswith("none") is (said is not None)


def test_values_that_cannot_be_searched_for_in_time_are_taken_as_they_are(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "hint", "sudoku", HARD, "--given", "r2c3=6"
    assert printed(capsys, *words)[0] == 1
    monkeypatch.setattr(hinting, "SEARCHED", 1e-9)
    status, out = printed(capsys, *words)
    assert status == 0
    assert out.startswith("r8c3 = 1")


def test_nothing_follows_from_several_solutions_or_from_a_full_grid(capsys: Capture) -> None:
    assert printed(capsys, "hint", "sudoku", "4") == (0, "nothing follows: there are several solutions\n")
    full = "1234/3412/2143/4321"
    assert printed(capsys, "hint", "sudoku", full) == (0, "nothing is left: every variable has its value\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hint", "letter-tree", "--example", "blog"], "hints need declared constraints"),
        (["hint", "sudoku", GRID, "--to", "hint.png"], "NAME.svg"),
        (["hint", "sudoku", GRID, "--language", "eo"], "invalid choice: 'eo'"),
        (["solve", "sudoku", GRID, "--steps", "--all"], "--steps goes without --all"),
        (["solve", "sudoku", GRID, "--steps", "--with", "ortools"], "--steps goes without --with"),
        (["solve", "sudoku", GRID, "--steps", "--to", "steps.txt"], "NAME.html"),
        (["show", "sudoku", GRID, "--domains", "--candidates"], "not allowed with argument"),
        (["show", "letter-tree", "--example", "blog", "--candidates"], "hints need declared constraints"),
    ],
)
def test_what_is_refused(capsys: Capture, words: list[str], said: str) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_the_rating_of_a_sudoku(capsys: Capture) -> None:
    status, out = printed(capsys, "rate", "sudoku", GRID)
    assert status == 0
    first, *kinds = out.splitlines()
    assert first.startswith("easy: grade ")
    assert first.endswith(", 51 steps")
    assert sum(int(line.split(": ")[1].partition(",")[0]) for line in kinds) == 51
    content = json.loads(printed(capsys, "rate", "sudoku", GRID, "--json")[1])
    assert (content["tier"], content["steps"], content["guesses"], content["is_solved"]) == ("easy", 51, 0, True)


def test_the_rating_of_a_contradiction(capsys: Capture) -> None:
    status, out = printed(capsys, "rate", "sudoku", "--example", "contradiction")
    assert status == 1
    assert out.splitlines()[0].endswith("and not solved")


def test_steps_are_printed_with_the_solution(capsys: Capture, tmp_path: Path) -> None:
    assert main(["solve", "sudoku", GRID]) == 0
    solution = capsys.readouterr().out
    status, out = printed(capsys, "solve", "sudoku", GRID, "--steps")
    assert status == 0
    assert out.startswith("1. r3c7 = 5 (hidden single): ")
    assert solution in out
    file = tmp_path / "steps.txt"
    assert printed(capsys, "solve", "sudoku", GRID, "--steps", "--output", str(file)) == (0, "")
    assert file.read_text(encoding="utf-8") == out


def test_steps_as_json_as_a_film_and_as_a_page(capsys: Capture, tmp_path: Path) -> None:
    content = json.loads(printed(capsys, "solve", "sudoku", GRID, "--steps", "--json")[1])
    assert len(content["steps"]) == content["rating"]["steps"] == 51
    for name, start in (("steps.svg", "<svg"), ("steps.html", "<!doctype html>")):
        file = tmp_path / name
        assert printed(capsys, "solve", "sudoku", GRID, "--steps", "--to", str(file)) == (0, f"{file} written\n")
        assert file.read_text(encoding="utf-8").startswith(start)


def test_candidates_are_what_the_plain_rules_leave(capsys: Capture) -> None:
    status, out = printed(capsys, "show", "sudoku", GRID, "--candidates")
    assert status == 0
    left = dict(line.split(": ") for line in out.splitlines() if ": [" in line)
    rows = [GRID[k : k + 9] for k in range(0, 81, 9)]
    for r in range(9):
        for c in range(9):
            seen = {rows[r][k] for k in range(9)} | {rows[k][c] for k in range(9)}
            seen |= {rows[r // 3 * 3 + i][c // 3 * 3 + j] for i in range(3) for j in range(3)}
            wanted = [rows[r][c]] if rows[r][c] != "." else [d for d in "123456789" if d not in seen]
            assert left[f"r{r + 1}c{c + 1}"] == f"[{'|'.join(wanted)}]"


def test_candidates_in_a_picture(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "marks.svg"
    assert printed(capsys, "show", "sudoku", GRID, "--candidates", "--to", str(file)) == (0, f"{file} written\n")
    assert "<svg" in file.read_text(encoding="utf-8")


def test_each_option_without_a_meaning_for_steps_is_one_of_solve() -> None:
    assert {*FOREIGN} <= vars(parse(["solve", "queens", "4"])).keys()


def test_the_steps_end_with_the_rating_in_their_language(capsys: Capture) -> None:
    last = printed(capsys, "solve", "sudoku", GRID, "--steps", "--language", "de")[1].splitlines()[-1]
    english = str(clew.rate(Sudoku.from_text(GRID)))
    tiers = {"easy": "leicht", "medium": "mittel", "hard": "schwer", "very hard": "sehr schwer"}
    tier, _, numbers = english.partition(": ")
    assert last == f"{tiers[tier]}: {numbers.replace('grade', 'Grad').replace('steps', 'Schritte')}"
