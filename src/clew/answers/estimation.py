"""How large a search tree is, before it is walked: random probes.

A probe goes from the root to a leaf and takes at every node a random one of its children. With d1, d2, ... children
on its way, it stands for d1 nodes on level 1, d1 d2 nodes on level 2, and so on: on average over all ways these are
the numbers of nodes exactly (Knuth, Estimating the efficiency of backtrack programs, 1975). So are the failures
and the solutions that it meets, weighted alike.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, Final, Unpack

import attrs

from clew.errors import OptionError, check_number
from clew.limits import Cancel
from clew.options import Options, learns, tokens_of
from clew.outcome import Clock, LimitReached, Limits, Outcome, Status, Stopped, check_stops
from clew.planning.plan import Plan, make_plan
from clew.planning.walking import stopping
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.scale.parallel.tree import PlanTree
from clew.state.counters import Counters
from clew.state.state import DEAD_END, AnyState
from clew.strategies import Count

MEASURED: Final = 0.2
"""Seconds for which the search runs to see how fast it is."""

DEVIATIONS: Final = 1.96
"""Standard errors to each side: about 95 in 100 means of many probes are as near."""


@attrs.frozen
class Spread:
    """An estimated number.

    Attributes:
        mean: the estimate: right on average over all probes that there could be.
        low, high: limits of the number, with a probability of 95 % if the probes are many and much alike. If they
            differ much, a few rare probes carry most of the weight; before one of them is met, the mean is likely to be
            too small and the interval too narrow.
    """

    mean: float
    low: float
    high: float

    def times(self, factor: float) -> Spread:
        """The estimate of a multiple."""
        return Spread(self.mean * factor, self.low * factor, self.high * factor)


@attrs.frozen
class Estimate:
    """The estimated size of a search tree, and the time of a complete walk.

    Attributes:
        nodes: the nodes of the tree.
        nodes_per_level: the same by level, the root's level 0 first, as deep as a probe came.
        failures: the values that the inference rejects.
        solutions: the solutions.
        seconds: the time at the speed measured.
        nodes_per_second: this speed, measured on the beginning of the search.
        probes: how many probes there were.
        inference: the inference level at each node.
        variable_order: how the next variable is chosen.
        kernel: the one measured; shortcuts that another kernel may take are not in the estimate.
    """

    nodes: Spread
    nodes_per_level: tuple[Spread, ...]
    failures: Spread
    solutions: Spread
    seconds: Spread
    nodes_per_second: float
    probes: int
    inference: str
    variable_order: str
    kernel: str

    def as_dict(self) -> dict[str, Any]:
        """All of it by name, as the command line prints it in JSON."""
        return attrs.asdict(self)


@attrs.define
class Probe:
    """The numbers that one way from the root to a leaf stands for.

    Attributes:
        nodes_per_level: the nodes of each level.
        failures: the failures.
        solutions: the solutions.
    """

    nodes_per_level: list[int] = attrs.field(factory=lambda: [1])
    failures: int = 0
    solutions: int = 0


def probe(tree: PlanTree, root: AnyState, draw: Callable[[int], int]) -> Probe:
    """Go down one way.

    Args:
        tree: the tree.
        root: where to start.
        draw: draws one of so many children.
    """
    found = Probe()
    state, weight = root, 1
    while (children := tree.children(state)) is not None:
        found.failures += weight * children.failures
        if not children.alive:
            return found
        weight *= len(children.alive)
        found.nodes_per_level.append(weight)
        state = children.alive[draw(len(children.alive))][1]
    found.solutions = weight
    return found


@surfacing()
def estimate(problem: AnyProblem, probes: int = 1000, **options: Unpack[Options]) -> Estimate:
    """How large the tree of a complete walk is, and how long the walk takes, by random probes.

    The tree is that which counting all solutions walks with the same options. If a kernel takes shortcuts, such as
    counting parts apart, it needs less.

    Args:
        problem: the problem.
        probes: how many probes; twice as close an estimate takes four times as many.
        options: see `Options`. `seed` is for the probes too, and a limit on time ends them early.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
        Stopped: a limit struck before the second probe was through.
    """
    check_number("probes", probes, 2)
    if learns(options):
        raise OptionError("an estimate is of a walk that learns nothing from dead ends: leave learning out")
    started = time.perf_counter()
    with stopping(started):
        plan = make_plan(problem, options, Count())
        built = time.perf_counter() - started
        if plan.request.options.get("over"):
            raise OptionError("an estimate is of a walk to all solutions: name all variables in over")
        if plan.root is DEAD_END:
            return _estimate(plan, [Probe([0], failures=1)], 0.0, plan.method.name)
        found = _probes(plan, plan.root, probes, options.get("seed", 0), started)
        return _estimate(plan, found, *_speed(problem, options, built))


def _estimate(plan: Plan, found: Sequence[Probe], per_second: float, kernel: str) -> Estimate:
    """The estimate of some probes together."""
    levels = zip_longest(*(one.nodes_per_level for one in found), fillvalue=0)
    nodes = _spread([sum(one.nodes_per_level) for one in found])
    return Estimate(
        nodes,
        tuple(map(_spread, levels)),
        _spread([one.failures for one in found]),
        _spread([one.solutions for one in found]),
        nodes.times(1 / per_second if per_second else 0.0),
        per_second,
        0 if plan.root is DEAD_END else len(found),
        plan.inference.name,
        plan.variable_order,
        kernel,
    )


def _probes(plan: Plan, root: AnyState, number: int, seed: int, started: float) -> list[Probe]:
    """So many probes, or fewer if a limit on time ends them.

    Raises:
        Stopped: a limit struck before the second probe was through.
    """
    tree, generator = PlanTree(plan), random.Random(seed)
    found: list[Probe] = []
    try:
        while len(found) < number:
            found.append(probe(tree, root, generator.randrange))
    except LimitReached as limit:
        if len(found) < 2 or limit.status is Status.CANCELLED:
            spent = plan.statistics(Counters([]), 0, started)
            raise Stopped(Outcome(None, limit.status, False, spent)) from None
    return found


def _speed(problem: AnyProblem, options: Options, built: float) -> tuple[float, str]:
    """The nodes per second of a search without shortcuts, and the name of its kernel.

    Args:
        problem: the problem.
        options: those of the call.
        built: how long it took to make a plan.
    """
    kernel = options.get("kernel", "auto")
    changed: Options = {**options, "limits": Limits(time=2 * built + MEASURED)}
    try:
        plan = make_plan(problem, {**changed, "kernel": "compiled" if kernel == "auto" else kernel}, Count())
    except OptionError:
        if kernel != "auto":
            raise
        plan = make_plan(problem, {**changed, "kernel": "python"}, Count())
    if plan.compiles_without_hooks:  # masks are made when first needed: what counts is the second run
        _run(plan, tokens_of(options))
    return _run(plan, tokens_of(options)), plan.method.name


def _run(plan: Plan, tokens: Sequence[Cancel]) -> float:
    """The nodes per second of a search that is ended after some time.

    Raises:
        LimitReached: the call is cancelled.
    """
    counters, started = Counters(), time.perf_counter()
    with suppress(LimitReached):
        for _ in attrs.evolve(plan, clock=Clock(started + MEASURED, stops=tokens)).counts(counters):
            pass
    check_stops(tokens)
    return sum(counters.nodes_per_level) / (time.perf_counter() - started)


def _spread(numbers: Sequence[int]) -> Spread:
    """The mean of some numbers, and how far it is likely to be off."""
    from statistics import mean, stdev  # which take longer to load than this module

    try:
        middle = float(mean(numbers))
        error = stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    except OverflowError:  # a probe of a thousand levels may represent more than a float can hold
        return Spread(math.inf, 0.0, math.inf)
    return Spread(middle, max(middle - DEVIATIONS * error, 0.0), middle + DEVIATIONS * error)
