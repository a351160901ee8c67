"""`--style`, given more than once: each drawing in each of the styles."""

from __future__ import annotations

from pathlib import Path

import pytest

import clew
from clew.tools.cli import main
from clew.tools.cli.answers import titled
from clew.trace import Lines
from clew_problems import Queens

Capture = pytest.CaptureFixture[str]
STYLES = ("--style", "list1", "--style", "chequered")


def printed(capsys: Capture, *words: str) -> str:
    main(words)
    out, err = capsys.readouterr()
    assert not err
    return str(out)


def test_solutions_are_a_list_and_a_board_as_the_caml_program_prints_them(capsys: Capture) -> None:
    out = printed(capsys, "solve", "queens", "6", "--all", "--last-row-first", *STYLES)
    assert out.startswith(
        "Solution 1: [5|3|1|6|4|2]\n# # 0 \n #0# #\n0 # # \n # # 0\n# #0# \n 0 # #\n\nSolution 2: [4|"
    )
    assert out.endswith("#0# # \n # 0 #\n# # #0\n0# # #\n# 0 # \n # #0#\n\n4 solutions\n")


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (("solve", "queens", "1"), "[1|]\n0\n"),
        (("show", "queens", "[0,-1]"), "[1|-]\n0 \n #\n"),
        (("check", "queens", "1"), "unique\n[1|]\n0\n"),
        (
            ("trace", "queens", "1", "--board"),
            "node 1\n[1|]\n0\nsolution 1\n1 solution, and there may be more: 1 node, 0 failures\n",
        ),
    ],
)
def test_every_command_that_draws_takes_several_styles(words: tuple[str, ...], end: str, capsys: Capture) -> None:
    assert printed(capsys, *words, *STYLES).endswith(end)


def test_what_several_instances_and_two_witnesses_share_is_drawn_in_each_style(capsys: Capture, tmp_path: Path) -> None:
    words = ("check", "takuzu", "0.../..../..../....", "--style", "rows", "--style", "size")
    assert "In both:\n0011\n0101\n1..0\n1..0\n4x4;001101011..01..0\n\n" in printed(capsys, *words)
    fixed = printed(capsys, "check", "takuzu", "0.../..../..../....", "--fixed", "--style", "size", "--style", "rows")
    assert "In every solution, 1 of 16: 4x4;0...............\n0...\n" in fixed
    why = printed(capsys, "check", "takuzu", "000./..../..../....", "--why", "--style", "size", "--style", "rows")
    assert why.endswith("4x4;000.............\n000.\n....\n....\n....\n")
    (tmp_path / "boards").write_text("1\n1\n", encoding="utf-8")
    each = printed(capsys, "solve", "queens", "--each", str(tmp_path / "boards"), *STYLES)
    assert each == "[1|]\n0\n[1|]\n0\n"


def test_one_style_that_does_not_exist_is_refused_before_the_search(capsys: Capture) -> None:
    assert main(["solve", "queens", "1000000", "--style", "list", "--style", "colour"]) == 2
    assert main(["solve", "queens", "8", "--style", "list", "--style", "colour"]) == 2
    assert "queens has no style 'colour'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        (["one"], "A: one"),
        (["one", "two"], "A: one\ntwo\n"),
        (["one\ntwo"], "A:\none\ntwo\n"),
        (["one\ntwo", "three"], "A:\none\ntwo\nthree\n"),
    ],
)
def test_a_title_stands_before_one_line_and_above_several(drawn: list[str], text: str) -> None:
    assert titled("A", drawn) == text


def test_lines_of_a_trace_take_one_style_or_several() -> None:
    told: list[str] = []
    for style in (None, "list", ["list", "coordinates"]):
        clew.count(Queens(1), observers=[Lines(Queens(1), told.append, boards=True, style=style)])
    assert [line.strip() for line in told if "node" not in line].count("[0]") == 2
