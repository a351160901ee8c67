"""Star battle: small squares against brute force, texts and addresses, and new puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import StarBattle
from tests.problems.refusals import refused

Stars = tuple[tuple[int, ...], ...]

PUBLISHED = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou"


def _rows(size: int, stars: int, above: Stars) -> Iterator[Stars]:
    if len(above) == size:
        yield above
        return
    full = [c for c, count in Counter(c for row in above for c in row).items() if count == stars]
    for row in combinations([c for c in range(size) if c not in full], stars):
        apart = all(b - a > 1 for a, b in pairwise(row))
        if apart and not (above and any(abs(a - b) < 2 for a in row for b in above[-1])):
            yield from _rows(size, stars, (*above, row))


@cache
def placements(size: int, stars: int) -> list[Stars]:
    """The columns of the stars of each row, row by row: none touch, and each column has as many."""
    return list(_rows(size, stars, ()))


def fits(placed: Stars, letters: list[str], stars: int) -> bool:
    """Whether each region has its stars."""
    found = Counter(letters[r][c] for r, row in enumerate(placed) for c in row)
    return all(found[letter] == stars for letter in {*"".join(letters)} - {"."})


def columns(solution: clew.Solution[tuple[int, int], int], size: int) -> Stars:
    return tuple(tuple(c for c in range(size) if solution[r, c]) for r in range(size))


@given(st.integers(2, 6), st.data())
def test_the_solutions_are_the_placements_that_agree_with_the_regions(size: int, data: st.DataObject) -> None:
    letters = [data.draw(st.text("AB.", min_size=size, max_size=size)) for _ in range(size)]
    expected = {placed for placed in placements(size, 1) if fits(placed, letters, 1)}
    found = [columns(solution, size) for solution in clew.solutions(StarBattle.from_text("/".join(letters)))]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_two_stars_in_each_line() -> None:
    assert clew.count(StarBattle.empty(8, stars=2)) == len(placements(8, 2)) > 0


def test_a_published_puzzle_has_one_solution() -> None:
    problem = StarBattle.from_text(PUBLISHED)
    assert problem.to_text().split() == ["AAABBB", "ABBBCC", "ADDEEC", "FFDDEC", "FEEEEC", "FCCCCC"]
    (only,) = [placed for placed in placements(6, 1) if fits(placed, problem.to_text().split(), 1)]
    solution = clew.first(problem)
    assert solution is not None
    assert columns(solution, 6) == only
    assert clew.check(problem).answer == "unique"
    assert str(problem.to_address()) == PUBLISHED


def test_an_address_says_how_many_stars() -> None:
    made = next(clew.generate(StarBattle.empty(8, stars=2)))
    again = StarBattle.from_text(str(made.to_address()))
    assert again == made
    assert again.stars == 2
    assert StarBattle.from_text(made.to_text(), stars=2) == made


def test_the_picture_has_stars_and_thick_borders() -> None:
    problem = StarBattle.from_text("AABB/ACBB/CCDB/CDDD")
    board = problem.picture({(0, 1): 1, (0, 0): 0})
    assert board.cells[0, 1] == "★"
    assert board.regions[0, 2] != board.regions[0, 1]
    assert problem.draw({(0, 1): 1, (0, 0): 0}, "grid").splitlines()[0] == "-*.."
    assert problem.draw({(0, 1): 1}).splitlines()[1] == "|     * |       |"
    names = [problem.constraint_name(constraint) for constraint in problem.constraints()]
    assert {"row 1", "column 4", "region A", "the square of four at r3c3"} <= set(names)


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        ("AB/C", "row 2 has 1 cell"),
        ("AB/A1", "'1' is no symbol"),
        ("3x4", "not square"),
        ("99999", "too large"),
        ("https://puzz.link/p?starbattle/6/6/x/4ilbhgdnmhou", "'x' as the number of stars"),
        ("https://puzz.link/p?starbattle/6/6/0/4ilbhgdnmhou", "one star at least"),
    ],
)
def test_bad_input_is_refused_in_one_line(text: str, say: str) -> None:
    assert say in refused(StarBattle, text)


@pytest.mark.parametrize(("size", "stars"), [(6, 1), (8, 2)])
def test_new_puzzles_have_one_solution_and_connected_regions(size: int, stars: int) -> None:
    for made in clew.generate(StarBattle.empty(size, stars=stars), count=2):
        assert isinstance(made, StarBattle)
        letters = made.to_text().split()
        assert sum(fits(placed, letters, stars) for placed in placements(size, stars)) == 1
        assert clew.check(made).answer == "unique"
        cells_of = made.cells_of
        assert len(cells_of) == size
        for cells in cells_of.values():
            reached = {cells[0]}
            for _ in cells:
                reached |= {(r, c) for r, c in cells if any(abs(r - y) + abs(c - x) == 1 for y, x in reached)}
            assert reached == set(cells)


@pytest.mark.parametrize(("size", "stars"), [(6, 1), (8, 1), (10, 2)])
def test_regions_of_new_puzzles_give_no_star_away(size: int, stars: int) -> None:
    for made in clew.generate(StarBattle.empty(size, stars=stars), count=3):
        assert isinstance(made, StarBattle)
        assert min(map(len, made.cells_of.values())) >= 2 * stars


def test_a_star_takes_the_other_cells_of_its_line_in_one_look() -> None:
    """Both cells of A are in the first column, so a star elsewhere in that column would leave A none."""
    stars = clew.load("star-battle", "ABBB/ACCB/CCCB/DDDD")
    hint = clew.hint(stars)
    assert hint is not None
    assert (hint.kind, hint.grade) == ("joint", 3.0)
    assert {*map(stars.constraint_name, hint.constraints)} == {"column 1", "region A"}
    assert hint.refuted == (((2, 0), 1), ((3, 0), 1))
