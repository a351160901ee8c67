"""The command `clew generate`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.tools.cli import main
from clew.tools.cli.making import Making
from clew_problems import Sudoku
from tests.tools.cli.calling import on_a_terminal, screen


def test_each_text_is_a_line_as_soon_as_it_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "4", "--count", "3", "--seed", "2"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == [made.to_text() for made in clew.generate("sudoku", 4, count=3, seed=2)]


def test_one_by_default_and_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    main(["generate", "sudoku", "9", "--no-diagonals"])
    first = capsys.readouterr().out
    assert len(first.split()) == 1
    main(["generate", "sudoku", "9"])
    assert capsys.readouterr().out == first


def test_one_text_has_a_line_for_each_row(capsys: pytest.CaptureFixture[str]) -> None:
    main(["generate", "magic-square", "3"])
    text = capsys.readouterr().out
    assert len(text.splitlines()) == 3
    assert clew.is_unique(clew.load("magic-square", text))


SEVERAL = [
    *[("takuzu", "4x4"), ("akari", "5x5"), ("shikaku", "4x4"), ("nonogram", "4x4"), ("kakuro", "5x5")],
    ("tents", "5x5"),
    *[("skyscrapers", "4"), ("star-battle", "6"), ("killer-sudoku", "4"), ("masyu", "4x4"), ("numberlink", "4x4")],
    *[("slitherlink", "4x4"), ("nurikabe", "4x4"), ("hitori", "4x4"), ("hashiwokakero", "5x5"), ("magic-square", "3")],
    *[("sudoku", "4"), ("futoshiki", "4")],
]


@pytest.mark.parametrize(("name", "size"), SEVERAL)
def test_several_texts_are_lines_that_each_reads(
    name: str, size: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["generate", name, size, "--count", "3", "--seed", "1"]) == 0
    file = tmp_path / "made.txt"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", name, "--each", str(file)]) == 0
    assert capsys.readouterr().out.split() == ["unique"] * 3


def test_a_file_of_several_that_is_read_as_one_is_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "made.txt"
    file.write_text("AABB/AABB/CCDD/CCDD\n" * 3, encoding="utf-8")
    assert main(["solve", "star-battle", str(file)]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"clew: {file}: star-battle: ")
    assert message.endswith(
        "its first line alone is an instance: check, solve and sheet read one from each line with --each\n"
    )


def test_parameters_are_kept_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """A line is an instance with the same parameters."""
    assert main(["generate", "takuzu", "4x4", "--no-distinct", "--count", "2", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    made = clew.generate(clew.load("takuzu", "4x4", distinct=False), count=2, seed=1)
    assert [clew.load("takuzu", line, distinct=False).to_text() for line in lines] == [m.to_text() for m in made]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "takuzu", "6x6", "--count", "2", "--clues", "14", "--symmetry", "half-turn", "--json"]
    assert main(words) == 0
    content = json.loads(capsys.readouterr().out)
    assert content.keys() == {"problem", "instance", "status", "seed", "instances"}
    assert content["status"] == "complete"
    assert [text.count("0") + text.count("1") for text in content["instances"]] == [14, 14]


def test_parameters_and_tiers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "6", "--diagonals", "--tier", "easy"]) == 0
    made = clew.load("sudoku", capsys.readouterr().out.strip(), diagonals=True)
    assert clew.rate(made).tier == "easy"


def test_a_time_limit_tells_how_many_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "25", "--time-limit", "100ms"]) == 3
    assert capsys.readouterr().err == "clew: 0 of 1 made: time limit\n"
    assert main(["generate", "sudoku", "25", "--time-limit", "100ms", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["status"] == "time limit"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sudoku"], "which size of sudoku"),
        (["sudoku", "9", "--tier", "nice"], "no tier 'nice'"),
        (["sudoku", "9", "--symmetry", "half"], "half-turn"),
        (["queens", "6"], "with_clues"),
        (["kakuro", "5x5", "--clues", "9"], "kakuro keeps all of its clues, so there are none to choose: leave cl"),
        (["hashiwokakero", "7x7", "--symmetry", "half-turn"], "there are none to choose: leave symmetry out"),
        (["masyu", "6"], "a size is written 6x6"),
    ],
)
def test_what_is_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", *words]) in (2, 5)
    assert message in capsys.readouterr().err


def test_a_tier_that_does_not_come_up_in_time_is_said_with_those_that_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "4", "--tier", "fiendish", "--time-limit", "1"]) == 3
    assert re.fullmatch(r"clew: 0 of 1 made: time limit; tried (\d+): \1 easy\n", capsys.readouterr().err)


def test_tries_are_said_until_the_puzzle_is_there() -> None:
    making = Making(3)
    assert making.doing() == "puzzle 1 of 3"
    making({"easy": 2, "medium": 3})
    assert making.doing() == "puzzle 1 of 3; tried 5: 3 medium, 2 easy"
    assert making.ended() == "clew: 0 of 3 made: complete; tried 5: 3 medium, 2 easy"
    making.one_more()
    assert making.doing() == "puzzle 2 of 3"


def test_a_terminal_shows_which_puzzle_is_made_and_keeps_no_line() -> None:
    words = ["generate", "sudoku", "4", "--tier", "fiendish", "--time-limit", "3"]
    _, shown, _ = on_a_terminal(*words, "--progress")
    assert re.search(r"\r[0-9.]+ s: puzzle 1 of 1; tried \d+: \d+ easy", shown)
    assert re.fullmatch(r"clew: 0 of 1 made: .*|clew: none of 1000 .*", screen(shown.strip()))
    assert "puzzle 1" not in on_a_terminal(*words, "--no-progress")[1]


def interrupted(*arguments: Any, **options: Any) -> Iterator[Any]:
    """Two puzzles, then Ctrl-C."""
    yield from clew.generate(*arguments, **{**options, "count": 2})
    raise KeyboardInterrupt


def test_ctrl_c_keeps_what_is_finished(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [made.to_text() for made in clew.generate("sudoku", 4, count=2)]
    monkeypatch.setattr("clew.tools.cli.generating.generate", interrupted)
    assert main(["generate", "sudoku", "4", "--count", "3"]) == 130
    assert capsys.readouterr() == ("".join(f"{text}\n" for text in texts), "clew: 2 of 3 made: interrupted\n")
    assert main(["generate", "sudoku", "4", "--count", "3", "--json"]) == 130
    content = json.loads(capsys.readouterr().out)
    assert (content["status"], content["instances"]) == ("interrupted", texts)
    file = tmp_path / "sheet.html"
    assert main(["sheet", "sudoku", "4", "--count", "3", "--to", str(file)]) == 130
    assert capsys.readouterr() == (f"{file} written, 2 puzzles\n", "clew: 2 of 3 made: interrupted\n")
    assert file.read_text(encoding="utf-8") == clew.sheet(map(Sudoku.from_text, texts)).html()
