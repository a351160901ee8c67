"""Variables, and domains that can hide values and show them again.

clew's search needs neither. Programs do: a constraint of their own may hide values, a solver of their own may save
the state of a domain before it goes on.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from types import FunctionType
from typing import Any, Final


def check_if_compiled() -> bool:
    """Whether the search is compiled to machine code: it is if there was a C compiler when clew was installed."""
    from clew.compat.constraint.steps import filtering

    return not isinstance(filtering, FunctionType)


class Variable:
    """A variable with a name. Any hashable object can be a variable; this one prints well.

    Args:
        name: the text that it prints as.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


Unassigned: Final = Variable("Unassigned")
"""Stands for the value of a variable that has none yet."""


class Domain(list[Any]):
    """The values that a variable may take: a list, some of whose values may be hidden for a while.

    Args:
        set: the values.
    """

    # An object has lists of its own once something is hidden or saved: most never have.
    _hidden: Any = ()
    _states: Any = ()

    def resetState(self) -> None:
        """Show all that is hidden, and forget the saved states."""
        if self._hidden or self._states:
            self.extend(self._hidden)
            self._hidden, self._states = [], []

    def pushState(self) -> None:
        """Save the state: `popState` shows all values again that are hidden from now on."""
        try:
            self._states.append(len(self))
        except AttributeError:  # the first one
            self._states = [len(self)]

    def popState(self) -> None:
        """Show what was hidden since the latest saved state."""
        missing = self._states.pop() - len(self)
        if missing > 0:
            self.extend(self._hidden[-missing:])
            del self._hidden[-missing:]

    def hideValue(self, value: Any) -> None:
        """Hide a value until the state saved before is restored.

        Raises:
            ValueError: the domain does not have it.
        """
        list.remove(self, value)  # quicker than self.remove: this is called very often
        try:
            self._hidden.append(value)
        except AttributeError:  # the first one
            self._hidden = [value]

    def holding(self, values: Iterable[Any]) -> Domain:
        """A domain of the same kind with these values, none of them hidden."""
        if type(self) is Domain:
            return Domain(values)
        other = copy.copy(self)
        other._hidden, other._states = [], []
        other[:] = values
        return other
