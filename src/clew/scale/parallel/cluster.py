"""Many machines: the workers of a Dask cluster search the subtrees.

Dask knows the machines, starts tasks on them, and starts a task again elsewhere when its worker dies. In any case
each subtree counts once, by its path. Three things are clew's: the problem goes to each worker once and not with each
task, tasks are so long that the scheduler keeps up with them, and a subtree that ends one worker after the other is
found and named.

The problem comes as a plugin of the worker: the scheduler gives it to every worker, to those that join later and to
those that are started again too. Each task then names only the run and its subtrees. When the run is over the plugin is
taken away, and that stops the searches still running there, which Dask itself cannot do.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import re
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import uuid4

import attrs
import cloudpickle  # type: ignore[import-untyped]
import distributed
from distributed import Client, Worker, WorkerPlugin, get_worker

from clew.errors import OptionError
from clew.options import cores
from clew.problem.declared import title_of
from clew.scale.parallel.pool import STOP_TIMEOUT, WorkerPool, fastest, spawned_quietly
from clew.scale.parallel.processes import Futures, SourceFile, sources_of
from clew.scale.parallel.subtree import SLICE, first_line
from clew.scale.parallel.work import Work
from clew.scale.parallel.worker import search_some

R = TypeVar("R")

VERSIONS: Final = "the machines of a cluster must have the same clew, Python and problems"

ADDRESS: Final = r"(?:(?:tcp|tls|wss?|ucx)://)?(?:\[[^\]\s]+\]|[^:/\s]+):\d+"
"""The form of an address. Dask takes long to find out that one is none."""

untyped: Any = distributed  # its classes are typed in part

RATE: Final = 200
"""Tasks that the scheduler is given in a second, at most, while subtrees are small. It can do three times as many, but
has to listen to its workers too."""

ANSWER: Final = 10
"""Seconds in which a scheduler must answer."""

FRESH: Final = 2.0
"""Seconds for which the number of workers is taken for granted."""


def slice_of(size: int) -> float:
    """Seconds for which a task goes on to the next subtree, in a cluster of so many workers."""
    return max(SLICE, size / RATE)


class Cluster(WorkerPool):
    """The workers of a Dask cluster.

    Args:
        work: the search.
        executor: a client, the executor of one, the address of a scheduler, the file that it writes with
            `--scheduler-file`, or `local` for a cluster on this machine for as long as the run lasts.
        jobs: how many work at a time; None for as many as there are, when some are added or lost too.

    Raises:
        OptionError: there is no such cluster, or its workers cannot load the problem.
    """

    attempts = 2
    shared = 1  # Dask suspects the tasks that waited for the same worker too

    def __init__(self, work: Work, executor: Client | Executor | str, jobs: int | None) -> None:
        self._jobs = jobs
        self._run = f"clew-{uuid4().hex}"
        self._theirs: set[Any] = set()  # of the tasks under way
        pickled = work.packed_by(cloudpickle.dumps)
        self._own = ExitStack()  # closes the client and the cluster that are not the caller's
        self._looked = -FRESH
        try:
            asked: Any = self._connected(executor) if isinstance(executor, str) else executor
            is_client = isinstance(asked, untyped.Client)
            self._client: Any = asked if is_client else asked._client
            self._terms: dict[str, Any] = {**({} if is_client else asked._kwargs), "pure": False}
            if self._client.asynchronous:
                raise OptionError("executor is an asynchronous Client: make one without asynchronous=True")
            self.look()
            self._bring(title_of(work.problem), pickled)
        except BaseException:
            self._own.close()
            raise

    def _connected(self, place: str) -> Any:
        """A client of our own."""
        if place == "local":
            return self._client_of(address=self._local())
        is_file = place.endswith(".json")
        if is_file and not Path(place).is_file():
            raise OptionError(f"there is no file {place}: `dask scheduler --scheduler-file {place}` writes it")
        if not is_file and not re.fullmatch(ADDRESS, place):
            raise OptionError(f"{place!r} is no address of a Dask scheduler, such as tcp://10.0.0.1:8786; or say local")
        try:
            return self._client_of(**{"scheduler_file" if is_file else "address": place}, timeout=ANSWER)
        except (OSError, ValueError) as error:
            raise OptionError(
                f"no Dask scheduler answers at {place} ({first_line(error)}): start one with `dask scheduler`, which "
                "prints its address, or say local"
            ) from None

    def _client_of(self, **named: Any) -> Any:
        client = untyped.Client(**named, set_as_default=False)
        self._own.callback(client.close)
        return client

    def _local(self) -> Any:
        """A cluster on this machine."""
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # clew reports the part that matters
        if os.name == "posix":
            resource_tracker.ensure_running()  # when it starts, it forgets which signals are blocked
        with spawned_quietly(needs_main=False):  # its thread, which starts all of them, does not see Ctrl-C either
            cluster = untyped.LocalCluster(
                n_workers=self._jobs or cores(),
                threads_per_worker=1,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
        self._own.callback(cluster.close)
        return cluster

    def _bring(self, problem: str, pickled: bytes) -> None:
        """Send the search to the workers."""
        plugin = SearchPlugin(sys.modules["clew"].__version__, problem, sources_of(pickled), pickled)
        try:
            self._client.register_plugin(plugin, name=self._run)
        except Exception as error:
            self._leave()
            if isinstance(error, OptionError):
                raise
            reason = f"{type(error).__name__}: {first_line(error)}"
            raise OptionError(f"the workers of the Dask cluster cannot load clew ({reason}): {VERSIONS}") from None

    def look(self) -> None:
        """Look how many workers there are: a cluster grows and shrinks.

        Raises:
            BrokenExecutor: the client was closed, or has given up looking for its scheduler.
        """
        if time.monotonic() - self._looked < FRESH:
            return
        if self._client.status in ("closing", "closed"):
            raise BrokenExecutor("the Dask scheduler is gone")
        with suppress(OSError):  # it does not answer just now
            self.size = self._jobs or max(1, sum(self._client.nthreads().values()))
        self.ahead = self.size
        self.slice = slice_of(self.size)
        self._looked = time.monotonic()

    def submit(self, function: Callable[..., R], *arguments: Any) -> Future[R]:
        """Have subtrees searched: the workers do nothing else."""
        given = pickle.dumps(arguments[1:])  # the work is there
        try:
            theirs = self._client.submit(search_remotely, self._run, given, **self._terms)
        except Exception as error:
            raise BrokenExecutor(f"the Dask scheduler is gone: {error}") from error
        ours: Future[R] = Future()
        ours.set_running_or_notify_cancel()
        self._theirs.add(theirs)
        self._client.loop.add_callback(self._follow, theirs, ours)
        return ours

    def has_begun(self, task: Future[Any]) -> bool:
        return False  # only the scheduler knows: a hook that hangs is not noticed

    async def _follow(self, theirs: Any, ours: Future[Any]) -> None:
        """Hand over the result of a task, in the thread of the client; it fetches what is done by then together.

        A result that is lost with its worker before it was fetched is made again, by Dask, while this waits for it.
        """
        try:
            ours.set_result(pickle.loads(await self._client.gather(theirs, asynchronous=True)))  # noqa: S301
        except (Exception, asyncio.CancelledError) as error:
            ours.set_exception(_explained(error))
        self._theirs.discard(theirs)

    def end(self, tasks: Futures) -> None:
        self._leave()
        wait(tasks, timeout=STOP_TIMEOUT)
        for theirs in list(self._theirs):
            theirs.cancel()
        self._own.close()

    def _leave(self) -> None:
        """Tell the workers to stop. A worker that does not answer must not keep the run from ending."""

        def leave() -> None:
            with suppress(Exception):  # the scheduler is gone, or a worker is
                self._client.unregister_worker_plugin(self._run)

        leaving = threading.Thread(target=leave, daemon=True)
        leaving.start()
        leaving.join(STOP_TIMEOUT)


def _explained(error: BaseException) -> BaseException:
    """The error of a task: a loss if its worker died, or if Dask has lost it; that of a scheduler without clew."""
    if isinstance(error, distributed.KilledWorker):
        last = getattr(error.last_worker, "address", error.last_worker)
        return CancelledError(f"its worker died, {error.allowed_failures + 1} times over; the last was {last}")
    if isinstance(error, (OSError, asyncio.CancelledError)):  # the scheduler does not answer, the client is closed
        return CancelledError(f"Dask has lost it: {type(error).__name__}")
    if isinstance(error, RuntimeError) and "deserializ" in str(error):
        return OptionError(f"the Dask scheduler cannot read the tasks: {VERSIONS}, and so must the scheduler's")
    return error


@attrs.define(eq=False, slots=False)
class SearchPlugin(WorkerPlugin):
    """Makes a worker search for a run.

    Args:
        version: the version of clew that begins the search.
        title: the name of the problem.
        sources: the files to load first.
        pickled: the work, as `Work.packed_by` gives it.
    """

    version: str
    title: str
    sources: tuple[SourceFile, ...]
    pickled: bytes

    def setup(self, worker: Worker) -> None:
        """Take the work over.

        Raises:
            OptionError: it cannot be done here.
        """
        here = sys.modules["clew"].__version__
        if here != self.version:
            raise OptionError(f"worker {worker.address} has clew {here}, and this is clew {self.version}: {VERSIONS}")
        try:
            for source in self.sources:
                source.load(Path(worker.local_directory))
            self._work = Work.unpacked(self.pickled)
        except Exception as error:
            reason = f"{type(error).__name__}: {first_line(error)}"
            raise OptionError(f"worker {worker.address} cannot load {self.title} ({reason}): {VERSIONS}") from None
        self._fast: Work | None = None
        self._lock = threading.Lock()

    def teardown(self, worker: Worker) -> None:
        """The run is over, or the worker is."""
        if hasattr(self, "_work"):
            self._work.stops.set()

    def work(self) -> Work:
        """The work, with the fastest kernel available here, chosen in the first task, as that may compile it."""
        with self._lock:
            if self._fast is None:
                self._fast = fastest(self._work)[0]
            return self._fast


def search_remotely(run: str, given: bytes) -> bytes:
    """Search subtrees in a worker: a task.

    Args:
        run: the name of the plugin.
        given: the subtrees and the terms, pickled.

    Returns:
        The results, pickled.
    """
    worker = get_worker()
    plugin: Any = worker.plugins.get(run)
    if not hasattr(plugin, "_work"):
        raise OptionError(f"worker {worker.address} could not load the problem, its log says why: {VERSIONS}")
    subtrees, terms = pickle.loads(given)  # noqa: S301
    return pickle.dumps(search_some(plugin.work(), subtrees, terms))
