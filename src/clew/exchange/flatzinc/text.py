"""FlatZinc as text, brought into the data that its JSON form has; only annotations of constraints are left out.

The grammar is that of the MiniZinc handbook, Specification of FlatZinc. One regular expression finds the parts of each
item. The expressions of all items are made JSON together: numbers, commas and brackets stand for themselves there, and
Python's parser of JSON finds what is nested. Sets, strings and calls are dictionaries with one key, or two.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Final

from clew.errors import InputError, shown

STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
NOTES: Final = rf'(?:::[^=;"]*(?:{STRING}[^=;"]*)*)?'
"""Annotations."""

ITEM: Final = re.compile(
    rf'\s*(?:constraint\s+(\w+)\s*\(([^()";]*)\)\s*{NOTES}|([^:;"()]+):\s*(\w+)\s*({NOTES})(?:=([^;"()]*))?|'
    rf'([^;"]*(?:{STRING}[^;"]*)*|[^;]*));'
)
"""A constraint with its arguments; or a type, a name, annotations and a value; or any other item."""

SOLVE: Final = re.compile(rf"\Asolve\s*({NOTES})\b(satisfy|minimize|maximize)\b(.*)", re.DOTALL)
TYPE: Final = re.compile(r"\A(array\s*\[[^]]*\]\s*of\s+)?(var\s+)?(set\s+of\s+)?(\w+|\{[^}]*\}|\S+\s*\.\.\s*\S+)\s*\Z")

NUMBER: Final = r"-?\d[\w+-]*(?:\.\d[\w+-]*)?"
SPECIAL: Final = rf"(\w+)\s*\(|\)|{STRING}|\{{[^}}]*\}}|{NUMBER}\s*\.\.\s*{NUMBER}|\b0[xo]\w+"
"""All that is something else in JSON, except for names, which have quotes there."""

MARKS: Final = "..", "{", "(", "0x", "0o", '"'
"""One of them is in any text that has something special."""

ENDS: Final = {")": "]}", '"': '{string:""}'}
NAME: Final = re.compile(r"([A-Za-z_](?<!\d[A-Za-z_])\w*)")
COMMENT: Final = rf"({STRING})|%.*"


def parsed(text: str) -> dict[str, Any]:
    """A model in FlatZinc as the data of its JSON form.

    Raises:
        InputError: it is no FlatZinc; the message names the line.
    """
    if "%" in text:
        text = re.sub(COMMENT, lambda found: found[1] or "", text)
    try:
        made = _taken(ITEM.findall(text))
    except (InputError, LookupError, TypeError, ValueError):
        for found in ITEM.finditer(text):
            _check(text, found)
        raise
    if text.rstrip()[-1:] not in ("", ";"):
        raise _wrong(text.rstrip(), "it ends early")
    if "solve" not in made:
        raise InputError("there is no solve item: the model is not whole")
    return made


def _wrong(before: str, why: object) -> InputError:
    return InputError(f"line {before.count(chr(10)) + 1}: {why}")


def _check(text: str, found: re.Match[str]) -> None:
    """Check an item by itself, so that an error names its line."""
    try:
        _taken([found.groups("")])
    except (InputError, LookupError, TypeError, ValueError) as error:
        item = found[0].lstrip()
        why = error if isinstance(error, InputError) else f"{shown(item)} is no item of FlatZinc"
        raise _wrong(text[: found.end() - len(item)], why) from None


def _taken(items: list[tuple[str | Any, ...]]) -> dict[str, Any]:
    """The data of some items, each the groups of `ITEM`."""
    calls = [item[:2] for item in items if item[0]]
    arguments = _values([text for _, text in calls])
    made: dict[str, Any] = {"variables": {}, "arrays": {}, "output": []}
    made["constraints"] = [{"id": name, "args": own} for (name, _), own in zip(calls, arguments, strict=True)]
    values = iter(_values([value for *_, value, _ in items if value]))
    for call, _, head, name, notes, value, other in items:
        if name:
            is_array, is_variable, one = _typed(head)
            one = {**one, "ann": _annotations(notes)}
            if value:
                (one["a" if is_array else "rhs"],) = next(values)
            elif is_array or not is_variable:
                raise InputError(f"{name} has no value")
            made["arrays" if is_array else "variables"][name] = one
            if re.search(r"\boutput_(array|var)\b", notes):
                made["output"].append(name)
        elif not call and not other.startswith("predicate"):
            ((notes, method, aim),) = SOLVE.findall(other)
            made["solve"] = {"ann": _annotations(notes), "method": method}
            if method != "satisfy":
                ((made["solve"]["objective"],),) = _values([aim])
    return made


# -- parts of items ----------------------------------------------------------------------------------


def _values(texts: list[str]) -> list[Any]:
    """The values of some texts, each with commas between: no bracket of a text goes with those around it.

    Raises:
        ValueError: one is no row of expressions.
    """
    plain = [re.sub(SPECIAL, _plain, text) if any(map(text.__contains__, MARKS)) else text for text in texts]
    quoted = '"'.join(NAME.split("]],[[".join(plain))).replace('"true"', "true").replace('"false"', "false")
    return [one for (one,) in json.loads(f"[[[{quoted}]]]")] if texts else []


def _plain(found: re.Match[str]) -> str:
    """The JSON of what is written in another way there, names without quotes; strings, which say nothing, are empty."""
    token = found[0]
    if found[1] or token[0] in ENDS:
        return f"{{id:{found[1]},args:[" if found[1] else ENDS[token[0]]
    return str(int(token, 0)) if token.isalnum() else f"{{set:{json.dumps(_parts(token))}}}"


def _parts(token: str) -> list[list[int | float]]:
    """The parts of a set, each from one number to another."""
    if token[0] != "{":
        return [[*map(_number, token.split(".."))]]
    numbers = token[1:-1].strip()
    return [[number, number] for number in map(_number, numbers.split(",") if numbers else ())]


def _number(token: str) -> int | float:
    return float(token) if re.search(r"[.eE]", token) and "x" not in token else int(token, 0)


@cache
def _annotations(notes: str) -> list[Any]:
    rows = _values([re.sub(rf"({STRING})|::", lambda found: found[1] or ",", f"0{notes}")])
    return [*rows[0][1:]]


@cache
def _typed(head: str) -> tuple[bool, bool, dict[str, Any]]:
    """Whether it is an array, whether it is variable, and a declaration with a type and nothing else."""
    ((array, variable, is_set, kind),) = TYPE.findall(head)
    one: dict[str, Any] = {"type": kind}
    if kind not in ("bool", "int", "float"):
        parts = _parts(kind)
        is_float = any(isinstance(end, float) for part in parts for end in part)
        one = {"type": "float" if is_float else "int", "domain": parts}
    return bool(array), bool(variable), {"type": "set of int", "of": one} if is_set else one
