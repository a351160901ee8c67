"""The exit statuses of the command, one meaning each."""

from __future__ import annotations

from typing import Any, Final

from clew.outcome import Outcome, Status

ANSWERED: Final = 0
"""Answered; `check`: exactly one solution."""
NO: Final = 1
"""There is no solution; a check of `test` failed; another solver disagrees."""
WRONG: Final = 2
"""The input or the call is wrong."""
LIMIT: Final = 3
"""A limit on time, nodes or memory stopped it before the answer was known."""
SEVERAL: Final = 4
"""`check`: several solutions."""
FAILED: Final = 5
"""A problem or clew itself failed; methods that are compared disagree."""
INTERRUPTED: Final = 130
"""By Ctrl-C."""

OF_ANSWERS: Final = {"none": NO, "several": SEVERAL, "undecided": LIMIT, "unique": ANSWERED}
"""The exit status of each answer of `check`; of many instances, that of the first of these answers that occurs."""


def of_search(outcome: Outcome[Any], found: int) -> int:
    """The exit status of a search that found so many solutions."""
    if outcome.status is Status.INTERRUPTED:
        return INTERRUPTED
    if outcome.status is Status.FAILED:
        return FAILED
    if outcome.status in (Status.TIME_LIMIT, Status.NODE_LIMIT, Status.MEMORY_LIMIT):
        return LIMIT
    return ANSWERED if found else NO
