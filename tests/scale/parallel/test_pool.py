"""Searching in subtrees with processes: what travels to them, what does not, and how they end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest

import clew
from clew.core import engine
from clew_problems import Queens
from tests.processes import group_is_gone, running
from tests.scale.parallel.test_dispatch import ALL, DEEP, FAR, QUEENS, Trouble
from tests.scale.parallel.test_running import SMALL

FILE = """
import clew
from clew.constraints import AllDifferent

class Latin(clew.Problem):
    name = "latin"
    def __init__(self, size=4): self.size = size
    def domains(self): return {(r, c): range(self.size) for r in range(self.size) for c in range(self.size)}
    def constraints(self):
        for k in range(self.size):
            yield AllDifferent([(k, c) for c in range(self.size)])
            yield AllDifferent([(r, k) for r in range(self.size)])
"""


@attrs.frozen
class Elsewhere(Trouble):
    """Its values come in another order in another process."""

    def domains(self) -> Any:
        values = range(3) if multiprocessing.parent_process() is None else range(2, -1, -1)
        return dict.fromkeys("abcd", values)


def objective(solution: clew.Solution[int, int]) -> int:
    return solution[0] * solution[5]


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    before = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= before


def test_processes_give_the_same_answers() -> None:
    options: Any = {"jobs": 2, "cutting": SMALL, "kernel": "python"}
    assert clew.solve(QUEENS, clew.All(), **options).result == ALL
    assert clew.first(QUEENS, **options) == ALL[0]
    assert clew.solve(QUEENS, clew.Best(objective), **options).result == min(ALL, key=objective)
    listed = clew.solutions(QUEENS, **options)
    assert next(listed) == ALL[0]
    listed.close()  # type: ignore[attr-defined]


@pytest.mark.skipif(not engine().available, reason="there is no engine here")
@pytest.mark.parametrize("options", [{}, {"inference": "unit"}])
def test_threads_search_where_the_engine_can(options: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.scale.parallel.pool.ProcessPoolExecutor", None)
    outcome = clew.solve(Queens(8), clew.Count(), jobs=2, cutting=SMALL, **options)
    assert outcome.result == 92
    assert outcome.statistics.kernel.startswith("compiled, ")
    alone = clew.solve(Queens(8), clew.Count(), kernel="python", **options)
    assert outcome.statistics.nodes_per_level == alone.statistics.nodes_per_level


def test_a_problem_with_hooks_goes_to_somebodys_processes() -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        assert clew.count(Trouble(), executor=processes, cutting=FAR) == 81
        with pytest.raises(ZeroDivisionError, match="by the plugin") as caught:
            clew.count(Trouble("raises", DEEP), executor=processes, cutting=FAR)
        with pytest.raises(clew.ProblemError, match="LocalError: no pickle of this"):
            clew.count(Trouble("local", DEEP), executor=processes, cutting=FAR)
        with pytest.raises(clew.ProblemError, match="come in another order in another process"):
            clew.count(Elsewhere(), executor=processes, cutting=FAR)
    assert any("in subtree 1.2" in note for note in caught.value.__notes__)
    assert "test_dispatch.py" in str(caught.value.__cause__)


def test_a_problem_of_a_file_is_loaded_again(tmp_path: Path) -> None:
    (tmp_path / "queens.py").write_text(FILE, encoding="utf-8")
    other = tmp_path / "other"
    other.mkdir()
    (other / "queens.py").write_text(FILE.replace("Latin", "Square"), encoding="utf-8")
    for problem in (clew.load(f"{tmp_path}/queens.py"), clew.load(f"{other}/queens.py")):
        assert clew.count(problem, jobs=2, cutting=SMALL, kernel="python") == 576


def test_what_cannot_travel_is_refused_in_one_line() -> None:
    class Local(Trouble):
        pass

    with pytest.raises(clew.OptionError, match=r"^trouble cannot be sent to another process .*executor=Thread"):
        clew.count(Local(), jobs=2, cutting=FAR)
    with pytest.raises(clew.OptionError, match=r"^strategy Best cannot be sent to another process"):
        clew.solve(Trouble(), clew.Best(lambda solution: 0), jobs=2, cutting=FAR)
    with pytest.raises(clew.OptionError, match=r"^option variable_order cannot be sent to another process"):
        clew.count(Trouble(), jobs=2, cutting=FAR, variable_order=lambda state: state.first_open())


def test_a_worker_that_dies_is_replaced_and_the_culprit_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.scale.parallel.pool.WorkerPool.attempts", 1)
    outcome = clew.solve(Trouble("dies", DEEP), clew.Count(), jobs=2, cutting=FAR, keep_going=True)
    assert outcome.result == 72
    assert outcome.status is clew.Status.FAILED
    (failure,) = outcome.failures
    assert failure.subtree == "1.2"
    assert "subtree 1.2 was lost 2 times" in failure.error


def test_a_worker_that_hangs_is_killed_and_the_culprit_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.scale.parallel.tasks.GRACE", 6.0)  # a worker that only starts slowly does not hang
    outcome = clew.solve(
        Trouble("hangs", DEEP), clew.Count(), jobs=2, cutting=FAR, keep_going=True, subtree_timeout=1.5
    )
    assert outcome.result == 72
    (failure,) = outcome.failures
    assert failure.subtree == "1.2"
    assert "took longer than 1.5 s" in failure.error


PROGRAM = """
import sys, time
import clew
from clew_problems import Queens
from tests.scale.parallel.test_dispatch import Trouble
print("begin", flush=True)
{}
"""


ROOT = Path(__file__).parents[3]


def printed(*words: str) -> tuple[str, str]:
    """What a program prints, and what it writes to standard error."""
    with running([sys.executable, *words], cwd=ROOT) as program:
        out, errors = program.communicate(timeout=60)
    return out, errors


COUNT = """
seen = set()
def report(progress):
    if len(seen) < 4:
        seen.add(progress.nodes)
        if len(seen) == 4:
            print("under way", flush=True)

