"""Whether the engine needs but the ends of the domains of a primitive: then a wide range has no bit for each value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.core.lowering.sums import are_rational
from clew.core.variables import single_term, works_on_ends

if TYPE_CHECKING:
    from clew.constraints.primitives import Alternatives, Difference, Disjunction, Polynomial, Unary, WeightedSum


def of_unary(primitive: Unary) -> bool:
    """Whether a variable compares with an exact number."""
    weight, _, bound = single_term(primitive)
    return are_rational((weight, bound))


def of_difference(primitive: Difference) -> bool:
    """Whether an exact number is added."""
    return are_rational([primitive.offset])


def of_sum(primitive: WeightedSum) -> bool:
    """Whether all of its numbers are exact."""
    return are_rational((*primitive.coefficients, primitive.bound))


def of_polynomial(primitive: Polynomial) -> bool:
    """Whether all of its numbers are exact."""
    return are_rational([primitive.bound, *(weight for weight, _ in primitive.terms)])


def of_disjunction(primitive: Disjunction) -> bool:
    """Whether all of its sums have exact numbers."""
    return all(map(of_sum, primitive.sums))


def of_alternatives(primitive: Alternatives) -> bool:
    """Whether that is so for each primitive of each alternative."""
    return all(works_on_ends(one) for some in primitive.alternatives for one in some)
