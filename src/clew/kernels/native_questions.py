"""Records for constraints that are only asked about their last open variable (`LastOpenPropagator`).

What compiled code can answer by itself it is asked as it goes. Any other constraint is asked beforehand about all its
combinations of values, if there are few enough: then the answers are bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from clew.constraints.arithmetic import Linear, Product
from clew.constraints.base import Constraint, truth
from clew.constraints.sequences import Element
from clew.constraints.table import Predicate
from clew.constraints.vectors import DistinctVectors
from clew.kernels import native_asking as asking
from clew.kernels import native_pruning as pruning
from clew.kernels.choose import Unsupported
from clew.kernels.native_asking import RELATIONS
from clew.kernels.native_records import (
    Equals,
    Record,
    Writer,
    beforehand,
    entries_of,
    factors_of,
    own,
    terms_of,
)
from clew.lanes import Lane
from clew.propagation.callback import LastOpenPropagator

Question = tuple[int, int, int, list[list[int]]]
"""What to ask, two numbers that it takes, and numbers for the values of each lane."""


def last(writer: Writer, propagator: LastOpenPropagator) -> Record:
    """The record of a constraint that is only asked.

    Raises:
        Unsupported: it must be asked in Python, or raises when it is asked beforehand.
    """
    constraint, scope = propagator.constraint, propagator.scope
    try:
        *question, tables = _question(writer, constraint, scope)
    except Unsupported:
        with beforehand(constraint):
            *question, tables = _asked(writer, constraint, scope)
    writer.need(len(scope))
    return pruning.LAST, [*question, *map(writer.table, tables)]


def _question(writer: Writer, constraint: Constraint, scope: Sequence[Lane[Any]]) -> Question:
    """What to ask of a constraint that compiled code knows."""
    if isinstance(constraint, Linear):
        own(constraint, "holds", Linear)
        terms, bound = terms_of(constraint, constraint.coefficients, constraint.bound, scope)
        return asking.SUM, RELATIONS.index(constraint.relation), bound, terms
    if isinstance(constraint, Product):
        own(constraint, "holds", Product)
        factors, bound = factors_of(constraint, scope)
        return asking.MULTIPLIED, RELATIONS.index(constraint.relation), bound, factors
    equals = Equals(constraint)
    if isinstance(constraint, DistinctVectors) and len(constraint.vectors) == 2:
        own(constraint, "holds", DistinctVectors)
        place = {name: k for k, name in enumerate(constraint.scope)}
        pairs = [place[name] for pair in zip(*constraint.vectors, strict=True) for name in pair]
        return asking.APART, writer.table(pairs), len(pairs) // 2, equals.tables(scope)
    if isinstance(constraint, Element):
        own(constraint, "holds", Element)
        chosen, entries = entries_of(constraint, scope, equals)
        return asking.INDEXED, writer.table(entries), writer.table(chosen), equals.tables(scope)
    raise Unsupported(f"{constraint.title}: it must be asked in Python")


def _asked(writer: Writer, constraint: Constraint, scope: Sequence[Lane[Any]]) -> Question:
    """Ask a constraint beforehand about every combination of values: a bit for each answer."""
    lefts = [lane.select(writer.left(lane)) for lane in scope]
    size = stride = prod(map(len, lefts))
    tables = []
    for lane, left in zip(scope, lefts, strict=True):
        stride //= len(left) or 1
        place = {value: k * stride for k, value in enumerate(left)}
        tables.append([place.get(value, 0) for value in lane.values])

    def ask() -> int:
        if size > writer.questions:
            raise Unsupported(f"{constraint.title}: {size} combinations of values are too many to ask about beforehand")
        writer.questions -= size
        return writer.bits([truth(constraint, values) for values in product(*lefts)])

    # A function knows nothing but values; of any other constraint that cannot be told.
    who = constraint.function if type(constraint) is Predicate else constraint
    key = "asked", id(who), *((id(lane.values), writer.left(lane)) for lane in scope)
    return asking.ALLOWED, writer.once(key, ask), 0, tables