outcome = clew.solve(Queens(30), clew.Count(), jobs=2, kernel="python", progress=report)
print(outcome.status.value)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_run(end: signal.Signals) -> None:
    with running([sys.executable, "-c", PROGRAM.format(COUNT)], cwd=ROOT) as program:
        assert program.stdout is not None
        assert (program.stdout.readline(), program.stdout.readline()) == ("begin\n", "under way\n")
        if end is signal.SIGINT:
            os.killpg(program.pid, end)  # as a terminal does
        else:
            program.kill()
        out, errors = program.communicate(timeout=20)
        assert group_is_gone(program.pid)
    if end is signal.SIGINT:
        assert (out, errors) == ("interrupted\n", "")


@pytest.mark.skipif(os.name == "nt", reason="sessions of Unix")
def test_a_program_needs_no_guard_unless_something_is_defined_in_it(tmp_path: Path) -> None:
    plain = "import clew\nfrom clew_problems import Queens\nfrom clew import Cutting\nprint('once')\n"
    count = "print(clew.count(PROBLEM, jobs=2, kernel='python', cutting=Cutting(first=0, subtrees=8)))\n"
    file = tmp_path / "program.py"
    file.write_text(plain + count.replace("PROBLEM", "Queens(6)"), encoding="utf-8")
    assert printed(str(file)) == ("once\n4\n", "")
    own = plain + "class Own(Queens): pass\n"
    file.write_text(own + count.replace("PROBLEM", "Own(6)"), encoding="utf-8")
    out, errors = printed(str(file))
    assert 'put what it does below if __name__ == "__main__":' in errors.splitlines()[-1]
    guarded = own + 'if __name__ == "__main__":\n    ' + count.replace("PROBLEM", "Own(6)")
    file.write_text(guarded, encoding="utf-8")
    out, errors = printed(str(file))
    assert (out.splitlines()[-1], errors) == ("4", "")
    out, errors = printed("-c", own + count.replace("PROBLEM", "Own(6)"))
    assert "is defined in an interactive session" in errors.splitlines()[-1]
