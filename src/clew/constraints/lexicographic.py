"""Lexicographic order: the constraint, and the primitive that it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import attrs

from clew.constraints.base import Constraint, Values
from clew.constraints.names import Scope, equally_long
from clew.constraints.primitives import Primitive
from clew.constraints.registration import DECIDED, DOMAIN, Registration, words
from clew.constraints.stepwise import Stepwise
from clew.errors import called_with
from clew.records import frozen


@frozen(eq=False)
class Lexicographic(Primitive):
    """One sequence of variables comes before another in lexicographic order, or is equal to it.

    Attributes:
        left, right: the sequences, equally long; no variable is there twice.
        strict: whether they must differ.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.lexicographic:LexicographicPropagator",
        engine="clew.core._engine:compile_lexicographic",
        minizinc="clew.exchange.minizinc_primitives:lexicographic",
        json="clew.exchange.json_primitives:lexicographic",
        automaton="clew.constraints.lexicographic:automaton",
        hint=words("cannot be in order", "ne peut pas être en ordre", "ist nicht geordnet"),
    )

    left: Scope
    right: Scope
    strict: bool


@called_with("as in Lex([a, b], '<=', [c, d])")
@attrs.frozen(init=False)
class Lex(Stepwise):
    """One sequence of variables comes before another in lexicographic order, or is equal to it.

    The scope alternates between the two: left[0], right[0], left[1], ... Equal sequences pass unless it is strict.

    Args:
        left, right: the sequences, equally long.
        strict: whether they must differ.

    Pruning: generalised arc consistent.
    """

    shareable = True

    strict: bool = False

    def __init__(self, left: Iterable[Any], right: Iterable[Any], strict: bool = False) -> None:
        one, other = equally_long("Lex", left, right)
        self.__attrs_init__(tuple(v for pair in zip(one, other, strict=True) for v in pair), strict)

    def holds(self, values: Values) -> bool:
        left, right = list(values[::2]), list(values[1::2])
        return left < right if self.strict else left <= right

    def opposite(self) -> Constraint:
        return Lex(self.scope[1::2], self.scope[::2], not self.strict)

    def primitives(self) -> Iterable[Primitive]:
        return (Lexicographic(self, self.scope[::2], self.scope[1::2], self.strict),)

    def start(self) -> Hashable:
        return ("equal",)

    def step(self, memory: tuple[Any, ...], position: int, value: Any) -> Hashable | None:
        if memory == ("less",):
            return memory
        if position % 2 == 0:
            return ("equal so far, and then", value)
        if memory[1] == value:
            return ("equal",)
        return ("less",) if memory[1] < value else None

    def accepts(self, memory: tuple[Any, ...]) -> bool:
        return not self.strict or memory == ("less",)


def automaton(p: Lexicographic, declared: object) -> Lex:
    """Reads one pair after the other."""
    return Lex(p.left, p.right, p.strict)
