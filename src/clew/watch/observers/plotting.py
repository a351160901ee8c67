"""The plot of a profile; and functions and colours for all plots: they read on white and on black.

matplotlib is optional and takes its time to load, so nothing here imports it before a plot is asked for.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from clew.errors import OptionError
from clew.render import writing
from clew.watch.observers.profile import Blame, Profile, Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from clew.problem.problem import AnyProblem

FORMATS: Final = ("svg", "png", "pdf")
COLOURS: Final = ("#3b82c4", "#d9603b", "#3f9e63", "#9b6bc4", "#b8901f", "#c7558f", "#2f9fa8", "#8a7a6d")
"""Of middling lightness, so that they stand out from a white page and from a dark one."""
INK: Final = "#7a7a7a"
NODES, FAILURES, SOLUTIONS = COLOURS[:3]
MOST: Final = 10
LONGEST: Final = 36
"""Characters of a name; longer ones are cut."""
STYLE: Final[Any] = {
    "svg.fonttype": "none",  # text stays text: small, sharp, and it can be searched
    "svg.hashsalt": "clew",  # the same figures make the same file
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    **dict.fromkeys(
        ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color"), INK
    ),
}


def check(path: str) -> None:
    """Make sure that a plot can be drawn and written, before anything is measured for it.

    Raises:
        OptionError: the file's name says no format, it cannot be written, or matplotlib is missing.
    """
    file = Path(path)
    if file.suffix.lower().removeprefix(".") not in FORMATS:
        raise OptionError(f"{path}: a picture's name ends in {', '.join(f'.{name}' for name in FORMATS)}")
    if not file.parent.is_dir():
        raise OptionError(f"{path} cannot be written: there is no directory {file.parent}")
    if find_spec("matplotlib") is None:
        raise OptionError("a plot needs matplotlib: pip install 'clewpy[plot]'")


def panels(number: int, size: tuple[float, float]) -> tuple[Figure, list[Axes]]:
    """A figure with some panels side by side.

    Args:
        number: of panels.
        size: of the whole, in inches.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        axes = [figure.add_subplot(1, number, k + 1) for k in range(number)]
    for one in axes:
        one.grid(visible=True, color=INK, alpha=0.25, linewidth=0.6)
        one.set_axisbelow(True)
        one.patch.set_visible(False)
    return figure, axes


def write(figure: Figure, path: str) -> None:
    """Write a figure: as SVG with nothing behind it but the page, else on white.

    Raises:
        OptionError: the file cannot be written.
        ClewError: the disk is full, or fails.
    """
    import matplotlib

    # Neither the date nor the version of the library: the same figures make the same file.
    about: dict[str, Any] = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}}
    kind = Path(path).suffix.lower().removeprefix(".")
    drawn = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(drawn, format=kind, transparent=kind == "svg", metadata=about.get(kind), dpi=150)
    writing.write(path, drawn.getvalue())


def plot(profile: Profile, problem: AnyProblem, path: str) -> None:
    """Write the picture of a profile. Needs matplotlib: `pip install 'clewpy[plot]'`.

    Args:
        profile: that of a search.
        problem: whose names to use.
        path: the file to write; its suffix gives the format: `.svg`, `.png` or `.pdf`.

    Raises:
        OptionError: matplotlib is missing, or the file cannot be written.
    """
    check(path)
    blames = {
        "failures of variables": profile.variables(problem, titles=True),
        "failures by constraint": profile.constraints(problem),
    }
    drawn = {title: some for title, blamed in blames.items() if (some := [one for one in blamed if one.failures])}
    figure, axes = panels(1 + len(drawn), (4 + 3.5 * len(drawn), 4.2))
    _draw_levels(axes[0], profile.levels)
    for one, blamed in zip(axes[1:], drawn.values(), strict=True):
        _draw_blames(one, blamed[:MOST])
    for one, title in zip(axes, ("values tried", *drawn), strict=True):
        one.invert_yaxis()
        one.set_title(title)
        one.grid(visible=False, axis="y")
    write(figure, path)


def _draw_levels(axes: Axes, levels: Sequence[Tally]) -> None:
    """The root on top; nodes and failures side by side make the values tried. Solutions are a part of the nodes."""
    from matplotlib.ticker import MaxNLocator

    numbers = range(len(levels))
    nodes = [level.nodes for level in levels]
    axes.barh(numbers, nodes, color=NODES, label="nodes")
    axes.barh(numbers, [level.failures for level in levels], left=nodes, color=FAILURES, label="failures")
    axes.barh(numbers, [level.solutions for level in levels], height=0.3, color=SOLUTIONS, label="solutions")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel("level")
    axes.legend(labelcolor=INK, frameon=False)


def _draw_blames(axes: Axes, blames: Sequence[Blame]) -> None:
    names = [blame.name if len(blame.name) <= LONGEST else f"{blame.name[: LONGEST - 3]}..." for blame in blames]
    axes.barh(range(len(blames)), [blame.failures for blame in blames], color=FAILURES)
    axes.set_yticks(range(len(blames)), names)
