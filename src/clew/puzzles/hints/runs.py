"""Cells side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def runs(variables: list[Any]) -> Iterator[list[Any]]:
    """Variables in runs of cells, each side by side with the next, all in one row or one column."""
    run: list[Any] = []
    for variable in variables:
        step = _step(run[-1], variable) if run else None
        if run and (step not in ((0, 1), (1, 0)) or (len(run) > 1 and step != _step(run[-2], run[-1]))):
            yield run
            run = []
        run.append(variable)
    if run:
        yield run


def _step(one: Any, other: Any) -> tuple[int, int] | None:
    """How many rows and columns lie between two cells; None if they are no cells."""
    if not all(isinstance(cell, tuple) and [*map(type, cell)] == [int, int] for cell in (one, other)):
        return None
    return other[0] - one[0], other[1] - one[1]
