"""How a problem describes itself: its name, its rules, its examples, the names of its variables, its drawings."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any

from clew.api import first, solve
from clew.errors import OptionError
from clew.plugins import parameters_of
from clew.problem.declared import overrides
from clew.problem.events import Event
from clew.problem.fields import Example
from clew.problem.problem import AnyProblem
from clew.strategies import First
from clew.tools.testing.cases import Case, Subject, raised
from clew.watch.observers.recorder import Recorder

NO_STYLE = "no such style"


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
        if fault := _fault(case):
            yield f"example {case.example.name!r}{fault}"


def _fault(case: Case) -> str:
    """Why an example cannot be read, as the rest of a sentence; empty if it can."""
    try:
        problem: object = case.make()
    except Exception as error:
        return f" cannot be read: {raised(error)}: look at from_text and at the text"
    is_one = isinstance(problem, case.kind)
    return "" if is_one else f": from_text gave {problem!r}, which is no {case.kind.__name__}"


def readable(subject: Subject) -> Iterator[Case]:
    """The examples whose text can be read; `examples` reports the others."""
    return (case for case in subject.cases if not _fault(case))


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
    """Every style draws solutions and parts of them; an unknown style is refused."""
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
