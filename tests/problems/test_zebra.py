"""Zebra puzzles: published answers, small puzzles against brute force, and clues as text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import zebra
from clew_problems.zebra import Zebra
from tests.examples import examples
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Zebra)

Clue = tuple[str, str, str | int]

THINGS = {"colour": ("red", "green", "blue"), "pet": ("cat", "dog", "fish"), "drink": ("tea", "milk")}
NAMES = [thing for things in THINGS.values() for thing in things]
BETWEEN = ("=", "!=", "left-of", "right-of", "next-to", "before", "after")


@st.composite
def clues(draw: st.DrawFn) -> Clue:
    one, other = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True))
    if draw(st.booleans()):
        return one, draw(st.sampled_from(BETWEEN)), other
    return one, draw(st.sampled_from(("at", "not-at"))), draw(st.integers(1, 3))


def holds(clue: Clue, house: dict[str, int]) -> bool:
    """The meaning of a clue, in houses apart."""
    one, relation, other = clue
    apart = house[one] - (other if isinstance(other, int) else house[other])
    return {
        "=": apart == 0,
        "at": apart == 0,
        "!=": apart != 0,
        "not-at": apart != 0,
        "left-of": apart == -1,
        "right-of": apart == 1,
        "next-to": apart in (-1, 1),
        "before": apart < 0,
        "after": apart > 0,
    }[relation]


def brute_force(houses: int, clues: list[Clue]) -> Iterator[dict[str, int]]:
    """Every way to put the things into houses that satisfies the clues."""
    ways = [permutations(range(1, houses + 1), len(things)) for things in THINGS.values()]
    for chosen in product(*ways):
        house = dict(zip(NAMES, [number for numbers in chosen for number in numbers], strict=True))
        if all(holds(clue, house) for clue in clues):
            yield house


# -- solutions -------------------------------------------------------------------------------------


def test_the_japanese_owns_the_zebra_and_the_norwegian_drinks_water() -> None:
    problem = Zebra.from_text(zebra.CLASSIC)
    assert clew.is_unique(problem)
    solution = clew.first(problem)
    assert solution is not None
    assert solution["zebra"] == solution["Japanese"]
    assert solution["water"] == solution["Norwegian"]


def test_the_whole_published_solution_of_the_zebra() -> None:
    assert (
        str(clew.first(Zebra.from_text(zebra.CLASSIC)))
        == """\
