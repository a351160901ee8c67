"""A puzzle as one page that needs nothing else: it is played with mouse, touch or keyboard, and works from disk.

The board is the puzzle's own picture, with cells to write into laid over it. The page holds all hints, made beforehand,
and the rules as JSON has them (see `clew.exchange`). It checks the kinds that its script knows. A rule that is missing
there, or of another kind, it cannot check: then it compares a full board with the solution, and says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

import attrs

from clew.api import check
from clew.constraints.base import Constraint
from clew.errors import OptionError
from clew.exchange.declaration import declaration
from clew.exchange.json_primitives import forms
from clew.exchange.json_values import encoded
from clew.outcome import Limits
from clew.problem.naming import Names, has_no_name, heading_of, rules_of
from clew.problem.pictures import symbol
from clew.problem.problem import AnyProblem
from clew.problem.undrawn import undrawn
from clew.puzzles.hints.hint import Hint
from clew.puzzles.hints.steps import steps
from clew.puzzles.hints.words import Wording
from clew.puzzles.play.puzzles import LANGUAGES, Puzzle
from clew.render.boards import Board
from clew.render.html import page
from clew.render.languages import templates
from clew.render.lines import LineBoard
from clew.render.svg import MARGIN, hue, paint

PAGE: Final = Path(__file__).with_name("page")
SECONDS: Final = 10.0
"""The time to find the solution of a puzzle that has no hints."""
LARGEST: Final = 2500
"""Cells that a page may have."""
LONGEST: Final = 20_000
"""Characters that one rule may take in the page. The script has no fractions either: it would round them."""
SHOWN: Final = 9
"""Variables that stand for the name of a rule that has none."""


class PlayPage(NamedTuple):
    """A page, the hints in it, and the parts of the instance that its board does not show."""

    html: str
    steps: tuple[Hint, ...]
    undrawn: str = ""


def play_page(puzzle: Puzzle, links: Mapping[str, str] | None = None) -> PlayPage:
    """A page to play a puzzle on.

    Args:
        puzzle: the puzzle; the page and its hints have its language.
        links: addresses of other pages, by the texts of links to them.

    Raises:
        OptionError: the board is too large.
    """
    problem = puzzle.problem
    board, note = puzzle.board(puzzle.given), undrawn(problem, puzzle.language)
    if len(board.cells) > LARGEST:
        raise OptionError(f"a board of {len(board.cells)} cells is too large for a page: {LARGEST} are the most")
    (hints, solution), wording = _solved(puzzle), Wording(problem, puzzle.language)
    numbers = {value: number for number, value in enumerate(puzzle.names.values())}
    spots = puzzle.spots if puzzle.has_edges else {cell: cell for cell in board.cells}
    order = {place: number for number, place in enumerate(sorted(spots, key=spots.__getitem__))}
    data = {
        **_worded(problem, puzzle.language),
        "note": note,
        "links": list((links or {}).items()),
        "names": list(puzzle.names),
        "words": _words(puzzle, wording),
        "values": [_plain(value) for value in puzzle.names.values()],
        **_shown(puzzle, board, numbers, order),
        "areas": _areas(puzzle, numbers, order),
        "isWhole": puzzle.is_whole,
        "solution": None if solution is None else {order[place]: numbers[solution[place]] for place in puzzle.values},
        "steps": [_step(hint, puzzle, order, numbers, wording) for hint in hints or ()],
        "hasHints": hints is not None,
        **_rules(problem, wording),
    }
    return PlayPage(_written(data, board), hints or (), note)


def _worded(problem: AnyProblem, language: str) -> dict[str, Any]:
    """The title, the rules and the words of the page in a language."""
    about = problem.rules if language == "en" else rules_of(problem, language)
    return {
        "title": heading_of(problem, language),
        "about": about,
        "language": language,
        "said": templates(LANGUAGES, language),
    }


def _written(data: Mapping[str, Any], board: Board | LineBoard) -> str:
    title = data["said"]["title"].replace("{0}", data["title"])
    words = {"LANGUAGE": escape(data["language"]), "NO_SCRIPT": escape(data["said"]["no script"])}
    return page(PAGE, title, data, has_shared_style=True, PICTURE=_picture(board), **words)


def _words(puzzle: Puzzle, wording: Wording) -> list[str]:
    """The names of the values for readers, such as `shaded` for `#`."""
    if puzzle.has_edges:
        return [*map(puzzle.said, puzzle.names)]
    some = {value: cell for cell, values in puzzle.values.items() for value in values}
    return [wording.contracted(wording.name(some[value], value)) for value in puzzle.names.values()]


def _solved(puzzle: Puzzle) -> tuple[tuple[Hint, ...] | None, Mapping[Any, Any] | None]:
    """All hints, None if there can be none, and the solution if there is only one and it was found."""
    problem = puzzle.problem
    try:
        told = steps(problem, explain=puzzle.language)
    except OptionError:  # it has hooks, so there are no hints
        answer = check(problem, limits=Limits(time=SECONDS))
        return None, answer.solutions[0] if answer.answer == "unique" else None
    return told.hints, told.known if told.is_solved else None


def _step(
    hint: Hint, puzzle: Puzzle, order: Mapping[Any, int], numbers: Mapping[Any, int], wording: Wording
) -> dict[str, Any]:
    """A hint, with its places and values as numbers. `lit` are the places of its conclusion, written in or not."""
    values = puzzle.values
    return {
        "text": str(hint),
        "where": wording.where(hint),
        "set": [[order[v], numbers[w]] for v, w in hint.assigned.items() if v in values],
        "out": [[order[v], [numbers[w] for w in some]] for v, some in hint.excluded.items() if v in values],
        "why": [order[v] for v in hint.cells if v in order],
        "lit": [order[v] for v in hint.assigned if v in order],
    }


def _shown(
    puzzle: Puzzle, board: Board | LineBoard, numbers: Mapping[Any, int], order: Mapping[Any, int]
) -> dict[str, Any]:
    """The places of the board, with what each of them shows, and the labels around it."""
    if isinstance(board, LineBoard):
        edges = [_edge(puzzle, board, place, numbers) for place in order]
        is_worded = Names(puzzle.problem).has_decisions
        symbols = {} if is_worded else {symbol(puzzle.problem, value): name for name, value in puzzle.names.items()}
        return {"cells": edges, "keys": puzzle.keys, "symbols": symbols, "rowLabels": [], "columnLabels": []}
    cells = _cells(puzzle, board, numbers)
    return {"cells": cells, "keys": {}, "rowLabels": list(board.row_labels), "columnLabels": list(board.column_labels)}


def _edge(puzzle: Puzzle, board: LineBoard, place: Any, numbers: Mapping[Any, int]) -> dict[str, Any]:
    """A cell or an edge, with its place and its title; an edge also with its values, and how it runs."""
    x, y, width, height = board.rectangles[place]
    at, label = [*puzzle.spots[place], x + MARGIN, y + MARGIN, width, height], puzzle.title(place)
    if place not in puzzle.values:
        disc = f"{board.discs[place]} circle" if place in board.discs else ""
        return {"at": at, "label": label, "shown": " ".join(filter(None, (disc, board.cells[place]))), "values": []}
    (r, _), (end, _) = place
    return _present(
        at=at,
        label=label,
        name=_plain(place),
        runs="across" if r == end else "down",
        shown="open",
        values=[numbers[value] for value in puzzle.values[place]],
        unwritten=numbers[puzzle.unwritten[place]] if place in puzzle.unwritten else None,
        given=numbers[puzzle.given[place]] if place in puzzle.given else None,
    )


def _cells(puzzle: Puzzle, board: Board, numbers: Mapping[Any, int]) -> list[dict[str, Any]]:
    """Each cell of the board with its place, its values, and what each of them looks like."""
    looks = {value: _looks(puzzle, board, value) for value in numbers}
    about = _about(board, puzzle)
    return [
        _present(
            at=[*cell, x + MARGIN, y + MARGIN, width, height],
            shown=board.cells[cell] or ("block" if cell in board.blocks else ""),
            note=board.notes.get(cell),
            about=about.get(cell),
            values=[numbers[value] for value in puzzle.values.get(cell, ())],
            looks=[looks[value].get(cell) for value in puzzle.values.get(cell, ())],
            given=numbers[puzzle.given[cell]] if cell in puzzle.given else None,
        )
        for cell, (x, y, width, height) in sorted(board.rectangles.items())
    ]


def _present(**parts: Any) -> dict[str, Any]:
    """The parts that there are."""
    return {name: part for name, part in parts.items() if part is not None}


def _areas(puzzle: Puzzle, numbers: Mapping[Any, int], order: Mapping[Any, int]) -> dict[int, dict[int, list[int]]]:
    """For each place the cells that its values cover."""
    return {
        order[place]: {numbers[value]: sorted(order[cell] for cell in covered) for value, covered in some.items()}
        for place, some in puzzle.areas.items()
    }


def _about(board: Board, puzzle: Puzzle) -> dict[Any, str]:
    """The note about a cell, in words: that of its cage or region, its own, or those beside its diagonal."""
    found = {cell: puzzle.said("note", note) for cell, note in board.notes.items()}
    word, groups = ("cage", board.cages) if board.cages else ("region", board.regions)
    noted = {groups[cell]: note for cell, note in board.notes.items() if cell in groups}
    if len(noted) == len(board.notes):  # one for a group at most
        found |= {cell: puzzle.said(word, noted[group]) for cell, group in groups.items() if group in noted}
    for cell, texts in board.slashes.items():
        sides = zip(texts, ("downwards", "to the right"), strict=True)
        found[cell] = ", ".join(puzzle.said(side, text) for text, side in sides if text)
    return found


def _looks(puzzle: Puzzle, board: Board, value: Any) -> dict[Any, list[str]]:
    """The look of a value, as a text and a paint, in each cell in which the picture shows it."""
    everywhere = {cell: value for cell, values in puzzle.values.items() if value in values and cell not in puzzle.given}
    drawn = puzzle.board({**everywhere, **puzzle.given})
    found: dict[Any, list[str]] = {}
    if not isinstance(drawn, Board):
        return found
    for cell in everywhere:
        text, filling = drawn.cells.get(cell, ""), ""
        if cell in drawn.blocks and cell not in board.blocks:
            filling = "block"
        elif cell in drawn.colours and drawn.colours[cell] != board.colours.get(cell):
            filling = hue(drawn.colours[cell])
        if filling or text != board.cells[cell]:
            found[cell] = [text if text.strip() else "", filling]
    return found


def _plain(value: Any) -> Any:
    """A value as JSON has it; its text if JSON has nothing of the kind, and then no rule is about it."""
    try:
        return encoded(value)
    except OptionError:
        return str(value)


def _picture(board: Board | LineBoard) -> str:
    """The board, with layers for highlights and lines under its symbols. Colours come from the style of the page."""
    drawn = attrs.evolve(board, caption="").drawn()
    wide, high = drawn.width + 2 * MARGIN, drawn.height + 2 * MARGIN
    layers = "".join(f'<g id="{layer}"></g>' for layer in ("areas", "lights", "strokes"))
    inside = "".join([*drawn.ground, layers, *drawn.parts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN:g} {-MARGIN:g} {wide:g} {high:g}" width="{wide:g}" '
        f'height="{high:g}" aria-hidden="true" text-anchor="middle"><rect x="{-MARGIN:g}" y="{-MARGIN:g}" '
        f'width="{wide:g}" height="{high:g}" rx="6" {paint("paper")}/>{inside}</svg>'
    )


def _rules(problem: AnyProblem, wording: Wording) -> dict[str, Any]:
    """The rules of a puzzle for the script of its page.

    Returns:
        `bodies`: the constraints without their scopes, each once. `rules`: for each constraint its name, the number
        of its body, and its scope. `isComplete`: whether all of its rules are there.
    """
    try:
        declared = declaration(problem)
    except OptionError:  # its rules lie in hooks
        return {"bodies": [], "rules": [], "isComplete": False}
    bodies: dict[str, int] = {}
    rules: list[tuple[str, int, Any]] = []
    is_complete = True
    for constraint in declared.constraints:
        try:
            written = forms(constraint, declared)
        except OptionError:
            written, is_complete = [], False
        for form in written:
            scope = form.pop("scope", None)
            form.pop("name", None)
            text = json.dumps(form)
            if len(text) > LONGEST or '"fraction"' in text:
                is_complete = False
            else:
                rules.append((_named(constraint, wording), bodies.setdefault(text, len(bodies)), scope))
    return {"bodies": [json.loads(text) for text in bodies], "rules": rules, "isComplete": is_complete}


def _named(constraint: Constraint, wording: Wording) -> str:
    """A constraint by its name, or, if it has none, by its variables."""
    if not has_no_name(wording.problem, constraint):
        return wording.contracted(wording.rule(constraint))
    titles = [wording.contracted(wording.variable(variable)) for variable in constraint.scope]
    cells = f"{', '.join(titles[:SHOWN])}{', …' if len(titles) > SHOWN else ''}"
    return templates(LANGUAGES, wording.language)["rule about"].format(cells)
