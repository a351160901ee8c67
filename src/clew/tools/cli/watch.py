"""The command `clew watch`: it solves an instance, and again whenever a file that it is made from is saved."""

from __future__ import annotations

import importlib
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from clew.errors import InputError, OptionError
from clew.tools.cli import answers

PAUSE: Final = 0.3
"""Seconds between two looks at the files."""

LIMIT: Final = "10s"
"""The default time limit, because a search may never end while a rule is half written."""

FAILURES: Final = (2, 5)
"""The exit states of a run that did not come to a search."""

CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"

WRITTEN: Final = {"--output", "--to", "--plot"}
"""The options that name a file to write."""

MOST: Final = 1000
"""So many neighbours are looked at, at most."""

Stamps = dict[Path, tuple[int, int]]


def watch_instance(parsed: Namespace) -> int:
    """Solve and draw, again and again, until Ctrl-C: that is how it ends, so the exit status is 0 then."""
    if parsed.problem is None:
        raise OptionError("which problem: clew watch FILE.py INSTANCE")
    if parsed.instance == "-":
        raise InputError("standard input can be read only once: watch a file")
    problem = _problem_file(parsed.problem)
    if problem is not None and not problem.is_file():
        raise OptionError(f"there is no file {problem}")
    words = list(parsed.words)
    words[words.index("watch")] = "solve"
    if parsed.time_limit is None:
        words += ["--time-limit", LIMIT]
    if not stamps(files_of(words)):
        raise OptionError(f"there is no file to watch: give the file of {parsed.problem}, or an instance in a file")
    watch(words, stop=lambda: False)
    return 0


def watch(words: Sequence[str], *, stop: Callable[[], bool], pause: float = PAUSE) -> None:
    """Run a command, and again whenever one of its files has changed.

    Args:
        words: the words behind `clew`; those that name files are watched, and what the problem's file imports.
        stop: asked after each look at the files; the watch ends when it says yes, or at Ctrl-C.
        pause: seconds between two looks.
    """
    from clew.tools.cli import main

    seen: Stamps = {}
    has_failed = False
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # compiled files know seconds and sizes only
    try:
        while True:
            now = stamps([*files_of(words), *(beside(words) if has_failed else ()), *seen], seen)
            if now != seen:
                _begin(is_first=not seen)
                forget(words)
                status = main(words)
                if status == answers.INTERRUPTED:
                    return
                has_failed = status in FAILURES
                # What was imported only now; if something failed, any neighbour may have to be corrected.
                files = [*files_of(words), *imported(words).values(), *(beside(words) if has_failed else ())]
                # What was saved meanwhile counts as a change.
                seen = stamps(files) | {file: stamp for file, stamp in now.items() if has_failed or file in files}
                _tell(seen)
            if stop():
                return
            time.sleep(pause)
    except KeyboardInterrupt:
        return
    finally:
        sys.dont_write_bytecode = writes


def files_of(words: Iterable[str]) -> list[Path]:
    """The files that some words name: that of the problem, that of the instance, and others that options name.

    A file that the command writes is none of them: it changes with each run.
    """
    read = [word for before, word in pairwise(["", *words]) if not {before, word.partition("=")[0]} & WRITTEN]
    named = [_problem_file(word) or Path(word.rpartition("=")[2]) for word in read]
    return [file for file in named if os.path.isfile(file)]


def beside(words: Iterable[str]) -> list[Path]:
    """The Python files in the folder of the problem's file, which it may import."""
    return sorted(file for folder in _folders(words) for file in folder.glob("*.py"))[:MOST]


def _folders(words: Iterable[str]) -> set[Path]:
    """The folders of the problem's file."""
    return {file.resolve().parent for word in words if (file := _problem_file(word)) is not None}


def _problem_file(word: str) -> Path | None:
    """The file of a problem, as in `puzzle.py:Class`; None if the word names none."""
    path = word.partition(":")[0]
    return Path(path) if path.endswith(".py") else None


def stamps(files: Iterable[Path], before: Mapping[Path, tuple[int, int]] | None = None) -> Stamps:
    """When each file was saved last, and its size.

    A file that is missing keeps what it had before: many editors remove a file and write it again.
    """
    found: Stamps = {}
    for file in files:
        try:
            status = file.stat()
            found[file] = status.st_mtime_ns, status.st_size
        except OSError:
            if before and file in before:
                found[file] = before[file]
    return found


def imported(words: Iterable[str]) -> dict[str, Path]:
    """The modules that a problem's file has imported from its own folder, itself included, by name."""
    folders = _folders(words)
    found = {}
    for name, module in list(sys.modules.items()):
        source = getattr(module, "__file__", None)
        top = name.partition(".")[0]
        if not isinstance(source, str) or top == "clew" or top in sys.stdlib_module_names:
            continue
        file = Path(source).resolve()
        if folders & set(file.parents) and "site-packages" not in file.parts:
            found[name] = file
    return found


def forget(words: Iterable[str]) -> None:
    """Make Python run these modules again at their next import."""
    for name in imported(words):
        del sys.modules[name]
    importlib.invalidate_caches()


def _begin(is_first: bool) -> None:
    if sys.stdout.isatty():
        print(CLEAR, end="")
    elif not is_first:
        print("---")


def _tell(seen: Stamps) -> None:
    sys.stdout.flush()
    if sys.stderr.isatty():
        names = dict.fromkeys(file.name for file in seen)
        print(f"watching {', '.join(names)}; Ctrl-C ends it", file=sys.stderr)
