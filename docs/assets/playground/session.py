"""What the playground runs inside the browser: a problem's code and an instance in, boards and a tree out.

The page's worker loads this file into Pyodide and talks to it in JSON. Nothing in it needs a browser, threads or other
processes, so the tests run it as it is.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import json
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import attrs

import clew
from clew import plugins
from clew.cli.new import write_file
from clew.events import (
    BacktrackEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    PruneEvent,
    RestartEvent,
    SolutionEvent,
)
from clew.observe.recorder import Recorder
from clew.problem.declared import overrides
from clew.problem.pictures import picture_of
from clew.render import Kind, Tree, tree_svg

FILE: Final = Path("puzzle.py")
"""The reader's code."""

NODES: Final = 250
"""A search is recorded, and its tree drawn, up to so many nodes."""

SECONDS: Final = 5.0
"""The recorded search is a second one, and slower: it gets so much time."""

BOARDS: Final = 12
PRINTED: Final = 5_000

SHORT: Final = {"n_queens.py": ("Queens, from scratch", ("6", "4", "8", "12"))}
"""Files beside this one, with their titles and some instances."""

LATIN: Final = "latin-square"

STRATEGIES: Final[dict[str, Any]] = {
    "first": clew.First(),
    "some": clew.AtMost(BOARDS),
    "check": clew.Unique(),
    "count": clew.Count(),
}


# -- what there is to try --------------------------------------------------------------------------------


def examples() -> str:
    """The problems to start from, in JSON: a name, a title, the code, instances with their parameters."""
    found = [
        _short(file, title, cases) for file, (title, cases) in SHORT.items()
    ]
    found.append(_template())
    found += [
        _bundled(plugin.name, plugin.problem)
        for plugin in plugins.installed()
        if plugin.problem is not None
    ]
    return json.dumps(found)


def _short(file: str, title: str, cases: Sequence[str]) -> dict[str, Any]:
    code = Path(file).read_text(encoding="utf-8")
    instances = [_instance(text, text, {}) for text in cases]
    return {
        "group": "short",
        "name": file,
        "title": title,
        "code": code,
        "instances": instances,
    }


def _template() -> dict[str, Any]:
    """What `clew new` writes."""
    file = Path(f"{LATIN.replace('-', '_')}.py")
    file.unlink(missing_ok=True)
    write_file(LATIN, file)
    code = file.read_text(encoding="utf-8")
    return {
        "group": "short",
        "name": LATIN,
        "title": "Latin square, as clew new writes it",
        "code": code,
        "instances": _instances(plugins.find(str(file))),
    }


def _bundled(
    name: str, problem: type[clew.Problem[Any, Any]]
) -> dict[str, Any]:
    code = Path(inspect.getfile(problem)).read_text(encoding="utf-8")
    return {
        "group": "bundled",
        "name": name,
        "title": name,
        "code": code,
        "instances": _instances(problem),
    }


def _instances(problem: type[clew.Problem[Any, Any]]) -> list[dict[str, str]]:
    return [
        _instance(example.name, example.text, example.parameters)
        for example in problem.examples
    ]


def _instance(name: str, text: str, parameters: Any) -> dict[str, str]:
    return {
        "name": name,
        "text": text,
        "parameters": ", ".join(f"{k}={v!r}" for k, v in parameters.items()),
    }


# -- a run -----------------------------------------------------------------------------------------------


class Printed(io.TextIOBase):
    """Tells of what is printed at once, so that it is not lost if the run is stopped.

    Args:
        tell: called with each piece; the first `PRINTED` characters are told of.
    """

    def __init__(self, tell: Callable[[str], object]) -> None:
        self.send = tell
        self.length = 0

    def write(self, text: str) -> int:
        if piece := text[: max(PRINTED - self.length, 0)]:
            self.send(piece)
        self.length += len(text)
        return len(text)


