"""The builtins of FlatZinc for integers and Booleans, by their names in the MiniZinc handbook.

`_reif` behind the name of a condition says that the last argument is its truth, `_imp` that it implies it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from clew import constraints as kinds
from clew.constraints.base import met
from clew.errors import InputError
from clew.exchange.flatzinc.truths import Truth, equivalent, imply, narrowed, opposite, require, total
from clew.exchange.flatzinc.variables import FlatVariables, Value

Post = Callable[[FlatVariables, list[Any]], None]
"""Takes in a constraint."""

Make = Callable[[FlatVariables, list[Any]], Truth]
"""The condition that some arguments make."""

SIGNS: Final[dict[str, tuple[int, str, int]]] = {
    "eq": (1, "==", 0), "ne": (1, "!=", 0), "le": (1, "<=", 0), "lt": (1, "<=", -1), "ge": (-1, "<=", 0),
    "gt": (-1, "<=", -1),
}  # fmt: skip
"""For each comparison of two sides the sign of their difference, its relation, and the number it compares with."""

KINDS: Final = ("bool", "int")


# -- conditions ------------------------------------------------------------------------------------


def _weighed(weights: tuple[int, ...], relation: str, bound: int, reader: FlatVariables, arguments: list[Any]) -> Truth:
    """The arguments with these weights compare with a number."""
    return total(reader, weights, map(reader.value, arguments), relation, bound)


def _linear(sign: int, relation: str, more: int, reader: FlatVariables, arguments: list[Any]) -> Truth:
    weights, scope, bound = arguments
    numbers: Any = reader.items(weights)
    numbers = numbers if sign > 0 else [-one for one in numbers]
    return total(reader, (*numbers, -sign), (*reader.items(scope), reader.value(bound)), relation, more)


def _clause(reader: FlatVariables, arguments: list[Any]) -> Truth:
    positive, negative = map(reader.items, arguments)
    weights = [-1] * len(positive) + [1] * len(negative)
    return total(reader, weights, [*positive, *negative], "<=", len(negative) - 1)


def _all(reader: FlatVariables, arguments: list[Any]) -> Truth:
    return opposite(_clause(reader, [[], arguments[0]]))


def _among(reader: FlatVariables, arguments: list[Any]) -> Truth:
    value, allowed = reader.value(arguments[0]), reader.values(arguments[1])
    if not isinstance(value, str):
        return value in allowed
    domain = reader.domains[value]
    kept = met(domain, allowed)
    if not kept or len(kept) == len(domain):
        return bool(kept) or not domain
    return kinds.Table((value,), [(one,) for one in kept])


_unequal: Final = partial(_weighed, (1, 1), "==", 1)
"""Two Booleans are not the same."""

CONDITIONS: Final[dict[str, Make]] = {
    "bool_clause": _clause,
    "bool_not": _unequal,
    "set_in": _among,
    **{f"{k}_{name}": partial(_weighed, (one[0], -one[0]), *one[1:]) for k in KINDS for name, one in SIGNS.items()},
    **{f"{k}_lin_{name}": partial(_linear, *one) for k in KINDS for name, one in SIGNS.items()},
    "int_minus": partial(_weighed, (1, -1, -1), "==", 0),
    "int_negate": partial(_weighed, (1, 1), "==", 0),
    "int_plus": partial(_weighed, (1, 1, -1), "==", 0),
}

TRUTHS: Final[dict[str, Make]] = {
    "array_bool_and": _all,
    "array_bool_or": lambda reader, arguments: _clause(reader, [arguments[0], []]),
    "bool_and": lambda reader, arguments: _all(reader, [arguments]),
    "bool_or": lambda reader, arguments: _clause(reader, [arguments, []]),
    "bool_xor": _unequal,
}
"""Conditions whose truth is the last argument, without a word about it in the name."""


def _required(make: Make, reader: FlatVariables, arguments: list[Any]) -> None:
    require(reader, make(reader, arguments))


def _told(tell: Callable[..., None], make: Make, reader: FlatVariables, arguments: list[Any]) -> None:
    *own, truth = arguments
    tell(reader, reader.value(truth), make(reader, own))


# -- functions -------------------------------------------------------------------------------------


def _xor(reader: FlatVariables, arguments: list[Any]) -> None:
    """Two Booleans differ, or a third is the truth of that, or of an array an odd number are true."""
    if arguments[1:]:
        _told(equivalent, _unequal, reader, [*arguments, True][:3])
    else:
        items = Counter(reader.items(arguments[0]))
        scope = [item for item, often in items.items() if isinstance(item, str) and often % 2]
        odd = 1 - sum([item * often for item, often in items.items() if isinstance(item, int)]) % 2
        if scope:
            moves = {(state, value): state ^ value for state in (0, 1) for value in (0, 1)}
            reader.require(kinds.Regular(scope, moves, 0, {odd}))
        elif odd:
            reader.fail()


def _element(reader: FlatVariables, arguments: list[Any]) -> None:
    element(reader, reader.value(arguments[0]), reader.items(arguments[1]), reader.value(arguments[2]), 1)


def element(reader: FlatVariables, index: Value, items: list[Value], value: Value, first: int) -> None:
    """The item at an index, which counts from a first number, has a value."""
    reader.keep(index, range(first, first + len(items)))
    entries = {place: items[place - first] for place in reader.domain(index) if 0 <= place - first < len(items)}
    if len(entries) < 2:
        for entry in entries.values():
            require(reader, total(reader, (1, -1), (entry, value), "==", 0))
    elif all(isinstance(entry, int) for entry in entries.values()):
        reader.keep(value, tuple(sorted({*map(int, entries.values())})))
        reader.require(kinds.Table((index, reader.variable(value)), entries.items()))
    else:
        sequence = [reader.term(item) if isinstance(item, str) else item for item in ([0] * first + items)]
        reader.require(kinds.Element(index, sequence, reader.variable(value)))


def builder(name: str) -> Post:
    """Takes in the constraints of a name.

    Raises:
        InputError: there is none.
    """
    if name in BUILDERS:
        return BUILDERS[name]
    from clew.exchange.flatzinc import calculating, global_constraints

    BUILDERS.update({**calculating.FUNCTIONS, **global_constraints.GLOBALS})
    if name not in BUILDERS:
        why = "clew has no floats" if "float" in name else "compile the model with clew's own library"
        raise InputError(f"clew has no constraint {name}: {why}")
    return BUILDERS[name]


BUILDERS: Final[dict[str, Post]] = {
    **{name: partial(_required, make) for name, make in CONDITIONS.items()},
    **{f"{name}_reif": partial(_told, equivalent, make) for name, make in CONDITIONS.items()},
    **{f"{name}_imp": partial(_told, imply, make) for name, make in {**CONDITIONS, **TRUTHS}.items()},
    **{name: partial(_told, equivalent, make) for name, make in TRUTHS.items()},
    **{f"array_{kind}_element": _element for kind in ("bool", "int", "var_bool", "var_int")},
    "array_bool_xor": _xor,
    "bool_xor": _xor,
}


# -- constraints that need not be kept ---------------------------------------------------------------


def _equal(reader: FlatVariables, arguments: list[Any]) -> bool:
    reader.equate(*arguments)
    return True


def _equal_sum(reader: FlatVariables, arguments: list[Any]) -> bool:
    weights, scope, bound = reader.items(arguments[0]), reader.items(arguments[1]), reader.value(arguments[2])
    is_equality = bound == 0 and weights in ([1, -1], [-1, 1]) and len(scope) == 2
    return is_equality and _equal(reader, scope)


def _kept(reader: FlatVariables, arguments: list[Any]) -> bool:
    reader.keep(reader.value(arguments[0]), reader.values(arguments[1]))
    return True


def _compared_with_number(make: Make, reader: FlatVariables, arguments: list[Any]) -> bool:
    return int in map(type, map(reader.value, arguments)) and narrowed(reader, make(reader, arguments))


SETTLING: Final[dict[str, Callable[[FlatVariables, list[Any]], bool]]] = {
    **dict.fromkeys(("bool2int", "bool_eq", "int_eq"), _equal),
    **{name: partial(_compared_with_number, CONDITIONS[name]) for name in ("int_le", "int_lt", "int_ne")},
    "int_lin_eq": _equal_sum,
    "set_in": _kept,
}
"""Takes in what makes an alias or a constant, or leaves a variable fewer values; whether nothing is left of it."""
