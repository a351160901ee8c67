"""The command `clew`, also as `python -m clew`: it heeds Ctrl-C from here on, while the rest is imported too.

So nothing is imported above that takes time: `signal` alone takes a few milliseconds, in which Ctrl-C is an exception.
Before this module Python starts up; then Ctrl-C ends in its own words.
"""

import gc
import os
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command `clew` with the words of the process, and return its exit status.

    Ctrl-C ends the process at once before the command begins and after it has ended: there is nothing to lose then, and
    an exception could come up anywhere in the imports or in the interpreter's own end. In between, the command hears
    of it as a `KeyboardInterrupt`. If Ctrl-C is ignored or handled already, it stays so.
    """
    try:
        return _run()
    except KeyboardInterrupt:
        return INTERRUPTED


def _run() -> int:
    import signal

    is_heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heeded:
        signal.signal(signal.SIGINT, _leave)
    gc.disable()
    from clew.tools.cli import main as run

    gc.freeze()  # imported modules stay until the end: no collection looks through them, not even the last
    gc.enable()
    try:
        if is_heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    finally:
        if is_heeded:
            signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
