"""The builtins of FlatZinc for integers and Booleans, by their names in the MiniZinc handbook.

`_reif` behind the name of a condition says that the last argument is its truth, `_imp` that it implies it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from clew import constraints as kinds
from clew.errors import InputError
from clew.exchange.flatzinc.truths import Truth, equivalent, imply, require, total
from clew.exchange.flatzinc.variables import met

if TYPE_CHECKING:
    from clew.exchange.flatzinc.variables import FlatVariables

Post = Callable[["FlatVariables", list[Any]], None]
"""Takes in a constraint."""

Make = Callable[["FlatVariables", list[Any]], Truth]
"""The condition that some arguments make."""

SIGNS: Final = {
    "eq": ("==", 1, 0), "ne": ("!=", 1, 0), "le": ("<=", 1, 0), "lt": ("<=", 1, -1), "ge": ("<=", -1, 0),
    "gt": ("<=", -1, -1),
}  # fmt: skip
"""For each comparison of two sides the relation of their difference, its sign, and the number it compares with."""


# -- conditions ------------------------------------------------------------------------------------


def _linear(relation: str, sign: int, more: int, reader: FlatVariables, arguments: list[Any]) -> Truth:
    weights, scope, bound = arguments
    numbers, items, limit = [sign * int(one) for one in reader.items(weights)], reader.items(scope), reader.value(bound)
    if isinstance(limit, str):
        return total(reader, (*numbers, -sign), (*items, limit), relation, more)
    return total(reader, numbers, items, relation, more + sign * limit)


def _compared(relation: str, sign: int, more: int, reader: FlatVariables, arguments: list[Any]) -> Truth:
    one, other = arguments
    return total(reader, (sign, -sign), (reader.value(one), reader.value(other)), relation, more)


def _unequal(reader: FlatVariables, arguments: list[Any]) -> Truth:
    one, other = arguments
    return total(reader, (1, 1), (reader.value(one), reader.value(other)), "==", 1)


def _clause(reader: FlatVariables, arguments: list[Any]) -> Truth:
    positive, negative = map(reader.items, arguments)
    weights = [-1] * len(positive) + [1] * len(negative)
    return total(reader, weights, [*positive, *negative], "<=", len(negative) - 1)


def _among(reader: FlatVariables, arguments: list[Any]) -> Truth:
    value, allowed = reader.value(arguments[0]), reader.values(arguments[1])
    if not isinstance(value, str):
        return value in allowed
    domain = reader.domains[value]
    kept = met(domain, allowed)
    if not kept or len(kept) == len(domain):
        return bool(kept) or not domain
    return kinds.Table((value,), [(one,) for one in kept])


def _all(reader: FlatVariables, arguments: list[Any]) -> Truth:
    scope = reader.items(arguments[0])
    return total(reader, [-1] * len(scope), scope, "<=", -len(scope))


def _any(reader: FlatVariables, arguments: list[Any]) -> Truth:
    return _clause(reader, [arguments[0], []])


def _both(reader: FlatVariables, arguments: list[Any]) -> Truth:
    return _all(reader, [arguments])


def _either(reader: FlatVariables, arguments: list[Any]) -> Truth:
    return _any(reader, [arguments])


CONDITIONS: Final[dict[str, Make]] = {
    "bool_clause": _clause,
    "bool_not": _unequal,
    "set_in": _among,
    **{f"int_{name}": partial(_compared, *sign) for name, sign in SIGNS.items()},
    **{f"bool_{name}": partial(_compared, *sign) for name, sign in SIGNS.items()},
    **{f"int_lin_{name}": partial(_linear, *sign) for name, sign in SIGNS.items()},
    **{f"bool_lin_{name}": partial(_linear, *sign) for name, sign in SIGNS.items()},
}

TRUTHS: Final[dict[str, Make]] = {
    "array_bool_and": _all,
    "array_bool_or": _any,
    "bool_and": _both,
    "bool_or": _either,
    "bool_xor": _unequal,
}
"""Conditions whose truth is the last argument, without a word about it in the name."""


def _required(make: Make, reader: FlatVariables, arguments: list[Any]) -> None:
    require(reader, make(reader, arguments))


def _told(tell: Callable[..., None], make: Make, reader: FlatVariables, arguments: list[Any]) -> None:
    *own, truth = arguments
    tell(reader, reader.value(truth), make(reader, own))


# -- functions -------------------------------------------------------------------------------------


def _sum(signs: tuple[int, ...], reader: FlatVariables, arguments: list[Any]) -> None:
    require(reader, total(reader, signs, map(reader.value, arguments), "==", 0))


def _xor(reader: FlatVariables, arguments: list[Any]) -> None:
    if len(arguments) > 1:
        _required(_unequal, reader, arguments) if len(arguments) == 2 else _told(
            equivalent, _unequal, reader, arguments
        )
        return
    items = Counter(reader.items(arguments[0]))
    scope = [item for item, often in items.items() if isinstance(item, str) and often % 2]
    odd = 1 - sum([item * often for item, often in items.items() if isinstance(item, int)]) % 2
    if scope:
        moves = {(state, value): state ^ value for state in (0, 1) for value in (0, 1)}
        reader.require(kinds.Regular(scope, moves, 0, {odd}))
    elif odd:
        reader.fail()


def _element(reader: FlatVariables, arguments: list[Any]) -> None:
    index, items, value = reader.value(arguments[0]), reader.items(arguments[1]), reader.value(arguments[2])
    reader.keep(index, range(1, len(items) + 1))
    places = reader.domain(index)
    if len(places) < 2:
        for place in places[: bool(items)]:
            if place in range(1, len(items) + 1):
                require(reader, total(reader, (1, -1), (items[place - 1], value), "==", 0))
        return
    if all(isinstance(items[place - 1], int) for place in places):
        reader.keep(value, tuple(sorted({int(items[place - 1]) for place in places})))
        wanted = reader.domain(value)
        rows = [(place, items[place - 1]) for place in places if items[place - 1] in wanted]
        if isinstance(value, int):
            reader.keep(index, tuple([place for place, _ in rows]))
        else:
            reader.require(kinds.Table((index, value), rows))
        return
    sequence = [kinds.Var(item) if isinstance(item, str) else item for item in (0, *items)]
    reader.require(kinds.Element(index, sequence, reader.variable(value)))


def builder(name: str) -> Post:
    """Takes in the constraints of a name.

    Raises:
        InputError: there is none.
    """
    post = BUILDERS.get(name)
    if post is None:
        base, _, how = name.rpartition("_")
        tell = {"reif": equivalent, "imp": imply}.get(how)
        make = CONDITIONS.get(base) or (TRUTHS.get(base) if how == "imp" else None)
        post = partial(_told, tell, make) if tell and make else _further(name)
        BUILDERS[name] = post
    return post


def _further(name: str) -> Post:
    from clew.exchange.flatzinc import calculating, global_constraints

    post = calculating.FUNCTIONS.get(name) or global_constraints.GLOBALS.get(name)
    if post is None:
        why = "clew has no floats" if "float" in name else "compile the model with clew's own library"
        raise InputError(f"clew has no constraint {name}: {why}")
    return post


BUILDERS: Final[dict[str, Post]] = {
    **{name: partial(_required, make) for name, make in CONDITIONS.items()},
    **{name: partial(_told, equivalent, make) for name, make in TRUTHS.items()},
    **{f"array_{kind}_element": _element for kind in ("bool", "int", "var_bool", "var_int")},
    "array_bool_xor": _xor,
    "bool_xor": _xor,
    "int_minus": partial(_sum, (1, -1, -1)),
    "int_negate": partial(_sum, (1, 1)),
    "int_plus": partial(_sum, (1, 1, -1)),
}
