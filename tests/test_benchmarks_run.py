"""The benchmarks run and check their answers; how fast they are is nobody's test."""

import re
import subprocess
import sys
from pathlib import Path
from statistics import median

import attrs
import pytest
from benchmarks import hints, proofs
from benchmarks.beside.command import is_called
from benchmarks.beside.measure import Result
from benchmarks.beside.page import BLOCK, blocks
from benchmarks.beside.table import cell
from benchmarks.beside.works import WORKS

import clew
from clew_problems import Futoshiki
from tests.puzzles.generation.puzzles import Sums


def test_the_benchmark_of_the_hooks_runs() -> None:
    script = ROOT / "benchmarks" / "hooks.py"
    arguments = [sys.executable, str(script), "--sizes", "5", "6", "--runs", "1"]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in lines[-2:]] == ["5", "6"]


ROOT = Path(__file__).parents[1]
BESIDE = [sys.executable, "-m", "benchmarks.beside_peers"]
BLOCKS = "".join(
    f"Words on {name}.\n<!-- measured: {name} -->\nyesterday\n<!-- end -->\n" for name in ("machine", *WORKS)
)


def test_clew_is_measured_beside_its_peers(tmp_path: Path) -> None:
    page, drawing = tmp_path / "page.md", tmp_path / "peers.svg"
    page.write_text(BLOCKS, encoding="utf-8")
    arguments = ["--quick", "--peers", "clew,by hand", "--page", str(page), "--chart", str(drawing)]
    output = subprocess.run([*BESIDE, *arguments], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    titles = [line.partition(":")[0] for line in output.splitlines() if re.match(r"[a-z-]+: ", line)]
    assert titles == list(WORKS)
    measured = blocks(page)
    own = {name: [peer for peer in work.peers if is_called(peer, "clew") or peer == "by hand"]
           for name, work in WORKS.items()}  # fmt: skip
    for name, peers in own.items():
        rows = [line.split(" | ") for line in measured[name].splitlines() if line.startswith("| ")][2:]
        assert [row[0].strip("| ") for row in rows] == peers
        assert all(re.search(r"\d (s|ms|µs)\b", row[1]) for row in rows), name
    assert "yesterday" not in "".join(measured.values())
    assert BLOCK.sub("", page.read_text(encoding="utf-8")) == BLOCK.sub("", BLOCKS)
    drawn = [peer for name in own if name != "imports" for peer in own[name] if peer not in ("clew", "clew (Python)")]
    assert drawing.read_text(encoding="utf-8").count("<circle") == len(drawn)


def test_a_page_without_a_place_for_a_work_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(BLOCKS.replace("measured: sudoku", "measured: other"), encoding="utf-8")
    run = subprocess.run([*BESIDE, "--quick", "--page", str(page)], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 2
    assert "no block for sudoku" in run.stderr


def test_the_page_of_comparisons_has_a_row_for_each_peer() -> None:
    measured = blocks(ROOT / "docs" / "comparisons.md")
    assert set(measured) == {"machine", *WORKS}
    for name, work in WORKS.items():
        rows = re.findall(r"^\| (\w[^|]*?) +\|", measured[name], re.MULTILINE)
        assert rows == list(work.peers)


def test_times_are_shown_with_the_ratio_to_clew_of_the_same_kind() -> None:
    own, other = Result({"cold": [2.0, 4.0, 9.0], "warm": [0.5]}), Result({"cold": [1.0, 1.0], "warm": [2.0, 3.0]})
    assert cell(other, own, "cold", median) == "1.00 s (0.25)"
    assert cell(other, own, "warm", min) == "2.00 s (4.0)"
    assert cell(own, own, "cold", min) == "2.00 s"
    assert cell(Result(failure="> 20 s"), own, "cold", min) == "> 20 s"
    assert cell(Result(failure="> 20 s"), own, "warm", min) == ""


def test_peers_that_nobody_knows_are_refused() -> None:
    run = subprocess.run([*BESIDE, "--peers", "nobody"], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 2
    assert "nobody called 'nobody'" in run.stderr


def test_many_sudokus_are_checked(tmp_path: Path) -> None:
    root, file = ROOT, tmp_path / "sudokus.txt"
    arguments = [sys.executable, "-m", "benchmarks.sudokus", "--number", "20", "--write", str(file)]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout
    assert output.startswith("set 17, 20 sudokus: {'unique': 20}")
    assert len(set(file.read_text(encoding="ascii").split())) == 20


def test_the_growth_of_the_time_is_drawn(tmp_path: Path) -> None:
    script, picture = ROOT / "benchmarks" / "growth.py", tmp_path / "growth.svg"
    arguments = [sys.executable, str(script), "--quick", "--output", str(picture)]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    assert "sudoku" in output
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("<circle") == 8


def test_grids_are_counted_in_two_ways() -> None:
    arguments = [sys.executable, str(ROOT / "benchmarks" / "takuzu.py"), "--sizes", "4", "6", "--runs", "1"]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[-2] for line in lines[1:]] == ["72"] * 2 + ["4140"] * 2


def test_many_machines_are_simulated() -> None:
    arguments = [sys.executable, "-m", "benchmarks.farm", "--size", "8", "--plans", "2"]
    root = ROOT
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    assert [line.split()[:4] for line in lines[2:]] == [["queens", "18", "10", "512"]] + [
        ["queens", "18", "10", "2000"]
    ] * 4


def test_counts_with_workers_are_measured() -> None:
    arguments = [sys.executable, "-m", "benchmarks.jobs", "--small", "--jobs", "2"]
    root = ROOT
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    assert [line.split()[-1] for line in lines[1:5]] == ["4", "4", "92", "92"]


def test_what_is_to_be_reached_is_measured() -> None:
    arguments = [sys.executable, "-m", "benchmarks.targets", "--quick", "--only", "first, 8 queens"]
    root = ROOT
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    work, clew, reached, must, *_ = [cell.strip() for cell in lines[-1].strip("|").split("|")]
    assert work == "first, 8 queens, cold"
    assert clew.endswith("s")
    assert must.endswith("s")
    assert reached in ("aim", "must") or reached.startswith("no, by ")


def test_a_row_that_is_not_there_is_refused() -> None:
    arguments = [sys.executable, "-m", "benchmarks.targets", "--only", "nothing"]
    run = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 2
    assert "no row has 'nothing' in its name" in run.stderr


def test_new_puzzles_are_proved_with_their_hints() -> None:
    arguments = [sys.executable, "-m", "benchmarks.proofs", "--kinds", "futoshiki,takuzu", "--count", "1"]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines()
    rows = [line.split() for line in lines[1:]]
    assert {row[0] for row in rows} == {"futoshiki", "takuzu"}
    for row in rows:
        assert row[2:6] == ["1", "1", "1", "0..0"]
        assert 0 < int(row[6]) == int(row[8])


def test_wrong_puzzles_and_wrong_hints_fail_their_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    blank, good = clew.load("sudoku", "4"), next(clew.generate("sudoku", 4))
    ambiguous, full = good.with_clues([*good.given().items()][1:]), clew.load("sudoku", "123434122143432.")
    monkeypatch.setattr(clew, "generate", lambda *_, **__: iter([good, good, ambiguous, full]))
    row = proofs.proved("sudoku", "4", blank, 4, 0, None)
    assert (row.puzzles, row.unique, row.minimal, row.doubles, row.alike) == (4, 3, 2, 1, 1)
    assert ["exactly one solution" in failure for failure in row.failures] == [True, False]
    assert "can do without" in row.failures[1]
    steps = [*clew.steps(good)]
    assert row.hints == row.proved == 2 * len(steps) + 1  # one cell of the last is open
    shortened = attrs.evolve(steps[0], facts=steps[0].facts[:-1])  # its reason no longer implies it
    early = steps[-1]  # its facts are not true yet
    monkeypatch.setattr(clew, "generate", lambda *_, **__: iter([good]))
    for wrong in (shortened, early):
        monkeypatch.setattr(clew, "steps", lambda *_, wrong=wrong, **__: [wrong])
        row = proofs.proved("sudoku", "4", blank, 1, 0, None)
        assert (row.hints, row.proved, len(row.failures)) == (1, 0, 2)


def test_puzzles_whose_clues_are_no_values_are_proved() -> None:
    for blank in (Futoshiki.empty(4), Sums.from_text("., ., . / ., ., .")):
        row = proofs.proved(blank.name, "", blank, 2, 0, None)
        assert (row.puzzles, row.unique, row.minimal, row.failures) == (2, 2, 2, [])
        assert 0 < row.hints == row.proved


def test_kinds_that_cannot_be_made_are_proved_from_parts_of_solutions() -> None:
    row = proofs.proved_parts("cryptarithm", 2, 1, None)
    assert (row.puzzles, row.failures) == (2, [])
    assert 0 < row.hints == row.proved
    assert "hints need declared constraints" in proofs.has_no_hints("letter-tree")
    assert not proofs.has_no_hints("queens")


def test_a_kind_that_is_not_there_is_refused() -> None:
    arguments = [sys.executable, "-m", "benchmarks.proofs", "--kinds", "chess"]
    run = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 2
    assert "there is no kind 'chess'" in run.stderr


def test_instances_are_made_for_a_while() -> None:
    arguments = [sys.executable, "-m", "benchmarks.generation", "--seconds", "0.1", "--kinds", "sudoku 9"]
    (line,) = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines()
    rate, number, clues = re.fullmatch(r"sudoku 9 +clew: +([\d.]+) a second; (\d+) with ([\d.]+) clues", line).groups()  # type: ignore[union-attr]
    assert float(rate) > 0
    assert int(number) > 0
    assert (
        17 <= float(clues) <= 40
    )  # no sudoku with 16 is unique (McGuire, Tugemann, Civario, 2014), none minimal over 40


def test_grades_are_compared_with_published_ones(tmp_path: Path) -> None:
    file = tmp_path / "graded.txt"
    harder = "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."
    file.write_text(f"# some\n{hints.EASY} 1.2\n{harder} <6.0\n", encoding="utf-8")
    arguments = [sys.executable, "-m", "benchmarks.hints", "--runs", "1", "--grades", str(file)]
    *times, last = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines()
    assert [line.partition(":")[0] for line in times] == [*hints.CASES]
    assert all(line.endswith(" ms") for line in times)
    assert last == "Spearman's coefficient of 2 graded sudokus: 1.000"
    assert hints.spearman([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert hints.ranks([5, 5, 1]) == [1.5, 1.5, 0]


def test_published_loops_and_regions_are_unique() -> None:
    arguments = [sys.executable, "-m", "benchmarks.shapes", "--runs", "1"]
    root = ROOT
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["slitherlink"] * 3 + ["masyu", "nurikabe"]
    assert all(line.endswith(" ms") for line in lines)
