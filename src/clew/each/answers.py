"""From roots to their first solutions, many at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from clew.core import ORDERS
from clew.heuristics.variable_order import WeightedDegree
from clew.kernels.choose import Mover
from clew.kernels.python import Box, boxes
from clew.running import Plan
from clew.search import Counters

if TYPE_CHECKING:
    from concurrent.futures import Future

    from clew.engine_plan import EnginePlan

Places = Sequence[int]
"""A solution: for each variable, in the order of declaration, the place of its value in its domain."""

Answer = Sequence[Places]
"""The first solutions of an instance, as many as are looked for."""


class Answers(Protocol):
    """Finds the first solutions of many instances of one problem."""

    def __call__(self, roots: Sequence[Any]) -> Iterable[Answer]:
        """The answers to some roots, in their order.

        Args:
            roots: domains, not propagated yet; or rows for the engine.
        """


def answers_of(plan: Plan, most: int) -> Answers:
    """The function that answers the instances of a plan.

    Args:
        plan: a plan of declared constraints under propagation.
        most: how many solutions of each are looked for.
    """
    python = PythonAnswers(plan, most)
    return python if plan.mover is None else AdaptiveAnswers(plan, most, python, plan.mover)


class EngineAnswers:
    """Answers in the engine, many rows in one call.

    Args:
        plan: of the engine, for domains of at most 255 values.
        given: what holds in every instance: pairs of a number of a variable and its byte (see `clew.each.roots.Rows`).
        most: see `answers_of`.
        jobs: how many threads may answer at a time.

    Attributes:
        row: gives the values of a solution from their places.
    """

    def __init__(self, plan: EnginePlan, given: Iterable[tuple[int, int]], most: int, jobs: int) -> None:
        from clew.core._engine import Instances, row_of

        program, last_first = plan.compiled.program, plan.request.options.get("value_order") == "reverse"
        order, pairs = ORDERS.index(plan.variable_order), [(number, byte - 1) for number, byte in given]
        self._jobs = jobs
        self.row = partial(row_of, list(map(tuple, plan.compiled.values)))
        self._every = [Instances(program, pairs, order, last_first, most) for _ in range(jobs)]
        self._free = list(self._every)

    def __call__(self, rows: Sequence[bytes]) -> Iterable[Answer]:
        """The answers to some rows, in their order."""
        instances = self._free.pop()
        try:
            return instances.answers(list(rows))
        finally:
            self._free.append(instances)

    def side_by_side(self, batches: Iterable[Sequence[bytes]]) -> Iterator[Iterable[Answer]]:
        """The answers to batches of rows, in their order; as many threads as there are jobs answer one each.

        Args:
            batches: the rows; one batch for each thread is taken ahead.
        """
        from concurrent.futures import ThreadPoolExecutor

        pending: deque[Future[Iterable[Answer]]] = deque()
        for instances in self._every:
            instances.stops = False
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="clew") as threads:
            try:
                for batch in batches:
                    pending.append(threads.submit(self, batch))
                    if len(pending) > self._jobs:
                        yield pending.popleft().result()
                while pending:
                    yield pending.popleft().result()
            finally:
                for instances in self._every if pending else ():
                    instances.stops = True
                for future in pending:
                    future.cancel()


class AdaptiveAnswers:
    """Answers in Python, until the native kernel is ready: then it answers the rest in one call.

    Args:
        plan, most: see `answers_of`.
        python: answers in Python.
        mover: tells when the native kernel is ready.
    """

    def __init__(self, plan: Plan, most: int, python: PythonAnswers, mover: Mover) -> None:
        self._plan = plan
        self._most = most
        self._python = python
        self._mover = mover
        self._native: Answers | None = None

    def __call__(self, roots: Sequence[int]) -> Iterator[Answer]:
        for number, root in enumerate(roots):
            if self._native is None and self._plan.network is not None:
                layout = self._mover.layout(self._plan.network, self._plan.picks)
                if layout is not None:
                    base = self._python.without_clues
                    self._native = self._mover.native.answers(layout, base, self._plan.picks, self._most)
            if self._native is not None:
                yield from self._native(roots[number:])
                return
            yield from self._python([root])


class PythonAnswers:
    """Answers one root after the other, in Python.

    Args:
        plan, most: see `answers_of`.
    """

    def __init__(self, plan: Plan, most: int) -> None:
        network = plan.network
        if network is None:
            raise TypeError("only declared constraints make roots")
        self._network = network
        self._level = plan.inference
        self._picks = plan.picks
        self._most = most
        self.without_clues = network.root({})
        self._lanes = [(lane.offset, lane.full) for lane in network.lanes.lane.values()]

    def __call__(self, roots: Sequence[int]) -> Iterator[Answer]:
        start, settled = self.without_clues
        propagate, decisions = self._network.propagate, self._network.lanes.decisions
        for root in roots:
            domains, done = propagate(root, settled, start ^ root) if root else (0, 0)
            if not domains:
                yield ()
            elif not decisions & ~done:
                yield (self._places(domains),)
            else:
                yield tuple(islice(self._below(domains, done), self._most))

    def _below(self, domains: int, done: int) -> Iterator[Places]:
        """The solutions below a node."""
        picks = WeightedDegree() if isinstance(self._picks, WeightedDegree) else self._picks  # learns anew
        for leaf in boxes(self._network, (domains, done), self._level, picks, Counters()):
            if isinstance(leaf, Box):
                yield from self._of_box(leaf)

    def _of_box(self, box: Box) -> Iterator[Places]:
        if box.open_guard < 0:
            yield self._places(box.domains)
            return
        offset, lane = self._network.lane_at[box.open_guard]
        rest = box.domains & lane << offset
        others = box.domains ^ rest
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            yield self._places(others | lowest)

    def _places(self, domains: int) -> Places:
        return [(domains >> offset & full).bit_length() - 1 for offset, full in self._lanes]
