"""Pictures of schedules: a row for each machine, and a bar for each task (H. Gantt, Work, wages, and profits, 1910)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from clew.render.svg import Drawn, Picture, hue, paint, path, width_of, written

Bar = tuple[float, float, str]
"""When a task starts, how long it takes, and its label."""

HEIGHT: Final = 26.0
WIDTH: Final = 620.0
"""Of all times together."""
SIZE: Final = 12.0


@attrs.frozen
class Gantt(Picture):
    """Tasks in time. Those of one row that run at once are drawn below each other.

    Attributes:
        rows: the tasks of each row, by its name.
        colours: the colours of labels, by their numbers; other labels have one after the other.
        title: a description for readers who cannot see it.
    """

    rows: Mapping[str, Sequence[Bar]]
    colours: Mapping[str, int] = attrs.field(factory=dict)
    title: str = "a schedule"

    @property
    def description(self) -> tuple[str, str]:
        """Its title, and the tasks of each row in the order of their starts."""
        shown = {
            name: [f"{label} {start}-{start + d}" for start, d, label in sorted(row)] for name, row in self.rows.items()
        }
        return self.title, "; ".join(f"{name}: {', '.join(tasks)}" for name, tasks in shown.items())

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        bars = [bar for row in self.rows.values() for bar in row]
        first, last = min((s for s, _, _ in bars), default=0), max((s + d for s, d, _ in bars), default=1)
        left = max((width_of(name, SIZE) for name in self.rows), default=0.0) + 10
        scale = WIDTH / max(last - first, 1)
        colours = {label: k for k, label in enumerate(dict.fromkeys(label for *_, label in bars))} | {**self.colours}
        ground, parts, top = list[str](), list[str](), 0.0
        for name, row in self.rows.items():
            tracks = _tracks(row)
            middle = top + HEIGHT * max(len(tracks), 1) / 2
            ground.append(written(left - 8, middle, name, SIZE, f' text-anchor="end" {paint("ink")}'))
            for track in tracks:
                for start, duration, label in track:
                    parts += _bar(left + (start - first) * scale, top, duration * scale, label, hue(colours[label]))
                top += HEIGHT
            top += 8 + HEIGHT * (not tracks)
        step = _step((last - first) / 8)
        marks = [first + k * step for k in range(int((last - first) // step) + 1)]
        at = [left + (mark - first) * scale for mark in marks]
        ground += path("".join(f"M{x:.1f} 0V{top:g}" for x in at), None, "line", ' stroke-width="0.6"')
        ground += [
            written(x, top + 9, f"{mark:g}", 11, f" {paint('faint')}") for x, mark in zip(at, marks, strict=True)
        ]
        return Drawn(left + WIDTH + 8, top + 18, ground, parts)


def _tracks(row: Sequence[Bar]) -> list[list[Bar]]:
    """The tasks of a row in the order of their starts, apart if they run at once."""
    tracks: list[list[Bar]] = []
    for bar in sorted(row):
        free = next((track for track in tracks if track[-1][0] + track[-1][1] <= bar[0]), None)
        if free is None:
            tracks.append([bar])
        else:
            free.append(bar)
    return tracks


def _bar(x: float, y: float, width: float, label: str, colour: str) -> Iterator[str]:
    box = f'<rect x="{x:.1f}" y="{y + 2:g}" width="{width:.1f}" height="{HEIGHT - 4:g}" rx="3"'
    yield f"{box} {paint(colour, 'line')}/>"
    if width_of(label, SIZE) <= width:
        yield written(round(x + width / 2, 1), y + HEIGHT / 2, label, SIZE, f" {paint('ink')}")


def _step(least: float) -> float:
    """The first of 1, 2, 5, 10, 20 and so on that is large enough."""
    ten = 1
    while 10 * ten < least:
        ten *= 10
    return next(ten * k for k in (1, 2, 5, 10) if ten * k >= least)
