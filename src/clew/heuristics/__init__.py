"""Heuristics choose and never act: which variable to branch on, which value to try first.

An ordering is a pure function of the state and the seed, so a run can be repeated, cut into parts
and continued.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from clew.errors import OptionError

Ordering = TypeVar("Ordering")


def by_name(kind: str, orderings: Mapping[str, Callable[..., Ordering]], name: str) -> Callable[..., Ordering]:
    """The maker of the ordering with this name.

    Raises:
        OptionError: there is none.
    """
    if name not in orderings:
        raise OptionError(f"no {kind} order is called {name!r}: choose one of {', '.join(orderings)}")
    return orderings[name]
