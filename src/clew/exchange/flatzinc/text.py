"""FlatZinc as text, brought into the data that its JSON form has.

The grammar is that of the MiniZinc handbook, Specification of FlatZinc. Each token stands for a piece of JSON, so that
Python's parser of JSON finds what is nested; an item is a list of words and expressions then. Sets, strings and calls
are dictionaries with one key, or two, as there; an array has the type of its items besides.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from functools import cache
from itertools import accumulate, islice
from typing import Any, Final

from clew.errors import InputError, shown

NUMBER: Final = r"-?\d[\w+-]*(?:\.\d[\w+-]*)?"
STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
TOKEN: Final = re.compile(
    rf"predicate\b[^;]*|[A-Za-z_]\w*(?:\s*\()?|{NUMBER}(?:\s*\.\.\s*{NUMBER})?|[],)[]+;?|::|{STRING}|\{{[^}}]*\}}|\S"
)
RUN: Final = frozenset(",;[])")
"""Marks of which one token may have several: there are fewer tokens then."""

COMMENT: Final = rf"({STRING})|%.*"

PIECES: Final = {
    ";": "]], [[",
    ")": "]}",
    **{word: f'"{word}",' for word in ("array", "constraint", "var")},
    "satisfy": ',"satisfy"',
    **{word: f',"{word}",' for word in ("::", ":", "=", "maximize", "minimize", "of")},
    **{word: word for word in ("true", "false", "[", "]", ",")},
}
"""The JSON of each token that is not a name or a constant."""


def parsed(text: str) -> dict[str, Any]:
    """A model in FlatZinc as the data of its JSON form.

    Raises:
        InputError: it is no FlatZinc; the message names the line.
    """
    if "%" in text:
        text = re.sub(COMMENT, lambda found: found[1] or "", text)
    tokens = TOKEN.findall(text)
    made: dict[str, Any] = {"variables": {}, "arrays": {}, "constraints": [], "output": []}
    for k, one in enumerate(_items(text, tokens)):
        try:
            (item,) = one
            _take(made, item)
        except (InputError, LookupError, TypeError, ValueError) as error:
            ends = [0, *(place for place, token in enumerate(tokens, 1) if token[-1] == ";" and token[0] in RUN)]
            raise _wrong(text, ends[k], error if isinstance(error, InputError) else "no item of FlatZinc") from None
    if "solve" not in made:
        raise InputError("there is no solve item: the model is not whole")
    return made


def _items(text: str, tokens: list[str]) -> list[list[Any]]:
    """The items, each in a list of its own: no bracket within an item goes with those of a semicolon."""
    pieces = ["[[[", *map(cache(_piece), tokens), "]]]"]
    try:
        items: list[list[Any]] = json.loads(" ".join(pieces))
    except json.JSONDecodeError as error:
        place = bisect([*accumulate(len(piece) + 1 for piece in pieces)], error.pos) - 1
        why = f"{shown(tokens[place])} is not expected here" if place < len(tokens) else "it ends early"
        raise _wrong(text, place, why) from None
    if items.pop() != [[]]:
        raise _wrong(text, len(tokens), "it ends early")
    return items


def _wrong(text: str, place: int, why: object) -> InputError:
    """The error for the token at a place."""
    token = next(islice(TOKEN.finditer(text), place, None), None)
    return InputError(f"line {text.count(chr(10), 0, token.start() if token else len(text.rstrip())) + 1}: {why}")


def _piece(token: str) -> str:
    """The JSON of a token; one that FlatZinc does not have stands for itself, which is no JSON."""
    if token in PIECES:
        return PIECES[token]
    first = token[0]
    if first in RUN:
        return "".join(map(PIECES.__getitem__, token))
    if token[-1] == "(" != token:
        return f'{{"id": "{token[:-1].rstrip()}", "args": ['
    if first.isalpha() or first == "_":
        return f'"{token.split()[0]}"'
    if first == '"' != token:
        return json.dumps({"string": token[1:-1]})
    try:
        if first == "{" != token:
            numbers = [*map(_number, token[1:-1].split(","))] if token[1:-1].strip() else []
            return json.dumps({"set": [[number, number] for number in numbers]})
        ends = [*map(_number, token.split(".."))]
        return json.dumps({"set": [ends]} if ends[1:] else ends[0])
    except ValueError:
        return token


def _number(token: str) -> int | float:
    token = token.strip()
    is_float = "x" not in token and any(letter in ".eE" for letter in token)
    return float(token) if is_float else int(token, 0 if token.lstrip("-")[1:2] in ("x", "o") else 10)


# -- items -------------------------------------------------------------------------------------------


def _take(made: dict[str, Any], item: list[Any]) -> None:
    """Take in an item."""
    word = item[0]
    if word == "constraint":
        call = item[1]
        made["constraints"].append({"id": call["id"], "args": call["args"], "ann": _annotations(item[2:])})
    elif word == "solve":
        rest = item.index("satisfy") if item[-1] == "satisfy" else len(item) - 2
        made["solve"] = {"ann": _annotations(item[1:rest]), "method": item[rest]}
        if item[rest] != "satisfy":
            made["solve"]["objective"] = item[rest + 1]
    elif word != "predicate":
        _declare(made, item)


def _annotations(parts: list[Any]) -> list[Any]:
    if parts[::2] != ["::"] * (len(parts) // 2):
        raise InputError("annotations stand behind '::'")
    return parts[1::2]


def _declare(made: dict[str, Any], item: list[Any]) -> None:
    """Take in a parameter, a variable, or an array of either."""
    is_array = item[0] == "array"
    rest = item[item.index("of") + 1 :] if is_array else item
    is_variable = rest[0] == "var"
    colon = rest.index(":")
    name, tail = rest[colon + 1], rest[colon + 2 :]
    one = _typed(rest[is_variable:colon])
    equals = tail.index("=") if "=" in tail else len(tail)
    one["ann"] = _annotations(tail[:equals])
    if equals < len(tail):
        (one["a" if is_array else "rhs"],) = tail[equals + 1 :]
    elif not is_variable or is_array:
        raise InputError(f"{name} has no value")
    made["arrays" if is_array else "variables"][name] = one
    if any((call["id"] if isinstance(call, dict) else call) in ("output_var", "output_array") for call in one["ann"]):
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
