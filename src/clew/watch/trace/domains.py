"""The decisions and the domains of a recorded search tree: the values ruled out at each node, and the reasons.

These values are numbers in a text, five bits to a letter, as source maps have them (base 64 VLQ, here without signs):
those of a node take a few letters, in memory as in a page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice, pairwise
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.errors import warn_of_former_name
from clew.reference.propagation.observed import Pruning
from clew.watch.trace.nodes import OPEN, RecordedNodes, Untried

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""The first 32 end a number; the others say that more follows."""
PLACE: Final = {letter: place for place, letter in enumerate(LETTERS)}
KEPT: Final = 2000
"""Prunings of so many nodes are kept decoded: those who draw a tree ask for the same paths again and again."""

Pair = tuple[Hashable, Hashable]
"""A variable, and one of its values."""
Pairs = list[Pair]


def coded(numbers: Iterable[int]) -> str:
    """Numbers from 0, one after the other, the lowest bits of each first."""
    letters = []
    for number in numbers:
        while number > 31:
            letters.append(LETTERS[32 | number & 31])
            number >>= 5
        letters.append(LETTERS[number])
    return "".join(letters)


def decoded(text: str) -> Iterator[int]:
    """The numbers of a text."""
    number = shift = 0
    for letter in text:
        place = PLACE[letter]
        number |= (place & 31) << shift
        shift += 5
        if place < 32:
            yield number
            number = shift = 0


def differences(numbers: Iterable[int]) -> Iterator[int]:
    """Numbers from the lowest up: the first one, and how much larger each is than the one before."""
    return (number - before for before, number in pairwise((0, *sorted(numbers))))


@lru_cache(KEPT)
def prunings_of(text: str) -> list[tuple[list[int], list[int]]]:
    """The numbers of the constraints, and of the pairs that they ruled out on the way into a node, rising.

    There is no constraint for a hook or a given value. A constraint without pairs rules out those of the next one
    together with it.
    """
    found = []
    constraints: list[int] = []
    numbers = decoded(text)
    for number in numbers:
        constraints += [number - 1] if number else []
        if codes := [*accumulate(islice(numbers, next(numbers)))]:
            found.append((constraints, codes))
            constraints = []
    return found


