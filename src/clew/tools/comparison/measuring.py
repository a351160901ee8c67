"""The methods that are compared, by name; and one measurement: a method, run on an instance in a process of its own.

The levels of inference run in the loop, in the order of declaration, so that their nodes are comparable, and so does
`unit` that learns from dead ends; the kernels choose the inference and the order. The process is ended at the time
limit. The clock starts when it is up and has imported what it needs, the engine too; making the plan, or whatever a
baseline prepares, is part of the time.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from itertools import chain, islice
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any, Final, Literal

import attrs

from clew.api import solve
from clew.errors import OptionError
from clew.options import LEARNING, Options
from clew.problem.declared import SEARCHED, Declared, is_declared, overrides
from clew.problem.model import Model
from clew.problem.origins import portable
from clew.problem.problem import AnyProblem
from clew.reference.search.inference import choose_inference
from clew.state.levels import LEVELS, UNIT
from clew.strategies import Count, First, Strategy
from clew.tools.comparison import NAMES

Question = Literal["count", "first"]
Label = int | str
Wanted = Iterable[str] | Mapping[str, Options] | None

OF_SEARCHES: Final = ("nodes", "tries", "failures", "inference", "variable_order", "kernel")
"""The fields of a measurement that a baseline does not have."""


@attrs.frozen
class ComparedMethod:
    """A way to find the solutions: a baseline that the problem names, or a search.

    Attributes:
        name: what to call it.
        options: those of the search; None for a baseline.
        baseline: its name among the problem's baselines.
    """

    name: str
    options: Options | None
    baseline: str = ""


def levels_of(problem: AnyProblem) -> Iterator[str]:
    """The levels of inference that fit a problem."""
    declares = is_declared(problem, Declared(problem).constraints, problem.domains())
    for level in LEVELS:
        with suppress(OptionError):
            choose_inference(problem, level, declares)
            yield level


def methods_of(problem: AnyProblem, wanted: Wanted = None) -> dict[str, ComparedMethod]:
    """The methods that an instance has: the caller's own searches, or its baselines and the searches that fit it."""
    if isinstance(wanted, Mapping):
        return {name: ComparedMethod(name, options) for name, options in wanted.items()}
    named = {f"{name} (baseline)" if name in NAMES else name: name for name in problem.baselines()}
    found = {name: ComparedMethod(name, None, baseline) for name, baseline in named.items()}
    # Variables that appear as the search goes have no order of declaration.
    static: Options = {"variable_order": "static"} if problem.domains() else {}
    for level in levels_of(problem):
        found[level] = ComparedMethod(level, {"inference": level, "kernel": "python", **static})
    # With declared constraints and no hooks there is more than the loop to run it.
    if UNIT.name in found and not any(overrides(problem, hook) for hook in SEARCHED):
        for name in LEARNING[1:]:
            found[name] = ComparedMethod(name, {"inference": UNIT.name, "learning": name, "kernel": "python", **static})
        found["python"] = ComparedMethod("python", {"kernel": "python"})
    found["auto"] = ComparedMethod("auto", {})
    return found


def chosen(having: Iterable[Iterable[str]], wanted: Wanted) -> list[str]:
    """The names of the methods to compare, in their order.

    Args:
        having: the names of the methods that each instance has; a method counts if one of them has it.
        wanted: the names asked for, or searches by a name of the caller's; all by default.

    Raises:
        OptionError: no instance has such a method.
    """
    names = list(dict.fromkeys(chain.from_iterable(having)))
    if wanted is None or isinstance(wanted, Mapping):
        return names
    wanted = list(dict.fromkeys([wanted] if isinstance(wanted, str) else wanted))
    for name in wanted:
        if name not in names:
            why = "does not fit this problem" if name in NAMES else "does not exist"
            raise OptionError(f"method {name!r} {why}: choose some of {', '.join(names)}")
    return wanted


class Ending(Enum):
    """How a measurement ended."""

    COMPLETE = "complete"
    TIME_LIMIT = "time limit"
    NO_MEMORY = "out of memory"
    TOO_DEEP = "too deep a recursion"
    DIED = "died"
    """The process ended without an answer, as when the system takes its memory away."""
    NOT_TRIED = "not tried"
    """It failed at a smaller size, or the instance does not have this method."""


