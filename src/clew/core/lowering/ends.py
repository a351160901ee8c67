"""Whether the engine needs but the ends of the domains of a primitive: then a wide range has no bit for each value."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clew.constraints.compared import is_calculated
from clew.core.lowering.sums import are_rational
from clew.core.variables import single_term, works_on_ends

if TYPE_CHECKING:
    from clew.constraints.primitives import Alternatives, Compared, Difference, Disjunction, Unary, WeightedSum

Domains = Mapping[Hashable, Sequence[Any]]
"""The values of the variables."""


def of_unary(primitive: Unary, domains: Domains) -> bool:
    """Whether a variable compares with an exact number."""
    weight, _, bound = single_term(primitive)
    return are_rational((weight, bound))


def of_difference(primitive: Difference, domains: Domains) -> bool:
    """Whether an exact number is added."""
    return are_rational([primitive.offset])


def of_sum(primitive: WeightedSum, domains: Domains) -> bool:
    """Whether all of its numbers are exact."""
    return are_rational((*primitive.coefficients, primitive.bound))


def of_compared(primitive: Compared, domains: Domains) -> bool:
    """Whether its bounds are known."""
    return is_calculated(primitive, [domains[variable] for variable in primitive.scope])


def of_disjunction(primitive: Disjunction, domains: Domains) -> bool:
    """Whether all of its sums have exact numbers."""
    return all(of_sum(one, domains) for one in primitive.sums)


def of_alternatives(primitive: Alternatives, domains: Domains) -> bool:
    """Whether that is so for each primitive of each alternative."""
    return all(works_on_ends(one, domains) for some in primitive.alternatives for one in some)
