"""The table, a line for each case, and the summary below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks.regret.cases import Case
from benchmarks.regret.measuring import PLAIN, SLACK, TIMES, Row

JUMP, LEAST = 10, 0.01
"""A jump: the plain call takes so many times as long as at the size before, beyond the growth of the size itself.

Times below `LEAST` seconds count as that. If the bound held at the size before and does not hold now, that is one too.
"""

WORST: Final = 10
HEAD: Final = f"{'model, size, question':52} {'plain':>9} {'best':>9}  {'of':30} {'ratio':>7} {'peer':>9}"


def line(row: Row, *, jumps: bool) -> str:
    """A case in the table."""
    plain = "memory" if row.problem == "memory" else f"{'> ' if row.problem else ''}{shown(row.plain)}"
    notes = ["jump"] * jumps + ["FAULT"] * bool(row.faults)
    peer = "" if row.peer is None else shown(row.peer)
    best = "" if row.best is None or row.by == PLAIN else shown(row.best)
    by = "" if row.by == PLAIN else row.by
    return f"{row.name:52} {plain:>9} {best:>9}  {by:30} {ratio(row):>7} {peer:>9} {' '.join(notes)}".rstrip()


def ratio(row: Row) -> str:
    """The ratio as it stands in the table: `in` if the plain call is proved to be within the bound."""
    if row.ratio is None:
        return "?"
    if is_within(row, TIMES):
        return "in"
    return f"{'>' if row.problem else ''}{row.ratio:{'.3g' if row.ratio < 1000 else ',.0f'}}"


def shown(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def is_within(row: Row, times: float) -> bool:
    """Whether the plain call is known to take at most so many times the best, and a tenth of a second."""
    return not row.problem and row.ratio is not None and row.ratio <= times


def is_jump(before: tuple[Case, Row] | None, case: Case, row: Row) -> bool:
    """Whether the plain call takes much longer than at the size before, or the bound no longer holds."""
    if before is None or before[0].series != case.series:
        return False
    small, large = before[0].size, case.size
    growth = max(1.0, large / small) if isinstance(small, int) and isinstance(large, int) else 1.0
    is_lost = row.ratio is not None and not is_within(row, TIMES) and is_within(before[1], TIMES)
    return is_lost or row.plain - SLACK > JUMP * growth * max(LEAST, before[1].plain)


def summary(rows: Sequence[Row], jumps: Sequence[Row]) -> Iterator[str]:
    """How many models are within the bounds, the worst ones, the jumps and the faults."""
    known = [row for row in rows if row.ratio is not None]
    for times in (TIMES, 10):
        number = sum(is_within(row, times) for row in known)
        yield (
            f"within {times} times the best and {SLACK:g} s: {number} of {len(known)}"
            f" ({number / max(1, len(known)):.1%})"
        )
    lost = [row.name for row in rows if row.ratio is None]
    yield f"decided by nobody within the limit: {len(lost)}{': ' * bool(lost)}{'; '.join(lost)}"
    worst = [row for row in sorted(known, key=lambda row: -(row.ratio or 0)) if not is_within(row, TIMES)]
    yield f"the worst {min(WORST, len(worst))} of {len(worst)} beyond {TIMES} times:"
    for row in worst[:WORST]:
        yield f"  {row.name}: {ratio(row)} times {row.by}"
        yield f"    plain {shown(row.plain)}: {row.how[0] or 'not finished'}"
        yield f"    best {shown(row.best or 0)}: {row.how[1]}"
        yield f"    finished, each faster than those before: {finished(row)}"
    yield f"jumps between neighbouring sizes: {'; '.join(row.name for row in jumps) or 'none'}"
    for row in rows:
        for fault in row.faults:
            yield f"FAULT {row.name}: {fault}"


def finished(row: Row) -> str:
    """The tries that finished before they were cut off."""
    found = (f"{name} {shown(seconds)}" for name, seconds in row.tried.items() if isinstance(seconds, float))
    return ", ".join(found) or "none"
