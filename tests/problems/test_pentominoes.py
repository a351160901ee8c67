"""Pentominoes: the pieces, published numbers, small boards against brute force, and drawings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import pentominoes
from clew_problems.pentominoes import ALL, SHAPES, Pentominoes
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Pentominoes)

Square = tuple[int, int]

# The fixed pentominoes (OEIS A001168) by their symmetry.
ORIENTATIONS = {"F": 8, "I": 2, "L": 8, "N": 8, "P": 8, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 8, "Z": 4}
CHESSBOARD = "/".join(["." * 8] * 3 + ["...##..."] * 2 + ["." * 8] * 3)


def normal(squares: Iterable[Square]) -> frozenset[Square]:
    """Squares moved to the upper left corner."""
    listed = list(squares)
    top, left = min(r for r, _ in listed), min(c for _, c in listed)
    return frozenset((r - top, c - left) for r, c in listed)


@cache
def turned(letter: str) -> set[frozenset[Square]]:
    """A piece in all its positions, by the eight symmetries of the square."""
    shape = [(r, c) for r, row in enumerate(SHAPES[letter].split("/")) for c, symbol in enumerate(row) if symbol == "X"]
    signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return {normal((s * r, t * c) for r, c in shape) for s, t in signs} | {
        normal((s * c, t * r) for r, c in shape) for s, t in signs
    }


def grown(size: int) -> set[frozenset[Square]]:
    """All fixed polyominoes of a size, square by square."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        shapes = {
            normal({*shape, (r + down, c + across)})
            for shape in shapes
            for r, c in shape
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + down, c + across) not in shape
        }
    return shapes


def coverings(squares: frozenset[Square], pieces: frozenset[str]) -> int:
    """Brute force: some piece covers the first free square."""
    if not squares:
        return 1
    row, column = min(squares)
    total = 0
    for letter in pieces:
        for shape in turned(letter):
            left = min(c for r, c in shape if r == 0)
            covered = {(row + r, column + c - left) for r, c in shape}
            if covered <= squares:
                total += coverings(squares - covered, pieces - {letter})
    return total


def free(board: str) -> frozenset[Square]:
    return frozenset((r, c) for r, row in enumerate(board.split("/")) for c, symbol in enumerate(row) if symbol == ".")


# -- the pieces --------------------------------------------------------------------------------------


def test_the_twelve_pieces_are_all_the_pentominoes_and_each_is_another() -> None:
    assert ALL == "FILNPTUVWXYZ"
    assert {letter: len(pentominoes.orientations(letter)) for letter in ALL} == ORIENTATIONS
    every = [normal(shape) for letter in ALL for shape in pentominoes.orientations(letter)]
    assert len(every) == len(set(every)) == 63
    assert set(every) == grown(5)


@pytest.mark.parametrize("letter", ALL)
def test_a_piece_turns_and_reflects_in_all_ways(letter: str) -> None:
    assert {normal(shape) for shape in pentominoes.orientations(letter)} == turned(letter)


# -- published numbers -----------------------------------------------------------------------------

# Scott 1958 and Haselgrove 1960: coverings up to symmetry, of which a rectangle has four, a square eight.


def test_a_board_of_3x20_has_two_coverings_up_to_symmetry() -> None:
    assert clew.count(Pentominoes.from_text("3x20")) == 2 * 4


def test_a_chessboard_without_its_centre_has_65_coverings_up_to_symmetry() -> None:
    assert clew.count(Pentominoes.from_text(CHESSBOARD)) == 65 * 8


# Knuth, Dancing links, 2000, and The Art of Computer Programming 7.2.2.1.
@pytest.mark.parametrize(("board", "placements"), [("6x10", 2056), (CHESSBOARD, 1568)])
def test_the_exact_cover_has_as_many_options_and_items_as_published(board: str, placements: int) -> None:
    problem = Pentominoes.from_text(board)
    domains = problem.domains()
    assert len(domains) == 72
    assert len({placement for domain in domains.values() for placement in domain}) == placements


def test_three_pieces_cover_3x5_in_seven_ways_up_to_symmetry() -> None:
    counts = {
        "".join(pieces): clew.count(Pentominoes.from_text("3x5", pieces="".join(pieces)))
        for pieces in combinations(ALL, 3)
    }
    assert sum(counts.values()) == 7 * 4


# -- brute force -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("...../...../...../.....", "LPWY"),
        ("...../...../...../...../.....", "ILPWY"),
        ("#.../..../..../....", "FLP"),
        ("..../.##./.##./..../...#", "LUV"),
        ("..#/..#/.##", "P"),
        ("......./.#####./......#", "ILV"),
        ("#.#/.../#.#", "X"),
        (".....", "I"),
        (".....", "P"),
    ],
)
@pytest.mark.parametrize("inference", ["forward", "unit"])
def test_small_boards_have_the_coverings_that_brute_force_finds(board: str, pieces: str, inference: str) -> None:
    found = clew.count(Pentominoes.from_text(board, pieces=pieces), inference=inference)
    assert found == coverings(free(board), frozenset(pieces))


