"""Exact covers as text: matrices, and lists of items and options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.formats import Cover, read_cover, read_matrix, write_cover, write_matrix

LETTERS = st.characters(codec="utf-8", exclude_categories=["Z", "C"], exclude_characters="|")
NAMES = st.text(LETTERS, min_size=1, max_size=3)


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    items = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    option = st.lists(st.sampled_from(items), min_size=1, unique=True)
    divide = draw(st.integers(1, len(items)))
    return Cover(items[:divide], draw(st.lists(option, max_size=6)), items[divide:])


@given(covers())
def test_a_list_is_read_back(cover: Cover) -> None:
    assert read_cover(write_cover(cover)) == cover


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.integers(1, 2**n - 1).map(f"{{:0{n}b}}".format), min_size=1)))
def test_a_matrix_is_read_back(rows: list[str]) -> None:
    assert write_matrix(read_matrix("\n".join(rows))).split() == rows


def test_knuths_example() -> None:
    """The rows and columns of Dancing links (2000)."""
    cover = read_matrix("0010110\n1001001  # the second row\n\n0110010/1001000/0100001\n0 0 0 1 1 0 1")
    assert cover.items == tuple("1234567")
    assert cover.options == (
        ("3", "5", "6"), ("1", "4", "7"), ("2", "3", "6"), ("1", "4"), ("2", "7"), ("4", "5", "7"),
    )  # fmt: skip


def test_the_list_has_comments_optional_items_and_blank_lines() -> None:
    cover = read_cover("| a comment\na  b | c\n\na c\n| another\nb\n")
    assert cover == Cover(["a", "b"], [["a", "c"], ["b"]], ["c"])
    assert write_cover(cover) == "a b | c\na c\nb\n"


def test_columns_that_have_names_are_named_in_a_comment() -> None:
    assert write_matrix(Cover(["x", "y"], [["y"], ["y", "x"]])) == "# x y\n01\n11\n"


def test_a_matrix_has_no_optional_items() -> None:
    with pytest.raises(clew.InputError, match="no optional items such as b: write a list"):
        write_matrix(Cover(["a"], [["a"]], ["b"]))


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "no rows"),
        ("# 1\n", "no rows"),
        ("10\n2", "row 2: '2' is neither 0 nor 1"),
        ("10\n100", "row 2 has 3 columns, and those before have 2"),
        ("10\n00", "row 2 has no 1"),
    ],
)
def test_what_is_no_matrix_is_refused_with_its_row(text: str, say: str) -> None:
    with pytest.raises(clew.InputError, match=say):
        read_matrix(text)


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "no items"),
        ("a a", "item a is listed twice"),
        ("a | a", "item a is listed twice"),
        ("a | b | c", "second |"),
        ("a b\nb\nc", "option 2 covers c, which is no item"),
        ("a b\na b a", "option 1 covers an item twice"),
        ("a | b\na b:1", "option 1: b:1 has a colour"),
    ],
)
def test_what_is_no_list_is_refused_with_its_option(text: str, say: str) -> None:
    with pytest.raises(clew.InputError, match=say.replace("|", r"\|")):
        read_cover(text)


@pytest.mark.parametrize("name", ["", " ", "a b", "a\n", "|", 3])
def test_a_name_that_could_not_be_read_back_is_refused(name: str) -> None:
    with pytest.raises(clew.InputError, match="no name of an item"):
        Cover([name], [])


def test_an_option_of_nothing_and_a_line_that_would_be_a_comment_are_refused() -> None:
    with pytest.raises(clew.InputError, match="option 2 covers nothing"):
        Cover(["a"], [["a"], []])
    with pytest.raises(clew.InputError, match=r"cannot begin with the item \|x"):
        write_cover(Cover(["|x"], []))
