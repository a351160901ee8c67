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
from clew.reference.search.phases import ORDERS, PHASE_VALUES
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import VARIABLE_ORDERS
from clew.scale.parallel.subtree import Expanded, Key, Subtree, SubtreeResult
from clew.state.levels import LEVELS

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
    match shape:
        case range():
            return type(value) is int and value in shape
        case type():
            return type(value) is shape
        case re.Pattern():
            return type(value) is str and shape.fullmatch(value) is not None
        case frozenset():
            return type(value) is str and value in shape
        case list():
            return type(value) is list and all(map(fits, value, shape * len(value)))
        case tuple():
            return type(value) is list and len(value) == len(shape) and all(map(fits, value, shape))
        case dict():
            has_fields = type(value) is dict and value.keys() == shape.keys()
            return has_fields and all(fits(value[name], shape[name]) for name in shape)
        case None:
            return value is None
    return bool(shape(value))


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


# -- entries ----------------------------------------------------------------------------------------

Entries = Mapping[str, Any]
"""Values by name, as JSON has them."""

OPEN, FINISHED, CUT, STREAMED = STATES = range(4)
"""The states of a subtree: not searched yet; searched; cut into smaller ones; searched, its solutions written out."""


class Malformed(Exception):
    """A part of a checkpoint is not as clew writes it. Its text says which, in a few words for a message."""


_DIGEST: Final = re.compile("[0-9a-f]{64}")
_WEIGHT: Final = re.compile("[0-9a-f]+/[1-9a-f][0-9a-f]*")


def _is_weight(value: Any) -> bool:
    return fits(value, _WEIGHT) and weight_in(value) <= 1 and value == weight_text(weight_in(value))


_FUNCTION: Final = {"function": _DIGEST}
_TEXT_OR_NONE: Final = either(None, str)
_INSTANCE: Final = {"plugin": _TEXT_OR_NONE, "name": str, "text": _TEXT_OR_NONE, "parameters": [(str, is_plain)]}

_PHASE: Final = ([NODES], either(None, frozenset(ORDERS)), either(None, frozenset(PHASE_VALUES)))
_IDENTITY: Final[Entries] = {
    "version": str,
    "problem": str,
    "digest": _DIGEST,
    "question": str,
    "given": [PAIR],
    "inference": either(None, frozenset(LEVELS)),
    "variable_order": either(None, frozenset(VARIABLE_ORDERS), _FUNCTION),
    "value_order": either(None, frozenset(VALUE_ORDERS), _FUNCTION),
    "seed": either(None, int, str),
    "verify": either(None, bool),
    "solutions": either(None, SOLUTIONS[1:]),
    "output": bool,
}

ABOUT: Final[Entries] = {
    "identity": either(_IDENTITY, {**_IDENTITY, "search": either(None, [_PHASE])}),  # files of version 0.1 have none
    "remarks": {
        "source": either(None, {"model": str}, _INSTANCE),
        "question": str,
        "strategy": either(None, (str, [(str, either(int, str))])),
        "output": _TEXT_OR_NONE,
    },
    "created": is_number,
    "expanded": either(None, {"nodes_per_level": [NODES], "failures": NODES, "weight": _is_weight}),
    "mark": {"length": NODES, "digest": _DIGEST, "lines": SOLUTIONS},
    "status": frozenset({"", *(status.value for status in Status)}),
    "run": either(
        {},
        {
            "host": str,
            "pid": NODES,
            "began": is_number,
            "done": is_number,
            "nodes": NODES,
            "seconds": is_number,
            "told": is_number,
        },
    ),
    "seconds": is_number,
    "total": NODES,
}
"""The shapes of the entries of a file about itself, by name (see `fits`)."""


def entry(name: Any, text: Any) -> Any:
    """The value of an entry.

    Raises:
        Malformed: clew writes no such entry, or not with this value.
    """
    if name not in ABOUT:
        raise Malformed("an entry is none that clew writes")
    value = _parsed(text)
    if not fits(value, ABOUT[name]):
        raise Malformed(f"the entry {name} is not as clew writes it")
    return value


def _parsed(text: Any) -> Any:
    if type(text) is not str:
        raise Malformed("an entry or a row is not text")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("an entry or a row is not JSON") from None


def expanded_in(content: Entries | None) -> Expanded | None:
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

# A search by symmetry has several parts, and subtrees that stand for others: none is kept.
_COLUMNS: Final = (
    range(1),
    re.compile(r"((0|[1-9]\d{0,17})(\.(0|[1-9]\d{0,17}))*)?", re.ASCII),
    range(1, 2),
    lambda value: _is_weight(value) and value != "0/1",
    range(len(STATES)),
    _TEXT_OR_NONE,
    _TEXT_OR_NONE,
)

_RESULT: Final = {
    "nodes_per_level": [NODES],
    "failures": NODES,
    "solutions": SOLUTIONS,
    "exhausted": bool,
    "seconds": is_number,
    "kernel": str,
    "worker": str,
}


@attrs.frozen
class Row:
    """The row of a subtree.

    Attributes:
        subtree: which one.
        state: one of `STATES`.
        result: of the search, if it was searched; its payload are the solutions as `clew.scale.checkpoint.encoding`
            writes them, if they are kept here, and None otherwise.
    """

    subtree: Subtree
    state: int = OPEN
    result: SubtreeResult | None = None

    @classmethod
    def of(cls, columns: Sequence[Any]) -> Row:
        """The row that some columns hold.

        Raises:
            Malformed: clew writes no such row.
        """
        if not fits(list(columns), _COLUMNS):
            raise Malformed("a row is none that clew writes")
        part, path, multiplicity, weight, state, *results = columns
        ranks = tuple(map(int, path.split("."))) if path else ()
        subtree = Subtree(ranks, part, multiplicity, weight_in(weight))
        fields, solutions = (None if text is None else _parsed(text) for text in results)
        if not fits(fields, _RESULT if state in (FINISHED, STREAMED) else None):
            raise Malformed(f"the result of subtree {subtree.name} is not as clew writes it")
        # their values are checked with the domains at hand
        if solutions is not None and not (state == FINISHED and fits(solutions, [list])):
            raise Malformed(f"the solutions of subtree {subtree.name} are not as clew writes them")
        if fields is None:
            return cls(subtree, state)
        fields["nodes_per_level"] = tuple(fields["nodes_per_level"])
        return cls(subtree, state, SubtreeResult(subtree=subtree, payload=solutions, **fields))

    @property
    def columns(self) -> tuple[Any, ...]:
        """The columns that hold it: part, path, multiplicity, weight, state, result, solutions."""
        subtree, result = self.subtree, self.result
        contents: tuple[Any, Any] = (None, None)
        if result is not None:
            own = attrs.filters.include(*_RESULT)
            contents = attrs.asdict(result, recurse=False, filter=own), result.payload
        found = (None if content is None else json.dumps(content) for content in contents)
        return *place_of(subtree.key), subtree.multiplicity, weight_text(subtree.weight), self.state, *found


def place_of(key: Key) -> tuple[int, str]:
    """The columns of a subtree's key."""
    return key[0], ".".join(map(str, key[1]))
