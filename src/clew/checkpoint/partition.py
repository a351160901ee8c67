"""Whether the rows of a checkpoint are a partition of the search tree: each part of it in one of them, and in no other.

A node weighs as much as its children that live together. So the weights of the subtrees that are open or searched,
with those of the nodes without such a child that cutting came upon, add up to that of the root, exactly. If a subtree
is missing, they are less; if one is there twice, or below another one, they are more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from clew.checkpoint.schema import CUT, STREAMED, Malformed, Row, expanded_in, place_of
from clew.parallel.subtree import Expanded, Key

Place = tuple[int, str]
"""Part and path, as text, of a subtree."""


class Partition:
    """Takes in all rows, in the order of their places, and judges them.

    In that order the nodes below a node follow it at once.
    """

    def __init__(self) -> None:
        self._weight = Fraction(0)
        self._last: Place = -1, ""
        self._leaf: Place = -1, ""
        self._last_written: Key | None = None
        self._first_waiting: Key | None = None
        self._lines = 0

    def add(self, row: Row) -> None:
        """Take in a row.

        Raises:
            Malformed: it does not go with those before.
        """
        subtree, place = row.subtree, place_of(row.subtree.key)
        if place <= self._last or _is_below(place, self._leaf):
            raise Malformed(f"it has subtree {subtree.name} twice")
        self._last = place
        if row.state == CUT:
            return
        self._leaf = place
        self._weight += subtree.weight
        if row.state == STREAMED and row.result is not None:
            self._last_written = max(subtree.key, self._last_written or subtree.key)
            self._lines += row.result["solutions"]
        else:
            self._first_waiting = min(subtree.key, self._first_waiting or subtree.key)

    def end(self, about: Mapping[str, Any]) -> None:
        """Judge all of them together.

        Args:
            about: the entries of the file.

        Raises:
            Malformed: they are no partition, or the solutions written out are not the first ones.
        """
        expanded = expanded_in(about["expanded"])
        if self._weight + (expanded or Expanded()).weight != (0 if expanded is None else 1):
            raise Malformed("its subtrees do not add up to the whole tree")
        last, first = self._last_written, self._first_waiting
        if last is not None and (not about["identity"]["output"] or (first is not None and first < last)):
            raise Malformed("it has written out what is not next")
        if self._lines != about["mark"]["lines"]:
            raise Malformed("it has written out more solutions than it has found, or fewer")


def _is_below(place: Place, leaf: Place) -> bool:
    part, path = leaf
    return place[0] == part and (not path or place[1].startswith(f"{path}."))
