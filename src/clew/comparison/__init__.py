"""Comparing methods: the same question, asked in several ways, over a range of sizes.

The methods are the baselines that a problem names, the levels of inference in the loop, and the kernels. Each
measurement is a process of its own that is ended at a time limit, so none is helped by the one before, and a
baseline that knows no limits has one all the same.

The rest of the package is loaded when a comparison is asked for: `import clew` should not pay for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from clew.origins import surfacing

if TYPE_CHECKING:
    from clew.comparison.comparing import Comparison
    from clew.options import Options
    from clew.problem.problem import Problem

__all__ = ["compare"]


@surfacing()
def compare(
    problems: Mapping[int, Problem[Any, Any]] | Mapping[str, Problem[Any, Any]] | Mapping[int | str, Problem[Any, Any]],
    methods: Iterable[str] | Mapping[str, Options] | None = None,
    *,
    question: Literal["count", "first"] = "count",
    time_limit: float = 10.0,
    runs: int = 1,
    report: Callable[[str, int | str], object] | None = None,
) -> Comparison:
    """Run several methods on several instances, each measurement in a process of its own, one after the other.

    A method that failed at one size, by the limit or for want of memory, is not tried at larger ones. Ctrl-C ends the
    comparison and returns what there is so far.

    Args:
        problems: the instances by size, or by name. Sizes are tried in ascending order.
        methods: their names: the problem's baselines, `none`, `check`, `forward`, `unit`, `arc`, `python`, `auto`;
            by default all that fit. Or searches by names of your own, each with its options (see `Options`).
        question: `count` for all solutions, `first` for one.
        time_limit: seconds for one measurement.
        runs: how often each is measured; the median time counts.
        report: is told the method and the instance before each measurement.

    Raises:
        OptionError: there is no such method, or an option is wrong.
    """
    from clew.comparison.comparing import compared

    return compared(problems, methods, question, time_limit, runs, report)
