"""Parts made when they are first asked for, and those of the latest problems kept for the next equal one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from threading import RLock
from typing import Any, Final, Generic, TypeVar

from clew.constraints.base import Constraint

K = TypeVar("K")
T = TypeVar("T")

_compiled: dict[Hashable, Any] = {}
"""From the oldest to the latest."""
_keeping = RLock()
KEPT: Final = 16
"""What to keep for the next problem with the same domains and constraints: puzzles that differ in clues."""


class Once(Generic[T]):
    """A part that is made when it is first asked for.

    Args:
        make: makes it; it is not None.
    """

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: T | None = None

    def __call__(self) -> T:
        if self._made is None:
            self._made = self._make()
        return self._made


def forget() -> None:
    """Drop all that is kept."""
    with _keeping:
        _compiled.clear()


def cached(
    what: Hashable,
    domains: Mapping[Any, Iterable[Any]],
    constraints: tuple[Constraint, ...],
    make: Callable[[], K],
    is_small: Callable[[K], bool] = lambda _: True,
) -> K:
    """An object that depends on some domains and constraints alone, made or found among the latest.

    Args:
        what: tells it from what else is made of them.
        domains: the variables with their values.
        constraints: those that must hold.
        make: makes it.
        is_small: whether it may be kept.
    """
    if not all("__eq__" in vars(kind) for kind in {*map(type, constraints)}):
        return make()  # some may pass for equal that are not
    key = _key(what, domains, constraints)
    try:
        with _keeping:
            found: K | None = _compiled.get(key)
            if found is not None and found is next(reversed(_compiled.values())):
                return found  # the latest: the key need not be hashed again
    except TypeError:  # something in a constraint of the user's own cannot be hashed
        return make()
    found = make() if found is None else found
    if is_small(found):
        with _keeping:
            _compiled.pop(key, None)
            _compiled[key] = found
            while len(_compiled) > KEPT:
                del _compiled[next(iter(_compiled))]
    return found


def _key(what: Hashable, domains: Mapping[Any, Iterable[Any]], constraints: tuple[Constraint, ...]) -> Hashable:
    """Equal for equal objects. Variables that share one domain are distinguished from those of equal domains."""
    ids = [*map(id, domains.values())]
    if len({*ids}) == 1:  # found at once, because boards are so
        return what, tuple(domains), (_values(next(iter(domains.values()))),), constraints
    distinct = dict(zip(ids, domains.values(), strict=True))
    by_id = {one: _values(domain) for one, domain in distinct.items()}
    return what, tuple(domains), tuple(map(by_id.__getitem__, ids)), constraints


def _values(domain: Iterable[Any]) -> Hashable:
    """Equal for domains of equal values of equal types."""
    return domain if isinstance(domain, range) else (*domain, *map(type, domain))
