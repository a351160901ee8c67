"""What follows from several primitives of a model together, whichever constraints they come from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from clew.constraints.primitives import Extension, Primitive, Reading, WeightedSum


def may_imply(primitive: Primitive) -> bool:
    """Whether more may follow from a primitive together with others: it is a sum, or may be one, or has no order."""
    kind = type(primitive)
    return kind is WeightedSum or kind is Extension or is_unordered(primitive)


def is_unordered(primitive: Primitive) -> bool:
    """Whether it reads variables, the values of which may come in any order."""
    return type(primitive) is Reading and primitive.source.in_any_order


def implied(
    primitives: Sequence[Primitive], domains: Mapping[Any, Sequence[Any]], left: Callable[[Hashable], Sequence[Any]]
) -> Iterable[Primitive]:
    """The primitives that both compilers add, because they follow from several of a model and prune more.

    Args:
        primitives: all that the constraints of the model are made of; those that imply nothing may be left out.
        domains: the variables with the values that they were declared with.
        left: the values that a variable has left once the constraints on one variable have shrunk its domain.
    """
    if not any(map(may_imply, primitives)):
        return ()
    from clew.constraints.distinct_sums import distinct_sums  # most models have no sums

    return distinct_sums(primitives, domains, left)
