"""Checks of values that were read from JSON: their type, their range and their shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite
from types import NoneType
from typing import Any, Final

DEEP: Final = 50
"""How deep tuples may lie in each other."""

LONGEST: Final = 10**15
"""Seconds are fewer."""

LARGEST: Final = 10**300
"""Nodes are fewer: a speed is a floating-point number."""

MOST: Final = 10**4000
"""Solutions are fewer: Python prints no longer numbers."""

Check = Callable[[Any], bool]


def typed(kind: type) -> Check:
    """Whether a value is of exactly this type: True is no number here."""
    return lambda value: type(value) is kind


is_none, is_flag, is_integer, is_text = map(typed, (NoneType, bool, int, str))


def is_natural(value: Any) -> bool:
    """Whether a value is a number of nodes: whole, from 0."""
    return type(value) is int and 0 <= value < LARGEST


def is_count(value: Any) -> bool:
    """Whether a value is a number of solutions: whole, from 0."""
    return type(value) is int and 0 <= value < MOST


def is_number(value: Any) -> bool:
    """Whether a value is a number of seconds, or another from 0."""
    return type(value) in (int, float) and 0 <= value < LONGEST


def is_plain(value: Any, depth: int = DEEP) -> bool:
    """Whether a value is one that `clew.checkpoint.encoding` writes: a number, a text, or a tuple of such."""
    if type(value) is dict:
        return depth > 0 and record_of(tuple=list_of(lambda part: is_plain(part, depth - 1)))(value)
    return value is None or type(value) in (bool, int, str) or (type(value) is float and isfinite(value))


def matches(pattern: str) -> Check:
    """Whether a value is a text that a regular expression matches."""
    found = re.compile(pattern, re.ASCII)
    return lambda value: type(value) is str and found.fullmatch(value) is not None


def one_of(*values: str) -> Check:
    """Whether a value is one of some texts."""
    return lambda value: type(value) is str and value in values


def either(*checks: Check) -> Check:
    """Whether one of some checks holds."""
    return lambda value: any(check(value) for check in checks)


def list_of(check: Check) -> Check:
    """Whether a value is a list, each of whose items passes a check."""
    return lambda value: type(value) is list and all(map(check, value))


def row_of(*checks: Check) -> Check:
    """Whether a value is a list with one item for each check, which passes it."""
    return lambda value: type(value) is list and len(value) == len(checks) and all_hold(checks, value)


def is_pair(value: Any) -> bool:
    """Whether a value is a list of two that `clew.checkpoint.encoding` writes."""
    return row_of(is_plain, is_plain)(value)


def all_hold(checks: Sequence[Check], values: Sequence[Any]) -> bool:
    """Whether each of some values passes its check."""
    return all(check(value) for check, value in zip(checks, values, strict=True))


def record_of(**checks: Check) -> Check:
    """Whether a value is an object with exactly these fields, each of which passes its check."""
    return lambda value: (
        type(value) is dict and value.keys() == checks.keys() and all(check(value[k]) for k, check in checks.items())
    )
