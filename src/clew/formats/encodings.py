"""The constraints as clauses. Every auxiliary variable is a function of those that stand for values.

Two ways to say a constraint: `encode` demands it, `indicator` gives a literal that is true just if it holds, which is
what `Or` and `Not` are made of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, Final

from clew.constraints import (
    AllDifferent,
    And,
    Comparison,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    ExactCover,
    Not,
    Or,
    Same,
    Table,
)
from clew.formats.automata import DEAD, Machine, machine, unrolled
from clew.formats.cnf import Clauses
from clew.formats.declaration import Declaration

Literals = Mapping[Any, Mapping[Any, int]]
Encoder = Callable[[Any, Declaration, Literals, Clauses], None]


def encode(c: Constraint, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    """Demand a constraint.

    Raises:
        OptionError: there is no form for it; the message names the constraint.
    """
    special = ENCODERS.get(type(c))
    if isinstance(c, Element) and not _indexed(c, declared):
        special = None
    if special is not None:
        special(c, declared, literals, clauses)
        return
    reader = machine(c, declared.of(c)) if len(c.scope) > 2 or not declared.is_small(c) else None
    if reader is not None:
        _automaton(c, reader, declared, literals, clauses)
    else:
        _enumerated(c, declared, literals, clauses)


def indicator(c: Constraint, declared: Declaration, literals: Literals, clauses: Clauses) -> int:
    """A literal that is true just if a constraint holds.

    Raises:
        OptionError: there is no form for it; the message names the constraint.
    """
    if isinstance(c, (And, Or, Not)) and type(c) in ENCODERS:
        parts = [indicator(part, declared, literals, clauses) for part in c.parts]
        if isinstance(c, Not):
            return -parts[0]
        return clauses.both(*parts) if isinstance(c, And) else clauses.either(*parts)
    holds = clauses.fresh()
    for values, verdict in declared.combinations(c):
        chosen = [-literals[variable][value] for variable, value in zip(c.scope, values, strict=True)]
        clauses.add(*chosen, holds if verdict else -holds)
    if not all(declared.of(c)):
        clauses.add(holds)
    return holds


# -- whatever has no form of its own --------------------------------------------------------------


def _enumerated(c: Constraint, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    """Its forbidden combinations as clauses, or its allowed ones as tuples, whichever is less to write."""
    written = declared.combinations(c)
    allowed = [values for values, holds in written if holds]
    forbidden = [values for values, holds in written if not holds]
    if len(c.scope) <= 2 or len(forbidden) <= len(allowed) * (len(c.scope) + 1):
        for values in forbidden:
            clauses.add(*(-literals[variable][value] for variable, value in zip(c.scope, values, strict=True)))
    else:
        _tuples(c, allowed, literals, clauses)


def _tuples(c: Constraint, allowed: list[tuple[Any, ...]], literals: Literals, clauses: Clauses) -> None:
    """One of these tuples is taken: each has a variable that is true just if all of its values are."""
    clauses.add(
        *[
            clauses.both(*(literals[variable][value] for variable, value in zip(c.scope, values, strict=True)))
            for values in allowed
        ]
    )


def _automaton(c: Constraint, reader: Machine, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    """A variable for each state behind each of the scope's variables; steps that lead nowhere are forbidden."""
    layers = unrolled(c, reader, declared.of(c))
    if layers is None:
        clauses.add()
        return
    before: list[list[int]] = [[]]  # the first state is taken whatever happens, and needs no literal
    for layer, variable, rest in zip(layers, c.scope, range(len(layers) - 1, -1, -1), strict=True):
        values = literals[variable].values()
        after = [[clauses.fresh()] for _ in range(1 + max(max(row) for row in layer))] if rest else [[]]
        for state, row in zip(before, layer, strict=True):
            for value, then in zip(values, row, strict=True):
                if then == DEAD:
                    clauses.add(*(-s for s in state), -value)
                elif after[then]:
                    clauses.add(*(-s for s in state), -value, *after[then])
        clauses.at_most_one([literal for state in after for literal in state])
        before = after


# -- the kinds that have one ------------------------------------------------------------------------


