"""Drawings in the styles that `--style` names, which may be several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from clew.problem import Problem

Styles = Sequence[str] | None
"""What was asked for; None if nothing was."""


def check(problem: Problem[Any, Any], styles: Styles) -> None:
    """Refuse styles that a problem does not have, before it is searched.

    Raises:
        OptionError: it has no such style.
    """
    for style in styles or ():
        problem.check_style(style)


def drawings(draw: Callable[[str | None], str], styles: Styles) -> list[str]:
    """A drawing in each of the styles, or in the default."""
    return [draw(style) for style in styles or (None,)]


def titled(title: str, drawn: Sequence[str]) -> str:
    """Drawings below their title; the first stands behind it if it is one line."""
    text = "\n".join(drawn)
    between = "\n" if "\n" in drawn[0] else " "
    return f"{title}:{between}{text}" + "\n" * ("\n" in text)


def numbered(number: int, drawn: Sequence[str], stands_for: int | None = None) -> str:
    """The drawings of a solution below its number."""
    return titled(f"Solution {number}" + ("" if stands_for is None else f", for {stands_for}"), drawn)
