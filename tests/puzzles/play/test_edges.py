"""Puzzles on edges while they are played: lines and crosses, the way of the hand, checks, hints, and the page."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest
from textual.widgets import Static

import clew
from clew.constraints import grid_sides
from clew.puzzles.play.game import Game, Moves
from clew.puzzles.play.page import play_page
from clew.puzzles.play.puzzles import Puzzle, puzzle_of
from clew.puzzles.play.terminal import Play
from clew.render import LineBoard
from clew_problems import Hashiwokakero, Masyu, Numberlink, Slitherlink
from tests.puzzles.play.puzzles import TWOS, Edge, Fence

OUTER: list[Any] = [side for side, cells in grid_sides(2, 2).items() if len(cells) == 1]
INNER: list[Any] = [side for side, cells in grid_sides(2, 2).items() if len(cells) == 2]
LINKS = "1 . 1 / 2 . 2"
"""A numberlink with a line in each row."""
ROWS: list[Any] = [((r, c), (r, c + 1)) for r in range(2) for c in range(2)]


BRIDGES = "3.3/..1/2.1"
"""Islands with two bridges above, one on the left, one below and one from the 3 on the right to the 1 below it."""


def bridges() -> Hashiwokakero:
    return Hashiwokakero.from_text(BRIDGES)


def twos() -> Slitherlink:
    return Slitherlink.from_text(TWOS)


# -- what can be played -----------------------------------------------------------------------------------------


def test_the_edges_of_the_picture_are_the_places() -> None:
    puzzle = puzzle_of(twos())
    assert puzzle.values == dict.fromkeys(OUTER + INNER, (1, 0))  # a line first, then none
    assert puzzle.names == {"line": 1, "no line": 0}
    assert puzzle.is_whole


def test_an_edge_may_have_two_lines_and_be_long() -> None:
    puzzle = puzzle_of(Hashiwokakero.from_text("3.4/.../2.3"))
    assert puzzle.names == {"line": 1, "two lines": 2, "no line": 0}
    assert puzzle.letters == {"l": "line", "d": "two lines", "x": "no line"}
    assert puzzle.values == {
        ((0, 0), (0, 2)): (1, 2, 0), ((0, 0), (2, 0)): (1, 2, 0), ((0, 2), (2, 2)): (1, 2, 0),
        ((2, 0), (2, 2)): (1, 2, 0),
    }  # fmt: skip
    assert not puzzle.spots.keys() & {(0, 1), (1, 0), (1, 1)}  # the sea


def test_variables_that_are_no_edges_are_hidden() -> None:
    puzzle = puzzle_of(Numberlink.from_text(LINKS))
    assert puzzle.values.keys() == {*ROWS, *(((0, c), (1, c)) for c in range(3))}
    assert not puzzle.is_whole


def test_a_puzzle_of_a_user_has_its_own_values() -> None:
    puzzle = puzzle_of(Fence())
    assert puzzle.names == {"line": "F", "no line": "O"}
    assert puzzle.given == {((0, 2), (1, 2)): "O"}


@pytest.mark.parametrize(
    ("problem", "place", "title"),
    [
        (twos(), ((0, 0), (1, 0)), "the left of r1c1, between dots r1c1 and r2c1"),
        (Masyu.from_text("3x3"), ((0, 0), (0, 1)), "edge between cells r1c1 and r1c2"),
        (Fence(), ((0, 0), (0, 1)), "edge between dots r1c1 and r1c2"),
        (twos(), (1, 0), "cell r2c1"),
    ],
)
def test_an_edge_is_named_by_its_ends(problem: clew.Problem[Any, Any], place: Any, title: str) -> None:
    assert puzzle_of(problem).title(place) == title


class Drawn(Fence):
    """A puzzle whose picture is what a test says."""

    def __init__(self, board: Callable[[Mapping[Edge, str]], LineBoard]) -> None:
        object.__setattr__(self, "board", board)

    def picture(
        self, assignment: Mapping[Edge, str], domains: Mapping[Edge, Collection[str]] | None = None
    ) -> LineBoard:
        board: LineBoard = object.__getattribute__(self, "board")(assignment)
        return board


@pytest.mark.parametrize(
    ("board", "why"),
    [
        (lambda values: LineBoard([["", ""]], {}), "its variables are neither cells nor edges"),
        (lambda values: LineBoard([[""]], dict.fromkeys(values, "line")), "show one value as a line and one other as"),
        (lambda values: LineBoard([[""]], {((0, 0), (0, 1)): "open"}), "show one value as a line and one other as"),
    ],
)
def test_a_picture_that_shows_no_lines_is_refused(board: Any, why: str) -> None:
    with pytest.raises(clew.OptionError, match=why):
        puzzle_of(Drawn(board))


# -- moves, rules and hints ---------------------------------------------------------------------------------------


def test_edges_that_are_open_have_no_line_when_the_puzzle_is_solved() -> None:
    played = Game(puzzle_of(twos()))
    assert not played.is_solved()  # no loop at all
    for edge in OUTER[:-1]:
        played.enter(edge, 1)
        assert not played.is_solved()
    played.enter(OUTER[-1], 1)
    assert played.is_solved()
    assert not played.is_full
    played.enter(INNER[0], 0)
    assert played.is_solved()
    played.enter(INNER[0], 1)
    assert not played.is_solved()
    played.undo()
    assert played.is_solved()


def test_the_values_of_hidden_variables_are_searched_for() -> None:
    played = Game(puzzle_of(Numberlink.from_text(LINKS)))
    for edge in ROWS:
        assert not played.is_solved()
        played.enter(edge, 1)
    assert played.is_solved()
    played.clear(ROWS[0])
    played.enter(((0, 0), (1, 0)), 1)
    assert not played.is_solved()


def test_a_check_names_the_clue_that_is_broken_and_its_edges() -> None:
    played = Game(puzzle_of(twos()))
    around = [side for side, cells in grid_sides(2, 2).items() if (0, 0) in cells]
    for edge in around[:3]:
        played.enter(edge, 1)
    broken = played.broken()
    assert "the 2 at r1c1" in {violation.rule for violation in broken}
    highlights: Mapping[Any, str] = played.board(broken).highlights
    assert {edge for edge in around[:3] if highlights.get(edge) == "conflict"} == {*around[:3]}


@pytest.mark.parametrize(
    "problem", [twos(), bridges(), Fence(), Numberlink.from_text(LINKS)], ids=lambda one: str(one.name)
)
def test_hints_lead_to_the_solution(problem: clew.Problem[Any, Any]) -> None:
    """Those about variables that the player cannot write come once each."""
    (solution,) = clew.solutions(problem)
    played = Game(puzzle_of(problem))
    told = []
    while (hint := played.hint()) is not None:
        told.append(str(hint))
        for variable, value in hint.assigned.items():
            assert solution[variable] == value
            if variable in played.puzzle.values:
                played.enter(variable, value)
    assert played.is_solved()
    assert len(told) == len(set(told))


def test_the_hand_goes_from_cells_to_edges() -> None:
    moves = Moves(Game(puzzle_of(twos())))
    assert moves.place == ((0, 0), (0, 1))
    for way, place in [
        ("down", (0, 0)),
        ("right", ((0, 1), (1, 1))),
        ("down", ((1, 1), (2, 1))),
        ("left", (1, 0)),
        ("down", ((2, 0), (2, 1))),
        ("right", ((2, 1), (2, 2))),
        ("right", ((2, 0), (2, 1))),  # around
    ]:
        moves.go(way)
        assert moves.place == place


def test_the_hand_goes_from_cells_to_lines_through_them() -> None:
    moves = Moves(Game(puzzle_of(Masyu.from_text("3x3"))))
    for way, place in [
        ("right", (0, 1)),
        ("down", ((0, 1), (1, 1))),
        ("left", ((0, 0), (1, 0))),
        ("down", (1, 0)),
        ("right", ((1, 0), (1, 1))),
        ("down", ((2, 0), (2, 1))),
    ]:
        moves.go(way)
        assert moves.place == place


def test_the_hand_goes_over_the_sea() -> None:
    moves = Moves(Game(puzzle_of(bridges())))
    for way, place in [
        ("right", (0, 2)),
        ("right", (0, 0)),  # around
        ("down", ((0, 0), (2, 0))),
        ("right", ((0, 2), (1, 2))),
        ("down", (1, 2)),
        ("down", ((1, 2), (2, 2))),
    ]:
        moves.go(way)
        assert moves.place == place


def test_a_key_draws_two_lines() -> None:
    moves = Moves(Game(puzzle_of(bridges())))
    for key, value in [("d", 2), ("1", 1), ("2", 2), ("x", 0)]:
        assert moves.type(key)
        assert moves.game.values == {((0, 0), (0, 2)): value}
    moves.go("right")
    moves.go("down")
    with pytest.raises(clew.OptionError, match="cannot be two lines"):
        moves.type("d")  # the 1 has room for one


def test_keys_draw_lines_and_crosses() -> None:
    moves = Moves(Game(puzzle_of(twos())))
    for key, value in [("l", 1), ("x", 0), ("1", 1), ("0", 0), ("L", 1)]:
        assert moves.type(key)
        assert moves.game.values == {((0, 0), (0, 1)): value}
    assert not moves.type("2")
    moves.next_value()
    assert moves.game.values == {((0, 0), (0, 1)): 0}
    moves.next_value()
    assert moves.game.values == {}


@pytest.mark.parametrize("move", [Moves.next_value, Moves.clear, lambda moves: moves.type("l")])
def test_nothing_is_drawn_in_a_cell(move: Callable[[Moves], object]) -> None:
    moves = Moves(Game(puzzle_of(twos())))
    moves.go("down")
    with pytest.raises(clew.OptionError, match="Lines are drawn on edges"):
        move(moves)


def test_an_edge_that_is_given_stays() -> None:
    moves = Moves(Game(puzzle_of(Fence())), ((0, 2), (1, 2)))
    with pytest.raises(clew.OptionError, match=r"edge between .* is given"):
        moves.next_value()


# -- the terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "lines"), [((100, 30), ["┏━━━━━━━╸       ·", "┃"]), ((60, 13), ["┏━━━╸   ·", "┃ 2   2"])]
)
def test_lines_are_drawn_by_keys(room: tuple[int, int], lines: list[str]) -> None:
    async def run() -> None:
        app = Play(Game(puzzle_of(twos())))

        def shown(name: str) -> str:
            return str(app.query_one(f"#{name}", Static).render())

        async def press(*keys: str) -> None:
            await pilot.press(*keys)

        async with app.run_test(size=room) as pilot:
            await pilot.pause()
            assert "12 edges open" in shown("words")
            await press("l", "down", "left", "space")
            assert "the left of r1c1, between dots r1c1 and r2c1 = line" in " ".join(shown("words").split())
            assert [line.strip() for line in shown("drawing").split("\n")[:2]] == lines
            await press("enter")
            assert "= no line" in shown("words")
            assert "\N{MULTIPLICATION SIGN}" in shown("drawing")
            await press("ctrl+z", "right", "l")
            assert "Lines are drawn on edges" in " ".join(shown("words").split())
            await press("right", "l", "exclamation_mark")
            assert "2 at r1c1" in " ".join(shown("words").split())
            await press("backspace", "exclamation_mark")
            assert "No rule is broken so far" in " ".join(shown("words").split())
            await press("question_mark")
            assert str(app.game.hint()) in " ".join(shown("words").split())

    asyncio.run(run())


def test_two_lines_are_drawn_side_by_side() -> None:
    async def run() -> None:
        app = Play(Game(puzzle_of(bridges())))
        async with app.run_test(size=(70, 8)) as pilot:
            await pilot.pause()
            await pilot.press("d", "left", "down", "l", "right", "x")
            rows = str(app.query_one("#drawing", Static).render()).split("\n")
            assert rows[0].strip() == "3═══════3"
            assert [rows[2].strip(), rows[4].strip()] == ["┃   ·   1", "2   ·   1"]
            assert rows[1].split() == ["┃", "\N{MULTIPLICATION SIGN}"]
            assert "l line, d two lines, x no line" in " ".join(str(app.query_one("#words", Static).render()).split())

    asyncio.run(run())


def test_a_loop_that_is_closed_solves_the_puzzle() -> None:
    async def run() -> None:
        app = Play(Game(puzzle_of(twos())))
        async with app.run_test() as pilot:
            for edge in OUTER:
                assert "solved" not in str(app.query_one("#words", Static).render())
                app.moves.place = edge
                await pilot.press("l")
            assert "Solved" in str(app.query_one("#words", Static).render())

    asyncio.run(run())


# -- the page -------------------------------------------------------------------------------------------------------


def data_of(puzzle: Puzzle) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', play_page(puzzle).html)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_page_has_cells_and_edges_row_by_row() -> None:
    data = data_of(puzzle_of(twos()))
    cells = data["cells"]
    assert [cell["at"][:2] for cell in cells] == sorted(cell["at"][:2] for cell in cells)
    assert len(cells) == 4 + 12
    (first, *_) = cells
    assert first["label"] == "the top of r1c1, between dots r1c1 and r1c2"
    assert (first["runs"], first["name"]) == ("across", [[0, 0], [0, 1]])
    left, top, width, height = first["at"][2:]
    assert (left + width / 2, top + height / 2) == (12 + 20, 12)  # its middle is on the upper border
    assert {cell["runs"] for cell in cells if "between" in cell["label"]} == {"across", "down"}
    assert [cell["shown"] for cell in cells if cell["label"].startswith("cell")] == ["2"] * 4
    assert data["names"] == ["line", "no line"]
    numbers = {tuple(map(tuple, cell["name"])): k for k, cell in enumerate(cells) if "name" in cell}
    assert {numbers[edge] for edge in OUTER} == {int(k) for k, value in data["solution"].items() if value == 0}


def test_pearls_are_told_to_readers() -> None:
    cells = data_of(puzzle_of(Masyu.from_text("B..B/..../..../B..B")))["cells"]
    assert [cell["shown"] for cell in cells if cell["label"] == "cell r1c1"] == ["black circle"]


def test_hints_about_hidden_variables_light_their_cells() -> None:
    data = data_of(puzzle_of(Numberlink.from_text(LINKS)))
    places = [cell["label"] for cell in data["cells"]]
    some = [step for step in data["steps"] if not step["set"] and step["lit"]]
    assert some
    for step in some:
        (lit,) = step["lit"]
        assert places[lit].removeprefix("cell ") in step["text"]
