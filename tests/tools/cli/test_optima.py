"""The command `clew best`, and objectives that problems name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

import attrs
import pytest

import clew
from clew.constraints import Var
from clew.tools.cli import main

THINGS = "10 3:4 4:5 5:7 6:9"

PLUGIN = '''
import attrs, clew
from clew.constraints import Var

@attrs.frozen
class Bag(clew.Problem):
    """Things with a weight and a worth, in a bag."""
    text: str
    sense = "max"
    @classmethod
    def from_text(cls, text):
        return cls(text)
    @property
    def things(self):
        return [tuple(map(int, one.split(":"))) for one in self.text.split()[1:]]
    def domains(self):
        return {k: (0, 1) for k in range(len(self.things))}
    def constraints(self):
        return [sum(w * Var(k) for k, (w, _) in enumerate(self.things)) <= int(self.text.split()[0])]
    def objective(self):
        return sum(v * Var(k) for k, (_, v) in enumerate(self.things))
'''


@pytest.fixture
def bag(tmp_path: Path) -> str:
    file = tmp_path / "bag.py"
    file.write_text(PLUGIN, encoding="utf-8")
    return f"{file}:Bag"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["best", *words])
    return status, capsys.readouterr().out


def test_it_prints_the_best_solution_and_its_value(capsys: pytest.CaptureFixture[str], bag: str) -> None:
    assert told(capsys, bag, THINGS) == (0, "0 = 0\n1 = 1\n2 = 0\n3 = 1\nbest: 14\n")
    assert told(capsys, bag, THINGS, "--jobs", "2")[1].splitlines()[-1] == "best: 14"
    assert told(capsys, bag, THINGS, "--given", "0=1")[1].splitlines()[-1] == "best: 13"
    status, out = told(capsys, bag, THINGS, "--json", "--given", "0=1")
    found = json.loads(out)
    assert (status, found["objective"], found["bound"], found["gap"], found["is_optimal"]) == (0, 13, 13, 0.0, True)
    assert found["solution"] == {"0": 1, "1": 0, "2": 0, "3": 1}


def test_no_solution_no_objective_and_a_limit(capsys: pytest.CaptureFixture[str], bag: str, tmp_path: Path) -> None:
    assert told(capsys, bag, "2 3:4", "--given", "0=1") == (1, "no solution\n")
    assert told(capsys, bag, THINGS, "--node-limit", "2") == (3, "none found (node limit)\n")
    assert main(["best", "queens", "6"]) == 2
    assert "queens names no objective: give it a method `objective`" in capsys.readouterr().err
    things = f"30 {' '.join(f'{3 + 7 * k % 11}:{4 + 5 * k % 13}' for k in range(20))}"
    status, out = told(capsys, bag, things, "--node-limit", "25")
    assert status == 3
    assert out.splitlines()[-1].startswith("best so far: ")
    assert out.endswith(" (node limit)\n")
    file = tmp_path / "bag.svg"
    assert told(capsys, bag, THINGS, "--to", str(file))[0] == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_ctrl_c_leaves_the_best_one_found(
    capsys: pytest.CaptureFixture[str], bag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(problem: Any, **options: Any) -> None:
        found, status = clew.best(problem), clew.Status.INTERRUPTED
        outcome = clew.Outcome(found.solution, status, False, found.statistics, (), 20)
        raise clew.Interrupted(outcome, attrs.evolve(found, bound=20, is_optimal=False, status=status))

    monkeypatch.setattr("clew.tools.cli.optima.best", interrupted)
    status, out = told(capsys, bag, THINGS)
    assert (status, out.splitlines()[-1]) == (130, "best so far: 14, bound 20, gap 42.9% (interrupted)")


@attrs.frozen
class Low(clew.Problem[str, int]):
    """Two numbers that differ."""

    sense: ClassVar[Literal["min", "max"]] = "min"

    def domains(self) -> Mapping[str, range]:
        return {"x": range(3), "y": range(3)}

    def constraints(self) -> Iterable[Any]:
        return [Var("x") != Var("y")]

    def objective(self) -> Any:
        return 2 * Var("x") + Var("y")


class High(Low):
    sense = "max"


class Ordered(Low):
    def objective(self) -> Any:
        return [Var("y"), Var("x")]


def test_a_problem_names_its_objective() -> None:
    assert clew.best(Low()).objective == 1
    assert clew.best(High()).objective == 5
    assert clew.best(High(), sense="min").objective == 1
    assert clew.best(High(), Var("x")).objective == 0
    assert clew.best(Ordered()).objective == (0, 1)