class Session:
    """Runs what it is asked for, and remembers the recorded search of the last run."""

    def __init__(self) -> None:
        self.problem: clew.Problem[Any, Any] | None = None
        self.story = Story()

    def run(self, request: str, tell: Callable[[str], object]) -> str:
        """Answer a request in JSON (code, instance, parameters, options) in JSON: what to show, or an error.

        Args:
            request: the request.
            tell: called with what the code prints, piece by piece.
        """
        self.problem, self.story = None, Story()
        answer: dict[str, Any]
        printed = Printed(tell)
        try:
            with contextlib.redirect_stdout(printed):
                answer = self._answer(json.loads(request), printed)
        except BaseException as error:  # the reader's code may raise anything
            answer = described(error)
        return json.dumps(answer)

    def _answer(
        self, asked: dict[str, Any], printed: Printed
    ) -> dict[str, Any]:
        FILE.write_text(asked["code"], encoding="utf-8")
        module = plugins.load_file(str(FILE), FILE.stem)
        made = [
            (name, value)
            for name, value in vars(module).items()
            if isinstance(value, clew.Problem)
        ]
        if made:
            return self._solved(*made[-1], asked)
        classes = problem_classes(module)
        if not classes and printed.length:
            return {"ran": "The code has run to its end."}
        try:
            problem = read(classes, asked["instance"], asked["parameters"])
        except clew.ClewError as error:
            if not printed.length:
                raise
            return {
                "ran": f"The code has run to its end; the instance was not solved: {error}"
            }
        return self._solved(
            problem.name or type(problem).__name__, problem, asked
        )

    def _solved(
        self, title: str, problem: clew.Problem[Any, Any], asked: dict[str, Any]
    ) -> dict[str, Any]:
        options: dict[str, Any] = {
            "inference": asked["inference"] or None,
            "variable_order": asked["order"] or None,
            "value_order": asked["values"] or None,
        }
        limits = clew.Limits(time=asked["seconds"], nodes=asked["nodes"])
        strategy = STRATEGIES[asked["strategy"]]
        outcome = clew.solve(problem, strategy, limits=limits, **options)
        recorder = Recorder()
        short = clew.Limits(
            time=SECONDS, nodes=min(NODES, asked["nodes"] or NODES)
        )
        recorded = clew.solve(
            problem, strategy, limits=short, observers=[recorder], **options
        )
        self.problem, self.story = problem, told(problem, recorder.events)
        boards = solutions_of(outcome.result)
        return {
            "title": title,
            "answer": summary(asked["strategy"], outcome),
            "boards": [drawn(board) for board in boards[:BOARDS]],
            "statistics": outcome.statistics.as_dict(),
            "tree": self.story.svg(problem) if self.story.entries else "",
            "own_tree": own_drawing(problem, recorder.events),
            "labels": [entry.title for entry in self.story.entries],
            "recorded": "all of it"
            if recorded.is_complete
            else f"its beginning: {recorded.statistics.nodes} nodes",
            "steps": len(self.story.steps),
        }

    def step(self, number: int) -> str:
        """A step of the recorded search, in JSON: what happened, where in the tree, and the board then."""
        step = self.story.steps[number]
        picture = (
            shown(self.problem, step.event) if self.problem is not None else {}
        )
        return json.dumps(
            {
                "number": number,
                "words": step.words,
                "entry": step.entry,
                **picture,
            }
        )


def problem_classes(module: ModuleType) -> list[type[clew.Problem[Any, Any]]]:
    """The problem classes that a module defines itself."""
    classes = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, clew.Problem)
    )
    return [found for found in classes if found.__module__ == module.__name__]


def read(
    classes: Sequence[type[clew.Problem[Any, Any]]], text: str, settings: str
) -> clew.Problem[Any, Any]:
    """The problem of the only class, made from an instance as text and its parameters.

    Raises:
        ClewError: there is no class, there are several, or the text or the parameters are not for it.
    """
    if len(classes) != 1:
        names = ", ".join(found.__name__ for found in classes) or "none"
        hint = "keep the problem to solve in a variable, such as problem = clew.Model(), or print something"
        raise clew.OptionError(
            f"the code must have one problem class, and it has {names}: {hint}"
        )
    (problem,) = classes
    return plugins.make(
        problem,
        problem.name or problem.__name__,
        text if text.strip() else None,
        parameters(settings),
    )


