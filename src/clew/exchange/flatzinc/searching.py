"""How a model wants to be searched: its annotations as the phases of the option `search`, and as its `hint`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from clew.errors import InputError
from clew.exchange.flatzinc.variables import FlatVariables, Value
from clew.problem.model import Model

Phase = tuple[list[str], str | None, str | None]
"""Variables, the ordering that chooses one of them, and the order of its values; None for clew's own choice."""

ORDERINGS: Final = {
    "dom_w_deg": "wdeg",
    "first_fail": "mrv",
    "input_order": "static",
    **{name: name for name in ("largest", "max_regret", "most_constrained", "smallest")},
}
"""The orderings by their names in FlatZinc; clew chooses in the place of others."""

VALUES: Final = {
    "indomain_max": "reverse",
    "indomain_median": "middle",
    "indomain_middle": "middle",
    "indomain_random": "random",
    "indomain_reverse_split": "upper_halves",
    "indomain_split": "halves",
}
"""The orders of values by their names in FlatZinc; in the place of others they are as the domain has them."""

WARM_STARTS: Final = ("warm_start", "warm_start_bool", "warm_start_int")

WIDE: Final = 2**11
"""Values of a range up to which its values are drawn, or begin in the middle: wider ones may be intervals."""


def phases(reader: FlatVariables, model: Model, annotations: Iterable[Any]) -> list[Phase]:
    """The phases that annotations ask for; others than these are left alone, and so is a variable's second phase."""
    named: set[str] = set()
    domains = model.domains()
    found: list[Phase] = []
    for kind, arguments in _calls(annotations):
        match arguments:
            case [names, str(choice), str(values), *_] if kind in ("int_search", "bool_search"):
                items = dict.fromkeys(_items(reader, names))
            case _:
                continue
        own = [name for name in items if isinstance(name, str) and name in model and name not in named]
        named.update(own)
        order = VALUES.get(values, "domain")
        if order in ("middle", "random") and any(domains[name][WIDE : WIDE + 1] for name in own):
            order = "domain"
        found += [(own, ORDERINGS.get(choice), order)] if own else []
    return found


def hints(reader: FlatVariables, model: Model, annotations: Iterable[Any]) -> dict[str, int]:
    """The values that the annotations `warm_start` name; those that a variable does not have are left out."""
    domains = model.domains()
    lists = [arguments for kind, arguments in _calls(annotations) if kind in WARM_STARTS and len(arguments) == 2]
    pairs = [pair for some in lists for pair in zip(*[_items(reader, one) for one in some], strict=False)]
    return {x: v for x, v in pairs if isinstance(x, str) and x in model and v in domains[x]}


def _calls(annotations: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    """The names and arguments of annotations, those in a sequence one by one."""
    for one in annotations:
        match one:
            case {"id": "seq_search" | "warm_start_array", "args": [list(parts), *_]}:
                yield from _calls(parts)
            case {"id": kind, "args": arguments}:
                yield kind, arguments


def _items(reader: FlatVariables, argument: Any) -> list[Value]:
    """The items of an array; none if the model has nothing of this name."""
    try:
        return reader.items(argument)
    except InputError:
        return []
