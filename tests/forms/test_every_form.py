"""What holds for every form: it writes what it reads, and refuses everything else in one line."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.forms import Clues, Edges, Form, Grid, Number, Word, Words
from clew.problem.fields import instance_field

FORMS: dict[str, Form[Any]] = {
    "number": Number(0, 50),
    "negative number": Number(-5, -1),
    "word": Word("ABC", 2, 5),
    "grid": Grid("12#", "._"),
    "full grid": Grid("xo", ""),
    "square": Grid("123456789ABCDEF", square=True, sized=True),
    "words": Words(r"[1-9][0-9]?|#", "a number"),
    "full words": Words("[a-z]+", "a word", "", square=True),
    "clues": Clues(),
    "one clue": Clues(each=1, most=9, square=True),
    "two clues": Clues(each=2, least=0),
    "edges": Edges(),
}
TEXTS = {
    "number": ["0", "7", " 50\n", "+3"],
    "negative number": ["-1", "-5"],
    "word": ["AB", " CABBA\n"],
    "grid": ["12", "1_/.#", "1.#\n\n2 . .", "2x3", "\ufeff1.\r\n.2\r\n"],
    "full grid": ["xo/ox", "x"],
    "square": ["12/21", "1..2", "4x4", "."],
    "words": ["12 . / # 3", "2x3", "\ufeff1 2\r\n\r\n. 99\r\n", "7"],
    "full words": ["a bc / def g", "x"],
    "clues": ["1 1, 2, 3 / 2, 1 1, 3", "1\n\n1", ".,0/2,1", "3/1,1,1"],
    "one clue": ["1,2/2,1", "., ./., 9", "1\n2\n\n3\n."],
    "two clues": ["0 1/2 .", "0 0,1 1/. .,2 2"],
    "edges": ["a b", "a b, b c", "a b # first\nc\nc a", "p edge 3 2\ne 1 2\ne 2 3", "z"],
}
PIECES = ["\n", "/", ",", " ", ".", "-", "1", "2", "12", "999999999", "x", "4x4", "A", "#", "=", "e", "p edge 3 2", "c"]
ODD = ["\t", "\x00", "\u2028", "\r", "\ud800", "٣", "²", "é", "\ufeff"]

REFUSED = object()

every_form = pytest.mark.parametrize("name", FORMS)
garbage = st.one_of(st.text(max_size=40), st.lists(st.sampled_from([*PIECES, *ODD]), max_size=25).map("".join))


def problem_of(form: Form[Any]) -> type[clew.Problem[Any, Any]]:
    @attrs.frozen
    class Thing(clew.Problem[Any, Any]):
        name = "thing"
        it: Any = clew.instance(form)

    return Thing


def outcome(made: Callable[[], Any]) -> Any:
    """What is made, or REFUSED if that ends in one line for whoever gave the input."""
    try:
        return made()
    except (clew.InputError, clew.OptionError) as error:
        line = str(error)
    if not line.strip() or "\n" in line:
        pytest.fail(f"the message is not one line: {line!r}")
    return REFUSED


@every_form
def test_what_is_read_is_written_and_read_again(name: str) -> None:
    form = FORMS[name]
    for text in TEXTS[name]:
        value = form.read(text)
        form.check(value)
        assert form.read(form.write(value)) == value
        assert form.made(value) == value
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301
        assert isinstance(hash(value), int)


@every_form
def test_a_problem_reads_and_writes_by_its_form(name: str) -> None:
    thing = problem_of(FORMS[name])
    for text in TEXTS[name]:
        made = thing.from_text(text)
        assert thing.from_text(made.to_text()) == made


@every_form
@given(text=garbage)
def test_garbage_is_read_or_refused_in_one_line(name: str, text: str) -> None:
    form = FORMS[name]
    if (value := outcome(lambda: form.read(text))) is not REFUSED:
        assert form.read(form.write(value)) == value


@every_form
@given(
    value=st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.just(object)),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=2), inner, max_size=2)),
        max_leaves=8,
    )
)
def test_what_is_given_in_python_is_made_or_refused_in_one_line(name: str, value: Any) -> None:
    form = FORMS[name]
    thing: Any = problem_of(form)
    if (made := outcome(lambda: thing(value))) is not REFUSED:
        assert form.read(form.write(made.it)) == made.it


@every_form
@pytest.mark.parametrize("text", ["", " ", "\n\n", "\ufeff", "\t \r\n"])
def test_an_empty_text_is_refused_with_what_to_type(name: str, text: str) -> None:
    form = FORMS[name]
    with pytest.raises(clew.InputError, match="empty") as caught:
        form.read(text)
    assert form.hint in str(caught.value)


@every_form
def test_a_text_that_is_too_long_is_refused_unread(name: str) -> None:
    form = FORMS[name]
    with pytest.raises(clew.InputError, match="1000001 characters, more than any instance"):
        form.read("1" * (form.longest + 1))


@every_form
def test_the_message_names_the_problem(name: str) -> None:
    with pytest.raises(clew.ClewError, match=r"^thing: "):
        problem_of(FORMS[name]).from_text("?!? =")
    with pytest.raises(clew.ClewError, match=r"^thing: "):
        problem_of(FORMS[name])(None)  # type: ignore[call-arg]


@attrs.frozen
class Hours(Form[tuple[int, int]]):
    """A form of one's own: from which hour to which."""

    @property
    def hint(self) -> str:
        return "two hours, such as 9-17"

    def read(self, text: str) -> tuple[int, int]:
        first, dash, last = text.strip().partition("-")
        if not (dash and first.isdecimal() and last.isdecimal()):
            raise clew.InputError(f"{text!r} are no hours: give {self.hint}")
        return int(first), int(last)

    def write(self, value: tuple[int, int]) -> str:
        return f"{value[0]}-{value[1]}"


def test_a_form_of_ones_own() -> None:
    open_at = problem_of(Hours())
    made = open_at.from_text("9-17")
    assert made == open_at((9, 17))  # type: ignore[call-arg]
    assert made.to_text() == "9-17"
    with pytest.raises(clew.InputError, match="thing: '9' are no hours: give two hours, such as 9-17"):
        open_at.from_text("9")


def test_two_instance_fields_and_a_class_without_fields_are_refused() -> None:
    @attrs.frozen
    class Two(clew.Problem[Any, Any]):
        one: int = clew.instance(Number(1, 9))
        other: int = clew.instance(Number(1, 9))

    with pytest.raises(clew.ProblemError, match="Two has several instance fields, one and other"):
        Two.from_text("1")

    @attrs.frozen
    class Written(Two):
        @classmethod
        def from_text(cls, text: str, **parameters: Any) -> Any:
            return cls(*map(int, text.split()))

        def to_text(self) -> str:
            return f"{self.one} {self.other}"

    assert instance_field(Written) is None
    assert Written.from_text(Written.from_text("1 2").to_text()) == Written.from_text("1 2")

    class Bare(clew.Problem[Any, Any]):
        n: int = clew.instance(Number(1, 9))

    with pytest.raises(clew.ProblemError, match=r"Bare has no fields yet: write @attrs\.frozen above the class"):
        Bare.from_text("1")
