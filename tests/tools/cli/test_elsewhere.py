"""Solutions that clew does not search for: `--baseline` and `--with`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.exchange import solvers as table
from clew.formats import Answer, solve_with
from clew_problems import Queens
from tests.processes import running
from tests.tools.cli.calling import Capture, run

FOUR = [{0: 1, 1: 3, 2: 0, 3: 2}, {3: 1, 2: 3, 1: 0, 0: 2}]


def saying(solutions: list[dict[int, int]], stopped: bool = False) -> table.Solver:
    """A solver that knows the answer already."""

    def answer(problem: clew.Problem[Any, Any], limit: int | None, seconds: float | None) -> Answer:
        some = tuple(solutions[:limit])
        return Answer("other 1.0", some, len(some) != limit and not stopped, stopped)

    return answer


# -- baselines ---------------------------------------------------------------------------------------


def test_the_solutions_of_a_baseline_are_numbered_as_it_finds_them(capsys: Capture) -> None:
    words = ("solve", "queens", "5", "--baseline", "heap", "--limit", "2", "--style", "list")
    assert run(capsys, *words) == (0, "Solution 1: [1,3,0,2,4]\nSolution 2: [2,0,3,1,4]\n2 solutions\n", "")
    status, out, _ = run(capsys, "solve", "queens", "6", "--baseline", "caml", "--all", "--style", "list")
    assert (status, out.splitlines()[-2:]) == (0, ["Solution 4: [4,2,0,5,3,1]", "4 solutions"])
    assert run(capsys, "solve", "queens", "4", "--baseline", "caml", "--style", "list") == (0, "[1,3,0,2]\n", "")
    assert run(capsys, "solve", "queens", "3", "--baseline", "caml") == (1, "no solution\n", "")


def test_a_baseline_hands_on_each_solution_before_it_looks_for_the_next(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time, clew\n"
        "class Slow(clew.Problem):\n"
        "    def domains(self):\n"
        "        return {'a': range(2)}\n"
        "    @classmethod\n"
        "    def from_text(cls, text):\n"
        "        return cls()\n"
        "    def baselines(self):\n"
        "        def found():\n"
        "            yield {'a': 0}\n"
        "            time.sleep(3600)\n"
        "        return {'slow': found}\n",
        encoding="utf-8",
    )
    words = [sys.executable, "-m", "clew", "solve", f"{tmp_path / 'slow.py'}", "x", "--baseline", "slow", "--all"]
    with running(words) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "Solution 1: a = 0\n"


@pytest.mark.parametrize("command", ["solve", "count"])
def test_statistics_of_a_baseline_say_what_is_known_and_nothing_else(command: str, capsys: Capture) -> None:
    all_of_them = ("--all",) if command == "solve" else ()
    words = (command, "queens", "6", "--baseline", "level by level", *all_of_them)
    _, out, _ = run(capsys, *words, "--stats")
    names = [line.partition(":")[0] for line in out.splitlines()[-3:]]
    assert names == ["solutions", "seconds", "kernel"]
    assert "solutions: 4\n" in out
    assert out.endswith("kernel: baseline level by level\n")
    assert "tries" not in out
    summary = json.loads(run(capsys, *words, "--json")[1])
    assert (summary["status"], summary["count"]) == ("complete", 4)
    assert set(summary["statistics"]) == {"solutions", "seconds", "kernel"}


def test_a_search_that_enters_no_node_tries_nothing() -> None:
    statistics = clew.solve(Queens(8), clew.Count(), limits=clew.Limits(time=0)).statistics
    assert (statistics.nodes, statistics.tries) == (0, 0)


def test_solutions_of_a_baseline_are_checked_for_repetitions_drawn_and_written(capsys: Capture, tmp_path: Path) -> None:
    picture, file = tmp_path / "queens.svg", tmp_path / "queens.txt"
    status, out, _ = run(capsys, "solve", "queens", "6", "--baseline", "heap", "--all", "--to", str(picture))
    assert (status, out) == (0, f"{picture} written\n4 solutions\n")
    words = ("solve", "queens", "6", "--baseline", "heap", "--all", "--distinct-check", "--output", str(file))
    assert run(capsys, *words)[0] == 0
    assert file.read_text(encoding="utf-8").endswith("4 solutions, no two the same\n")
    status, out, _ = run(capsys, "solve", "takuzu", "--example", "14x14", "--baseline", "cell by cell", "--jsonl")
    assert status == 0
    assert json.loads(out.splitlines()[-1])["count"] == 1


class Wrong(clew.Problem[str, int]):
    """A problem whose baselines are wrong, or too deep."""

    name = "wrong"

    def domains(self) -> Mapping[str, range]:
        return {"a": range(2)}

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Wrong:
        return cls()

    def baselines(self) -> Mapping[str, Callable[[], Iterable[Mapping[str, int]]]]:
        def deep(k: int = 0) -> Iterable[Mapping[str, int]]:
            yield from deep(k + 1)

        return {"two": lambda: [{"a": 2}], "deep": deep}


def test_a_baseline_that_is_wrong_or_too_deep_is_one_line(capsys: Capture) -> None:
    name = f"{__file__}:Wrong"
    status, _, err = run(capsys, "solve", name, "x", "--baseline", "two")
    assert (status, err) == (5, "clew: solution 1 of baseline two breaks a rule: a cannot be 2\n")
    for command in ("solve", "count"):
        status, _, err = run(capsys, command, name, "x", "--baseline", "deep")
        assert (status, err) == (2, "clew: --baseline: deep recurses too deeply: give a smaller instance\n")


@pytest.mark.parametrize("command", ["count", "solve --all"])
def test_a_baseline_ends_when_its_time_is_up(command: str, capsys: Capture) -> None:
    started = time.monotonic()
    status, out, _ = run(capsys, *f"{command} queens 13 --baseline heap --time-limit 0.3".split())
    assert status == 3
    assert time.monotonic() - started < 10
    status, out, _ = run(capsys, *["count", "queens", "6", "--baseline", "heap", "--time-limit", "30"])
    assert (status, out) == (0, "4\n")


@pytest.mark.parametrize(
    ("words", "say"),
    [
        ("solve queens 6 --baseline guess", "queens has no baseline 'guess': there are every row, heap"),
        ("solve letter-tree --example blog --baseline x", "has no baseline 'x': there are none for this instance"),
        ("solve queens 6 --baseline heap --jobs 2", "--baseline searches in its own way: leave --jobs out"),
        ("solve queens 6 --baseline heap --inference unit", "leave --inference out"),
        ("solve queens 6 --baseline heap --kernel loop", "leave --kernel out"),
        ("count queens 6 --baseline heap --use-symmetry", "leave --use-symmetry out"),
        ("solve queens 6 --with ortools --given 0=1", "--with searches in its own way: leave --given out"),
        ("solve queens 6 --with ortools --baseline heap", "both say who searches"),
        ("solve queens --each - --baseline heap", "leave --baseline out"),
        ("solve queens --each - --with ortools", "leave --with out"),
        ("solve queens 6 --all --checkpoint new.clew --with ortools", "--checkpoint does not go with --with"),
        ("solve queens 6 --with oracle", "no solver 'oracle': use ortools (pip install 'clewpy[verify]'), minizinc"),
        ("verify queens 6 --with oracle", "no solver 'oracle': use ortools (pip install 'clewpy[verify]'), minizinc"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_line(words: str, say: str, capsys: Capture) -> None:
    status, out, err = run(capsys, *words.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert say in err


# -- other solvers -------------------------------------------------------------------------------------


def test_the_solutions_of_another_solver_are_drawn(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setitem(table.SOLVERS, "ortools", saying(FOUR))
    words = ("solve", "queens", "4", "--with", "ortools")
    assert run(capsys, *words, "--style", "dots") == (0, ". ♛ . .\n. . . ♛\n♛ . . .\n. . ♛ .\n", "")
    out = run(capsys, *words, "--all", "--style", "list", "--stats")[1]
    assert out.startswith("Solution 1: [1,3,0,2]\nSolution 2: [2,0,3,1]\n2 solutions\nsolutions: 2\nseconds: ")
    assert out.endswith("\nkernel: other 1.0\n")
    summary = json.loads(run(capsys, *words, "--limit", "1", "--json")[1])
    assert (summary["status"], summary["count"]) == ("solution limit", 1)
    assert summary["solutions"] == [{"0": 1, "1": 3, "2": 0, "3": 2}]


def test_another_solver_that_is_stopped_or_wrong(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setitem(table.SOLVERS, "ortools", saying([], stopped=True))
    words = ("solve", "queens", "4", "--with", "ortools")
    assert run(capsys, *words, "--time-limit", "1") == (
        3, "stopped (time limit): 0 solutions found until then\n", "",
    )  # fmt: skip
    monkeypatch.setitem(table.SOLVERS, "ortools", saying([{0: 0, 1: 1, 2: 2, 3: 3}]))
    status, out, err = run(capsys, *words)
    assert (status, out) == (5, "")
    assert err.startswith("clew: solution 1 of other 1.0 breaks a rule: ")


def test_solve_with_gives_solutions_that_draw_themselves() -> None:
    answer = solve_with(Queens(4), saying(FOUR), limit=None)
    assert [str(solution) for solution in answer.solutions] == [str(s) for s in clew.solutions(Queens(4))]
    assert answer.complete
    assert not solve_with(Queens(4), saying(FOUR)).complete
    with pytest.raises(clew.OptionError, match="limit must be"):
        solve_with(Queens(4), saying(FOUR), limit=0)


MINIZINC = """#!{python}
import sys
if "--version" in sys.argv:
    print("MiniZinc to FlatZinc converter, version 9.9.9, build 1")