def parameters(text: str) -> dict[str, Any]:
    """Parameters as they stand in a call: `word="BLOG", diagonals=True`."""
    try:
        call = ast.parse(f"call({text}\n)", mode="eval").body
        if (
            not isinstance(call, ast.Call)
            or call.args
            or any(keyword.arg is None for keyword in call.keywords)
        ):
            raise ValueError
        return {
            str(keyword.arg): ast.literal_eval(keyword.value)
            for keyword in call.keywords
        }
    except (SyntaxError, ValueError):
        message = f"the parameters {text[:40]!r} are not of the form name=value, name=value; a text takes quotes"
        raise clew.OptionError(message) from None


def summary(asked: str, outcome: clew.Outcome[Any]) -> str:
    """The answer in a few words; what a limit stopped is never an answer."""
    result = outcome.result
    stopped = (
        ""
        if outcome.is_complete
        else f" (stopped by the {outcome.status.value})"
    )
    if asked == "count":
        number = _solutions(result)
        return f"{'at least ' if stopped else ''}{number}{stopped}"
    if asked == "check":
        names = {
            "none": "no solution",
            "unique": "exactly one solution",
            "several": "several solutions: here are two",
        }
        return names.get(result.answer, "not decided") + stopped
    if asked == "some" and result:
        rest = ", and no others" if outcome.exhausted else ""
        return f"{_solutions(len(result))}{rest}{stopped}"
    return (
        "a solution" if result else "not decided" if stopped else "no solution"
    ) + stopped


def _solutions(number: int) -> str:
    return f"{number:,} solution{'' if number == 1 else 's'}"


def solutions_of(result: Any) -> list[clew.Solution[Any, Any]]:
    """The solutions in the result of one of the strategies."""
    if isinstance(result, clew.Uniqueness):
        return list(result.solutions)
    if isinstance(result, clew.Solution):
        return [result]
    return list(result) if isinstance(result, list) else []


def described(error: BaseException) -> dict[str, Any]:
    """An exception as one line, with the line of the reader's code that it came from."""
    cause = (
        error.__cause__
        if isinstance(error, clew.ClewError) and error.__cause__ is not None
        else error
    )
    places = [
        frame.lineno
        for frame in traceback.extract_tb(cause.__traceback__)
        if frame.filename.endswith(FILE.name)
    ]
    line = (
        cause.lineno
        if isinstance(cause, SyntaxError)
        else places[-1]
        if places
        else None
    )
    message = str(error).partition("\n")[0]
    if not isinstance(error, clew.ClewError):
        message = (
            f"{type(error).__name__}: {message}"
            if message
            else type(error).__name__
        )
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
    return {"error": message + notes, "line": line}


# -- drawings --------------------------------------------------------------------------------------------


def drawn(board: clew.Solution[Any, Any]) -> dict[str, str]:
    """A solution as a picture, and as text where there is no picture, or for those who do not see it."""
    picture = getattr(board, "_repr_svg_", None)
    return {
        "svg": (picture() if picture is not None else None) or "",
        "text": str(board),
    }


def shown(problem: clew.Problem[Any, Any], event: Event) -> dict[str, str]:
    """The board at an event, with the values that are left unless the problem draws itself as text.

    As text if it is too large for a picture.
    """
    marks = overrides(problem, "picture") or not overrides(problem, "draw")
    try:
        return {
            "svg": picture_of(problem, event.state, marks=marks).svg(),
            "text": "",
        }
    except clew.ClewError:
        return {"svg": "", "text": problem.draw(dict(event.state.items()))}


def own_drawing(
    problem: clew.Problem[Any, Any], events: Sequence[Event]
) -> dict[str, str] | None:
    """The problem's own drawing of a search, if it has one."""
    picture = problem.picture_search(events)
    if picture is not None:
        return {"svg": picture.svg(), "text": ""}
    text = problem.draw_search(events)
    return None if text is None else {"svg": "", "text": text}


# -- the recorded search ---------------------------------------------------------------------------------


