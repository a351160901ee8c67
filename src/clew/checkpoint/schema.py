"""The schema of a checkpoint: every entry and every row is checked here when it is read, before it is used.

A checkpoint may come from anywhere, damaged or made up, and a checksum is as easily made right as wrong. So no code
behind this module meets a value of another type, beyond its range or of another shape than clew writes. And a value
is data: no name in the file is imported, and no path in it is opened.

A weight is a fraction in hexadecimal digits, `1/2d0` for 1/720: only exact weights add up to exactly 1, and Python
reads any number of such digits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import attrs

from clew.checkpoint.checks import (
    Check,
    all_hold,
    either,
    is_count,
    is_flag,
    is_integer,
    is_natural,
    is_none,
    is_number,
    is_pair,
    is_plain,
    is_text,
    list_of,
    matches,
    one_of,
    record_of,
    row_of,
)  # fmt: skip
from clew.outcome import Status
from clew.parallel.subtree import Expanded, Key, Subtree, SubtreeResult
from clew.propagation.levels import LEVELS
from clew.search.value_order import VALUE_ORDERS
from clew.search.variable_order import VARIABLE_ORDERS

OPEN, FINISHED, CUT, STREAMED = STATES = range(4)
"""The states of a subtree: not searched yet; searched; cut into smaller ones; searched, its solutions written out."""


class Malformed(Exception):
    """A part of a checkpoint is not as clew writes it. Its text says which, in a few words for a message."""


_digest: Final = matches("[0-9a-f]{64}")
_shape: Final = matches("[0-9a-f]+/[1-9a-f][0-9a-f]*")


def _weight(value: Any) -> bool:
    return _shape(value) and weight_in(value) <= 1 and value == weight_text(weight_in(value))


# -- entries ----------------------------------------------------------------------------------------

_FUNCTION: Final = record_of(function=_digest)
_MODEL: Final = record_of(model=is_text)
_INSTANCE: Final = record_of(
    plugin=either(is_none, is_text),
    name=is_text,
    text=either(is_none, is_text),
    parameters=list_of(row_of(is_text, is_plain)),
)

ABOUT: Final[Mapping[str, Check]] = {
    "identity": record_of(
        version=is_text,
        problem=is_text,
        digest=_digest,
        question=is_text,
        given=list_of(is_pair),
        inference=either(is_none, one_of(*LEVELS)),
        variable_order=either(is_none, one_of(*VARIABLE_ORDERS), _FUNCTION),
        value_order=either(is_none, one_of(*VALUE_ORDERS), _FUNCTION),
        seed=either(is_none, is_integer, is_text),
        verify=either(is_none, is_flag),
        solutions=either(is_none, lambda value: is_count(value) and value > 0),
        output=is_flag,
    ),
    "remarks": record_of(
        source=either(is_none, _MODEL, _INSTANCE),
        question=is_text,
        strategy=either(is_none, row_of(is_text, list_of(row_of(is_text, either(is_integer, is_text))))),
        output=either(is_none, is_text),
    ),
    "created": is_number,
    "expanded": either(is_none, record_of(nodes_per_level=list_of(is_natural), failures=is_natural, weight=_weight)),
    "mark": record_of(length=is_natural, digest=_digest, lines=is_count),
    "status": one_of("", *(status.value for status in Status)),
    "run": either(
        record_of(),
        record_of(
            host=is_text,
            pid=is_natural,
            began=is_number,
            done=is_number,
            nodes=is_natural,
            seconds=is_number,
            told=is_number,
        ),
    ),
    "seconds": is_number,
    "total": is_natural,
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
    matches(r"((0|[1-9]\d{0,17})(\.(0|[1-9]\d{0,17}))*)?"),
    lambda multiplicity: type(multiplicity) is int and multiplicity == 1,
    lambda value: _weight(value) and value != "0/1",
    lambda value: type(value) is int and value in STATES,
    either(is_none, is_text),
    either(is_none, is_text),
)

_RESULT: Final = record_of(
    nodes_per_level=list_of(is_natural),
    failures=is_natural,
    solutions=is_count,
    exhausted=is_flag,
    seconds=is_number,
    kernel=is_text,
    worker=is_text,
)

_SOLUTIONS: Final = list_of(
    lambda solution: type(solution) is list
)  # their values are checked with the domains at hand


@attrs.frozen
class Row:
    """The row of a subtree.

    Attributes:
        subtree: which one.
        state: one of `STATES`.
        result: the fields of a `SubtreeResult`, but for its subtree and its payload, if it was searched.
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
        if not all_hold(_COLUMNS, columns):
            raise Malformed("a row is none that clew writes")
        part, path, multiplicity, weight, state, *results = columns
        subtree = Subtree(key_of(part, path)[1], part, multiplicity, weight_in(weight))
        result, solutions = (None if text is None else _parsed(text) for text in results)
        if not (_RESULT if state in (FINISHED, STREAMED) else is_none)(result):
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

    def searched(self, payload: Any) -> SubtreeResult:
        """The result of the search.

        Args:
            payload: the solutions or their number, for the strategy.
        """
        result = dict(self.result or {})
        levels = tuple(result.pop("nodes_per_level"))
        return SubtreeResult(subtree=self.subtree, nodes_per_level=levels, payload=payload, **result)


def key_of(part: int, path: str) -> Key:
    """The key of a subtree, from its columns."""
    return part, tuple(map(int, path.split("."))) if path else ()


def place_of(key: Key) -> tuple[int, str]:
    """The columns of a subtree's key."""
    return key[0], ".".join(map(str, key[1]))
