"""The propagator of sums of groups of different numbers: the least and the most that each group adds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, pairwise
from operator import or_
from typing import NamedTuple

from clew.constraints.grouped_sums import GroupedSum
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.distinct_sum import TAKEN
from clew.reference.propagation.propagator import Propagator, View
from clew.state.lanes import AnyLanes, places_of


class Ends(NamedTuple):
    """The least and the most that the variables of a group add up to, and the same without each of them."""

    least: int
    most: int
    others_least: tuple[int, ...]
    others_most: tuple[int, ...]


class GroupedSumPropagator(Propagator):
    """Keeps the numbers of each variable that leave enough for all the others, and not too much."""

    cost = 4

    def __init__(self, primitive: GroupedSum, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self._values, self._total = primitive.values, primitive.total
        places = {value: k for k, value in enumerate(primitive.values)}
        views = [View(lane, shift, places) for lane, (shift, _) in zip(self.scope, self.shifts, strict=True)]
        groups = [views[begin:end] for begin, end in pairwise((0, *accumulate(primitive.sizes)))]
        self._groups = [*zip(primitive.weights, groups, strict=True)]

    def prune(self, key: int) -> int:
        known = []
        low = high = 0
        for weight, views in self._groups:
            ends = ends_of(tuple([view.seen(key) for view in views]), self._values)
            if ends is None:
                return 0
            known.append((weight, views, ends))
            low += min(weight * ends.least, weight * ends.most)
            high += max(weight * ends.least, weight * ends.most)
        if not low <= self._total <= high:
            return 0
        above, below = self._total - low, high - self._total
        for weight, views, ends in known:
            up, down = (above, below) if weight > 0 else (below, above)
            for view, least, most in zip(views, ends.others_least, ends.others_most, strict=True):
                first, last = ends.most - down // abs(weight) - most, ends.least + up // abs(weight) - least
                key = view.keep(key, sum(1 << k for k, value in enumerate(self._values) if first <= value <= last))
                if not view.seen(key):
                    return 0
        return key

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """Nothing: it follows from other constraints, which remember what they need."""
        return ()


@lru_cache(maxsize=TAKEN)
def ends_of(rows: tuple[int, ...], values: Sequence[int]) -> Ends | None:
    """The least and the most that the variables of a group add up to; None if they cannot differ.

    Args:
        rows: the numbers that each has left, as bits.
        values: the numbers, in ascending order.
    """
    if not all(rows):
        return None
    places = [*places_of(reduce(or_, rows))]
    firsts, lasts = [(row & -row).bit_length() - 1 for row in rows], [row.bit_length() - 1 for row in rows]
    least = _least(firsts, places, values)
    backward, falling = [-place for place in lasts], [-place for place in reversed(places)]
    negated = {-place: -values[place] for place in places}
    most = _least(backward, falling, negated)
    if least is None or most is None:
        return None
    without = range(len(rows))
    lower = [_least([*firsts[:k], *firsts[k + 1 :]], places, values) or 0 for k in without]
    upper = [-(_least([*backward[:k], *backward[k + 1 :]], falling, negated) or 0) for k in without]
    return Ends(least, -most, tuple(lower), tuple(upper))


def _least(firsts: Iterable[int], places: Iterable[int], values: Sequence[int] | dict[int, int]) -> int | None:
    """The least sum of a different place for each first one, none below it; None if there are too few."""
    free, total = iter(places), 0
    for first in sorted(firsts):
        place = next((one for one in free if one >= first), None)
        if place is None:
            return None
        total += values[place]
    return total


def compile_grouped_sum(compiler: Compiler, primitive: GroupedSum) -> None:
    """Group by group; Python decides at the levels that do not propagate."""
    if compiler.propagates:
        compiler.propagate(GroupedSumPropagator(primitive, compiler.lanes))
    else:
        compiler.default(primitive.source)
