"""The benchmarks run and check their answers; how fast they are is nobody's test."""

import subprocess
import sys
from pathlib import Path


def test_the_benchmark_of_the_hooks_runs() -> None:
    script = Path(__file__).with_name("hooks.py")
    arguments = [sys.executable, str(script), "--sizes", "5", "6", "--runs", "1"]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in lines[-2:]] == ["5", "6"]


def test_clew_is_measured_beside_its_peers() -> None:
    script = Path(__file__).with_name("beside_peers.py")
    arguments = [sys.executable, str(script), "--quick", "--markdown", "--peers", "clew,by hand"]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    titles = [line.split()[1].rstrip(":") for line in output.splitlines() if line.startswith("###")]
    assert titles[:3] == ["queens-count", "queens-large", "queens-first"]
    rows = [line for line in output.splitlines() if line.startswith(("| clew ", "| by hand "))]
    assert len(rows) == 21
    assert all("s |" in row or "s (" in row for row in rows)


def test_peers_that_nobody_knows_are_refused() -> None:
    script = Path(__file__).with_name("beside_peers.py")
    run = subprocess.run([sys.executable, str(script), "--peers", "nobody"], capture_output=True, text=True)
    assert run.returncode == 2
    assert "nobody called 'nobody'" in run.stderr


def test_many_sudokus_are_checked(tmp_path: Path) -> None:
    root, file = Path(__file__).parents[2], tmp_path / "sudokus.txt"
    arguments = [sys.executable, "-m", "tests.benchmarks.sudokus", "--number", "20", "--write", str(file)]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout
    assert output.startswith("set 17, 20 sudokus: {'unique': 20}")
    assert len(set(file.read_text(encoding="ascii").split())) == 20


def test_the_growth_of_the_time_is_drawn(tmp_path: Path) -> None:
    script, picture = Path(__file__).with_name("growth.py"), tmp_path / "growth.svg"
    arguments = [sys.executable, str(script), "--quick", "--output", str(picture)]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    assert "sudoku" in output
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("<circle") == 8


def test_grids_are_counted_in_two_ways() -> None:
    arguments = [sys.executable, str(Path(__file__).with_name("takuzu.py")), "--sizes", "4", "6", "--runs", "1"]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[-2] for line in lines[1:]] == ["72"] * 2 + ["4140"] * 2


def test_many_machines_are_simulated() -> None:
    arguments = [sys.executable, "-m", "tests.benchmarks.farm", "--size", "8", "--plans", "2"]
    root = Path(__file__).parents[2]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    assert [line.split()[:4] for line in lines[2:]] == [["queens", "18", "10", "512"]] + [
        ["queens", "18", "10", "2000"]
    ] * 4


def test_counts_with_workers_are_measured() -> None:
    arguments = [sys.executable, "-m", "tests.benchmarks.jobs", "--small", "--jobs", "2"]
    root = Path(__file__).parents[2]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    assert [line.split()[-1] for line in lines[1:5]] == ["4", "4", "92", "92"]


def test_what_is_to_be_reached_is_measured() -> None:
    arguments = [sys.executable, "-m", "tests.benchmarks.targets", "--quick", "--only", "first, 8 queens"]
    root = Path(__file__).parents[2]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    work, clew, reached, must, *_ = [cell.strip() for cell in lines[-1].strip("|").split("|")]
    assert work == "first, 8 queens, cold"
    assert clew.endswith("s")
    assert must.endswith("s")
    assert reached in ("aim", "must") or reached.startswith("no, by ")


def test_a_row_that_is_not_there_is_refused() -> None:
    arguments = [sys.executable, "-m", "tests.benchmarks.targets", "--only", "nothing"]
    run = subprocess.run(arguments, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert run.returncode == 2
    assert "no row has 'nothing' in its name" in run.stderr


def test_published_loops_and_regions_are_unique() -> None:
    arguments = [sys.executable, "-m", "tests.benchmarks.shapes", "--runs", "1"]
    root = Path(__file__).parents[2]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=root).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["slitherlink"] * 3 + ["masyu", "nurikabe"]
    assert all(line.endswith(" ms") for line in lines)
