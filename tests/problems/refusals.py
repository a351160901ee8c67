"""The messages with which problems reject a text."""

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
