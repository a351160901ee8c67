"""The workers of a run: this process alone, threads, processes, or an executor of the caller.

Processes are spawned: each begins with an empty memory, on every system alike. Ctrl-C is the business of the process
that the user talks to, and a worker ends when that one is gone, however it went.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from threading import Thread
from types import ModuleType
from typing import Any, Final, TypeVar, cast

from clew.options import Options, cores, jobs_of
from clew.planning.engine_method import program
from clew.scale.parallel import worker
from clew.scale.parallel.limits import CELLS, ProgressBoard, is_dask
from clew.scale.parallel.processes import Futures, RunFolder
from clew.scale.parallel.subtree import SLICE
from clew.scale.parallel.work import Work

R = TypeVar("R")

STOP_TIMEOUT: Final = 2.0
"""Seconds that workers have to stop before they are killed."""


class WorkerPool:
    """The workers of a run. This class is the process itself, alone: a task runs when it is submitted.

    Attributes:
        size: how many work at a time.
        ahead: how many tasks may wait behind those being worked on.
        slice: the seconds after which a worker begins no other subtree of its task.
        attempts: how often a subtree whose worker was lost is tried again, in a task of its own.
        shared: after so many losses, at most, it is tried while there are other tasks, and then while there is none.
        board: the board of their progress, if they are in other processes.
        needs_main: whether they must run the main program's file, because something that is searched is defined there.
    """

    size = 1
    ahead = 0
    slice = SLICE
    attempts = 3
    shared = 0
    board: ProgressBoard | None = None
    needs_main = False

    def submit(self, function: Callable[..., R], *arguments: Any) -> Future[R]:
        """Have something done."""
        future: Future[R] = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def has_begun(self, task: Future[Any]) -> bool:
        """Whether a worker is known to have begun a task; only then is it noticed if the task takes too long."""
        return task.running()

    def renewed(self) -> bool:
        """Whether new workers have taken the place of lost ones."""
        return False

    def look(self) -> None:
        """Look after the workers, from time to time.

        Raises:
            BrokenExecutor: there are none any more.
        """

    def processes(self) -> list[int]:
        """The numbers of the processes that clew started."""
        return []

    def end(self, tasks: Futures) -> None:
        """End the work, and wait a while for running tasks: workers were asked to stop."""


class ExecutorPool(WorkerPool):
    """An executor of the caller, which stays as it is.

    A future of a thread pool runs while its task does. One of a process pool counts as running as soon as its task is
    next in line for a worker, and one of another executor perhaps never: there a task leaves a sign when it begins. The
    sign is not seen from another machine, so a task there that takes too long is not noticed.

    Args:
        executor: the executor.
        size: how many it has work at a time.
    """

    def __init__(self, executor: Executor, size: int) -> None:
        self._executor = executor
        self._folder = None if isinstance(executor, ThreadPoolExecutor) else RunFolder()
        self.size = self.ahead = size

    def submit(self, function: Callable[..., R], *arguments: Any) -> Future[R]:
        if self._folder is None:
            return self._executor.submit(function, *arguments)
        return self._folder.submit(self._executor, function, *arguments)

    def has_begun(self, task: Future[Any]) -> bool:
        return super().has_begun(task) if self._folder is None else self._folder.has_begun(task)

    def look(self) -> None:
        if self._folder is not None:
            self._folder.keep()

    def end(self, tasks: Futures) -> None:
        for task in tasks:
            task.cancel()
        self._wait_for_running(tasks)

    def _wait_for_running(self, tasks: Futures) -> None:
        wait(tasks if self._folder is None else self._folder.end(tasks), timeout=STOP_TIMEOUT)


class Threads(ExecutorPool):
    """Threads: for the engine, which needs the interpreter only now and then."""

    def __init__(self, size: int) -> None:
        super().__init__(ThreadPoolExecutor(size, thread_name_prefix="clew"), size)

    def end(self, tasks: Futures) -> None:
        super().end(tasks)
        self._executor.shutdown(wait=False, cancel_futures=True)


class Processes(ExecutorPool):
    """Processes of our own.

    Args:
        size: how many.
        needs_main: whether they must run the main program's file. If they need not, the program needs no guard.
    """

    def __init__(self, size: int, *, needs_main: bool) -> None:
        super().__init__(self._begun(size), size)
        self.needs_main = needs_main

    def _begun(self, size: int) -> Executor:
        context = multiprocessing.get_context("spawn")
        self._children: set[Any] = set()
        cells = context.RawArray("d", CELLS)
        self.board = ProgressBoard(cells)
        return ProcessPoolExecutor(size, context, _prepare, (cells,))

    def submit(self, function: Callable[..., R], *arguments: Any) -> Future[R]:
        before = set(multiprocessing.active_children())
        with spawned_quietly(self.needs_main):
            future = super().submit(function, *arguments)
        self._children |= set(multiprocessing.active_children()) - before
        return future

    def renewed(self) -> bool:
        self._kill()
        self._executor = self._begun(self.size)
        return True

    def processes(self) -> list[int]:
        return [child.pid for child in self._children if child.is_alive()]

    def end(self, tasks: Futures) -> None:
        # Waiting tasks are not cancelled: Python's own thread would stumble over them when their workers are gone.
        self._wait_for_running(tasks)  # one that is killed while it writes could block the reader
        self._kill()

    def _kill(self) -> None:
        for child in self._children:
            with suppress(ValueError):  # closed already
                child.kill()
        self._executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def spawned_quietly(needs_main: bool) -> Iterator[None]:
    """Processes started meanwhile do not see Ctrl-C, and do not run the main program's file unless they must."""
    main = sys.modules["__main__"]
    has_masks = hasattr(signal, "pthread_sigmask")
    if has_masks:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if not needs_main:
        sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        if has_masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare(cells: Any) -> None:
    """Begin as a worker: keep the board, and ignore Ctrl-C."""
    worker.BOARD.set(ProgressBoard(cells))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: Any) -> None:
    """End this process with its parent."""
    parent.join()
    os._exit(1)


def refuse_respawn() -> None:
    """End a process that was started to work, and runs the main program again: that would start others.

    The process that has started it says why.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit


def pool_for(work: Work, options: Options) -> tuple[WorkerPool, Work]:
    """The workers for some work, and the work for the kernel that they run: decided here alone.

    If the engine searches and calls no Python, threads do: it holds no lock. Everything else needs processes.

    Raises:
        OptionError: the work cannot be sent to other processes.
    """
    jobs, executor = jobs_of(options), options.get("executor")
    asked = None if options.get("jobs") is None else jobs
    if executor is not None and is_dask(executor):
        from clew.scale.parallel.cluster import Cluster

        return Cluster(work, executor, asked), work
    if executor is not None:
        workers = asked or getattr(executor, "_max_workers", None) or cores()
        return ExecutorPool(cast(Executor, executor), workers), work
    if jobs == 1:
        return WorkerPool(), work
    work, is_free = fastest(work)
    if is_free:
        return Threads(jobs), work
    return Processes(jobs, needs_main=work.needs_main), work


def fastest(work: Work) -> tuple[Work, bool]:
    """Some work for the kernel that searches its subtrees fastest here, and whether that needs no interpreter."""
    plan = work.tree().plan
    if plan.request.kernel not in ("auto", "compiled") or not plan.compiles_without_hooks:
        return work, False
    compiled = work.by("compiled")
    plan = compiled.tree().plan
    if plan.is_compiled:
        calls_python = program(plan).program.calls_python
        if plan.inference.propagates or not calls_python:
            return compiled, not calls_python
    return work.by("python"), False  # so that not each subtree tries again
