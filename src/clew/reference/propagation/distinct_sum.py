"""The propagator of sums of different numbers: domain consistency, set by set."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from clew.constraints.distinct_sums import DistinctSum
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.matching import consistent
from clew.reference.propagation.propagator import Propagator, View
from clew.state.lanes import AnyLanes, places_of

TAKEN: Final = 2**15
"""Sets of numbers, as far as the variables have them left, of which it is remembered who can have which."""


class DistinctSumPropagator(Propagator):
    """Keeps the values that are part of a set with the sum that the variables can take together.

    Others that differ from all variables that can have a number lose it if each of these sets has it.

    For each set the variables take its numbers in some order: a matching says whether they can, and its components
    which variable can have which number (Régin, A filtering algorithm for constraints of difference in CSPs, 1994).
    """

    cost = 4

    def __init__(self, primitive: DistinctSum, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes, primitive.scope)
        self._sets = primitive.sets
        places = {value: k for k, value in enumerate(primitive.values)}
        views = [View(lane, shift, places) for lane, (shift, _) in zip(self.scope, self.shifts, strict=True)]
        inner = len(primitive.source.scope)
        self._views = views[:inner]
        self._others = [(view, bits) for view, (_, bits) in zip(views[inner:], primitive.others, strict=True)]

    def prune(self, key: int) -> int:
        seen = [view.seen(key) for view in self._views]
        kept = [0] * len(seen)
        able = reduce(or_, seen)
        settled = reduce(or_, [own for own in seen if not own & own - 1], 0)
        needed = able & ~settled
        for one in self._sets:
            if one & able == one and one & settled == settled:
                rows = tuple([own & one for own in seen])
                if needed & ~one or any(row & ~found for row, found in zip(rows, kept, strict=True)):
                    can = taken(rows)
                    kept = [found | places for found, places in zip(kept, can, strict=True)]
                    needed &= one if any(can) else needed
        if not all(kept):
            return 0
        for view, places in zip(self._views, kept, strict=True):
            key = view.keep(key, places)
        return self._without_needed(key, kept, needed)

    def _without_needed(self, key: int, kept: list[int], needed: int) -> int:
        """Take each number that is needed from the others that differ from all variables that can have it."""
        for place in places_of(needed):
            able = sum(1 << k for k, own in enumerate(kept) if own >> place & 1)
            for view, bits in self._others:
                if key and not able & ~bits:
                    key = view.without(key, place)
        return key

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """Nothing: it follows from other constraints, which remember what they need."""
        return ()


@lru_cache(maxsize=TAKEN)
def taken(rows: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of a set, as bits, that each variable can have if they take all of them; none if they cannot.

    Args:
        rows: those that each variable has left. There are as many numbers as variables.
    """
    return tuple(consistent(rows))


def compile_distinct_sum(compiler: Compiler, primitive: DistinctSum) -> None:
    """Set by set; Python decides at the levels that do not propagate."""
    if compiler.propagates:
        compiler.propagate(DistinctSumPropagator(primitive, compiler.lanes))
    else:
        compiler.default(primitive.source)
