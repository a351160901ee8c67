"""The benchmarks run and check their answers; how fast they are is nobody's test."""

import subprocess
import sys
from pathlib import Path


def test_the_benchmark_of_the_hooks_runs() -> None:
    script = Path(__file__).with_name("queens_with_hooks.py")
    arguments = [sys.executable, str(script), "--sizes", "5", "6", "--runs", "1"]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in lines[-2:]] == ["5", "6"]
