"""Cross-checking: solvers made up for the purpose, some of which are wrong, and the words of the command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

import clew
from clew.exchange import solvers as table
from clew.exchange.solvers import listed
from clew.formats import Answer, from_json, verify
from clew.tools.cli import main
from clew_problems import Queens

Capture = pytest.CaptureFixture[str]
COLUMNS = [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]
SIX = [dict(enumerate(columns)) for columns in COLUMNS]
FOUR = [{0: 1, 1: 3, 2: 0, 3: 2}, {0: 2, 1: 0, 2: 3, 3: 1}]


def saying(solutions: list[dict[int, int]], complete: bool = True, stopped: bool = False) -> table.Solver:
    """A solver that knows the answer already, and gives as many solutions as were asked for."""

    def answer(problem: clew.Problem[Any, Any], limit: int, seconds: float | None) -> Answer:
        some: tuple[Mapping[Any, Any], ...] = tuple(solutions[:limit])
        return Answer("other 1.0", some, complete and len(some) < limit, stopped)

    return answer


@pytest.mark.parametrize(
    ("size", "solutions", "limit", "line"),
    [
        (3, [], 2, "clew: none; other 1.0: none; they agree"),
        (1, [{0: 0}], 2, "clew: unique; other 1.0: unique; they agree"),
        (4, FOUR, 2, "clew: several; other 1.0: several; they agree"),
        (4, FOUR[::-1], 10, "clew: 2 solutions; other 1.0: 2 solutions; they agree"),
        (6, SIX, 3, "clew: at least 3 solutions; other 1.0: at least 3 solutions; they agree"),
        (6, SIX, 4, "clew: at least 4 solutions; other 1.0: at least 4 solutions; they agree"),
        (6, SIX, 5, "clew: 4 solutions; other 1.0: 4 solutions; they agree"),
        (4, FOUR, 1, "clew: at least one; other 1.0: at least one; they agree"),
    ],
)
def test_solvers_that_agree(size: int, solutions: list[dict[int, int]], limit: int, line: str) -> None:
    verdict = verify(Queens(size), saying(solutions), limit)
    assert verdict.agree is True
    assert str(verdict) == line


@pytest.mark.parametrize(
    ("size", "solutions", "limit", "complete", "difference"),
    [
        (4, [], 2, True, "a solution of clew is none of other 1.0's: 0 = "),
        (4, FOUR[:1], 2, True, "a solution of clew is none of other 1.0's: 0 = 2, 1 = 0, 2 = 3, 3 = 1"),
        (6, SIX[1:], 10, True, "a solution of clew is none of other 1.0's: 0 = 1, 1 = 3, 2 = 5, 3 = 0, 4 = 2, 5 = 4"),
        (3, [{0: 0, 1: 2, 2: 1}], 2, True, "solution 1 of other 1.0 breaks a rule: "),
        (4, [*FOUR, {0: 0, 1: 1, 2: 2, 3: 3}], 10, True, "solution 3 of other 1.0 breaks a rule: "),
        (4, [FOUR[0], FOUR[0]], 2, True, "solution 2 of other 1.0 comes twice"),
        (4, [*FOUR, FOUR[1]], 10, False, "solution 3 of other 1.0 comes twice"),
        (4, [{0: 9, 1: 3, 2: 0, 3: 2}], 2, False, "solution 1 of other 1.0 breaks a rule: row 1 cannot be 9"),
    ],
)  # fmt: skip
def test_solvers_that_are_wrong(
    size: int, solutions: list[dict[int, int]], limit: int, complete: bool, difference: str
) -> None:
    verdict = verify(Queens(size), saying(solutions, complete), limit)
    assert verdict.agree is False
    first, *lines = str(verdict).splitlines()
    assert first.endswith("; they disagree")
    assert lines == list(verdict.differences)
    assert any(line.startswith(difference) for line in lines)


def test_clew_itself_may_be_the_one_that_is_wrong() -> None:
    """A search that misses solutions: the other's are sound, and none of clew's."""

    class Blind(clew.Model):
        def enumerate_values(self, state: Any, variable: Any) -> tuple[int, ...]:
            return (0,)

    def everything(problem: clew.Problem[Any, Any], limit: int, seconds: float | None) -> Answer:
        return Answer("other 1.0", tuple({"x": x, "y": y} for x in range(2) for y in range(2)), True)

    model, blind = clew.Model(), Blind()
    for each in (model, blind):
        each.variables("x y", range(2))
    assert verify(model, everything, 10).agree is True
    assert verify(blind, everything, 10).differences == ("a solution of other 1.0 is none of clew's: x = 0, y = 1",)


def test_a_solver_that_was_stopped_leaves_it_undecided_unless_it_found_something_wrong() -> None:
    verdict = verify(Queens(4), saying(FOUR[:1], complete=False, stopped=True))
    assert verdict.agree is None
    assert str(verdict) == "clew: several; other 1.0: undecided (1 found); undecided"
    verdict = verify(Queens(4), saying([{0: 0, 1: 0, 2: 0, 3: 0}], complete=False, stopped=True))
    assert verdict.agree is False


def test_a_time_limit_stops_clew_too() -> None:
    verdict = verify(Queens(20), saying([], complete=False, stopped=True), 10**6, seconds=0)
    assert verdict.ours.stopped
    assert verdict.agree is None


@pytest.mark.parametrize("limit", [0, -1, 1.5, "2"])
def test_a_limit_that_is_none_is_refused(limit: Any) -> None:
    with pytest.raises(clew.OptionError, match="limit must be"):
        verify(Queens(4), saying(FOUR), limit)


def test_a_solver_that_nobody_knows_is_refused() -> None:
    with pytest.raises(
        clew.OptionError, match=r"no solver 'oracle': use ortools \(pip install 'clewpy\[verify\]'\), minizinc"
    ):
        verify(Queens(4), "oracle")


# -- what the solvers print, and whether they are there ------------------------------------------


def decode(numbers: Mapping[str, int]) -> Mapping[str, int]:
    return {name.removeprefix("v_"): number for name, number in numbers.items()}


@pytest.mark.parametrize(
    ("output", "limit", "expected"),
    [
        ("=====UNSATISFIABLE=====\n", 2, Answer("m", (), True)),
        ('{\n "v_x": 1\n}\n----------\n==========\n', 2, Answer("m", ({"x": 1},), True)),
        ('{"v_x": 1}\n----------\n{"v_x": 2}\n----------\n', 2, Answer("m", ({"x": 1}, {"x": 2}), False)),
        ('{"v_x": 1}\n----------\n{"v_x": 2}\n----------\n==========\n', 2, Answer("m", ({"x": 1}, {"x": 2}), False)),
        ('{"v_x": 1}\n----------\n% Time limit exceeded!\n', 2, Answer("m", ({"x": 1},), False, True)),
        ("=====UNKNOWN=====\n", 2, Answer("m", (), False, True)),
    ],
)
def test_the_output_of_minizinc_is_understood(output: str, limit: int, expected: Answer) -> None:
    assert listed("m", output, decode, limit) == expected


def test_an_error_that_minizinc_prints_is_one() -> None:
    with pytest.raises(clew.ClewError, match="m failed: "):
        listed("m", "=====ERROR=====\nout of memory\n", decode, 2)


def test_a_solver_that_is_not_installed_is_an_error_of_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(sys.modules, "ortools", None)
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    assert main(["verify", "queens", "8"]) == 2
    assert capsys.readouterr().err == "clew: ortools is not installed: pip install 'clewpy[verify]'\n"
    monkeypatch.setenv("PATH", "")
    assert main(["verify", "queens", "8", "--with", "minizinc"]) == 2
    assert capsys.readouterr().err.startswith("clew: minizinc is not installed: ")


# -- the command -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solutions", "stopped", "status"), [(FOUR, False, 0), (FOUR[:1], False, 1), (FOUR[:1], True, 3)]
)
def test_the_command_says_whether_they_agree(
    solutions: list[dict[int, int]], stopped: bool, status: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(table.SOLVERS, "ortools", saying(solutions, not stopped, stopped))
    assert main(["verify", "queens", "4"]) == status
    out = capsys.readouterr().out
    assert out.startswith("clew: several; other 1.0: ")
    assert len(out.splitlines()) == (2 if status == 1 else 1)


def test_the_command_writes_what_is_read_back(tmp_path: Any, capsys: Capture) -> None:
    assert main(["export", "queens", "6", "--to", "json"]) == 0
    text = capsys.readouterr().out
    assert clew.count(from_json(text)) == 4  # A000170
    assert json.loads(text)["name"] == "queens"
    file = tmp_path / "queens.cnf"
    assert main(["export", "queens", "6", "--to", "cnf", "--output", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert "p cnf 36" in file.read_text(encoding="utf-8")
    assert main(["export", "sudoku", "--example", "wikipedia", "--to", "minizinc"]) == 0
    assert capsys.readouterr().out.count("all_different(") == 27


@pytest.mark.parametrize(
    ("words", "say"),
    [
        ("export queens 6", "--to: which format: one of json, minizinc, cnf"),
        ("export queens 6 --to yaml", "invalid choice"),
        ("export queens --to cnf", "which instance"),
        ("export letter-tree --example blog --to cnf", "letter-tree cannot be written: its "),
        ("export queens 6 --to cnf --output /nowhere/at/all", "cannot be written: No such file"),
        ("verify queens 6 --with oracle", "no solver 'oracle'"),
        ("verify queens 6 --limit none", "invalid int"),
    ],
)
def test_a_wrong_call_is_refused_with_one_line(words: str, say: str, capsys: Capture) -> None:
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert say in error
    assert error.count("\n") == 1


HEEDED = """
import signal
from clew.formats import verify
from clew_problems import Queens
signal.signal(signal.SIGINT, signal.default_int_handler)
verify(Queens(4), "ortools")
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_is_heeded_after_cp_sat() -> None:
    """CP-SAT leaves the handler of the system behind, by which Ctrl-C would end the process without a word."""
    done = subprocess.run([sys.executable, "-c", HEEDED], capture_output=True, text=True, check=True)
    assert done.stdout == "interrupted\n"
