"""Searching in subtrees when something goes wrong: limits, lost tasks, plugins that raise or hang, Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import attrs
import pytest

import clew
from clew.options import Cutting, jobs_of
from clew_problems import Queens
from tests.scale.parallel.test_running import SMALL, TINY, Synchronous

QUEENS = Queens(6)
ALL = clew.solve(QUEENS, clew.All()).result


@attrs.frozen
class Trouble(clew.Problem[str, int]):
    """Four variables of three values each, all of them allowed, and something that happens at one place."""

    what: str = ""
    at: tuple[int, ...] = (1, 2)
    name = "trouble"

    def domains(self) -> dict[str, range]:
        return dict.fromkeys("abcd", range(3))

    def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
        if (*(state[v] for v in state), value) == self.at:
            happen(self.what)
        return True


def happen(what: str) -> None:
    """What goes wrong."""
    if what == "raises":
        raise ZeroDivisionError("by the plugin")
    if what == "sleeps":
        time.sleep(1.2)
    if what == "hangs" and multiprocessing.parent_process() is not None:
        time.sleep(600)
    if what == "dies" and multiprocessing.parent_process() is not None:
        os._exit(3)
    if what == "local":
        raise make_local_error()


def make_local_error() -> Exception:
    class LocalError(Exception):
        def __init__(self, one: int, other: int) -> None:
            super().__init__("no pickle of this")

    return LocalError(1, 2)


FAR = Cutting(subtrees=8, first=0)
"""The cut is above the third level, where there is trouble with `at` of three values."""
DEEP = (1, 2, 0)


# -- executors --------------------------------------------------------------------------------------


class Shuffled(Executor):
    """Does what is waiting in any order, one after the other."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self._changed = threading.Condition()
        self._is_over = False
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._changed:
            self._waiting.append((future, fn, args))
            self._changed.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_over)
                if self._is_over and not self._waiting:
                    return
                future, fn, args = self._waiting.pop(self._random.randrange(len(self._waiting)))
            if future.set_running_or_notify_cancel():
                future.set_result(self._done(fn, args))

    def _done(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return fn(*args)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify()
        self._thread.join()


class Doubling(Shuffled):
    """Does everything twice, gives both results, and now and then those of before."""

    def _done(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        results = fn(*args)
        again = [*fn(*args), *results, *getattr(self, "_before", [])]
        self._before = results
        return again


class Losing(Synchronous):
    """Loses every third task, and forgets a part of others."""

    number = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.number += 1
        future: Future[Any] = Future()
        if self.number % 3 == 0:
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.number % 3 == 1:
            future.set_result(fn(*args)[:1])
        else:
            return super().submit(fn, *args, **kwargs)
        return future


class Never(Synchronous):
    """Loses everything."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


class Broken(Synchronous):
    """Takes nothing any more."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise BrokenExecutor("it is gone")


@pytest.mark.parametrize("make", [lambda: Shuffled(1), lambda: Shuffled(2), lambda: Doubling(3), Losing])
@pytest.mark.parametrize("cutting", [TINY, SMALL])
def test_tasks_may_come_in_any_order_twice_or_not_at_all(make: Callable[[], Executor], cutting: Cutting) -> None:
    with make() as executor:
        assert clew.solve(QUEENS, clew.All(), executor=executor, cutting=cutting).result == ALL
    with make() as executor:
        assert list(clew.solutions(QUEENS, executor=executor, cutting=cutting)) == ALL
    with make() as executor:
        assert clew.count(QUEENS, executor=executor, cutting=cutting) == len(ALL)
    with make() as executor:
        assert clew.first(QUEENS, executor=executor, cutting=cutting) == ALL[0]


def test_a_task_that_is_always_lost_is_given_up_by_name() -> None:
    with pytest.raises(clew.ProblemError, match=r"subtree [\d.]+ was lost 4 times: cancelled"):
        clew.count(QUEENS, executor=Never(), cutting=SMALL)


def test_an_executor_that_is_broken_ends_the_run() -> None:
    with pytest.raises(clew.ProblemError, match="the executor is broken: it is gone"):
        clew.count(QUEENS, executor=Broken(), cutting=SMALL)


# -- in order, or not -------------------------------------------------------------------------------


def test_what_lies_behind_enough_solutions_is_dropped() -> None:
    searched: list[str] = []

    class Noting(Shuffled):
        def _done(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
            searched.extend(subtree.name for subtree in args[1])
            return fn(*args)

    problem = Trouble()  # every subtree has solutions
    with Noting(4) as executor:
        cutting = Cutting(subtrees=81, first=0)
        found = clew.solve(problem, clew.First(), executor=executor, cutting=cutting, jobs=4)
    assert found.result == {"a": 0, "b": 0, "c": 0, "d": 0}
    assert not found.exhausted
    assert len(searched) < 81


def test_the_statistics_of_the_first_solution_do_not_depend_on_what_was_searched_behind_it() -> None:
    alone = clew.solve(QUEENS, clew.First(), executor=Synchronous(), cutting=SMALL)
    for seed in range(5):
        with Shuffled(seed) as executor:
            other = clew.solve(QUEENS, clew.First(), executor=executor, cutting=SMALL, jobs=4)
        assert attrs.evolve(other.statistics, seconds=0) == attrs.evolve(alone.statistics, seconds=0)


class Late(Synchronous):
    """Does the first task when some others are done."""

    def __init__(self, others: int = 3) -> None:
        self.others = others
        self.done: list[Future[Any]] = []
        self.late: tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.done and self.late is None:
            self.late = Future(), fn, args
            return self.late[0]
        self.done.append(super().submit(fn, *args, **kwargs))
        if len(self.done) == self.others and self.late is not None:
            self.late[0].set_result(fn(*self.late[2]))
        return self.done[-1]


def test_solutions_may_come_as_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.scale.parallel.pool.STOP_TIMEOUT", 0.1)
    every = clew.solve(Trouble(), clew.All()).result
    options: Any = {"cutting": FAR, "jobs": 1}
    assert clew.solve(Trouble(), clew.All(), executor=Late(), **options).result == every
    found = clew.solve(Trouble(), clew.All(), executor=Late(), in_order=False, **options).result
    assert found != every
    assert sorted(map(str, found)) == sorted(map(str, every))
    assert clew.first(Trouble(), executor=Late(1), **options) == every[0]
    some = clew.first(Trouble(), executor=Late(), in_order=False, **options)
    assert some != every[0]
    assert some in every
    assert next(clew.solutions(Trouble(), executor=Late(), in_order=False, **options)) != every[0]


def test_solutions_are_searched_for_when_they_are_asked_for() -> None:
    done: list[int] = []

    class Counting(Synchronous):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            done.append(len(args[1]))
            return super().submit(fn, *args, **kwargs)

    listed = clew.solutions(Trouble(), executor=Counting(), cutting=Cutting(subtrees=81, first=0), jobs=1)
    next(listed)
    before = sum(done)
    assert before < 81
    next(listed)
    assert sum(done) <= before + 40
    listed.close()  # type: ignore[attr-defined]


def test_a_bound_is_shared_and_ties_go_to_the_earlier_solution() -> None:
    def cost(solution: clew.Solution[str, int]) -> int:
        return max(3, sum(solution.values()))

    def bound(state: clew.State[str, int]) -> int:
        return max(3, sum(value for _, value in state.items()))

    for maximize in (False, True):
        strategy = clew.Best(cost, maximize=maximize, bound=None if maximize else bound)
        whole = clew.solve(Trouble(), strategy)
        nodes = []
        for seed in range(3):
            with Shuffled(seed) as executor:
                found = clew.solve(Trouble(), strategy, executor=executor, cutting=SMALL)
            assert found.result == whole.result
            nodes.append(found.statistics.nodes)
        if not maximize:
            assert max(nodes) < clew.solve(Trouble(), clew.All()).statistics.nodes


# -- limits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 6))
def test_a_limit_on_solutions_gives_the_first_ones(number: int) -> None:
    for seed in range(3):
        with Shuffled(seed) as executor:
            limits = clew.Limits(solutions=number)
            listed = clew.solve(QUEENS, clew.All(), executor=executor, cutting=SMALL, limits=limits)
            counted = clew.solve(QUEENS, clew.Count(), executor=executor, cutting=SMALL, limits=limits)
            streamed = list(clew.solutions(QUEENS, executor=executor, cutting=SMALL, limits=limits))
        alone = clew.solve(QUEENS, clew.All(), limits=limits)
        assert listed.result == streamed == alone.result == ALL[:number]
        assert listed.status is counted.status is alone.status
        assert counted.result == min(number, 4)


def test_a_limit_on_nodes_gives_the_same_answer_every_time() -> None:
    outcomes = set()
    limits = clew.Limits(nodes=clew.solve(QUEENS, clew.Count()).statistics.nodes * 3 // 4)
    for seed in range(4):
        with Shuffled(seed) as executor:
            outcome = clew.solve(QUEENS, clew.Count(), executor=executor, cutting=SMALL, limits=limits)
        outcomes.add((outcome.result, outcome.status, outcome.statistics.nodes_per_level))
    ((number, status, nodes),) = outcomes
    assert status is clew.Status.NODE_LIMIT
    assert 0 < number < 4
    assert sum(nodes) <= (limits.nodes or 0)


def test_a_limit_on_time_keeps_what_was_found() -> None:
    limits = clew.Limits(time=0.8)
    with ThreadPoolExecutor(2) as threads:
        outcome = clew.solve(Trouble("sleeps", DEEP), clew.Count(), executor=threads, cutting=FAR, limits=limits)
    assert outcome.status is clew.Status.TIME_LIMIT
    assert 27 <= outcome.result <= 81 - 8
    with ThreadPoolExecutor(2) as threads, pytest.raises(clew.Stopped, match="time limit"):
        list(clew.solutions(Queens(30), executor=threads, cutting=SMALL, limits=limits, kernel="python"))


def test_a_limit_on_memory_strikes_with_and_without_workers() -> None:
    limits = clew.Limits(memory=1)
    with ThreadPoolExecutor(2) as threads:
        for more in ({}, {"executor": threads, "cutting": SMALL}):
            outcome = clew.solve(Queens(20), clew.Count(), limits=limits, kernel="python", **more)  # type: ignore[arg-type]
            assert outcome.status is clew.Status.MEMORY_LIMIT
            assert not outcome.exhausted
    assert clew.count(QUEENS, limits=clew.Limits(memory=2**40)) == 4
    with pytest.raises(clew.OptionError, match="the memory limit must be a whole number from 1, not 0"):
        clew.Limits(memory=0)


# -- plugins ----------------------------------------------------------------------------------------


def test_what_a_plugin_raises_says_in_which_subtree() -> None:
    with pytest.raises(ZeroDivisionError, match="by the plugin") as caught:
        clew.count(Trouble("raises", DEEP), executor=Synchronous(), cutting=FAR)
    assert any("in subtree 1.2, which the option subtree='1.2'" in note for note in caught.value.__notes__)
    with pytest.raises(ZeroDivisionError, match="by the plugin"):
        clew.count(Trouble("raises", DEEP), subtree="1.2")
    assert clew.count(Trouble("raises", DEEP), subtree="1.1") == 9


def test_the_others_go_on_where_that_is_asked_for() -> None:
    outcome = clew.solve(Trouble("raises", DEEP), clew.Count(), executor=Synchronous(), cutting=FAR, keep_going=True)
    assert outcome.status is clew.Status.FAILED
    assert not outcome.is_complete
    assert not outcome.exhausted
    assert outcome.result == 72
    (failure,) = outcome.failures
    assert failure.subtree == "1.2"
    assert "ZeroDivisionError: by the plugin" in failure.error
    options: Any = {"executor": Synchronous(), "cutting": FAR, "keep_going": True}
    assert clew.solve(Trouble("raises", DEEP), clew.First(), **options).is_complete  # it is found before
    first = clew.solve(Trouble("raises", (0, 0, 0)), clew.First(), **options)
    assert (first.result, first.status) == ({"a": 0, "b": 1, "c": 0, "d": 0}, clew.Status.FAILED)
    with pytest.raises(clew.Stopped, match="stopped by a failed subtree before the answer was known"):
        clew.count(Trouble("raises", DEEP), executor=Synchronous(), cutting=FAR, keep_going=True)


def test_a_subtree_that_takes_too_long_is_named() -> None:
    with pytest.raises(clew.ProblemError, match=r"subtree 1\.2 took longer than 0\.8 s"):
        clew.count(Trouble("sleeps", DEEP), executor=Synchronous(), cutting=FAR, subtree_timeout=0.8)
    with pytest.raises(clew.OptionError, match="subtree_timeout must be a number of seconds"):
        clew.count(Trouble(), executor=Synchronous(), subtree_timeout=-1)


class Held(Shuffled):
    """Begins nothing until it is told to, as an executor that is busy with something else."""

    def __init__(self) -> None:
        self.released = threading.Event()
        super().__init__(0)

    def _work(self) -> None:
        self.released.wait()
        super()._work()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.released.set()
        super().shutdown(wait, cancel_futures=cancel_futures)


class Hours:
    """A clock that runs while an executor is held, and then stands still."""

    def __init__(self, executor: Held, looks: int) -> None:
        self.executor, self.looks, self.now = executor, looks, 0.0

    def perf_counter(self) -> float:
        self.looks -= 1
        if self.looks > 0:
            self.now += 3600
        else:
            self.executor.released.set()
        return self.now


def test_time_in_the_queue_of_an_executor_is_not_that_of_a_subtree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.scale.parallel.tasks.TICK", 0.001)
    with Held() as executor:
        monkeypatch.setattr("clew.scale.parallel.tasks.time", Hours(executor, 60))
        assert clew.count(Trouble(), executor=executor, jobs=3, cutting=FAR, subtree_timeout=60) == 81


@attrs.frozen
class Hanging(Trouble):
    """Hangs until somebody helps."""

    help: threading.Event = attrs.field(factory=threading.Event, eq=False)

    def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
        if (*(state[v] for v in state), value) == self.at:
            self.help.wait()
        return True


@pytest.mark.parametrize(("size", "jobs"), [(2, 2), (2, 1), (1, 1), (1, 4)])
def test_a_thread_that_hangs_is_left(size: int, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.scale.parallel.tasks.GRACE", 0.5)
    monkeypatch.setattr("clew.scale.parallel.tasks.BATCH", 1)
    monkeypatch.setattr("clew.scale.parallel.pool.STOP_TIMEOUT", 0.1)
    problem = Hanging(at=DEEP)
    with ThreadPoolExecutor(size) as threads:
        try:
            outcome = clew.solve(
                problem, clew.Count(), executor=threads, jobs=jobs, cutting=FAR, keep_going=True, subtree_timeout=1
            )
        finally:
            problem.help.set()
    assert outcome.status is clew.Status.FAILED
    errors = {failure.subtree: failure.error for failure in outcome.failures}
    assert "subtree 1.2 took longer than 1 s" in errors.pop("1.2")
    if size == 2:  # the other thread does the rest
        assert (outcome.result, errors) == (72, {})
    else:
        assert outcome.result == 45
        assert sorted(errors) == ["2.0", "2.1", "2.2"]
        assert all("was not searched: the workers of the executor hang" in error for error in errors.values())


def test_a_strategy_that_raises_ends_the_run() -> None:
    class Raising(clew.All):
        def add(self, result: Any, solution: Any) -> Any:
            raise ZeroDivisionError("by the strategy")

    with ThreadPoolExecutor(2) as threads, pytest.raises(ZeroDivisionError, match="by the strategy") as caught:
        clew.solve(QUEENS, Raising(), executor=threads, cutting=SMALL)
    assert any("while Raising took in solution" in note for note in caught.value.__notes__)


# -- Ctrl-C -----------------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_was_found() -> None:
    class Interrupted(Synchronous):
        number = 0

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.number += 1
            if self.number == 6:
                raise KeyboardInterrupt
            return super().submit(fn, *args, **kwargs)

    outcome = clew.solve(Trouble(), clew.Count(), executor=Interrupted(), cutting=FAR)
    assert outcome.status is clew.Status.INTERRUPTED
    assert outcome.result == 45
    with pytest.raises(clew.Interrupted):
        clew.count(Trouble(), executor=Interrupted(), cutting=FAR)


# -- progress ---------------------------------------------------------------------------------------


def test_progress_goes_up_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.planning.progress.progress.EVERY", 0.001)
    seen: list[clew.Progress] = []
    with Shuffled(3) as executor:
        clew.count(Queens(8), executor=executor, cutting=TINY, progress=seen.append)
    fractions = [progress.fraction or 0.0 for progress in seen]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert any(0 < fraction < 1 for fraction in fractions)
    assert seen[-1].solutions == 92


# -- options ----------------------------------------------------------------------------------------


def test_a_browser_has_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    assert jobs_of({"jobs": 3}) == 3
    monkeypatch.setattr("sys.platform", "emscripten")
    assert [jobs_of({"jobs": jobs}) for jobs in (3, "auto", 1)] == [1, 1, 1]
    with pytest.raises(clew.OptionError, match="jobs must be a number"):
        jobs_of({"jobs": -3})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"jobs": -1}, "jobs must be a number of workers, or auto"),
        ({"jobs": "many"}, "jobs must be a number of workers, or auto"),
        ({"jobs": 2.5}, "jobs must be a number of workers, or auto"),
        ({"executor": 5}, "executor must be a concurrent.futures.Executor or a Dask cluster, not 5"),
        ({"jobs": 2, "observers": [print]}, "observers see one search in one process"),
        ({"jobs": 2, "variable_order": "wdeg"}, "variable order 'wdeg' learns"),
        ({"jobs": 2, "cutting": 5}, "cutting must be clew.Cutting"),
        ({"jobs": 2, "nonsense": 5}, "no option 'nonsense'"),
        ({"subtree": "0", "limits": clew.Limits(nodes=5)}, "a subtree is searched without a limit on nodes"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(clew.OptionError, match=message):
        clew.count(Queens(8), **options)
    if "subtree" not in options:
        with pytest.raises(clew.OptionError, match=message):
            list(clew.solutions(Queens(8), **options))


def test_a_cut_is_given_in_whole_numbers() -> None:
    with pytest.raises(clew.OptionError, match="Cutting: nodes must be a whole number from 1, not 0"):
        Cutting(nodes=0)
