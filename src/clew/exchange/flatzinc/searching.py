"""How a model wants to be searched: its annotations as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from clew.errors import InputError
from clew.records import frozen

if TYPE_CHECKING:
    from clew.exchange.flatzinc.variables import FlatVariables
    from clew.problem.model import Model


@frozen
class Phase:
    """A part of a search: some variables, one after the other.

    Attributes:
        variables: their names in the model; constants and unused ones are left out.
        choice: how the next one is chosen, such as `first_fail`.
        values: in which order its values are tried, such as `indomain_min`.
    """

    variables: tuple[str, ...]
    choice: str
    values: str


def phases(reader: FlatVariables, model: Model, annotations: Iterable[Any]) -> tuple[Phase, ...]:
    """The phases that annotations ask for; others than these are left alone."""
    return tuple(_phases(reader, model, annotations))


def _phases(reader: FlatVariables, model: Model, annotations: Iterable[Any]) -> Iterator[Phase]:
    for one in annotations:
        if not isinstance(one, dict):
            continue
        kind, arguments = one.get("id"), one.get("args", ())
        if kind == "seq_search" and arguments:
            yield from _phases(reader, model, arguments[0])
        elif kind in ("int_search", "bool_search") and len(arguments) >= 3:
            try:
                items = reader.items(arguments[0])
            except InputError:
                continue  # nothing that the model has
            names = dict.fromkeys(item for item in items if isinstance(item, str) and item in model)
            if names and all(isinstance(word, str) for word in arguments[1:3]):
                yield Phase(tuple(names), *arguments[1:3])
