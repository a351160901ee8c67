"""Merging: the strategy folds the results of subtrees, one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import attrs

from clew.outcome import LimitReached, Limits, Statistics, Status
from clew.planning.walking import Folding, Walk
from clew.scale.parallel.subtree import Expanded, Key, SubtreeResult
from clew.scale.parallel.work import AnyStrategy, Work
from clew.scale.parallel.worker import solutions_of, values_of
from clew.solution import AnySolution
from clew.state.counters import Counters
from clew.strategies import All


class Merger(Folding):
    """Folds the results of subtrees.

    Args:
        work: the search.
        strategy: folds the solutions.
        limits: when to stop; the one on solutions concerns it.

    Attributes:
        found: how many solutions there were.
        exhausted: whether all subtrees until now were walked to their end.
        last: the subtree that was merged last.
    """

    def __init__(self, work: Work, strategy: AnyStrategy, limits: Limits) -> None:
        super().__init__(strategy, strategy.empty())
        self.work, self.limits = work, limits
        self.found = self.subtrees = 0
        self.exhausted = True
        self.last: Key | None = None
        self._counters = Counters()
        self._kernels: dict[str, None] = {}

    def take(self, searched: SubtreeResult) -> bool:
        """Merge the next one; whether that is enough.

        Args:
            searched: the result of the next subtree.

        Raises:
            LimitReached: the solutions are as many as they may be.
        """
        if self.work.lists:
            return self._take_solutions(searched)
        self._count(searched)
        number, limit = searched.payload * searched.subtree.multiplicity, self.limits.solutions
        if limit is not None:
            number = min(number, limit - self.found)
        self.found += number
        self.result = self.strategy.add_count(self.result, number)
        if self.found == limit:
            raise LimitReached(Status.SOLUTION_LIMIT)
        return self.strategy.is_enough(self.result)

    def _take_solutions(self, searched: SubtreeResult) -> bool:
        strategy, before = self.strategy, self.found
        if type(strategy) is All and self.limits.solutions is None:
            self._count(searched)
            solutions = solutions_of(self.work, searched.payload)
            self.result += solutions
            self.found += len(solutions)
            return False
        for solution in self.given(searched):
            self.add(solution, self.found)
            if strategy.is_enough(self.result):
                return True
        if self.work.folds:
            self.found = max(self.found, before + searched.solutions)
        return False

    def given(self, searched: SubtreeResult) -> Iterator[AnySolution]:
        """The solutions of the next one, which are not kept here.

        Raises:
            LimitReached: the solutions are as many as they may be.
        """
        self._count(searched)
        for solution in solutions_of(self.work, searched.payload):
            self.found += 1
            yield solution
            if self.found == self.limits.solutions:
                raise LimitReached(Status.SOLUTION_LIMIT)

    def know(self, opening: SubtreeResult) -> None:
        """Take in solutions that were found before the tree is searched."""
        self._counters.add(opening.nodes_per_level, opening.failures)
        for solution in solutions_of(self.work, opening.payload):
            self.found += 1
            self.add(solution, self.found)

    def add_leftovers(self, results: Iterable[SubtreeResult]) -> None:
        """Merge the results left when the run ended: with gaps between, and in search order.

        A witness may be among them twice, if its subtree was cut after it had been found.
        """
        with suppress(LimitReached):
            for searched in results:
                if self.work.folds:
                    known = self.known()
                    searched = attrs.evolve(
                        searched, payload=[values for values in searched.payload if values not in known]
                    )
                if self.take(searched):
                    break

    def _count(self, searched: SubtreeResult) -> None:
        """Count the nodes and the failures of a subtree."""
        self._counters.add(searched.nodes_per_level, searched.failures)
        if searched.kernel:
            self._kernels[searched.kernel] = None
        self.exhausted = self.exhausted and searched.exhausted
        self.last = searched.subtree.key
        self.subtrees += 1

    def known(self) -> list[Any]:
        """The solutions that the strategy's bound may use from now on, as workers take them."""
        witnesses = self.strategy.witnesses(self.result)
        return [values_of(self.work, solution) for solution in witnesses or ()]

    def statistics(self, expanded: Expanded, started: float, whole: Walk | None = None) -> Statistics:
        """The statistics of the search; called once, at its end.

        Args:
            expanded: the nodes expanded by cutting.
            started: when the search began, by `time.perf_counter`.
            whole: the walk that found the answer in one piece, if one did.
        """
        if whole is not None:
            return attrs.evolve(whole.statistics(), solutions=self.found, seconds=time.perf_counter() - started)
        counters = self._counters
        counters.add(expanded.nodes_per_level, expanded.failures)
        counters.kernel = ", ".join(self._kernels)
        manner = f", {self.subtrees} subtrees" if self.subtrees > 1 else ""
        try:
            plan = self.work.tree().plan
        except LimitReached:  # before the problem was compiled: it is not known which kernel would have run
            spent = time.perf_counter() - started
            return Statistics(tuple(counters.nodes_per_level), counters.failures, self.found, spent, "")
        return plan.statistics(counters, self.found, started, manner)
