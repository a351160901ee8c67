"""Reading instances: a text that was written is read back, and bad texts are refused in one line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import attrs

from clew.errors import ClewError, InputError, OptionError, cut
from clew.plugins import AnyProblem
from clew.tools.testing.cases import Case, Subject, raised
from clew.tools.testing.deadline import DeadlinePassed, deadline

HANGS: Final = 5.0
"""Seconds after which reading a text counts as a hang."""

ODD: Final = "\0\t\n -.,;:/|()[]{}<>#*?=+'\"\\%@_09zZé²٣♛\u2028\U0001f9f5"
"""Characters to insert in wrong places; two of them are digits to some of Python's functions, not to others."""

TEXTS: Final = (
    "", " ", "\n\n\n", "0", "1", "-1", "+3", "3.5", "1e9", "nan", "1000000000", "9" * 30, "9" * 5000, "²", "x", "é",
    "\0", "\ufeff4", "\ud800", "(", ")", "((((", "[1,2", "[]", "{}", "[[]]", "1,,2", "-", "--", "=", "a=", "..", "/",
    "//", "a b c\nd", "1 2\n3", "1/2/3", "\t\tx\n x", "x" * 5000, "x\n" * 2000, "(" * 3000, "None", "null", "0x10",
)  # fmt: skip


def text(case: Case) -> Iterator[str]:
    """The text of a problem is read back as an equal problem; parameters are kept."""
    problem = case.make()
    if problem != case.make():
        yield "two problems made from the same text are not equal: make the class an attrs.frozen one"
        return
    written: object = problem.to_text()
    if not isinstance(written, str):
        yield f"to_text gave {written!r}: return a text"
        return
    chosen = {field.name: getattr(problem, field.name) for field in _parameters(case.kind)}
    again = case.kind.from_text(written, **chosen)
    if again != problem:
        yield f"to_text writes {cut(repr(written), 60)}, which from_text reads back as another one: {cut(repr(again))}"
    for field in _parameters(case.kind):
        yield from _kept(case, field)


def _parameters(kind: type[AnyProblem]) -> list[attrs.Attribute[Any]]:
    """The fields that users set by name: a text need not have them."""
    return [field for field in attrs.fields(kind) if "help" in field.metadata] if attrs.has(kind) else []


def _kept(case: Case, field: attrs.Attribute[Any]) -> Iterator[str]:
    """Whether a parameter that is given by name is the one that the problem has."""
    others = (not field.default,) if isinstance(field.default, bool) else field.metadata.get("choices") or ()
    values = [*others, *([case.example.parameters[field.name]] if field.name in case.example.parameters else [])]
    for value in values:
        try:
            made = case.make(**{field.name: value})
        except ClewError:
            continue  # it does not fit this instance
        if value != field.default and getattr(made, field.name) == field.default:
            yield f"from_text was given {field.name}={value!r} and the problem has {field.default!r}: pass it on"
            return


def garbage(subject: Subject) -> Iterator[str]:
    """A bad text is refused in one line, or read: no other exception, no hang."""
    for bad in dict.fromkeys([*TEXTS, *_mutated(subject)]):
        shown = cut(repr(bad), 60)
        try:
            with deadline(min(HANGS, subject.budget.seconds)):
                made: object = subject.kind.from_text(bad)
        except (InputError, OptionError) as error:
            if len(str(error).splitlines()) != 1:
                yield f"the text {shown} is refused by {str(error)!r}: say it in one line"
        except DeadlinePassed:
            yield f"the text {shown} is not read in {HANGS:g} seconds: look for a loop without end, or bound its size"
        except (Exception, SystemExit) as error:
            yield f"the text {shown} raised {raised(error)}: raise clew.InputError with the place instead"
        else:
            if not isinstance(made, subject.kind):
                yield f"the text {shown} gave {made!r}: return a {subject.kind.__name__} or raise clew.InputError"


def _mutated(subject: Subject) -> Iterator[str]:
    """The texts of the examples with something wrong in them."""
    texts = [case.example.text for case in subject.cases if case.example.text]
    rng = random.Random(subject.title)
    for _ in range(subject.budget.trials if texts else 0):
        chosen = rng.choice(texts)
        for _ in range(rng.randint(1, 2)):
            chosen = _changed(chosen, rng)
        yield chosen


def _changed(good: str, rng: random.Random) -> str:
    """A text with one mistake."""
    place = rng.randrange(len(good) + 1)
    end = min(len(good), place + rng.randint(1, 4))
    odd = rng.choice(ODD)
    lines = good.splitlines() or [""]
    line = rng.randrange(len(lines))
    return rng.choice(
        (
            good[:place],
            good[place:],
            good[:place] + good[end:],
            good[:place] + odd + good[place:],
            good[:place] + odd + good[place + 1 :],
            good[:place] + good[place:end] * 3 + good[end:],
            "\n".join(lines[:line] + lines[line + 1 :]),
            "\n".join([*lines[: line + 1], *lines[line:]]),
            good.swapcase(),
            good[::-1],
        )
    )
