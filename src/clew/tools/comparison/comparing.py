"""A comparison: every method on every instance, one after the other; and how far each method gets within a time.

How far is measured, or else a guess from how the times of a method grow, and called so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import product
from math import inf
from typing import Any, Final

import attrs

from clew.constraints.names import walkable
from clew.errors import OptionError, check_number, shown
from clew.options import Options
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem, Problem
from clew.tools.comparison.measuring import Ending, Label, Measurement, MethodRun, Question, chosen, measure, methods_of

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
            return f"about {' to '.join(map(str, dict.fromkeys(self.guess)))}, extrapolated"
        if self.measured is None:
            return "none of these" if self.is_known else "unknown"
        return str(self.measured) if self.is_known else f"at least {self.measured}"


@attrs.frozen
class MethodComparison:
    """The measurements of several methods on several instances.

    Attributes:
        measurements: one for each method and instance, in the order in which they were made.
        question: `count` for all solutions, `first` for one.
        time_limit: of one measurement, in seconds.
        is_complete: False if Ctrl-C ended it early.
    """

    measurements: tuple[Measurement, ...]
    question: Question
    time_limit: float
    is_complete: bool = True

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of the methods, in order."""
        return tuple(dict.fromkeys(one.method for one in self.measurements))

    @property
    def instances(self) -> tuple[Label, ...]:
        """The instances, in order."""
        return tuple(dict.fromkeys(one.instance for one in self.measurements))

    def disagreements(self) -> dict[Label, dict[int, tuple[str, ...]]]:
        """The instances on which methods found different numbers of solutions: for each number, who found it."""
        found: dict[Label, dict[int, tuple[str, ...]]] = {}
        for one in self.measurements:
            if one.solutions is not None:
                numbers = found.setdefault(one.instance, {})
                numbers[one.solutions] = (*numbers.get(one.solutions, ()), one.method)
        return {instance: numbers for instance, numbers in found.items() if len(numbers) > 1}

    def reached(self, seconds: float = 60) -> tuple[Reach, ...]:
        """How far each method gets within a time, if the instances are sizes."""
        made = ((method, [one for one in self.measurements if one.method == method]) for method in self.methods)
        return tuple(filter(None, (reach(*one, seconds, self.time_limit) for one in made)))

    def table(self) -> str:
        """The figures as text: a table for one instance, or a table for each figure over all of them."""
        from clew.tools.comparison.drawing import table

        return table(self)

    def plot(self, path: str) -> None:
        """Draw time and nodes by size, both on a logarithmic scale. Needs matplotlib: `pip install 'clewpy[plot]'`.

        Args:
            path: the file to write; its suffix gives the format: `.svg`, `.png` or `.pdf`.

        Raises:
            OptionError: matplotlib is missing, or the file cannot be written.
        """
        from clew.tools.comparison.drawing import plot

        plot(self, path)

    def as_dict(self) -> dict[str, Any]:
        """All of it by name, as JSON can hold it."""
        return {
            "question": self.question,
            "time_limit": self.time_limit,
            "is_complete": self.is_complete,
            "agree": not self.disagreements(),
            "measurements": [one.as_dict() for one in self.measurements],
        }


Comparison = MethodComparison
"""The name by which programs import it."""


@surfacing()
def compare(
    problems: Mapping[int, AnyProblem] | Mapping[str, AnyProblem] | Mapping[int | str, AnyProblem],
    methods: Iterable[str] | Mapping[str, Options] | None = None,
    *,
    question: Question = "count",
    time_limit: float = 10.0,
    runs: int = 1,
    report: Callable[[str, Label], object] | None = None,
) -> MethodComparison:
    """Run several methods on several instances, each measurement in a process of its own, one after the other.

    A method that failed at one size, by the limit or for want of memory, is not tried at larger ones. Ctrl-C ends the
    comparison and returns what there is so far.

    Args:
        problems: the instances by size, or by name. Sizes are tried in ascending order.
        methods: their names: the problem's baselines, `none`, `check`, `forward`, `unit`, `arc`, `jump`,
            `nogoods`, `python`, `auto`; by default all that fit. Or searches by names of your own, each with its
            options (see `Options`).
        question: `count` for all solutions, `first` for one.
        time_limit: seconds for one measurement.
        runs: how often each is measured; the median time counts.
        report: called with the method and the instance before each measurement.

    Raises:
        OptionError: there is no such method, or an option is wrong.
    """
    _check(problems, methods, question, time_limit, runs, report)
    instances: Mapping[Any, AnyProblem] = problems
    available = {label: methods_of(problem, methods) for label, problem in instances.items()}
    done, is_complete = list[Measurement](), False
    with suppress(KeyboardInterrupt):
        by_size = sorted(instances, key=lambda label: label if isinstance(label, int) else inf)
        for label, name in product(by_size, chosen(available.values(), methods)):
            method = available[label].get(name)
            if method is None or _is_hopeless(done, name, label):
                done.append(Measurement(name, label, Ending.NOT_TRIED))
                continue
            if report is not None:
                report(name, label)
            done.append(_measured(MethodRun(instances[label], method, question), label, time_limit, runs))
        is_complete = True
    return MethodComparison(tuple(done), question, time_limit, is_complete)


