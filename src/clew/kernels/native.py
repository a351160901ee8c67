"""The native kernel: the same searches on arrays of machine words, compiled by numba when they are first needed.

A state is a few 64-bit words. Each lane lies in one of them with its guard, as in the one integer (`clew.lanes`), so
that AND prunes and one addition finds empty lanes, a word at a time. Lanes are in the order of declaration: once a
variable is decided, the words before the next one need not be looked at any more.

`Flat` counts under forward checking by masks alone, in the order of declaration (`clew.kernels.python.count_forward`
is the same in Python). Its inner loop has no branch that could be guessed wrong: the next value of a node, or the
next node when its values are used up, comes from arithmetic, and a child that is a dead end is overwritten by the
next one. Nodes are expanded some at a time, so that the loop is long; only the words still needed are kept.

This module needs numba and numpy (`pip install 'clew[fast]'`), and importing it takes a while: nothing else imports
it before a search has turned out to be long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import cfunc, config, njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from clew.kernels.choose import Purpose
from clew.levels import FORWARD
from clew.outcome import Clock, LimitReached, Status
from clew.propagation.network import Network
from clew.search import Counters

Words = NDArray[np.uint64]
Reals = NDArray[np.float64]
Pending = tuple[int, Sequence[int], float]
"""Nodes still to be entered: their level, their domains from the level's lane on, their weight in the tree."""

WORD: Final = 64
UNROLLED: Final = 8
"""Words up to which the loop over them is unrolled."""

CHUNK: Final = 64
"""Nodes that are expanded together, at most."""

CACHE: Final = 2**20
"""Bytes that the nodes of all levels may take, so that they stay in the processor's cache."""

MOST: Final = 2**30
"""How often `run` may enter nodes at a time, whatever the clock says."""

SLICE: Final = 0.02
"""Seconds of native work between two looks at the clock."""

ZERO, ONE = np.uint64(0), np.uint64(1)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function compiled without the interpreter's lock, kept on disk where there is a place for it."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    try:
        made: Callable[..., Any] = njit(cache=True, **options)(function)
    except RuntimeError:  # no folder that can be written to
        made = njit(**options)(function)
    return made


def callable_from_anywhere(function: Callable[..., Any]) -> Any:
    """A function of three whole numbers that compiled code can call by its place in memory."""
    signature = types.int64(types.int64, types.int64, types.int64)
    try:
        return cfunc(signature, cache=True, error_model="numpy")(function)
    except RuntimeError:
        return cfunc(signature, error_model="numpy")(function)


def compiled_before(function: str) -> bool:
    """Whether machine code for a function of a module lies on disk."""
    folder = cache_folder()
    return folder is not None and any(folder.glob(f"{function}-*.nbi"))


def cache_folder() -> Path | None:
    """Where machine code is kept, if there is a place for it."""
    folder = getattr(getattr(run, "_cache", None), "cache_path", None)
    return None if folder is None else Path(folder)


if getattr(config, "DISABLE_JIT", False):  # so that tests see the lines run

    def trailing_zeros(word: np.uint64) -> np.uint64:
        """The place of the lowest one; the word is not 0."""
        return np.uint64((int(word) & -int(word)).bit_length() - 1)

    def population(word: np.uint64) -> np.uint64:
        """How many ones there are."""
        return np.uint64(int(word).bit_count())

else:
    from llvmlite import ir

    @intrinsic
    def trailing_zeros(typing: Any, word: Any) -> Any:
        """The place of the lowest one; the word is not 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.uint64(types.uint64), generate

    @intrinsic
    def population(typing: Any, word: Any) -> Any:
        """How many ones there are."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate


def expander(fixed: int) -> Callable[..., Any]:
    """What expands nodes into children of so many words; of any number of words if it is 0."""

    def expand(
        nodes: Words, first: int, end: int, size: int, shift: np.uint64, ones: np.uint64,
        masks: Words, full: Words, guards: Words, children: Words, width: int,
    ) -> tuple[np.uint64, int]:  # fmt: skip
        """Write the children of some nodes that are no dead ends; how many there are, and how many were tried.

        Args:
            nodes, first, end, size: the nodes: where they are, the first, the one after the last, words of each.
            shift, ones: how far up in a node's first word the lane to branch on is, and its bits.
            masks: for each value the words of its mask, from the children's first on.
            full, guards: the ones of every lane, and the guards of the lanes that are open in the children.
            children, width: where to, and the words of each.
        """
        step = np.uint64(size)
        words = np.uint64(fixed) if fixed else np.uint64(width)
        skipped = step - words
        at, stop = np.uint64(first) * step, np.uint64(end) * step
        out = ZERO
        tries = 0
        rest = nodes[at] >> shift & ones
        while at < stop:
            mask = trailing_zeros(rest) * words
            rest &= rest - ONE
            empty = ZERO
            for k in range(words):
                word = nodes[at + skipped + k] & masks[mask + k]
                children[out + k] = word
                empty |= guards[k] & ~(word + full[k])
            out += words * np.uint64(empty == ZERO)
            tries += 1
            # The next node, if this one has no value left.
            is_over = np.uint64(rest == ZERO)
            at += step * is_over
            rest |= (nodes[at] >> shift & ones) & (ZERO - is_over)
        return out // words, tries

    return compiled(expand)


