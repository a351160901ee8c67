"""Whether the engine needs but the ends of the domains of a primitive: then a wide range has no bit for each value."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clew.constraints.compared import is_calculated
from clew.core.lowering.sums import are_rational
from clew.core.variables import works_on_ends

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


def single_term(primitive: Unary) -> tuple[Any, str, Any]:
    """The factor of a variable, the comparison, and the number to compare with.

    The constraint tells: of the primitive itself no more is known than what it says of each value. If the constraint
    is no such comparison, the number is none.
    """
    from clew.constraints.arithmetic import Comparison, Linear  # of wide ranges alone

    source = primitive.source
    if type(source) is Comparison and len(source.scope) == 1:
        return 1, source.relation, source.constant
    if type(source) is Linear and len(source.scope) == 1:
        return source.coefficients[0], source.relation, source.bound
    return 1, "==", None
