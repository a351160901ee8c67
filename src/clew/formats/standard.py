"""Constraints of a program's own as bundled ones that say the same, by the primitives that they are made of.

So a writer that knows the bundled constraints writes any constraint that is made of primitives in its native form,
and not as a table of all combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from clew.constraints import AllDifferent, Constraint, Count, DistinctVectors, ExactCover, Linear, Table
from clew.constraints.primitives import (
    Cardinality,
    Conflicts,
    Cover,
    Distinct,
    DistinctTuples,
    Extension,
    Primitive,
    Unary,
    WeightedSum,
)

BUNDLED = "clew.constraints."


def standard(constraint: Constraint, domains: Mapping[Any, Sequence[Any]]) -> Iterable[Constraint]:
    """Bundled constraints that together say what a constraint says; itself if it is one, or if there are none.

    Args:
        constraint: the constraint.
        domains: the values of each variable.
    """
    if type(constraint).__module__.startswith(BUNDLED) or not _says_its_primitives(constraint):
        return (constraint,)
    parts = [_bundled(primitive, domains) for primitive in constraint.primitives()]
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return (constraint,)
    return [part.named(constraint.label) if constraint.label else part for part in known]


def _says_its_primitives(constraint: Constraint) -> bool:
    """Whether its primitives are those of the class that says what holds: a subclass may mean something else."""
    for kind in type(constraint).__mro__:
        if "compile" in vars(kind):
            return False
        if "primitives" in vars(kind):
            return True
        if "holds" in vars(kind):
            return False
    return False


def _bundled(primitive: Primitive, domains: Mapping[Any, Sequence[Any]]) -> Constraint | None:
    match primitive:
        case Unary(variable=variable, accepts=accepts):
            return Table((variable,), [(value,) for value in domains[variable] if accepts(value)])
        case Conflicts(one=one, other=other, compatible=compatible):
            pairs = [pair for pair in product(domains[one], domains[other]) if compatible(*pair)]
            return Table((one, other), pairs)
        case Extension(tuples=tuples) if not callable(tuples):
            return Table(primitive.scope, tuples)
        case WeightedSum(coefficients=coefficients, relation=relation, bound=bound):
            return Linear(primitive.scope, coefficients, relation, bound)
        case Distinct(mapped=mapped):
            if not primitive.is_mapped:
                return AllDifferent(primitive.scope, offsets=primitive.offsets, exceptions=primitive.exceptions)
            place = {variable: k for k, variable in enumerate(primitive.scope)}
            mapping = lambda variable, value: mapped(place[variable], value)  # noqa: E731
            return AllDifferent(primitive.scope, mapping=mapping, exceptions=primitive.exceptions)
        case Cardinality(counts=counts):
            return Count(primitive.scope, counts)
        case DistinctTuples(vectors=vectors):
            return DistinctVectors(vectors)
        case Cover(options=options):
            optional = {item for _, items in options for item in items}.difference(primitive.scope)
            return ExactCover(dict(options), optional)
    return None
