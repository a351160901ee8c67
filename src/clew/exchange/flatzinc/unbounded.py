"""Bounds of integers that are declared without any, from the sums that they occur in and what defines them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.arithmetic import Linear
from clew.errors import InputError
from clew.exchange.flatzinc.builtins import SUMS
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
    known: dict[Any, Ends] = {}
    for name in map(reader.value, reader.unbounded):
        low, high = reader.ends(name)
        if isinstance(name, str) and (low == UNBOUNDED[0] or high == UNBOUNDED[-1]):
            known[name] = (-inf if low == UNBOUNDED[0] else low), (inf if high == UNBOUNDED[-1] else high)
    for _ in range(ROUNDS if known else 0):
        before = dict(known)
        for one in constraints:
            for value, (low, high) in _heard(reader, known, one):
                if value in known:
                    known[value] = max(known[value][0], low), min(known[value][1], high)
        if known == before:
            break
    for name, (low, high) in known.items():
        least = low if low > -inf else min(0, high) - FAR
        most = high if high < inf else max(0, low) + FAR
        reader.keep(name, range(int(least), int(most) + 1))
    return [name for name, ends in known.items() if inf in ends or -inf in ends]


def _heard(reader: FlatVariables, known: Mapping[Any, Ends], one: Mapping[str, Any]) -> list[tuple[Value, Ends]]:
    """The ends that a constraint tells; none if it is wrong: an error names it when it is taken in."""
    try:
        return [*_said(reader, known, one["id"], one["args"])]
    except (InputError, LookupError, TypeError, ValueError):
        return []


def _ends(reader: FlatVariables, known: Mapping[Any, Ends], value: Value) -> Ends:
    return known[value] if value in known else reader.ends(value)


def _said(
    reader: FlatVariables, known: Mapping[Any, Ends], name: str, arguments: list[Any]
) -> Iterator[tuple[Value, Ends]]:
    """The ends of variables that a constraint tells, from those that are known."""
    if name in SUMS:
        condition = SUMS[name](reader, arguments)
        if type(condition) is Linear:
            yield from _summed(reader, known, condition)
    elif name in HULLS:
        items, result = arguments[::-1] if name in HULLS[:2] else arguments[1:]
        lows, highs = zip(*[_ends(reader, known, one) for one in reader.items(items)], strict=True)
        yield reader.value(result), (min(lows), max(highs))
    elif name in FORWARDS:
        *parts, result = map(reader.value, arguments)
        yield result, FORWARDS[name](*[_ends(reader, known, part) for part in parts])


def _summed(reader: FlatVariables, known: Mapping[Any, Ends], condition: Linear) -> Iterator[tuple[Value, Ends]]:
    """A sum that is equal to a bound, or at most that."""
    weights: dict[Any, int] = dict(zip(condition.scope, condition.coefficients, strict=True))
    relation, bound = condition.relation, condition.bound
    ends = {name: _times((weight, weight), _ends(reader, known, name)) for name, weight in weights.items()}
    for name in filter(known.__contains__, weights):
        others = [some for other, some in ends.items() if other != name]
        most = bound - sum([low for low, _ in others])
        least = bound - sum([high for _, high in others]) if relation == "==" else -inf
        low, high = (least, most) if weights[name] > 0 else (-most, -least)
        size = abs(weights[name])
        yield name, (low if low == -inf else -(-low // size), high if high == inf else high // size)


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
