"""Tables of results, for a terminal or in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .measure import Result
from .works import WORKS

Results = Mapping[tuple[str, str], Result]
Pick = Callable[[Sequence[float]], float]


def shown(seconds: float) -> str:
    """A time with three digits and a unit that suits it."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1 or unit == "µs":
            break
    number = seconds * factor
    return f"{number:.{0 if number >= 100 else 1 if number >= 10 else 2}f} {unit}"


def cell(result: Result, own: Result | None, kind: str, pick: Pick) -> str:
    """A time, and how many times clew's that is."""
    seconds = result.of(kind, pick)
    if seconds is None:
        return result.failure if kind == "cold" else ""
    clews = own.of(kind, pick) if own is not None and own is not result else None
    if clews is None:
        return shown(seconds)
    times = seconds / clews
    return f"{shown(seconds)} ({times:.{0 if times >= 10 else 1 if times >= 1 else 2}f})"


def table(name: str, sizes: Sequence[str], peers: Sequence[str], results: Results, pick: Pick, markdown: bool) -> str:
    """A row for each peer, two columns for each size, and the notes below."""
    work = WORKS[name]
    columns = [(size, kind) for size in sizes for kind in ("cold", "warm")]
    columns = [(size, kind) for size, kind in columns if any(results[peer, size].seconds[kind] for peer in peers)]
    rows = [["", *(f"{size}, {kind}" if len(work.sizes) > 1 else kind for size, kind in columns)]]
    for peer in peers:
        cells = (cell(results[peer, size], results.get(("clew", size)), kind, pick) for size, kind in columns)
        rows.append([peer, *cells])
    lines = [] if markdown else [f"{name}: {work.title}", ""]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for number, row in enumerate(rows):
        padded = [
            row[0].ljust(widths[0]),
            *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True)),
        ]
        lines.append("| " + " | ".join(padded) + " |" if markdown else "  ".join(padded).rstrip())
        if markdown and number == 0:
            lines.append("| " + " | ".join(["---", *["---:"] * len(columns)]) + " |")
    bullet = "- " if markdown else "  "
    return "\n".join([*lines, "", *(bullet + note for note in notes(name, sizes, peers, results))]).rstrip() + "\n"


def notes(name: str, sizes: Sequence[str], peers: Sequence[str], results: Results) -> list[str]:
    """What a reader of the numbers has to know, and why a process failed."""
    told = [f"{peer}: {WORKS[name].peers[peer].note}" for peer in peers if WORKS[name].peers[peer].note]
    failed = [(peer, size) for peer in peers for size in sizes if results[peer, size].reason]
    return told + [f"{peer}, {size}: {results[peer, size].reason}" for peer, size in failed]
