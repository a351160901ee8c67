"""How far a method gets within a time: measured, or else a guess from how its times grow, and called so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from clew.tools.comparison.measuring import Ending, Measurement

SHORTEST: Final = 0.005
"""Seconds under which a time says more about the start than about the growth."""

FARTHEST: Final = 5
"""Sizes beyond the last measured one that a guess may be about."""


@attrs.frozen
class Reach:
    """The largest size that a method finishes within a time.

    Attributes:
        method: its name.
        measured: the largest size that it was seen to finish in time; None if none.
        is_known: whether the next size was tried too, and took longer.
        guess: if that is not known, the sizes between which it lies if its times go on growing as the last three did;
            None if they do not tell.
    """

    method: str
    measured: int | None
    is_known: bool
    guess: tuple[int, int] | None = None

    def __str__(self) -> str:
        if self.guess is not None:
            low, high = self.guess
            return f"about {low}, extrapolated" if low == high else f"about {low} to {high}, extrapolated"
        if self.measured is None:
            return "none of these" if self.is_known else "unknown"
        return str(self.measured) if self.is_known else f"at least {self.measured}"


def reach(method: str, measurements: Sequence[Measurement], seconds: float, limit: float) -> Reach | None:
    """How far a method gets; None if the instances are not sizes.

    Args:
        method: its name.
        measurements: its measurements.
        seconds: the time.
        limit: the time limit of a measurement.
    """
    times: dict[int, float | None] = {}
    for one in measurements:
        if isinstance(one.instance, int) and one.ending is not Ending.NOT_TRIED:
            times[one.instance] = one.seconds
    if not times:
        return None
    # A size that failed in another way than by time is as far away as one that took too long.
    failed = [one for one in measurements if one.instance in times and not one.is_complete]
    by_time = all(one.ending is Ending.TIME_LIMIT for one in failed)
    measured = max((size for size, time in times.items() if time is not None and time <= seconds), default=None)
    beyond = [size for size in times if measured is None or size > measured]
    is_known = bool(beyond) and (limit >= seconds or not by_time or times[min(beyond)] is not None)
    if is_known:
        return Reach(method, measured, True)
    return Reach(method, measured, False, _guess(times, seconds, limit))


def _guess(times: dict[int, float | None], seconds: float, limit: float) -> tuple[int, int] | None:
    """The size reached if the times go on growing by the last ratio; and, the smaller one, if the ratios grow too."""
    sizes = sorted(size for size, time in times.items() if time is not None)[-3:]
    if len(sizes) < 3 or sizes[2] - sizes[0] != 2:
        return None
    first, second, third = (times[size] or 0.0 for size in sizes)
    if first < SHORTEST or min(second / first, third / second) <= 1:
        return None
    # Was the next size tried too, it took longer than the limit.
    least = limit if sizes[2] + 1 in times else 0.0
    before, last = second / first, third / second
    high = _last(sizes[2], third, last, 1.0, seconds, least)
    low = _last(sizes[2], third, last, max(last / before, 1.0), seconds, least)
    return None if high > sizes[2] + FARTHEST else (low, high)


def _last(size: int, time: float, ratio: float, growth: float, seconds: float, least: float) -> int:
    """The last size within the time, if the times grow by a ratio that grows itself, from at least so much on."""
    while True:
        ratio *= growth
        time = max(time * ratio, least)
        if time > seconds or ratio <= 1:
            return size
        size += 1
