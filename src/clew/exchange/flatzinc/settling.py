"""Constraints that need not be kept: they make aliases and constants, or leave a variable fewer values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from clew.exchange.flatzinc.builtins import CONDITIONS
from clew.exchange.flatzinc.truths import narrowed

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


def _compared(name: str) -> Settle:
    """Settles a comparison with a number."""

    def settle(reader: FlatVariables, arguments: list[Any]) -> bool:
        if all(isinstance(reader.value(one), str) for one in arguments):
            return False
        return narrowed(reader, CONDITIONS[name](reader, arguments))

    return settle


def _in(reader: FlatVariables, arguments: list[Any]) -> bool:
    reader.keep(reader.value(arguments[0]), reader.values(arguments[1]))
    return True


SETTLING: Final[dict[str, Settle]] = {
    **dict.fromkeys(("bool2int", "bool_eq", "int_eq"), _equal),
    **{name: _compared(name) for name in ("int_le", "int_lt", "int_ne")},
    "int_lin_eq": _linear,
    "set_in": _in,
}


def fix(reader: FlatVariables) -> None:
    """Make each variable that has one value left a constant."""
    for name in [name for name, domain in reader.domains.items() if len(domain) == 1]:
        reader.fix(name, reader.domains[name][0])
    reader.forget()
