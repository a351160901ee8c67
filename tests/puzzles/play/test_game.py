"""The model of a puzzle that is played: what can be played, values, marks, undo and redo, checks, hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import clew
from clew.puzzles.play.game import Game, Moves, Position
from clew.puzzles.play.puzzles import puzzle_of
from clew.render import Board
from clew_problems import Crossword, MagicSquare, Pentominoes, Queens, Sudoku, Takuzu
from tests.puzzles.play.puzzles import Hidden, Shaded, four


def game(problem: clew.Problem[Any, Any] | None = None) -> Game:
    return Game(puzzle_of(problem or four()))


# -- what can be played -----------------------------------------------------------------------------------------


def test_a_puzzle_has_the_values_of_its_cells() -> None:
    puzzle = puzzle_of(four())
    assert set(puzzle.values[0, 2]) == {1, 2, 3, 4}
    assert puzzle.given.keys() == puzzle.values.keys() - {(0, 2), (3, 1)}
    assert puzzle.names == {"1": 1, "2": 2, "3": 3, "4": 4}
    assert puzzle.is_whole


def test_values_have_the_names_that_pictures_show() -> None:
    assert puzzle_of(Shaded()).names == {"black": "b", "white": "w"}


def test_a_variable_that_is_no_cell_is_hidden() -> None:
    puzzle = puzzle_of(Hidden())
    assert list(puzzle.values) == [(0, 0), (0, 1)]
    assert not puzzle.is_whole


def model(values: object) -> clew.Model:
    made = clew.Model("odd")
    made.variable((0, 0), values)  # type: ignore[arg-type]
    return made


class Elsewhere(Sudoku):
    """A puzzle whose picture shows no cells."""

    def picture(self, assignment: object, domains: object = None) -> clew.render.Picture:
        return clew.render.Text("here")


class Smaller(Sudoku):
    """A puzzle whose picture has fewer cells than it has variables."""

    def picture(self, assignment: object, domains: object = None) -> clew.render.Picture:
        return clew.render.Board([["1"]])


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (
            lambda: Queens(6),
            "queens cannot be played: its variables are neither cells nor edges",
        ),
        (lambda: clew.load("letter-tree", "A(B)", word="AB"), "it declares no variables"),
        (lambda: model(range(10**9)), "r1c1 has 1000000000 values, and 100 are the most"),
        (lambda: model(["a" * 13]), "it has values such as 'aaaaaaaaaaaaa'"),
        (lambda: model([1, "1"]), "several of its values have one name"),
        (lambda: Pentominoes.from_text("3x5", **Pentominoes.examples[0].parameters), "it has values such as"),
        (lambda: Elsewhere.from_text("4"), "its picture is no board"),
        (lambda: Smaller.from_text("4"), "its picture does not show all of its cells"),
    ],
)
def test_a_refusal_is_one_line(make: Callable[[], clew.Problem[Any, Any]], why: str) -> None:
    with pytest.raises(clew.OptionError) as error:
        puzzle_of(make())
    assert why in str(error.value)
    assert "\n" not in str(error.value)


# -- moves ------------------------------------------------------------------------------------------------------


def test_values_and_marks_are_undone_and_made_again() -> None:
    played = game()
    played.mark((0, 2), 3)
    played.mark((0, 2), 4)
    played.enter((0, 2), 4)
    played.clear((0, 2))
    positions = [
        Position(),
        Position({}, {(0, 2): frozenset({3})}),
        Position({}, {(0, 2): frozenset({3, 4})}),
        Position({(0, 2): 4}, {(0, 2): frozenset({3, 4})}),
        Position({}, {(0, 2): frozenset({3, 4})}),  # the marks under the value are there again
    ]
    for position in positions[:0:-1]:
        assert played.position == position
        assert played.undo()
    assert not played.undo()
    for position in positions[:-1]:
        assert played.position == position
        assert played.redo()
    assert played.position == positions[-1]
    assert not played.redo()


def test_a_move_ends_what_can_be_made_again() -> None:
    played = game()
    played.enter((0, 2), 4)
    played.undo()
    played.enter((0, 2), 3)
    assert not played.redo()
    assert played.position.values == {(0, 2): 3}


def test_a_move_that_changes_nothing_is_none() -> None:
    played = game()
    played.clear((0, 2))
    played.enter((0, 2), 3)
    played.enter((0, 2), 3)
    assert played.undo()
    assert not played.undo()


def test_a_mark_is_rubbed_out_by_the_same_again() -> None:
    played = game()
    played.mark((0, 2), 3)
    played.mark((0, 2), 3)
    assert played.position == Position()
    played.mark((0, 2), 3)
    played.clear((0, 2))
    assert played.position == Position()


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (lambda played: played.enter((0, 0), 1), "r1c1 is given"),
        (lambda played: played.clear((0, 0)), "r1c1 is given"),
        (lambda played: played.mark((0, 0), 2), "r1c1 is given"),
        (lambda played: played.enter((0, 2), 9), "r1c3 cannot be 9"),
        (lambda played: played.enter((9, 9), 1), "r10c10 is no part of the puzzle"),
        (lambda played: (played.enter((0, 2), 3), played.mark((0, 2), 1)), "r1c3 has a value: clear it first"),
    ],
)
def test_moves_that_cannot_be(move: Callable[[Game], object], why: str) -> None:
    with pytest.raises(clew.OptionError, match=why):
        move(game())


# -- the rules --------------------------------------------------------------------------------------------------


def test_a_check_names_the_rules_that_are_broken_and_their_cells() -> None:
    played = game()
    assert played.broken() == ()
    played.enter((0, 2), 4)
    assert {violation.rule for violation in played.broken()} == {"row 1", "column 3", "box 2"}
    highlights = played.board(played.broken()).highlights
    assert highlights == dict.fromkeys([(0, 2), (0, 3), (2, 2)], "conflict")


def test_a_value_that_breaks_no_rule_is_not_compared_with_the_solution() -> None:
    played = Game(puzzle_of(Takuzu.from_text(".1.0/..0./.0../11.0")))
    (solution,) = clew.solutions(played.puzzle.problem)
    wrong = 1 - solution[0, 0]
    played.enter((0, 0), wrong)
    assert played.broken() == ()


def test_a_puzzle_is_solved_when_it_is_full_and_no_rule_is_broken() -> None:
    played = game()
    played.enter((0, 2), 3)
    assert not played.is_solved()
    played.enter((3, 1), 2)
    assert played.is_full
    assert not played.is_solved()
    played.enter((3, 1), 3)
    assert played.is_solved()


def test_hidden_variables_are_searched_for_when_the_board_is_full() -> None:
    played = game(Hidden())
    played.enter((0, 0), 1)
    played.enter((0, 1), 2)
    assert played.is_full
    assert not played.is_solved()  # their sum is 3
    played.enter((0, 0), 2)
    played.enter((0, 1), 3)
    assert played.is_solved()


def test_a_board_shows_values_marks_and_a_hint() -> None:
    played = game()
    played.mark((0, 2), 3)
    hint = played.hint()
    assert hint is not None
    board = played.board(hint=hint)
    assert isinstance(board, Board)
    assert board.marks == {(0, 2): ["3"]}
    assert board.highlights[next(iter(hint.assigned))] == "new"
    assert set(board.highlights.values()) == {"new", "reason"}
    played.enter((0, 2), 3)
    board = played.board()
    assert isinstance(board, Board)
    assert board.cells[0, 2] == "3"
    assert board.marks == {}


# -- hints ------------------------------------------------------------------------------------------------------


def test_hints_solve_a_puzzle_as_the_steps_do() -> None:
    # Of its 72 hints 18 rule values out, which stay ruled out for those that follow.
    problem = Sudoku.from_text("...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...")
    played = Game(puzzle_of(problem))
    number = 0
    while not played.is_full:
        hint = played.hint()
        assert hint is not None
        number += 1
        assert number < 300
        for cell, value in hint.assigned.items():
            played.enter(cell, value)
    assert played.is_solved()
    assert played.hint() is None


def test_a_ruled_out_value_comes_back_when_the_value_behind_it_is_taken_back() -> None:
    problem = Sudoku.from_text("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
    played = Game(puzzle_of(problem))
    while True:
        hint = played.hint()
        assert hint is not None
        if hint.excluded:
            break
        for cell, value in hint.assigned.items():
            played.enter(cell, value)
    then = str(hint)
    assert str(played.hint()) != then  # it is known by now
    cell = next(iter(played.position.values), None)
    if cell is not None:
        value = played.position.values[cell]
        played.clear(cell)
        played.enter(cell, value)
        assert str(played.hint()) != then  # it holds again
    fresh = Game(puzzle_of(problem))
    for cell, value in played.position.values.items():
        fresh.enter(cell, value)
    assert str(fresh.hint()) == then


def test_a_mistake_is_a_hint() -> None:
    played = game()
    played.enter((0, 2), 4)
    hint = played.hint()
    assert hint is not None
    assert hint.kind == "contradiction"


# -- the player's hand --------------------------------------------------------------------------------------------


def test_the_hand_begins_at_the_first_open_cell_and_goes_around() -> None:
    moves = Moves(game())
    assert moves.place == (0, 2)
    for way, cell in [("up", (3, 2)), ("down", (0, 2)), ("right", (0, 3)), ("right", (0, 0)), ("left", (0, 3))]:
        moves.go(way)
        assert moves.place == cell


def test_the_hand_goes_over_places_that_are_no_cells() -> None:
    puzzle = puzzle_of(Crossword.from_text(".#.\n...\n.#.", words="ABC CBA ADA"))  # blocks in the middle
    moves = Moves(Game(puzzle))
    moves.go("right")
    assert moves.place == (0, 2)


def test_digits_that_follow_each_other_make_longer_names() -> None:
    moves = Moves(Game(puzzle_of(MagicSquare.from_text("4"))))
    for key, value in [("1", 1), ("2", 12), ("3", 3), ("9", 9), ("1", 1), ("7", 7)]:
        assert moves.type(key)
        assert moves.game.values[0, 0] == value
    assert not moves.type("0")
    moves.go("right")
    moves.type("1")
    moves.go("right")
    moves.type("2")
    assert [moves.game.values[0, c] for c in range(3)] == [7, 1, 2]


def test_marks_of_two_digits() -> None:
    moves = Moves(Game(puzzle_of(MagicSquare.from_text("4"))), is_pencil=True)
    for key in "1214":
        moves.type(key)
    assert moves.game.position.marks == {(0, 0): frozenset({12, 14})}


def test_small_letters_are_capitals() -> None:
    moves = Moves(Game(puzzle_of(Crossword.from_text(Crossword.examples[0].text))))
    assert moves.type("s")
    assert moves.game.values[0, 0] == "S"
    assert not moves.type("z")


def test_the_next_value_and_none_after_the_last() -> None:
    moves = Moves(Game(puzzle_of(Shaded())))
    shown = []
    for _ in range(3):
        moves.next_value()
        shown.append(moves.game.values.get((0, 0)))
    assert shown == ["w", "b", None]
    moves.place = (0, 2)
    with pytest.raises(clew.OptionError, match="given"):
        moves.next_value()
