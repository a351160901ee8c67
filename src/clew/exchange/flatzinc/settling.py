"""Constraints that need not be kept: they make aliases and constants, or leave a variable fewer values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from clew.exchange.flatzinc.variables import FlatVariables

Settle = Callable[["FlatVariables", list[Any]], bool]
"""Takes in a constraint; whether nothing is left of it."""


def _equal(reader: FlatVariables, arguments: list[Any]) -> bool:
    reader.equate(*arguments)
    return True


def _linear(reader: FlatVariables, arguments: list[Any]) -> bool:
    weights, scope, bound = reader.items(arguments[0]), reader.items(arguments[1]), reader.value(arguments[2])
    if bound == 0 and weights in ([1, -1], [-1, 1]) and len(scope) == 2:
        reader.equate(*scope)
        return True
    return False


def _at_most(reader: FlatVariables, arguments: list[Any], beyond: int = 0) -> bool:
    one, other = map(reader.value, arguments)
    if isinstance(one, str) and isinstance(other, str):
        return False
    if isinstance(one, str):
        reader.keep(one, range(min(reader.ends(one)[0], int(other)), int(other) + 1 - beyond))
    else:
        reader.keep(other, range(one + beyond, max(reader.ends(other)[1], one) + 1))
    return True


def _less(reader: FlatVariables, arguments: list[Any]) -> bool:
    return _at_most(reader, arguments, 1)


def _unequal(reader: FlatVariables, arguments: list[Any]) -> bool:
    one, other = map(reader.value, arguments)
    if isinstance(one, str) and isinstance(other, str):
        return False
    return reader.drop(one, int(other)) if isinstance(one, str) else reader.drop(other, one)


def _in(reader: FlatVariables, arguments: list[Any]) -> bool:
    reader.keep(reader.value(arguments[0]), reader.values(arguments[1]))
    return True


SETTLING: Final[dict[str, Settle]] = {
    "bool2int": _equal,
    "bool_eq": _equal,
    "int_eq": _equal,
    "int_le": _at_most,
    "int_lin_eq": _linear,
    "int_lt": _less,
    "int_ne": _unequal,
    "set_in": _in,
}


def fix(reader: FlatVariables) -> None:
    """Make each variable that has one value left a constant."""
    for name in [name for name, domain in reader.domains.items() if len(domain) == 1]:
        reader.fix(name, reader.domains[name][0])
    reader.forget()
