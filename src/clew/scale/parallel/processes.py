"""Workers in other processes: the files that a pickle needs there, and the sign that their run goes on.

An executor has no way to reach a task that runs in another process. So a run has a folder with a file that is there as
long as it goes on, and a worker on the same machine looks for that file now and then. When it begins a task it leaves
another file, so the run knows the tasks that have begun: they are timed from then on, and waited for at its end, and no
worker is that still starts or is busy with something else.
"""

from __future__ import annotations

import os
import pickletools
import platform
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from importlib.machinery import PathFinder
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final
from weakref import WeakKeyDictionary, finalize

import attrs

from clew.errors import OptionError
from clew.limits import Stop
from clew.plugins import load_file

LOOKS: Final = 0.03
"""Seconds between two looks of a worker."""

GOES_ON: Final = "goes-on"
"""The name of the file."""

STOPS: Final[ContextVar[tuple[Stop, ...]]] = ContextVar("stops", default=())
"""The events that end the work of this thread, if it works for a run of another process."""

Futures = list[Future[Any]]

Modules = tuple[tuple[str, str], ...]
"""Names of modules, each with the file that it was loaded from."""


def loaded_from_files(pickled: bytes) -> Modules:
    """The modules in a pickle that an import would not find: they were loaded from files by `clew.plugins`."""
    found = []
    for name, file in files_of(pickled):
        spec = PathFinder.find_spec(name)
        if spec is None or spec.origin is None or Path(spec.origin).resolve() != file.resolve():
            found.append((name, str(file.resolve())))
    return tuple(found)


def files_of(pickled: bytes) -> Iterator[tuple[str, Path]]:
    """The modules named in a pickle that are single files, with their files; the main program is not among them."""
    texts = {argument for _, argument, _ in pickletools.genops(pickled) if isinstance(argument, str)}
    for name in sorted(texts & sys.modules.keys() - {"__main__"}):
        module = sys.modules[name]
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and "." not in name and file.endswith(".py") and not hasattr(module, "__path__"):
            yield name, Path(file)


def sources_of(pickled: bytes) -> tuple[SourceFile, ...]:
    """The files that a pickle needs and no other machine has: modules that lie next to the user's program.

    Installed modules are not among them, and a package has to be installed.
    """
    import sysconfig

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
            from hashlib import blake2b

            file = folder / f"clew-{blake2b(self.text, digest_size=16).hexdigest()}" / file.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self.text)
        load_file(str(file), self.name)

    def _is_in(self, file: Path) -> bool:
        try:
            return file.read_bytes() == self.text
        except OSError:
            return False


class RunFolder:
    """The folder, for the process that waits for the workers.

    Raises:
        OptionError: it cannot be made.
    """

    def __init__(self) -> None:
        try:
            self._path = Path(mkdtemp(prefix="clew-"))
        except OSError as error:
            raise OptionError(f"other processes need a temporary folder, and none can be made: {error}") from None
        self._numbers = count(1)
        self._signs: WeakKeyDictionary[Future[Any], Path] = WeakKeyDictionary()
        self._remove = finalize(self, rmtree, self._path, ignore_errors=True)
        self.keep()

    def keep(self) -> None:
        """Touch its files: folders of temporary files are cleaned of old ones."""
        with suppress(OSError):
            self._path.mkdir(exist_ok=True)
            (self._path / GOES_ON).touch()

    def submit(self, executor: Executor, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have something done by an executor, as long as the run goes on."""
        sign = self._path / str(next(self._numbers))
        future = executor.submit(partial(search_in, platform.node(), str(sign), function), *arguments)
        self._signs[future] = sign
        future.add_done_callback(lambda _: sign.unlink(missing_ok=True))
        return future

    def has_begun(self, task: Future[Any]) -> bool:
        """Whether a worker on this machine has begun a task."""
        return self._signs[task].exists()

    def end(self, tasks: Futures) -> Futures:
        """The run is over; those of the tasks that have begun."""
        with suppress(OSError):
            (self._path / GOES_ON).unlink()
        begun = list(filter(self.has_begun, tasks))
        self._remove()
        return begun


class RunFile:
    """An event that stops a worker when the run is over: its file is gone.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._due = 0.0
        self._is_set = False

    def is_set(self) -> bool:
        """Whether the run was over when this last looked."""
        now = time.perf_counter()
        if now >= self._due:
            self._due = now + LOOKS
            self._is_set = not os.path.exists(self._path)
        return self._is_set


def search_in(host: str, sign: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Do a task of a run in a worker.

    Args:
        host: the machine that has the folder; a worker on another one cannot see the end of the run.
        sign: the file that says that this task has begun.
        function: does the task, and gives its reports.
        arguments: those of the function.

    Returns:
        The reports; none if the run is over.
    """
    if host != platform.node():
        return function(*arguments)
    goes_on = RunFile(Path(sign).with_name(GOES_ON))
    if goes_on.is_set():
        return []
    with suppress(OSError):
        Path(sign).touch()
    token = STOPS.set((goes_on,))
    try:
        return function(*arguments)
    finally:
        STOPS.reset(token)
