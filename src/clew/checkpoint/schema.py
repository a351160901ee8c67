"""The schema of a checkpoint: every entry and every row is checked here when it is read, before it is used.

A checkpoint may come from anywhere, damaged or made up, and a checksum is as easily made right as wrong. So no code
behind this module meets a value of another type, beyond its range or of another shape than clew writes. And a value
is data: no name in the file is imported, and no path in it is opened.

A weight is a fraction in hexadecimal digits, `1/2d0` for 1/720: only exact weights add up to exactly 1, and Python
reads any number of such digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any, Final

import attrs

from clew.outcome import Status
from clew.parallel.subtree import Expanded, Key, Part, Subtree
from clew.propagation.levels import LEVELS
from clew.search.value_order import VALUE_ORDERS
from clew.search.variable_order import VARIABLE_ORDERS

OPEN, FINISHED, CUT, STREAMED = STATES = range(4)
"""The states of a subtree: not searched yet; searched; cut into smaller ones; searched, its solutions written out."""

DEEP: Final = 50
"""How deep tuples may lie in each other."""

LONGEST: Final = 10**15
"""Seconds are fewer."""

LARGEST: Final = 10**300
"""Nodes are fewer: a speed is a floating-point number."""

MOST: Final = 10**4000
"""Solutions are fewer: Python prints no longer numbers."""


class Malformed(Exception):
    """A part of a checkpoint is not as clew writes it. Its text says which, in a few words for a message."""


# -- checks -----------------------------------------------------------------------------------------

Check = Callable[[Any], bool]


def _integer(value: Any) -> bool:
    return type(value) is int


def _natural(value: Any) -> bool:
    return type(value) is int and 0 <= value < LARGEST


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST


def _number(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < LONGEST


def _text(value: Any) -> bool:
    return type(value) is str


def _flag(value: Any) -> bool:
    return type(value) is bool


def _none(value: Any) -> bool:
    return value is None


def plain(value: Any, depth: int = DEEP) -> bool:
    """Whether a value is one that `clew.checkpoint.encoding` writes: a number, a text, or a tuple of such."""
    if type(value) is dict:
        return depth > 0 and _record(tuple=_list(lambda part: plain(part, depth - 1)))(value)
    return value is None or type(value) in (bool, int, str) or (type(value) is float and isfinite(value))


def _matches(pattern: str) -> Check:
    found = re.compile(pattern, re.ASCII)
    return lambda value: type(value) is str and found.fullmatch(value) is not None


def _one_of(*values: str) -> Check:
    return lambda value: type(value) is str and value in values


def _either(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


def _list(check: Check) -> Check:
    return lambda value: type(value) is list and all(map(check, value))


def _row(*checks: Check) -> Check:
    return lambda value: type(value) is list and len(value) == len(checks) and _all(checks, value)


def pair(value: Any) -> bool:
    """Whether a value is a list of two that `clew.checkpoint.encoding` writes."""
    return _row(plain, plain)(value)


def _all(checks: Sequence[Check], values: Sequence[Any]) -> bool:
    return all(check(value) for check, value in zip(checks, values, strict=True))


def _record(**checks: Check) -> Check:
    return lambda value: (
        type(value) is dict and value.keys() == checks.keys() and all(check(value[k]) for k, check in checks.items())
    )


_digest: Final = _matches("[0-9a-f]{64}")
_shape: Final = _matches("[0-9a-f]+/[1-9a-f][0-9a-f]*")


def _weight(value: Any) -> bool:
    return _shape(value) and weight_in(value) <= 1 and value == weight_text(weight_in(value))


# -- entries ----------------------------------------------------------------------------------------

_FUNCTION: Final = _record(function=_digest)
_MODEL: Final = _record(model=_text)
_INSTANCE: Final = _record(
    plugin=_either(_none, _text), name=_text, text=_either(_none, _text), parameters=_list(_row(_text, plain))
)

ABOUT: Final[Mapping[str, Check]] = {
    "identity": _record(
        version=_text,
        problem=_text,
        digest=_digest,
        question=_text,
        given=_list(pair),
        inference=_either(_none, _one_of(*LEVELS)),
        variable_order=_either(_none, _one_of(*VARIABLE_ORDERS), _FUNCTION),
        value_order=_either(_none, _one_of(*VALUE_ORDERS), _FUNCTION),
        seed=_either(_none, _integer, _text),
        verify=_either(_none, _flag),
        solutions=_either(_none, lambda value: _count(value) and value > 0),
        output=_flag,
    ),
    "remarks": _record(
        source=_either(_none, _MODEL, _INSTANCE),
        question=_text,
        strategy=_either(_none, _row(_text, _list(_row(_text, _either(_integer, _text))))),
        output=_either(_none, _text),
    ),
    "created": _number,
    "expanded": _either(_none, _record(nodes_per_level=_list(_natural), failures=_natural, weight=_weight)),
    "mark": _record(length=_natural, digest=_digest, lines=_count),
    "status": _one_of("", *(status.value for status in Status)),
    "run": _either(
        _record(),
        _record(host=_text, pid=_natural, began=_number, done=_number, nodes=_natural, seconds=_number, told=_number),
    ),
    "seconds": _number,
    "total": _natural,
}
"""The entries of a file about itself, by name."""


def entry(name: Any, text: Any) -> Any:
    """The value of an entry.

    Raises:
        Malformed: clew writes no such entry, or not with this value.
    """
    if name not in ABOUT:
        raise Malformed("an entry is none that clew writes")
    value = _parsed(text)
    if not ABOUT[name](value):
        raise Malformed(f"the entry {name} is not as clew writes it")
    return value


def _parsed(text: Any) -> Any:
    if type(text) is not str:
        raise Malformed("an entry or a row is not text")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("an entry or a row is not JSON") from None


def expanded_in(content: Mapping[str, Any] | None) -> Expanded | None:
    """The nodes expanded by cutting, from the entry of that name."""
    if content is None:
        return None
    return Expanded(tuple(content["nodes_per_level"]), content["failures"], weight_in(content["weight"]))


def expanded_entry(expanded: Expanded) -> dict[str, Any]:
    """The entry that says what cutting did."""
    return {**attrs.asdict(expanded), "weight": weight_text(expanded.weight)}


def weight_text(weight: Fraction) -> str:
    """A weight as text."""
    return f"{weight.numerator:x}/{weight.denominator:x}"


@lru_cache(maxsize=1024)
def weight_in(text: str) -> Fraction:
    """The weight that a text says. Many subtrees weigh the same."""
    above, _, below = text.partition("/")
    return Fraction(int(above, 16), int(below, 16))


# -- rows -------------------------------------------------------------------------------------------

Columns = tuple[int, str, int, str, int, str | None, str | None]
"""Of a subtree: part, path, multiplicity, weight, state, result, solutions."""

# A search by symmetry has several parts, and subtrees that stand for others: none is kept.
_COLUMNS: Final[tuple[Check, ...]] = (
    lambda part: type(part) is int and part == 0,
    _matches(r"((0|[1-9]\d{0,17})(\.(0|[1-9]\d{0,17}))*)?"),
    lambda multiplicity: type(multiplicity) is int and multiplicity == 1,
    lambda value: _weight(value) and value != "0/1",
    lambda value: type(value) is int and value in STATES,
    _either(_none, _text),
    _either(_none, _text),
)

_RESULT: Final = _record(
    nodes_per_level=_list(_natural),
    failures=_natural,
    solutions=_count,
    exhausted=_flag,
    seconds=_number,
    kernel=_text,
    worker=_text,
)

_SOLUTIONS: Final = _list(lambda solution: type(solution) is list)  # their values are checked with the domains at hand


@attrs.frozen
class Row:
    """The row of a subtree.

    Attributes:
        subtree: which one.
        state: one of `STATES`.
        result: the fields of a `Part`, but for its subtree and its payload, if it was searched.
        solutions: as `clew.checkpoint.encoding` writes them, if they are kept here.
    """

    subtree: Subtree
    state: int = OPEN
    result: Mapping[str, Any] | None = None
    solutions: list[Any] | None = None

    @classmethod
    def of(cls, columns: Sequence[Any]) -> Row:
        """The row that some columns hold.

        Raises:
            Malformed: clew writes no such row.
        """
        if not _all(_COLUMNS, columns):
            raise Malformed("a row is none that clew writes")
        part, path, multiplicity, weight, state, *results = columns
        subtree = Subtree(key_of(part, path)[1], part, multiplicity, weight_in(weight))
        result, solutions = (None if text is None else _parsed(text) for text in results)
        if not (_RESULT if state in (FINISHED, STREAMED) else _none)(result):
            raise Malformed(f"the result of subtree {subtree.name} is not as clew writes it")
        if solutions is not None and not (state == FINISHED and _SOLUTIONS(solutions)):
            raise Malformed(f"the solutions of subtree {subtree.name} are not as clew writes them")
        return cls(subtree, state, result, solutions)

    @property
    def columns(self) -> Columns:
        """The columns that hold it."""
        subtree = self.subtree
        part, path = place_of(subtree.key)
        result, solutions = (None if part is None else json.dumps(part) for part in (self.result, self.solutions))
        return part, path, subtree.multiplicity, weight_text(subtree.weight), self.state, result, solutions

    def part(self, payload: Any) -> Part:
        """The result of the search.

        Args:
            payload: the solutions or their number, for the strategy.
        """
        result = dict(self.result or {})
        levels = tuple(result.pop("nodes_per_level"))
        return Part(subtree=self.subtree, nodes_per_level=levels, payload=payload, **result)


def key_of(part: int, path: str) -> Key:
    """The key of a subtree, from its columns."""
    return part, tuple(map(int, path.split("."))) if path else ()


def place_of(key: Key) -> tuple[int, str]:
    """The columns of a subtree's key."""
    return key[0], ".".join(map(str, key[1]))
