"""The player, driven by keys without a terminal, and what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from rich.errors import MissingStyle
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Static

import clew
from clew import events, plugins
from clew.events import DeadEndEvent, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.render import Board, LineBoard
from clew.watch.observers.recorder import Recorder
from clew.watch.trace.boards import SIZES, drawn
from clew.watch.trace.player import Player
from clew.watch.trace.scene import STYLES, scene
from clew.watch.trace.screen import is_dark_terminal, styles
from clew.watch.trace.tape import Reel, Tape
from clew_problems import Queens, Sudoku
from tests.examples import THOROUGH

Drive = Callable[[Player, Pilot[None]], Awaitable[None]]
LOOKS = (None, *SIZES)
FOUR: dict[str, Any] = {"inference": "forward", "variable_order": "static"}


def drive(
    problem: clew.Problem[Any, Any],
    drive: Drive,
    size: tuple[int, int] = (80, 24),
    enough: int | None = None,
    **options: Any,
) -> None:
    async def run() -> None:
        tape = Tape(problem, enough, options)  # type: ignore[arg-type]
        try:
            reel = Reel(tape)
            reel.forward()
            player = Player(problem, reel)
            async with player.run_test(size=size) as pilot:
                await pilot.pause()
                await drive(player, pilot)
        finally:
            tape.close()

    asyncio.run(run())


def shown(player: Player, name: str) -> str:
    return str(player.query_one(f"#{name}", Static).render())


async def settled(player: Player, pilot: Pilot[None]) -> None:
    while player.reel.goal is not None:
        await pilot.pause(0.05)


def recorded(problem: clew.Problem[Any, Any], **options: Any) -> list[Any]:
    recorder = Recorder()
    clew.solve(problem, clew.All(), observers=[recorder], **options)
    return recorder.events


# -- keys -------------------------------------------------------------------------------------------------


def test_steps_forth_and_back_show_the_same() -> None:
    recorder = Recorder()
    clew.solve(Queens(4), clew.First(), observers=[recorder], **FOUR)
    number = len(recorder.events)

    async def through(player: Player, pilot: Pilot[None]) -> None:
        there = []
        for place in range(1, number + 1):
            assert player.reel.position == place
            there.append((shown(player, "drawing"), shown(player, "words").replace(f" of {number}", "")))
            await pilot.press("right")
        assert "this is the last step" in shown(player, "status")
        assert "1 solution, and there may be more: 7 nodes, 2 failures" in shown(player, "words").replace("\n", " ")
        await pilot.press("left")
        for place in range(number - 1, 0, -1):
            assert player.reel.position == place
            assert (shown(player, "drawing"), shown(player, "words").replace(f" of {number}", "")) == there[place - 1]
            await pilot.press("left")
        assert "this is the first step" in shown(player, "status")

    drive(Queens(4), through, enough=1, **FOUR)


def test_jumps() -> None:
    expected = recorded(Queens(5), **FOUR)

    def next_after(place: int, kind: type) -> int:
        return next(k for k, event in enumerate(expected, 1) if k > place and isinstance(event, kind))

    async def jump(player: Player, pilot: Pilot[None]) -> None:
        place = 1
        for key, kind in (("n", NodeEvent), ("s", SolutionEvent), ("d", DeadEndEvent), ("n", NodeEvent)):
            await pilot.press(key)
            await settled(player, pilot)
            place = next_after(place, kind)
            assert player.reel.position == place
        await pilot.press("end")
        await settled(player, pilot)
        assert player.reel.position == len(expected)
        await pilot.press("home")
        assert player.reel.position == 1

    drive(Queens(5), jump, **FOUR)


def test_going_to_a_step() -> None:
    async def go(player: Player, pilot: Pilot[None]) -> None:
        await pilot.press("g")
        assert player.query_one("#number").display
        await pilot.press(*"17", "enter")
        await settled(player, pilot)
        assert player.reel.position == 17
        assert not player.query_one("#number").display
        await pilot.press("g", *"9", "escape")
        await pilot.press("right")  # the keys are the player's again
        assert player.reel.position == 18
        await pilot.press("g", "enter")
        assert player.reel.position == 18

    drive(Queens(5), go)


def test_playing_and_speed() -> None:
    async def play(player: Player, pilot: Pilot[None]) -> None:
        assert shown(player, "status").startswith("‖ 4/s")
        await pilot.press("up", "plus", "minus")
        assert player.reel.speed == 8.0
        await pilot.press("down", "up", "up", "up", "up", "up")
        await pilot.press("space")
        assert shown(player, "status").startswith("▶ 128/s")
        while player.reel.position < 20:
            await pilot.pause(0.02)
        await pilot.press("space")
        place = player.reel.position
        await pilot.pause(0.1)
        assert player.reel.position == place
        assert shown(player, "status").startswith("‖ 128/s")

    drive(Queens(8), play, inference="check")


def test_a_long_jump_leaves_the_keys_alive() -> None:
    async def give_up(player: Player, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        assert "looking for the next solution: space stops it" in shown(player, "status")
        await pilot.press("space")
        assert player.reel.goal is None
        assert "stopped here" not in shown(player, "words")
        place = player.reel.position
        await pilot.press("left")
        assert player.reel.position == place - 1

    drive(Queens(40), give_up, inference="check", variable_order="static")


def test_help_light_and_size() -> None:
    async def press(player: Player, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        for binding in Player.BINDINGS:
            assert isinstance(binding, Binding)
            if binding.description:
                assert player.get_key_display(binding) in shown(player, "words")
                assert (binding.tooltip or binding.description) in shown(player, "words")
        await pilot.press("question_mark")
        assert shown(player, "words").startswith("node 1")
        dark = player.theme
        await pilot.press("l")
        assert (dark, player.theme) == ("clew-dark", "clew-light")
        assert player.console.get_style("ink") == styles(is_dark=False).styles["ink"]
        player.console.pop_theme()  # there is one of the player's own, however often it changes
        with pytest.raises(MissingStyle):
            player.console.get_style("ink")
        player.console.push_theme(styles(is_dark=False))
        drawings = []
        for _ in range(4):
            drawings.append(shown(player, "drawing"))
            await pilot.press("m")
        assert shown(player, "drawing") == drawings[0]
        # As large as it fits, with marks, with symbols, without lines.
        assert len(drawings[1]) > len(drawings[2]) > len(drawings[3])

    drive(Sudoku.empty(4), press, inference="forward")


def test_a_board_larger_than_the_screen_is_scrolled() -> None:
    async def scroll(player: Player, pilot: Pilot[None]) -> None:
        board = player.query_one("#board")
        await pilot.press("m", "m")  # with lines, though there is no room for them
        await pilot.pause()
        assert board.max_scroll_y > 0
        assert board.max_scroll_x > 0
        await pilot.press("shift+down", "shift+right")
        await pilot.pause()
        assert (board.scroll_x, board.scroll_y) > (0, 0)
        await pilot.press("end")  # what is new is moved into sight
        await settled(player, pilot)
        await pilot.pause()
        assert board.scroll_y > 0

    drive(Queens(30), scroll, (40, 16), enough=1, inference="unit")


@pytest.mark.parametrize("size", [(80, 24), (50, 20), (20, 8), (200, 60)])
def test_any_terminal_will_do(size: tuple[int, int]) -> None:
    async def look(player: Player, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        await settled(player, pilot)
        assert "dead end" in shown(player, "words")
        assert (player.query_one("#side").region.y > 0) is (size[0] < 66)  # below the board, or beside it
        assert player.query_one("#side").content_size.height >= min(size[1] - 4, 6)

    drive(Queens(8), look, size, **FOUR)


def test_what_a_hook_raises_ends_the_player() -> None:
    class Broken(Queens):
        def is_consistent(self, state: Any, variable: int, value: int) -> bool:
            if variable == 3:
                raise ZeroDivisionError("the fourth row")
            return super().is_consistent(state, variable, value)

    async def to_the_end(player: Player, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause(0.1)
        assert isinstance(player.failure, ZeroDivisionError)

    drive(Broken(6), to_the_end, inference="check")


def test_quitting_leaves_no_search_behind() -> None:
    async def leave(player: Player, pilot: Pilot[None]) -> None:
        await pilot.press("right", "q")
        assert player.failure is None

    drive(Queens(40), leave, inference="check")


@pytest.mark.parametrize(("told", "is_dark"), [("15;0", True), ("0;15", False), ("0;default;7", False), ("", True)])
def test_a_light_terminal_says_so(told: str, is_dark: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", told)
    assert is_dark_terminal() is is_dark


# -- what is seen -----------------------------------------------------------------------------------------


def test_a_scene_says_what_happened_where() -> None:
    problem = Sudoku([[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4])
    tape = Tape(problem, 1, {"inference": "forward", "variable_order": "static"})
    tape.reach(10**6)
    steps = [tape[number] for number in range(1, tape.last + 1)]
    node = next(k for k, step in enumerate(steps) if isinstance(step.event, NodeEvent))
    tried, row = steps[node + 1 : node + 3]
    assert isinstance(tried.event, TryEvent)
    assert isinstance(row.event, PruneEvent)
    seen = scene(problem, tried)
    assert seen.touched == {(0, 1): "tried"}
    assert seen.picture is not None
    assert seen.picture.contents[0, 1][0] == "2"  # type: ignore[index]
    # A 2 in row 1 takes the 2 from the cells behind it; the 1 went before.
    seen = scene(problem, row)
    assert seen.touched == {(0, 1): "tried", (0, 2): "pruned", (0, 3): "pruned"}
    assert seen.lost == {(0, 2): ["2"], (0, 3): ["2"]}
    assert scene(problem, steps[-1]).touched  # the last decision of the solution
    tape.close()


def test_a_search_begins_with_the_clues_and_no_pencil_marks() -> None:
    problem = Sudoku([[1, 2, 0, 0], [0, 0, 0, 2], [2, 0, 0, 0], [0, 0, 0, 0]])
    tape = Tape(problem, None, {"inference": "forward"})
    assert tape.reach(2)
    first, then = tape[1], tape[2]
    tape.close()
    assert tape.story.words(first) == "clues: r1c1 = 1, r1c2 = 2, r2c4 = 2, r3c1 = 2"
    seen = scene(problem, first)
    assert isinstance(seen.picture, Board)
    assert {place: symbol for place, symbol in seen.picture.cells.items() if symbol} == {
        (0, 0): "1", (0, 1): "2", (1, 3): "2", (2, 0): "2"
    }  # fmt: skip
    assert not any(seen.picture.marks.values())
    later = scene(problem, then).picture
    assert isinstance(later, Board)
    assert later.marks[0, 2]


def test_a_dead_end_shows_what_was_emptied() -> None:
    problem = Queens(4)
    tape = Tape(problem, None, {"inference": "forward", "variable_order": "static"})
    tape.reach(10**6)
    step = next(tape[k] for k in range(1, tape.last + 1) if isinstance(tape[k].event, DeadEndEvent))
    # Queens in A1 and C2: the third row has no square left, and its last one was taken by the diagonal.
    assert scene(problem, step).touched == {(1, 2): "conflict", (2, 3): "conflict"}
    tape.close()


def test_what_is_too_large_is_not_drawn() -> None:
    problem = Queens(200)
    tape = Tape(problem, 1, {"inference": "forward", "variable_order": "static"})
    tape.reach(2)
    text = drawn(scene(problem, tape[2]), (24, 80)).text.plain
    assert text == "200 variables with more than 16,000 values: too many to draw"
    tape.close()


def test_a_list_of_names_shows_what_happened_too() -> None:
    problem = clew.load("cryptarithm", "AB+B=CC")
    tape = Tape(problem, None, {"inference": "forward", "variable_order": "static"})
    tape.reach(10**6)
    seen = {type(tape[k].event): scene(problem, tape[k]) for k in range(1, tape.last + 1)}
    assert "tried" in seen[TryEvent].touched.values()
    assert "pruned" in seen[PruneEvent].touched.values()
    assert seen[PruneEvent].lost
    tape.close()


def test_a_board_is_drawn_in_each_size() -> None:
    problem = Sudoku([[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4])
    tape = Tape(problem, 1, {"inference": "forward", "variable_order": "static"})
    tape.reach(10**6)
    step = next(tape[k] for k in range(1, tape.last + 1) if isinstance(tape[k].event, NodeEvent))
    marks, cells, compact = (drawn(scene(problem, step), (1, 1), size).text.plain for size in SIZES)
    assert compact == "1 3 3 3\n3 3 4 4\n3 4 4 4\n3 4 4 4".translate(str.maketrans("34", "₃₄"))
    assert cells.split("\n")[:5] == [
        "┏━━━┳━━━┳━━━┳━━━┓",
        "┃ 1 │234┃234│234┃",
        "┣───┼───╋───┼───┫",
        "┃234│234┃ ₄ │ ₄ ┃",
        "┣━━━╋━━━╋━━━╋━━━┫",
    ]
    assert marks.split("\n")[:4] == [
        "┏━━━┳━━━┳━━━┳━━━┓",
        "┃ 1 │  2┃  2│  2┃",
        "┃   │3 4┃3 4│3 4┃",
        "┣───┼───╋───┼───┫",
    ]
    tape.close()


@pytest.mark.parametrize("name", [plugin.name for plugin in plugins.installed()])
def test_every_plugin_can_be_watched(name: str) -> None:
    kind = plugins.find(name)
    example = min((example for example in kind.examples if example.count), key=lambda example: len(example.text))
    problem = kind.from_text(example.text, **example.parameters)
    with_steps = Tape(problem, 1)
    with_steps.reach(60)
    reel = Reel(with_steps)
    kinds = set()
    for step_number in range(60):
        reel.forward()
        step = reel.step
        assert step is not None
        kinds.add(type(step.event))
        seen = scene(problem, step)
        for size in LOOKS if THOROUGH or step_number % 3 == 0 else LOOKS[step_number % 3 :: 3]:
            text = drawn(seen, (20, 50), size).text
            assert text.plain.strip()
            assert STYLES.keys() >= {str(span.style) for span in text.spans if span.style}
            if isinstance(seen.picture, (Board, LineBoard)):
                assert len({line.cell_len for line in text.split("\n")}) == 1
    assert kinds & {events.NodeEvent, events.PruneEvent}
    with_steps.close()
