"""The command."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from . import page
from .chart import chart
from .measure import Measurer, machine, version
from .table import Results, table
from .works import WORKS


def main(description: str, arguments: Sequence[str] | None = None) -> int:
    """Measure and print.

    Args:
        description: what the help says.
        arguments: those of the command line by default.

    Returns:
        the exit status: 1 if an answer was wrong or a peer failed, else 0.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("works", metavar="WORK", nargs="*", help=f"one of {', '.join(WORKS)}; by default all")
    parser.add_argument("--runs", type=int, default=3, help="how many rounds to take the median of (default: 3)")
    parser.add_argument("--peers", help="who takes part, such as 'clew,by hand'; by default all")
    parser.add_argument("--limit", type=float, default=120, help="the seconds that each may take (default: 120)")
    parser.add_argument("--quick", action="store_true", help="small sizes, one round: does it run at all?")
    parser.add_argument("--slow", action="store_true", help="peers do the largest sizes too")
    parser.add_argument("--least", action="store_true", help="show the least times instead of the medians")
    parser.add_argument("--page", type=Path, help="write the tables into this page, such as docs/comparisons.md, too")
    parser.add_argument("--chart", type=Path, help="draw the times beside clew's as SVG into this file")
    options = parser.parse_args(arguments)
    for name in options.works:
        if name not in WORKS:
            parser.error(f"there is no work {name!r}: use {', '.join(WORKS)}")
    names = options.works or list(WORKS)
    chosen = options.peers.split(",") if options.peers else None
    if options.page is not None:
        lacking = [name for name in ("machine", *names) if name not in page.blocks(options.page)]
        if lacking:
            parser.error(f"{options.page} has no block for {', '.join(lacking)}")
    versions = {peer: version(who) for name in names for peer, who in WORKS[name].peers.items()}
    for peer in chosen or ():
        if not any(is_called(known, peer) for known in versions):
            parser.error(f"nobody called {peer!r} does this: use {', '.join(versions)}")
    if chosen is not None:
        versions = {peer: found for peer, found in versions.items() if any(is_called(peer, one) for one in chosen)}
    pick, picked = (min, "the least times") if options.least else (median, "medians")
    where = "\n".join(header(versions, 1 if options.quick else options.runs, picked))
    print(where, flush=True)
    if options.page is not None and not options.works:  # a part of the works leaves the others where they were measured
        page.put(options.page, "machine", where)
    failed = False
    drawn: list[tuple[str, str, Results]] = []
    with tempfile.TemporaryDirectory() as cache:
        measurer = Measurer(1 if options.quick else options.runs, options.limit, options.slow, cache, progress)
        for name in names:
            work = WORKS[name]
            sizes = work.quick if options.quick else work.sizes
            peers = [peer for peer in work.peers if versions.get(peer) is not None]
            results = measurer.results(name, sizes, peers)
            print(f"\n{table(name, sizes, peers, results, pick, markdown=False)}", flush=True)
            if options.page is not None:
                page.put(options.page, name, table(name, sizes, peers, results, pick, markdown=True))
            drawn.append((name, sizes[-1], results))
            failed |= any(result.failure in ("wrong", "failed") for result in results.values())
    if options.chart is not None:
        options.chart.write_text(chart([one for one in drawn if one[0] != "imports"], pick), encoding="utf-8")
    return int(failed)


def is_called(peer: str, name: str) -> bool:
    """Whether a name means this peer: `xcover` means `xcover (ZDD)` too."""
    return name in (peer, peer.partition(" (")[0])


def header(versions: Mapping[str, str | None], runs: int, picked: str) -> list[str]:
    """Where this was measured, how, and who was there."""
    found = dict.fromkeys(f"{peer.partition(' (')[0]} {number}".strip() for peer, number in versions.items() if number)
    lines = [f"{machine()}; {picked} of {runs} rounds.", f"Found: {', '.join(found)}."]
    missing = dict.fromkeys(peer.partition(" (")[0] for peer, number in versions.items() if number is None)
    return [*lines, f"Missing: {', '.join(missing)}."] if missing else lines


def progress(line: str) -> None:
    """Tell a terminal what is going on."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)
