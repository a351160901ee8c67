"""The command `clew estimate`: it says how large a search would be, without searching."""

from __future__ import annotations

import math
from argparse import Namespace
from collections.abc import Iterator
from typing import Any, Final

from clew.answers.estimation import Estimate, Spread, estimate
from clew.outcome import Stopped
from clew.planning.progress.line import duration, short
from clew.tools.cli import answers, exits, instances

NONE_MET: Final = ("0", "no probe met one")
ENOUGH: Final = 10.0
"""Seconds for the probes if no limit is set, because an estimate must not take longer than the search."""


def estimate_instance(parsed: Namespace) -> int:
    """Print the nodes of each level, the failures, the solutions and the time, each with its interval."""
    problem = instances.make(parsed)
    if parsed.time_limit is None:
        parsed.time_limit = ENOUGH
    try:
        found = estimate(problem, parsed.probes, **instances.options(parsed, problem))
    except Stopped as stopped:
        status = stopped.outcome.status.value
        print(answers.dumped(answers.named(parsed, status=status)) if parsed.json else f"not known ({status})")
        return exits.LIMIT
    answers.report(parsed, answers.named(parsed, status="complete", **_finite(found.as_dict())), _lines(found))
    return exits.ANSWERED


def _finite(value: Any) -> Any:
    """A value for JSON, with None in place of infinite numbers."""
    if isinstance(value, dict):
        return {name: _finite(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_finite(entry) for entry in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def _lines(found: Estimate) -> Iterator[str]:
    rows = [("level", "nodes", "95 % interval")]
    rows += [(str(level), *_shown(spread)) for level, spread in enumerate(found.nodes_per_level)]
    rows += [("nodes", *_shown(found.nodes)), ("failures", *_shown(found.failures))]
    rows += [("solutions", *(_shown(found.solutions) if found.solutions.mean or not found.probes else NONE_MET))]
    width = max(len(mean) for _, mean, _ in rows)
    for name, mean, interval in rows:
        yield f"{name:>9}  {mean:>{width}}  {interval}"
    seconds = found.seconds
    interval = f"{duration(seconds.low)} to {duration(seconds.high)}"
    yield f"     time  {duration(seconds.mean)} ({interval}), at {short(found.nodes_per_second)} nodes a second"
    how = f"inference {found.inference}, order {found.variable_order}, kernel {found.kernel}"
    yield f"from {found.probes} probes; {how}"


def _shown(spread: Spread) -> tuple[str, str]:
    """An estimate and its interval; one that is sure has none."""
    mean, low, high = (_number(value) for value in (spread.mean, spread.low, spread.high))
    return mean, "" if spread.low == spread.high else f"{low} to {high}"


def _number(value: float) -> str:
    """A number with a few digits."""
    if math.isinf(value):
        return "unknown"
    if value >= 1e12:
        return f"{value:.3g}"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
