"""Exact cover: choose options so that every item is covered just once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import attrs

from clew.constraints.base import OPEN, Constraint, Values
from clew.constraints.names import hashable, tuple_of
from clew.constraints.primitives import Covering, Primitive
from clew.errors import ProblemError, called_with, shown
from clew.limits import looking


@called_with("as in ExactCover({option: its items})")
@attrs.frozen(init=False)
class ExactCover(Constraint):
    """Every item is covered by just one of the chosen options; an optional item by one at most.

    The variables are the items that must be covered; the value of an item is the option that covers it. So a
    smallest domain is an item with the fewest options left, and branching on it is Knuth's Algorithm X
    (Dancing links, 2000). `domains` gives the domains to declare.

    Args:
        options: for each option, by any hashable name, the items that it covers.
        optional: the items that need not be covered.

    Pruning: one AND removes every option that shares an item with the chosen one, from all items at once.
    """

    partial = True

    options: tuple[tuple[Hashable, frozenset[Any]], ...]
    _items_of: dict[Any, frozenset[Any]] = attrs.field(init=False, eq=False, repr=False)

    def __init__(self, options: Mapping[Any, Iterable[Any]], optional: Iterable[Any] = ()) -> None:
        if not isinstance(options, Mapping):
            raise ProblemError(f"ExactCover: its options must map names to items, and {shown(options)} does not")
        covers = {option: tuple_of(items) for option, items in looking(options.items())}
        listed = tuple_of(optional)
        for which, items in looking([("optional", listed), *covers.items()]):
            if not isinstance(items, tuple) or not hashable(items):
                raise ProblemError(f"ExactCover: {shown(which)} needs a collection of hashable items: {shown(items)}")
        need_not = set(listed)
        for option, items in looking(covers.items()):
            if len(set(items)) < len(items):
                raise ProblemError(f"ExactCover: the option {shown(option)} lists an item twice")
            if not set(items) - need_not:
                raise ProblemError(f"ExactCover: the option {shown(option)} covers no item that must be covered")
        scope = tuple(
            dict.fromkeys(item for items in looking(covers.values()) for item in items if item not in need_not)
        )
        object.__setattr__(self, "_items_of", {option: frozenset(items) for option, items in looking(covers.items())})
        self.__attrs_init__(scope, tuple(self._items_of.items()))

    def domains(self) -> dict[Any, tuple[Any, ...]]:
        """Each item that must be covered, with the options that cover it."""
        domains: dict[Any, list[Any]] = {item: [] for item in self.scope}
        for option, items in self.options:
            for item in items:
                if item in domains:
                    domains[item].append(option)
        return {item: tuple(covering) for item, covering in domains.items()}

    def consistent(self, values: Values) -> bool:
        """Whether each option so far covers its item, and no two of them share one."""
        known = {item: option for item, option in zip(self.scope, values, strict=True) if option is not OPEN}
        covered = [item for option in set(known.values()) for item in self._items_of.get(option, ())]
        return len(set(covered)) == len(covered) and all(
            item in self._items_of.get(option, ()) for item, option in known.items()
        )

    holds = consistent

    def primitives(self) -> Iterable[Primitive]:
        return (Covering(self, self.options),)
