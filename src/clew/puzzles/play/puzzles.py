"""The puzzles that can be played: each variable that a person fills in is a cell of a board, or an edge of one.

The picture of the puzzle says which. On a `Board` the variables are cells with few values each. On a `LineBoard` they
are the pairs of points that it has lines for, and a value is a line, two lines side by side, or no line.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sized
from itertools import islice
from pathlib import Path
from typing import Any, Final

import attrs

from clew.errors import OptionError
from clew.problem.declared import declared_domains, declared_given, overrides, title_of
from clew.problem.drawing import is_cell
from clew.problem.pictures import sorted_values, symbol
from clew.problem.problem import AnyProblem
from clew.puzzles.hints.terms import Terms
from clew.render.boards import Board
from clew.render.languages import templates
from clew.render.lines import Line, LineBoard, Segment, steps_of

Cell = tuple[int, int]
Place = Cell | Segment
"""A cell, or the two points that an edge joins."""

LANGUAGES: Final = Path(__file__).with_name("languages")
"""For each language the words of a player."""
MOST: Final = 100
"""Values that a cell may have."""
LONGEST: Final = 12
"""Characters that the name of a value may have."""
LOOKS: Final[Mapping[Line, str]] = {"line": "line", "double": "two lines", "none": "no line"}
"""The names of the values of an edge, by what the picture shows."""
NO_PLACES: Final = "its variables are neither cells nor edges"
NEEDED: Final = ("line", "no line")
"""Those of which there must be one each."""
LETTERS: Final = {"l": "line", "d": "two lines", "x": "no line"}
"""The letters that write them."""


@attrs.frozen(eq=False)
class Puzzle:
    """The places of a puzzle that is played.

    Attributes:
        problem: the puzzle.
        values: the values that each place may take.
        given: the values of the places that the instance fixes.
        names: the values by their names, in the order in which they are offered.
        is_whole: whether the places are all the variables; there may be others, which only the search knows.
        spots: the row and the column of each place that the player can go to; rows and columns of edges lie between
            those of cells.
        titles: the names of places for readers, if the places are edges.
        unwritten: the values that places have if they are left open: edges have no line.
        language: the language of titles.
        areas: the cells that each value of a place covers, if the picture shows values as regions.
    """

    problem: AnyProblem
    values: Mapping[Any, tuple[Any, ...]]
    given: Mapping[Any, Any]
    names: Mapping[str, Any]
    is_whole: bool
    spots: Mapping[Any, Cell]
    titles: Mapping[Any, str] = attrs.field(factory=dict)
    unwritten: Mapping[Any, Any] = attrs.field(factory=dict)
    language: str = "en"
    areas: Mapping[Any, Mapping[Any, frozenset[Any]]] = attrs.field(factory=dict)

    @property
    def has_edges(self) -> bool:
        """Whether its places are edges: lines are drawn there, and there are no pencil marks."""
        return bool(self.titles)

    @property
    def keys(self) -> dict[str, str]:
        """Keys that write values with longer names: letters, and the symbols that hints have."""
        symbols = {symbol(self.problem, value): name for name, value in self.names.items()}
        return {**symbols, **self.letters} if self.has_edges else {}

    @property
    def letters(self) -> dict[str, str]:
        """The letters that write the values of edges."""
        return {letter: name for letter, name in LETTERS.items() if name in self.names}

    def name(self, value: Any) -> str:
        """The name of a value, as pictures show it, or of a line."""
        name = next((name for name, own in self.names.items() if own == value), symbol(self.problem, value))
        return self.said(name) if self.has_edges and name in self.names else name

    def said(self, key: str, *parts: Any) -> str:
        """A sentence of the player's language, filled in."""
        return templates(LANGUAGES, self.language)[key].format(*parts)

    def title(self, place: Any) -> str:
        """The name of a place for readers."""
        return self.titles.get(place) or self.problem.variable_title(place)

    def board(self, values: Mapping[Any, Any], marks: Mapping[Any, Any] | None = None) -> Board | LineBoard:
        """The board with some values and pencil marks.

        Raises:
            OptionError: the picture of the puzzle is no board.
        """
        board = self.problem.picture(values, marks or None)
        if isinstance(board, LineBoard):
            return board
        if not isinstance(board, Board):
            raise _refusal(self.problem, "its picture is no board")
        return board if self.areas else attrs.evolve(board, spots=tuple(self.names))


def puzzle_of(problem: AnyProblem, language: str = "en") -> Puzzle:
    """The places of a puzzle, to be played.

    Args:
        problem: the puzzle.
        language: the language of the names of its edges.

    Raises:
        OptionError: it cannot be played on a board; the message says why.
    """
    domains = declared_domains(problem)
    if not domains:
        raise _refusal(problem, "it declares no variables")
    board = problem.picture(declared_given(problem))
    made = _edges(problem, domains, board, language) if isinstance(board, LineBoard) else _cells(problem, domains)
    return attrs.evolve(made, language=language)


def _given(problem: AnyProblem, places: Collection[Any]) -> dict[Any, Any]:
    return {place: value for place, value in declared_given(problem).items() if place in places}


def _listed(problem: AnyProblem, place: Any, domain: Any) -> tuple[Any, ...]:
    values = tuple(islice(domain, MOST + 1))
    if len(values) > MOST:
        number = len(domain) if isinstance(domain, Sized) else f"more than {MOST}"
        raise _refusal(problem, f"{problem.variable_title(place)} has {number} values, and {MOST} are the most")
    return values