house        1          2              3           4            5
colour       yellow     blue           red         ivory        green
nationality  Norwegian  Ukrainian      Englishman  Spaniard     Japanese
drink        water      tea            milk        juice        coffee
smoke        Kools      Chesterfields  OldGold     LuckyStrike  Parliaments
pet          fox        horse          snails      dog          zebra"""
    )


def test_the_german_keeps_the_fish() -> None:
    (solution,) = clew.solutions(Zebra.from_text(zebra.FISH))
    assert solution["fish"] == solution["German"] == solution["green"] == 4


@pytest.mark.parametrize("text", [zebra.CLASSIC, zebra.FISH])
def test_no_clue_contradicts_another_and_some_are_needed(text: str) -> None:
    puzzle = Zebra.from_text(text)
    fewer = [
        Zebra(puzzle.houses, puzzle.attributes, puzzle.clues[:k] + puzzle.clues[k + 1 :])
        for k in range(len(puzzle.clues))
    ]
    assert all(clew.first(problem) is not None for problem in fewer)
    assert not all(clew.is_unique(problem) for problem in fewer)


@examples(150)
@given(st.integers(3, 4), st.lists(clues(), max_size=6))
def test_the_solutions_are_those_of_brute_force(houses: int, clues: list[Clue]) -> None:
    problem = Zebra(houses, THINGS, clues)
    found = [dict(solution) for solution in clew.solutions(problem)]
    expected = list(brute_force(houses, clues))
    assert len(found) == len(expected)
    assert {tuple(sorted(one.items())) for one in found} == {tuple(sorted(one.items())) for one in expected}


def test_contradicting_clues_have_no_solution() -> None:
    assert clew.count(Zebra.from_text("pet: cat dog; cat at 1; cat at 2")) == 0
    assert clew.count(Zebra.from_text("pet: cat dog; colour: red blue; cat = red; dog = red")) == 0


def test_a_clue_that_does_not_hold_is_a_violation() -> None:
    problem = Zebra.from_text("pet: cat dog fish; cat right-of dog")
    assert not clew.violations(problem, {"cat": 2, "dog": 1})
    (violation,) = clew.violations(problem, {"cat": 1, "dog": 2})
    assert set(violation.variables) == {"cat", "dog"}


# -- text and drawings -------------------------------------------------------------------------------


def test_lines_remarks_and_semicolons_are_read() -> None:
    text = "# the row\nhouses: 3 # left to right\n\nhair  colour: red blue\npet: cat; cat = red # here\n red at 2"
    assert Zebra.from_text(text) == Zebra(
        3, {"hair colour": ["red", "blue"], "pet": ["cat"]}, [("cat", "=", "red"), ("red", "at", 2)]
    )


def test_without_a_number_there_are_as_many_houses_as_the_largest_attribute_needs() -> None:
    assert Zebra.from_text("pet: cat dog\ncolour: red green blue").houses == 3


def test_a_thing_may_have_the_name_of_a_relation_or_of_an_attribute() -> None:
    problem = Zebra.from_text("at: before after; pet: pet cat; before at 1; pet = before")
    assert [dict(solution) for solution in clew.solutions(problem)] == [{"before": 1, "after": 2, "pet": 1, "cat": 2}]


def test_a_house_without_a_thing_has_a_dot() -> None:
    problem = Zebra.from_text("colour: red blue; pet: cat")
    assert problem.draw({"red": 2, "cat": 1}) == "house   1    2\ncolour  .    red\npet     cat  ."
    assert problem.draw({"red": 2}, "names") == "red = 2\nblue = .\ncat = ."


@given(st.integers(3, 6), st.lists(clues(), max_size=6))
def test_the_text_is_read_back(houses: int, clues: list[Clue]) -> None:
    problem = Zebra(houses, THINGS, clues)
    assert Zebra.from_text(problem.to_text()) == problem


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "no attribute"),
        ("houses: 5", "no attribute"),
        ("houses: 0\npet: cat", "from 1, not 0"),
        ("houses: -1\npet: cat", "-1"),
        ("houses: 1000000000\npet: cat", "too large"),
        ("houses: many\npet: cat", "line 1: 'many'"),
        ("houses: 2\nhouses: 3\npet: cat", "line 2: 'houses: 3'"),
        ("pet:", "pet: name at least one"),
        ("pet: cat\npet: dog", "line 2: 'pet: dog'"),
        (": cat", "line 1: ': cat'"),
        ("pet: cat cat", "cat"),
        ("pet: cat; colour: cat", "cat is a pet and a colour"),
        ("pet: 2cats", "'2cats'"),
        ("houses: 1; pet: cat dog", "2 things in 1 houses"),
        ("pet: cat dog\n\ncat dog", "line 3: 'cat dog'"),
        ("pet: cat dog\ncat is a dog", "line 2"),
        ("pet: cat dog; cat near dog", "'near' is no relation"),
        ("pet: cat dog; cat next-to fox", "'fox' belongs to no attribute"),
        ("pet: cat dog; fox next-to dog", "'fox' belongs to no attribute"),
        ("pet: cat dog; cat next-to cat", "two things"),
        ("pet: cat dog; cat at 3", "from 1 to 2"),
        ("pet: cat dog; cat not-at 0", "from 1 to 2"),
        ("pet: cat dog; cat at dog", "'dog' is no number"),
        ("pet: cat dog; cat = 1", "'1' belongs to no attribute"),
        ("pet: cat dog; \x1b[31m \x1b[32m \x1b[33m", "no relation"),
        ("pet: " + "x" * 200_000, "200005 characters"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize(
    ("houses", "attributes", "clues"),
    [
        (0, {"pet": ["cat"]}, []),
        (10**9, {"pet": ["cat"]}, []),
        ("3", {"pet": ["cat"]}, []),
        (2, {"a:b": ["cat"]}, []),
        (2, {"houses": ["cat"]}, []),
        (2, {"pet": ["cat dog"]}, []),
        (2, {"pet": [1]}, []),
        (2, {"pet": ["cat"]}, [("cat", "at")]),
        (2, {"pet": ["cat"]}, [("cat", "at", "1")]),
    ],
)
def test_a_puzzle_that_cannot_be_is_refused_from_python_too(houses: object, attributes: object, clues: object) -> None:
    with pytest.raises((clew.InputError, clew.OptionError)):
        Zebra(houses, attributes, clues)  # type: ignore[arg-type]


@examples(300)
@given(st.text() | st.text("abc: =;#\n12at") | st.lists(clues()).map(lambda c: f"pet: cat dog; {c}"))
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Zebra, text)
