"""Small questions leave no memory behind: a short run of the program that asks thousands of each kind."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="it asks the C library of GNU for its memory")
def test_questions_of_each_kind_leave_no_memory_behind() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.memory", "--questions", "30"], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
