"""Older decisions as pages, if the variables of a state were never declared: they have no lanes to look them up in."""

from __future__ import annotations

from typing import Any, Generic

import attrs

from clew.state.state import Path, Val, Var


@attrs.frozen(eq=False)
class Pages(Generic[Var, Val]):
    """Older decisions as dictionaries whose sizes fall, so that few of them need looking into.

    A new page takes in every page that is not larger than itself: each decision is copied a
    logarithmic number of times, and older states keep the pages that they had (the logarithmic
    method of Bentley and Saxe, Decomposable searching problems, 1980).
    """

    pages: tuple[dict[Var, Val], ...]
    end: Path[Var, Val]

    @classmethod
    def turn(cls, path: Path[Var, Val], older: Pages[Var, Val] | None) -> Pages[Var, Val]:
        """Pages for all of `path`, of which `older` has the beginning."""
        start: Path[Any, Any] = path
        rest = start
        pages, end = ((), None) if older is None else (older.pages, older.end)
        newest: dict[Var, Val] = {}
        while rest is not end and rest is not None:
            rest, variable, value = rest
            newest[variable] = value
        while pages and len(pages[-1]) <= len(newest):
            newest = pages[-1] | newest
            pages = pages[:-1]
        return cls((*pages, newest), start)

    def get(self, variable: Var, default: Any) -> Any:
        for page in reversed(self.pages):
            if variable in page:
                return page[variable]
        return default