def _check(
    problems: Mapping[Any, object], methods: object, question: str, time_limit: float, runs: int, report: object
) -> None:
    if not isinstance(problems, Mapping) or not problems:
        raise OptionError("compare needs instances by size or by name, such as {n: Queens(n) for n in range(4, 9)}")
    for label, problem in problems.items():
        if type(label) not in (int, str):
            raise OptionError(f"an instance goes by its size or by a name, and {label!r} is neither")
        if not isinstance(problem, Problem):
            raise OptionError(f"{label}: {problem!r} is not a problem: make one, for example with clew.load")
    if question not in ("count", "first"):
        raise OptionError(f"the question is count or first, not {question!r}")
    if not isinstance(time_limit, (int, float)) or not time_limit > 0:
        raise OptionError(f"the time limit must be a number of seconds above 0, not {time_limit!r}")
    check_number("runs", runs, 1)
    if not (methods is None or walkable(methods)):
        raise OptionError(f"methods must be names of methods, not {shown(methods)}")
    for name, options in methods.items() if isinstance(methods, Mapping) else ():
        if not isinstance(options, Mapping):
            raise OptionError(f"the options of method {name!r} must be a mapping, not {shown(options)}")
    if not (report is None or callable(report)):
        raise OptionError(f"report must be a function of a method and an instance, not {shown(report)}")


def _is_hopeless(done: Iterable[Measurement], name: str, label: Label) -> bool:
    """Whether a method has failed at a smaller size. The names of instances say nothing of their sizes."""
    return isinstance(label, int) and any(
        one.method == name and not one.is_complete and isinstance(one.instance, int) for one in done
    )


def _measured(task: MethodRun, label: Label, limit: float, runs: int) -> Measurement:
    """The median of some runs; the first one that fails speaks for all."""
    from statistics import median  # which takes longer to load than this module and those that it imports

    made = []
    for _ in range(runs):
        one = measure(task, label, limit)
        if not one.is_complete:
            return one
        made.append(one)
    return attrs.evolve(made[0], seconds=median(one.seconds or 0.0 for one in made))


def reach(method: str, measurements: Sequence[Measurement], seconds: float, limit: float) -> Reach | None:
    """How far a method gets; None if the instances are not sizes.

    Args:
        method: its name.
        measurements: its measurements.
        seconds: the time.
        limit: the time limit of a measurement.
    """
    tried = [one for one in measurements if isinstance(one.instance, int) and one.ending is not Ending.NOT_TRIED]
    times: dict[Any, float | None] = {one.instance: one.seconds for one in tried}
    if not times:
        return None
    # A size that failed in another way than by time is as far away as one that took too long.
    by_time = all(one.is_complete or one.ending is Ending.TIME_LIMIT for one in tried)
    measured = max((size for size, time in times.items() if time is not None and time <= seconds), default=None)
    beyond = [size for size in times if measured is None or size > measured]
    is_known = bool(beyond) and (limit >= seconds or not by_time or times[min(beyond)] is not None)
    return Reach(method, measured, is_known, None if is_known else _guess(times, seconds, limit))


def _guess(times: Mapping[int, float | None], seconds: float, limit: float) -> tuple[int, int] | None:
    """The size reached if the times go on growing by the last ratio; and, the smaller one, if the ratios grow too."""
    last = sorted((size, time) for size, time in times.items() if time is not None)[-3:]
    if [size - last[0][0] for size, _ in last] != [0, 1, 2]:
        return None
    (_, first), (_, second), (size, third) = last
    if first < SHORTEST or min(second / first, third / second) <= 1:
        return None
    # Was the next size tried too, it took longer than the limit.
    least = limit if size + 1 in times else 0.0
    growth = max(third / second / (second / first), 1.0)
    low, high = (_last(size, third, third / second, ratio, seconds, least) for ratio in (growth, 1.0))
    return None if high > size + FARTHEST else (low, high)


def _last(size: int, time: float, ratio: float, growth: float, seconds: float, least: float) -> int:
    """The last size within the time, if the times grow by a ratio that grows itself, from at least so much on."""
    while True:
        ratio *= growth
        time = max(time * ratio, least)
        if time > seconds or ratio <= 1:
            return size
        size += 1
