"""Things in bins: sums of conditions, one for each bin, are one constraint about the loads of all.

The search in Python has no such constraint, so a search for the best alone gets it, in which the engine need not enter
the same nodes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.arithmetic import Comparison, Linear
from clew.core import _engine

if TYPE_CHECKING:
    from clew.constraints.primitives import Images
    from clew.core.compiler import EngineCompiler

STEPS: Final = 2**14
"""The most steps to find the sums of a bin without each thing: the number of things, squared, times words of sums."""

Packing = tuple[tuple[Hashable, ...], tuple[int, ...]]
"""The variables of some things, and their sizes."""


def add_loads(compiler: EngineCompiler) -> None:
    """Add the loads of all bins that the sums of a model are about.

    A search that is to learn gets none: if several bins rule a place out, the explanation is long.
    """
    if not compiler.propagates or compiler.learns:
        return
    rooms_of: dict[Packing, dict[Any, int]] = {}
    for primitive in compiler.sums_of_images:
        for packing, value, room in _bin(primitive):
            rooms = rooms_of.setdefault(packing, {})
            rooms[value] = min(room, rooms.get(value, room))
    for (names, sizes), rooms in rooms_of.items():
        scope = compiler.numbers(names)
        number = {value: k for k, value in enumerate(rooms)}
        bins = [[number.setdefault(value, len(number)) for value in compiler.values[v]] for v in scope]
        limits = [min(room, sum(sizes)) for room in rooms.values()] + [sum(sizes)] * (len(number) - len(rooms))
        words = (max(limits) >> 6) + 1
        if len(rooms) > 1 and len(scope) ** 2 * words <= STEPS and compiler.intervals.isdisjoint(scope):
            large = max(limits) + 1  # fits nowhere
            _engine.Loads(compiler.program, scope, [min(size, large) for size in sizes], bins, limits)


def _bin(primitive: Images) -> Iterator[tuple[Packing, Any, int]]:
    """The things, the bin and its room, if that is what a sum of conditions is about; nothing otherwise."""
    of, names, values = primitive.of, list[Hashable](), set[Any]()
    if not (isinstance(of, Linear) and of.relation == "<=" and type(of.bound) is int and of.bound >= 0):
        return
    for variables, _, condition in primitive.terms:
        if type(condition) is not Comparison or condition.relation != "==" or len(condition.scope) != 1:
            return
        names += variables
        values.add(condition.constant)
    are_sizes = all(type(weight) is int and weight > 0 for weight in of.coefficients)
    if are_sizes and len(values) == 1 and len(set(names)) == len(names):
        yield (tuple(names), tuple(of.coefficients)), values.pop(), of.bound
