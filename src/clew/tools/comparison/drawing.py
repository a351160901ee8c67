"""A comparison as text, in aligned columns with methods downwards; and drawn, time and nodes by size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

from clew.render.texts import aligned, widths_of
from clew.tools.comparison.measuring import Ending, Measurement
from clew.watch.observers import plotting

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from clew.tools.comparison.comparing import MethodComparison

MARKERS: Final = "osD^vPX<>"
PANELS: Final = ("seconds", "nodes")
"""The figures that are drawn."""
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
        rows = [
            [method, *(shown(of.get((method, instance)), figure, comparison.time_limit) for instance in instances)]
            for method in comparison.methods
            if figure == "time" or any(of[pair].nodes is not None for pair in of if pair[0] == method)
        ]
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


def plot(comparison: MethodComparison, path: str) -> None:
    """Write the picture of a comparison (see `MethodComparison.plot`)."""
    plotting.check(path)
    figure, axes = plotting.panels(len(PANELS), (10, 4.8))
    for field, one in zip(PANELS, axes, strict=True):
        _draw(one, comparison, field)
        one.set_title(field)
    axes[0].axhline(comparison.time_limit, color=plotting.INK, linewidth=1, linestyle=":")
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside right upper", labelcolor=plotting.INK, fontsize=9, frameon=False)
    plotting.write(figure, path)


def _draw(axes: Axes, comparison: MethodComparison, field: str) -> None:
    """A line for each method; those of baselines are dashed. Names of instances are not joined by lines."""
    are_sizes = all(isinstance(instance, int) for instance in comparison.instances)
    places: dict[Any, Any] = {one: one if are_sizes else k for k, one in enumerate(comparison.instances)}
    for method, colour, marker in zip(comparison.methods, cycle(plotting.COLOURS), cycle(MARKERS), strict=False):
        made = [one for one in comparison.measurements if one.method == method and one.is_complete]
        points = [(places[one.instance], getattr(one, field)) for one in made if getattr(one, field) is not None]
        is_baseline = all(one.nodes is None for one in made)
        line = "none" if not are_sizes else "--" if is_baseline else "-"
        across, up = zip(*points, strict=True) if points else ((), ())
        axes.plot(across, up, label=method, color=colour, marker=marker, markersize=4.5, linewidth=1.4, linestyle=line)
    axes.set_yscale("log")
    axes.set_xticks(list(places.values()), list(map(str, places)))
    if are_sizes:
        axes.set_xlabel("size")
