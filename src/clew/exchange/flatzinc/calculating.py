"""Products, quotients, remainders, powers, the largest and the smallest.

FlatZinc divides toward zero, and a remainder has the sign of the dividend; Python rounds down.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.arithmetic import Comparison
from clew.constraints.expressions import Expression, Max, Min, Var
from clew.constraints.table import Predicate
from clew.exchange.flatzinc.truths import require, total

if TYPE_CHECKING:
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


def _most(number: Number, least: int) -> Number:
    return Max(number, least) if isinstance(number, Expression) else max(number, least)


def _times(reader: FlatVariables, arguments: list[Any]) -> None:
    one, other, product = map(reader.value, arguments)
    for factor, variable in ((one, other), (other, one)):
        if not isinstance(factor, str):
            require(reader, total(reader, (factor, -1), (variable, product), "==", 0))
            return
    _is(reader, _term(one) * _term(other), product)


def _divisor(reader: FlatVariables, value: Value) -> Number | None:
    """The divisor without its sign, which is never 0; None if there is nothing to divide by."""
    if not reader.drop(value, 0):
        reader.require(Comparison((value,), "!=", 0))
    if value == 0:
        return None
    return _term(value) if reader.ends(value)[0] > 0 else _most(abs(_term(value)), 1)


def _quotient(reader: FlatVariables, arguments: list[Any]) -> None:
    one, other, result = map(reader.value, arguments)
    divisor = _divisor(reader, other)
    if divisor is None:
        return
    low, high = reader.ends(other)
    dividend = _term(one)
    if low > 0 or high < 0:
        sign = 1 if low > 0 else -1
        found = dividend // divisor if reader.ends(one)[0] >= 0 else _parted(dividend, lambda part: part // divisor)
        _is(reader, sign * found if sign < 0 else found, result)
        return
    _is(reader, abs(dividend) // divisor - abs(_term(result)), 0)
    if 0 not in (one, result):
        signs = dividend * _term(other) * _term(result)
        reader.require(signs >= 0)


def _parted(number: Number, function: Callable[[Number], Number]) -> Number:
    """A function of the number without its sign, with the sign of the number."""
    return function(_most(number, 0)) - function(_most(-number, 0))


def _remainder(reader: FlatVariables, arguments: list[Any]) -> None:
    one, other, result = map(reader.value, arguments)
    divisor = _divisor(reader, other)
    if divisor is not None:
        is_positive = reader.ends(one)[0] >= 0
        found = _term(one) % divisor if is_positive else _parted(_term(one), lambda part: part % divisor)
        _is(reader, found, result)


def power(base: int, exponent: int) -> int | None:
    """A power as MiniZinc has it: with a negative exponent, 1 divided by the power; None if that is undefined."""
    if exponent >= 0:
        return int(base**exponent)
    if base in (-1, 1):
        return base if exponent % 2 else 1
    return 0 if base else None


def _power(reader: FlatVariables, arguments: list[Any]) -> None:
    base, exponent, result = map(reader.value, arguments)
    if isinstance(base, int) and isinstance(exponent, int):
        found = power(base, exponent)
        reader.fail() if found is None else reader.keep(result, (found,))
    elif reader.ends(exponent)[0] >= 0 and reader.ends(exponent)[1] <= 62:
        _is(reader, _term(base) ** _term(exponent), result)
    else:
        scope = [reader.variable(value) for value in (base, exponent, result)]
        reader.require(Predicate(_is_power, [*map(Var, scope)]))


def _is_power(base: int, exponent: int, result: int) -> bool:
    return power(base, exponent) == result


def _extreme(of: Callable[..., Expression], reader: FlatVariables, arguments: list[Any]) -> None:
    """The largest or the smallest of two numbers, or of an array, before which the result stands."""
    if len(arguments) > 2:
        *items, result = map(reader.value, arguments)
    else:
        result, items = reader.value(arguments[0]), reader.items(arguments[1])
    variables = dict.fromkeys(item for item in items if isinstance(item, str))
    constants = [item for item in items if isinstance(item, int)]
    best = [(max if of is Max else min)(constants)] if constants else []
    if variables:
        _is(reader, of([*map(Var, variables), *best]), result)
    elif best:
        reader.keep(result, (best[0],))
    else:
        reader.fail()


def _absolute(reader: FlatVariables, arguments: list[Any]) -> None:
    one, result = map(reader.value, arguments)
    _is(reader, abs(_term(one)), result)


FUNCTIONS: Final[dict[str, Callable[[FlatVariables, list[Any]], None]]] = {
    "array_int_maximum": partial(_extreme, Max),
    "array_int_minimum": partial(_extreme, Min),
    "int_abs": _absolute,
    "int_div": _quotient,
    "int_max": partial(_extreme, Max),
    "int_min": partial(_extreme, Min),
    "int_mod": _remainder,
    "int_pow": _power,
    "int_pow_fixed": _power,
    "int_times": _times,
}
