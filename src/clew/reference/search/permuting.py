"""The permutations of some items, for those who try them all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeVar

from clew.errors import OptionError

T = TypeVar("T")


def permutations(items: Iterable[T], method: str = "library") -> Iterator[tuple[T, ...]]:
    """Every order of some items, each as a tuple.

    Args:
        items: the items to arrange; equal ones are distinguished by their places.
        method: `library` for the lexicographic order of `itertools.permutations`; `heap` for Heap's algorithm, which
            makes each permutation of the one before by one interchange of two items (B. R. Heap, Permutations by
            interchanges, 1963).

    Raises:
        OptionError: there is no such method.
    """
    if method == "library":
        return itertools.permutations(items)
    if method == "heap":
        return _heap(list(items))
    raise OptionError(f"there is no method {method!r} of permuting: choose library or heap")


def _heap(items: list[T]) -> Iterator[tuple[T, ...]]:
    """Heap's algorithm with the counters of its recursive calls in a list."""
    rounds = [0] * len(items)
    yield tuple(items)
    size = 1
    while size < len(items):
        if rounds[size] == size:
            rounds[size] = 0
            size += 1
            continue
        other = rounds[size] if size % 2 else 0
        items[other], items[size] = items[size], items[other]
        yield tuple(items)
        rounds[size] += 1
        size = 1
