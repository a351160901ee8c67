"""A solution: a mapping from variable to value that knows its problem."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from clew.problem import Problem

Var = TypeVar("Var", bound=Hashable)
Val = TypeVar("Val", bound=Hashable)


class Solution(Mapping[Var, Val]):
    """A complete assignment, in the order of the decisions.

    It compares as a dictionary does, prints as its problem draws it, and shows itself in notebooks.

    Attributes:
        problem: what it solves.
    """

    __slots__ = ("_values", "problem")

    def __init__(self, problem: Problem[Var, Val], values: Mapping[Var, Val]) -> None:
        self.problem = problem
        self._values = dict(values)

    def __getitem__(self, variable: Var) -> Val:
        return self._values[variable]

    def __iter__(self) -> Iterator[Var]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return self._values == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Solution({self._values!r})"

    def __str__(self) -> str:
        return self.draw()

    def draw(self, style: str | None = None) -> str:
        """The solution as text, in one of the problem's styles."""
        return self.problem.draw(self._values, style)

    def named(self) -> dict[str, Any]:
        """The values by the variables' names, as the command line prints them in JSON."""
        problem = self.problem
        return {problem.variable_name(v): problem.value_name(w) for v, w in self._values.items()}

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
