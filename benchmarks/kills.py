"""Whether a kept search survives: `python -m benchmarks.kills --times 100`.

A count and an enumeration are killed (`kill -9`) at random moments, sometimes with their workers and sometimes
without, and resumed, on one process or on two, until the kills are used up. Then they are left alone, and must give
what an uninterrupted search gives: the same number, and the same file of solutions, byte for byte.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import attrs

from clew.scale.checkpoint.reader import reading

PATIENCE = 120.0

# Transactions as often as possible, so that many a kill falls into one.
PROGRAM = """
import sys
from clew.scale.checkpoint import checkpoint
checkpoint.EVERY, checkpoint.SHARE = 0.005, 0
from clew.tools.cli import main
sys.exit(main())
"""


@attrs.frozen
class Search:
    """A search that is killed.

    Attributes:
        words: the words behind `clew`.
        lists: whether it lists solutions.
        pause: seconds, at most, that it is left alone for.
    """

    words: tuple[str, ...]
    lists: bool
    pause: float = 0.5

    @classmethod
    def count(cls, size: int = 12) -> Search:
        """A count of some seconds."""
        return cls(("count", "queens", str(size), "--kernel", "python"), False)

    @classmethod
    def enumeration(cls, size: int = 12) -> Search:
        """A list of as many solutions as that count."""
        return cls(("solve", "queens", str(size), "--all", "--kernel", "python"), True)


@attrs.define
class Tally:
    """What happened.

    Attributes:
        kills: how many processes were killed.
        completed: how many searches came to their end.
    """

    kills: int = 0
    completed: int = 0


def clew(words: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """The command, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finished(process: subprocess.Popen[str]) -> str:
    """What a process prints that is left alone."""
    out, err = process.communicate(timeout=PATIENCE)
    if process.returncode != 0:
        raise AssertionError(f"exit status {process.returncode}: {err}")
    return out.strip()


def uninterrupted(search: Search, folder: Path) -> tuple[str, bytes]:
    """What the search gives where nobody kills it, without a checkpoint: its number, and its lines."""
    if not search.lists:
        return finished(clew(search.words, folder)), b""
    lines = finished(clew([*search.words, "--jsonl"], folder)).splitlines()
    return str(len(lines) - 1), "".join(line + "\n" for line in lines[:-1]).encode()


def killed(search: Search, times: int, seed: int, folder: Path) -> Tally:
    """Kill a search so many times, and look at what it gives in the end.

    Raises:
        AssertionError: that is not what an uninterrupted search gives.
    """
    draws = random.Random(seed)
    expected = uninterrupted(search, folder)
    tally = Tally()
    while True:
        file = folder / f"search{tally.completed}.clew"
        begin = [*search.words, "--checkpoint", file.name]
        printed = None
        while printed is None:
            words = begin if _is_empty(file) else ["resume", file.name, "--kernel", "python"]
            locked = _locked(file)
            process = clew([*words, "--jobs", str(draws.choice((1, 2)))], folder)
            if tally.kills >= times:
                printed = finished(process)
            elif (printed := _killed(process, file, locked, search, draws)) is None:
                tally.kills += 1
        _compare(printed, file, search, expected)
        tally.completed += 1
        if tally.kills >= times:
            return tally


def _is_empty(file: Path) -> bool:
    """Whether a search was killed as it began, so that `clew resume` says to start it again."""
    if not file.exists():
        return True
    with reading(file) as reader:
        return reader is None


def _locked(file: Path) -> int:
    """When the checkpoint was locked last."""
    with suppress(FileNotFoundError):  # it is taken away when the search ends
        return Path(f"{file}.lock").stat().st_mtime_ns
    return 0


def _killed(
    process: subprocess.Popen[str], file: Path, locked: int, search: Search, draws: random.Random
) -> str | None:
    """Kill a process once it has locked the checkpoint; what it printed if it was through before."""
    began = time.monotonic()
    while process.poll() is None and _locked(file) in (0, locked):
        if time.monotonic() - began > PATIENCE:
            raise AssertionError("the search does not begin")
        time.sleep(0.005)
    try:
        process.wait(draws.uniform(0, search.pause))
    except subprocess.TimeoutExpired:
        if draws.random() < 0.5:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.communicate()
        return None
    return finished(process)


def _compare(printed: str, file: Path, search: Search, expected: tuple[str, bytes]) -> None:
    number, lines = expected
    wanted = f"{number} solutions in {file.name}.jsonl" if search.lists else number
    if printed != wanted:
        raise AssertionError(f"{printed!r} instead of {wanted!r}")
    if search.lists and Path(f"{file}.jsonl").read_bytes() != lines:
        raise AssertionError(f"the solutions in {file}.jsonl differ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=12, help="how many queens")
    options = parser.parse_args()
    half = options.times // 2
    for title, search, times in (
        ("count", Search.count(options.size), options.times - half),
        ("enumeration", Search.enumeration(options.size), half),
    ):
        with tempfile.TemporaryDirectory() as folder:
            tally = killed(search, times, options.seed, Path(folder))
        print(f"{title}: {tally.kills} kills, {tally.completed} searches came to their end, each with the same result")


if __name__ == "__main__":
    main()
