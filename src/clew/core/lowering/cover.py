"""Exact covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clew.core import _engine
from clew.limits import looking

if TYPE_CHECKING:
    from clew.constraints.primitives import Covering
    from clew.core.compiler import EngineCompiler

ROWS: Final = 2**22
"""Words that the rows of an exact cover may take: 32 MiB."""


def cover(compiler: EngineCompiler, primitive: Covering) -> None:
    """Items are numbered in the order of the scope, those that need not be covered after them."""
    scope = compiler.numbers(primitive.scope)
    numbers = {item: k for k, item in enumerate(primitive.scope)}
    positions = [compiler.declared(v).positions for v in scope]
    items, places = [], []
    covering: list[list[int]] = [[] for _ in scope]
    for option, covered in looking(primitive.options):
        own = sorted([numbers.setdefault(item, len(numbers)) for item in covered])
        where = [positions[k].get(option, -1) for k in own if k < len(scope)]
        for k, place in zip(own, where, strict=False):
            if place >= 0:
                covering[k].append(place)
        items.append(own)
        places.append(where)
    for v, own in zip(scope, covering, strict=True):
        if len(own) < len(compiler.values[v]):
            kept = {compiler.values[v][place] for place in own}
            compiler.keep(v, kept.__contains__)
    _engine.Cover(compiler.program, scope, items, places, len(numbers), ROWS)
