"""Values in JSON: numbers, text, truth values and None as they are, tuples as lists, fractions as objects.

So reading a value back gives an equal one of the same type, and nothing is ever evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from clew.constraints.trees import LEAVES, OPERATORS, Tree
from clew.errors import InputError, OptionError, shown


def encoded(value: Any) -> Any:
    """A name or a value as JSON has it.

    Raises:
        OptionError: JSON has nothing of this kind.
    """
    kind = type(value)
    if value is None or kind in (int, str, bool) or (kind is float and isfinite(value)):
        return value
    if kind is tuple:
        return list(map(encoded, value))
    if kind is Fraction:
        return {"fraction": [value.numerator, value.denominator]}
    raise OptionError(f"{shown(value)} cannot be written as JSON: use numbers, text or tuples of them")


def decoded(content: Any) -> Any:
    """The value that `encoded` wrote in this way.

    Raises:
        InputError: there is no such value.
    """
    if isinstance(content, list):
        return tuple(map(decoded, content))
    if not isinstance(content, dict):
        return content
    match content:
        case {"fraction": [int(numerator), int(denominator)], **rest} if denominator and not rest:
            return Fraction(numerator, denominator)
    raise InputError(f"{shown(content)} is no value: write a number, a text, a list of values or a fraction")


def decoded_tree(content: Any, variables: int) -> Tree:
    """The expression that nested lists describe: nothing but places in a scope, numbers and known operators.

    Args:
        content: the lists.
        variables: how many variables the scope has.

    Raises:
        InputError: they describe no expression.
    """
    match content:
        case ["variable", int(place)] if 0 <= place < variables:
            return ("variable", place)
        case ["constant", constant]:
            return ("constant", number(constant))
        case ["abs", part]:
            return ("abs", decoded_tree(part, variables))
        case [str(kind), _, _, *_] if kind in OPERATORS and kind not in LEAVES:
            return (kind, *(decoded_tree(part, variables) for part in content[1:]))
    raise InputError(f"{shown(content)} is no expression")


def number(content: Any) -> Any:
    """The value that `encoded` wrote in this way, if one may calculate with it.

    Raises:
        InputError: it is no number.
    """
    value = decoded(content)
    if not isinstance(value, (int, float, Fraction)):
        raise InputError(f"{shown(value)} is no number")
    return value


class Fields:
    """The fields of a JSON object, each to be taken once; one that is not taken is rejected.

    Args:
        content: the object.
        domains: the variables read so far, with their values.
    """

    def __init__(self, content: Any, domains: Mapping[Any, tuple[Any, ...]] | None = None) -> None:
        if not isinstance(content, dict):
            raise InputError(f"{shown(content)} is no object")
        self.left: dict[str, Any] = dict(content)
        self.domains = domains or {}

    def __contains__(self, field: str) -> bool:
        return field in self.left

    def take(self, field: str, kind: type = object) -> Any:
        """The content of a field."""
        if field not in self.left:
            raise InputError(f"the field {field!r} is missing")
        content = self.left.pop(field)
        if not isinstance(content, kind) or (kind is int and isinstance(content, bool)):
            article = {list: "a list", str: "a text", bool: "true or false", int: "a whole number"}[kind]
            raise InputError(f"{field} must be {article}, not {shown(content)}")
        return content

    def each(self, field: str, read: Callable[[Any], Any] = decoded) -> tuple[Any, ...]:
        """A list, each part of which is read by itself."""
        return tuple(read(part) for part in self.take(field, list))

    def others(self, field: str) -> tuple[Any, ...]:
        """A list of values that may be left out if there are none."""
        return self.each(field) if field in self.left else ()

    def names(self, field: str = "scope") -> tuple[Any, ...]:
        """A list of variables."""
        return self.each(field, self.name)

    def number(self, field: str) -> Any:
        """A number."""
        return number(self.take(field))

    def numbers(self, field: str) -> tuple[Any, ...]:
        """A list of numbers."""
        return self.each(field, number)

    def name(self, content: Any) -> Any:
        """A variable, which must be one that there is."""
        name = decoded(content)
        if name not in self.domains:
            raise InputError(f"there is no variable {shown(name)}")
        return name

    def end(self) -> None:
        """Check that all fields were taken."""
        for field in self.left:
            raise InputError(f"there is no field {shown(field)} here")


def row(content: Any, length: int) -> tuple[Any, ...]:
    """A list of values, so many of them."""
    if not isinstance(content, list) or len(content) != length:
        raise InputError(f"{shown(content)} must be a list of {length} values")
    return tuple(map(decoded, content))


def rows(contents: Iterable[Any]) -> list[Any]:
    """Lists of values as JSON has them."""
    return [list(map(encoded, values)) for values in contents]
