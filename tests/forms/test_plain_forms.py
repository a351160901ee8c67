"""Numbers and words: what is read, what is refused, and problems made from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Predicate
from clew.forms import Number, Word


@given(st.integers(-60, 60), st.integers(0, 40), st.integers(-120, 120))
def test_a_number_is_read_if_it_lies_between_the_two(least: int, more: int, number: int) -> None:
    form = Number(least, least + more)
    if least <= number <= least + more:
        assert form.read(f" {number}\n") == number
        assert form.write(number) == str(number)
    else:
        with pytest.raises(clew.InputError, match=f"^{number} cannot be: give a number from {least} to {least + more}"):
            form.read(str(number))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("eight", "'eight' is no whole number: give a number from 1 to 99"),
        ("1.5", "'1.5' is no whole number"),
        ("1_0", "'1_0' is no whole number"),
        ("٣", "'٣' is no whole number"),
        ("0x10", "'0x10' is no whole number"),
        ("1e3", "'1e3' is no whole number"),
        ("1" * 30, "cannot be: give a number from 1 to 99"),
        ("0", "0 cannot be: give a number from 1 to 99"),
        ("-3", "-3 cannot be"),
    ],
)
def test_what_is_no_number_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=re.escape(complaint)):
        Number(1, 99).read(text)


@pytest.mark.parametrize("value", [True, 2.0, "2", None])
def test_a_number_in_python_is_an_int(value: object) -> None:
    with pytest.raises(clew.InputError, match="is no whole number"):
        Number(0, 9).check(value)  # type: ignore[arg-type]


def test_a_form_that_reads_nothing_is_refused_when_it_is_made() -> None:
    with pytest.raises(clew.ProblemError, match="no number from 5 to 1: give the smaller one first"):
        Number(5, 1)
    with pytest.raises(clew.ProblemError, match="must be different characters"):
        Word("ABA")
    with pytest.raises(clew.ProblemError, match="cannot have ' '"):
        Word("A B")
    with pytest.raises(clew.ProblemError, match="no word of 5 to 2 letters"):
        Word("AB", 5, 2)


@given(st.text("ABC", min_size=1, max_size=6))
def test_a_word_is_read_if_its_length_fits(word: str) -> None:
    form = Word("ABC", 2, 4)
    if 2 <= len(word) <= 4:
        assert form.read(f"\n {word} ") == word
    else:
        with pytest.raises(clew.InputError, match=f"a word of {len(word)} letters? cannot be: use 2 to 4"):
            form.read(word)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("ABxC", "line 1, column 3: 'x' is no letter here: use A B C"),
        ("\n  AB C", "line 2, column 5: ' ' is no letter here"),
        ("ab", "line 1, column 1: 'a' is no letter here"),
    ],
)
def test_a_stray_letter_is_named_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=f"^{re.escape(complaint)}"):
        Word("ABC").read(text)


@attrs.frozen
class Bits(clew.Problem[int, int]):
    """Rows of n bits without two ones side by side: a Fibonacci number of them."""

    name = "bits"
    n: int = clew.instance(Number(1, 20))

    def domains(self) -> Mapping[int, Iterable[int]]:
        return dict.fromkeys(range(self.n), (0, 1))

    def constraints(self) -> Iterable[Constraint]:
        return [Predicate(lambda a, b: not (a and b), (k, k + 1)) for k in range(self.n - 1)]


@attrs.frozen
class Derangement(clew.Problem[int, str]):
    """Words with the letters of another, none of them at its place."""

    name = "derangement"
    word: str = clew.instance(Word("ABCDE", 1, 6), help="the word")

    def domains(self) -> Mapping[int, Iterable[str]]:
        return {k: sorted(set(self.word) - {letter}) for k, letter in enumerate(self.word)}

    def constraints(self) -> Iterable[Constraint]:
        return [Predicate(lambda *letters: sorted(letters) == sorted(self.word), range(len(self.word)))]


@pytest.mark.parametrize(("n", "number"), [(1, 2), (2, 3), (3, 5), (10, 144), (20, 17711)])  # OEIS A000045
def test_a_problem_made_from_a_number(n: int, number: int) -> None:
    assert clew.count(Bits.from_text(str(n))) == number


@given(st.text("ABCDE", min_size=1, max_size=5))
def test_a_problem_made_from_a_word(word: str) -> None:
    wanted = {
        letters
        for letters in product(sorted(set(word)), repeat=len(word))
        if sorted(letters) == sorted(word) and not any(a == b for a, b in zip(letters, word, strict=True))
    }
    assert {tuple(s.values()) for s in clew.solutions(Derangement.from_text(word))} == wanted
