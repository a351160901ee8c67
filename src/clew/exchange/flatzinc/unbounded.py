"""Bounds of integers that are declared without any, from the sums that they occur in and what defines them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
    found: dict[Value, Ends] = {}
    for name in {*map(reader.value, reader.unbounded)}:
        low, high = reader.ends(name)
        found[name] = (-inf if low == UNBOUNDED[0] else low), (inf if high == UNBOUNDED[-1] else high)
    for _ in range(ROUNDS if found else 0):
        before = dict(found)
        for one in constraints:
            for value, (low, high) in reader.taken(one, partial(_said, one["id"], found)):
                if value in found:
                    found[value] = max(found[value][0], low), min(found[value][1], high)
        if found == before:
            break
    for value, (low, high) in found.items():
        least = low if low > -inf else min(0, high) - FAR
        most = high if high < inf else max(0, low) + FAR
        reader.keep(value, range(int(least), int(most) + 1))
    return [str(name) for name, ends in found.items() if inf in ends or -inf in ends]


def _said(
    name: str, found: Mapping[Value, Ends], reader: FlatVariables, arguments: list[Any]
) -> Iterable[tuple[Value, Ends]]:
    """The ends of variables that a constraint tells, from those that are known."""

    def ends(value: Value) -> Ends:
        return found[value] if value in found else reader.ends(value)

    if name in CONDITIONS:
        condition = CONDITIONS[name](reader, arguments)
        return _summed(condition, ends) if type(condition) is Linear and condition.relation != "!=" else ()
    if name not in SIZES:
        return ()
    *parts, result = arguments[::-1] if name in ("array_int_maximum", "array_int_minimum") else arguments
    items = reader.items(parts[-1]) if name.startswith("array") else map(reader.value, parts)
    size = SIZES[name](*[max(-low, high) for low, high in map(ends, items)])
    return [(reader.value(result), (-size, size))]


def _summed(condition: Linear, ends: Callable[[Any], Ends]) -> Iterator[tuple[Value, Ends]]:
    """A sum that is equal to a bound, or at most that."""
    weights: list[tuple[Any, int]] = [*zip(condition.scope, condition.coefficients, strict=True)]
    parts = {name: sorted(weight * end if end else 0 for end in ends(name)) for name, weight in weights}
    for name, weight in weights:
        others = [some for other, some in parts.items() if other != name]
        most = condition.bound - sum([low for low, _ in others])
        least = condition.bound - sum([high for _, high in others]) if condition.relation == "==" else -inf
        low, high = (least, most) if weight > 0 else (-most, -least)
        yield name, (low if low == -inf else -(-low // abs(weight)), high if high == inf else high // abs(weight))


def _largest(*sizes: Any) -> Any:
    return max(sizes, default=0)


SIZES: Final[dict[str, Callable[..., Any]]] = {
    **dict.fromkeys(("array_int_maximum", "array_int_minimum", "array_int_element", "array_var_int_element"), _largest),
    **dict.fromkeys(("int_abs", "int_max", "int_min"), _largest),
    "int_div": lambda one, _: one,
    "int_mod": lambda _, other: other,
    "int_pow": lambda one, other: 1 if one < 2 or other < 1 else one ** int(other) if other < 64 else inf,
    "int_times": lambda one, other: one and other and one * other,
}
"""The most that a function comes to, without its sign, by the most that its arguments do."""
