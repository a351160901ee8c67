"""Changes the engine a little and sees whether the tests notice: `python -m tests.mutants [--number N] [--seed S]`.

A mutant is the engine with one token changed in one of its `.pxi` files: another comparison, a plus for a minus, an
`and` for an `or`, a number that is one larger, or a line that prunes or wakes left out. Some are drawn. Each is built
in a copy of the tree, for any processor and without optimisation, and put to the questions of `tests.agreement`, then
to the tests of the engine with few examples. A mutant survives if all of that passes. Some are no mistakes: they only
change how soon something is found out, or how much memory is asked for.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

import clew

ROOT: Final = Path(__file__).parents[1]
CORE: Final = Path("src", "clew", "core")

CHANGED: Final = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "and": "or", "or": "and",
}  # fmt: skip
"""Tokens and those that take their places."""

LEFT_OUT: Final = re.compile(r"\s+(return False|(put|schedule|wake_\w+)\(.*\))$")
"""Lines in whose place nothing is done."""

SPARED: Final = re.compile(
    r"\bwork\b|\broom\(|\bgrown\(|\bsizeof\(|raise |MemoryError|PAUSE|behind|weight|share|clew_assert"
)
"""Lines about work, progress, memory, errors and assertions: other tests and the sanitizers are there for them."""

SECONDS: Final = 600
"""A mutant that takes longer than this is noticed."""

TESTS: Final = ("tests/core", "tests/planning/counting", "tests/answers/batch/test_queries.py")

SLOW: Final = "tests/core/test_masks.py::test_the_nodes_of_the_reference"
"""A test that takes longer than all others together."""

EXAMPLES: Final = 15
"""Examples of each test with random models."""


@attrs.frozen
class Mutant:
    """One change of a file.

    Attributes:
        file: its place in the folder of the engine.
        line: the number of the line, from 1.
        old: the line as it is.
        new: the line as it becomes.
    """

    file: str
    line: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old.strip()}  ->  {self.new.strip()}"


def mutants(file: Path) -> Iterator[Mutant]:
    """All mutants of a file."""
    name, text = file.relative_to(ROOT / CORE).as_posix(), file.read_text(encoding="utf-8")
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if LEFT_OUT.match(line):
            indent = len(line) - len(line.lstrip())
            yield Mutant(name, number, line, " " * indent + "pass")
    for token in tokenize.generate_tokens(iter(text.splitlines(keepends=True)).__next__):
        if token.type not in (tokenize.OP, tokenize.NAME, tokenize.NUMBER) or SPARED.search(token.line):
            continue
        (number, begin), end = token.start, token.end[1]
        line = lines[number - 1]
        new = CHANGED.get(token.string)
        if token.string.isdecimal():
            new = str(int(token.string) + 1)
        elif new is None or line[begin - 1 : begin] + line[end : end + 1] != "  ":  # a type, a sign
            continue
        yield Mutant(name, number, line, line[:begin] + new + line[end:])


def copied(folder: Path) -> None:
    """Copy the tree, without what was built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copy(ROOT / CORE / "propagators.pxi", folder / CORE)  # which the build has written
    (folder / "build").mkdir(exist_ok=True)
    built = f'VERSION "{clew.__version__}"', 'SOURCES "a mutant"', "CHECKED 0"
    (folder / "build" / "built.h").write_text("".join(f"#define CLEW_{line}\n" for line in built), encoding="utf-8")


def build(folder: Path) -> bool:
    """Build the engine; False if that is impossible."""
    directives = ("boundscheck=False", "wraparound=False", "initializedcheck=False", "cdivision=True")
    code = folder / "build" / "_engine.c"
    module = folder / CORE / f"_engine{sysconfig.get_config_var('EXT_SUFFIX')}"
    cython = [sys.executable, "-m", "cython", "-3", *(f"-X{one}" for one in directives)]
    includes = [f"-I{path}" for path in (folder / CORE, folder / "build", sysconfig.get_path("include"))]
    compiler = [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O0", "-fwrapv", "-w", *includes]
    commands = [*cython, str(folder / CORE / "_engine.pyx"), "-o", str(code)], [*compiler, str(code), "-o", str(module)]
    return all(subprocess.run(command, capture_output=True).returncode == 0 for command in commands)


def noticed(folder: Path, seed: int) -> str:
    """What notices that the engine of a copy is wrong; empty for nothing."""
    places = map(str, (folder, folder / "src", folder / "problems"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "CLEW_CORE": "require"}
    agreement = ["tests.agreement", "--models", "3", "--seed", str(seed), "--most", "1"]
    plugin = ["-p", "tests.mutants", "--ignore=tests/core/test_built.py", f"--deselect={SLOW}"]
    tests = ["pytest", "-qx", "-n0", *plugin, *TESTS]
    until = time.monotonic() + SECONDS
    for command in (agreement, tests):
        try:
            done = subprocess.run(
                [sys.executable, "-m", *command],
                cwd=folder, env=environment, capture_output=True, timeout=until - time.monotonic(),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "time"
        if done.returncode:
            return command[0]
    return ""


def pytest_collection_modifyitems(items: Sequence[Any]) -> None:
    """As a plugin of pytest: fewer examples, and none is made smaller."""
    from hypothesis import Phase, settings

    for item in items:
        test = getattr(item, "obj", None)
        known = getattr(test, "_hypothesis_internal_use_settings", None)
        if test is not None and known is not None:
            few = min(known.max_examples, EXAMPLES)
            quick = settings(known, max_examples=few, phases=(Phase.explicit, Phase.generate))
            test._hypothesis_internal_use_settings = quick


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=20, help="how many mutants are drawn")
    parser.add_argument("--seed", type=int, default=0, help="what they are drawn by")
    parser.add_argument("--file", help="from this file only, such as table.pxi")
    parser.add_argument("--allowed", type=int, default=0, help="how many may survive")
    parsed = parser.parse_args()
    files = sorted((ROOT / CORE).rglob(parsed.file or "*.pxi"))
    known = [mutant for file in files for mutant in mutants(file)]
    drawn = random.Random(parsed.seed).sample(known, min(parsed.number, len(known)))
    survivors, built = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        wrong = noticed(folder, parsed.seed) if build(folder) else "the compiler"
        if wrong:
            print(f"the engine itself does not pass: {wrong}")
            return 1
        for mutant in drawn:
            began = time.monotonic()
            lines = (ROOT / CORE / mutant.file).read_text(encoding="utf-8").splitlines()
            lines[mutant.line - 1] = mutant.new
            (folder / CORE / mutant.file).write_text("\n".join(lines) + "\n", encoding="utf-8")
            verdict = "cannot be built"
            if build(folder):
                built += 1
                verdict = noticed(folder, parsed.seed) or "SURVIVES"
            survivors += verdict == "SURVIVES"
            print(f"{verdict:16} {time.monotonic() - began:4.0f} s  {mutant}", flush=True)
            shutil.copy(ROOT / CORE / mutant.file, folder / CORE / mutant.file)
    print(f"{survivors} of {built} mutants survive; {parsed.allowed} may ({len(known)} are known)")
    return 1 if survivors > parsed.allowed else 0


if __name__ == "__main__":
    sys.exit(main())
