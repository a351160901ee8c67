"""Examples: instances of a problem whose number of solutions is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.records import field, frozen


@frozen
class Example:
    """An instance with its published or independently known number of solutions.

    Attributes:
        name: what to call it.
        text: the instance as text.
        count: how many solutions it has.
        parameters: the problem's parameters that differ from the defaults.
    """

    name: str
    text: str
    count: int
    parameters: Mapping[str, Any] = field(factory=dict)
