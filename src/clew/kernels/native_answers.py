"""Questions that the native kernel answers without a walk of its own: many instances, and small subproblems."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from clew.kernels import native_table as nt
from clew.kernels import native_walk
from clew.kernels.choose import ANSWERS, COUNTED
from clew.kernels.native import MOST, SLICE
from clew.kernels.native_inner import Integers
from clew.kernels.native_layout import Layout
from clew.kernels.native_stack import Search
from clew.kernels.python import Picks
from clew.search import Counters

FOREVER: Final = 2**62

BYTE: Final = 256
"""Places that a byte tells apart."""


class Answers:
    """Finds the first solutions of many instances of one model, in one call.

    Args:
        of: the layout.
        base: what all instances share, propagated: domains and lanes done.
        order: the variable ordering; one that learns begins anew with each. None for the order of declaration.
        most: how many solutions of each are looked for.
    """

    def __init__(self, of: Layout, base: tuple[int, int], order: Picks | None, most: int) -> None:
        self._of = of
        self._most = most
        self._budget = 1000
        self._search = s = Search.of(of)
        s.choose(of, order)
        s.rules[nt.LISTS], s.rules[nt.MOST] = ANSWERS, most
        s.rules[nt.CUTOFF] = s.rules[nt.NODES_LEFT] = -1
        self._base, self._base_done = of.rows([base[0]])[0], of.marks(base[1])

    def __call__(self, roots: Sequence[int]) -> Iterator[Sequence[Sequence[int]]]:
        """The answers to some roots, in their order: the places of the values of each solution."""
        s, of = self._search, self._of
        raw = np.frombuffer(b"".join([root.to_bytes(8 * of.integer_words, "little") for root in roots]), np.uint64)
        found = np.zeros(len(roots), np.int64)
        places = np.zeros((len(roots), self._most, of.variables), np.int64)
        entries = {
            nt.ROOTS: raw,
            nt.BASE: self._base,
            nt.BASE_DONE: self._base_done,
            nt.NUMBERS_FOUND: found,
            nt.NOTE: nt.place_of(native_walk.note_answers),
            nt.ANSWERS_AT: places.reshape(-1),
        }
        s.fill(of, 0, entries)
        s.now[:] = 0
        s.now[nt.LAST] = -1
        answered = 0
        while answered < len(roots):
            began = time.perf_counter()
            with np.errstate(over="ignore"):
                upto = native_walk.answer(s.where, len(roots), self._budget)
            took = time.perf_counter() - began
            self._budget = max(1000, min(2 * self._budget, int(self._budget * SLICE / max(took, 1e-6)), MOST))
            yield from self._read(places[answered:upto], found[answered:upto].tolist())
            answered = upto

    def _read(self, places: Integers, numbers: Sequence[int]) -> Iterator[Sequence[Sequence[int]]]:
        """The solutions of some instances; as bytes, where that is enough, for most are only counted."""
        if max(self._of.widths) > BYTE:
            for rows, number in zip(places.tolist(), numbers, strict=True):
                yield rows[:number]
            return
        raw, size = places.astype(np.uint8).tobytes(), self._of.variables
        for first, number in zip(range(0, len(raw), size * self._most), numbers, strict=True):
            yield [raw[at : at + size] for at in range(first, first + size * number, size)]


class Below:
    """Counts below nodes, where that does not take long.

    Args:
        of: the layout.
        order: the variable ordering, one that does not learn; None for the order of declaration.
        counters: counts the nodes.
    """

    def __init__(self, of: Layout, order: Picks | None, counters: Counters) -> None:
        self._of = of
        self._counters = counters
        self._search = s = Search.of(of)
        s.choose(of, order)
        s.rules[nt.LISTS], s.rules[nt.MOST] = COUNTED, FOREVER
        s.rules[nt.CUTOFF] = s.rules[nt.NODES_LEFT] = -1
        s.fill(of, 0)

    def count(self, domains: int, done: int, depth: int, budget: int) -> int:
        """The solutions below a node; -1 if that takes more tries than the budget.

        Args:
            domains: those of the node, propagated.
            done: its lanes done.
            depth: its level.
            budget: how many values may be tried.
        """
        s = self._search
        s.now[:] = 0
        s.now[nt.LAST], s.now[nt.ENTERING] = -1, 1
        with np.errstate(over="ignore"):
            s.put(self._of, 0, domains, done)
            code = nt.run(native_walk.walk, s.where, budget)
        levels = np.flatnonzero(s.nodes)
        if code == nt.OVER:
            for level in levels.tolist():
                self._counters.enter(depth + level, int(s.nodes[level]))
            self._counters.failures += int(s.now[nt.FAILURES])
        s.nodes[levels] = 0
        s.now[nt.FAILURES] = 0
        return int(s.now[nt.FOUND]) if code == nt.OVER else -1