@attrs.define(eq=False)
class Entry:
    """A node of the search tree, or a value that was refused."""

    label: str
    title: str
    number: int
    kind: Kind = "visited"
    children: list[Entry] = attrs.field(factory=list)


@attrs.frozen(eq=False)
class Step:
    """Something worth a look.

    Attributes:
        event: what happened.
        words: the same in words.
        entry: the number of the node at which it happened, in the order of the drawing.
    """

    event: Event
    words: str
    entry: int


@attrs.define(eq=False)
class Story:
    """A recorded search: its tree (several, if it began anew), and its steps."""

    roots: list[Entry] = attrs.field(factory=list)
    entries: list[Entry] = attrs.field(factory=list)
    steps: list[Step] = attrs.field(factory=list)

    def svg(self, problem: clew.Problem[Any, Any]) -> str:
        """The tree as a picture; its circles stand in the order of the entries."""
        trees: dict[int, Tree] = {}
        for entry in reversed(self.entries):
            trees[entry.number] = Tree(
                entry.label,
                entry.kind,
                [trees[child.number] for child in entry.children],
            )
        gap, drop, radius = (
            (44, 62, 16) if len(self.entries) < 60 else (30, 54, 12)
        )
        title = f"the search tree of {problem.name or type(problem).__name__}"
        roots = [trees[root.number] for root in self.roots]
        return tree_svg(roots, gap=gap, drop=drop, radius=radius, title=title)


def told(problem: clew.Problem[Any, Any], events: Sequence[Event]) -> Story:
    """The tree and the steps of a search from what it reported: a node is left by a solution or a backtrack."""
    story = Story()
    path: list[Entry] = []
    pruned = 0
    for event in events:
        if isinstance(event, PruneEvent):
            pruned += len(event.values)
        elif isinstance(event, RestartEvent):
            path.clear()
            story.steps.append(
                Step(
                    event,
                    "too many dead ends: the search begins anew",
                    max(len(story.entries) - 1, 0),
                )
            )
        elif isinstance(event, (NodeEvent, DeadEndEvent)):
            entry = _entered(story, path, problem, event)
            story.steps.append(
                Step(event, _words(problem, event, entry, pruned), entry.number)
            )
            pruned = 0
            if isinstance(event, NodeEvent):
                path.append(entry)
        elif isinstance(event, (SolutionEvent, BacktrackEvent)) and path:
            for node in path if isinstance(event, SolutionEvent) else ():
                node.kind = "solution"
            left = path.pop()
            left.kind = "failed" if left.kind == "visited" else left.kind
            words = (
                "a solution"
                if isinstance(event, SolutionEvent)
                else f"the values are used up: back from {left.title}"
            )
            story.steps.append(Step(event, words, left.number))
    return story


def _entered(
    story: Story,
    path: Sequence[Entry],
    problem: clew.Problem[Any, Any],
    event: NodeEvent | DeadEndEvent,
) -> Entry:
    """A new entry for a node, or for a value that was refused."""
    if isinstance(event, DeadEndEvent):
        decision = (
            None if event.variable is None else (event.variable, event.value)
        )
    else:
        decision = (
            (event.state.path[1], event.state.path[2])
            if path and event.state.path
            else None
        )
    value = "" if decision is None else str(problem.value_name(decision[1]))
    title = (
        "the root" if decision is None else problem.decision_title(*decision)
    )
    entry = Entry(
        value if len(value) < 4 else f"{value[:3]}…", title, len(story.entries)
    )
    if isinstance(event, DeadEndEvent):
        entry.kind = "failed"
    story.entries.append(entry)
    (path[-1].children if path else story.roots).append(entry)
    return entry


def _words(
    problem: clew.Problem[Any, Any],
    event: NodeEvent | DeadEndEvent,
    entry: Entry,
    pruned: int,
) -> str:
    if isinstance(event, DeadEndEvent):
        culprit = event.constraint
        return f"{entry.title} is refused" + (
            "" if culprit is None else f": {problem.constraint_name(culprit)}"
        )
    ruled_out = (
        f"; {pruned} value{'s' * (pruned != 1)} ruled out" if pruned else ""
    )
    return f"{entry.title}{ruled_out}"
