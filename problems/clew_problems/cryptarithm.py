"""Cryptarithms: sums in letters, such as SEND + MORE = MONEY. Every letter stands for a digit.

The sum is written column by column, as at school: the carry from one column to the next is a variable too.
So each rule is about a few letters only, and a wrong digit is found out in its own column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Self

import attrs

import clew
from clew import render
from clew.constraints import AllDifferent, Comparison, Constraint, Linear
from clew_problems.words import words

Term = tuple[int, str]
Terms = tuple[Term, ...]

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
SIGNS: Final = {"+": 1, "-": -1}
FIRST: Final = "the first word of a side"
WORD: Final = "a word"
HINT: Final = "write a sum such as SEND + MORE = MONEY"
MAX_TEXT: Final = 100_000


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"cryptarithm: {message}")


def _terms(terms: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(tuple(term) for term in terms)


def _sound(problem: Cryptarithm, field: attrs.Attribute[Any], terms: Terms) -> None:
    if not terms:
        raise _error(f"the {field.name} side has no word: write words with + between, then = and a word")
    for sign, word in terms:
        if sign not in (1, -1) or not word.isalpha():
            raise _error(f"{word!r} is no word of letters with the sign 1 or -1")


def _fitting(problem: Cryptarithm, field: attrs.Attribute[Any], base: int) -> None:
    if not isinstance(base, int) or not 2 <= base <= len(DIGITS):
        raise clew.OptionError(f"cryptarithm: base must be a whole number from 2 to {len(DIGITS)}, not {base!r}")
    words = [word for _, word in (*problem.left, *problem.right)]
    letters = len(set("".join(words)))
    if letters > base:
        raise _error(f"there are {letters} letters and only {base} digits: use fewer letters, or a larger base")
    clew.check_size(letters + max(map(len, words)), max(base, len(words)))


@attrs.frozen
class Cryptarithm(clew.Problem[str, int]):
    """A sum in letters.

    The variables are the letters and, where a column may carry something to the next, `carry1`, `carry2`, ... from
    the right.

    Args:
        left: the words left of the equals sign, each behind its sign: `((1, "SEND"), (1, "MORE"))`.
        right: those right of it.
        base: how many digits there are.
        leading_zeros: whether a word may begin with the digit 0.

    Raises:
        InputError: a word has other characters than letters, or there are more letters than digits.
        OptionError: the base cannot be.
    """

    name = "cryptarithm"
    summary = "a sum in letters, such as SEND + MORE = MONEY: which digit is each letter"
    rules = (
        "Give every letter a digit, different letters different digits, so that the sum comes out right. No number "
        "begins with 0, unless --leading-zeros allows it. The instance is the sum, such as SEND + MORE = MONEY; - may "
        "stand for +."
    )
    examples = (
        clew.Example("send more money", "SEND + MORE = MONEY", 1),
        clew.Example("donald gerald robert", "DONALD + GERALD = ROBERT", 1),
        clew.Example("cross roads danger", "CROSS + ROADS = DANGER", 1),
        clew.Example("base ball games", "BASE + BALL = GAMES", 1),
        clew.Example("two two four", "TWO + TWO = FOUR", 7),
        clew.Example("forty ten ten sixty", "FORTY + TEN + TEN = SIXTY", 1),
        clew.Example("money back", "MONEY - SEND = MORE", 1),
        clew.Example("binary", "A + A = AB", 1, {"base": 2}),
        clew.Example("nothing twice", "A + A = A", 0),
        clew.Example("nothing twice, with zeros", "A + A = A", 1, {"leading_zeros": True}),
    )
    styles = ("line", "column", "letters")
    translations = words(
        ("is not", "≠", "≠"),
        ("no digit twice", "la règle des chiffres différents", "[die|die|der] Regel der verschiedenen Ziffern"),
    )

    left: Terms = attrs.field(converter=_terms, validator=_sound)
    right: Terms = attrs.field(converter=_terms, validator=_sound)
    base: int = clew.parameter(10, "how many digits there are", validator=_fitting)
    leading_zeros: bool = clew.parameter(False, "whether a number may begin with 0")

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[str, range]:
        return _sum(self.left, self.right, self.base, self.leading_zeros)[0]

    def constraints(self) -> Iterable[Constraint]:
        return tuple(_sum(self.left, self.right, self.base, self.leading_zeros)[1])

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads words with `+` or `-` between them on both sides of `=`; small letters are the same as large ones."""
        return cls(*read(text), **parameters)

    def to_text(self) -> str:
        return f"{_side(self.left)} = {_side(self.right)}"

    def draw(self, assignment: Mapping[str, int], style: str | None = None) -> str:
        style = self.check_style(style)
        digits = {letter: DIGITS[value] for letter, value in assignment.items() if len(letter) == 1}
        if style == "letters":
            return " ".join(f"{letter}={digits.get(letter, '.')}" for letter in self.domains() if len(letter) == 1)
        table = str.maketrans(digits)
        return _column(self.left, self.right, table) if style == "column" else self.to_text().translate(table)

    def constraint_name(self, constraint: Constraint) -> str:
        return _sum(self.left, self.right, self.base, self.leading_zeros)[1][constraint]

    def picture(
        self, assignment: Mapping[str, int], domains: Mapping[str, Collection[int]] | None = None
    ) -> render.Picture:
        """The sum in columns; or the letters with the digits that are left, if the domains are to be seen."""
        if domains is not None:
            return super().picture(assignment, domains)
        return render.Text(self.draw(assignment, "column"), "a cryptarithm")


