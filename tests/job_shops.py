"""Job shops with published optima."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import clew
from clew.constraints import Or, Var

LA01 = (
    ((1, 21), (0, 53), (4, 95), (3, 55), (2, 34)),
    ((0, 21), (3, 52), (4, 16), (2, 26), (1, 71)),
    ((3, 39), (4, 98), (1, 42), (2, 31), (0, 12)),
    ((1, 77), (0, 55), (4, 79), (2, 66), (3, 77)),
    ((0, 83), (3, 34), (2, 64), (1, 19), (4, 37)),
    ((1, 54), (2, 43), (4, 79), (0, 92), (3, 62)),
    ((3, 69), (4, 77), (1, 87), (2, 87), (0, 93)),
    ((2, 38), (0, 60), (1, 41), (3, 24), (4, 83)),
    ((3, 17), (1, 49), (4, 25), (0, 44), (2, 98)),
    ((4, 77), (3, 79), (2, 43), (1, 75), (0, 96)),
)
"""la01 of Lawrence (1984): the machines of each job, and how long each takes. Its best schedule takes 666."""


def job_shop(jobs: Any = LA01, longest: int | None = None) -> tuple[clew.Model, Var]:
    """A job shop, and the end of its last task.

    Args:
        jobs: for each job its machines, and how long each takes.
        longest: the latest end that is allowed; by default the sum of all durations.
    """
    model = clew.Model("job shop")
    horizon = range((longest or sum(duration for job in jobs for _, duration in job)) + 1)
    end = model.variable("end", horizon)
    on: dict[int, list[tuple[Var, int]]] = {}
    for number, job in enumerate(jobs):
        starts = model.variables([(number, k) for k in range(len(job))], horizon)
        model.require([one + job[k][1] <= other for k, (one, other) in enumerate(pairwise(starts))])
        model.require(starts[-1] + job[-1][1] <= end)
        for start, (machine, duration) in zip(starts, job, strict=True):
            on.setdefault(machine, []).append((start, duration))
    for tasks in on.values():
        for (one, long), (other, wide) in combinations(tasks, 2):
            model.require(Or([one + long <= other, other + wide <= one]))
    return model, end
