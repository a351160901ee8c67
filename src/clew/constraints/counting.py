"""How often values occur: global cardinality, and its short forms."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import prod
from typing import Any, Final

import attrs

from clew.constraints.base import OPEN, Constraint, Domain, Values, are_few, collected
from clew.constraints.names import Arithmetic, Scope, frozenset_of, names_of, tuple_of, walkable
from clew.constraints.primitives import Primitive, Reading
from clew.constraints.registration import DECIDED, VALUE, Registration, words
from clew.constraints.stepwise import Stepwise
from clew.errors import ProblemError, called_with, shown
from clew.records import frozen

AUTOMATON: Final = 20_000
"""Counts to remember, position by position, up to which they are an automaton."""

Bounds = tuple[tuple[Hashable, int, int], ...]


def _bounds(counts: Mapping[Any, Any] | Bounds) -> Bounds:
    if not isinstance(counts, Mapping):
        return tuple_of(counts)
    return tuple((value, *(n if walkable(n) else (n, n))) for value, n in counts.items())


def _is_bound(entry: Any) -> bool:
    return isinstance(entry, tuple) and len(entry) == 3 and isinstance(entry[1], int) and isinstance(entry[2], int)


@frozen(eq=False)
class Cardinality(Primitive):
    """Each of some values occurs a given number of times.

    Attributes:
        counts: the values, each with how often it occurs at least and at most.
    """

    record = Registration(
        strengths=(DECIDED, VALUE, VALUE),
        reference="clew.reference.propagation.cardinality:CardinalityPropagator",
        engine="clew.core._engine:compile_cardinality",
        minizinc="clew.exchange.minizinc_primitives:cardinality",
        json="clew.exchange.json_primitives:cardinality",
        cnf="clew.exchange.encodings:Encoder.cardinality",
        hint=words("cannot count right", "ne peut pas avoir le bon nombre", "zählt nicht richtig"),
    )

    counts: tuple[tuple[Hashable, int, int], ...]


@called_with("this is a constraint, as in Count(variables, {value: number}); the strategy is clew.Count()")
@attrs.frozen
class Count(Stepwise):
    """Some values occur a given number of times in the scope (global cardinality).

    More than there are variables is no mistake: then there is no solution.

    Args:
        scope: the variables.
        counts: for each value that matters how often it must occur: a number, or a pair (at least, at most).

    Pruning: generalised arc consistent, by an automaton that remembers how often each value occurred: a value stays
    while some completion has all the counts. If that would have to remember too much, because many values are
    counted, there is a counter for each value: one that occurs as often as it may is removed from the other variables,
    and one that can only just occur often enough is taken by all that have it.
    """

    shareable = True

    counts: Bounds = attrs.field(converter=_bounds, validator=collected)

    def __attrs_post_init__(self) -> None:
        for entry in self.counts:
            if not _is_bound(entry):
                raise ProblemError(
                    f"{self.title}: its counts must map values to a number or a pair (at least, at most), "
                    f"and {shown(entry)} does not"
                )
            value, low, high = entry
            if not 0 <= low <= high:
                raise ProblemError(
                    f"{self.title}: {shown(value)} cannot occur from {low} to {high} times: "
                    "give numbers from 0 on, the smaller one first"
                )

        counted = [value for value, _, _ in self.counts]
        for k, value in enumerate(counted):
            if value in counted[:k]:
                raise ProblemError(f"{self.title}: {shown(value)} is counted twice: give it one pair of bounds")

    def consistent(self, values: Values) -> bool:
        """Whether the counts can still be reached."""
        known = [value for value in values if value is not OPEN]
        missing = 0
        for value, low, high in self.counts:
            seen = known.count(value)
            if seen > high:
                return False
            missing += max(0, low - seen)
        return missing <= len(values) - len(known)

    holds = consistent

    def satisfiable(self, domains: Sequence[Domain]) -> bool:
        """Whether each value can occur often enough, and need not occur too often."""
        if are_few(domains):
            return super().satisfiable(domains)
        missing = 0
        for value, low, high in self.counts:
            having = [len(domain) for domain in domains if value in domain]
            fixed = having.count(1)
            if fixed > high or len(having) < low:
                return False
            missing += max(0, low - fixed)
        return missing <= sum(len(domain) != 1 for domain in domains)

    def opposite(self) -> Constraint:
        """Some value occurs too seldom or too often."""
        from clew.constraints.logic import Or
        from clew.constraints.table import Table

        longest = len(self.scope)
        seldom = [Count(self.scope, ((value, 0, low - 1),)) for value, low, _ in self.counts if low > 0]
        often = [Count(self.scope, ((value, high + 1, longest),)) for value, _, high in self.counts if high < longest]
        return Or([*seldom, *often]) if seldom or often else Table(self.scope, ())

    def primitives(self) -> Iterable[Primitive]:
        longest = len(self.scope)
        memories = prod(1 + min(low if high >= longest else high, longest) for _, low, high in self.counts)
        if memories * longest > AUTOMATON:
            return (Cardinality(self, self.counts),)
        return (Reading(self),)

    @property
    def kind(self) -> str:
        """`Exactly`, `AtLeast` or `AtMost`, if one value is counted and its bounds say so."""
        if not isinstance(self.counts, tuple) or len(self.counts) != 1 or not _is_bound(self.counts[0]):
            return "Count"
        _, low, high = self.counts[0]
        if low == high:
            return "Exactly"
        if low == 0 and high < len(self.scope):
            return "AtMost"
        return "AtLeast" if high >= len(self.scope) else "Count"

    def start(self) -> Hashable:
        return (0,) * len(self.counts)

    def step(self, memory: tuple[int, ...], position: int, value: Any) -> Hashable | None:
        for k, (wanted, low, high) in enumerate(self.counts):
            if wanted == value:
                # More than enough is all the same, if there is no upper bound to keep.
                seen = min(memory[k] + 1, low) if high >= len(self.scope) else memory[k] + 1
                if seen > high:
                    return None
                memory = (*memory[:k], seen, *memory[k + 1 :])
                break  # each value is counted once
        missing = sum([low - seen for (_, low, _), seen in zip(self.counts, memory, strict=True) if seen < low])
        return None if missing > len(self.scope) - position - 1 else memory


@called_with("as in Exactly(number, value, variables)")
def Exactly(number: Any, value: Any, scope: Iterable[Any]) -> Constraint:  # noqa: N802
    """A value, or one of a set of values, occurs just so often in the scope: a number, or a variable that says so."""
    return _counted("==", number, value, names_of("Count", scope))


@called_with("as in AtLeast(number, value, variables)")
def AtLeast(number: Any, value: Any, scope: Iterable[Any]) -> Constraint:  # noqa: N802
    """A value, or one of a set of values, occurs at least so often in the scope."""
    return _counted(">=", number, value, names_of("Count", scope))


@called_with("this is a constraint, as in AtMost(number, value, variables); the strategy is clew.AtMost(k)")
def AtMost(number: Any, value: Any, scope: Iterable[Any]) -> Constraint:  # noqa: N802
    """A value, or one of a set of values, occurs at most so often in the scope."""
    return _counted("<=", number, value, names_of("Count", scope))


def _counted(relation: str, number: Any, value: Any, names: Scope) -> Constraint:
    values = value if isinstance(value, set) else None
    if isinstance(number, Arithmetic):
        from clew.constraints.totals import Occurrences  # most models count up to a number

        return Occurrences((*names, number), frozenset_of([value] if values is None else values), relation)
    if values is not None:
        from clew.constraints.totals import one_of

        names, value = names_of("Count", [+one_of(name, values) for name in names]), 1
    # What cannot be a number is left for Count to reject.
    most = max(number, len(names)) if relation == ">=" and isinstance(number, int) else number
    return Count(names, ((value, 0 if relation == "<=" else number, most),))
