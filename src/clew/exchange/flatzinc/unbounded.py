"""Bounds of integers that are declared without any, from the sums that they occur in and what defines them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import inf
from typing import Any, Final

from clew.constraints.arithmetic import Linear
from clew.exchange.flatzinc.builtins import CONDITIONS
from clew.exchange.flatzinc.variables import UNBOUNDED, FlatVariables, Value

ROUNDS: Final = 100
"""Times that all constraints are looked at, at most."""

FAR: Final = 2**30
"""Values beyond 0, or beyond the end that is known, up to which an unbounded variable is searched."""

Ends = tuple[Any, Any]


def tighten(reader: FlatVariables, constraints: list[Mapping[str, Any]]) -> list[str]:
    """Leave unbounded variables what bounds propagation leaves them; those that are still open at an end.

    Bounds that are unknown are infinite meanwhile. In the end values are left out that are far from what is known.
    """
    spans = reader.spans
    names = {name for name in map(reader.value, reader.unbounded) if isinstance(name, str)}
    for name in names:
        low, high = spans[name]
        ends: Ends = (-inf if low == UNBOUNDED[0] else low), (inf if high == UNBOUNDED[-1] else high)
        spans[name] = ends
    for _ in range(ROUNDS if names else 0):
        before = dict(spans)
        for one in constraints:
            for value, (low, high) in reader.taken(one, partial(_said, one["id"])):
                if value in names:
                    spans[str(value)] = max(spans[str(value)][0], low), min(spans[str(value)][1], high)
        if spans == before:
            break
    found = {name: spans.pop(name) for name in names}
    for name, (low, high) in found.items():
        least = low if low > -inf else min(0, high) - FAR
        most = high if high < inf else max(0, low) + FAR
        reader.keep(name, range(int(least), int(most) + 1))
    return [name for name, ends in found.items() if inf in ends or -inf in ends]


def _said(name: str, reader: FlatVariables, arguments: list[Any]) -> list[tuple[Value, Ends]]:
    """The ends of variables that a constraint tells, from those that are known."""
    if name in CONDITIONS:
        condition = CONDITIONS[name](reader, arguments)
        return [*_summed(reader, condition)] if type(condition) is Linear and condition.relation != "!=" else []
    if name in HULLS:
        items, result = arguments[::-1] if name in HULLS[:2] else arguments[1:]
        ends = [*map(reader.ends, reader.items(items))]
        return [(reader.value(result), (min(ends)[0], max(high for _, high in ends)))] if ends else []
    if name in FORWARDS:
        *parts, result = map(reader.value, arguments)
        return [(result, FORWARDS[name](*map(reader.ends, parts)))]
    return []


def _summed(reader: FlatVariables, condition: Linear) -> Iterator[tuple[Value, Ends]]:
    """A sum that is equal to a bound, or at most that."""
    weights: dict[Any, int] = dict(zip(condition.scope, condition.coefficients, strict=True))
    relation, bound = condition.relation, condition.bound
    ends = {name: _times((weight, weight), reader.ends(name)) for name, weight in weights.items()}
    for name, weight in weights.items():
        others = [some for other, some in ends.items() if other != name]
        most = bound - sum([low for low, _ in others])
        least = bound - sum([high for _, high in others]) if relation == "==" else -inf
        low, high = (least, most) if weight > 0 else (-most, -least)
        yield name, (low if low == -inf else -(-low // abs(weight)), high if high == inf else high // abs(weight))


def _times(one: Ends, other: Ends) -> Ends:
    products = [a * b if a and b else 0 for a in one for b in other]
    return min(products), max(products)


def _power(base: Ends, exponent: Ends) -> Ends:
    size, most = max(1, -base[0], base[1]), exponent[1]
    largest = size ** int(most) if size == 1 or 0 <= most < 64 else 1 if most < 0 else inf
    return -largest, largest


def _magnitude(one: Ends, *_: Ends) -> Ends:
    size = max(-one[0], one[1])
    return -size, size


HULLS: Final = ("array_int_maximum", "array_int_minimum", "array_int_element", "array_var_int_element")
"""Constraints whose result is one of an array's items: the first two name the result first."""

FORWARDS: Final[dict[str, Any]] = {
    "int_abs": _magnitude,
    "int_div": _magnitude,
    "int_max": lambda one, other: (max(one[0], other[0]), max(one[1], other[1])),
    "int_min": lambda one, other: (min(one[0], other[0]), min(one[1], other[1])),
    "int_mod": lambda one, other: _magnitude(other),
    "int_pow": _power,
    "int_times": _times,
}
