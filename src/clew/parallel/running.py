"""Searching a problem in subtrees: `clew.solve` and `clew.solutions` with workers.

Most searches are over before a worker has begun. So the first nodes are entered here, in one go, and only a search
that is not over by then is cut.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, cast

import attrs

from clew.errors import OptionError
from clew.limits import limited
from clew.observe.reporting import ProgressReporting
from clew.options import Cutting, Options, jobs_of
from clew.outcome import Clock, LimitReached, Limits, Outcome, Status, Stopped
from clew.parallel.cutting import cut
from clew.parallel.dispatch import Policy, Run
from clew.parallel.frontier import Frontier
from clew.parallel.journal import Journal, MemoryJournal
from clew.parallel.merger import Merger
from clew.parallel.pool import WorkerPool, is_dask, pool_for, refuse_respawn
from clew.parallel.results import Failed, Terms, TooLarge, Unfinished
from clew.parallel.subtree import Expanded, Part, Subtree
from clew.parallel.work import Plain, Work
from clew.parallel.worker import search_one, values_of, worker_name
from clew.planning.arguments import checked
from clew.planning.walking import Walk, bounds
from clew.problem.problem import Problem
from clew.search.variable_order import LEARNING
from clew.solution import Solution
from clew.strategies import All, Best, Strategy

SHAPING: Final = ("given", "inference", "variable_order", "value_order", "seed", "kernel", "verify")
"""The options that a worker needs."""

QUICK: Final = 20
"""How many times as many nodes are entered beforehand if masks alone count: they are so much quicker."""


@attrs.frozen
class Piece:
    """A tree among several that are searched together.

    Attributes:
        domains, done: its root: the domains, and the guards of the lanes done.
        multiplicity: how many it stands for.
        weight: its share of the whole.
    """

    domains: int
    done: int
    multiplicity: int
    weight: Fraction


def is_wanted(options: Options) -> bool:
    """Whether a search is to be cut: the options ask for workers, or for a subtree.

    A limit of few nodes leaves nothing to share out.
    """
    limits, cutting = options.get("limits"), options.get("cutting") or Cutting()
    if options.get("subtree") is not None:
        return True
    if isinstance(limits, Limits) and limits.nodes is not None and limits.nodes <= cutting.first:
        return False
    return options.get("jobs") not in (None, 1) or options.get("executor") is not None


def solve(
    problem: Problem[Any, Any],
    strategy: Strategy[Any],
    options: Options,
    journal: Journal | None = None,
    pieces: Sequence[Piece] | None = None,
) -> Outcome[Any]:
    """Search a problem in subtrees (see `clew.solve`).

    Args:
        problem: the problem to search.
        strategy: folds the solutions.
        options: see `Options`.
        journal: the record of the run; subtrees that are finished there are not searched again.
        pieces: the trees to search, if not that of the problem.
    """
    search = _Search(problem, strategy, options, journal, pieces)
    merger = Merger(search.work, strategy, search.policy.limits)
    frontier = search.frontier
    is_enough = False
    status = Status.COMPLETE
    try:
        for part in search.told(search.parts()):
            is_enough = merger.take(part)
            if is_enough:
                break
            if search.work.bounds:
                search.run.known = merger.known()
        if frontier.has_failed(merger.last if is_enough else None):
            status = Status.FAILED
    except LimitReached as limit:
        status = limit.status
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    except BaseException:
        search.abandon()
        raise
    return search.outcome(merger, status, is_enough)


def solutions(problem: Problem[Any, Any], options: Options) -> Iterator[Solution[Any, Any]]:
    """The solutions one by one (see `clew.solutions`)."""
    search = _Search(problem, None, options, None, None)
    merger = Merger(search.work, All(), search.policy.limits)
    status = Status.COMPLETE
    try:
        for part in search.told(search.parts()):
            yield from merger.given(part)
        status = Status.FAILED if search.frontier.has_failed(None) else Status.COMPLETE
    except LimitReached as limit:
        status = limit.status
    except BaseException:
        search.abandon()
        raise
    outcome = search.outcome(merger, status, is_enough=False)
    if status not in (Status.COMPLETE, Status.SOLUTION_LIMIT):
        raise Stopped(attrs.evolve(outcome, result=None))


class _Search(ProgressReporting):
    """A search in subtrees, from the options to the outcome."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        strategy: Strategy[Any] | None,
        options: Options,
        journal: Journal | None,
        pieces: Sequence[Piece] | None,
    ) -> None:
        refuse_respawn()
        self.started = time.perf_counter()
        checked(problem, options)
        self.options = options
        self.policy = _policy(options)
        limits = self.policy.limits
        self.until = self.started + (math.inf if limits.time is None else limits.time)
        self._clock = Clock(self.until, limits.memory)
        self._is_kept = journal is not None
        self.journal: Journal = MemoryJournal(keeps=False) if journal is None else journal
        self.work = _work(problem, strategy, options, limits, pieces)
        self._pieces = pieces
        self._strategy = strategy
        self.frontier = Frontier(self.work, self.journal, in_order=self.policy.in_order)
        self.run = Run(self.work, WorkerPool(), self.frontier, self.policy, self.until, is_kept=self._is_kept)
        super().__init__(options.get("progress"), self.frontier, lambda: self.frontier.found, self.started)

    def parts(self) -> Iterator[Part]:
        """The results of the subtrees, as `Run` gives them."""
        resumed = self.journal.is_planned()
        with limited(self._clock.look):  # the problem is declared and compiled here
            finished: Iterable[Part] = self.journal.parts() if resumed else self._plan()
            if self.journal.open() and self.run.policy.divides:
                self.run.pool, self.run.work = pool_for(self.work, self.options)
        yield from self.run.parts(finished, resumed=resumed)

    def _plan(self) -> list[Part]:
        """Search small trees here, cut the others, and plan the journal; the results that are finished.

        Raises:
            LimitReached: a limit struck.
            KeyboardInterrupt: by Ctrl-C.
            Exception: any that the search raised.
        """
        beginning = self._beginning()
        done, rest = self._first(beginning)
        expanded = Expanded()
        planned = [part.subtree for part in done]
        if not self.run.policy.divides:
            planned += rest
        elif rest:
            tree, cutting = self.work.tree(), self.policy.cutting
            tree.clock = Clock(self.until)
            more, expanded = cut(tree, rest, cutting.subtrees, self._expansions(done))
            tree.clock = None
            planned += more
        self.journal.planned(planned, expanded)
        for part in done:
            self.journal.finished(part)
        return done

    def _expansions(self, done: Iterable[Part]) -> int:
        """How many nodes may be expanded to cut the tree: no more than a limit leaves."""
        cutting, limit = self.policy.cutting, self.policy.limits.nodes
        most = cutting.subtrees * cutting.expansions
        return most if limit is None else max(0, min(most, limit - sum(part.nodes for part in done)))

    def _beginning(self) -> list[Subtree]:
        """The trees to search."""
        pieces = (Piece(0, 0, 1, Fraction(1)),) if self._pieces is None else self._pieces
        roots = [Subtree((), k, piece.multiplicity, piece.weight) for k, piece in enumerate(pieces)]
        name = self.options.get("subtree")
        if name is None:
            return roots
        subtree = Subtree.named(name)
        self.work.tree().state(subtree)  # if there is none, no subtree has failed
        return [attrs.evolve(roots[subtree.part], path=subtree.path)]

    def _first(self, beginning: list[Subtree]) -> tuple[list[Part], list[Subtree]]:
        """Search from the beginning, as far as so many nodes lead; the finished trees, and the others."""
        policy, done = self.policy, []
        few = self._few() if policy.divides and self._pieces is None and not self._is_kept else None
        if few is not None:
            return [few], []
        first = policy.cutting.first
        most = policy.limits.nodes if self._is_kept else None  # a result in the journal cannot be cut short afterwards
        left = None if not policy.divides else first if most is None else min(first, most)
        for k, subtree in enumerate(beginning):
            terms = Terms(left, policy.cutting.solutions if policy.divides else None, each=policy.each)
            result = search_one(self.work, subtree, terms, self.until)
            if isinstance(result, Failed) and (result.error is None or not policy.divides or not policy.keep_going):
                self.run.fail(result)
            elif isinstance(result, Unfinished):
                self.frontier.unfinished.append(result.part)
                raise KeyboardInterrupt if result.by_user else LimitReached(Status.TIME_LIMIT)
            elif isinstance(result, Part):
                done.append(result)
                left = None if left is None else left - result.nodes
            if isinstance(result, TooLarge):
                self.frontier.supersede(result.part)
                if result.repeats and not self._is_kept:
                    # Shared out, it would lose more than it gains.
                    self.run.policy = attrs.evolve(policy, divides=False)
            if not isinstance(result, Part) or (left is not None and left <= 0):
                return done, beginning[k + isinstance(result, Part) :]
        return done, []

    def _few(self) -> Part | None:
        """The result of a search with restarts that enters the first nodes, if a few solutions are wanted.

        Restarts are no part of a shared search, and often find in a moment a solution that it would never come to. The
        solutions are kept, even if they are too few.
        """
        work, first = self.work, self.policy.cutting.first
        if work.most is None or first < 1:
            return None
        limits = Limits(max(0.0, self.until - time.perf_counter()), first, self.policy.limits.solutions)
        if limits.time == math.inf:
            limits = attrs.evolve(limits, time=None)
        options = cast(Options, {**work.options, "limits": limits, "progress": None})  # this search tells it itself
        walk = Walk(work.problem, options, self._strategy)
        if not (walk.plan.restarts or walk.plan.is_patient):
            return None
        work.here = walk.counters, 1.0
        began, found, exhausted = time.perf_counter(), list[Solution[Any, Any]](), True
        status = Status.COMPLETE
        try:
            for solution in walk.solutions():
                found.append(solution)
                if len(found) == work.most:
                    exhausted = False
                    break
        except LimitReached as limit:
            status, exhausted = limit.status, False
        except KeyboardInterrupt:
            status, exhausted = Status.INTERRUPTED, False
        finally:
            walk.close()
        payload = [values_of(work, solution) for solution in found]
        spent = walk.statistics()
        part = Part(
            Subtree(), spent.nodes_per_level, spent.failures, len(found), payload, exhausted,
            time.perf_counter() - began, spent.kernel, worker_name(),
        )  # fmt: skip
        if exhausted or len(found) == work.most:
            return part
        if status is Status.NODE_LIMIT:
            self.frontier.supersede(part)
            return None
        self.frontier.unfinished.append(part)
        raise KeyboardInterrupt if status is Status.INTERRUPTED else LimitReached(status)

    def abandon(self) -> None:
        """End without an answer."""
        self.run.end(keeps=False)
        self.close()
        self.journal.close(Status.FAILED.value)

    def outcome(self, merger: Merger, status: Status, is_enough: bool) -> Outcome[Any]:
        """End with an answer, or with the known part of it."""
        run, frontier = self.run, self.frontier
        is_known = is_enough or status in (Status.COMPLETE, Status.SOLUTION_LIMIT)
        # A limit on nodes gives the same answer every time, unless the nodes depend on what others have found.
        is_known = is_known or (status is Status.NODE_LIMIT and not self.work.bounds)
        run.end(keeps=not is_known)
        self.close()
        if not is_known:
            merger.add_leftovers(frontier.leftovers(counts=status is not Status.NODE_LIMIT))
        self.journal.close(status.value)
        exhausted = status is Status.COMPLETE and not is_enough and merger.exhausted
        self.conclude(exhausted=exhausted)
        with limited(self._clock.look):
            statistics = merger.statistics(frontier.expanded(merger.last if is_known else None), self.started)
        result = merger.strategy.finish(merger.result, exhausted)
        return Outcome(result, status, exhausted, statistics, tuple(frontier.failures))


