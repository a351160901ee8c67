"""Cryptarithms: published sums, small ones against brute force, and sums as text."""

from __future__ import annotations

from functools import partial
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import clew
from clew_problems.cryptarithm import Cryptarithm
from tests.examples import examples
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Cryptarithm)

# Well-known sums, published with one solution each: the first is Dudeney's (Strand Magazine, July 1924).
PUBLISHED = {
    "SEND + MORE = MONEY": "9567 + 1085 = 10652",
    "DONALD + GERALD = ROBERT": "526485 + 197485 = 723970",
    "CROSS + ROADS = DANGER": "96233 + 62513 = 158746",
    "BASE + BALL = GAMES": "7483 + 7455 = 14938",
    "EAT + THAT = APPLE": "819 + 9219 = 10038",
    "NO + GUN + NO = HUNT": "87 + 908 + 87 = 1082",
    "FORTY + TEN + TEN = SIXTY": "29786 + 850 + 850 = 31486",
    "FIFTY + STATES = AMERICA": "65682 + 981849 = 1047531",
    "ZEROES + ONES = BINARY": "698392 + 3192 = 701584",
    "COUPLE + COUPLE = QUARTET": "653924 + 653924 = 1307848",
    "SATURN + URANUS + NEPTUNE + PLUTO = PLANETS": "127503 + 502351 + 3947539 + 46578 = 4623971",
    "EARTH + AIR + FIRE + WATER = NATURE": "67432 + 704 + 8046 + 97364 = 173546",
    "MONEY - SEND = MORE": "10652 - 9567 = 1085",
}
PAVLIS = (
    "SO + MANY + MORE + MEN + SEEM + TO + SAY + THAT + THEY + MAY + SOON + TRY + TO + STAY + AT + HOME + SO + AS + TO "
    "+ SEE + OR + HEAR + THE + SAME + ONE + MAN + TRY + TO + MEET + THE + TEAM + ON + THE + MOON + AS + HE + HAS + AT "
    "+ THE + OTHER + TEN = TESTS"
)

"""By Anton Pavlis; its one solution is in Crux Mathematicorum, April 1983."""

Side = list[tuple[int, str]]


@st.composite
def sums(draw: st.DrawFn, letters: str = "ABCDE", longest: int = 3) -> tuple[Side, Side]:
    """Sums of short words in few letters, most of them without a solution."""
    words = st.text(letters, min_size=1, max_size=longest)
    terms = st.tuples(st.sampled_from([1, 1, -1]), words)
    return draw(st.lists(terms, min_size=1, max_size=3)), draw(st.lists(terms, min_size=1, max_size=2))


def values(problem: Cryptarithm, digits: dict[str, int]) -> tuple[int, int]:
    """Both sides of the sum as numbers."""

    def number(word: str) -> int:
        total = 0
        for letter in word:
            total = total * problem.base + digits[letter]
        return total

    left = sum(sign * number(word) for sign, word in problem.left)
    return left, sum(sign * number(word) for sign, word in problem.right)


def brute_force(problem: Cryptarithm) -> set[tuple[tuple[str, int], ...]]:
    """Every way to give different digits to the letters that makes the sum true."""
    words = [word for _, word in (*problem.left, *problem.right)]
    letters = sorted(set("".join(words)))
    found = set()
    for chosen in permutations(range(problem.base), len(letters)):
        digits = dict(zip(letters, chosen, strict=True))
        left, right = values(problem, digits)
        if left == right and (problem.leading_zeros or all(digits[word[0]] for word in words)):
            found.add(tuple(digits.items()))
    return found


def letters_of(solution: clew.Solution[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, value) for name, value in solution.items() if len(name) == 1))


# -- solutions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", PUBLISHED)
def test_a_published_sum_has_its_one_solution(text: str) -> None:
    assert [solution.draw("line") for solution in clew.solutions(Cryptarithm.from_text(text))] == [PUBLISHED[text]]


def test_the_sum_of_forty_one_words_has_its_one_solution() -> None:
    (solution,) = clew.solutions(Cryptarithm.from_text(PAVLIS))
    assert [letter for letter, _ in sorted(letters_of(solution), key=lambda pair: pair[1])] == list("EOMSYHNART")
    assert solution.draw().endswith("= 90393")


def test_two_and_two_make_four_in_seven_ways() -> None:
    """765, 734, 836, 846, 867, 928, 938: doubled they are 1530, 1468, 1672, 1692, 1734, 1856, 1876."""
    found = {solution.draw()[:3] for solution in clew.solutions(Cryptarithm.from_text("TWO + TWO = FOUR"))}
    assert found == {"765", "734", "836", "846", "867", "928", "938"}


@pytest.mark.parametrize("base", range(5, 8))
@pytest.mark.parametrize("leading_zeros", [False, True])
@pytest.mark.parametrize("text", ["AB + BA = CC", "AB + AC = DA", "AAB - CA = BD", "A + A + A + A + A = BA"])
def test_the_solutions_are_those_of_brute_force_in_other_bases(text: str, base: int, leading_zeros: bool) -> None:
    problem = Cryptarithm.from_text(text, base=base, leading_zeros=leading_zeros)
    assert {letters_of(solution) for solution in clew.solutions(problem)} == brute_force(problem)


