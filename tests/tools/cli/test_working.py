"""`--jobs` and what belongs to it, on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clew.tools.cli.words import UNITS
from tests.tools.cli.calling import Capture, run

FAILING = """
import clew

class Failing(clew.Problem):
    name = "failing"

    @classmethod
    def from_text(cls, text): return cls()

    def domains(self): return dict.fromkeys("abcd", range(12))

    def is_consistent(self, state, variable, value):
        if (state.get("a"), variable, value) == (5, "b", 1):
            raise ZeroDivisionError("by the plugin")
        return variable in "ab" or sum(state[v] for v in state) % 2 == value % 2
"""


@pytest.mark.parametrize("jobs", ["1", "2", "0", "auto"])
def test_jobs_change_no_answer(capsys: Capture, jobs: str) -> None:
    assert run(capsys, "count", "queens", "8", "--jobs", jobs) == (0, "92\n", "")
    assert run(capsys, "solve", "queens", "3", "--jobs", jobs)[0] == 1
    assert run(capsys, "check", "queens", "8", "--jobs", jobs)[0] == 4
    assert run(capsys, "count", "queens", "8", "--up-to-symmetry", "--jobs", jobs)[1] == "12\n"
    listed = ("solve", "queens", "6", "--all", "--style", "coordinates")
    assert run(capsys, *listed, "--jobs", jobs) == run(capsys, *listed)


def test_limited_and_unordered_solutions(capsys: Capture) -> None:
    plain = ("solve", "queens", "8", "--limit", "5", "--jsonl")
    one, other = (run(capsys, *plain, *more)[1].splitlines()[:5] for more in ((), ("--jobs", "2")))
    assert one == other
    status, out, _ = run(capsys, "solve", "queens", "8", "--all", "--unordered", "--jobs", "2", "--json")
    assert status == 0
    assert json.loads(out)["count"] == 92


def test_a_drawing_of_the_search_is_none_of_workers(capsys: Capture) -> None:
    assert run(capsys, "solve", "letter-tree", "--example", "blog", "--jobs", "2")[0] == 0


def test_one_subtree(capsys: Capture) -> None:
    # Of the 92 solutions for eight queens, 4, 8, 16 and 18 have the first queen on a, b, c and d.
    rows = [run(capsys, "count", "queens", "8", "--subtree", str(k))[1] for k in range(8)]
    assert rows == [f"{number}\n" for number in (4, 8, 16, 18, 18, 16, 8, 4)]
    status, out, errors = run(capsys, "count", "queens", "8", "--subtree", "8")
    assert (status, out) == (2, "")
    assert errors == "clew: there is no subtree 8: its way ends at level 0\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--jobs", "x"), "'x' is no number of workers"),
        (("--jobs", "-1"), "'-1' is no number of workers"),
        (("--keep-going",), "--keep-going is for a search with workers: add --jobs"),
        (("--subtree-timeout", "5"), "--subtree-timeout is for a search with workers: add --jobs"),
        (("--memory-limit", "much"), "'much' is no amount of memory"),
        (("--memory-limit", "5XB"), "'5XB' is no amount of memory"),
    ],
)
def test_words_that_do_not_fit(capsys: Capture, words: tuple[str, ...], message: str) -> None:
    status, out, errors = run(capsys, "count", "queens", "8", *words)
    assert (status, out) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1


def test_a_limit_on_memory(capsys: Capture) -> None:
    status, out, _ = run(capsys, "count", "queens", "18", "--kernel", "python", "--memory-limit", "1MiB")
    assert (status, out) == (3, "at least 0 (unfinished: memory limit)\n")
    assert run(capsys, "count", "queens", "8", "--memory-limit", "100GB")[0] == 0
    assert UNITS["MIB"] == 1024**2


def test_the_rest_of_a_search_goes_on_and_the_failure_is_named(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text(FAILING, encoding="utf-8")
    command = [sys.executable, "-m", "clew", "count", f"{file}:Failing", "x", "--jobs", "2"]
    plain = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (plain.returncode, plain.stdout) == (5, "")
    assert "by the plugin" in plain.stderr
    on = subprocess.run([*command, "--keep-going", "--json"], capture_output=True, text=True, check=False)
    assert on.returncode == 5
    summary = json.loads(on.stdout)
    assert summary["status"] == "failed subtree"
    (failure,) = summary["failures"]
    assert "ZeroDivisionError: by the plugin" in failure["error"]
    assert f"--subtree {failure['subtree']} repeats it" in on.stderr
    again = subprocess.run(
        [*command[:-2], "--subtree", failure["subtree"]], capture_output=True, text=True, check=False
    )
    assert again.returncode == 5
    assert "ZeroDivisionError: by the plugin" in again.stderr
