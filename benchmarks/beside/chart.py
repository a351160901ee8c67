"""A chart of all the works: how many times as long as clew each peer takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from .table import Pick, Results, shown
from .works import WORKS

WIDTH, LEFT, RIGHT, ROW, TOP = 760, 190, 70, 15, 56
FASTER, SLOWER, INK, GRID = "#cc4a3f", "#3b76c4", "#333333", "#dddddd"
LEAST, MOST = 0.01, 10_000.0
SHOWN: Final = ("clew", "clew (Python)")


def chart(measured: Sequence[tuple[str, str, Results]], pick: Pick) -> str:
    """A dot for each peer and work, on a logarithmic axis, as SVG; warm times if there are any.

    Args:
        measured: the works that are shown, each with a size and the results.
        pick: the median or the least of some times.
    """
    rows: list[tuple[str, float | None, str]] = []
    for name, size, results in measured:
        kind = "warm" if results["clew", size].of("warm") is not None else "cold"
        own = results["clew", size].of(kind, pick)
        if own is None:
            continue
        rows.append((f"{name}, {size}" if len(WORKS[name].sizes) > 1 else name, None, shown(own)))
        for (peer, at), result in results.items():
            seconds = result.of(kind, pick) or result.of("cold", pick)
            if at == size and peer not in SHOWN and seconds is not None:
                rows.append((peer, seconds / own, shown(seconds)))
    height = TOP + ROW * len(rows) + 20
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"'
    parts = [f'{head} font-size="11">', f'<rect width="{WIDTH}" height="{height}" fill="white"/>']
    parts.append(
        _text(LEFT, 16, "how many times as long as clew (logarithmic): left of 1 a peer is faster", "start", INK)
    )
    for power in range(round(math.log10(LEAST)), round(math.log10(MOST)) + 1):
        across = _across(10.0**power)
        colour = INK if power == 0 else GRID
        parts.append(f'<path d="M{across:.1f} {TOP - 8}V{height - 10}" stroke="{colour}"/>')
        parts.append(_text(across, TOP - 14, f"{10.0**power:g}", "middle", INK))
    for number, row in enumerate(rows):
        parts += _row(TOP + ROW * (number + 0.5), *row)
    return "\n".join([*parts, "</svg>", ""])


def _row(down: float, name: str, times: float | None, time: str) -> list[str]:
    """The name of a work with clew's time, or of a peer with a dot and its time."""
    if times is None:
        bold = ' font-weight="bold"'
        return [
            _text(8, down + 4, name, "start", INK, bold),
            _text(WIDTH - 8, down + 4, f"clew {time}", "end", INK, bold),
        ]
    colour = FASTER if times < 1 else SLOWER
    dot = f'<circle cx="{_across(times):.1f}" cy="{down:.1f}" r="4" fill="{colour}"/>'
    return [_text(LEFT - 14, down + 4, name, "end", INK), dot, _text(WIDTH - 8, down + 4, time, "end", colour)]


def _across(times: float) -> float:
    place: Callable[[float], float] = math.log10
    share = (place(min(max(times, LEAST), MOST)) - place(LEAST)) / (place(MOST) - place(LEAST))
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _text(across: float, down: float, words: str, anchor: str, colour: str, more: str = "") -> str:
    place = f'x="{across:.1f}" y="{down:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}"{more}>{escape(words)}</text>'
