"""One question in a process of its own, which ends when its time is over: on POSIX systems, by `fork` and a timer."""

from __future__ import annotations

import copy
import multiprocessing
import random
import resource
import signal
import time
from collections.abc import Callable, Iterable, Mapping
from multiprocessing.connection import Connection
from typing import Any, Final

import attrs
from benchmarks.regret.cases import Case, Problem

import clew
from clew.constraints import Constraint
from clew.options import Options

MEMORY: Final = 4 * 2**30
"""The bytes that a process may take."""

PATIENCE, STARTING = 10, 20
"""How many times as long as its processor time a process may take, and how many seconds more."""

LEAST: Final = 0.001
"""Seconds below which processor time is not measured exactly: a shorter time counts as this one."""

Make = Callable[[], Problem]
Read = Callable[[], tuple[Any, str]]
"""Reads the answer, and how the search went; not timed."""


@attrs.frozen
class Ran:
    """How a question ended.

    Attributes:
        seconds: the processor time that it took; None without an answer.
        answer: whether there is a solution, the number of them, the verdict, or the best objective.
        how: the inference, the ordering, the kernel and the nodes of the search.
        problem: why there is no answer: `time`, `memory`, `refused` if the options do not fit, else the error.
    """

    seconds: float | None
    answer: Any = None
    how: str = ""
    problem: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether it failed in a way in which nothing may."""
        return self.problem not in ("", "time", "memory", "refused")


def ask(case: Case, make: Make, options: Options, order: int, limit: float) -> Ran:
    """Ask about a problem, made in a process of its own.

    Args:
        case: has the question.
        make: makes the problem; this is timed.
        options: the options of the call.
        order: the order in which its variables and constraints are declared (see `reordered`).
        limit: the processor time that it may take.
    """
    return _in_process(lambda: _asked(case, reordered(make(), order), options), lambda: _warm(case, options), limit)


def ask_peer(peer: Callable[[], Callable[[], Any]], limit: float) -> Ran:
    """Ask another solver. It is imported before the clock starts."""
    made: list[Callable[[], Any]] = []

    def work() -> Read:
        answer = made[0]()
        return lambda: (answer, "")

    return _in_process(work, lambda: made.append(peer()), limit)


def _in_process(work: Callable[[], Read], prepare: Callable[[], object], limit: float) -> Ran:
    """The end of a work. The system ends its process with SIGPROF when the processor time is over."""
    context = multiprocessing.get_context("fork")  # all is imported already, and nothing has been solved here
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, work, prepare, limit), daemon=True)
    process.start()
    sender.close()
    try:
        if receiver.poll(PATIENCE * limit + STARTING):
            ran: Ran = receiver.recv()
            return Ran(None, problem="time") if ran.seconds is not None and ran.seconds > limit else ran
        return Ran(None, problem="time")
    except EOFError:
        process.join()
        return Ran(None, problem="time" if process.exitcode == -signal.SIGPROF else f"ended by {process.exitcode}")
    finally:
        process.kill()
        process.join()
        receiver.close()


def _work(sender: Connection, work: Callable[[], Read], prepare: Callable[[], object], limit: float) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        prepare()
        signal.setitimer(signal.ITIMER_PROF, limit)
        began = time.process_time()
        read = work()
        seconds = max(LEAST, time.process_time() - began)
        signal.setitimer(signal.ITIMER_PROF, 0)
        sender.send(Ran(seconds, *read()))
    except clew.OptionError:
        sender.send(Ran(None, problem="refused"))
    except MemoryError:
        sender.send(Ran(None, problem="memory"))
    except Exception as error:
        sender.send(Ran(None, problem=f"{type(error).__name__}: {error}"))


def _asked(case: Case, problem: Problem, options: Options) -> Read:
    """The answer, and how the search went."""
    if case.question == "best":
        assert case.objective is not None
        best = clew.best(problem, case.objective(), case.sense, **options)
        return lambda: (best.objective, _how(best.statistics))
    if case.question == "first":
        first = clew.solve(problem, clew.First(), **options)
        return lambda: (_is_solved(problem, first.result), _how(first.statistics))
    if case.question == "count":
        count = clew.solve(problem, clew.Count(), **options)
        return lambda: (count.result, _how(count.statistics))
    check = clew.solve(problem, clew.Unique(), **options)
    return lambda: (check.result.answer, _how(check.statistics))


def _is_solved(problem: Problem, solution: Any) -> bool:
    """Whether there is a solution. It is judged by the problem itself."""
    if solution is not None and (broken := clew.violations(problem, solution)):
        raise ValueError(f"not a solution: {broken[0]}")
    return solution is not None


def _how(told: clew.Statistics) -> str:
    return f"{told.inference}, {told.variable_order}, {told.kernel}, {told.nodes:,} nodes"


def _warm(case: Case, options: Options) -> None:
    """Ask the question about a tiny problem: what is imported at the first call is not to be timed."""
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x < y)
    _asked(attrs.evolve(case, objective=lambda: x + y), model, options)


def reordered(problem: Problem, order: int) -> Problem:
    """The same problem, its variables and constraints declared in another order; 0 for its own order."""
    if not order:
        return problem
    kind: Any = type(problem)

    def shuffled(things: Iterable[Any]) -> list[Any]:
        listed = list(things)
        random.Random(order).shuffle(listed)
        return listed

    class Reordered(kind):  # type: ignore[misc]  # the class is known at run time only
        __slots__ = ()

        def domains(self) -> Mapping[Any, Any]:
            return dict(shuffled(super().domains().items()))

        def constraints(self) -> list[Constraint]:
            return shuffled(super().constraints())

    found: Problem = copy.copy(problem)
    object.__setattr__(found, "__class__", Reordered)
    return found
