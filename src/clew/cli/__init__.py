"""The command `clew`: it parses, calls and prints. Everything that it does can be done in Python."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from clew.cli import exits
from clew.cli.commands import COMMANDS
from clew.cli.parser import parse
from clew.errors import ClewError, InputError, OptionError
from clew.kernels import choose


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
    if sys.stderr is not None and sys.stderr.isatty():
        choose.announce[:] = [_announce]
    try:
        parsed = parse(arguments)
        status = COMMANDS[parsed.command](parsed)
        print(end="", flush=True)
    except SystemExit as done:  # --help and --version
        return done.code if isinstance(done.code, int) else 0
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has had enough of it; the interpreter must not flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if "--traceback" in arguments:
            traceback.print_exc()
        # What came from outside may hold anything: a terminal must not obey it.
        print("clew:", "".join(c if c.isprintable() else "?" for c in _one_line(error)), file=sys.stderr)
        return exits.WRONG if isinstance(error, (InputError, OptionError, OSError, MemoryError)) else exits.FAILED
    return status


def _announce() -> None:
    print("\r\x1b[Kclew: compiling the native kernel, for this time and all others: some seconds", file=sys.stderr)


def _one_line(error: Exception) -> str:
    """What, where, and how to mend it, on one line."""
    if isinstance(error, MemoryError):
        return "this takes more memory than there is: try a smaller instance"
    message = str(error) if isinstance(error, (ClewError, OSError)) else f"{type(error).__name__}: {error}"
    if isinstance(error, OSError):
        return " ".join(message.split())
    notes = f" ({', '.join(error.__notes__)})" if getattr(error, "__notes__", None) else ""
    line = " ".join((message + notes).split())
    return line if isinstance(error, ClewError) else f"{line}; --traceback shows the rest"
