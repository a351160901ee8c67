"""The command `clew`: it parses, calls and prints. Everything that it does can be done in Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from clew.errors import ClewError, InputError, OptionError, ProblemError
from clew.outcome import LimitReached
from clew.problem import origins
from clew.tools.cli import answers
from clew.tools.cli.commands import runner
from clew.tools.cli.parser import parse


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: the words behind `clew`; by default those of the process.

    Returns:
        The exit status.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a queen where the terminal has none is a question mark
    try:
        return _answered(arguments)
    finally:
        _drop_unwritable()


def _answered(arguments: Sequence[str]) -> int:
    """Run the command, and print an error that it raises; the exit status."""
    try:
        status = _run(arguments)
        print(end="", flush=True)
    except KeyboardInterrupt:
        return answers.INTERRUPTED
    except LimitReached as limit:
        print(f"clew: stopped by a {limit}: the instance was not read to its end", file=sys.stderr)
        return answers.LIMIT
    except BrokenPipeError:
        return 0  # the reader has closed the output
    except (Exception, SystemExit) as error:
        return _refused(error, "--traceback" in arguments)
    return status


def _drop_unwritable() -> None:
    """Drop output that cannot be written: the interpreter would try again at its end, and change the exit status."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(arguments: Sequence[str]) -> int:
    """Run the command, or give the help that is asked for; the exit status."""
    try:
        parsed = parse(arguments)
        with origins.surfacing():
            return runner(parsed.command)(parsed)
    except SystemExit as end:
        if origins.place(end):
            raise  # by a plugin
        return 0  # --help and --version


def _refused(error: BaseException, with_traceback: bool) -> int:
    """Say what was raised; the exit status."""
    where = origins.place(error)
    if with_traceback:
        import traceback

        traceback.print_exception(error)
    with suppress(OSError):  # the status says enough if standard error cannot be written
        print("clew:", answers.printable(_one_line(error, where)), file=sys.stderr, flush=True)
    if isinstance(error, OSError):
        from clew.render import writing

        return answers.FAILED if where or writing.is_of_disk(error) else answers.WRONG
    return answers.WRONG if isinstance(error, (InputError, OptionError, MemoryError)) else answers.FAILED


def _one_line(error: BaseException, place: str) -> str:
    """The error, its place and its remedy, on one line.

    Args:
        error: the exception that was raised.
        place: the line in the code of the plugin that raised it; empty if clew raised it.
    """
    if isinstance(error, MemoryError):
        return "this takes more memory than there is: try a smaller instance"
    if isinstance(error, OSError) and not place:
        from clew.render import writing

        is_output = writing.is_of_disk(error) and error.filename is None
        return f"standard output cannot be written: {error.strerror}" if is_output else " ".join(str(error).split())
    is_known = isinstance(error, ClewError)
    where = f"{place}: " if place and (not is_known or isinstance(error, ProblemError)) else ""
    return f"{where}{origins.message_of(error)}{'' if is_known else '; --traceback shows the rest'}"