@attrs.frozen(eq=False, repr=False)
class RecordedDomains(RecordedNodes):
    """The variables of a recorded tree, with the decisions and the prunings at each of its nodes.

    Attributes:
        variables: every variable: those that are declared, then others as they came up.
        values: for each variable its values: its domain, or those that were tried.
        declared: how many of the variables are declared.
        constraints: the constraints that ruled something out or rejected it.
        given: the values that were assumed before the search.
        steps: by the place of a root a step of propagation below it, which knows the network that pruned.
    """

    variables: Sequence[Hashable]
    values: Sequence[Sequence[Hashable]]
    declared: int
    constraints: Sequence[Constraint]
    given: Mapping[Hashable, Hashable]
    steps: Mapping[int, Pruning]

    def decision(self, k: int) -> Pair | None:
        """The variable and the value that led to a node; None for a root."""
        parent = self.parents[k]
        if parent < 0:
            return None
        number = self.branchings[parent]
        return self.variables[number], self.values[number][self.choices[k]]

    def culprit(self, k: int) -> Constraint | None:
        """The constraint that rejected a node."""
        return self.constraints[self.culprits[k]] if self.culprits[k] >= 0 else None

    @cached_property
    def _starts(self) -> list[int]:
        """The start of the pairs of each declared variable, if all the pairs are numbered."""
        return [0, *accumulate(map(len, self.values[: self.declared]))]

    def pair(self, code: int) -> tuple[int, int]:
        """The number of a variable and the place of a value, from the number of the pair."""
        number = bisect_right(self._starts, code) - 1
        return number, code - self._starts[number]

    def pruned(self, k: int) -> list[tuple[Constraint | None, Pairs]]:
        """The (variable, value) pairs ruled out on the way into a node, in order, by the last constraint that did it.

        The constraint is None for a hook, or a given value.
        """
        return [(constraints[-1] if constraints else None, pairs) for constraints, pairs in self.reasons(k)]

    def reasons(self, k: int) -> list[tuple[tuple[Constraint, ...], Pairs]]:
        """The pairs ruled out, with all the constraints it took: several together may leave a value without support."""
        return [
            (self._named(numbers), [(self.variables[v], self.values[v][w]) for v, w in map(self.pair, codes)])
            for numbers, codes in prunings_of(self.prunings[k])
        ]

    def _named(self, numbers: Iterable[int]) -> tuple[Constraint, ...]:
        """The constraints of some numbers."""
        return tuple(map(self.constraints.__getitem__, numbers))

    def explanation(self, k: int, variable: Hashable, value: Hashable) -> tuple[Pair, ...] | None:
        """Why a value was ruled out at a node or above: see `PruneEvent.explanation`.

        Args:
            k: the node.
            variable: a declared variable.
            value: one of its values.

        Returns:
            The (variable, value) pairs that were gone before; None if no constraint ruled it out.
        """
        left = {other: set(values) for other, values in zip(self.variables, self.values, strict=True)}
        for node in self.path(k):
            if (decision := self.decision(node)) is not None:
                left[decision[0]] = {decision[1]}
            for constraints, pairs in self.reasons(node):
                if constraints and (variable, value) in pairs:
                    return self._explanation(node, left, constraints, (variable, value))
                for other, gone in pairs:
                    left[other].discard(gone)
        return None

    def missing(self, k: int, variable: Hashable, value: Hashable) -> tuple[Pair, ...] | None:
        """The former name of `explanation`."""
        warn_of_former_name("SearchTree.missing", "SearchTree.explanation")
        return self.explanation(k, variable, value)

    def _explanation(
        self, k: int, left: Mapping[Any, Any], constraints: tuple[Constraint, ...], pruned: Pair
    ) -> tuple[Pair, ...] | None:
        # A restarted search knows at its first root what it knows at the later ones.
        step = self.steps.get(0 if self.parents[k] < 0 else self.path(k)[0])
        if step is None or step.network is None:
            return None
        lanes, (*others, last) = step.network.lanes, constraints
        before = lanes.bits((variable, value) for variable in lanes.lane for value in left[variable])
        one = attrs.evolve(step, before=before, bits=lanes.bits([pruned]), constraint=last, others=tuple(others))
        return one.explanation([pruned])

    def decisions(self, k: int) -> dict[Hashable, Hashable]:
        """The decisions at a node: the given values, then the decisions down to it, that of a rejected one too."""
        return {**self.given, **dict(filter(None, map(self.decision, self.path(k))))}

    def domains(self, k: int) -> dict[Hashable, list[Hashable]]:
        """The values left to every declared variable at a node; at a rejected one some may have nothing."""
        gone = {code for node in self.path(k) for _, codes in prunings_of(self.prunings[node]) for code in codes}
        starts = self._starts
        left = {
            variable: [value for code, value in enumerate(values, start) if code not in gone]
            for variable, values, start in zip(self.variables, self.values, starts[:-1], strict=False)
        }
        for variable, value in filter(None, map(self.decision, self.path(k))):
            if variable in left:
                left[variable] = [one for one in left[variable] if one == value]
        return left

    def untried(self, k: int) -> list[Untried]:
        """The values of the variable that a node branches on, of its declared domain, that were never tried.

        A finished node has none that are not visited: values that it has not tried were never offered.
        """
        number = self.branchings[k]
        if not 0 <= number < self.declared:
            return []
        tried = {self.choices[child] for child in self.children(k)}
        start, values = self._starts[number], self.values[number]
        gone = {
            code - start: self._named(numbers)
            for node in self.path(k)
            for numbers, codes in prunings_of(self.prunings[node])
            for code in codes[bisect_left(codes, start) : bisect_left(codes, start + len(values))]
        }
        is_open = self.fates[k] == OPEN and k not in self.left_out
        return [
            Untried(value, "pruned", *([gone[w][-1], gone[w][:-1]] if gone[w] else ()))
            if w in gone
            else Untried(value, "unvisited")
            for w, value in enumerate(values)
            if w not in tried and (w in gone or is_open)
        ]
