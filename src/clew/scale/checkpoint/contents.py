"""The contents of a checkpoint, which must be a partition of the search tree: each part of it in one row, and no other.

A node weighs as much as its children that live together. So the weights of the subtrees that are open or searched,
with those of the nodes without such a child that cutting came upon, add up to that of the root, exactly. If a subtree
is missing, they are less; if one is there twice, or below another one, they are more.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import attrs

from clew.scale.checkpoint.schema import CUT, FINISHED, OPEN, Entries, Malformed, Row, expanded_in, place_of
from clew.scale.parallel.subtree import Expanded, Key, Subtree, is_below


@attrs.define
class Contents:
    """The rows of a checkpoint, taken in and added up in the order of their places.

    In that order the nodes below a node follow it at once.

    Attributes:
        about: the entries of the file.
        open: the subtrees that are still to be searched.
        searched: the keys of those that are finished.
        waiting: the keys of those among them whose solutions are not written out.
        weight: the sum of the weights of the finished ones.
        entered: the nodes that were entered in them.
        solutions: the solutions that were found in them.
        kernels, workers: how many of them each kernel, and each process, has searched.
    """

    about: Entries
    open: dict[Key, Subtree] = attrs.field(factory=dict)
    searched: list[Key] = attrs.field(factory=list)
    waiting: list[Key] = attrs.field(factory=list)
    weight: Fraction = Fraction(0)
    entered: int = 0
    solutions: int = 0
    kernels: Counter[str] = attrs.field(factory=Counter)
    workers: Counter[str] = attrs.field(factory=Counter)
    _last: tuple[int, str] = (-1, "")
    _leaf: Key = (-1, ())
    _lines: int = 0

    @property
    def expanded(self) -> Expanded:
        """The nodes expanded by cutting."""
        return expanded_in(self.about["expanded"]) or Expanded()

    @property
    def done(self) -> Fraction:
        """The part of the search tree that is done with, from 0 to 1."""
        return self.weight + self.expanded.weight

    @property
    def nodes(self) -> int:
        """The nodes entered, those expanded by cutting among them."""
        return self.entered + sum(self.expanded.nodes_per_level)

    def add(self, row: Row) -> None:
        """Take in a row.

        Raises:
            Malformed: it does not go with those before.
        """
        subtree, place = row.subtree, place_of(row.subtree.key)
        if place <= self._last or is_below(subtree.key, self._leaf):
            raise Malformed(f"it has subtree {subtree.name} twice")
        self._last = place
        if row.state != CUT:
            self._leaf = subtree.key
        if row.state == OPEN:
            self.open[subtree.key] = subtree
        result = row.result
        if result is None:
            return
        self.searched.append(subtree.key)
        if row.state == FINISHED:
            self.waiting.append(subtree.key)
        else:
            self._lines += result.solutions
        self.weight += subtree.weight
        self.entered += result.nodes
        self.solutions += result.solutions
        self.kernels.update(filter(None, [result.kernel]))
        self.workers.update(filter(None, [result.worker]))

    def check(self) -> None:
        """Judge all rows together.

        Raises:
            Malformed: they are no partition, or the solutions written out are not the first ones.
        """
        whole = sum((subtree.weight for subtree in self.open.values()), self.done)
        if whole != (0 if self.about["expanded"] is None else 1):
            raise Malformed("its subtrees do not add up to the whole tree")
        last = max(set(self.searched).difference(self.waiting), default=None)
        first = min([*self.open, *self.waiting], default=None)
        if last is not None and (not self.about["identity"]["output"] or (first is not None and first < last)):
            raise Malformed("it has written out what is not next")
        if self._lines != self.about["mark"]["lines"]:
            raise Malformed("it has written out more solutions than it has found, or fewer")
