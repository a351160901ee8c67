"""A token ends a search from another thread, whatever runs it; so does an exception in a report of its progress."""

import pickle
import signal
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import pytest

import clew
from clew.constraints import AllDifferent, Predicate
from clew_problems import Langford, Queens

SOON: Final = 5.0
"""Seconds in which a search ends that was to take minutes: far more than it needs, for machines that are busy."""

EMPTY: Final = clew.load("takuzu", "\n".join(["." * 20] * 20))

WAYS: Final[dict[str, tuple[clew.Problem[Any, Any], dict[str, Any]]]] = {
    "masks": (Queens(20), {}),
    "masks, threads": (Queens(20), {"jobs": 2}),
    "engine": (Queens(20), {"kernel": "compiled", "inference": "unit"}),
    "engine, threads": (Queens(20), {"kernel": "compiled", "inference": "unit", "jobs": 2}),
    "loop": (Queens(20), {"kernel": "python"}),
    "loop, one task at a time": (Queens(20), {"kernel": "python", "subtree": "0"}),
    "judged": (Queens(20), {"inference": "check"}),
    "processes": (Queens(20), {"kernel": "python", "jobs": 2}),
    "grids": (EMPTY, {}),
    "grids, threads": (EMPTY, {"jobs": 2}),
    "decomposition": (Langford(19), {"inference": "unit"}),
}
"""Searches that take minutes at least, and what runs them."""


