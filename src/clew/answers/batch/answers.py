"""From rows to their first solutions, many at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from clew.core import ORDERS
from clew.limits import Cancel
from clew.outcome import check_stops
from clew.planning.deriving import below
from clew.planning.engine_method import program
from clew.planning.methods import LoopMethod
from clew.planning.plan import Plan
from clew.reference.search.variable_order import WeightedDegree
from clew.state.counters import Counters
from clew.state.state import State

if TYPE_CHECKING:
    from concurrent.futures import Future


Places = Sequence[int]
"""A solution: for each variable, in the order of declaration, the place of its value in its domain."""

Answer = Sequence[Places]
"""The first solutions of an instance, as many as are looked for."""


def _looking(tokens: tuple[Cancel, ...]) -> Callable[[], None] | None:
    """Ends what the engine does when a token is set."""
    return partial(check_stops, tokens) if tokens else None


class EngineAnswers:
    """Answers in the engine, many rows in one call.

    Args:
        plan: of the engine, for domains of at most 255 values.
        given: the values that hold in every instance: pairs of the number of a variable and its byte (see `Rows`).
        most: how many solutions of each are looked for.
        jobs: how many threads may answer at a time.
        tokens: end the work when any of them is set.

    Attributes:
        row: gives the values of a solution from their places.
    """

    def __init__(
        self, plan: Plan, given: Iterable[tuple[int, int]], most: int, jobs: int, tokens: tuple[Cancel, ...]
    ) -> None:
        from clew.core._engine import Instances, row_of

        made, order = program(plan), ORDERS[plan.variable_order]
        pairs = [(number, byte - 1) for number, byte in given]
        self._jobs, self._tokens, self._look = jobs, tokens, _looking(tokens)
        self.row = partial(row_of, list(map(tuple, made.values)))
        self._free = [Instances(made.program, pairs, order, plan.last_first, most) for _ in range(jobs)]

    def __call__(self, rows: Sequence[bytes]) -> Iterable[Answer]:
        """The answers to some rows, in their order."""
        instances = self._free.pop()
        try:
            return instances.answers(list(rows), self._look)
        finally:
            self._free.append(instances)

    def side_by_side(self, batches: Iterable[Sequence[bytes]]) -> Iterator[Iterable[Answer]]:
        """The answers to batches of rows, in their order; as many threads as there are jobs answer one each.

        Args:
            batches: the rows; one batch for each thread is taken ahead.
        """
        from concurrent.futures import ThreadPoolExecutor

        pending: deque[Future[Iterable[Answer]]] = deque()
        over = Cancel()
        self._look = _looking((over, *self._tokens))
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="clew") as threads:
            try:
                for batch in batches:
                    pending.append(threads.submit(self, batch))
                    if len(pending) > self._jobs:
                        yield pending.popleft().result()
                while pending:
                    yield pending.popleft().result()
            finally:
                over.set()
                for future in pending:
                    future.cancel()


class PythonAnswers:
    """Answers one row after the other, in Python.

    Args:
        plan: a plan of declared constraints under propagation, for domains of at most 255 values.
        given: the values that hold in every instance, as for `EngineAnswers`.
        most: how many solutions of each are looked for.

    Attributes:
        row: gives the values of a solution from their places.
    """

    def __init__(self, plan: Plan, given: Iterable[tuple[int, int]], most: int) -> None:
        self._plan = plan
        self._most = most
        self._start, self._settled = plan.compiled.root({})
        self._lanes = list(plan.compiled.lanes.lane.values())
        self._common = self._narrowed(self._start, given)

    def row(self, places: Places) -> tuple[Any, ...]:
        """The values at some places."""
        return tuple(lane.values[place] for lane, place in zip(self._lanes, places, strict=True))

    def __call__(self, rows: Sequence[bytes]) -> Iterator[Answer]:
        """The answers to some rows, in their order."""
        for row in rows:
            root = self._narrowed(self._common, enumerate(row))
            changed = self._start ^ root
            domains, done = self._plan.compiled.propagate(root, self._settled, changed) if root else (0, 0)
            yield tuple(islice(self._below(domains, done), self._most)) if domains else ()

    def _narrowed(self, domains: int, given: Iterable[tuple[int, int]]) -> int:
        """The domains without the values that given ones rule out in their own lanes; nothing is propagated."""
        for number, byte in given:
            if byte:
                lane = self._lanes[number]
                domains &= ~((lane.full ^ 1 << byte - 1) << lane.offset)
        return domains

    def _below(self, domains: int, done: int) -> Iterator[Places]:
        """The solutions below a node."""
        picks = self._plan.reference().picks
        if isinstance(picks, WeightedDegree):
            picks.forget()  # each instance is a search of its own
        node = State.root(self._plan.compiled.lanes).narrowed(domains, done)
        for leaf in LoopMethod().leaves(below(self._plan, node), Counters()):
            yield [(leaf.domains >> lane.offset & lane.full).bit_length() - 1 for lane in self._lanes]
