"""Tables of results, for a terminal or in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .measure import Result
from .works import WORKS

Results = Mapping[tuple[str, str], Result]


def shown(seconds: float) -> str:
    """A time with three digits and a unit that suits it."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1 or unit == "µs":
            break
    number = seconds * factor
    return f"{number:.{0 if number >= 100 else 1 if number >= 10 else 2}f} {unit}"


def cell(result: Result, own: Result | None) -> str:
    """A time, and how many times clew's that is."""
    if result.failure:
        return result.failure
    if own is None or own is result or own.failure:
        return shown(result.median)
    times = result.median / own.median
    return f"{shown(result.median)} ({times:.{0 if times >= 10 else 1 if times >= 1 else 2}f})"


def table(name: str, sizes: Sequence[str], peers: Sequence[str], results: Results, markdown: bool) -> str:
    """A row for each peer, a column for each size, and the notes below."""
    work = WORKS[name]
    rows = [["", *sizes]]
    rows += [[peer, *(cell(results[peer, size], results.get(("clew", size))) for size in sizes)] for peer in peers]
    lines = [f"### {name}: {work.title}" if markdown else f"{name}: {work.title}", ""]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for number, row in enumerate(rows):
        padded = [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row, widths, strict=True))]
        del padded[1]
        lines.append("| " + " | ".join(padded) + " |" if markdown else "  ".join(padded).rstrip())
        if markdown and number == 0:
            lines.append("| " + " | ".join(["---", *["---:"] * len(sizes)]) + " |")
    notes = [f"{peer}: {work.peers[peer].note}" for peer in peers if work.peers[peer].note]
    notes += [
        f"{peer}, {size}: {results[peer, size].reason}"
        for peer in peers
        for size in sizes
        if results[peer, size].reason
    ]
    bullet = "- " if markdown else "  "
    return "\n".join([*lines, "", *(bullet + note for note in notes)]).rstrip() + "\n"