@examples(150)
@given(sums(), st.booleans())
def test_the_solutions_are_those_of_brute_force(sides: tuple[Side, Side], leading_zeros: bool) -> None:
    problem = Cryptarithm(*sides, base=6, leading_zeros=leading_zeros)
    found = [letters_of(solution) for solution in clew.solutions(problem)]
    assert len(set(found)) == len(found)
    assert set(found) == brute_force(problem)


def test_the_digits_may_be_more_than_ten() -> None:
    problem = Cryptarithm.from_text("AB + BA = CDC", base=16)
    found = list(clew.solutions(problem))
    assert {letters_of(solution) for solution in found} == brute_force(problem)
    assert all(int(s["A"]) + int(s["B"]) >= 16 for s in found)


def test_a_letter_that_cancels_out_may_be_any_digit_that_is_left() -> None:
    problem = Cryptarithm.from_text("A + B = B + A", leading_zeros=True)
    assert clew.count(problem) == 10 * 9


def test_a_wrong_digit_breaks_a_rule_of_its_column() -> None:
    problem = Cryptarithm.from_text("SEND + MORE = MONEY")
    assert {violation.rule for violation in clew.violations(problem, {"D": 1, "E": 2, "Y": 4, "carry1": 0})} == {
        "column 1"
    }
    assert {violation.rule for violation in clew.violations(problem, {"S": 0})} == {"S is not 0"}


# -- text and drawings -------------------------------------------------------------------------------


def test_a_sum_draws_in_a_line_in_a_column_and_letter_by_letter() -> None:
    problem = Cryptarithm.from_text("SEND + MORE = MONEY")
    solution = clew.first(problem)
    assert solution is not None
    assert str(solution) == "9567 + 1085 = 10652"
    assert solution.draw("column") == "   9567\n+  1085\n-------\n  10652"
    assert sorted(solution.draw("letters").split()) == ["D=7", "E=5", "M=1", "N=6", "O=0", "R=8", "S=9", "Y=2"]
    assert problem.draw({"M": 1, "carry1": 1}) == "SEND + 1ORE = 1ONEY"


def test_digits_above_nine_are_small_letters_so_that_they_differ_from_open_ones() -> None:
    assert Cryptarithm.from_text("AB + A = C", base=16).draw({"A": 10, "C": 2}) == "aB + a = 2"


@pytest.mark.parametrize(
    "text", ["send+more=money", "  SEND\n+ MORE\n= MONEY\n", "SEND + MORE == MONEY", "+SEND + MORE = MONEY"]
)
def test_a_sum_may_be_written_in_other_ways(text: str) -> None:
    assert Cryptarithm.from_text(text) == Cryptarithm.from_text("SEND + MORE = MONEY")


@given(sums("ABCDEFGHIJ", 6))
def test_the_text_of_a_sum_is_read_back_as_the_same_sum(sides: tuple[Side, Side]) -> None:
    problem = Cryptarithm(*sides)
    assert Cryptarithm.from_text(problem.to_text()) == problem


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "ends before the first word"),
        ("SEND", "ends before +, - or ="),
        ("SEND + MORE", "ends before +, - or ="),
        ("SEND + MORE =", "ends before the first word"),
        ("SEND + = MONEY", "character 8"),
        ("= MONEY", "character 1"),
        ("A = B = C", "character 7"),
        ("A B = C", "character 3: 'B'"),
        ("A + + B = C", "character 5"),
        ("- - A = C", "character 3"),
        ("A * B = C", "character 3: '*'"),
        ("12 + A = B", "character 1: '1'"),
        ("A_B = C", "character 2: '_'"),
        ("A\x1b[31m = C", "character 2"),
        ("ABCDEFGHIJK = ABCDEFGHIJK", "11 letters and only 10 digits"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("base", [-1, 0, 1, 37, 10**9, "10"])
def test_a_base_that_cannot_be_is_refused(base: object) -> None:
    assert "base must be" in refusal("A = B", base=base)


@pytest.mark.parametrize("length", [60_000, 10**6])
def test_a_word_that_is_far_too_long_is_refused_at_once(length: int) -> None:
    refusal(f"{'A' * length} + B = C")


@pytest.mark.parametrize("left", [(), ((1, ""),), ((2, "A"),), ((1, "A1"),), ((1, "A B"),)])
def test_words_that_cannot_be_are_refused_from_python_too(left: tuple[tuple[int, str], ...]) -> None:
    with pytest.raises(clew.InputError, match=r"^cryptarithm: "):
        Cryptarithm(left, ((1, "A"),))


@examples(300)
@given(st.text() | st.text("ABCab+-= \n1") | sums().map(str))
@example("ŉ + ß = ǆ")
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Cryptarithm, text)
