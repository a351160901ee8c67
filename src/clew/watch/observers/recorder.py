"""A recorder: an observer that keeps every event."""

from __future__ import annotations

import attrs

from clew.problem.events import Event


@attrs.define
class Recorder:
    """Keeps what a search reports. Its memory grows with the search: for small ones.

    Attributes:
        events: everything reported, in order.
    """

    events: list[Event] = attrs.field(factory=list)

    def __call__(self, event: Event) -> None:
        self.events.append(event)
