"""How much each primitive prunes at each level: its strength.

The strength depends on the primitive and the level alone, never on sizes, so that a search enters the same nodes
however its propagators are written. These are promises of the least; a test holds each of them against brute force.
They are about primitives on three variables or more: on one variable a constraint shrinks the domain at the root, on
two it becomes conflicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from clew.constraints.graph_primitives import AcyclicEdges, Connection
from clew.constraints.primitives import (
    Callback,
    Cardinality,
    Clause,
    Conflicts,
    Covering,
    Difference,
    Disjunction,
    Distinct,
    DistinctTuples,
    ElementAt,
    Extension,
    Extremum,
    Forbidden,
    Images,
    Lexicographic,
    Polynomial,
    Primitive,
    Reading,
    Unary,
    WeightedSum,
)


class Strength(IntEnum):
    """How much is pruned, from the weakest to the strongest; each includes those before."""

    DECIDED = 1
    """Of the last open variable only the values stay that satisfy the primitive."""
    VALUE = 2
    """A value goes if the primitive refuses it beside the value of one settled variable, whatever the others take."""
    BOUNDS = 3
    """The smallest and the largest value have a support among the numbers between the ends of the other domains."""
    DOMAIN = 4
    """Every value has a support in the other domains (generalised arc consistency)."""


STRENGTHS: Final[Mapping[type[Primitive], Mapping[str, Strength]]] = {
    Unary: {"forward": Strength.DOMAIN, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Conflicts: {"forward": Strength.VALUE, "unit": Strength.VALUE, "arc": Strength.DOMAIN},
    Difference: {"forward": Strength.VALUE, "unit": Strength.BOUNDS, "arc": Strength.DOMAIN},
    Extension: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Forbidden: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Reading: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    WeightedSum: {"forward": Strength.DECIDED, "unit": Strength.BOUNDS, "arc": Strength.BOUNDS},
    Polynomial: {"forward": Strength.DECIDED, "unit": Strength.DECIDED, "arc": Strength.DECIDED},
    Extremum: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    ElementAt: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Lexicographic: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Clause: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Disjunction: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Distinct: {"forward": Strength.VALUE, "unit": Strength.VALUE, "arc": Strength.DOMAIN},
    Cardinality: {"forward": Strength.DECIDED, "unit": Strength.VALUE, "arc": Strength.VALUE},
    DistinctTuples: {"forward": Strength.DECIDED, "unit": Strength.DECIDED, "arc": Strength.DECIDED},
    Covering: {"forward": Strength.VALUE, "unit": Strength.VALUE, "arc": Strength.VALUE},
    Connection: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    AcyclicEdges: {"forward": Strength.DECIDED, "unit": Strength.DOMAIN, "arc": Strength.DOMAIN},
    Images: {"forward": Strength.DECIDED, "unit": Strength.DECIDED, "arc": Strength.DECIDED},
    Callback: {"forward": Strength.DECIDED, "unit": Strength.DECIDED, "arc": Strength.DECIDED},
}
"""For each primitive its strength at the levels that look ahead."""
