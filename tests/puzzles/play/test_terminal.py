"""A puzzle on the terminal, driven by keys without one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widgets import Static
from textual.widgets._footer import FooterKey

import clew
from clew.puzzles.play.game import Game
from clew.puzzles.play.puzzles import puzzle_of
from clew.puzzles.play.terminal import Play
from clew.render.svg import PAINTS
from clew_problems import Slitherlink, Sudoku, Takuzu
from tests.puzzles.play.puzzles import Shaded, four

Drive = Callable[[Play, Pilot[None]], Awaitable[None]]


def drive(
    problem: clew.Problem[Any, Any], drive: Drive, size: tuple[int, int] = (100, 30), language: str = "en"
) -> None:
    async def run() -> None:
        app = Play(Game(puzzle_of(problem, language)))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await drive(app, pilot)

    asyncio.run(run())


def shown(app: Play, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).render())


def grounds(app: Play) -> dict[str, int]:
    """How many characters of the board are on each of the grounds of highlights."""
    drawing: Any = app.query_one("#drawing", Static).content
    names = {PAINTS[name][1]: name for name in ("new", "pruned", "conflict", "reason", "found")}
    counted: dict[str, int] = {}
    for span in drawing.spans:
        ground = app.console.get_style(span.style).bgcolor
        if ground is not None and ground.name in names:
            counted[names[ground.name]] = counted.get(names[ground.name], 0) + span.end - span.start
    return counted


def test_a_puzzle_is_solved_by_keys() -> None:
    async def solve(app: Play, pilot: Pilot[None]) -> None:
        assert "r1c3" in shown(app, "words")
        assert "2 to fill in" in shown(app, "words")
        await pilot.press("4")
        assert "1 to fill in" in shown(app, "words")
        await pilot.press("exclamation_mark")
        assert "row 1 cannot hold with r1c3 = 4, r1c4 = 4" not in shown(app, "words")
        assert "row 1" in shown(app, "words")
        assert "conflict" in grounds(app)
        await pilot.press("3", "up", "left")
        assert "r4c2" in shown(app, "words")
        await pilot.press("2")
        assert "does not hold for" in shown(app, "words").replace("\n", " ")  # a full board is checked
        assert "Solved" not in shown(app, "words")
        await pilot.press("3")
        assert "Solved." in shown(app, "words")

    drive(four(), solve)


def test_marks_undo_and_redo() -> None:
    async def mark(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "3", "4")
        assert "Keys write pencil marks" in shown(app, "words")
        assert "perhaps 3 4" in shown(app, "words")
        await pilot.press("ctrl+z")
        assert "perhaps 3\n" in shown(app, "words")
        await pilot.press("ctrl+y")
        assert "perhaps 3 4" in shown(app, "words")
        await pilot.press("ctrl+y")
        assert "There is nothing to make again" in shown(app, "words")
        await pilot.press("enter", "4")
        assert "r1c3 = 4" in shown(app, "words")
        await pilot.press("backspace")
        assert "perhaps 3 4" in shown(app, "words")
        await pilot.press("delete")
        assert "perhaps" not in shown(app, "words")
        await pilot.press(*["ctrl+z"] * 6)
        assert "There is nothing to undo" in shown(app, "words")

    drive(four(), mark)


def test_a_hint_has_words_and_highlights() -> None:
    async def ask(app: Play, pilot: Pilot[None]) -> None:
        assert set(grounds(app)) == {"found"}
        await pilot.press("question_mark")
        expected = clew.hint(app.game.puzzle.problem)
        assert str(expected) in " ".join(shown(app, "words").split())
        assert {"new", "reason"} <= set(grounds(app))
        await pilot.press("up")
        assert str(expected) in " ".join(shown(app, "words").split())  # so that it can be followed
        await pilot.press("3")
        assert set(grounds(app)) == {"found"}

    drive(Sudoku.from_text(Sudoku.examples[0].text), ask)


def test_a_hint_of_several_values_stays_until_they_are_written() -> None:
    async def follow(app: Play, pilot: Pilot[None]) -> None:
        app.game.enter((1, 1), 0)
        app.game.enter((3, 2), 0)
        hint = app.game.hint()
        assert hint is not None
        assert len(hint.assigned) == 2
        await pilot.press("question_mark")
        for is_said, (place, value) in zip((True, False), hint.assigned.items(), strict=True):
            assert str(hint) in " ".join(shown(app, "words").split())
            app.moves.place = place
            await pilot.press(str(value))
            assert (str(hint) in " ".join(shown(app, "words").split())) is is_said

    drive(Takuzu.from_text(Takuzu.examples[0].text), follow)


def test_a_hint_in_another_language_and_none() -> None:
    async def ask(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        assert str(clew.hint(four(), explain="de")) in " ".join(shown(app, "words").split())

    drive(four(), ask, language="de")

    async def several(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        assert "there are several solutions" in shown(app, "words")

    drive(Sudoku.from_text("4"), several)


def test_refusals_are_messages() -> None:
    async def press(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press("9")
        assert "No value is called 9." in shown(app, "words")
        await pilot.press("left", "1")
        assert "given" in shown(app, "words")
        assert "is given." in shown(app, "words")

    drive(four(), press)


def test_the_space_bar_takes_the_next_value() -> None:
    async def press(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press("space", "space")
        assert "= black" in shown(app, "words")
        assert "▒" in shown(app, "drawing")
        await pilot.press("right", "space", "space")
        assert "█" in shown(app, "drawing")
        assert "Solved." in shown(app, "words")

    drive(Shaded(), press)


@pytest.mark.parametrize("size", [(100, 30), (60, 20)])
def test_the_cell_in_front_of_the_player_is_in_sight(size: tuple[int, int]) -> None:
    async def go(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press(*["left"] * 3, *["up"] * 3)
        await pilot.pause()
        place = app.query_one("#board")
        drawing: Any = app.query_one("#drawing", Static).content
        ground = PAINTS["found"][1]
        grounds = ((one.start, app.console.get_style(one.style).bgcolor) for one in drawing.spans)
        at = next(start for start, colour in grounds if colour and colour.name == ground)
        y, x = drawing.plain[:at].count("\n"), at - drawing.plain.rfind("\n", 0, at) - 1
        assert Offset(0, 0) <= Offset(x, y) - place.scroll_offset <= Offset(*place.content_size)

    drive(Takuzu.from_text("30x30"), go, size)


class Failing(Shaded):
    """A puzzle whose rules cannot be asked."""

    def violations(self, assignment: Any) -> Any:
        raise ValueError("no rules today")


def test_an_exception_of_the_puzzle_ends_the_game_and_is_kept() -> None:
    async def check(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press("exclamation_mark")
        assert isinstance(app.failure, ValueError)

    drive(Failing(), check)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", {"Hint", "Check", "Pencil", "Undo", "Redo", "Clear", "Next", "Quit"}),
        ("de", {"Tipp", "Prüfen", "Bleistift", "Zurück", "Wieder", "Löschen", "Weiter", "Ende"}),
    ],
)
def test_every_key_is_in_the_line_below(language: str, words: set[str]) -> None:
    async def look(app: Play, pilot: Pilot[None]) -> None:
        below = {str(key.render()) for key in app.query(FooterKey)}
        assert all(any(word in key for key in below) for word in words), below

    drive(four(), look, language=language)


def test_the_screen_speaks_the_language() -> None:
    async def look(app: Play, pilot: Pilot[None]) -> None:
        assert "Pfeiltasten gehen" in shown(app, "words")
        await pilot.press("l")
        assert "Oberkante von r1c1, zwischen den Punkten r1c1 und r1c2 = Linie" in " ".join(shown(app, "words").split())
        await pilot.press("ctrl+z", "ctrl+z")
        assert "Es gibt nichts zurückzunehmen." in " ".join(shown(app, "words").split())

    drive(Slitherlink.from_text("2x2"), look, language="de")