@given(st.permutations(ALL).map(lambda letters: "".join(letters[:3])), st.integers(0, 15))
def test_a_board_with_any_square_missing_has_the_coverings_that_brute_force_finds(pieces: str, missing: int) -> None:
    cells = ["."] * 16
    cells[missing] = "#"
    board = "/".join("".join(cells[k : k + 4]) for k in range(0, 16, 4))
    assert clew.count(Pentominoes.from_text(board, pieces=pieces)) == coverings(free(board), frozenset(pieces))


@pytest.mark.parametrize(
    ("board", "pieces"), [(".#.#.#.#.", "X"), (".....#.#.#.#.#.", "IX"), ("...../#.#.#/.#.#.", "IX")]
)
def test_a_square_or_a_piece_without_a_place_leaves_no_covering(board: str, pieces: str) -> None:
    assert clew.check(Pentominoes.from_text(board, pieces=pieces)).answer == "none"
    assert clew.count(Pentominoes.from_text(board, pieces=pieces), inference="forward") == 0


def test_every_solution_places_each_piece_once_and_covers_each_square_once() -> None:
    problem = Pentominoes.from_text("4x5", pieces="LPWY")
    for solution in clew.solutions(problem):
        placements = set(solution.values())
        assert sorted(letter for letter, _ in placements) == sorted("LPWY")
        assert sorted(square for _, squares in placements for square in squares) == sorted(problem.squares)
        for letter, squares in placements:
            assert normal(squares) in turned(letter)
            assert all(solution[item] == (letter, squares) for item in (letter, *squares))


# -- reading and drawing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["3x5", " 3 x 5\n", "3X5", ".....\n.....\n.....", "...../...../.....", "\n .....\r\n.....\n.....\n"]
)
def test_a_board_is_recognised_in_every_form(text: str) -> None:
    assert Pentominoes.from_text(text, pieces="PUV") == Pentominoes(["....."] * 3, pieces="PUV")


@given(st.lists(st.booleans(), min_size=1, max_size=24), st.integers(1, 6))
def test_a_board_is_read_back_from_its_text(holes: list[bool], width: int) -> None:
    symbols = "".join("#" if hole else "." for hole in holes)
    area = symbols.count(".")
    symbols += "." * (-area % 5 or (5 if area == 0 else 0))
    symbols += "#" * (-len(symbols) % width)
    problem = Pentominoes(
        [symbols[k : k + width] for k in range(0, len(symbols), width)], pieces=ALL[: symbols.count(".") // 5]
    )
    assert Pentominoes.from_text(problem.to_text(), pieces=problem.pieces) == problem


def test_a_covering_draws_as_letters_and_as_outlines() -> None:
    problem = Pentominoes.from_text("#.../..../..../....", pieces="LUX")
    drawings = {solution.draw(): solution.draw("outline") for solution in clew.solutions(problem)}
    # The board is its own mirror image along the falling diagonal.
    assert set(drawings) == {" XLL\nXXXL\nUXUL\nUUUL", " XUU\nXXXU\nLXUU\nLLLL"}
    assert drawings[" XLL\nXXXL\nUXUL\nUUUL"] == (
        "    ┌───┬───────┐\n"
        "    │   │       │\n"
        "┌───┘   └───┐   │\n"
        "│           │   │\n"
        "├───┐   ┌───┤   │\n"
        "│   │   │   │   │\n"
        "│   └───┘   │   │\n"
        "│           │   │\n"
        "└───────────┴───┘"
    )


def test_squares_that_are_not_covered_draw_as_dots() -> None:
    problem = Pentominoes.from_text("#.../..../..../....", pieces="LUX")
    cross = ("X", ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)))
    assert problem.draw({"X": cross}) == " X..\nXXX.\n.X..\n...."
    assert problem.draw({}) == " ...\n....\n....\n...."


def test_variables_and_values_have_readable_names() -> None:
    problem = Pentominoes.from_text("1x5", pieces="I")
    assert [problem.variable_name(item) for item in problem.domains()] == ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "I"]
    solution = clew.first(problem)
    assert solution is not None
    assert set(solution.named().values()) == {"I r1c1 r1c2 r1c3 r1c4 r1c5"}


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("-1", "-1"),
        ("60", "60 is no board"),
        (str(10**9), "no board"),
        ("6x9", "54 squares"),
        ("6x11", "from 5 to 60"),
        ("0x10", "from 5 to 60"),
        ("-6x10", "row 1, column 1: '-'"),
        (f"{10**9}x{10**9}", "from 5 to 60"),
        ("9" * 5000 + "x1", "from 5 to 60"),
        ("....\n....\n...", "row 3 has 3 squares"),
        ("....\n..X.", "row 2, column 3: 'X'"),
        ("....\n....", "8 squares"),
        ("\x1b[31m", "\\x1b"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("pieces", ["", "PP", "PUQ", "puv", "P U", 3, None])
def test_pieces_that_there_are_not_are_refused(pieces: object) -> None:
    assert "pieces must be" in refusal("3x5", pieces=pieces)


def test_a_board_that_the_pieces_cannot_fill_is_refused() -> None:
    assert "15 squares, and 12 pieces cover 60" in refusal("3x5")
    with pytest.raises(clew.InputError):
        Pentominoes([])


@given(st.text() | st.text(".#x/\n0123456789") | st.binary().map(lambda junk: junk.decode("latin-1")))
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Pentominoes, text)
