"""Values, or vectors of values, that all differ; items that one option each covers."""

from __future__ import annotations

from itertools import chain
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.primitives import Callback, WeightedSum
from clew.core import _engine
from clew.core.lowering.callback import add_check
from clew.limits import looking

if TYPE_CHECKING:
    from clew.constraints.primitives import Covering, Distinct, DistinctTuples
    from clew.core.compiler import EngineCompiler

ROWS: Final = 2**22
"""Words that the rows of an exact cover may take: 32 MiB."""


def distinct(compiler: EngineCompiler, primitive: Distinct) -> None:
    """The targets of the variables differ: if these lie as the values do, places are compared; else they are listed."""
    scope = compiler.numbers(primitive.scope)
    shifted = _shifted(compiler, primitive, scope)
    made: _engine.Distinct | _engine.DistinctMapped | None = None
    if shifted is not None:
        shifts, number = shifted
        must_all = _must_all(compiler, scope, shifts, number)
        if not must_all or number == len(scope):  # otherwise some of the targets are out of reach
            made = _engine.Distinct(compiler.program, scope, shifts, number, must_all)
            compiler.distinct += [] if must_all else [(scope, made)]
    if made is None:
        made = _mapped(compiler, primitive, scope)
    if compiler.supports and len(scope) > 2:  # the level asks for a support of each value in a matching
        _engine.Matching(compiler.program, made)


def add_hall_intervals(compiler: EngineCompiler) -> None:
    """Prune by full intervals if sums of three terms or more join many of the variables that differ with others.

    So for the best alone: there the search in Python need not enter the same nodes. Nor if the search is to learn: it
    would ask why an interval is full more often than that prunes.
    """
    if not (compiler.distinct and compiler.propagates) or compiler.supports or compiler.learns:
        return
    sums_of: dict[int, list[list[int]]] = {}
    for primitive in compiler.parts:
        if type(primitive) is WeightedSum and len(primitive.scope) > 2:
            summed = compiler.numbers(primitive.scope)
            for v in summed:
                sums_of.setdefault(v, []).append(summed)
    for scope, made in compiler.distinct:
        joined = [v for v in scope if any(not {*scope}.issuperset(summed) for summed in sums_of.get(v, ()))]
        if 2 * len(joined) >= len(scope) > 2:
            _engine.HallIntervals(compiler.program, made)


def _shifted(compiler: EngineCompiler, primitive: Distinct, scope: list[int]) -> tuple[list[int], int] | None:
    """For each variable the distance from a place to its target, and how many targets there are.

    None if the places of the targets are not those of the values, moved.
    """
    if primitive.is_mapped or primitive.exceptions:
        return None
    values = [compiler.values[v] for v in scope]
    offsets = primitive.offsets
    if offsets is None and values.count(values[0]) == len(values):
        return [0] * len(scope), len(values[0])
    shifts = []
    for v, offset in zip(scope, offsets or (0,) * len(scope), strict=True):
        begin = compiler.declared(v).begin
        if type(offset) is not int or begin is None:
            return None
        shifts.append(begin + offset)
    least = min(shifts)
    number = max(map(add, shifts, map(len, values))) - least
    # There may be gaps between them, as wide as the numbers are large.
    return ([shift - least for shift in shifts], number) if number <= sum(map(len, values)) else None


def _must_all(compiler: EngineCompiler, scope: list[int], shifts: list[int], most: int) -> bool:
    """Whether there are as many targets as variables, so that each of them must be taken; `most` is how many can be."""
    if not compiler.propagates or len(scope) <= 2:  # of two variables each value that is taken leaves the other
        return False
    if not compiler.are_whole(scope):
        rows = zip(scope, shifts, strict=True)
        return len({place + shift for v, shift in rows for place in compiler.left(v)}) == len(scope)
    if most == len(compiler.values[scope[0]]):  # one variable alone has them all
        return most == len(scope)
    sizes = [*map(len, map(compiler.values.__getitem__, scope))]
    if min(sizes) + len(set(shifts)) - 1 > len(scope):  # so many targets there are at least
        return False
    number = end = 0
    for shift, size in sorted(set(zip(shifts, sizes, strict=True))):
        number += max(0, shift + size - max(shift, end))
        end = max(end, shift + size)
    return number == len(scope)


def _mapped(compiler: EngineCompiler, primitive: Distinct, scope: list[int]) -> _engine.DistinctMapped:
    """The targets are numbered as they come up."""
    numbers: dict[Any, int] = dict.fromkeys(primitive.exceptions, -1)
    mapped = primitive.mapped
    targets = [
        [numbers.setdefault(mapped(k, value), len(numbers)) for value in looking(compiler.values[v])]
        for k, v in enumerate(scope)
    ]
    must_all = not primitive.exceptions and compiler.propagates and len(scope) > 2
    if must_all:
        left = [[own[place] for place in compiler.left(v)] for own, v in zip(targets, scope, strict=True)]
        must_all = all(len(set(own)) == len(own) for own in left) and len(set().union(*left)) == len(scope)
        if must_all:  # the other targets are out of reach
            numbers = {target: k for k, target in enumerate(sorted(set().union(*left)))}
            targets = [[numbers.get(target, -1) for target in own] for own in targets]
    return _engine.DistinctMapped(compiler.program, scope, targets, len(numbers), must_all)


def distinct_tuples(compiler: EngineCompiler, primitive: DistinctTuples) -> None:
    """No two vectors are equal; for a level that does not propagate, each pair of them is checked by itself."""
    if len(primitive.scope) <= 2:
        compiler.add(Callback(primitive.source))
        return
    if not compiler.propagates:
        for pair in primitive.pairs():
            add_check(compiler, pair)
        return
    scope = compiler.numbers(primitive.scope)
    position = {variable: k for k, variable in enumerate(primitive.scope)}
    vectors = [*map(position.__getitem__, chain.from_iterable(primitive.vectors))]
    known: dict[Any, int] = {}
    labels, begins = compiler.labels(scope, lambda value: known.setdefault(value, len(known)))
    length = len(primitive.vectors[0])
    sizes = [len(compiler.values[v]) for v in compiler.numbers(primitive.vectors[0])]
    must_all = (
        length == 2
        and prod(sizes) == len(primitive.vectors)
        and max(sizes) <= 64
        and all(len({begins[k] for k in vectors[end::2]}) == 1 for end in range(2))
    )
    _engine.DistinctTuples(compiler.program, scope, vectors, length, labels, begins, must_all)


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
