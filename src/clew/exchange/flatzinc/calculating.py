"""Products, quotients, remainders, powers, the largest and the smallest.

FlatZinc divides toward zero, and a remainder has the sign of the dividend; Python rounds down.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from clew.constraints.expressions import Expression, Max, Min, Var
from clew.constraints.table import Predicate
from clew.exchange.flatzinc.truths import require, total
from clew.exchange.flatzinc.variables import FlatVariables, Value

Number = Any
"""A number, or an expression."""


def _term(value: Value) -> Number:
    return Var(value) if isinstance(value, str) else value


def _is(reader: FlatVariables, found: Number, value: Value) -> None:
    """A number, or an expression, is the value of a variable or a constant."""
    if isinstance(found, Expression):
        reader.require(found == _term(value))
    else:
        reader.keep(value, (found,))


def _times(reader: FlatVariables, arguments: list[Any]) -> None:
    one, other, product = map(reader.value, arguments)
    for factor, variable in ((one, other), (other, one)):
        if not isinstance(factor, str):
            require(reader, total(reader, (factor, -1), (variable, product), "==", 0))
            return
    _is(reader, _term(one) * _term(other), product)


def _most(number: Number, least: int) -> Number:
    return Max(number, least) if isinstance(number, Expression) else max(number, least)


def _magnitude(reader: FlatVariables, value: Value) -> Number:
    """A number without its sign."""
    low, high = reader.ends(value)
    return _term(value) if low >= 0 else -_term(value) if high <= 0 else abs(_term(value))


def _signed(reader: FlatVariables, value: Value, function: Callable[[Number], Number]) -> Number:
    """A function of a number without its sign, with the sign of the number."""
    low, high = reader.ends(value)
    if low >= 0 or high <= 0:
        return function(_term(value)) if low >= 0 else -function(-_term(value))
    return function(_most(_term(value), 0)) - function(_most(-_term(value), 0))


def _divided(remains: bool, reader: FlatVariables, arguments: list[Any]) -> None:
    """The quotient of two numbers, or the remainder, and the divisor is not 0."""
    one, other, result = map(reader.value, arguments)
    require(reader, total(reader, (1,), (other,), "!=", 0))
    if other == 0:
        return
    low, high = reader.ends(other)
    divisor = _magnitude(reader, other) if low > 0 or high < 0 else _most(_magnitude(reader, other), 1)
    if remains:
        _is(reader, _signed(reader, one, lambda part: part % divisor), result)
    elif low > 0 or high < 0:
        found = _signed(reader, one, lambda part: part // divisor)
        _is(reader, found if low > 0 else -found, result)
    else:
        _is(reader, _magnitude(reader, one) // divisor - _magnitude(reader, result), 0)
        if 0 not in (one, result):
            signs = _term(one) * _term(other) * _term(result)
            reader.require(signs >= 0)


def _power(reader: FlatVariables, arguments: list[Any]) -> None:
    base, exponent, result = map(reader.value, arguments)
    if reader.ends(exponent)[0] >= 0 and reader.ends(exponent)[1] <= 62:
        _is(reader, _term(base) ** _term(exponent), result)
    else:
        scope = [reader.variable(value) for value in (base, exponent, result)]
        reader.require(Predicate(_is_power, [*map(Var, scope)]))


def _is_power(base: int, exponent: int, result: int) -> bool:
    """In MiniZinc a power with a negative exponent is 1 divided by the power: undefined for 0, and rounded to 0."""
    if exponent < 0 and abs(base) != 1:
        return result == 0 != base
    return bool(result == base ** abs(exponent))


def _extreme(of: Callable[..., Expression], reader: FlatVariables, arguments: list[Any]) -> None:
    """The largest or the smallest of two numbers, or of an array, before which the result stands."""
    result, array = (arguments[2], arguments[:2]) if arguments[2:] else arguments
    parts = [*map(_term, dict.fromkeys(reader.items(array)))]
    if parts:
        _is(reader, of(parts), reader.value(result))
    else:
        reader.fail()


def _absolute(reader: FlatVariables, arguments: list[Any]) -> None:
    one, result = map(reader.value, arguments)
    _is(reader, _magnitude(reader, one), result)


FUNCTIONS: Final[dict[str, Callable[[FlatVariables, list[Any]], None]]] = {
    "array_int_maximum": partial(_extreme, Max),
    "array_int_minimum": partial(_extreme, Min),
    "int_abs": _absolute,
    "int_div": partial(_divided, False),
    "int_max": partial(_extreme, Max),
    "int_min": partial(_extreme, Min),
    "int_mod": partial(_divided, True),
    "int_pow": _power,
    "int_pow_fixed": _power,
    "int_times": _times,
}
