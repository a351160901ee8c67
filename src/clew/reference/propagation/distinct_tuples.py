"""The propagator that keeps vectors of variables apart."""

from __future__ import annotations

from collections.abc import Hashable
from math import prod
from typing import Any

from clew.constraints.primitives import DistinctTuples
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes


class DistinctTuplesPropagator(Propagator):
    """Keeps vectors apart: one with a single open variable must not become one that is complete.

    Vectors whose lanes are laid out in the same way (the rows of a grid, or its columns) are compared as integers,
    shifted to the same place. If there are as many pairs as can be, each must be somewhere: one that fits in one place
    is there.
    """

    cost = 6
    waits = True

    def __init__(self, primitive: DistinctTuples, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self.vectors = [[lanes.lane[variable] for variable in vector] for vector in primitive.vectors]
        first = self.vectors[0]
        self.moves = [vector[0].offset - first[0].offset for vector in self.vectors]
        self.shape = lanes.mask(primitive.vectors[0])
        self.is_aligned = all(
            one.offset + shift == other.offset and one.values == other.values
            for vector, shift in zip(self.vectors, self.moves, strict=True)
            for one, other in zip(first, vector, strict=True)
        ) and all(shift >= 0 for shift in self.moves)
        self.length = len(first)
        self.widest = self.length - 1 + max(len(lane.values) for lane in self.scope)
        self.ones = sum(1 << lane.offset for lane in first)
        self.shape_guards = sum(1 << lane.guard for lane in first)
        widths = [len(lane.values) for lane in first]
        has_equal = all(len({lane.values for lane in column}) == 1 for column in zip(*self.vectors, strict=True))
        must_all = len(first) == 2 and prod(widths) == len(self.vectors) and has_equal and max(widths) <= 64
        self.waits = not must_all
        self.firsts = range(widths[0] if must_all else 0)
        """The values of the first variable of each pair, if each pair must be somewhere."""

    def __call__(self, domains: int) -> int:
        before = -1
        while domains not in (0, before):
            before = domains
            domains = self._differ(domains)
            for first in self.firsts if domains else ():
                domains = domains and self._place(domains, first)
        return domains

    def _place(self, domains: int, first: int) -> int:
        """Keep the pairs with a value that fit in one place there; 0 for a dead end."""
        fitting = [(one, other) for one, other in self.vectors if domains >> one.offset + first & 1]
        once = twice = 0
        for _, other in fitting:
            own = domains >> other.offset & other.full
            twice |= once & own
            once |= own
        if once != self.vectors[0][1].full:
            return 0
        for one, other in fitting if once != twice else ():
            own = domains >> other.offset & once & ~twice
            if own & (own - 1):
                return 0
            if own:
                domains &= ~(one.full << one.offset | other.full << other.offset) | 1 << one.offset + first
                domains |= own << other.offset
        return domains

    def _differ(self, domains: int) -> int:
        """Keep vectors apart from complete ones."""
        if not self.is_aligned:
            return self._compare(domains)
        complete: set[int] = set()
        nearly: list[tuple[int, int]] = []
        length, widest, shape = self.length, self.widest, self.shape
        for shift in self.moves:
            bits = domains >> shift & shape
            size = bits.bit_count()
            if size <= widest:
                if size > length:
                    nearly.append((shift, bits))
                elif bits in complete:
                    return 0
                else:
                    complete.add(bits)
        return self._apart(domains, complete, nearly) if complete else domains

    def _apart(self, domains: int, complete: set[int], nearly: list[tuple[int, int]]) -> int:
        """The domains without the values that would make vectors equal to complete ones; 0 for a dead end.

        Args:
            domains: the domains.
            complete: the vectors that are complete.
            nearly: those that may have one open variable, as they are now and how far they are shifted up.
        """
        for shift, bits in nearly:
            hole = self._hole(bits)
            gone = 0
            for other in complete if hole else ():
                # Equal but for the hole: the value there would make them equal.
                if not (bits ^ other) & ~hole:
                    gone |= other & hole
            if gone:
                domains &= ~(gone << shift)  # if vectors share the variable, another may have taken some
                if not domains >> shift & hole:
                    return 0
        return domains

    def _hole(self, bits: int) -> int:
        """The lane of the one variable that is open, if it is one."""
        stripped = bits & (bits - self.ones)
        if not stripped:
            return 0
        place = stripped.bit_length() - 1
        lane = next(lane for lane in self.vectors[0] if lane.offset <= place < lane.guard)
        hole = lane.full << lane.offset
        return 0 if stripped & ~hole else hole

    def _compare(self, domains: int) -> int:
        """Compare vectors by their values, however they lie."""
        complete: set[tuple[Any, ...]] = set()
        nearly = []
        for vector in self.vectors:
            choices = [lane.select(domains >> lane.offset & lane.full) for lane in vector]
            holes = [k for k, some in enumerate(choices) if len(some) > 1]
            values = [some[0] if some else None for some in choices]
            if len(holes) == 1:
                nearly.append((vector[holes[0]], holes[0], values))
            elif not holes:
                if tuple(values) in complete:
                    return 0
                complete.add(tuple(values))
        for lane, hole, values in nearly:
            for value in lane.select(domains >> lane.offset & lane.full):
                values[hole] = value
                if tuple(values) in complete:
                    domains &= ~(1 << lane.offset + lane.positions[value])
            if not domains >> lane.offset & lane.full:
                return 0
        return domains

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """For each open vector the complete ones that it may still become; and the open pairs not yet told apart."""
        if not self.is_aligned:
            return domains & self.mask
        complete, unfinished = [], []
        for shift in self.moves:
            bits = domains >> shift & self.shape
            if bits.bit_count() == self.length:
                complete.append(bits)
            else:
                unfinished.append(bits)
        shape, guards = self.shape, self.shape_guards
        threats = []
        for k, bits in enumerate(unfinished):
            absent = ~bits
            threats.append(tuple(sorted([vector for vector in complete if not vector & absent])))
            # The places that two open vectors share, with their fixed values, tell if one must avoid the other.
            common = [bits & other for other in unfinished[k + 1 :]]
            threats.append(tuple([both if (both + shape) & guards == guards else 0 for both in common]))
        return tuple(threats)


def compile_distinct_tuples(compiler: Compiler, primitive: DistinctTuples) -> None:
    """One propagator; if vectors share variables, besides the last open one of each pair."""
    if len(primitive.scope) <= 2:
        compiler.default(primitive.source)
    elif compiler.propagates:
        compiler.propagate(DistinctTuplesPropagator(primitive, compiler.lanes))
        if sum(map(len, primitive.vectors)) > len(primitive.scope):  # a variable is in two of them
            for pair in primitive.pairs():
                compiler.propagate(LastOpenPropagator(pair, compiler.lanes))
    else:
        for pair in primitive.pairs():
            compiler.check(pair)
