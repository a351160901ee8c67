"""How a problem describes itself, and that it is a value.

Its name, its rules, its examples, the names of its variables, its drawings; its text is read back, a bad text rejected
in one line, it survives pickling, and solving leaves it as it was.
"""

from __future__ import annotations

import json
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any, Final

import attrs

from clew.api import first, solve
from clew.constraints.names import hashable
from clew.errors import ClewError, InputError, OptionError, cut
from clew.plugins import parameters_of
from clew.problem.declared import overrides
from clew.problem.events import Event
from clew.problem.example import Example
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.state.lanes import Lanes
from clew.state.state import State
from clew.strategies import All, First
from clew.tools.testing.cases import Case, DeadlinePassed, Subject, deadline, fault_of, raised
from clew.watch.observers.recorder import Recorder

NO_STYLE: Final = "no such style"
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


def description(subject: Subject) -> Iterator[str]:
    """The class says what it is: name, summary, rules, examples, styles."""
    kind = subject.kind
    if not isinstance(kind.name, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", kind.name):
        yield f"name is {kind.name!r}: it is typed on the command line, so use small letters, digits and hyphens"
    elif subject.plugin is not None and kind.name != subject.plugin:
        yield f"name is {kind.name!r} and the entry point is called {subject.plugin!r}: give both the same name"
    if not isinstance(kind.summary, str) or not kind.summary.strip() or "\n" in kind.summary:
        yield f"summary is {kind.summary!r}: say in one line what the problem is"
    if not isinstance(kind.rules, str) or not kind.rules.strip():
        yield f"rules is {kind.rules!r}: say in a few sentences what must hold, and what an instance looks like"
    yield from _styles(kind.styles)
    for field in parameters_of(kind):
        if not str(field.metadata["help"]).strip():
            yield f"the parameter {field.name} has no help: say in one line what it sets"


def _styles(styles: Any) -> Iterator[str]:
    if not isinstance(styles, tuple) or not styles or not all(isinstance(style, str) and style for style in styles):
        yield f"styles is {styles!r}: give a tuple with the names of the ways to draw, the default first"
    elif twice := repeated(styles):
        yield f"styles names {twice[0]!r} twice"


def examples(subject: Subject) -> Iterator[str]:
    """Every example has a name of its own, a number of solutions and a text that can be read."""
    given = subject.kind.examples
    if not isinstance(given, (tuple, list)) or not given:
        yield "there are no examples: give some clew.Example(name, text, count), the first of them small"
        return
    for example in given:
        if not isinstance(example, Example):
            yield f"{example!r} is no example: use clew.Example(name, text, count)"
        elif isinstance(example.count, bool) or not isinstance(example.count, int) or example.count < 0:
            yield f"example {example.name!r} promises {example.count!r} solutions: give a whole number from 0"
    for name in repeated([case.example.name for case in subject.cases]):
        yield f"two examples are called {name!r}: give each a name of its own"
    for case in subject.cases:
        if fault := fault_of(case):
            yield f"example {case.example.name!r}{fault}"


def names(case: Case) -> Iterator[str]:
    """Variables and values have names of their own that JSON can hold."""
    problem, again = case.make(), case.make()
    variables = list(case.values)
    titles = [problem.variable_name(variable) for variable in variables]
    for title in titles:
        if not isinstance(title, str) or not title:
            yield f"variable_name gave {title!r}: give a text"
    for title in repeated(titles):
        yield f"two variables are called {title!r}: look at variable_name"
    if titles != [again.variable_name(variable) for variable in variables]:
        yield "the same instance made twice names its variables differently: look at variable_name and domains"
    for values in dict.fromkeys(case.values.values()):
        yield from _value_names(problem, values)


def _value_names(problem: AnyProblem, values: Sequence[Any]) -> Iterator[str]:
    shown = []
    for value in values:
        name = problem.value_name(value)
        try:
            shown.append(json.dumps(name, allow_nan=False))
        except (TypeError, ValueError) as error:
            yield f"value_name gave {name!r}, which JSON cannot hold ({error}): give a number, a text or a truth value"
    for name in repeated(shown):
        yield f"two values of a variable are both called {name}: look at value_name"


def drawing(case: Case) -> Iterator[str]:
    """Every style draws solutions and parts of them; an unknown style is rejected."""
    problem = case.make()
    solution = first(problem, verify=False)
    whole = {} if solution is None else dict(solution)
    part = dict(islice(whole.items(), len(whole) // 2))
    wanted = {"nothing": {}, "the given values": problem.given(), "half a solution": part, "a solution": whole}
    for style, (what, assignment) in product(problem.styles, wanted.items()):
        try:
            drawn: object = problem.draw(assignment, style)
        except Exception as error:
            yield f"style {style!r}, drawing {what}: {raised(error)}"
            continue
        if not isinstance(drawn, str):
            yield f"style {style!r}, drawing {what}: draw gave {drawn!r}: return a text"
        elif whole and assignment is whole and not drawn.strip():
            yield f"style {style!r} draws nothing for a solution: look at draw"
    if problem.draw(whole) != problem.draw(whole, problem.styles[0]):
        yield f"draw without a style draws otherwise than with {problem.styles[0]!r}, the first of styles"
    with suppress(OptionError):
        problem.draw(whole, NO_STYLE)
        yield "draw takes a style that is not one of styles: begin it with style = self.check_style(style)"
    if overrides(problem, "draw_search"):
        yield from _search_drawing(case)


def _search_drawing(case: Case) -> Iterator[str]:
    recorder = Recorder()
    solve(case.make(), First(), observers=[recorder], limits=case.limits())
    events: list[Event] = recorder.events
    for colour in (False, True):
        drawn: object = case.make().draw_search(events, colour=colour)
        if drawn is not None and not isinstance(drawn, str):
            yield f"draw_search gave {drawn!r}: return a text, or None"


def repeated(names: Iterable[Any]) -> list[Any]:
    """Those that occur twice or more."""
    return [name for name, times in Counter(names).items() if times > 1]


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
    """A bad text is rejected in one line, or read: no other exception, no hang."""
    for bad in dict.fromkeys([*TEXTS, *_mutated(subject)]):
        shown = cut(repr(bad), 60)
        try:
            with deadline(min(HANGS, subject.budget.seconds)):
                made: object = subject.kind.from_text(bad)
        except (InputError, OptionError) as error:
            if len(str(error).splitlines()) != 1:
                yield f"the text {shown} is rejected by {str(error)!r}: say it in one line"
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
