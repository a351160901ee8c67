"""Texts that problems read or reject, and the messages with which they do."""

from __future__ import annotations

from typing import Any

import pytest

import clew


def refused(kind: type[clew.Problem[Any, Any]], text: str, **parameters: object) -> str:
    """The message with which a text is rejected: one line that can be printed."""
    with pytest.raises(clew.ClewError) as caught:
        kind.from_text(text, **parameters)
    assert isinstance(caught.value, (clew.InputError, clew.OptionError))
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert message.isprintable()
    return message


def assert_read_or_refused(kind: type[clew.Problem[Any, Any]], text: str) -> None:
    """Checks that any text is a problem that is written and read back, or rejected in one line."""
    try:
        problem = kind.from_text(text)
    except (clew.InputError, clew.OptionError) as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017
    else:
        assert kind.from_text(problem.to_text()) == problem
