"""FlatZinc as text, parsed into the data that its JSON form has.

The grammar is that of the MiniZinc handbook, Specification of FlatZinc. Sets, strings and calls are dictionaries with
one key, or two, as there; an array has the type of its items besides.
"""

from __future__ import annotations

import re
from typing import Any, Final

from clew.errors import InputError, shown

TOKEN: Final = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|-?0x[0-9A-Fa-f]+|-?0o[0-7]+|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|::|\.\.|[^\s%]|%.*'
)
WORDS: Final = {"true": True, "false": False}


def parsed(text: str) -> dict[str, Any]:
    """A model in FlatZinc as the data of its JSON form.

    Raises:
        InputError: it is no FlatZinc; the message names the line.
    """
    parser = FlatZincParser(text)
    try:
        while parser.at < len(parser.tokens):
            parser.item()
    except (IndexError, ValueError, InputError) as error:
        raise InputError(
            f"line {parser.line()}: {error if isinstance(error, InputError) else 'it ends early'}"
        ) from None
    if "solve" not in parser.made:
        raise InputError("there is no solve item: the model is not whole")
    return parser.made


class _Atoms(dict[str, Any]):
    """The values of names and numbers by their tokens."""

    def __missing__(self, token: str) -> Any:
        first = token[0]
        if first.isdigit() or first == "-":
            self[token] = _number(token)
        elif first.isalpha() or first == "_":
            self[token] = WORDS.get(token, token)
        else:
            raise InputError(f"{shown(token)} begins no expression")
        return self[token]


class FlatZincParser:
    """Takes in one item after the other.

    Args:
        text: the model.

    Attributes:
        made: the data until now.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.atoms = _Atoms()
        self.tokens: list[str] = TOKEN.findall(text)
        if "%" in text:
            self.tokens = [token for token in self.tokens if token[0] != "%"]
        self.at = 0
        self.made: dict[str, Any] = {"variables": {}, "arrays": {}, "constraints": [], "output": []}

    def line(self) -> int:
        """The number of the line at which the parser stands."""
        starts = [match.start() for match in TOKEN.finditer(self.text) if match[0][0] != "%"]
        return self.text.count("\n", 0, starts[min(self.at, len(starts) - 1)] if starts else 0) + 1

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, token: str) -> None:
        if (found := self.next()) != token:
            self.at -= 1
            raise InputError(f"{shown(found)} stands in the place of {shown(token)}")

    def has(self, token: str) -> bool:
        """Whether a token comes next; if so, it is read."""
        if self.tokens[self.at] != token:
            return False
        self.at += 1
        return True

    def item(self) -> None:
        word = self.tokens[self.at]
        if word == "constraint":
            self.at += 1
            made = self.call(self.next())
            made["ann"] = self.annotations()
            self.made["constraints"].append(made)
        elif word == "predicate":
            self.at = self.tokens.index(";", self.at)
        elif word == "solve":
            self.at += 1
            solve = self.made["solve"] = {"ann": self.annotations(), "method": self.next()}
            if solve["method"] != "satisfy":
                solve["objective"] = self.expression()
        else:
            self.declaration()
        self.skip(";")

    def declaration(self) -> None:
        """A parameter, a variable, or an array of either."""
        is_array = self.has("array")
        if is_array:
            self.at = self.tokens.index("of", self.at) + 1
        is_variable = self.has("var")
        made = self.type()
        self.skip(":")
        name = self.next()
        made["ann"] = self.annotations()
        if self.has("="):
            made["a" if is_array else "rhs"] = self.expression()
        elif not is_variable or is_array:
            raise InputError(f"{name} has no value")
        self.made["arrays" if is_array else "variables"][name] = made
        calls = [one if isinstance(one, dict) else {"id": one} for one in made["ann"]]
        if any(one["id"] in ("output_var", "output_array") for one in calls):
            self.made["output"].append(name)

    def type(self) -> dict[str, Any]:
        word = self.tokens[self.at]
        if word in ("bool", "int", "float"):
            self.at += 1
            return {"type": word}
        if word == "set":
            self.at += 2
            return {"type": "set of int", "of": self.type()}
        domain = self.expression()
        if not isinstance(domain, dict) or "set" not in domain:
            raise InputError(f"{shown(word)} is no type")
        is_float = any(isinstance(end, float) for part in domain["set"] for end in part)
        return {"type": "float" if is_float else "int", "domain": domain["set"]}

    def annotations(self) -> list[Any]:
        found = []
        while self.has("::"):
            found.append(self.expression())
        return found

    def call(self, name: str) -> dict[str, Any]:
        self.skip("(")
        return {"id": name, "args": self.items(")")}

    def items(self, end: str) -> list[Any]:
        """Expressions with commas between, up to a bracket."""
        stop = self.tokens.index(end, self.at)
        if {*self.tokens[self.at + 1 : stop : 2]} == {","} and (stop - self.at) % 2:  # names and numbers
            found = [self.atoms[token] for token in self.tokens[self.at : stop : 2]]
            self.at = stop + 1
            return found
        found = []
        while not self.has(end):
            found.append(self.expression())
            if self.tokens[self.at] != end:
                self.skip(",")
        return found

    def expression(self) -> Any:
        word = self.next()
        if word == "[":
            return self.items("]")
        if word == "{":
            return {"set": [[value, value] for value in self.items("}")]}
        if word[0] == '"':
            return {"string": word[1:-1]}
        try:
            value = self.atoms[word]
        except InputError:
            self.at -= 1
            raise
        after = self.tokens[self.at]
        if after == "(" and isinstance(value, str):
            return self.call(word)
        if after == "..":
            self.at += 1
            return {"set": [[value, self.atoms[self.next()]]]}
        return value


def _number(token: str) -> int | float:
    is_float = "x" not in token and any(letter in ".eE" for letter in token)
    try:
        return float(token) if is_float else int(token, 0 if token.lstrip("-")[1:2] in ("x", "o") else 10)
    except ValueError:
        raise InputError(f"{shown(token)} is no number") from None
