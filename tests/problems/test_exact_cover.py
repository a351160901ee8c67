"""Exact covers: known numbers, small ones against brute force, and both kinds of text."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.formats import Cover, read_matrix, write_cover, write_matrix
from clew_problems.exact_cover import KNUTH, ExactCovering
from tests.problems.refusals import refused

ITEMS = ("a", "b", "c", "d", "e")


def refusal(text: str) -> str:
    """The message with which a text is refused, which names the problem."""
    message = refused(ExactCovering, text)
    assert message.startswith("exact-cover: ")
    return message


def by_hand(cover: Cover) -> set[tuple[int, ...]]:
    """Every choice of options that covers each item once, and each optional one at most once.

    An option of nothing but optional items is never chosen.
    """
    useful = [k for k, option in enumerate(cover.options, 1) if set(option) & set(cover.items)]
    found = set()
    for number in range(len(useful) + 1):
        for chosen in combinations(useful, number):
            covered = [item for k in chosen for item in cover.options[k - 1]]
            if len(covered) == len(set(covered)) and set(cover.items) <= set(covered):
                found.add(chosen)
    return found


def by_search(cover: Cover) -> list[tuple[int, ...]]:
    return [tuple(sorted(set(solution.values()))) for solution in clew.solutions(ExactCovering(cover))]


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    needed = draw(st.integers(1, len(ITEMS)))
    option = st.sets(st.sampled_from(ITEMS), min_size=1).map(sorted)
    return Cover(ITEMS[:needed], draw(st.lists(option, min_size=1, max_size=9)), ITEMS[needed:])


@given(covers())
def test_the_solutions_are_those_of_brute_force(cover: Cover) -> None:
    found = by_search(cover)
    assert len(found) == len(set(found))
    assert set(found) == by_hand(cover)
    assert clew.count(ExactCovering(cover)) == len(found)


@given(covers())
def test_the_text_is_read_back(cover: Cover) -> None:
    problem = ExactCovering(cover)
    assert ExactCovering.from_text(problem.to_text()) == problem


@given(st.lists(st.sets(st.sampled_from(["0", "1", "10", "#", "1#"]), min_size=1).map(sorted), min_size=1, max_size=4))
def test_items_that_could_pass_for_a_matrix_are_read_back(options: list[list[str]]) -> None:
    problem = ExactCovering(Cover(["0", "1", "10", "#", "1#"], options))
    assert ExactCovering.from_text(problem.to_text()) == problem


def test_knuths_example_has_one_solution() -> None:
    """Dancing links (2000): six rows, seven columns, of which the first, the fourth and the fifth are a cover."""
    problem = ExactCovering.from_text(KNUTH)
    assert [solution.draw("numbers") for solution in clew.solutions(problem)] == ["1 4 5"]


def test_the_matrix_and_the_list_of_the_same_cover_have_the_same_solutions() -> None:
    cover = read_matrix(KNUTH)
    listed = ExactCovering.from_text(write_cover(cover))
    assert listed == ExactCovering.from_text(write_matrix(cover)) == ExactCovering(cover)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)])  # A000170
def test_queens_as_an_exact_cover(n: int, count: int) -> None:
    """Rows and columns must be covered, diagonals may be: Knuth's own example of optional items."""
    squares = [(r, c) for r in range(n) for c in range(n)]
    lines = [f"r{k}" for k in range(n)] + [f"c{k}" for k in range(n)]
    diagonals = sorted({f"u{r + c}" for r, c in squares} | {f"d{r - c}" for r, c in squares})
    cover = Cover(lines, [(f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}") for r, c in squares], diagonals)
    assert clew.count(ExactCovering(cover)) == count


@pytest.mark.parametrize(("width", "count"), list(enumerate([1, 2, 3, 5, 8, 13, 21, 34], 1)))
def test_dominoes_on_two_rows_are_the_fibonacci_numbers(width: int, count: int) -> None:
    columns = range(width)
    squares = [f"{r}{c}" for r in "ab" for c in columns]
    across = [(f"{r}{c}", f"{r}{c + 1}") for r in "ab" for c in columns[:-1]]
    assert clew.count(ExactCovering(Cover(squares, [*across, *((f"a{c}", f"b{c}") for c in columns)]))) == count


def test_options_are_drawn_a_line_each() -> None:
    problem = ExactCovering.from_text("a b c | d\na b\nc d\nc\n")
    solutions = {solution.draw() for solution in clew.solutions(problem)}
    assert solutions == {"a b\nc d", "a b\nc"}
    assert problem.draw({}) == ""
    assert problem.draw({"c": 2}) == "c d"


def test_two_equal_options_are_two() -> None:
    assert clew.count(ExactCovering.from_text("1\n1\n")) == 2


def test_options_of_optional_items_alone_cover_nothing() -> None:
    assert clew.count(ExactCovering(Cover(["a"], [["b"]], ["b"]))) == 0


def test_options_that_share_an_item_break_a_rule() -> None:
    problem = ExactCovering.from_text("110/011/101/001")
    assert [v.rule for v in clew.violations(problem, {"1": 1, "2": 1, "3": 2})] == ["every item covered once"]
    assert not clew.violations(problem, {"1": 1, "2": 1, "3": 4})
    assert [v.rule for v in clew.violations(problem, {"1": 2})] == ["domain"]


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("10/1", "row 2 has 1 columns, and those before have 2"),
        ("10/00", "row 2 has no 1"),
        ("10/12", "no options"),
        ("a b a\na", "the item a is listed twice"),
        ("a b\na x", "option 1 covers x, which is no item"),
        ("a b\na a", "option 1 covers an item twice"),
        ("a b | c | d\na", "a second |"),
        ("| a\n", "no items"),
        ("a | b\na b:red", "colour"),
        ("\x1b[31m\n\x1b[32m", "no item"),
    ],
)
def test_bad_input_is_refused_with_one_line(text: str, say: str) -> None:
    assert say in refusal(text)


def test_an_instance_needs_an_item_that_must_be_covered() -> None:
    with pytest.raises(clew.InputError, match="no item that must be covered"):
        ExactCovering(Cover([], [], ["a"]))
    with pytest.raises(clew.InputError, match="no options"):
        ExactCovering(Cover(["a"], []))
    with pytest.raises(clew.InputError, match="no item that must be covered"):
        ExactCovering("110/011")  # type: ignore[arg-type]
