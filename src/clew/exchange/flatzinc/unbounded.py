"""Bounds of integers that are declared without any, from the sums that they occur in and what defines them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Final

from clew.exchange.flatzinc.variables import UNBOUNDED

if TYPE_CHECKING:
    from clew.exchange.flatzinc.variables import FlatVariables, Value

ROUNDS: Final = 100
"""Times that all constraints are looked at, at most."""

FAR: Final = 2**30
"""Values beyond 0, or beyond the end that is known, up to which an unbounded variable is searched."""

Ends = tuple[Any, Any]


def tighten(reader: FlatVariables, constraints: list[Mapping[str, Any]]) -> list[str]:
    """Leave unbounded variables what bounds propagation leaves them; those that are still open at an end.

    Bounds that are unknown are infinite meanwhile. In the end values are left out that are far from what is known.
    """
    known: dict[str, Ends] = {}
    for name in map(reader.value, reader.unbounded):
        low, high = reader.ends(name)
        if isinstance(name, str) and (low == UNBOUNDED[0] or high == UNBOUNDED[-1]):
            known[name] = (-inf if low == UNBOUNDED[0] else low), (inf if high == UNBOUNDED[-1] else high)
    for _ in range(ROUNDS if known else 0):
        before = dict(known)
        for one in constraints:
            for value, (low, high) in _said(reader, known, one["id"], one["args"]):
                if isinstance(value, str) and value in known:
                    known[value] = max(known[value][0], low), min(known[value][1], high)
        if known == before:
            break
    for name, (low, high) in known.items():
        least = low if low > -inf else min(0, high) - FAR
        most = high if high < inf else max(0, low) + FAR
        reader.keep(name, range(int(least), int(most) + 1))
    return [name for name, ends in known.items() if inf in ends or -inf in ends]


def _ends(reader: FlatVariables, known: Mapping[str, Ends], value: Value) -> Ends:
    return known[value] if isinstance(value, str) and value in known else reader.ends(value)


def _said(
    reader: FlatVariables, known: Mapping[str, Ends], name: str, arguments: list[Any]
) -> Iterator[tuple[Value, Ends]]:
    """The ends of variables that a constraint tells, from those that are known."""
    if name in ("int_lin_eq", "int_lin_le"):
        weights, scope = reader.items(arguments[0]), reader.items(arguments[1])
        yield from _summed(reader, known, weights, scope, int(reader.value(arguments[2])), name.endswith("eq"))
    elif name in ("int_plus", "int_le", "int_lt"):
        scope = [reader.value(one) for one in arguments]
        weights, bound = [1, 1, -1] if name == "int_plus" else [1, -1], -(name == "int_lt")
        yield from _summed(reader, known, weights, scope, bound, name == "int_plus")
    elif name in ("array_int_element", "array_var_int_element"):
        yield reader.value(arguments[2]), _hull(_ends(reader, known, one) for one in reader.items(arguments[1]))
    elif name in ("array_int_maximum", "array_int_minimum"):
        yield reader.value(arguments[0]), _hull(_ends(reader, known, one) for one in reader.items(arguments[1]))
    elif name in FORWARDS:
        *parts, result = map(reader.value, arguments)
        yield result, FORWARDS[name](*[_ends(reader, known, part) for part in parts])


def _hull(some: Iterator[Ends]) -> Ends:
    lows, highs = zip(*some, strict=True)
    return min(lows), max(highs)


def _summed(
    reader: FlatVariables, known: Mapping[str, Ends], weights: Any, scope: list[Value], bound: int, is_equal: bool
) -> Iterator[tuple[Value, Ends]]:
    """A sum that is equal to a bound, or at most that."""
    ends = [_times((weight, weight), _ends(reader, known, value)) for weight, value in zip(weights, scope, strict=True)]
    for k, (weight, value) in enumerate(zip(weights, scope, strict=True)):
        if isinstance(value, str) and value in known and weight:
            others = ends[:k] + ends[k + 1 :]
            most = bound - sum([low for low, _ in others])
            least = bound - sum([high for _, high in others]) if is_equal else -inf
            low, high = (least, most) if weight > 0 else (-most, -least)
            size = abs(weight)
            yield value, (low if low == -inf else -(-low // size), high if high == inf else high // size)


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


FORWARDS: Final[dict[str, Any]] = {
    "int_abs": _magnitude,
    "int_div": _magnitude,
    "int_max": lambda one, other: (max(one[0], other[0]), max(one[1], other[1])),
    "int_min": lambda one, other: (min(one[0], other[0]), min(one[1], other[1])),
    "int_mod": lambda one, other: _magnitude(other),
    "int_pow": _power,
    "int_times": _times,
}
