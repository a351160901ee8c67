"""The command `clew clues`."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

import clew
from clew.tools.cli import main

FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    status = main(["clues", *words])
    return status, capsys.readouterr().out.splitlines()


def test_one_solution_and_what_can_go(capsys: pytest.CaptureFixture[str]) -> None:
    """A full first row: each of its clues follows from the others, as each row has two of either."""
    status, lines = told(capsys, "takuzu", "0110/1001/0011/1100")
    assert (status, lines[0]) == (0, "unique")
    assert lines[1].startswith("clues not needed, each alone beside all the others: r1c1 = 0, ")
    assert lines[1].endswith("r3c2 = 0 and 6 more")
    status, lines = told(capsys, "takuzu", "0110/1001/0011/1100", "--json")
    found = json.loads("\n".join(lines))
    assert (found["answer"], found["status"], len(found["redundant"]["clues"])) == ("unique", "complete", 16)
    assert told(capsys, "variant", "--example", "fewest cells in cages")[1][1:] == [
        "each clue and each constraint is needed"
    ]


def test_several_solutions_and_what_settles_them(capsys: pytest.CaptureFixture[str]) -> None:
    """The three solutions are those that `clew candidates` counts in tests/tools/cli/test_marking.py."""
    status, lines = told(capsys, "takuzu", ".1.0/..0./..../.1..")
    assert (status, lines[:6]) == (
        4, ["several", "9 of 16 values are the same in every solution", ".1.0", "1001", ".01.", ".1.."],
    )  # fmt: skip
    assert lines[6].startswith("the smallest difference from one solution: 4 places, in which ")
    assert lines[7] == (
        "each of these clues, added alone, leaves one solution: "
        "r1c1 = 1, r1c3 = 0, r3c1 = 1, r3c4 = 0, r4c1 = 1, r4c3 = 1, r4c4 = 1"
    )
    found = json.loads("\n".join(told(capsys, "takuzu", ".1.0/..0./..../.1..", "--json")[1]))
    assert (len(found["fixed"]), len(found["difference"]), len(found["settling"])) == (9, 4, 7)
    status, lines = told(capsys, "takuzu", ".1.0/..0./..../.1..", "--given", "r1c1=1")
    assert (status, lines[0]) == (0, "unique")


def test_no_solution_and_its_repairs(capsys: pytest.CaptureFixture[str]) -> None:
    """One clue of a full grid is wrong; any other change leaves it with three of a digit in a row and a column."""
    status, lines = told(capsys, "takuzu", "1110/1001/0011/1100")
    assert (status, lines) == (1, [
        "none", "each of these changes alone leaves one solution:", "  leave out r1c1 = 1",
        "  r1c1 = 0 in place of r1c1 = 1", "clew check --why names clues and constraints that contradict each other",
    ])  # fmt: skip
    found = json.loads("\n".join(told(capsys, "takuzu", "1110/1001/0011/1100", "--json")[1]))
    assert found["repairs"] == [{"old": ["r1c1", 1], "new": None}, {"old": ["r1c1", 1], "new": ["r1c1", 0]}]
    assert told(capsys, "takuzu", "01.1/..../01.1/....")[1][1] == "no change of one clue leaves one solution"


def test_limits_and_errors(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = told(capsys, "queens", "20", "--node-limit", "10")
    assert (status, lines) == (3, ["undecided", "not all of it is known (node limit)"])
    status, lines = told(capsys, "queens", "8", "--node-limit", "100")
    assert (status, lines[0], lines[-1]) == (3, "several", "not all of it is known (node limit)")
    assert main(["clues", "queens", "3"]) == 2
    assert capsys.readouterr().err == "clew: queens has no solution and no given values: clew.why says why\n"


def test_the_fewest_clues(capsys: pytest.CaptureFixture[str]) -> None:
    """By brute force over all sets of clues: no three of them leave one solution."""
    text = ".1.0/..0./.0../11.0"
    puzzle = clew.load("takuzu", text)
    clues = [*puzzle.given().items()]
    empty = clew.load("takuzu", "..../..../..../....")
    few = next(n for n in range(8) if any(clew.is_unique(empty, given=dict(some)) for some in combinations(clues, n)))
    status, lines = told(capsys, "takuzu", text, "--fewest")
    assert (status, lines[0]) == (0, "unique")
    assert lines[1].startswith(f"{few} clues would do, and no fewer: r")
    found = json.loads("\n".join(told(capsys, "takuzu", text, "--fewest", "--json")[1]))
    assert (found["fewest"]["number"], found["fewest"]["at_least"], found["status"]) == (few, few, "complete")
    named = dict(map(tuple, found["fewest"]["clues"]))
    assert clew.is_unique(empty, given={v: w for v, w in clues if puzzle.variable_name(v) in named})
    assert told(capsys, "takuzu", "..../..../..../....", "--fewest")[1][0] == "several"
    status, lines = told(capsys, "sudoku", FULL, "--fewest", "--node-limit", "20000")
    assert status == 3
    assert " clues would do, and at least " in lines[1]
    assert lines[-1] == "not all of it is known (node limit)"
