"""FlatZinc as text, brought into the data that its JSON form has, except for the annotations of constraints.

The grammar is that of the MiniZinc handbook, Specification of FlatZinc. Each token stands for a piece of JSON, so that
Python's parser of JSON finds what is nested. Names alone need quotes in plain arguments and values, which are most of a
model, so all of those become JSON together. No pattern leaves out a part of the text: an item begins at the end of the
one before. If anything is wrong, the items are read one by one, token by token. Sets, strings and calls are
dictionaries with one key, or two, as in JSON; an array has the type of its items besides.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect
from functools import cache, lru_cache
from itertools import accumulate, islice
from typing import Any, Final

from clew.errors import InputError, shown

PIECES: Final = {
    ")": "]}",
    **{word: f'"{word}",' for word in ("array", "constraint", "var")},
    "satisfy": ',"satisfy"',
    **{word: f',"{word}",' for word in ("::", ":", "=", "maximize", "minimize", "of")},
    **{word: word for word in ("true", "false", "[", "]", ",")},
}
"""The JSON of each token that is not a name or a constant."""

RESERVED: Final = frozenset(filter(str.isalpha, PIECES)) - {"true", "false"}
NAME: Final = rf"(?!(?:{'|'.join(filter(str.isalpha, PIECES))})\b)[A-Za-z_]\w*+"
NUMBER: Final = r"-?\d[\w+-]*(?:\.\d[\w+-]*)?"
STRING: Final = r'"(?:[^"\\\n]|\\.)*+"'
TOKEN: Final = re.compile(
    rf'[A-Za-z_]\w*(?:\s*\()?|{NUMBER}(?:\s*\.\.\s*{NUMBER})?|[],)[]+|::|{STRING}|".*|\{{[^{{}}]*+\}}|\S'
)
PREDICATE: Final = re.compile(r"\s*+predicate\s++[A-Za-z_]\w*+\s*+\([^;()]*+\)")
"""The head of a declaration of a predicate, which says nothing: constraints are known by their names."""
RUN: Final = frozenset(",[])")
"""Marks of which one token may have several: there are fewer tokens then."""

PLAIN: Final = r"[\w\s,[\]-]*+"
"""Names, whole numbers, and arrays of them."""

NOTES: Final = rf"(?:::\s*+{NAME}\s*+(?:\(\s*+(?:{NAME}|{STRING})\s*+\)\s*+)?)*+"
ITEM: Final = re.compile(
    rf"\s*+(?:constraint\s++({NAME})\s*+\(({PLAIN})\)\s*+{NOTES};|"
    rf'([^:;"=()]*+):\s*+({NAME})\s*+((?:::[^=;"]*+(?:{STRING}[^=;"]*+)*+)?)(?:=\s*+([\w[-]{PLAIN}))?;|'
    rf'([^;"]*+(?:{STRING}[^;"]*+)*+);|(\S[\s\S]*))'
)
"""A constraint with plain arguments; a type, a name, annotations and a plain value; any other item; a text without."""

QUOTED: Final = re.compile("([A-Za-z_][A-Za-z_0-9]*)")
COMMENT: Final = re.compile(rf'({STRING}|".*)|%.*')

OUTPUT: Final = "output_array", "output_var"


def parsed(text: str) -> dict[str, Any]:
    """A model in FlatZinc as the data of its JSON form, in time proportional to the length of the text.

    Raises:
        InputError: it is no FlatZinc; the message names the line.
    """
    if "%" in text:
        text = COMMENT.sub(lambda found: found[1] or "", text)
    text = text.rstrip()
    try:
        made = _plainly(ITEM.findall(text))
    except (InputError, LookupError, RecursionError, TypeError, ValueError):
        made = _item_by_item(text)
    if "solve" not in made:
        raise InputError("there is no solve item: the model is not whole")
    return made


def _plainly(items: list[tuple[str | Any, ...]]) -> dict[str, Any]:
    """The model of some items, each with the groups of `ITEM`; an error does not say which of them is wrong."""
    made: dict[str, Any] = {"variables": {}, "arrays": {}, "constraints": [], "output": []}
    calls = iter(_data([f"[{item[1]}]" for item in items if item[0]]))
    values = iter(_data([item[5] for item in items if item[5]]))
    part = cache(_words)
    for call, _, head, name, notes, value, item, rest in items:
        if call:
            made["constraints"].append({"id": call, "args": next(calls)})
        elif name:
            own_notes = part(f"0{notes}")[1:]  # `::` stands for JSON that begins with a comma: it needs a word before
            _declare(made, part(head), name, own_notes, [next(values)] if value else [])
        else:
            _take(made, ["no item"] if rest else _words(item))
    return made


def _data(texts: list[str]) -> list[Any]:
    """Some texts as JSON, each between braces. As no text has braces within, its brackets cannot match another's.

    Raises:
        ValueError: one is no JSON even when its names have quotes, or a name is a reserved word.
    """
    parts = QUOTED.split("".join(['{"":', '},{"":'.join(texts), "}"]))
    if not RESERVED.isdisjoint(parts[1::2]):
        raise ValueError("a word is no name")
    quoted = '"'.join(parts)
    found = json.loads(f"[{quoted}]".replace('"true"', "true").replace('"false"', "false")) if texts else []
    return [one[""] for one in found]


def _item_by_item(text: str) -> dict[str, Any]:
    """The model of a text, each item token by token.

    Raises:
        InputError: one is no item of FlatZinc.
    """
    made: dict[str, Any] = {"variables": {}, "arrays": {}, "constraints": [], "output": []}
    for found in ITEM.finditer(text):
        start, end = found.end() - len(found[0].lstrip()), found.end() - (not found[8])
        item = _words(text, start, end)
        if found[8]:
            raise _wrong(text, len(text), "it ends early")
        try:
            _take(made, item)
        except (InputError, LookupError, TypeError, ValueError) as error:
            raise _wrong(text, start, error if isinstance(error, InputError) else "no item of FlatZinc") from None
    return made


def _wrong(text: str, place: int, why: object) -> InputError:
    return InputError(f"line {text.count(chr(10), 0, place) + 1}: {why}")


# -- tokens ------------------------------------------------------------------------------------------


def _words(text: str, start: int = 0, end: int = sys.maxsize) -> list[Any]:
    """The words and expressions of an item, or of a part of one.

    Raises:
        InputError: brackets or commas are wrong, or a token is none of FlatZinc.
    """
    head = PREDICATE.match(text, start, end)
    start = head.end() if head else start
    pieces = ["[null" if head else "[", *map(_piece, TOKEN.findall(text, start, end)), "]"]
    try:
        return [*json.loads(" ".join(pieces))]
    except json.JSONDecodeError as error:
        place = bisect([*accumulate(len(piece) + 1 for piece in pieces)], error.pos) - 1
        token = next(islice(TOKEN.finditer(text, start, end), place, None), None)
        found = token[0] if token else text[end : end + 1]
        why = f"{shown(found)} is not expected here" if found else "it ends early"
        raise _wrong(text, token.start() if token else min(end, len(text)), why) from None
    except RecursionError:
        raise _wrong(text, start, "it is nested too deeply") from None


@lru_cache(maxsize=2**12)
def _piece(token: str) -> str:
    """The JSON of a token; that of one that FlatZinc does not have is no JSON."""
    if token in PIECES:
        return PIECES[token]
    first = token[0]
    if first in RUN:
        return "".join(map(PIECES.__getitem__, token))
    if token[-1] == "(" != token:
        return f'{{"id": "{token[:-1].rstrip()}", "args": ['
    if first.isalpha() or first == "_":
        return f'"{token.split()[0]}"'
    if first == '"' and re.fullmatch(STRING, token):
        return json.dumps({"string": token[1:-1]})
    try:
        if first == "{" != token:
            numbers = [*map(_number, token[1:-1].split(","))] if token[1:-1].strip() else []
            return json.dumps({"set": [[number, number] for number in numbers]})
        ends = [*map(_number, token.split(".."))]
        return json.dumps({"set": [ends]} if ends[1:] else ends[0])
    except ValueError:
        return "?"


def _number(token: str) -> int | float:
    token = token.strip()
    is_float = "x" not in token and any(letter in ".eE" for letter in token)
    return float(token) if is_float else int(token, 0 if token.lstrip("-")[1:2] in ("x", "o") else 10)


# -- items -------------------------------------------------------------------------------------------


def _take(made: dict[str, Any], item: list[Any]) -> None:
    """Take in an item."""
    if item[0] == "constraint":
        made["constraints"].append({"id": item[1]["id"], "args": item[1]["args"]})
        _annotations(item[2:])
    elif item[0] == "solve":
        rest = len(item) - (1 if item[-1] == "satisfy" else 2)
        made["solve"] = {"ann": _annotations(item[1:rest]), "method": item[rest]}
        if item[rest] != "satisfy":
            made["solve"]["objective"] = {"minimize": item[-1], "maximize": item[-1]}[item[rest]]
    elif item != [None]:  # a predicate
        colon, equals = item.index(":"), item.index("=") if "=" in item else len(item)
        _declare(made, item[:colon], item[colon + 1], item[colon + 2 : equals], item[equals + 1 :])


def _annotations(parts: list[Any]) -> list[Any]:
    if parts[::2] != ["::"] * (len(parts) // 2):
        raise InputError("annotations stand behind '::'")
    return parts[1::2]


def _declare(made: dict[str, Any], head: list[Any], name: str, notes: list[Any], value: list[Any]) -> None:
    """Take in a parameter, a variable, or an array of either."""
    is_array = head[0] == "array"
    rest = head[head.index("of") + 1 :] if is_array else head
    is_variable = rest[0] == "var"
    one = _typed(rest[is_variable:]) | {"ann": _annotations(notes)}
    if not isinstance(name, str):
        raise InputError(f"{shown(name)} is no name")
    if value:
        (one["a" if is_array else "rhs"],) = value
    elif is_array or not is_variable:
        raise InputError(f"{name} has no value")
    made["arrays" if is_array else "variables"][name] = one
    if notes and any((note["id"] if isinstance(note, dict) else note) in OUTPUT for note in one["ann"]):
        made["output"].append(name)


def _typed(words: list[Any]) -> dict[str, Any]:
    """A declaration with a type and nothing else."""
    if words[:2] == ["set", "of"]:
        return {"type": "set of int", "of": _typed(words[2:])}
    (kind,) = words
    if kind in ("bool", "int", "float"):
        return {"type": kind}
    if not isinstance(kind, dict) or "set" not in kind:
        raise InputError(f"{shown(kind)} is no type")
    is_float = any(isinstance(end, float) for part in kind["set"] for end in part)
    return {"type": "float" if is_float else "int", "domain": kind["set"]}
