"""That a problem is a value: its text is read back, it survives pickling, and solving leaves it as it was.

And that a bad text is refused in one line.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any, Final

import attrs

from clew.api import first, solve
from clew.constraints.names import hashable
from clew.errors import ClewError, InputError, OptionError, cut
from clew.plugins import parameters_of
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.state.lanes import Lanes
from clew.state.state import State
from clew.strategies import All
from clew.tools.testing.cases import Case, DeadlinePassed, Subject, deadline, raised

MUTATES: Final = "look for hooks, domains() or constraints() that change the problem, a field of it or a global"

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
    parameters = parameters_of(case.kind)
    chosen = {field.name: getattr(problem, field.name) for field in parameters}
    again = case.kind.from_text(written, **chosen)
    if again != problem:
        yield f"to_text writes {cut(repr(written), 60)}, which from_text reads back as another one: {cut(repr(again))}"
    for field in parameters:
        yield from _kept(case, field)


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


def pickling(case: Case) -> Iterator[str]:
    """The problem, the root of its search and its solutions survive pickling."""
    problem = case.make()
    root: State[Any, Any] = State.root(Lanes(problem.domains()))
    solution = first(problem, verify=False)
    for what, thing in (("the problem", problem), ("the root of its search", root), ("a solution", solution)):
        try:
            copy = pickle.loads(pickle.dumps(thing))  # noqa: S301  # its own
        except Exception as error:
            yield (
                f"{what} cannot be pickled: {raised(error)}: define the class at the top of a module, and keep "
                "functions and open files out of its fields"
            )
            return
        if copy != thing:
            yield f"{what} is another one after pickling: look at the fields that are not compared or not kept"
        elif hashable(thing) and hash(copy) != hash(thing):
            yield f"{what} is equal after pickling, and its hash is another: look at __hash__"
        elif isinstance(thing, type(solution)) and str(copy) != str(thing):
            yield f"{what} is drawn otherwise after pickling: look at draw, and at fields that are not kept"


def unchanged(case: Case) -> Iterator[str]:
    """Solving leaves the problem as it was: a second search gives the same."""
    problem, untouched = case.make(), case.make()
    before, was_equal = _seen(problem), problem == untouched
    runs = [_run(case, problem) for _ in range(2)]
    fresh = _run(case, untouched)
    if runs[0] != runs[1]:
        yield f"solved twice, it gives {len(runs[0])} solutions, then {len(runs[1])}, or others: {MUTATES}"
    elif runs[0] != fresh:
        yield f"a new copy of the instance gives other solutions, or in another order: {MUTATES}"
    if _seen(problem) != before or (was_equal and problem != case.make()):
        yield f"solving changed the problem: {MUTATES}"


def _seen(problem: AnyProblem) -> tuple[object, ...]:
    """All of a problem that a caller may look at."""
    domains = [(variable, tuple(domain)) for variable, domain in problem.domains().items()]
    return repr(problem), domains, dict(problem.given())


def _run(case: Case, problem: AnyProblem) -> list[AnySolution]:
    """The first solutions, as far as the budget goes: the same nodes are looked at in every run."""
    found: list[AnySolution] = solve(problem, All(), limits=case.limits(), verify=False).result
    return found