def _policy(options: Options) -> Policy:
    """The limits of a run, and how it treats its subtrees.

    Raises:
        OptionError: an option is none, or does not go with workers.
    """
    jobs_of(options)  # refuses a wrong number of workers, even if none is ever started
    limits, cutting = options.get("limits") or Limits(), options.get("cutting") or Cutting()
    each = options.get("subtree_timeout")
    if not isinstance(limits, Limits):
        raise OptionError(f"limits must be clew.Limits(time=..., nodes=..., solutions=..., memory=...), not {limits!r}")
    if not isinstance(cutting, Cutting):
        raise OptionError(f"cutting must be clew.Cutting(subtrees=..., nodes=...), not {cutting!r}")
    if each is not None and (not isinstance(each, (int, float)) or each <= 0):
        raise OptionError(f"subtree_timeout must be a number of seconds, not {each!r}")
    executor = options.get("executor")
    if executor is not None and not is_dask(executor) and not callable(getattr(executor, "submit", None)):
        raise OptionError(f"executor must be a concurrent.futures.Executor or a Dask cluster, not {executor!r}")
    if options.get("observers"):
        raise OptionError("observers see one search in one process: leave them out, or leave out jobs and executor")
    if options.get("variable_order") in LEARNING:
        raise OptionError(f"variable order {options['variable_order']!r} learns as it goes along one way: choose mrv")
    if options.get("subtree") is not None and limits.nodes is not None:
        raise OptionError("a subtree is searched without a limit on nodes: leave one of them out")
    return Policy(
        limits,
        options.get("in_order", True),
        bool(options.get("keep_going")),
        math.inf if each is None else each,
        cutting,
        options.get("subtree") is None,
    )


