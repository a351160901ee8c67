"""Constraints on vectors of variables, such as the lines of a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations
from typing import Any

import attrs

from clew.constraints.base import OPEN, Constraint, Values
from clew.constraints.names import Scope, names_of, titled, walkable
from clew.constraints.primitives import Difference, Primitive
from clew.constraints.registration import DECIDED, FAILS, Registration
from clew.errors import ProblemError, called_with, cut, shown
from clew.records import frozen


def _vectors(kind: str, vectors: Iterable[Iterable[Any]]) -> tuple[Scope, ...]:
    if not walkable(vectors):
        raise ProblemError(f"{kind} is about a collection of vectors, and {shown(vectors)} is none")
    rows = tuple(names_of(kind, vector) for vector in vectors)
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        lengths = cut(", ".join(str(len(row)) for row in rows)) or "none"
        raise ProblemError(f"{titled(kind, _scope(rows))} needs two or more vectors of the same length, not {lengths}")
    return rows


def _scope(vectors: tuple[Scope, ...]) -> Scope:
    return tuple(dict.fromkeys(chain.from_iterable(vectors)))


@frozen(eq=False)
class DistinctTuples(Primitive):
    """Vectors of variables, equally long, no two of which are equal.

    Attributes:
        vectors: the variables of each.
        pairs: the same by twos: a constraint for each pair of vectors, so that each is judged by itself.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.distinct_tuples:compile_distinct_tuples",
        engine="clew.core.lowering.distinct:distinct_tuples",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:distinct_tuples",
        json="clew.exchange.json_primitives:distinct_tuples",
        cnf="clew.exchange.encodings:Encoder.distinct_tuples",
        hint=FAILS,
    )

    vectors: tuple[Scope, ...]
    pairs: Callable[[], Sequence[Constraint]]


@called_with("as in DistinctVectors([[a, b], [c, d]])")
@attrs.frozen(init=False)
class DistinctVectors(Constraint):
    """No two vectors of variables are equal: they differ in one place at least.

    Args:
        vectors: sequences of variables, equally long. They may share variables.

    Pruning: if a vector has one open variable left and agrees with a complete one in all the others, it loses
    the value that would make them equal.
    """

    vectors: tuple[Scope, ...]

    def __init__(self, vectors: Iterable[Iterable[Any]]) -> None:
        rows = _vectors("DistinctVectors", vectors)
        scope = _scope(rows)
        if len(set(rows)) < len(rows):
            twice = next(row for k, row in enumerate(rows) if row in rows[:k])
            title = titled("DistinctVectors", scope)
            raise ProblemError(f"{title} lists the vector {shown(twice)} twice: it cannot differ from itself")
        self.__attrs_init__(scope, rows)

    def consistent(self, values: Values) -> bool:
        """Whether the vectors that are complete differ. Networks judge each pair when it is complete instead."""
        value = dict(zip(self.scope, values, strict=True))
        rows = (tuple([value[variable] for variable in vector]) for vector in self.vectors)
        complete = [row for row in rows if OPEN not in row]
        return len(set(complete)) == len(complete)

    holds = consistent

    def pairs(self) -> list[DistinctVectors]:
        """One constraint for each pair of the vectors, so that each pair is judged by itself."""
        return [DistinctVectors(pair) for pair in combinations(self.vectors, 2)]

    def opposite(self) -> Constraint:
        """Two of the vectors are equal."""
        from clew.constraints.logic import Or

        return Or([Same(*pair) for pair in combinations(self.vectors, 2)])

    def primitives(self) -> Iterable[Primitive]:
        return (DistinctTuples(self, self.vectors, self.pairs),)


@called_with("as in Same([a, b], [c, d])")
@attrs.frozen(init=False)
class Same(Constraint):
    """Two vectors of variables are equal, place by place.

    Args:
        left, right: the vectors, equally long.

    Pruning: one AND for each place, and bounds if the values are numbers.
    """

    partial = True

    left: Scope
    right: Scope

    def __init__(self, left: Iterable[Any], right: Iterable[Any]) -> None:
        one, other = _vectors("Same", (left, right))
        self.__attrs_init__(_scope((one, other)), one, other)

    def consistent(self, values: Values) -> bool:
        """Whether the places that have both values agree."""
        value = dict(zip(self.scope, values, strict=True))
        pairs = ((value[a], value[b]) for a, b in zip(self.left, self.right, strict=True))
        return all(one is OPEN or other is OPEN or one == other for one, other in pairs)

    holds = consistent

    def opposite(self) -> Constraint | None:
        """They differ somewhere."""
        from clew.constraints.arithmetic import Comparison
        from clew.constraints.logic import Or

        pairs = [pair for pair in zip(self.left, self.right, strict=True) if pair[0] != pair[1]]
        return Or([Comparison(pair, "!=") for pair in pairs]) if pairs else None

    def primitives(self) -> Iterable[Primitive]:
        return [Difference(self, a, b, "==") for a, b in zip(self.left, self.right, strict=True) if a != b]
