"""The origin of an error: the line of the user's own code, rather than of clew, of Python or of a library.

A traceback does not travel between processes, so an error that is sent from one to another takes its place along.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ContextDecorator, suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from clew.errors import ClewError, ProblemError

if TYPE_CHECKING:
    import traceback
    from pathlib import Path

P = ParamSpec("P")
R = TypeVar("R")

INSTALLED: Final = ("site-packages", "dist-packages")
PLACE: Final = "_clew_place"
"""The attribute of an error in which it takes its place along."""


def frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames of an error that are neither clew's nor Python's, the outermost first."""
    import traceback  # when something has gone wrong: `import clew` should not pay for it
    from pathlib import Path

    return [frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(Path(frame.filename))]


def own_frame(error: BaseException) -> traceback.FrameSummary | None:
    """The innermost frame of the user's own code; None if there is none.

    A library that this code calls does not count: of what is installed, the frames are those in the folder of the
    outermost one, which is the plugin's.
    """
    from pathlib import Path

    found = frames(error)
    own = [frame for frame in found if not _is_installed(Path(frame.filename))]
    if not own:
        own = [frame for frame in found if Path(frame.filename).is_relative_to(Path(found[0].filename).parent)]
    return own[-1] if own else None


def place(error: BaseException) -> str:
    """The file and the line of the user's own code that raised an error, as in `puzzle.py:12`; empty if none did."""
    error = surfaced(error) or error
    kept = getattr(error, PLACE, "")
    if kept or (frame := own_frame(error)) is None:
        return str(kept)
    return f"{os.path.basename(frame.filename)}:{frame.lineno}"


def message_of(error: BaseException) -> str:
    """An error in one line, with its notes. The messages of clew's own errors are clear without the class."""
    parts = [str(error)]
    if not isinstance(error, ClewError):
        parts = [f"{type(error).__name__}:" if parts[0] else type(error).__name__, *parts]
    notes = getattr(error, "__notes__", ())
    return " ".join(" ".join([*parts, f"({', '.join(notes)})" if notes else ""]).split())


def portable(error: Exception) -> Exception:
    """An error that can be sent to another process, its place included: itself, or one that says the same."""
    import pickle

    error = surfaced(error) or error
    if where := place(error):
        with suppress(AttributeError):  # a class with slots
            setattr(error, PLACE, where)
    with suppress(Exception):  # its class is local, or wants other arguments
        if type(pickle.loads(pickle.dumps(error))) is type(error):  # noqa: S301  (its own bytes)
            return error
    kind = ClewError if isinstance(error, ClewError) else ProblemError
    other = kind(f"{type(error).__name__}: {error}")
    for note in getattr(error, "__notes__", ()):
        other.add_note(note)
    setattr(other, PLACE, where)
    return other


def surfaced(error: BaseException | None) -> StopIteration | None:
    """The StopIteration that a generator has made a RuntimeError of, as Python has it; None if it is another error."""
    cause = error.__cause__ if isinstance(error, RuntimeError) else None
    return cause if isinstance(cause, StopIteration) else None


class surfacing(AbstractContextManager[Any], ContextDecorator):  # noqa: N801  (a decorator)
    """Lets a StopIteration of the user's code surface as itself, though it was raised within a generator of clew."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        surface(error)


def surface(error: BaseException | None) -> None:
    """Raise the StopIteration that a generator has made a RuntimeError of, with its notes; any other error passes."""
    if own := surfaced(error):
        for note in getattr(error, "__notes__", ()):
            own.add_note(note)
        raise own from own.__cause__


class _Refusing(AbstractContextManager[Any]):
    """Makes an error of a StopIteration of the user's code, which would end an iteration as if it were complete."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        own = error if isinstance(error, StopIteration) else surfaced(error)
        if own is None:
            return
        where = place(own)
        raise ProblemError(
            f"a StopIteration was raised{f' at {where}' if where else ''}, and an iterator cannot pass it on: it would "
            "look like the end: catch it there, or give next() a default"
        ) from own


def iterating(function: Callable[P, Iterator[R]]) -> Callable[P, Iterator[R]]:
    """The same function, whose iterator raises a ProblemError for a StopIteration of the user's code."""

    @wraps(function)
    def begun(*args: P.args, **options: P.kwargs) -> Iterator[R]:
        with _Refusing():
            results = function(*args, **options)
        return passed_on(results)

    def passed_on(results: Iterator[R]) -> Iterator[R]:
        with _Refusing():
            yield from results

    return begun


def _is_own(file: Path) -> bool:
    """Whether a file is neither clew's nor Python's."""
    ours, library = os.path.dirname(os.path.dirname(__file__)), os.path.dirname(os.__file__)
    standard = file.is_relative_to(library) and not _is_installed(file)
    return not standard and not file.is_relative_to(ours) and not file.name.startswith("<")


def _is_installed(file: Path) -> bool:
    return any(folder in file.parts for folder in INSTALLED)