@attrs.frozen
class Measurement:
    """The time and the work that a method took on an instance.

    Attributes:
        method: its name.
        instance: the size, or the name of the instance.
        ending: whether it is complete, and why not.
        solutions: how many it found; 1 or 0 if one was looked for. None unless it is complete.
        seconds: the time; None unless it is complete.
        nodes, tries, failures: the counters of the search (see `clew.Statistics`); None for a baseline.
        inference, variable_order, kernel: the configuration of the search; empty for a baseline.
    """

    method: str
    instance: Label
    ending: Ending
    solutions: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    tries: int | None = None
    failures: int | None = None
    inference: str = ""
    variable_order: str = ""
    kernel: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether it found the answer."""
        return self.ending is Ending.COMPLETE

    def as_dict(self) -> dict[str, Any]:
        """All of it by name, as JSON can hold it."""
        return {**attrs.asdict(self), "ending": self.ending.value}


@attrs.frozen
class MethodRun:
    """The work of one process: it is pickled, so it holds no function.

    Attributes:
        problem: the instance.
        method: how.
        question: for all solutions, or for one.
    """

    problem: AnyProblem
    method: ComparedMethod
    question: Question

    def _load(self, strategy: Strategy[Any]) -> None:
        """Search a model of one value, so that all modules that such a search needs are there, the engine too."""
        model = Model()
        model.variable("x", range(1))
        options: Any = self.method.options or {}
        names = {"inference", "kernel", "learning"} & options.keys()
        solve(model, strategy, **{name: options[name] for name in names})

    def run(self) -> dict[str, Any]:
        """The fields of a measurement."""
        started = time.perf_counter()
        if self.method.options is None:
            found = self.problem.baselines()[self.method.baseline]()
            number = sum(1 for _ in islice(found, None if self.question == "count" else 1))
            return {"solutions": number, "seconds": time.perf_counter() - started}
        strategy: Strategy[Any] = Count() if self.question == "count" else First()
        self._load(strategy)
        started = time.perf_counter()
        outcome = solve(self.problem, strategy, **self.method.options)
        seconds = time.perf_counter() - started
        if not outcome.is_complete:  # a limit among the options of the caller's own
            raise OptionError(f"method {self.method.name!r} stopped at a {outcome.status.value}: leave limits out")
        return {
            "solutions": outcome.result if self.question == "count" else int(outcome.result is not None),
            "seconds": seconds,
            **{name: getattr(outcome.statistics, name) for name in OF_SEARCHES},
        }


def measure(task: MethodRun, instance: Label, limit: float) -> Measurement:
    """Run a method in a process of its own, and end it at the limit.

    Raises:
        OptionError: the problem cannot be sent to another process, and the system needs that.
        Exception: any exception of the method, with a note that names the method and the instance.
    """
    answer, name = _asked(task, limit), task.method.name
    if isinstance(answer, Ending):
        return Measurement(name, instance, answer)
    if isinstance(answer, Exception):
        answer.add_note(f"while {name} ran on {instance}")
        raise answer
    return Measurement(name, instance, Ending.COMPLETE, **answer)


def _asked(task: MethodRun, limit: float) -> Ending | Exception | dict[str, Any]:
    """The answer of a process that runs a method. The process has always ended when this returns."""
    context = _context(task)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(sender, task), daemon=True)  # type: ignore[attr-defined]
    is_up = False
    try:
        process.start()
        sender.close()
        is_up = receiver.recv()
        if not receiver.poll(limit):
            return Ending.TIME_LIMIT
        answer: Ending | Exception | dict[str, Any] = receiver.recv()
        return answer
    except EOFError:
        if not is_up:
            raise _unsendable(task, "a script needs if __name__ == '__main__'") from None
        return Ending.DIED
    finally:
        if process.pid is not None:
            process.kill()
            process.join()
        process.close()
        receiver.close()


def _child(sender: Connection, task: MethodRun) -> None:
    """The function that runs in the process; only the process that started it heeds Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    sender.send(True)
    try:
        answer: Any = task.run()
    except MemoryError:
        answer = Ending.NO_MEMORY
    except RecursionError:
        answer = Ending.TOO_DEEP
    except Exception as error:
        answer = portable(error)
    sender.send(answer)


def _context(task: MethodRun) -> BaseContext:
    """How to start a process: as a copy of this one, which can hold any problem, if that is safe; else a fresh one."""
    # The libraries of macOS have threads of their own.
    if hasattr(os, "fork") and sys.platform != "darwin" and _threads() == 1:
        return multiprocessing.get_context("fork")
    try:
        pickle.dumps(task)
    except Exception as error:
        raise _unsendable(task, str(error)) from None
    return multiprocessing.get_context("spawn")


def _threads() -> int:
    """How many threads this process has: a copy has one of them, and the locks of all as they were."""
    try:
        return len(os.listdir("/proc/self/task"))  # with those that no Python code has started
    except OSError:
        return threading.active_count()


def _unsendable(task: MethodRun, why: str) -> OptionError:
    kind = type(task.problem).__name__
    return OptionError(
        f"each method runs in a process of its own, and {kind} cannot be sent there ({why}): "
        "define it in a module, with attrs"
    )
