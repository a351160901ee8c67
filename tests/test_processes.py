"""The tests themselves: those that press Ctrl-C pass in the background of a shell, and nothing outlives its test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import MOST, group_is_gone, running

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and groups of Unix")

IGNORING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, "-m", "pytest", "-n0", *sys.argv[1:]])
"""

PRESSING = (
    "tests/scale/checkpoint/test_store.py::test_ctrl_c_while_something_is_being_kept_waits_for_that",
    "tests/watch/trace/test_command.py::test_an_interrupted_search_says_how_far_it_came",
    "tests/test_entry_point.py::test_ctrl_c_at_the_interpreters_own_end",
)


def test_ctrl_c_is_heeded_although_a_shell_has_the_tests_ignore_it() -> None:
    """A shell that is not interactive does so with `... &`, and processes inherit it."""
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", IGNORING, *PRESSING], capture_output=True, text=True, cwd=root)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def test_a_process_and_those_that_it_started_end_with_their_test() -> None:
    sleeping = "import subprocess, sys; print(subprocess.Popen(['sleep', '1000']).pid, flush=True); sys.stdin.read()"
    groups = []

    def failing() -> None:
        with running([sys.executable, "-c", sleeping], stdin=subprocess.PIPE) as process:
            groups.append(process.pid)
            assert process.stdout is not None
            assert not int(process.stdout.readline())

    with pytest.raises(AssertionError):
        failing()
    assert group_is_gone(*groups)


def test_a_file_that_grows_without_end_is_cut(tmp_path: Path) -> None:
    file, endless = tmp_path / "endless", "while True: print('x' * 2**20)"
    with file.open("wb") as out, running([sys.executable, "-c", endless], stdout=out) as process:
        assert process.wait(60) != 0
    assert file.stat().st_size == MOST
