"""A line that is read cell by cell: an automaton that is made as it runs, so that it need not know the digits."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import attrs

from clew.constraints import Var
from clew.constraints.base import Values
from clew.constraints.names import name_of
from clew.constraints.stepwise import Stepwise

Cells = Iterable[Any]
"""Variables, by themselves or by their names."""


def variables(cells: Cells) -> list[Var]:
    """The cells as variables, for arithmetic."""
    return [Var(name_of(cell)) for cell in cells]


def _always(memory: Any) -> bool:
    return True


@attrs.frozen
class Line(Stepwise):
    """A function reads the cells in order, with a memory.

    Args:
        scope: the cells, in the order of reading.
        rule: from the memory and a digit to the memory behind it, or None if no such digit may follow.
        first: the memory before the first digit.
        end: whether the memory behind the last digit is accepted.

    Pruning: generalised arc consistent, as that of `Stepwise`.
    """

    shareable = True

    rule: Callable[[Any, Any], Hashable | None]
    first: Hashable = ()
    end: Callable[[Any], bool] = _always

    def holds(self, values: Values) -> bool:
        return self.consistent(values)

    def start(self) -> Hashable:
        return self.first

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        return self.rule(memory, value)

    def accepts(self, memory: Any) -> bool:
        return self.end(memory)


@attrs.frozen
class Unordered(Line):
    """The same, if the cells may change places: of cells that differ, the sets of digits are looked at."""

    in_any_order = True
