"""Values that may change places in any solution: those of variables that differ from each other can be fixed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations

from clew.constraints.all_different import Distinct
from clew.constraints.base import Constraint
from clew.constraints.primitives import Difference, Primitive
from clew.planning.request import Domains


def fixed(domains: Domains, constraints: Iterable[Constraint]) -> dict[Hashable, int] | None:
    """Variables with the place of a value that some solution gives them, if there is one; None if there is none.

    If variables with the same values differ from each other, and nothing else is asked, a solution stays one if its
    values change places. So of variables that all differ the first may take the first value, and so on: as in colouring
    a graph, some of whose vertices are all neighbours (P. Van Hentenryck, P. Flener, J. Pearson, M. Agren, Tractable
    symmetry breaking for CSPs with interchangeable values, 2003).
    """
    primitives = [primitive for constraint in constraints for primitive in constraint.primitives()]
    values = {*domains.values()}
    if len(values) != 1 or not all(map(_is_difference, primitives)):
        return {}
    near: dict[Hashable, set[Hashable]] = {v: set() for v in domains}
    for one, other in (pair for primitive in primitives for pair in combinations(primitive.scope, 2)):
        near[one].add(other)
        near[other].add(one)
    clique: list[Hashable] = []
    for v in sorted(near, key=lambda v: -len(near[v])):
        if near[v].issuperset(clique):
            clique.append(v)
    return None if len(clique) > len(*values) else {v: place for place, v in enumerate(clique)}


def _is_difference(primitive: Primitive) -> bool:
    """Whether it says of its variables that they differ, and nothing else."""
    if isinstance(primitive, Distinct):
        return primitive.is_plain
    return isinstance(primitive, Difference) and (primitive.relation, primitive.offset) == ("!=", 0)
