"""The part of a run on a worker of a Dask cluster: the problem, sent once, from which it searches its subtrees.

It comes as a plugin of the worker: the scheduler gives it to every worker, to those that join later and to those that
are started again too. Each task then names only the run and its subtrees. When the run is over the plugin is taken
away, and that stops the searches still running there, which Dask itself cannot do.
"""

from __future__ import annotations

import pickle
import sys
import sysconfig
import threading
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import attrs
from distributed import Worker, WorkerPlugin, get_worker

from clew.errors import OptionError
from clew.plugins import load_file
from clew.scale.parallel.pool import fastest
from clew.scale.parallel.processes import files_of
from clew.scale.parallel.work import Work
from clew.scale.parallel.worker import search_some

VERSIONS: Final = "the machines of a cluster must have the same clew, Python and problems"


def sources_of(pickled: bytes) -> tuple[SourceFile, ...]:
    """The files that a pickle needs and no other machine has: modules that lie next to the user's program.

    Installed modules are not among them, and a package has to be installed.
    """
    folders = [Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib", "purelib", "platlib")]
    return tuple(
        SourceFile(name, str(file), file.read_bytes())
        for name, file in files_of(pickled)
        if not any(file.resolve().is_relative_to(folder) for folder in folders)
    )


@attrs.frozen
class SourceFile:
    """A file that a problem was loaded from, as it travels.

    Attributes:
        name: the name of its module.
        file: its path on the machine that begins the search.
        text: its contents.
    """

    name: str
    file: str
    text: bytes

    def load(self, folder: Path) -> None:
        """Have the module here. Nothing else is run than that file, which the user has named.

        Args:
            folder: the place for the file, if this machine does not have it.
        """
        loaded = getattr(sys.modules.get(self.name), "__file__", None)
        if loaded is not None and self._is_in(Path(loaded)):
            return
        file = Path(self.file)
        if not self._is_in(file):
            file = folder / f"clew-{blake2b(self.text, digest_size=16).hexdigest()}" / file.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self.text)
        load_file(str(file), self.name)

    def _is_in(self, file: Path) -> bool:
        try:
            return file.read_bytes() == self.text
        except OSError:
            return False


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
            reason = f"{type(error).__name__}: {error}".partition("\n")[0]
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
