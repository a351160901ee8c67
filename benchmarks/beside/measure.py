"""Measuring: rounds of processes, the peers in turn; cold and warm times of each."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import attrs

from .work import Peer, Work
from .works import WORKS

REPEATED = 10.0
"""A measurement that took longer, in seconds, is not repeated."""


@attrs.define
class Result:
    """What is known of one peer at one size.

    Attributes:
        seconds: the times measured: `cold`, the first of a process, and `warm`, all that came after it there.
        answer: what it answered, when that is known.
        failure: why there is no time: `> 120 s`, `failed`, `wrong`, `not tried`, `left out`.
        reason: the last line of what a process that failed had to say.
    """

    seconds: Mapping[str, list[float]] = attrs.field(factory=lambda: {"cold": [], "warm": []})
    answer: Any = None
    failure: str = ""
    reason: str = ""

    def of(self, kind: str, pick: Callable[[Sequence[float]], float] = median) -> float | None:
        """The median of the times of a kind, or the least of them; None if there are none."""
        return pick(self.seconds[kind]) if self.seconds[kind] and not self.failure else None

    @property
    def is_done(self) -> bool:
        """Whether another round would tell nothing new, or cost too much."""
        return bool(self.failure) or any(seconds > REPEATED for seconds in self.seconds["cold"])


def version(peer: Peer) -> str | None:
    """The version of a peer; None if it is not installed. Those without a package are always there."""
    if peer.package is None:
        return ""
    if peer.package == "minizinc":
        return _gecode()
    if peer.package == "gcc":
        return _gcc()
    try:
        return importlib.metadata.version(peer.package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _gecode() -> str | None:
    """The version of Gecode that the command `minizinc` runs, if there are both."""
    if shutil.which("minizinc") is None:
        return None
    listed = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=False).stdout
    words = next((line.split() for line in listed.splitlines() if "org.gecode.gecode" in line), None)
    return words[1] if words else None


def _gcc() -> str | None:
    if shutil.which("gcc") is None:
        return None
    return subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=False).stdout.strip()


def machine() -> str:
    """The machine and the Python, in a line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, {python}"


@attrs.frozen
class Measurer:
    """Measures works under the same conditions.

    Args:
        runs: how many rounds.
        limit: the seconds that a process may take, its start included.
        slow: whether the peers do the sizes that they leave out otherwise.
        cache: a directory for what is compiled, so that only the first process compiles it.
        tell: is called with a line about each measurement.
    """

    runs: int
    limit: float
    slow: bool
    cache: str
    tell: Callable[[str], None]

    def results(self, name: str, sizes: Sequence[str], peers: Sequence[str]) -> dict[tuple[str, str], Result]:
        """The results of a work by peer and size; the peers take turns, and who fails tries no larger size."""
        results = {(peer, size): Result() for size in sizes for peer in peers}
        for before, size in zip([None, *sizes], sizes, strict=False):
            at_size = {peer: results[peer, size] for peer in peers}
            for peer, result in at_size.items():
                if before is not None and results[peer, before].failure:
                    result.failure = "not tried"
                elif size in WORKS[name].slow and not self.slow and peer != "clew":
                    result.failure = "left out"
            for number in range(self.runs):
                for peer, result in at_size.items():
                    if not result.is_done:
                        self._once(name, peer, size, result)
                        said = result.failure or f"{result.seconds['cold'][-1]:.6f} s"
                        self.tell(f"{name} {size}, round {number + 1}: {peer}: {said}")
            _compare(WORKS[name], size, list(at_size.values()))
        return results

    def _once(self, name: str, peer: str, size: str, result: Result) -> None:
        """Add one measurement to a result."""
        root = str(Path(__file__).parents[2])
        paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPATH": paths,
            "NUMBA_CACHE_DIR": os.environ.get("NUMBA_CACHE_DIR", self.cache),
        }
        command = [sys.executable, "-m", "benchmarks.beside.once", name, peer, size]
        try:
            run = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=self.limit,
                env=environment,
                check=False,
                errors="replace",
            )
        except subprocess.TimeoutExpired:
            result.failure = f"> {self.limit:g} s"
            return
        try:
            line = json.loads(run.stdout.splitlines()[-1])
            for kind, seconds in line["seconds"].items():
                result.seconds[kind].extend(seconds)
            result.answer = line["answer"]
        except (IndexError, ValueError, TypeError, KeyError):
            said = run.stderr.strip().splitlines()
            result.failure = "failed"
            result.reason = said[-1] if said else f"exit status {run.returncode}"


def _compare(work: Work, size: str, results: Sequence[Result]) -> None:
    """Mark the answers that are wrong, or, where the right one is not known, differ from the first one."""
    answered = [result for result in results if result.seconds["cold"]]
    if not answered:
        return
    right = work.expected.get(size, answered[0].answer)
    for result in answered:
        if result.answer != right:
            result.failure = "wrong"
            result.reason = f"answered {str(result.answer)[:60]}, not {str(right)[:60]}"