expand_1, expand_2, expand_3, expand_4 = expander(1), expander(2), expander(3), expander(4)
expand_5, expand_6, expand_any = expander(5), expander(6), expander(0)


@compiled
def close(
    nodes: Words, first: int, end: int, size: int, shift: np.uint64, ones: np.uint64,
    masks: Words, width: int, last_shift: np.uint64, last_ones: np.uint64,
) -> tuple[np.uint64, np.uint64, int]:  # fmt: skip
    """Count below nodes with two open variables: the solutions, the children that are no dead ends, the tries.

    The second variable is not branched on: what a mask leaves in its lane are the solutions.
    """
    step, words = np.uint64(size), np.uint64(width)
    skipped = step - words
    at, stop = np.uint64(first) * step, np.uint64(end) * step
    found = children = ZERO
    tries = 0
    rest = nodes[at] >> shift & ones
    while at < stop:
        mask = trailing_zeros(rest) * words
        rest &= rest - ONE
        left = population((nodes[at + skipped] & masks[mask]) >> last_shift & last_ones)
        found += left
        children += np.uint64(left != ZERO)
        tries += 1
        is_over = np.uint64(rest == ZERO)
        at += step * is_over
        rest |= (nodes[at] >> shift & ones) & (ZERO - is_over)
    return found, children, tries


@compiled
def run(
    level: int, top: int, chunk: int, budget: int, waiting: Words, buffers: Words, sizes: Words, shifts: Words,
    ones: Words, masks: Words, mask_at: Words, full: Words, guards: Words, nodes: Words, tally: Words, weights: Reals,
    behind: Reals,
) -> int:  # fmt: skip
    """Enter the nodes that are waiting, the deepest first, until none is left or the budget is used up.

    Args:
        level, top: of the deepest nodes that are waiting, and of the first ones.
        chunk, budget: how many nodes are entered together, and how often.
        waiting, buffers, weights: for each level how many nodes wait, where they are, and what one weighs.
        sizes, shifts, ones: for each level the words of a node, and where its lane is in the first of them.
        masks, mask_at: the masks of each level's values, and where they begin.
        full, guards: for each level those of its children.
        nodes, tally, behind: what is counted: the nodes of each level; solutions and failures; the part of the tree
            that is left behind.

    Returns:
        The level of the deepest nodes that are waiting now; one above the top if there are none.
    """
    last = len(sizes) - 1
    while level >= top and budget > 0:
        here = np.int64(waiting[level])
        if here == 0:
            level -= 1
            continue
        budget -= 1
        first = here - chunk if here > chunk else 0
        waiting[level] = first
        nodes[level] += here - first
        weight = weights[level] * (here - first)
        source, table, size = buffers[level], masks[mask_at[level] :], sizes[level]
        shift, lane = shifts[level], ones[level]
        if level == last - 1:
            some, children, tried = close(
                source, first, here, size, shift, lane, table, sizes[last], shifts[last], ones[last]
            )
            tally[0] += some
            nodes[last] += children
        else:
            out, f, g, width = buffers[level + 1], full[level], guards[level], sizes[level + 1]
            if width == 1:
                children, tried = expand_1(source, first, here, size, shift, lane, table, f, g, out, width)
            elif width == 2:
                children, tried = expand_2(source, first, here, size, shift, lane, table, f, g, out, width)
            elif width == 3:
                children, tried = expand_3(source, first, here, size, shift, lane, table, f, g, out, width)
            elif width == 4:
                children, tried = expand_4(source, first, here, size, shift, lane, table, f, g, out, width)
            elif width == 5:
                children, tried = expand_5(source, first, here, size, shift, lane, table, f, g, out, width)
            elif width == 6:
                children, tried = expand_6(source, first, here, size, shift, lane, table, f, g, out, width)
            else:
                children, tried = expand_any(source, first, here, size, shift, lane, table, f, g, out, width)
        tally[1] += np.uint64(tried) - children
        if level == last - 1 or children == 0:
            behind[0] += weight
        else:
            level += 1
            waiting[level] = children
            weights[level] = weight / children
    return level


