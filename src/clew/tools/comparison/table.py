"""A comparison as text: aligned columns, methods downwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from clew.tools.comparison.measuring import Ending, Measurement
from clew.watch.observers.columns import aligned, widths_of

if TYPE_CHECKING:
    from clew.tools.comparison.comparing import MethodComparison

FIGURES: Final = ("time", "nodes", "tries", "failures")
NOTHING: Final = "-"
TIME: Final = 7
"""Characters of a time, so that the columns do not depend on how long it took."""


def table(comparison: MethodComparison) -> str:
    """One table for one instance; else one for each figure, with the instances across."""
    return _single(comparison) if len(comparison.instances) <= 1 else _across(comparison)


def _single(comparison: MethodComparison) -> str:
    heads = [str(*comparison.instances), *FIGURES, "solutions"]
    rows = [
        [one.method, *(shown(one, figure, comparison.time_limit) for figure in FIGURES), _solutions([one])]
        for one in comparison.measurements
    ]
    widths = widths_of([heads, *rows])
    widths[1] = max(TIME, widths[1])
    return "\n".join(aligned([heads, *rows], widths=widths))


def _across(comparison: MethodComparison) -> str:
    instances = comparison.instances
    of = {(one.method, one.instance): one for one in comparison.measurements}
    found = [[one for one in comparison.measurements if one.instance == instance] for instance in instances]
    tables = [[["", *map(str, instances)], ["solutions", *map(_solutions, found)]]]
    for figure in FIGURES:
        rows = []
        for method in comparison.methods:
            made = [of.get((method, instance)) for instance in instances]
            if figure == "time" or any(one is not None and one.nodes is not None for one in made):
                rows.append([method, *(shown(one, figure, comparison.time_limit) for one in made)])
        tables.append([[figure, *map(str, instances)], *rows])
    first, *others = widths_of([row for rows in tables for row in rows])
    widths = [first, *(max(TIME, width) for width in others)]
    return "\n\n".join("\n".join(aligned(rows, widths=widths)) for rows in tables if len(rows) > 1)


def shown(one: Measurement | None, figure: str, limit: float) -> str:
    """A figure of a measurement, for people."""
    if one is None or one.ending is Ending.NOT_TRIED:
        return NOTHING
    if figure != "time":
        number = getattr(one, figure)
        return NOTHING if number is None else str(number)
    if one.seconds is not None:
        return duration(one.seconds)
    return f"> {bound(limit)}" if one.ending is Ending.TIME_LIMIT else one.ending.value


def duration(seconds: float) -> str:
    """A time in three digits."""
    number, unit = (seconds, "s") if seconds >= 1 else (seconds * 1000, "ms")
    return f"{number:.{2 if number < 10 else 1 if number < 100 else 0}f} {unit}"


def bound(seconds: float) -> str:
    """A time that the caller chose."""
    return f"{seconds:g} s" if seconds >= 1 else f"{seconds * 1000:g} ms"


def _solutions(made: Sequence[Measurement]) -> str:
    """How many solutions were found; all the numbers, if the methods disagree."""
    numbers = sorted({one.solutions for one in made if one.solutions is not None})
    return " or ".join(map(str, numbers)) or NOTHING
