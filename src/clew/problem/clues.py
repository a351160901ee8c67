"""The clues of an instance that are given values: they are written into its field, cell by cell.

How a field is written is learnt from how it is read: a symbol is put into every cell, and `given()` says which value
that means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import attrs

from clew.errors import ClewError, ProblemError
from clew.forms import Cells
from clew.problem.declared import title_of
from clew.problem.fields import fields_of

if TYPE_CHECKING:
    from clew.problem.problem import AnyProblem

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

    problem: AnyProblem
    name: str
    entries: Mapping[Cell, Any]
    symbols: Mapping[Any, Any]

    @classmethod
    def of(cls, problem: AnyProblem) -> GivenField:
        """The field of a problem.

        Raises:
            ProblemError: no field is read cell by cell, or no cell is empty, so that it is not known how to empty one.
        """
        for field in fields_of(type(problem)):
            found = cls._learnt(problem, field, _entries(getattr(problem, field.name)))
            if found is not None:
                return found
        complaint = "no field gives values cell by cell, with one empty: write with_clues() for it"
        raise ProblemError(f"{title_of(problem)}: {complaint}")

    @classmethod
    def _learnt(cls, problem: AnyProblem, field: attrs.Attribute[Any], entries: dict[Cell, Any]) -> GivenField | None:
        domains, given = problem.domains(), problem.given()
        has_all = entries and domains.keys() <= entries.keys()
        empty = next((entries[variable] for variable in domains if variable not in given), None) if has_all else None
        if empty is None:
            return None
        symbols: dict[Any, Any] = {}
        form = field.metadata.get("form")
        for symbol in getattr(form, "symbols", None) or dict.fromkeys(chain.from_iterable(domains.values())):
            try:
                read = _made(problem, field.name, {**entries, **dict.fromkeys(domains, symbol)}).given()
            except ClewError:
                continue  # too large a number, for example
            if read.keys() == domains.keys() and len(meant := set(read.values())) == 1:
                symbols[meant.pop()] = symbol
        return cls(problem, field.name, {**entries, **dict.fromkeys(domains, empty)}, symbols) if symbols else None

    def with_given(self, given: Iterable[tuple[Any, Any]]) -> AnyProblem:
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


def _made(problem: AnyProblem, name: str, entries: Mapping[Cell, Any]) -> AnyProblem:
    """The problem with other entries in a field. They come row by row."""
    rows = groupby(entries, itemgetter(0))
    changed: Any = tuple(tuple([entries[cell] for cell in row]) for _, row in rows)
    changes = {str(field.alias): changed for field in fields_of(type(problem)) if field.name == name}
    made: AnyProblem = attrs.evolve(problem, **changes)  # type: ignore[misc]
    return made
