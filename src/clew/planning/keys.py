"""The keys under which objects made of declarations are kept for the next problem that is equal, or has more constraints."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from clew.constraints.base import Constraint

Constraints = tuple[Constraint, ...]
Key = tuple[Hashable, Hashable, Hashable, Constraints]
"""What tells an object from others, the variables, their values, and the constraints."""


def key_of(what: Hashable, domains: Mapping[Any, Iterable[Any]], constraints: Constraints) -> Key:
    """Equal for equal objects. Variables that share one domain are distinguished from those of equal domains."""
    ids = [*map(id, domains.values())]
    if ids and ids.count(ids[0]) == len(ids):  # found at once, because boards are so
        return what, tuple(domains), (_values(next(iter(domains.values()))),), constraints
    distinct = dict(zip(ids, domains.values(), strict=True))
    by_id = {one: _values(domain) for one, domain in distinct.items()}
    return what, tuple(domains), tuple(map(by_id.__getitem__, ids)), constraints


def _values(domain: Iterable[Any]) -> Hashable:
    """Equal for domains of equal values of equal types."""
    return domain if isinstance(domain, range) else (*domain, *map(type, domain))


def beginning(key: Key, kept: Mapping[Key, Any]) -> tuple[Any, Constraints] | None:
    """What is kept under the longest key with the same domains and the first ones of the constraints; and the others.

    None if there is none.
    """
    *own, constraints = key
    lengths = {
        len(first): made
        for (*others, first), made in kept.items()
        if others == own and len(first) < len(constraints) and constraints[: len(first)] == first
    }
    longest = max(lengths, default=None)
    return None if longest is None else (lengths[longest], constraints[longest:])
