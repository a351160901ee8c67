"""`DEAD_END`, which stands for *no state*, and is absorbing: assigning and pruning leave it as it is.

So a hook may prune one variable after the other, and return what is left, without a look at each step.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from enum import Enum
from typing import Any, Final


class DeadEnd(Enum):
    """The type of `DEAD_END`. It is absorbing: assigning and pruning give `DEAD_END` again."""

    DEAD_END = "dead end"

    def assign(self, variable: Hashable, value: Hashable) -> DeadEnd:
        """A dead end, as it was."""
        return self

    def prune(self, variable: Hashable, values: Iterable[Hashable]) -> DeadEnd:
        """A dead end, as it was."""
        return self

    def prune_bits(self, bits: int) -> DeadEnd:
        """A dead end, as it was."""
        return self

    def narrowed(self, domains: int, assigned: int) -> DeadEnd:
        """A dead end, as it was."""
        return self

    @property
    def open(self) -> Iterator[Any]:
        """No variable: nothing is left to prune."""
        return iter(())

    def first_open(self) -> None:
        """No variable."""

    def domain(self, variable: Hashable) -> tuple[Any, ...]:
        """No value."""
        return ()

    def domain_size(self, variable: Hashable) -> int:
        """No value: 0."""
        return 0

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "DEAD_END"

    __str__ = __repr__


DEAD_END: Final = DeadEnd.DEAD_END
"""The value that stands for *no state*: some domain is empty, or the decision is rejected."""
