"""Propagators by their place in memory, so that only the kinds that a model has are compiled.

`clew.kernels.native_propagation` calls them. Each function takes the table (`clew.kernels.native_table`), the number of
a propagator, and where a row of domains begins; it gives 0 for a dead end.
"""

from __future__ import annotations

from typing import Any

from numba import carray, config  # type: ignore[attr-defined]

from clew.kernels import native_pruning as kinds
from clew.kernels import native_table as nt
from clew.kernels.native import ZERO
from clew.kernels.native_asking import prune_element, prune_last, prune_product
from clew.kernels.native_inner import as_integers, inner
from clew.kernels.native_matching import prune_matching
from clew.kernels.native_pruning import prune_distinct, prune_linear, prune_steps, prune_table


def _array(pointer: Any, size: int) -> Any:
    """What lies behind a pointer, as an array."""
    return carray(pointer, (size,))


def _itself(pointer: Any, size: int) -> Any:
    """Without the compiler there are arrays only."""
    return pointer


array = _itself if getattr(config, "DISABLE_JIT", False) else inner(_array)


@inner
def begun(where: Any, number: int, at: int) -> bool:
    """Take a propagator's lanes out of a row, a word for each; False if one has no value."""
    t = nt.integers_at(where)
    ints, rows, lanes = nt.integers_at(t[nt.RECORDS]), nt.words_at(t[nt.DOMAINS]), nt.words_at(t[nt.SCRATCH])
    word, shift, ones = nt.integers_at(t[nt.WORD]), nt.words_at(t[nt.SHIFT]), nt.words_at(t[nt.ONES])
    start = nt.integers_at(t[nt.STARTS])[number]
    for k in range(ints[start]):
        lane = ints[start + 1 + k]
        lanes[k] = rows[at + word[lane]] >> shift[lane] & ones[lane]
        if lanes[k] == ZERO:
            return False
    return True


@inner
def inputs(where: Any, number: int, at: int) -> Any:
    """What the function of a propagator works on."""
    t = nt.integers_at(where)
    ints = array(nt.integers_at(t[nt.RECORDS]), t[nt.RECORDS_SIZE])
    bits = array(nt.words_at(t[nt.BITS]), t[nt.BITS_SIZE])
    lanes = array(nt.words_at(t[nt.SCRATCH]), t[nt.SCRATCH_SIZE])
    start = nt.integers_at(t[nt.STARTS])[number]
    count = ints[start]
    free = lanes[count:]
    return start + 1 + count, count, ints, bits, lanes, free, as_integers(free)


@inner
def ended(where: Any, number: int, at: int, alive: bool) -> int:
    """Put the lanes back; 0 for a dead end, and the row is as it was."""
    if not alive:
        return 0
    t = nt.integers_at(where)
    ints, rows, lanes = nt.integers_at(t[nt.RECORDS]), nt.words_at(t[nt.DOMAINS]), nt.words_at(t[nt.SCRATCH])
    word, shift, ones = nt.integers_at(t[nt.WORD]), nt.words_at(t[nt.SHIFT]), nt.words_at(t[nt.ONES])
    start = nt.integers_at(t[nt.STARTS])[number]
    for k in range(ints[start]):
        lane = ints[start + 1 + k]
        gone = (rows[at + word[lane]] >> shift[lane] & ones[lane]) ^ lanes[k]
        rows[at + word[lane]] ^= gone << shift[lane]
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