def _side(terms: Terms) -> str:
    """The words of one side with their signs between."""
    first, *rest = terms
    head = first[1] if first[0] > 0 else f"-{first[1]}"
    return " ".join([head, *(f"{'+' if sign > 0 else '-'} {word}" for sign, word in rest)])


def _column(left: Terms, right: Terms, digits: Mapping[int, str]) -> str:
    """The words one below the other; a line separates the two sides."""
    width = max(len(word) for _, word in (*left, *right))
    rows = [[f"{'-' if sign < 0 else '+'} {word.rjust(width)}" for sign, word in side] for side in (left, right)]
    for side in rows:
        side[0] = side[0].replace("+", " ")
    return "\n".join([*rows[0], "-" * (width + 2), *rows[1]]).translate(dict(digits))


# -- the columns ---------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _sum(
    left: Terms, right: Terms, base: int, leading_zeros: bool
) -> tuple[Mapping[str, range], Mapping[Constraint, str]]:
    """The domains, and the constraints with their names.

    The letters of a column come before its carry, the last column first.
    """
    terms = [*left, *((-sign, word) for sign, word in right)]
    domains: dict[str, range] = {}
    rules: dict[Constraint, str] = {}
    carried, low, high = "", 0, 0  # from the column before: a variable or none, and what it may be
    width = max(len(word) for _, word in terms)
    for column in range(1, width + 1):
        weights: dict[str, Any] = {}
        for sign, word in terms:
            if column <= len(word):
                weights[word[-column]] = weights.get(word[-column], 0) + sign
        domains |= dict.fromkeys(weights, range(base))
        low += sum(min(0, weight * (base - 1)) for weight in weights.values())
        high += sum(max(0, weight * (base - 1)) for weight in weights.values())
        if carried:
            weights[carried] = 1
        # carried in + letters == base * carried out; out of the leftmost column nothing is carried.
        low, high = low // base, high // base
        carried = f"carry{column}" if column < width and low < high else ""
        if carried:
            domains[carried] = range(low, high + 1)
            weights[carried] = -base
        weights = {name: weight for name, weight in weights.items() if weight}
        if weights:
            rules.setdefault(Linear(tuple(weights), tuple(weights.values()), "==", 0), f"column {column}")
    letters = [name for name in domains if len(name) == 1]
    rules[AllDifferent(letters)] = "no digit twice"
    if not leading_zeros:
        rules |= {Comparison((word[0],), "!=", 0): f"{word[0]} is not 0" for _, word in terms}
    return MappingProxyType(domains), MappingProxyType(rules)


# -- reading ---------------------------------------------------------------------------------------


def read(text: str) -> tuple[Terms, Terms]:
    """The words of both sides of a sum, with their signs.

    Raises:
        InputError: the text is no sum; the message names the place.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any sum that could be searched")
    sides: list[list[Term]] = [[]]
    sign, wanted = 1, FIRST
    for match in re.finditer(r"==?|[^\W\d_]+|\S", text):
        part = match.group()
        if part in SIGNS and wanted != WORD:
            sign, wanted = SIGNS[part], WORD
        elif part in ("=", "==") and wanted not in (FIRST, WORD) and len(sides) == 1:
            sides.append([])
            sign, wanted = 1, FIRST
        elif part.isalpha() and wanted in (FIRST, WORD):
            sides[-1].append((sign, "".join(map(_upper, part))))
            wanted = "+, - or =" if len(sides) == 1 else "+ or -"
        else:
            raise _error(f"character {match.start() + 1}: {part[:20]!r} is not {wanted}: {HINT}")
    if wanted in (FIRST, WORD) or len(sides) == 1:
        raise _error(f"the text ends before {wanted}: {HINT}")
    return tuple(sides[0]), tuple(sides[1])


def _upper(letter: str) -> str:
    """The large letter, if it is one letter."""
    large = letter.upper()
    return large if len(large) == 1 else letter
