"""Subtrees: small values that say which part of a search tree is meant, wherever it is searched.

A subtree is named by the way from the root to it: for each level the rank of the value taken, among all the values
that its node would try in turn. So a name means the same to every kernel, in every process and on every machine, and
names in order are subtrees in search order.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Self

import attrs

from clew.errors import OptionError

Key = tuple[int, tuple[int, ...]]
"""Part and path, which identify a subtree. Keys in order are subtrees in search order."""


@attrs.frozen
class Subtree:
    """A part of a search tree.

    Attributes:
        path: for each level from the root the rank of the value taken, 0 for the first one tried. Values that turn
            out to be dead ends count.
        part: the number of the tree, if a search has several (see `Part`); 0 otherwise.
        multiplicity: how many subtrees it stands for, itself included.
        weight: its share of the tree. The root weighs 1; children that live share their parent's weight evenly. So
            the weights of all subtrees, and of the nodes expanded by cutting, add up to exactly 1.
    """

    path: tuple[int, ...] = ()
    part: int = 0
    multiplicity: int = 1
    weight: Fraction = Fraction(1)

    @property
    def key(self) -> Key:
        """Its identity."""
        return self.part, self.path

    @property
    def name(self) -> str:
        """Its name as users read and write it: `0.3.1`; `root` for the whole tree, `2:0.3.1` in another part."""
        way = ".".join(map(str, self.path)) or "root"
        return f"{self.part}:{way}" if self.part else way

    @classmethod
    def named(cls, name: str | Sequence[int]) -> Self:
        """The subtree of a name, or of a path.

        Raises:
            OptionError: it is none.
        """
        if not isinstance(name, str):
            if all(isinstance(rank, int) and rank >= 0 for rank in name):
                return cls(tuple(name))
            raise OptionError(f"a subtree is named by ranks from 0, such as 0.3.1, not by {name!r}")
        part, colon, way = name.rpartition(":")
        words = [] if way == "root" else way.split(".")
        if not all(word.isascii() and word.isdigit() for word in [*words, *([part] if colon else [])]):
            raise OptionError(f"a subtree is named by ranks from 0, such as 0.3.1, not by {name!r}")
        return cls(tuple(map(int, words)), int(part or 0))


@attrs.frozen
class Part:
    """A tree among several that are searched together, such as a part that symmetries cut.

    Attributes:
        domains, done: its root: the domains, and the guards of the lanes done.
        multiplicity: how many parts it stands for, itself included.
        share: its share of all that is searched.
    """

    domains: int
    done: int
    multiplicity: int = 1
    share: Fraction = Fraction(1)


@attrs.frozen
class Expanded:
    """The nodes that cutting expanded itself, above the subtrees that it left.

    Attributes:
        nodes_per_level: the nodes expanded, the root's level first.
        failures: their values that the inference refused.
        weight: that of the nodes among them that have no child left: a part of the tree that is finished.
    """

    nodes_per_level: tuple[int, ...] = ()
    failures: int = 0
    weight: Fraction = Fraction(0)

    def __add__(self, other: Expanded) -> Expanded:
        return Expanded(
            tuple(map(sum, zip_longest(self.nodes_per_level, other.nodes_per_level, fillvalue=0))),
            self.failures + other.failures,
            self.weight + other.weight,
        )


@attrs.frozen
class SubtreeResult:
    """The result of searching a subtree.

    Attributes:
        subtree: which one.
        nodes_per_level: the nodes entered, by level of the whole tree; trailing zeros left out.
        failures: values that the inference refused.
        solutions: how many solutions were found, each counted once whatever the subtree's multiplicity.
        payload: if solutions are only counted, their number. Otherwise those of them that the strategy needs, in
            search order, each as the tuple of its values in the order of declaration; as a dictionary if some
            variables were never declared.
        exhausted: whether the whole subtree was walked, and not left as soon as enough was known.
        seconds: the time that it took.
        kernel: the kernel that searched it.
        worker: the process that searched it: its host and its number.
    """

    subtree: Subtree
    nodes_per_level: tuple[int, ...]
    failures: int
    solutions: int
    payload: Any
    exhausted: bool = True
    seconds: float = 0.0
    kernel: str = ""
    worker: str = ""

    @property
    def nodes(self) -> int:
        """How many nodes were entered."""
        return sum(self.nodes_per_level)
