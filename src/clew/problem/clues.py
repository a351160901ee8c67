"""The clues of an instance that are given values: they are written into its field, cell by cell.

How a field is written is learnt from how it is read: a symbol is put into every cell, and `given()` says which value
that means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from clew.errors import ClewError, ProblemError
from clew.forms import Cells

if TYPE_CHECKING:
    from clew.problem.problem import Problem

Cell = tuple[int, int]


@attrs.frozen
class GivenField:
    """A field of a problem that holds its given values, one in each cell: a `Cells`, or a sequence of rows.

    Attributes:
        problem: an instance of the size wanted, in which one cell at least is empty.
        name: the name of the field.
        entries: the content of each cell when no value is given.
        symbols: for each value the entry that gives it.
    """

    problem: Problem[Any, Any]
    name: str
    entries: Mapping[Cell, Any]
    symbols: Mapping[Any, Any]

    @classmethod
    def of(cls, problem: Problem[Any, Any]) -> GivenField:
        """The field of a problem.

        Raises:
            ProblemError: no field is read cell by cell, or no cell is empty, so that it is not known how to empty one.
        """
        kind: Any = type(problem)
        for field in attrs.fields(kind) if attrs.has(kind) else ():
            entries = _entries(getattr(problem, field.name))
            if entries and problem.domains().keys() <= entries.keys():
                found = cls._learnt(problem, field, entries)
                if found is not None:
                    return found
        title = problem.name or kind.__name__
        raise ProblemError(f"{title}: no field gives values cell by cell, with one empty: write with_clues() for it")

    @classmethod
    def _learnt(
        cls, problem: Problem[Any, Any], field: attrs.Attribute[Any], entries: dict[Cell, Any]
    ) -> GivenField | None:
        domains, given = problem.domains(), problem.given()
        empty = next((entries[variable] for variable in domains if variable not in given), None)
        form = field.metadata.get("form")
        if empty is None:
            return None
        symbols: dict[Any, Any] = {}
        tried = getattr(form, "symbols", None) or dict.fromkeys(
            value for domain in domains.values() for value in domain
        )
        for symbol in tried:
            try:
                read = _made(problem, field.name, {**entries, **dict.fromkeys(domains, symbol)}).given()
            except ClewError:
                continue  # too large a number, for example
            if read.keys() == domains.keys() and len(meant := set(read.values())) == 1:
                symbols[meant.pop()] = symbol
        return cls(problem, field.name, {**entries, **dict.fromkeys(domains, empty)}, symbols) if symbols else None

    def with_given(self, given: Iterable[tuple[Any, Any]]) -> Problem[Any, Any]:
        """The instance with these values given, and no others.

        Args:
            given: pairs of a variable and its value.

        Raises:
            ProblemError: the field has no symbol for a value.
        """
        entries = dict(self.entries)
        for variable, value in given:
            if variable not in entries or value not in self.symbols:
                raise ProblemError(f"{self.name} has no place for {variable!r} = {value!r}: write with_clues()")
            entries[variable] = self.symbols[value]
        return _made(self.problem, self.name, entries)


def _entries(value: Any) -> dict[Cell, Any]:
    """The content of each cell of a field; nothing if the field is no rectangle."""
    if isinstance(value, Cells):
        return dict(value)
    if not isinstance(value, tuple) or not all(isinstance(row, tuple) for row in value):
        return {}
    return {(r, c): entry for r, row in enumerate(value) for c, entry in enumerate(row)}


def _made(problem: Problem[Any, Any], name: str, entries: Mapping[Cell, Any]) -> Problem[Any, Any]:
    """The problem with other entries in a field. They come row by row."""
    rows: dict[int, list[Any]] = {}
    for (row, _), entry in entries.items():
        rows.setdefault(row, []).append(entry)
    changed: Any = tuple(map(tuple, rows.values()))
    kind: Any = type(problem)
    made: Problem[Any, Any] = attrs.evolve(problem, **{getattr(attrs.fields(kind), name).alias: changed})  # type: ignore[misc]
    return made
