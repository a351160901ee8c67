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
    assert titles[:2] == ["queens-count", "queens-first"]
    rows = [line for line in output.splitlines() if line.startswith(("| clew ", "| by hand "))]
    assert len(rows) == 12
    assert all("s |" in row or "s (" in row for row in rows)


def test_peers_that_nobody_knows_are_refused() -> None:
    script = Path(__file__).with_name("beside_peers.py")
    run = subprocess.run([sys.executable, str(script), "--peers", "nobody"], capture_output=True, text=True)
    assert run.returncode == 2
    assert "nobody called 'nobody'" in run.stderr


def test_the_growth_of_the_time_is_drawn(tmp_path: Path) -> None:
    script, picture = Path(__file__).with_name("growth.py"), tmp_path / "growth.svg"
    arguments = [sys.executable, str(script), "--quick", "--output", str(picture)]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    assert "sudoku" in output
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("<circle") == 8
