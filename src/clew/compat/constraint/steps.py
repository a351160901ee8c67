"""The steps that the direct search runs for a constraint, and the functions that make them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, Final

from clew.compat.constraint.domain import Domain

if TYPE_CHECKING:
    from clew.compat.constraint.rules import Constraint

Row = list[Sequence[Any]]
"""The values left to each variable, in the order of the search. A step puts new lists in, and changes none."""

Step = Callable[[list[Any], Row], object]
"""Given the values until now, and what is left to each variable: something false for a dead end."""

Kept = Callable[[list[Any], Sequence[Any]], list[Any]]
"""Given the values until now, and some values of one more variable: those that a function accepts."""


Note = tuple[Callable[..., Any], Sequence[Any], Sequence[int], int, list[Any], Sequence[Any], list[Any]]
"""A question to a function and its answer: the function, its variables, their places, the place of the one that was
open; the values of all of them; the values that the open one took instead; those of them that the function accepted."""


class Layout:
    """The order and the values of the direct search, shared by its steps.

    Args:
        domains: the domain of every variable.
        order: the variables, in the order of the search.
        last_first: whether the values of a domain are tried from the last to the first.

    Attributes:
        places: the place of each variable in the order.
        row: the values of each variable, in the order in which they are tried.
        assignments: those that have been given values, with it, for constraints that are called.
        costs: the work after each place, in questions that are asked; the place before the search comes first.
        notes: the calls of functions made, if clew's search may have to know them.
        remembers: whether a step remembers anything until the search is over.
    """

    __slots__ = ("assignments", "costs", "domains", "notes", "places", "remembers", "row")

    def __init__(self, domains: Mapping[Any, Domain], order: Sequence[Any], last_first: bool) -> None:
        self.domains = domains
        self.places = {variable: place for place, variable in enumerate(order)}
        self.row: Row = [domains[v][::-1] if last_first else list(domains[v]) for v in order]
        self.assignments: dict[Any, Any] = {}
        self.costs = [0] * (len(order) + 1)
        self.notes: list[Note] | None = None
        self.remembers = False


Steps = Iterable[tuple[int, Step]]
"""Each with the place of the variable after which it is run; -1 for before the search."""

ROOM: Final = 2**20
"""Tuples of a function up to which its answers are remembered."""


def filtering(function: Callable[..., Any], variables: Sequence[Any], layout: Layout, remembers: bool = True) -> Steps:
    """Once all variables of a function but one have values, ask it about the values of that one.

    It is asked once about each tuple if its answers are remembered, because variables that it is not about come before.
    """
    places, row = layout.places, layout.row
    scope = [places[variable] for variable in variables]
    places_of = sorted(set(scope), reverse=True)
    target, heads = places_of[0], places_of[1:]
    ready = heads[0] if heads else -1
    layout.costs[ready + 1] += len(row[target])
    kept = _asking_two(function, *scope) if len(scope) == 2 and heads else _asking(function, scope, target)

    def noted(values: list[Any], some: Sequence[Any]) -> list[Any]:
        good = kept(values, some)
        if remembers and layout.notes is not None:
            layout.notes.append((function, variables, scope, target, [values[place] for place in scope], some, good))
        return good

    def ask(values: list[Any], row: Row) -> object:
        row[target] = left = noted(values, row[target])
        return left

    repeats = remembers and ready + 1 > len(heads) and prod([len(row[p]) for p in places_of]) <= ROOM
    if not repeats or not all(is_plain(row[p]) for p in places_of):
        return [(ready, ask)]
    layout.remembers = True
    return [(ready, _remembering(noted, ask, operator.itemgetter(*heads), target, row[target]))]


def _remembering(ask: Kept, otherwise: Step, key: Callable[[Any], Any], target: int, every: Sequence[Any]) -> Step:
    """The step that asks a function about all values of a variable the first time, and never again."""
    known: dict[Any, tuple[list[Any], Collection[Any]]] = {}

    def step(values: list[Any], row: Row) -> object:
        head = key(values)
        if head not in known:
            try:
                good = ask(values, every)
            except Exception:  # perhaps at a value that another constraint has taken away
                return otherwise(values, row)
            known[head] = good, frozenset(good)
        good, among = known[head]
        left = row[target]
        row[target] = left = good if left is every else [value for value in left if value in among]
        return left

    return step


def _asking(function: Callable[..., Any], scope: Sequence[int], target: int) -> Kept:
    pick = picker(scope)

    def kept(values: list[Any], some: Sequence[Any]) -> list[Any]:
        return [values[target] for values[target] in some if function(*pick(values))]

    return kept


def _asking_two(function: Callable[..., Any], one: int, other: int) -> Kept:
    first, target = sorted((one, other))

    def kept(values: list[Any], some: Sequence[Any]) -> list[Any]:
        head, left = values[first], iter(some)
        try:
            if first == one:
                return list(filter(partial(function, head), left))
            return [value for value in left if function(value, head)]
        except Exception:  # it is reported with the value
            values[target] = some[len(some) - operator.length_hint(left) - 1]
            raise

    return kept


def calling(rule: Constraint, variables: Sequence[Any], scope: Sequence[Any], layout: Layout) -> Steps:
    """Call a constraint whenever one of its variables has been given a value; it may hide values of the others.

    Args:
        rule: the constraint.
        variables: those that it is called with.
        scope: those that it is about.
        layout: the variables, values and constraints of the search.
    """
    layout.remembers = True
    domains, places = layout.domains, layout.places
    scope = sorted(dict.fromkeys(scope), key=places.__getitem__)
    shown = {**domains, **{variable: domains[variable].holding(()) for variable in scope}}
    held: Row = [()] * len(places)  # what each of these domains has
    for count, variable in enumerate(scope, 1):
        others = [(places[v], shown[v]) for v in scope[count:]]
        call = partial(rule.__call__, variables, shown, layout.assignments)
        yield places[variable], _calling(call, others, held)


def show(domain: Domain, values: Sequence[Any]) -> None:
    """Show just these values in a domain, and forget what was hidden and saved."""
    domain[:] = values
    if domain._hidden or domain._states:
        domain._hidden, domain._states = [], []


def _calling(call: Callable[..., Any], others: Sequence[tuple[int, Domain]], held: Row) -> Step:
    """The step that calls a constraint once some of its variables have values, with the domains of the others."""
    if not others:
        return lambda values, row: call()

    def step(values: list[Any], row: Row) -> bool:
        for place, domain in others:
            left = row[place]
            if held[place] is not left or len(domain) != len(left):
                show(domain, left)
                held[place] = left
        if not call(True):
            return False
        for place, domain in others:
            if len(domain) < len(row[place]):
                if not domain:
                    return False
                row[place] = held[place] = domain[:]
        return True

    return step


def taking_away(place: int, later: Sequence[int]) -> Step:
    """The step that takes the value at a place away from those that come later."""

    def step(values: list[Any], row: Row) -> bool:
        value = values[place]
        for other in later:
            left = row[other]
            if value in left:
                row[other] = left = list(left)
                left.remove(value)
                while value in left:  # a domain may list it twice
                    left.remove(value)
                if not left:
                    return False
        return True

    return step


def keeping(place: int, later: Sequence[int]) -> Step:
    """The step that leaves the value at a place alone to those that come later."""

    def step(values: list[Any], row: Row) -> bool:
        value = values[place]
        for other in later:
            row[other] = left = [one for one in row[other] if value == one]
            if not left:
                return False
        return True

    return step


def picker(scope: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """A function that picks the values at some places."""
    if len(scope) < 2:
        return lambda values: tuple([values[place] for place in scope])
    return operator.itemgetter(*scope)


def is_plain(values: Sequence[Any]) -> bool:
    """Whether the values can be looked up, and told from each other."""
    try:
        return len(set(values)) == len(values)
    except TypeError:
        return False
