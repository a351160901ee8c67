"""How a model wants to be searched: its annotations as the phases of the option `search`, and as its `hint`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.errors import InputError

if TYPE_CHECKING:
    from clew.exchange.flatzinc.variables import FlatVariables
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
    for names, choice, values in _searches(reader, annotations):
        own = [name for name in dict.fromkeys(names) if isinstance(name, str) and name in model and name not in named]
        named.update(own)
        order = VALUES.get(values, "domain")
        if order in ("middle", "random") and any(domains[name][WIDE : WIDE + 1] for name in own):
            order = "domain"
        found += [(own, ORDERINGS.get(choice), order)] if own else []
    return found


def hints(reader: FlatVariables, model: Model, annotations: Iterable[Any]) -> dict[str, int]:
    """The values that the annotations `warm_start` name; those that a variable does not have are left out."""
    found: dict[str, int] = {}
    domains = model.domains()
    for one in annotations:
        kind: Any = one.get("id") if isinstance(one, dict) else None
        arguments: Any = one.get("args", ()) if kind else ()
        if kind in ("seq_search", "warm_start_array") and arguments:
            found.update(hints(reader, model, arguments[0]))
        elif kind in WARM_STARTS and len(arguments) == 2:
            try:
                pairs = zip(*map(reader.items, arguments), strict=False)
            except InputError:
                continue  # nothing that the model has
            found.update({x: v for x, v in pairs if isinstance(x, str) and x in model and v in domains[x]})
    return found


def _searches(reader: FlatVariables, annotations: Iterable[Any]) -> Iterator[tuple[list[Any], str, str]]:
    """The items, the ordering and the order of values of each search, those in a sequence one by one."""
    for one in annotations:
        kind: Any = one.get("id") if isinstance(one, dict) else None
        arguments: Any = one.get("args", ()) if kind else ()
        if kind == "seq_search" and arguments:
            yield from _searches(reader, arguments[0])
        elif kind in ("int_search", "bool_search") and len(arguments) >= 3:
            try:
                items = reader.items(arguments[0])
            except InputError:
                continue  # nothing that the model has
            if all(isinstance(word, str) for word in arguments[1:3]):
                yield [*items], arguments[1], arguments[2]