def places(widths: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The word of each lane, and how far up it lies there with its guard above it."""
    word = shift = 0
    for width in widths:
        if shift + width >= WORD:
            word, shift = word + 1, 0
        yield word, shift
        shift += width + 1


class Flat:
    """Counts below nodes under forward checking by masks alone, in the order of declaration.

    Args:
        network: the constraints, compiled.
        guards: those of the lanes that are open at the root, two or more, none wider than a word.
    """

    def __init__(self, network: Network, guards: Sequence[int]) -> None:
        lanes = [network.lane_at[guard] for guard in guards]
        self._offsets = [offset for offset, _ in lanes]
        self._lanes = [lane for _, lane in lanes]
        self._places = list(places([lane.bit_length() for lane in self._lanes]))
        count, total = len(lanes), self._places[-1][0] + 1
        self.sizes = np.array([total - word for word, _ in self._places], np.uint64)
        self.shifts = np.array([shift for _, shift in self._places], np.uint64)
        self.ones = np.array(self._lanes, np.uint64)
        self.full, self.guards = np.zeros((2, count, total), np.uint64)
        for level in range(count - 1):
            size = int(self.sizes[level + 1])
            for k in range(level + 1, count):
                word, shift = self._places[k]
                word -= total - size
                self.full[level, word] |= np.uint64(self._lanes[k] << shift)
                self.guards[level, word] |= np.uint64(self._lanes[k] + 1 << shift)
        tables = [self._table(network, level) for level in range(count - 1)]
        self.masks = np.concatenate(tables)
        self.mask_at = np.cumsum([0, *map(len, tables)]).astype(np.uint64)
        widest = max(lane.bit_length() for lane in self._lanes)
        self.chunk = max(1, min(CHUNK, CACHE // (8 * count * total * widest)))
        self.buffers = np.zeros((count, (self.chunk * widest + 2) * total), np.uint64)

    def _table(self, network: Network, level: int) -> Words:
        """For each value of a level's lane the words of its mask that its children need."""
        offset, lane = self._offsets[level], self._lanes[level]
        return np.concatenate(
            [
                self.words(level + 1, network.mask(offset + k) >> self._offsets[level + 1])
                for k in range(lane.bit_length())
            ]
        )

    def words(self, level: int, domains: int) -> Words:
        """Domains, from a level's lane on, as words."""
        total = len(self.full[0])
        size = int(self.sizes[level])
        words = [0] * size
        for k in range(level, len(self._lanes)):
            word, shift = self._places[k]
            words[word - total + size] |= (domains >> self._offsets[k] - self._offsets[level] & self._lanes[k]) << shift
        return np.array(words, np.uint64)

    def counts(self, pending: list[Pending], counters: Counters, clock: Clock | None) -> Iterator[int]:
        """The solutions below some nodes, part by part.

        Args:
            pending: the nodes.
            counters: counts, as `count_forward` does, what it finds there included.
            clock: when to stop.
        """
        count = len(self._lanes)
        nodes, waiting = np.zeros((2, count), np.uint64)
        tally = np.zeros(2, np.uint64)
        weights, behind = np.zeros(count), np.array([1 - sum(weight for _, _, weight in pending)])
        counters.position = lambda: (float(behind[0]), int(tally[0]))
        budget = self.chunk
        try:
            while pending:
                top, batch, weight = pending.pop()
                some = batch[-self.chunk :]
                if len(some) < len(batch):
                    pending.append((top, batch[: -self.chunk], weight * (1 - len(some) / len(batch))))
                size = int(self.sizes[top])
                for k, domains in enumerate(some):
                    self.buffers[top, k * size : (k + 1) * size] = self.words(top, domains)
                waiting[top], weights[top] = len(some), weight / len(batch)
                level = top
                while level >= top:
                    if clock is not None and clock.is_up():
                        raise LimitReached(Status.TIME_LIMIT)
                    began = time.perf_counter()
                    with np.errstate(over="ignore"):  # where the compiler is switched off
                        level = run(
                            level, top, self.chunk, budget, waiting, self.buffers, self.sizes, self.shifts, self.ones,
                            self.masks, self.mask_at, self.full, self.guards, nodes, tally, weights, behind,
                        )  # fmt: skip
                    took = time.perf_counter() - began
                    budget = min(2 * budget, max(1, int(budget * SLICE / max(took, 1e-6))), MOST)
                    found = self._reported(nodes, tally, counters)
                    if found:
                        yield found
        finally:
            counters.unreported = self._reported(nodes, tally, counters)

    @staticmethod
    def _reported(nodes: Words, tally: Words, counters: Counters) -> int:
        """Hand over what was counted."""
        found, failures = int(tally[0]), int(tally[1])
        for level, number in enumerate(nodes):
            counters.enter(level, int(number))
        counters.enter(len(nodes), found)
        counters.failures += failures
        nodes[:] = tally[:] = 0
        return found


def forget_outdated() -> None:
    """Delete what was compiled before one of the sources changed.

    Compiled code contains what it calls, and numba looks at the file of the caller only.
    """
    sources = Path(__file__).parent.glob("native*.py")
    changed = max(source.stat().st_mtime for source in sources)
    folder = cache_folder()
    for kept in folder.glob("native*.nb[ic]") if folder else ():
        with suppress(OSError):
            if kept.stat().st_mtime < changed:
                kept.unlink()


forget_outdated()


def is_compiled(purpose: Purpose = "flat") -> bool:
    """Whether what was compiled before can be read."""
    return compiled_before("native.run")


def warm(purpose: Purpose = "flat") -> None:
    """Compile, or read what was compiled before: a small count does that."""
    from clew.constraints import NotEqual
    from clew.propagation.compiler import compiled as network_of

    network = network_of(dict.fromkeys("abc", range(3)), (NotEqual("a", "b"),), FORWARD)
    flat = Flat(network, sorted(network.lanes.owner))
    sum(flat.counts([(0, [network.lanes.start], 1.0)], Counters(), None))