def _refusal(problem: AnyProblem, why: str) -> OptionError:
    return OptionError(f"{title_of(problem)} cannot be played: {why}")


# -- cells ----------------------------------------------------------------------------------------------


def _cells(problem: AnyProblem, domains: Mapping[Any, Any]) -> Puzzle:
    """A puzzle whose variables are cells."""
    listed = {cell: _listed(problem, cell, domain) for cell, domain in domains.items() if is_cell(cell)}
    if not listed:
        raise _refusal(problem, NO_PLACES)
    values = sorted_values(listed.values())
    names = {symbol(problem, value): value for value in values}
    if len(names) < len(values):
        raise _refusal(problem, "several of its values have one name")
    if longest := max((name for name in names if len(name) > LONGEST), default=None):
        raise _refusal(problem, f"it has values such as {longest!r}")
    spots = {cell: cell for cell in listed}
    puzzle = Puzzle(problem, listed, _given(problem, listed), names, len(listed) == len(domains), spots)
    if not listed.keys() <= puzzle.board(puzzle.given).cells.keys():
        raise _refusal(problem, "its picture does not show all of its cells")
    return attrs.evolve(puzzle, areas=_areas(puzzle))


def _areas(puzzle: Puzzle) -> dict[Any, dict[Any, frozenset[Any]]]:
    """The cells that values cover, if the picture shows each as a region of its own, a rectangle; else nothing."""
    problem, given = puzzle.problem, puzzle.given
    if not overrides(problem, "picture"):
        return {}

    def regions(values: Mapping[Any, Any]) -> Mapping[Any, Any]:
        drawn = problem.picture(values)
        return drawn.regions if isinstance(drawn, Board) else {}

    before = regions(given)
    found: dict[Any, dict[Any, frozenset[Any]]] = {}
    for place, values in puzzle.values.items():
        for value in values:
            after = regions({**given, place: value})
            cells = frozenset(cell for cell, own in after.items() if cell not in before or before[cell] != own)
            if place not in given and not _is_rectangle(cells):
                return {}
            found.setdefault(place, {})[value] = cells
    covered = [cells for place, some in found.items() if place not in given for cells in some.values()]
    return found if len({*covered}) == len(covered) and any(len(cells) > 1 for cells in covered) else {}


def _is_rectangle(cells: Collection[Any]) -> bool:
    """Whether there are cells, and they are a full rectangle."""
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    return bool(cells) and len(cells) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


# -- edges ----------------------------------------------------------------------------------------------


def _edges(problem: AnyProblem, domains: Mapping[Any, Any], board: LineBoard, language: str) -> Puzzle:
    """A puzzle whose variables are the edges of its picture."""
    listed = {edge: _listed(problem, edge, domains[edge]) for edge in board.lines if edge in domains}
    if not listed:
        raise _refusal(problem, NO_PLACES)
    names = _lines(problem, listed)
    values = {edge: tuple([value for value in names.values() if value in own]) for edge, own in listed.items()}
    shown = board.cells if board.around else dict.fromkeys(end for edge in listed for end in edge)
    spots = {cell: (2 * cell[0] + board.around, 2 * cell[1] + board.around) for cell in shown}
    begun = {edge: steps_of(edge)[0] for edge in listed}
    spots.update({edge: (one[0] + other[0], one[1] + other[1]) for edge, (one, other) in begun.items()})
    terms, points = Terms(problem, language), "dots" if board.around else "cells"
    titles = {place: _title(terms, place, templates(LANGUAGES, language), points) for place in spots}
    unwritten = {edge: names["no line"] for edge, own in listed.items() if names["no line"] in own}
    is_whole = len(listed) == len(domains)
    return Puzzle(problem, values, _given(problem, listed), names, is_whole, spots, titles, unwritten)


def _lines(problem: AnyProblem, listed: Mapping[Any, tuple[Any, ...]]) -> dict[str, Any]:
    """The values that the picture shows as a line, as two and as none."""
    found: dict[str, list[Any]] = {name: [] for name in LOOKS.values()}
    for value in sorted_values(listed.values()):
        edges = {edge: value for edge, values in listed.items() if value in values}
        drawn = problem.picture(edges)
        looks = {drawn.lines[edge] for edge in edges} if isinstance(drawn, LineBoard) else set()
        for name in map(LOOKS.get, looks):
            found.setdefault(str(name), []).append(value)
    named = {name: values[0] for name, values in found.items() if values}
    if not {*NEEDED} <= named.keys() <= {*LOOKS.values()} or any(len(values) > 1 for values in found.values()):
        raise _refusal(problem, "its picture does not show one value as a line and one other as none")
    return named


def _title(terms: Terms, place: Any, words: Mapping[str, str], points: str) -> str:
    """What to call a cell; what to call an edge: its name, if the puzzle has one for it, and its ends."""
    if is_cell(place):
        return words["cell"].format(_point(place))
    ends = [_point(point) for point in place]
    name = terms.contracted(terms.variable(place)) if overrides(terms.problem, "variable_name") else ""
    called = words["edge"] if name in ("", "-".join(ends)) else words["edge named"].format(name)
    return words[f"between {points}"].format(called, *ends)


def _point(point: Cell) -> str:
    return f"r{point[0] + 1}c{point[1] + 1}"
