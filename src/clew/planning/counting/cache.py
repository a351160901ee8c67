"""The cache of answers to residual states: while there is room, and where it pays to look."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic

import attrs

from clew.planning.counting.algebra import A
from clew.reference.propagation.network import Network

ROOM: Final = 2**20
"""Numbers that a cache holds."""

TRIAL_QUESTIONS: Final = 100
"""Questions to the cache, for each variable branched on, before clew judges whether asking is worth its cost there."""

WORTH: Final = 4
"""Asking pays if at least one question in so many is answered."""


@attrs.define(eq=False)
class Cache(Generic[A]):
    """The answers to residual states."""

    network: Network
    size: Callable[[A], int]
    _answers: dict[Hashable, A] = attrs.field(factory=dict)
    _held: int = 0
    _records: dict[int, list[int]] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._records = {guard: [0, 0] for guard in self.network.near}

    def find(self, guard: int, domains: int, open_guards: int) -> tuple[Hashable, A | None]:
        """The residual state of a node that branches on a variable, and its answer; None if that is not known.

        There is no state either if it is hardly ever worth its cost to look for it when this variable is branched on.
        """
        asked, answered = record = self._records[guard]
        if asked >= TRIAL_QUESTIONS and answered * WORTH < asked:
            return None, None
        key = self.network.residual(domains, open_guards)
        answer = self._answers.get(key)
        record[0] += 1
        record[1] += answer is not None
        return key, answer

    def keep(self, key: Hashable, answer: A) -> None:
        """Remember an answer; if there is no room for it, forget all the others."""
        size = self.size(answer)
        if self._held + size > ROOM:
            self._answers.clear()
            self._held = 0
        if size <= ROOM:
            self._answers[key] = answer
            self._held += size