def _work(
    problem: Problem[Any, Any],
    strategy: Strategy[Any] | None,
    options: Options,
    limits: Limits,
    pieces: Sequence[Piece] | None,
) -> Work:
    """The work, as workers need it."""
    unknown = options.keys() - Options.__annotations__.keys()
    shaping: dict[str, Any] = {name: options[name] for name in (*SHAPING, *unknown) if name in options}  # type: ignore[literal-required]
    if options.get("progress"):
        shaping["progress"] = True  # so that the loop notes where it is
    if limits.nodes is not None and shaping.get("kernel", "auto") == "auto":
        shaping["kernel"] = "python"  # nodes are rationed, so each of them must be walked
    plain = None if strategy is None else Plain(strategy.lists, strategy.stops)
    mosts = [most for most in (None if strategy is None else strategy.most, limits.solutions) if most is not None]
    folds = (
        strategy is not None
        and strategy.lists
        and limits.solutions is None
        and type(strategy).witnesses is not Strategy.witnesses
    )
    roots = None if pieces is None else [(piece.domains, piece.done) for piece in pieces]
    needed = strategy if strategy is not None and (folds or bounds(strategy)) else None
    if isinstance(needed, Best):
        needed = attrs.evolve(needed, on_improvement=None)  # the solutions of workers are reported here
    return Work(problem, cast(Options, shaping), plain, needed, min(mosts, default=None), folds, roots)
