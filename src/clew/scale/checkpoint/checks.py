"""Shapes of values that were read from JSON: their type, their range and their parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import isfinite
from types import FunctionType, NoneType
from typing import Any, Final

DEEP: Final = 50
"""How deep tuples may lie in each other."""

LONGEST: Final = 10**15
"""Seconds are fewer."""

NODES: Final = range(10**300)
"""A speed is a floating-point number, so there are no more nodes."""

SOLUTIONS: Final = range(10**4000)
"""Python prints no longer numbers, so there are no more solutions."""


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has a shape.

    Args:
        value: the value.
        shape: None for none; a type for a value of exactly that one, so True is no number; a range of numbers; a
            pattern, or a set, of texts; a list of one shape for any number of values of it; a tuple of shapes for a
            list of one value each; a dictionary of shapes for an object with exactly these fields. Or a function
            that says whether the value is as it should be.
    """
    return FITS[type(shape)](value, shape)


FITS: Final[Mapping[type, Callable[[Any, Any], bool]]] = {
    NoneType: lambda value, shape: value is None,
    type: lambda value, kind: type(value) is kind,
    range: lambda value, numbers: type(value) is int and value in numbers,
    re.Pattern: lambda value, pattern: type(value) is str and pattern.fullmatch(value) is not None,
    frozenset: lambda value, texts: type(value) is str and value in texts,
    list: lambda value, each: type(value) is list and all(map(fits, value, each * len(value))),
    tuple: lambda value, each: type(value) is list and len(value) == len(each) and all(map(fits, value, each)),
    dict: lambda value, each: (
        type(value) is dict and value.keys() == each.keys() and all(fits(value[name], each[name]) for name in each)
    ),
    FunctionType: lambda value, check: check(value),
}
"""The check of a value for each kind of shape."""


def either(*shapes: Any) -> Callable[[Any], bool]:
    """Whether a value has one of some shapes."""
    return lambda value: any(fits(value, shape) for shape in shapes)


def is_number(value: Any) -> bool:
    """Whether a value is a number of seconds, or another from 0."""
    return type(value) in (int, float) and 0 <= value < LONGEST


def is_scalar(value: Any) -> bool:
    """Whether a value is none, a truth, a number or a text."""
    return value is None or type(value) in (bool, int, str) or (type(value) is float and isfinite(value))


def is_plain(value: Any, depth: int = DEEP) -> bool:
    """Whether a value is one that `clew.scale.checkpoint.encoding` writes: a scalar, or a tuple of such."""
    if type(value) is dict:
        return depth > 0 and fits(value, {"tuple": [lambda part: is_plain(part, depth - 1)]})
    return is_scalar(value)


PAIR: Final = (is_plain, is_plain)
"""Two values that `clew.scale.checkpoint.encoding` writes."""
