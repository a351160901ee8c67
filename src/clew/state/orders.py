"""The types of orderings: functions of a state that choose a variable, or the order of its values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from clew.state.state import State

VariableOrder = Callable[[State[Any, Any]], Hashable | None]
"""One of the open variables of a state; None if there is none."""

Values = Iterable[Any]

ValueOrder = Callable[[State[Any, Any], Any, Any], Values]
"""The values of a variable at a state, in another order."""
