"""What the records of compiled propagators are written with: arrays that grow, and numbers for values.

See `clew.kernels.native_propagators`, which writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import lcm, prod
from typing import Any, Final

import numpy as np

from clew.constraints.arithmetic import Product
from clew.constraints.base import Constraint, shown
from clew.constraints.sequences import Element
from clew.kernels.choose import Unsupported
from clew.kernels.native_inner import Words
from clew.kernels.native_pruning import LARGEST
from clew.lanes import Lane
from clew.propagation.network import Network

STEPS: Final = 2**20
"""Steps that the automata of a network may be asked for."""

QUESTIONS: Final = 2**19
"""Combinations of values about which the constraints of a network may be asked beforehand."""


Record = tuple[int, list[int]]
"""A kind, and what its function reads after the lanes (told there)."""


class Writer:
    """The arrays as far as they are written.

    Args:
        network: the constraints, compiled.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.start = network.start
        self.ints: list[int] = []
        self.rows: list[Words] = []
        self.scratch = 1
        self.steps = STEPS
        self.questions = QUESTIONS
        self._length = 0
        self._known: dict[Hashable, int] = {}

    def add(self, numbers: Sequence[int]) -> int:
        """Write whole numbers; the place where they are."""
        self.ints += numbers
        return len(self.ints) - len(numbers)

    def table(self, numbers: Sequence[int]) -> int:
        """The same, once for equal numbers."""
        return self.once(("table", *numbers), lambda: self.add(numbers))

    def row(self, words: Words) -> int:
        """Write words; the place where they are."""
        self.rows.append(words)
        self._length += len(words)
        return self._length - len(words)

    def bits(self, some: Sequence[bool]) -> int:
        """Write bits, as many to a word as it has; the place of the first word."""
        padded = np.zeros(len(some) + 64 - len(some) % 64, bool)
        padded[: len(some)] = some
        return self.row(np.packbits(padded, bitorder="little").view("<u8").astype(np.uint64))

    def numbers(self, numbers: Sequence[int], words: int) -> int:
        """Write each of some numbers as so many words, once for equal numbers; the place of the first."""
        data = b"".join(number.to_bytes(8 * words, "little") for number in numbers)
        return self.once(("words", data), lambda: self.row(np.frombuffer(data, "<u8").astype(np.uint64)))

    def once(self, key: Hashable, write: Callable[[], int]) -> int:
        """Where something is that is written when it is first asked for."""
        if key not in self._known:
            self._known[key] = write()
        return self._known[key]

    def need(self, words: int) -> None:
        """There must be so many words to work with."""
        self.scratch = max(self.scratch, words)

    def left(self, lane: Lane[Any]) -> int:
        """The bits of the values that a lane has at the start, shifted down."""
        return self.start >> lane.offset & lane.full


def own(constraint: Constraint, method: str, known: type[Constraint]) -> None:
    """Refuse a constraint of a subclass that means something else."""
    if getattr(type(constraint), method) is not getattr(known, method):
        raise Unsupported(f"{constraint.title}: its {method} is code of its own")


@contextmanager
def beforehand(constraint: Constraint) -> Iterator[None]:
    """Where code of the constraint's own is called. What it raises surfaces where the search in Python calls it."""
    try:
        yield
    except Unsupported:
        raise
    except Exception as error:
        raise Unsupported(f"{constraint.title}: it cannot be asked beforehand: {shown(error)}") from error


# -- numbers for values -------------------------------------------------------------------------------


def whole_numbers(constraint: Constraint, numbers: Iterable[Any]) -> list[Fraction]:
    """Numbers that can be calculated with exactly, and mean the same there."""
    checked = list(numbers)
    if not all(type(number) in (int, bool, Fraction) for number in checked):
        raise Unsupported(f"{constraint.title}: its numbers are not whole")
    return list(map(Fraction, checked))


def terms_of(
    constraint: Constraint, coefficients: Sequence[Any], number: Any, scope: Sequence[Lane[Any]]
) -> tuple[list[list[int]], int]:
    """The terms of a sum for each value, and the bound, both multiplied by whatever makes them whole."""
    (bound,) = whole_numbers(constraint, [number])
    weights = whole_numbers(constraint, coefficients)
    terms = [
        [weight * value for value in whole_numbers(constraint, lane.values)]
        for weight, lane in zip(weights, scope, strict=True)
    ]
    scale = lcm(bound.denominator, *(term.denominator for some in terms for term in some))
    whole = [[int(term * scale) for term in some] for some in terms]
    if sum(max(map(abs, some), default=0) for some in whole) + abs(bound * scale) >= LARGEST // 2:
        raise Unsupported(f"{constraint.title}: its sums could be too large for a machine word")
    return whole, int(bound * scale)


def factors_of(constraint: Product, scope: Sequence[Lane[Any]]) -> tuple[list[list[int]], int]:
    """The values, and the bound, of a product; all must be whole."""
    bound, *values = whole_numbers(constraint, [constraint.bound, *(value for lane in scope for value in lane.values)])
    if any(number.denominator > 1 for number in (bound, *values)):
        raise Unsupported(f"{constraint.title}: its numbers are not whole")
    factors = [[int(value) for value in lane.values] for lane in scope]
    if prod(max([1, *map(abs, some)]) for some in factors) >= LARGEST or abs(bound) >= LARGEST:
        raise Unsupported(f"{constraint.title}: its products could be too large for a machine word")
    return factors, int(bound)


class Equals:
    """Numbers for values, equal for equal ones.

    Args:
        constraint: whose values they are.
    """

    def __init__(self, constraint: Constraint) -> None:
        self.constraint = constraint
        self._numbers: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __call__(self, value: Any) -> int:
        if not value == value:  # NaN, which is found in a collection, and equals nothing
            raise Unsupported(f"{self.constraint.title}: the value {shown(value)} does not equal itself")
        return self._numbers.setdefault(value, len(self._numbers))

    def tables(self, scope: Sequence[Lane[Any]]) -> list[list[int]]:
        """The numbers of the values of each lane."""
        return [list(map(self, lane.values)) for lane in scope]


def entries_of(constraint: Element, scope: Sequence[Lane[Any]], equals: Equals) -> tuple[list[int], list[int]]:
    """The entry that each value of the index stands for, or -1; and for each entry its lane, or -1, and its number."""
    chosen = []
    for index in scope[0].values:
        if type(index) not in (int, bool):
            raise Unsupported(f"{constraint.title}: its index is not whole")
        chosen.append(int(index) if 0 <= index < len(constraint.sequence) else -1)
    entries: list[int] = []
    for kind, content in constraint.sequence:
        entries += (-1, equals(content)) if kind == "constant" else (content, 0)
    return chosen, entries
