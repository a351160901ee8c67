"""The command `clew candidates`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clew.tools.cli import main

OPEN = ".1.0/..0./..../.1.."


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["candidates", *words])
    return status, capsys.readouterr().out


def test_it_draws_what_is_fixed_and_counts_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = told(capsys, "takuzu", OPEN)
    assert status == 0
    assert out.splitlines()[:6] == [".1.0", "1001", ".01.", ".1..", "r1c1: 0 (2), 1 (1)", "r1c3: 0 (1), 1 (2)"]
    assert told(capsys, "takuzu", OPEN, "--limit", "1")[1].splitlines()[4] == "r1c1: 0, 1"
    assert told(capsys, "takuzu", OPEN, "--limit", "2")[1].splitlines()[4] == "r1c1: 0 (2 or more), 1 (1)"


def test_what_is_given_counts(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = told(capsys, "takuzu", OPEN, "--given", "r1c1=1", "--json")
    found = json.loads(out)
    assert (status, found["status"]) == (0, "complete")
    assert found["candidates"]["r1c1"] == {"1": 1}
    assert all(number == 1 for own in found["candidates"].values() for number in own.values())


def test_no_solution_and_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "queens", "3") == (1, "no solution\n")
    status, out = told(capsys, "queens", "20", "--limit", "1", "--node-limit", "60")
    assert status == 3
    assert out.splitlines()[-1] == "not all of them are known (node limit)"
    assert out.startswith("row 1: ")
    assert main(["candidates", "queens", "4", "--limit", "0"]) == 2
    assert "limit must be a whole number from 1 on" in capsys.readouterr().err


def test_it_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "candidates.svg"
    assert told(capsys, "takuzu", OPEN, "--to", str(file))[0] == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")
