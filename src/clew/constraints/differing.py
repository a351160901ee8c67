"""The variables that differ, as several constraints of a model say."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import reduce
from itertools import combinations, islice
from operator import and_

from clew.constraints.all_different import Distinct
from clew.constraints.names import Scope
from clew.constraints.primitives import Difference, Primitive


class Differing:
    """The variables that differ, as some primitives say.

    Args:
        primitives: the primitives of a model.
    """

    def __init__(self, primitives: Iterable[Primitive]) -> None:
        self.groups: list[Distinct] = []
        self._groups_of: dict[Hashable, int] = {}
        self._paired: dict[Hashable, dict[Hashable, None]] = {}
        for one in primitives:
            if isinstance(one, Distinct) and one.is_plain:
                for variable in one.scope:
                    self._groups_of[variable] = self._groups_of.get(variable, 0) | 1 << len(self.groups)
                self.groups.append(one)
            elif isinstance(one, Difference) and one.relation in ("!=", "<", ">") and one.offset == 0:
                self._paired.setdefault(one.one, {})[one.other] = None
                self._paired.setdefault(one.other, {})[one.one] = None

    def has(self, variable: Hashable) -> bool:
        """Whether a variable differs from others, at all."""
        return variable in self._groups_of or variable in self._paired

    def parts(self, scope: Iterable[Hashable]) -> list[list[Hashable]]:
        """For each all-different that has some of these variables those that it has."""
        found: dict[int, list[Hashable]] = {}
        for variable in scope:
            for number in self._numbers(variable):
                found.setdefault(number, []).append(variable)
        return [found[number] for number in sorted(found)]

    def _numbers(self, variable: Hashable) -> Iterator[int]:
        """The numbers of the all-different constraints on a variable."""
        left = self._groups_of.get(variable, 0)
        while left:
            yield (left & -left).bit_length() - 1
            left &= left - 1

    def are_different(self, scope: Scope) -> bool:
        """Whether no two of some variables may be equal."""
        bits = [self._groups_of.get(variable, 0) for variable in scope]
        return bool(reduce(and_, bits)) or all(
            own & theirs or other in self._paired.get(one, ())
            for (one, own), (other, theirs) in combinations(zip(scope, bits, strict=True), 2)
        )

    def others(self, scope: Scope, most: int) -> list[tuple[Hashable, int]]:
        """Variables that differ from several of some, each with bits: bit k if it differs from the k-th of them.

        Args:
            scope: the variables.
            most: how many others are looked at of each constraint.
        """
        near: dict[int, int] = {}  # for each all-different the variables that it has
        found: dict[Hashable, int] = {}
        for k, variable in enumerate(scope):
            for number in self._numbers(variable):
                near[number] = near.get(number, 0) | 1 << k
            for other in islice(self._paired.get(variable, ()), most):
                found[other] = found.get(other, 0) | 1 << k
        for number, bits in near.items():
            for other in islice(self.groups[number].scope, most + len(scope)):
                found[other] = found.get(other, 0) | bits
        own = {*scope}
        return [(other, bits) for other, bits in found.items() if bits & (bits - 1) and other not in own]