def _all_different(c: AllDifferent, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    takers: dict[Any, list[int]] = {}
    for place, variable in enumerate(c.scope):
        for value, literal in literals[variable].items():
            takers.setdefault(c.mapped(place, value), []).append(literal)
    for target, taken in takers.items():
        if target not in c.exceptions:
            clauses.at_most_one(taken)


def _comparison(c: Comparison, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    if len(c.scope) == 1 or c.relation not in ("==", "!="):
        _enumerated(c, declared, literals, clauses)
        return
    one, other = (literals[variable] for variable in c.scope)
    if c.relation == "==":
        _equal(one, other, clauses)
        return
    for value, literal in one.items():
        if value in other:
            clauses.add(-literal, -other[value])


def _equal(one: Mapping[Any, int], other: Mapping[Any, int], clauses: Clauses) -> None:
    for mine, yours in ((one, other), (other, one)):
        for value, literal in mine.items():
            clauses.add(-literal, *([yours[value]] if value in yours else []))


def _count(c: Count, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    """Each value by itself: one counter is short, all of them together are not."""
    for bounds in c.counts:
        single = Count(c.scope, (bounds,))
        _automaton(single, single, declared, literals, clauses)


def _table(c: Table, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    rows = [row for row in c.tuples if all(value in literals[v] for v, value in zip(c.scope, row, strict=True))]
    place = [{value: k for k, value in enumerate(literals[variable])} for variable in c.scope]
    rows.sort(key=lambda row: [places[value] for places, value in zip(place, row, strict=True)])
    if c.allowed and (len(c.scope) > 2 or not declared.is_small(c)):
        _tuples(c, rows, literals, clauses)
    elif c.allowed:
        _enumerated(c, declared, literals, clauses)
    else:
        for row in rows:
            clauses.add(*(-literals[variable][value] for variable, value in zip(c.scope, row, strict=True)))


def _indexed(c: Element, declared: Declaration) -> bool:
    """Whether the index can be an index: whatever else it may be, `holds` is asked about it."""
    return all(isinstance(value, int) for value in declared.domains[c.scope[0]])


def _element(c: Element, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    """If the index is k, the element at k and the value are equal."""
    values = literals[c.scope[1]]
    for index, chosen in literals[c.scope[0]].items():
        if not 0 <= index < len(c.sequence):
            clauses.add(-chosen)
            continue
        kind, content = c.sequence[index]
        if kind == "constant":
            clauses.add(-chosen, *([values[content]] if content in values else []))
            continue
        for value, literal in literals[c.scope[content]].items():
            clauses.add(-chosen, -literal, *([values[value]] if value in values else []))


def _exact_cover(c: ExactCover, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    """The items of an option take it together or not at all; an optional item is taken by one option at most."""
    covering = {item: set(options) for item, options in c.domains().items()}
    for item in c.scope:
        for option, literal in literals[item].items():
            if option not in covering[item]:
                clauses.add(-literal)
    takers: dict[Any, list[int]] = {}
    for option, items in c.options:
        required = [item for item in c.scope if item in items]
        taken = [literals[item][option] for item in required if option in literals[item]]
        if len(taken) < len(required):
            for literal in taken:
                clauses.add(-literal)
            continue
        for one, other in zip(taken, taken[1:] + taken[:1], strict=True):
            if one != other:
                clauses.add(-one, other)
        for item in items.difference(required):
            takers.setdefault(item, []).append(taken[0])
    for literals_of_item in takers.values():
        clauses.at_most_one(literals_of_item)


def _distinct_vectors(c: DistinctVectors, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    """For each two variables that are compared a literal that says whether they are equal."""
    equal: dict[tuple[Any, Any], int] = {}

    def agree(a: Any, b: Any) -> int:
        if (a, b) not in equal:
            equal[a, b] = equal[b, a] = alike = clauses.fresh()
            for value, literal in literals[a].items():
                if value in literals[b]:
                    clauses.add(-literal, -literals[b][value], alike)
                    clauses.add(-alike, -literal, literals[b][value])
                else:
                    clauses.add(-alike, -literal)
        return equal[a, b]

    for one, other in combinations(c.vectors, 2):
        clauses.add(*(-agree(a, b) for a, b in zip(one, other, strict=True) if a != b))


def _same(c: Same, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    for a, b in zip(c.left, c.right, strict=True):
        if a != b:
            _equal(literals[a], literals[b], clauses)


def _and(c: And, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    for part in c.parts:
        encode(part, declared, literals, clauses)


def _logic(c: Or | Not, declared: Declaration, literals: Literals, clauses: Clauses) -> None:
    if isinstance(c, Or):
        clauses.add(*[indicator(part, declared, literals, clauses) for part in c.parts])
    else:
        clauses.add(indicator(c, declared, literals, clauses))


ENCODERS: Final[dict[type[Constraint], Encoder]] = {
    AllDifferent: _all_different,
    And: _and,
    Comparison: _comparison,
    Count: _count,
    DistinctVectors: _distinct_vectors,
    Element: _element,
    ExactCover: _exact_cover,
    Not: _logic,
    Or: _logic,
    Same: _same,
    Table: _table,
}
