"""The propagator of extensions: generalised arc consistency by bits of tuples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from clew.constraints.base import Constraint
from clew.constraints.primitives import Extension
from clew.limits import looking
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes

if TYPE_CHECKING:
    from clew.reference.propagation.compiler import Compiler


class TablePropagator(Propagator):
    """Keeps the values that are in a tuple whose other values are all there.

    The tuples are bits of one integer: for every value those that have it. The tuples left are an AND of ORs; a
    value stays if it is in one of them (Demeulenaere et al., Compact-Table, 2016).
    """

    cost = 3

    def __init__(self, constraint: Constraint, lanes: AnyLanes, tuples: Iterable[tuple[Any, ...]]) -> None:
        super().__init__(constraint, lanes)
        fitting = [
            places
            for values in looking(tuples)
            if None not in (places := [lane.positions.get(v) for lane, v in zip(self.scope, values, strict=True)])
        ]
        self.all = (1 << len(fitting)) - 1
        rows = [[bytearray(len(fitting) // 8 + 1) for _ in looking(lane.values)] for lane in self.scope]
        for k, places in looking(enumerate(fitting)):
            for row, place in zip(rows, places, strict=True):
                row[place][k >> 3] |= 1 << (k & 7)  # type: ignore[index]
        self.supports = [[int.from_bytes(bits, "little") for bits in row] for row in rows]

    def left(self, key: int) -> tuple[int, list[int]]:
        """The tuples whose values are all there, and the values of each lane."""
        left = self.all
        remaining = self.domains(key)
        for bits, (_, full), supports in zip(remaining, self.shifts, self.supports, strict=True):
            if bits != full:
                some = 0
                while bits:
                    lowest = bits & -bits
                    bits ^= lowest
                    some |= supports[lowest.bit_length() - 1]
                left &= some
        return left, remaining

    def prune(self, key: int) -> int:
        left, remaining = self.left(key)
        if not left:
            return 0
        for (shift, _), supports, bits in zip(self.shifts, self.supports, remaining, strict=True):
            while bits:
                lowest = bits & -bits
                bits ^= lowest
                if not left & supports[lowest.bit_length() - 1]:
                    key ^= lowest << shift
        return key


def compile_extension(compiler: Compiler, primitive: Extension) -> None:
    """The tuples, which may have to be made of the domains first."""
    tuples = primitive.tuples
    made = tuples(compiler.domains(primitive.scope)) if callable(tuples) else tuples
    if made is None:
        compiler.default(primitive.source)
    else:
        compiler.tuples(primitive.source, made)
