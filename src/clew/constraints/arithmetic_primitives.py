"""The primitives about products and extrema of numbers, beside those of `clew.constraints.primitives`."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import attrs

from clew.constraints.primitives import Primitive
from clew.constraints.registration import DECIDED, DOMAIN, Registration


@attrs.frozen(eq=False, repr=False)
class Extremum(Primitive):
    """A variable is the largest, or the smallest, of some others.

    Attributes:
        result: the variable.
        variables: the others, each once.
        is_largest: whether it is the largest of them.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.extremum:ExtremumPropagator",
        engine="clew.core._engine:compile_extremum",
        minizinc="clew.exchange.minizinc_primitives:extremum",
        json="clew.exchange.json_primitives:extremum",
        cnf="clew.exchange.encodings:Encoder.extremum",
    )

    result: Hashable
    variables: tuple[Hashable, ...]
    is_largest: bool


@attrs.frozen(eq=False, repr=False)
class Polynomial(Primitive):
    """A weighted sum of products of variables compares with a number, as in `x * y + 2 * z <= 10`.

    Attributes:
        terms: the coefficient of each product, and its variables; one that is raised to a power is there as often.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.polynomial:compile_polynomial",
        engine="clew.core.lowering.sums:polynomial",
        minizinc="clew.exchange.minizinc_primitives:polynomial",
        json="clew.exchange.json_primitives:polynomial",
        automaton="clew.exchange.automata:products",
        hint={
            "en": "{constraint} works out only so",
            "fr": "{constraint} n'a le bon résultat qu'ainsi",
            "de": "{constraint} geht nur so auf",
        },
    )

    terms: tuple[tuple[Any, tuple[Hashable, ...]], ...]
    relation: str
    bound: Any
