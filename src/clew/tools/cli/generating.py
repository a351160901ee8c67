"""The command `clew generate`: new instances with exactly one solution, as texts."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from clew.errors import ClewError, InputError, OptionError
from clew.outcome import Limits, Status, Stopped
from clew.planning.progress.line import ProgressLine
from clew.plugins import AnyProblem
from clew.puzzles.generation import generate
from clew.puzzles.generation.making import came_up
from clew.tools.cli import answers, exits, instances, working


def generate_instances(parsed: Namespace) -> int:
    """Print new instances, each as soon as it is made; several with one on each line, if they can be read so.

    Returns:
        The exit status: 3 if the time was over before all were made.
    """
    if parsed.instance is None and parsed.example is None:
        raise OptionError(f"which size of {parsed.problem}: give an instance without clues, such as an empty grid's")
    blank = _blank(parsed)
    texts: list[str] = []
    status, tries = Status.COMPLETE, Tries(working.line_for(parsed))
    try:
        for made in new_instances(parsed, blank, tries):
            texts.append(made.to_text())
            tries.end()
            if not parsed.json:
                _print(texts[-1] if parsed.count == 1 else _line(made, texts[-1], parsed), len(texts))
    except Stopped as stopped:
        status = stopped.outcome.status
    finally:
        tries.erase()
    if parsed.json:
        content = answers.named(parsed, status=status.value, seed=parsed.seed, instances=texts)
        print(answers.dumped(content, 2))
    elif status is not Status.COMPLETE:
        print(f"clew: {len(texts)} of {parsed.count} made: {status.value}{tries.so_far}", file=sys.stderr)
    return exits.ANSWERED if status is Status.COMPLETE else exits.LIMIT


def _blank(parsed: Namespace) -> AnyProblem:
    """The instance without clues.

    Raises:
        InputError: it is none; for a number the message says how sizes are written if it is none either.
    """
    try:
        return instances.make(parsed)
    except InputError as error:
        size = f"{parsed.instance}x{parsed.instance}"
        if parsed.instance is None or not parsed.instance.isdecimal():
            raise
        try:
            instances.read(instances.kind(parsed), size, instances.parameters_of(parsed))
        except ClewError:
            raise error from None
        raise InputError(f"{error}; a size is written {size}") from None


class Tries:
    """The tries for the next instance.

    Args:
        line: where to show them; None for nowhere.
    """

    def __init__(self, line: ProgressLine | None) -> None:
        self._line = line
        self._said = ""

    def __call__(self, tried: Mapping[str, int]) -> None:
        """Show what came of them."""
        self._said = f"tried {sum(tried.values())}: {came_up(tried)}"
        if self._line is not None:
            self._line.show(self._said)

    def end(self) -> None:
        """An instance is there: the tries for the next one begin."""
        self._said = ""
        self.erase()

    def erase(self) -> None:
        """Leave the line empty."""
        if self._line is not None:
            self._line.erase()

    @property
    def so_far(self) -> str:
        """The tries for the instance that was not made, in words."""
        return f"; {self._said}" if self._said else ""


def new_instances(parsed: Namespace, blank: AnyProblem, tries: Tries | None = None) -> Iterator[AnyProblem]:
    """Instances as the options of the command wish them.

    Raises:
        Stopped: the time of the command was over; the instances until then were given.
    """
    left = None
    if parsed.time_limit is not None:
        left = Limits(time=max(0.0, parsed.time_limit - (time.perf_counter() - parsed.started)))
    wishes: dict[str, Any] = {name: getattr(parsed, name) for name in ("seed", "count", "tier", "symmetry", "clues")}
    return generate(blank, **wishes, limits=left, jobs=parsed.jobs, progress=tries)


def _line(made: AnyProblem, text: str, parsed: Namespace) -> str:
    """The text of an instance on one line, if it can be read from it, so that `--each` reads a file of them."""
    paragraphs = [", ".join(lines.splitlines()) for lines in text.split("\n\n")]
    for line in ("/".join(text.splitlines()), " / ".join(paragraphs)):
        try:
            if type(made).from_text(line, **instances.parameters_of(parsed)).to_text() == text:
                return line
        except ClewError:
            continue
    return text


def _print(text: str, number: int) -> None:
    """Print the text with this number; a blank line stands between texts of several lines."""
    if "\n" in text and number > 1:
        print()
    print(text, flush=True)
