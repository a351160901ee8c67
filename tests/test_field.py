"""The benchmark on models that others wrote: a made-up sample, and what its tables say of answers."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import attrs
import pytest
from benchmarks.field.__main__ import SAMPLE, sample
from benchmarks.field.answer import Answer, judged
from benchmarks.field.flat import for_gecode
from benchmarks.field.report import kind, summary, unanswered

ROOT: Final = Path(__file__).parents[1]
LINE: Final = "hakank/minizinc/a_b.mzn"


def found(value: float | None = None, **others: object) -> Answer:
    made = Answer(answered=True, proved=True, value=value, has_solution=True)
    return attrs.evolve(made, **others)  # type: ignore[arg-type]


def test_the_sample_has_lines_of_three_kinds() -> None:
    lines = sample(SAMPLE.read_text(encoding="utf-8"))
    assert len(lines) == len({*lines}) > 500
    assert {kind(line) for line in lines} == {"benchmarks", "one-file", "cpmpy"}
    assert sample("# a\nb x\nc\nd x\ne x\n", "x", 2) == ["b x", "e x"]


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [
        ([found(3), found(3)], ["", ""]),
        ([found(3), found(4)], ["", "3 is better than 4"]),
        ([found(3, maximizes=True), found(4, maximizes=True)], ["4 is better than 3", ""]),
        ([found(3), found(4, proved=False)], ["", ""]),
        ([found(3, wrong="no"), found(4)], ["no", ""]),
        ([found(), Answer(answered=True, proved=True)], ["", "there is a solution"]),
        ([Answer(why="more than 3 s"), Answer(answered=True, proved=True)], ["", ""]),
    ],
)
def test_a_solution_refutes_what_another_solver_says(answers: list[Answer], wrong: list[str]) -> None:
    both = judged(dict(zip(("clew", "gecode"), answers, strict=True)))
    assert [one.wrong for one in both.values()] == wrong


def test_the_tables() -> None:
    some = {
        LINE: {"clew": found(seconds=0.7), "gecode": found(seconds=0.21)},
        "short": {"clew": found(seconds=0.1), "gecode": found(seconds=0.01)},
        "late": {"clew": Answer(why="more than 3 s"), "gecode": found(7, seconds=2, proved=False)},
        "odd": {"clew": Answer(why="not compiled: x"), "gecode": Answer(why="not compiled: x")},
    }
    starts = {"clew": found(seconds=0.1), "gecode": found(seconds=0.01)}
    head, _, ours, theirs = summary(some, starts, 3).splitlines()
    assert head.startswith("| 3 models, 3 s |")
    assert ours == "| clew | 2 | 2 | 0 |  |  |"
    assert theirs == "| gecode | 3 | 2 | 0 | 3 (1) |  |"
    assert unanswered(some).splitlines()[2:] == ["|  | more than 3 s | gecode: 7 in 2.00 s, not proved |"]


def test_gecode_is_given_the_names_that_it_knows() -> None:
    text = "constraint fzn_table_int(x,t);\nconstraint gecode_all_different_int(x);\nconstraint gecode_circuit(0,x);\n"
    names = ["gecode_table_int(x,t)", "all_different_int(x)", "gecode_circuit(0,x)"]
    assert for_gecode(text) == "".join(f"constraint {name};\n" for name in names)


def run(folder: Path, lines: str, *more: str) -> dict[str, dict[str, dict[str, object]]]:
    """The answers to a sample, as the command writes them."""
    (folder / "sample.txt").write_text(lines, encoding="utf-8")
    words = [sys.executable, "-m", "benchmarks.field", "--models", str(folder), "--sample", str(folder / "sample.txt")]
    words += ["--json", str(folder / "field.json"), "--seconds", "5", *more]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    made: dict[str, dict[str, dict[str, object]]] = json.loads((folder / "field.json").read_text(encoding="utf-8"))
    return made


@pytest.mark.skipif(not shutil.which("minizinc") or not shutil.which("fzn-gecode"), reason="there is no MiniZinc")
def test_a_sample_is_asked(tmp_path: Path) -> None:
    pytest.importorskip("cpmpy")
    model = "int: n; var set of 1..n: s; var 0..n: size = card(s); constraint size < n; solve maximize size;"
    (tmp_path / "sets.mzn").write_text(model, encoding="utf-8")
    (tmp_path / "four.dzn").write_text("n = 4;", encoding="utf-8")
    script = "import cpmpy as cp\nx = cp.intvar(1, 9)\nm = cp.Model(x * x == 49)\nm.solve()\nraise SystemExit(3)\n"
    (tmp_path / "seven.py").write_text(script, encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text("<!-- measured: cpmpy -->\n<!-- end -->\n", encoding="utf-8")
    made = run(tmp_path, "sets.mzn four.dzn\nseven.py\n", "--solvers", "clew", "ortools", "--page", str(page))
    assert {who: (one["value"], one["proved"], one["wrong"]) for who, one in made["sets.mzn four.dzn"].items()} == {
        "clew": (3.0, True, ""),
        "gecode": (3.0, True, ""),
    }
    assert all(one["answered"] and one["proved"] and not one["wrong"] for one in made["seven.py"].values())
    assert "| clew | 1 | 1 | 0 |" in page.read_text(encoding="utf-8")
