"""Everything that clew raises on purpose, so that callers can catch it by kind.

An exception of a user's own code (a hook, a strategy, an observer) is not wrapped:
it surfaces as it is, with a note that says at which variable and value it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

C = TypeVar("C", bound=Callable[..., Any])


class ClewError(Exception):
    """The base of every error that clew raises. Its text is one line: the mistake, its place, how to fix it."""


class InputError(ClewError):
    """A text or a file does not describe an instance: the message names the place."""


class OptionError(ClewError):
    """A call asks for something that does not exist or does not fit the problem."""


class ProblemError(ClewError):
    """A problem's own code breaks the contract of the hooks."""


def cut(text: str, length: int = 160) -> str:
    """A text for a message: in one line, and not too long."""
    text = text.replace("\n", " ")
    return text if len(text) <= length else f"{text[: length - 3]}..."


def shown(value: object) -> str:
    """A value for a message."""
    return cut(repr(value))


def many(number: int, noun: str) -> str:
    """How many there are: `1 row`, `2 rows`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def check_number(name: str, number: object, least: int) -> None:
    """Check that a number is whole, and not below the least one.

    Raises:
        OptionError: it is none.
    """
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        raise OptionError(f"{name} must be a whole number from {least}, not {shown(number)}")


def forgotten_return(hook: str, expected: str) -> ProblemError:
    """The error of a hook that ends without a return: its None must not pass for a rejection."""
    return ProblemError(f"{hook} returned None: return {expected}")


class ArgumentsError(TypeError):
    """Other arguments than a class takes, as an `__init__` that serves many classes finds out."""


def raised_within(error: Exception) -> bool:
    """Whether the function that catches an error called another function of Python that raised it."""
    return not isinstance(error, ArgumentsError) and getattr(error.__traceback__, "tb_next", None) is not None


def called_with(hint: str, kind: type[ClewError] = ProblemError) -> Callable[[C], C]:
    """Makes a function, or a class, say how to call it if it is called with other arguments than it takes."""

    def explained(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def called(*args: Any, **named: Any) -> Any:
            try:
                return function(*args, **named)
            except TypeError as error:
                if raised_within(error):
                    raise
                raise kind(f"{str(error).replace('.__init__', '')}: {hint}") from None

        return called

    def decorated(thing: C) -> C:
        if not isinstance(thing, type):
            return cast(C, explained(thing))
        thing.__init__ = explained(thing.__init__)  # type: ignore[misc]
        return thing

    return decorated


def meant(word: str, known: Iterable[str], otherwise: str, likeness: float = 0.6) -> str:
    """A known word that resembles an unknown one, for messages; something else if nothing is like it."""
    import difflib

    close = difflib.get_close_matches(word, list(known), 1, likeness)
    return f"did you mean {close[0]}?" if close else otherwise


class PluginError(ClewError):
    """A plugin was found but cannot be loaded."""


class EngineError(ClewError):
    """The compiled engine belongs to another version of clew than the Python code around it."""


class CheckpointError(ClewError):
    """A checkpoint cannot be written any more, as when the disk is full: everything committed stays."""


def warn_of_former_name(former: str, name: str) -> None:
    """Warn the caller of a public function that has another name now."""
    import warnings

    warnings.warn(f"{former} is now {name}; the former name works until clew 0.3", DeprecationWarning, stacklevel=3)
