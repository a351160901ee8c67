"""Constraints that read their scope value by value share an automaton if their class says so."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any, ClassVar

import attrs
import pytest

import clew
from clew.constraints import Stepwise

ROWS = [tuple(f"{row}{place}" for place in range(4)) for row in "abc"]
STEPS: list[tuple[int, int]] = []
"""The steps that were computed: the position and the value of each."""


@attrs.frozen
class Rising(Stepwise):
    """No value is less than the one before it."""

    def holds(self, values: Any) -> bool:
        return all(one <= other for one, other in pairwise(values))

    def start(self) -> int:
        return 0

    def step(self, memory: int, position: int, value: int) -> int | None:
        STEPS.append((position, value))
        return value if value >= memory else None


@attrs.frozen
class Shared(Rising):
    shareable: ClassVar[bool] = True


@attrs.frozen
class Alike(Rising):
    alike: ClassVar[bool] = True


@attrs.frozen
class AlikeField(Rising):
    alike: bool = attrs.field(default=True, kw_only=True)


class Mixin:
    alike = True


@attrs.frozen
class Mixed(Mixin, Rising):
    pass


@attrs.frozen
class Inherited(Alike):
    pass


@attrs.frozen
class AlikeNoMore(Shared):
    alike: ClassVar[bool] = False


@attrs.frozen
class SharedNoMore(Alike):
    shareable: ClassVar[bool] = False


def steps_of(kind: type[Stepwise], rows: int) -> int:
    """How many steps propagation computes for the solutions of some rows, which are those of brute force."""
    model = clew.Model("rows")
    for row in ROWS[:rows]:
        model.variables(row, range(3))
        model.require(kind(row))
    STEPS.clear()
    found = clew.count(model, inference="unit", kernel="python")
    taken = len(STEPS)
    assert found == sum(Rising(ROWS[0]).holds(values) for values in product(range(3), repeat=4)) ** rows
    return taken


@pytest.mark.parametrize("kind", [Shared, Alike, AlikeField, Mixed, Inherited])
def test_rows_of_a_shareable_constraint_compute_each_step_once(kind: type[Stepwise]) -> None:
    assert steps_of(kind, 3) == steps_of(kind, 1)


@pytest.mark.parametrize("kind", [Rising, AlikeNoMore, SharedNoMore])
def test_rows_of_another_constraint_compute_their_own_steps(kind: type[Stepwise]) -> None:
    assert steps_of(kind, 3) > steps_of(kind, 1)
