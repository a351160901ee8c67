"""The parts of an instance that its picture does not show: a puzzle on paper that lacks a clue cannot be solved.

A picture loses a part of an instance if other instances have the same picture. So each word of the instance's text is
changed in a few ways, and the pictures are compared. A model has no text: its picture shows its given values, and of
its constraints those that are regions, whole lines, or signs between cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, Final

from clew.constraints.all_different import AllDifferent
from clew.constraints.arithmetic import Linear
from clew.constraints.base import Constraint
from clew.errors import ClewError, cut
from clew.problem.declared import Declared, is_declared
from clew.problem.drawing import signs_of
from clew.problem.fields import fields_of
from clew.problem.model import Model
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.render.boards import Board
from clew.render.svg import Drawn

WORD: Final = re.compile(r"[0-9]{1,3}(?![0-9])|[0-9]|[^\W\d_]|[^\w\s.]")
"""A number, a digit of a longer one, a letter or a sign in a text; a dot is an empty cell."""
MOST: Final = 200
"""Words that are changed; of a longer text as many, spread over it."""
WAYS: Final = 3
"""Changes of a word that are tried before it counts as lost."""
LONGEST: Final = 1000
"""Characters of a note."""
NOTES: Final = {
    "en": ("Not drawn: ", "Not all of this is drawn: "),
    "fr": ("Non dessiné : ", "Une partie de ceci n'est pas dessinée : "),
    "de": ("Nicht gezeichnet: ", "Nicht alles davon ist gezeichnet: "),
}
"""The beginnings of a note in each language: about a model, and about a problem with a text."""


def undrawn(problem: AnyProblem, language: str = "en") -> str:
    """A line with the parts of an instance that its picture does not show; empty if none was found.

    Args:
        problem: the instance, whose picture shows its given values.
        language: that of the words before them.
    """
    of_model, of_text = NOTES[language]
    if isinstance(problem, Model):
        found = list(_constraints(problem))
        return cut(f"{of_model}{', '.join(found)}", LONGEST) if found else ""
    try:
        text, drawn = problem.to_text(), _drawn(problem)
    except ClewError:  # it has no text, or its picture is too large: drawing it raises the error
        return ""
    words = [*re.finditer(WORD, text)]
    if any(_is_lost(problem, text, word, drawn) for word in words[:: -(-len(words) // MOST) or 1]):
        return cut(f"{of_text}{' / '.join(filter(str.strip, text.splitlines()))}", LONGEST)
    return ""


def _drawn(problem: AnyProblem) -> Drawn:
    return problem.picture(problem.given()).drawn()


def _is_lost(problem: AnyProblem, text: str, word: re.Match[str], drawn: Drawn) -> bool:
    """Whether no change of a word changes the picture."""
    changes = islice(_changes(problem, text, word, drawn), WAYS)
    return not next(changes, True) and not any(changes)


def _changes(problem: AnyProblem, text: str, word: re.Match[str], drawn: Drawn) -> Iterator[bool]:
    """Whether another word in place of one changes the picture, for each that gives another instance.

    Of instances that differ in names alone, such as the letters of regions, none is another. The nearest signs of the
    text come first: a region of one cell that gets the letter of a region far away looks as before.
    """
    kind = type(problem)
    parameters = {field.name: getattr(problem, field.name) for field in fields_of(kind) if "help" in field.metadata}
    begin, end = word.span()
    numbers = [str(int(word[0]) + 1), str(int(word[0]) - 1)] if word[0].isdecimal() else []
    near = sorted(range(len(text)), key=lambda place: abs(place - begin))
    signs = dict.fromkeys(text[k] for k in near if text[k] != word[0] and not text[k].isspace())
    for instead in chain(numbers, signs):
        try:
            other = kind.from_text(f"{text[:begin]}{instead}{text[end:]}", **parameters)
            if other.to_text() == text:
                continue
            is_seen = _drawn(other) != drawn
            if is_seen or _meaning(other) != _meaning(problem):
                yield is_seen
        except Exception:  # noqa: S112  (the changed text need not be an instance)
            continue


def _meaning(problem: AnyProblem) -> Any:
    """The domains, the given values and the primitives; the text of a problem whose rules lie in hooks."""
    declared = Declared(problem)
    if not is_declared(problem, declared.constraints, declared.domains):
        return problem.to_text()
    primitives = {*map(repr, chain.from_iterable(constraint.primitives() for constraint in declared.constraints))}
    return {v: tuple(domain) for v, domain in declared.domains.items()}, dict(problem.given()), primitives


def _constraints(model: Model) -> Iterator[str]:
    """The constraints of a model that its picture does not show."""
    names, board = Names(model), model.picture(model.given())
    shown = _groups(board) if isinstance(board, Board) else None
    for constraint in model.constraints():
        is_group = isinstance(constraint, AllDifferent) and frozenset(constraint.scope) in (shown or ())
        if shown is None or not (is_group or signs_of([constraint])):
            yield _said(constraint, names)


def _groups(board: Board) -> set[frozenset[Any]]:
    """The cells of each row, of each column, and of each region."""
    groups: dict[Any, set[Any]] = {}
    for cell in board.cells:
        for group in (("row", cell[0]), ("column", cell[1]), ("region", board.regions.get(cell))):
            groups.setdefault(group, set()).add(cell)
    return {frozenset(cells) for cells in groups.values()}


def _said(constraint: Constraint, names: Names) -> str:
    """A constraint in a line, with its label; a sum as it is written with a pencil."""
    said = names.constraint(constraint)
    if type(constraint) is Linear:
        terms = zip(constraint.coefficients, map(names.variable, constraint.scope), strict=True)
        total = " + ".join(name if k == 1 else f"{k} {name}" for k, name in terms)
        said = f"{total} {constraint.relation} {constraint.bound}"
    return said if constraint.label is None else f"{constraint.label}: {said}"
