"""Exact covers: masks alone, because each option rules out, in one mask, all that share an item with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.limits import looking
from clew.state.lanes import AnyLanes

if TYPE_CHECKING:
    from clew.constraints.primitives import Covering
    from clew.reference.propagation.compiler import Compiler


def compile_cover(compiler: Compiler, primitive: Covering) -> None:
    """An item keeps the options that cover it, and an option conflicts with those that share an item with it."""
    compiler.cover = primitive
    needed = set(primitive.scope)
    own: dict[Any, int] = {}
    covering: dict[Any, int] = {}
    for option, items in looking(primitive.options):
        own[option] = compiler.lanes.bits((item, option) for item in items if item in needed)
        for item in items:
            covering[item] = covering.get(item, 0) | own[option]
    items_of = dict(primitive.options)

    def conflicts(option: Any) -> int:
        ruled_out = 0
        for item in items_of.get(option, ()):
            ruled_out |= covering[item]
        return ruled_out & ~own.get(option, 0)

    for item in primitive.scope:
        compiler.keep(item, lambda option, item=item: item in items_of.get(option, ()))  # type: ignore[misc]
        compiler.masks(primitive.source, item, conflicts)


def fixes_together(primitive: Covering, lanes: AnyLanes) -> dict[int, int]:
    """For the place of each option's bit the guards of the lanes of its items, if there are no other variables.

    The mask of an option fixes them all.
    """
    if set(lanes.lane) != set(primitive.scope):
        return {}
    fixed: dict[int, int] = {}
    for option, items in looking(primitive.options):
        own = [lanes.lane[item] for item in items if item in lanes.lane]
        guards = sum(1 << lane.guard for lane in own)
        fixed |= {lane.offset + lane.positions[option]: guards for lane in own if option in lane.positions}
    return fixed
