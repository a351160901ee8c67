"""A comparison drawn: time and nodes by size, on logarithmic scales."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

import clew.watch.observers.plotting as plotting

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from clew.tools.comparison.comparing import MethodComparison

MARKERS: Final = "osD^vPX<>"
PANELS: Final = {"seconds": "seconds", "nodes": "nodes"}


def plot(comparison: MethodComparison, path: str) -> None:
    """Write the picture of a comparison (see `MethodComparison.plot`)."""
    plotting.check(path)
    figure, axes = plotting.panels(len(PANELS), (10, 4.8))
    for (field, title), one in zip(PANELS.items(), axes, strict=True):
        _draw(one, comparison, field)
        one.set_title(title)
    axes[0].axhline(comparison.time_limit, color=plotting.INK, linewidth=1, linestyle=":")
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside right upper", labelcolor=plotting.INK, fontsize=9, frameon=False)
    plotting.write(figure, path)


def _draw(axes: Axes, comparison: MethodComparison, field: str) -> None:
    """A line for each method; those of baselines are dashed. Names of instances are not joined by lines."""
    are_sizes = all(isinstance(instance, int) for instance in comparison.instances)
    places: dict[Any, Any] = {one: one if are_sizes else k for k, one in enumerate(comparison.instances)}
    looks = zip(comparison.methods, cycle(plotting.COLOURS), cycle(MARKERS), strict=False)
    for method, colour, marker in looks:
        made = [one for one in comparison.measurements if one.method == method and one.is_complete]
        points = [(places[one.instance], getattr(one, field)) for one in made if getattr(one, field) is not None]
        is_baseline = all(one.nodes is None for one in made)
        across, up = zip(*points, strict=True) if points else ((), ())
        axes.plot(
            across,
            up,
            label=method,
            color=colour,
            marker=marker,
            markersize=4.5,
            linewidth=1.4,
            linestyle="none" if not are_sizes else "--" if is_baseline else "-",
        )
    axes.set_yscale("log")
    names = {place: str(instance) for instance, place in places.items()}
    axes.set_xticks(list(names), list(names.values()))
    if are_sizes:
        axes.set_xlabel("size")