def ended(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result or the exception of a call, and the seconds that it took."""
    started = time.perf_counter()
    try:
        result = call()
    except clew.ClewError as error:
        result = error
    return result, time.perf_counter() - started


@contextmanager
def cancelling(seconds: float = 0.3) -> Iterator[clew.Cancel]:
    """A token that another thread sets soon."""
    token = clew.Cancel()
    timer = threading.Timer(seconds, token.set)
    timer.start()
    yield token
    timer.join()


@pytest.mark.parametrize("strategy", [clew.Count(), clew.All()], ids=["count", "all"])
@pytest.mark.parametrize("way", WAYS)
def test_a_token_ends_a_search(way: str, strategy: clew.Strategy[Any]) -> None:
    problem, options = WAYS[way]
    with cancelling() as token:
        outcome, seconds = ended(lambda: clew.solve(problem, strategy, cancel=token, **options))
    assert outcome.status is clew.Status.CANCELLED
    assert not outcome.exhausted
    assert seconds < SOON


class Cancelling(clew.Problem[int, int]):
    """Its last check sets a token: those before it are quick.

    Args:
        token: the token.
    """

    def __init__(self, token: clew.Cancel) -> None:
        self.token = token
        self.left = 20_003

    def domains(self) -> dict[int, range]:
        return {k: range(16) for k in range(4)}

    def is_consistent(self, state: clew.State[int, int], variable: int, value: int) -> bool:
        self.left -= 1
        if not self.left:
            self.token.set()
        return True


def test_a_token_ends_a_search_in_python_before_the_next_value() -> None:
    token = clew.Cancel()
    problem = Cancelling(token)
    assert clew.solve(problem, clew.Count(), cancel=token).status is clew.Status.CANCELLED
    assert problem.left == 0


@pytest.mark.parametrize("way", WAYS)
def test_a_token_that_is_set_before_ends_the_call_at_once(way: str) -> None:
    problem, options = WAYS[way]
    token = clew.Cancel()
    token.set()
    outcome, seconds = ended(lambda: clew.solve(problem, clew.Count(), cancel=token, **options))
    assert (outcome.status, outcome.result) == (clew.Status.CANCELLED, 0)
    assert seconds < SOON / 2


@pytest.mark.parametrize("way", WAYS)
def test_an_exception_in_a_report_ends_the_search(way: str) -> None:
    problem, options = WAYS[way]

    def report(progress: clew.Progress) -> None:
        raise ZeroDivisionError

    started = time.perf_counter()
    with pytest.raises(ZeroDivisionError):
        clew.count(problem, progress=report, **options)
    assert time.perf_counter() - started < SOON


def test_an_exception_in_a_report_ends_solutions_that_are_asked_for() -> None:
    def report(progress: clew.Progress) -> None:
        raise ZeroDivisionError

    started = time.perf_counter()
    with pytest.raises(ZeroDivisionError):
        list(clew.solutions(Queens(20), progress=report))
    assert time.perf_counter() - started < SOON


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_in_on_improvement_ends_the_search(jobs: int) -> None:
    def improved(solution: object, value: object) -> None:
        raise ZeroDivisionError

    started = time.perf_counter()
    with pytest.raises(ZeroDivisionError):
        clew.best(Queens(20), 0, on_improvement=improved, jobs=jobs)
    assert time.perf_counter() - started < SOON


NEVER: Final = Queens(60)  # in the order of declaration no solution is found for hours
STATIC: Final[dict[str, Any]] = {"variable_order": "static", "inference": "unit"}

QUESTIONS: Final[dict[str, Callable[[clew.Cancel], object]]] = {
    "first": lambda token: clew.first(NEVER, **STATIC, cancel=token),
    "count": lambda token: clew.count(Queens(20), cancel=token),
    "is_unique": lambda token: clew.is_unique(NEVER, **STATIC, cancel=token),
    "solutions": lambda token: sum(1 for _ in clew.solutions(Queens(20), cancel=token)),
    "solutions by workers": lambda token: sum(1 for _ in clew.solutions(Queens(20), cancel=token, jobs=2)),
    "fixed": lambda token: clew.fixed(NEVER, **STATIC, cancel=token),
    "by symmetry": lambda token: sum(1 for _ in clew.solutions_by_symmetry(Queens(20), cancel=token)),
    "check_each": lambda token: list(clew.check_each(NEVER, [{}], **STATIC, cancel=token)),
    "check_each, threads": lambda token: list(clew.check_each(NEVER, [{}, {}, {}], **STATIC, jobs=2, cancel=token)),
    "check_each, loop": lambda token: list(clew.check_each(NEVER, [{}], **STATIC, kernel="python", cancel=token)),
    "first_each, one by one": lambda token: list(clew.first_each(NEVER, [{}], **STATIC, verify=True, cancel=token)),
    "generate": lambda token: list(clew.generate("sudoku", 9, cancel=token)),
    "generate, processes": lambda token: list(clew.generate("sudoku", 9, jobs=2, cancel=token)),
    "why": lambda token: clew.why(NEVER, **STATIC, cancel=token),
    "estimate": lambda token: clew.estimate(Queens(40), probes=10**9, cancel=token),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_stopped(question: str) -> None:
    with cancelling() as token:
        error, seconds = ended(lambda: QUESTIONS[question](token))
    assert isinstance(error, clew.Stopped), error
    assert error.outcome.status is clew.Status.CANCELLED
    assert str(error) == "cancelled before the answer was known"
    assert seconds < SOON


def test_questions_whose_answer_says_so() -> None:
    token = clew.Cancel()
    token.set()
    assert clew.check(Queens(8), cancel=token).answer == "undecided"
    best = clew.best(Queens(8), 0, cancel=token)
    assert (best.solution, best.is_optimal, best.status) == (None, False, clew.Status.CANCELLED)
    assert clew.count_by_symmetry(Queens(8), cancel=token).status is clew.Status.CANCELLED
    with cancelling() as later:
        outcome, seconds = ended(lambda: clew.count_by_symmetry(Queens(20), cancel=later))
    assert outcome.status is clew.Status.CANCELLED
    assert seconds < SOON


def test_workers_of_the_caller() -> None:
    with ThreadPoolExecutor(2) as threads, cancelling() as token:
        outcome, seconds = ended(
            lambda: clew.solve(Queens(20), clew.Count(), kernel="python", executor=threads, cancel=token)
        )
    assert outcome.status is clew.Status.CANCELLED
    assert seconds < SOON


def reported(progress: clew.Progress) -> None:
    raise ZeroDivisionError


def cancelled(**options: Any) -> None:
    with cancelling() as token:
        assert clew.solve(Queens(20), clew.Count(), cancel=token, **options).status is clew.Status.CANCELLED


def interrupted(**options: Any) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, interrupt_main).start()
    assert clew.solve(Queens(20), clew.Count(), **options).status is clew.Status.INTERRUPTED
    signal.signal(signal.SIGINT, before)


def left(**options: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        clew.count(Queens(20), progress=reported, **options)


def out_of_time(**options: Any) -> None:
    outcome = clew.solve(Queens(20), clew.Count(), limits=clew.Limits(time=0.3), **options)
    assert outcome.status is clew.Status.TIME_LIMIT


def satisfied(**options: Any) -> None:
    assert len(clew.solve(Queens(12), clew.AtMost(20), cutting=CUT, **options).result) == 20


CUT: Final = clew.Cutting(first=0)
ENDS: Final = (cancelled, interrupted, left, out_of_time, satisfied)


@pytest.mark.parametrize("end", ENDS)
def test_processes_of_the_caller_are_free_when_a_search_ends(end: Callable[..., None]) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        options: dict[str, Any] = {"kernel": "python", "executor": processes}
        started = time.perf_counter()
        end(**options)  # as the workers still start
        assert time.perf_counter() - started < SOON
        assert list(processes.map(abs, range(-4, 0))) == [4, 3, 2, 1]
        started = time.perf_counter()
        end(**options)
        assert list(processes.map(abs, range(-4, 0))) == [4, 3, 2, 1]  # which waits for what still runs
        assert time.perf_counter() - started < SOON
        assert clew.count(Queens(8), cutting=CUT, **options) == 92


def test_a_search_does_not_wait_for_what_else_an_executor_does() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        other = processes.submit(time.sleep, 2)
        with cancelling() as token:
            outcome, seconds = ended(
                lambda: clew.solve(Queens(20), clew.Count(), kernel="python", executor=processes, cancel=token)
            )
        assert outcome.status is clew.Status.CANCELLED
        assert not other.done()
        assert seconds < SOON


SLOW: Final = """
import multiprocessing, time
from clew_problems import Queens

if multiprocessing.parent_process() is not None:
    time.sleep(20)

class Slow(Queens):
    pass
"""


@pytest.mark.parametrize("options", [{}, {"subtree_timeout": 60.0}], ids=["plain", "timed"])
def test_an_end_does_not_wait_for_processes_that_start(options: Any, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    problem = clew.load(f"{tmp_path / 'slow.py'}:Slow", n=20)
    options = {"kernel": "python", "jobs": 2, **options}
    for seconds in (0.3, 1.2):  # some processes have begun by then, and load the problem
        started = time.perf_counter()
        outcome = clew.solve(problem, clew.Count(), limits=clew.Limits(time=seconds), **options)
        assert outcome.status is clew.Status.TIME_LIMIT
        assert time.perf_counter() - started < seconds + SOON


def test_what_was_found_is_kept() -> None:
    token = clew.Cancel()
    found = []
    with pytest.raises(clew.Stopped):  # noqa: PT012  (it is stopped from within)
        for solution in clew.solutions(Queens(12), variable_order="static", cancel=token):
            found.append(solution)
            if len(found) == 100:
                token.set()
    assert found[:100] == clew.solve(Queens(12), clew.AtMost(100), variable_order="static").result
    assert len(found) < 14_200


def test_one_token_serves_many_calls_in_many_threads() -> None:
    token = clew.Cancel()
    with ThreadPoolExecutor(3) as threads:
        calls = [threads.submit(clew.solve, Queens(20), clew.Count(), cancel=token) for _ in range(3)]
        assert clew.count(Queens(8), cancel=token) == 92
        token.set()
        started = time.perf_counter()
        assert {call.result().status for call in calls} == {clew.Status.CANCELLED}
    assert time.perf_counter() - started < SOON


def test_declaring_and_compiling_are_cancelled() -> None:
    model = clew.Model()
    variables = [model.variable(name, range(2000)) for name in "xyz"]
    model.require(Predicate(lambda x, y, z: x * y == z, variables))
    with cancelling() as token:
        outcome, seconds = ended(lambda: clew.solve(model, clew.Count(), cancel=token))
    assert outcome.status is clew.Status.CANCELLED
    assert seconds < SOON


def test_a_kept_search_is_resumed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    token = clew.Cancel()
    token.set()
    for _ in range(2):  # as it begins, and as it goes on
        assert clew.solve(Queens(9), clew.Count(), cancel=token, checkpoint=kept).status is clew.Status.CANCELLED
        assert clew.checkpoint_status(kept).status == "cancelled"
    assert clew.resume(kept, Queens(9)).result == 352


def test_a_kept_search_is_cancelled_while_it_runs(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with cancelling(0.8) as token:
        outcome, seconds = ended(lambda: clew.solve(Queens(20), clew.Count(), cancel=token, checkpoint=kept))
    assert outcome.status is clew.Status.CANCELLED
    assert seconds < SOON + 0.8
    assert clew.checkpoint_status(kept).status == "cancelled"
    with cancelling() as token:
        assert clew.resume(kept, Queens(20), cancel=token).status is clew.Status.CANCELLED


def test_the_token_itself() -> None:
    token = clew.Cancel()
    assert not token.is_set()
    assert repr(token) == "<clew.Cancel, not set>"
    token.set()
    token.set()
    assert token.is_set()
    assert repr(token) == "<clew.Cancel, set>"
    with pytest.raises(TypeError, match="one process"):
        pickle.dumps(token)
    with pytest.raises(clew.OptionError, match=r"cancel must be a clew\.Cancel, which any thread may set"):
        clew.count(Queens(4), cancel=True)  # type: ignore[arg-type]
    with pytest.raises(clew.OptionError, match="no option 'stop_event': pass cancel="):
        clew.count(Queens(4), stop_event=threading.Event())  # type: ignore[call-arg]


def test_what_an_engine_prepares_for_arc_consistency_is_cancelled() -> None:
    """Before its first node the engine asks each value of a large permutation what it rules out."""
    model = clew.Model()
    model.variables(range(700), range(700))
    model.require(AllDifferent(range(700)))
    with cancelling() as token:
        stopped, seconds = ended(lambda: clew.first(model, inference="arc", kernel="compiled", cancel=token))
    assert isinstance(stopped, clew.Stopped)
    assert seconds < SOON


def pigeons(number: int) -> clew.Model:
    """One value too few for variables that all differ, each pair by a constraint of its own: no search proves that."""
    model = clew.Model()
    x = [model.variable(k, range(number - 1)) for k in range(number)]
    model.require(*[a != b for a, b in combinations(x, 2)])
    return model


@pytest.mark.parametrize("options", [{}, {"jobs": 2}, {"variable_order": "wdeg"}], ids=["alone", "workers", "wdeg"])
@pytest.mark.parametrize(
    "strategy", [clew.First(), clew.AtMost(3), clew.Best(lambda solution: solution[0])], ids=["first", "some", "best"]
)
def test_a_token_takes_no_limit_away(
    strategy: clew.Strategy[Any], options: dict[str, Any], without_engine: None
) -> None:
    del without_engine
    if isinstance(strategy, clew.AtMost):
        options = {**options, "variable_order": None}  # the ordering that learns is for one solution
    limits, token = clew.Limits(time=0.3), clew.Cancel()
    outcome, seconds = ended(lambda: clew.solve(pigeons(30), strategy, limits=limits, cancel=token, **options))
    assert outcome.status is clew.Status.TIME_LIMIT
    assert seconds < SOON + options.get("jobs", 0)  # processes are started
