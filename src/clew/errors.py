"""Everything that clew raises on purpose, so that callers can catch it by kind.

An exception of a user's own code (a hook, a strategy, an observer) is not wrapped:
it surfaces as it is, with a note that says at which variable and value it happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew.outcome import Outcome


class ClewError(Exception):
    """The base of every error that clew raises. Its text is one line: what, where, how to mend it."""


class InputError(ClewError):
    """A text or a file does not describe an instance: the message names the place."""


class OptionError(ClewError):
    """A call asks for something that does not exist or does not fit the problem."""


class ProblemError(ClewError):
    """A problem's own code breaks the contract of the hooks."""


def forgotten_return(hook: str, expected: str) -> ProblemError:
    """The error of a hook that ends without a return: its None must not pass for a refusal."""
    return ProblemError(f"{hook} returned None: return {expected}")


class PluginError(ClewError):
    """A plugin was found but cannot be loaded."""


class CheckpointError(ClewError):
    """A checkpoint cannot be written any more, as when the disk is full: what was committed stays."""


class Stopped(ClewError):
    """A limit struck before the answer was known.

    Attributes:
        outcome: what was found until then, with its status and statistics.
    """

    def __init__(self, outcome: Outcome[Any]) -> None:
        super().__init__(f"stopped by a {outcome.status.value} before the answer was known")
        self.outcome = outcome

    def __reduce__(self) -> tuple[type[Stopped], tuple[Outcome[Any]]]:
        return type(self), (self.outcome,)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search whose answer was not known yet.

    It is a KeyboardInterrupt, so that a program that is told to stop does stop.

    Attributes:
        outcome: what was found until then, with its status and statistics.
    """

    def __init__(self, outcome: Outcome[Any]) -> None:
        super().__init__("interrupted before the answer was known")
        self.outcome = outcome
