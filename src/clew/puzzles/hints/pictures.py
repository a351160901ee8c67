"""Hints as pictures: the known values, the conclusion, and its reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from clew.errors import cut
from clew.problem.pictures import different
from clew.render.places import PlacedPicture
from clew.render.svg import Picture

if TYPE_CHECKING:
    from clew.puzzles.hints.hint import Hint


def picture_of(hint: Hint) -> Picture:
    """The known values before a hint, with highlights on the variables of its conclusion and of its reason."""
    problem, known = hint.problem, hint.knowledge.known
    left = {variable: hint.knowledge.values(variable) for variable in hint.knowledge.open}
    before: Any = problem.picture(known, left)
    after = {v: [value for value in values if value not in hint.excluded.get(v, ())] for v, values in left.items()}
    now: Any = problem.picture({**known, **hint.assigned}, after)
    if not isinstance(now, PlacedPicture):
        shown: Picture = now
        return shown

    def places(variables: Iterable[Any]) -> list[Any]:
        """The places where a picture shows some variables: those that change if it does not show them."""
        hidden = set(variables)
        values = {v: w for v, w in known.items() if v not in hidden}
        return different(before, problem.picture(values, {**left, **dict.fromkeys(hidden, ())}))

    new = places(hint.assigned)
    lost = [place for place in places(hint.excluded) if place not in new]
    about = [place for place in places(hint.cells) if place not in {*new, *lost}]
    now = now.since(before).highlighted("new", new).highlighted("pruned", lost).highlighted("reason", about)
    marked: Picture = now.captioned(cut(hint.conclusion, 60))
    return marked
