"""Propagators by their place in memory: what `native_walk` calls, so that only the kinds that a model has are compiled.

Each function takes the table of `clew.kernels.native_walk`, the number of a propagator, and where a row of domains
begins; it gives 0 for a dead end.
"""

from __future__ import annotations

from typing import Any

from numba import carray, config  # type: ignore[attr-defined]

from clew.kernels import native_pruning as kinds
from clew.kernels import native_walk as nw
from clew.kernels.native_asking import prune_element, prune_last, prune_product
from clew.kernels.native_inner import as_integers, inner
from clew.kernels.native_matching import prune_matching
from clew.kernels.native_pruning import (
    prune_distinct,
    prune_linear,
    prune_steps,
    prune_table,
    put,
    take,
)


def _array(pointer: Any, size: int) -> Any:
    """What lies behind a pointer, as an array."""
    return carray(pointer, (size,))


def _itself(pointer: Any, size: int) -> Any:
    """Without the compiler there are arrays only."""
    return pointer


array = _itself if getattr(config, "DISABLE_JIT", False) else inner(_array)


@inner
def opened(where: Any, number: int, at: int) -> Any:
    """What `take` and `put` need for a propagator's lanes in a row."""
    t = nw.integers_at(where)
    ints = array(nw.integers_at(t[nw.RECORDS]), t[nw.RECORDS_SIZE])
    rows = array(nw.words_at(t[nw.DOMAINS]), at + t[nw.SHORT])
    scratch = array(nw.words_at(t[nw.SCRATCH]), t[nw.SCRATCH_SIZE])
    word = array(nw.integers_at(t[nw.WORD]), t[nw.LANES])
    shift, ones = array(nw.words_at(t[nw.SHIFT]), t[nw.LANES]), array(nw.words_at(t[nw.ONES]), t[nw.LANES])
    first = nw.integers_at(t[nw.STARTS])[number] + 1
    return first, ints[first - 1], ints, rows[at:], word, shift, ones, scratch


@inner
def begun(where: Any, number: int, at: int) -> bool:
    """Take the lanes out of a row; False if one has no value."""
    first, count, ints, state, word, shift, ones, scratch = opened(where, number, at)
    return bool(take(first, count, ints, state, word, shift, ones, scratch))


@inner
def inputs(where: Any, number: int, at: int) -> Any:
    """What the function of a propagator works on."""
    t = nw.integers_at(where)
    first, count, ints, _, _, _, _, scratch = opened(where, number, at)
    bits = array(nw.words_at(t[nw.BITS]), t[nw.BITS_SIZE])
    free = scratch[count:]
    return first + count, count, ints, bits, scratch, free, as_integers(free)


@inner
def ended(where: Any, number: int, at: int, alive: bool) -> int:
    """Put the lanes back; 0 for a dead end, and the row is as it was."""
    if not alive:
        return 0
    first, count, ints, state, word, shift, ones, scratch = opened(where, number, at)
    put(first, count, ints, state, word, shift, ones, scratch)
    return 1


def table(where: Any, number: int, at: int) -> int:
    """See `prune_table`."""
    alive = begun(where, number, at) and prune_table(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def linear(where: Any, number: int, at: int) -> int:
    """See `prune_linear`."""
    alive = begun(where, number, at) and prune_linear(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def steps(where: Any, number: int, at: int) -> int:
    """See `prune_steps`."""
    alive = begun(where, number, at) and prune_steps(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def distinct(where: Any, number: int, at: int) -> int:
    """See `prune_distinct`."""
    alive = begun(where, number, at) and prune_distinct(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def matching(where: Any, number: int, at: int) -> int:
    """See `prune_matching`."""
    alive = begun(where, number, at) and prune_matching(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def product(where: Any, number: int, at: int) -> int:
    """See `prune_product`."""
    alive = begun(where, number, at) and prune_product(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def element(where: Any, number: int, at: int) -> int:
    """See `prune_element`."""
    alive = begun(where, number, at) and prune_element(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def last(where: Any, number: int, at: int) -> int:
    """See `prune_last`."""
    alive = begun(where, number, at) and prune_last(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


FUNCTIONS = {
    kinds.TABLE: table,
    kinds.LINEAR: linear,
    kinds.STEPS: steps,
    kinds.DISTINCT: distinct,
    kinds.MATCHING: matching,
    kinds.PRODUCT: product,
    kinds.ELEMENT: element,
    kinds.LAST: last,
}
"""What runs each kind."""