else:
    print(" ".join(sys.argv[1:]), file=open({log!r}, "w"))
    for row in ({{"v_0": 1, "v_1": 3, "v_2": 0, "v_3": 2}}, {{"v_0": 2, "v_1": 0, "v_2": 3, "v_3": 1}}):
        print(str(row).replace("'", '"'))
        print("----------")
    print("==========")
"""


def test_a_solver_of_minizincs_own_is_named_behind_a_colon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    log = tmp_path / "words"
    program = tmp_path / "minizinc"
    program.write_text(MINIZINC.format(python=sys.executable, log=str(log)), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    words = ("solve", "queens", "4", "--with", "minizinc:chuffed", "--all", "--style", "list", "--stats")
    status, out, _ = run(capsys, *words)
    assert (status, out.splitlines()[:3]) == (0, ["Solution 1: [1,3,0,2]", "Solution 2: [2,0,3,1]", "2 solutions"])
    assert out.endswith("kernel: minizinc 9.9.9 (chuffed)\n")
    assert log.read_text(encoding="utf-8").split() == [
        *("--solver", "chuffed", "--output-mode", "json", "-a", "--input-from-stdin"),
    ]
    assert run(capsys, "verify", "queens", "4", "--with", "minizinc", "--limit", "3")[0] == 0
    assert log.read_text(encoding="utf-8").startswith("--solver gecode --output-mode json -n 3 ")
