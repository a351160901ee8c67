"""A profile drawn: bars for the levels, and for the variables and constraints with the most failures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import clew.watch.observers.plotting as plotting
from clew.watch.observers.profile import Blame, Profile
from clew.watch.observers.tally import Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from clew.problem.problem import Problem

NODES, FAILURES, SOLUTIONS = plotting.COLOURS[0], plotting.COLOURS[1], plotting.COLOURS[2]
MOST: Final = 10
LONGEST: Final = 36
"""Characters of a name; longer ones are cut."""


def plot(profile: Profile, problem: Problem[Any, Any], path: str) -> None:
    """Write the picture of a profile. Needs matplotlib: `pip install 'clewpy[plot]'`.

    Args:
        profile: that of a search.
        problem: whose names to use.
        path: the file to write; its suffix gives the format: `.svg`, `.png` or `.pdf`.

    Raises:
        OptionError: matplotlib is missing, or the file cannot be written.
    """
    plotting.check(path)
    blames = {
        "failures of variables": profile.variables(problem, titles=True),
        "failures by constraint": profile.constraints(problem),
    }
    failing = {title: [blame for blame in blamed if blame.failures] for title, blamed in blames.items()}
    drawn = {title: blamed for title, blamed in failing.items() if blamed}
    figure, axes = plotting.panels(1 + len(drawn), (4 + 3.5 * len(drawn), 4.2))
    _draw_levels(axes[0], profile.levels)
    for one, (title, blamed) in zip(axes[1:], drawn.items(), strict=True):
        _draw_blames(one, blamed[:MOST], title)
    plotting.write(figure, path)


def _draw_levels(axes: Axes, levels: Sequence[Tally]) -> None:
    """The root on top; nodes and failures side by side make the values tried. Solutions are a part of the nodes."""
    from matplotlib.ticker import MaxNLocator

    numbers = range(len(levels))
    nodes = [level.nodes for level in levels]
    axes.barh(numbers, nodes, color=NODES, label="nodes")
    axes.barh(numbers, [level.failures for level in levels], left=nodes, color=FAILURES, label="failures")
    axes.barh(numbers, [level.solutions for level in levels], height=0.3, color=SOLUTIONS, label="solutions")
    axes.invert_yaxis()
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel("level")
    axes.set_title("values tried")
    axes.grid(visible=False, axis="y")
    axes.legend(labelcolor=plotting.INK, frameon=False)


def _draw_blames(axes: Axes, blames: Sequence[Blame], title: str) -> None:
    names = [blame.name if len(blame.name) <= LONGEST else f"{blame.name[: LONGEST - 3]}..." for blame in blames]
    axes.barh(range(len(blames)), [blame.failures for blame in blames], color=FAILURES)
    axes.set_yticks(range(len(blames)), names)
    axes.invert_yaxis()
    axes.set_title(title)
    axes.grid(visible=False, axis="y")
