"""Limits outside the search, of time and of memory: loops that declare, compile or decode a model look at them.

The search is given its clock. The code before it is constructors and generators called from many places, the
problem's own among them: it asks the limit of the call that is under way in this thread.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count, islice
from types import TracebackType
from typing import Final, NoReturn, Protocol, TypeVar

from clew.errors import OptionError

T = TypeVar("T")

Limit = Callable[[], object]
"""Raises if a limit has been reached."""

STACK_LIMIT: Final = 2**33
"""Bits that the states of one branch may take together: 1 GiB; the data kept beside them take about as much."""

LARGEST_BATCH: Final = 4096
"""Items between two looks, at most."""

MANY_OBJECTS: Final = 50_000
"""New objects that are worth counting as old, so that the garbage collector does not look them through."""

TURNS: Final = 32
"""Every so many times that this is done all objects are looked through."""

_turns = count(1)

LIMIT: ContextVar[Limit | None] = ContextVar("limit", default=None)
"""The limit of the call that is under way in this thread; None if it has none."""


class Cancel:
    """A token that ends searches: it is passed to them as the option `cancel`, and any thread may set it.

    Its methods are those of `threading.Event`. One token may serve many calls. Once it is set it stays so, and every
    call that is given it ends at once.
    """

    __slots__ = ("_is_set",)

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """End the searches that were given this token."""
        self._is_set = True

    def is_set(self) -> bool:
        """Whether it was set."""
        return self._is_set

    def __repr__(self) -> str:
        return f"<clew.Cancel, {'' if self._is_set else 'not '}set>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a clew.Cancel serves the threads of one process: it cannot be pickled")


class Stop(Protocol):
    """An event that ends a search: a `Cancel`, or one of `threading` or of `multiprocessing`."""

    def is_set(self) -> bool:
        """Whether it has happened."""


class limited:  # noqa: N801  (a context manager)
    """While it is open, `look` and `looking` ask a limit.

    Args:
        limit: raises if it has been reached; None for no limit.
    """

    def __init__(self, limit: Limit | None) -> None:
        self._own = limit

    def __enter__(self) -> None:
        self._token = LIMIT.set(self._own)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        LIMIT.reset(self._token)


def look() -> None:
    """Ask the limit of the call that is under way, if it has one."""
    limit = LIMIT.get()
    if limit is not None:
        limit()


def looking(items: Iterable[T]) -> Iterable[T]:
    """Items, while the limit is asked now and then, about once in a few milliseconds.

    The items are taken some at a time, twice as many as before while that takes less than a millisecond.

    Args:
        items: the items.
    """
    limit = LIMIT.get()
    return items if limit is None else _looking(items, limit)


def _looking(items: Iterable[T], limit: Limit) -> Iterator[T]:
    limit()
    iterator = iter(items)
    size, before = 1, time.perf_counter()
    while batch := tuple(islice(iterator, size)):
        yield from batch
        limit()
        now = time.perf_counter()
        if now - before < 0.001:
            size = min(2 * size, LARGEST_BATCH)
        elif now - before > 0.01:
            size = max(1, size // 2)
        before = now


def resident(others: Iterable[int] = ()) -> int:
    """The bytes of memory that this process holds, and others with it.

    Args:
        others: their numbers; those that are over hold nothing.

    Raises:
        OptionError: this system does not tell.
    """
    return sum(map(_held, (os.getpid(), *others)))


def _held(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm", "rb") as counts:
            pages = counts.read().split()[1]
    except FileNotFoundError:
        return _asked(process) if not os.path.exists("/proc/self/statm") else 0
    except ProcessLookupError:  # it ended while it was looked at
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _asked(process: int) -> int:
    """The memory that a process holds, in bytes, on systems without /proc."""
    try:
        import psutil  # type: ignore[import-untyped]
    except ImportError:
        raise OptionError("a memory limit needs psutil on this system: pip install psutil") from None
    try:
        held: int = psutil.Process(process).memory_info().rss
    except psutil.NoSuchProcess:
        return 0
    return held


@contextmanager
def collector_paused() -> Iterator[None]:
    """While a list of solutions grows nothing in it is garbage, and to look it through takes longer than to make it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if gc.get_count()[0] > MANY_OBJECTS and not gc.get_freeze_count():
                _count_as_old()
            gc.enable()


def _count_as_old() -> None:
    """Have the collector take what is new for old, so that it is not looked through when it starts again.

    The collector forgets then when it last looked through old objects, so now and then this is done here.
    """
    gc.freeze()
    gc.unfreeze()
    if next(_turns) % TURNS == 0:
        gc.collect()


def check_size(variables: int, values: int) -> None:
    """Check that the search of a problem can be held in memory, before anything is built.

    A state is as wide as all the domains, and a branch keeps a state for each of its levels.

    Args:
        variables: how many variables there are.
        values: how many values each of them has, at most.

    Raises:
        OptionError: a branch would take more than 1 GiB.
    """
    for number in (variables, values):
        if not isinstance(number, int):
            raise OptionError(f"check_size needs two whole numbers, and {number!r:.100} is none")
    check_width(variables, f"of {short(values)} values", variables * (values + 1))


def check_width(variables: int, values: str, width: int) -> None:
    """Check that states do not have too many bits; the message tells the values in these words."""
    if width * variables > STACK_LIMIT:
        raise OptionError(
            f"too large: {short(variables)} variables {values} take "
            f"{size_of(width)} for a state and {size_of(width * variables)} for a branch; "
            f"at most {size_of(STACK_LIMIT)} will do: declare fewer variables, or smaller domains"
        )


def short(number: int) -> str:
    """A number, or about how large it is."""
    return str(number) if number < 10**7 else f"about 10^{len(str(number)) - 1}"


def size_of(bits: int) -> str:
    """A number of bits in the unit that reads best."""
    amount, unit = bits / 8, "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB"):
        if amount < 1024:
            break
        amount, unit = amount / 1024, larger
    return f"{amount:.0f} {unit}" if amount < 10**6 else f"more than 10^6 {unit}"


def let_others_in() -> None:
    """Called by compiled loops: whenever a function of Python begins, signals and other threads have their turn."""
