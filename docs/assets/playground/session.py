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
import re
import shlex
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import clew
from clew import plugins
from clew.events import Event
from clew.problem.declared import overrides
from clew.render import Picture
from clew.tools.cli import main as command
from clew.tools.cli.new import write_file
from clew.watch.observers.recorder import Recorder
from clew.watch.trace.html import tree_html
from clew.watch.trace.tree import SearchTree

FILE: Final = Path("puzzle.py")
"""The reader's code."""

NODES: Final = 1_000
"""A search is recorded, and its tree shown, up to so many nodes."""

SECONDS: Final = 5.0
"""The recorded search is a second one, and slower: it gets so much time."""

PAUSE: Final = 0.2
"""Seconds between two reports of a count."""

BOARDS: Final = 12
PRINTED: Final = 5_000

SHORT: Final = {"n_queens.py": ("Queens, from scratch", ("6", "4", "8", "12"))}
"""Files beside this one, with their titles and some instances."""

LATIN: Final = "latin-square"

STRATEGIES: Final[
    dict[str, tuple[type[clew.Strategy[Any]], tuple[Any, ...]]]
] = {
    "first": (clew.First, ()),
    "some": (clew.AtMost, (BOARDS,)),
    "check": (clew.Unique, ()),
    "count": (clew.Count, ()),
}

Tell = Callable[[str], object]
"""Takes what happens during a run, in JSON: an object with its `kind`."""


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
    """Reports what is printed at once, so that it is not lost if the run is stopped.

    Args:
        tell: called with each piece, up to `PRINTED` characters in all.
    """

    def __init__(self, tell: Tell) -> None:
        self.send = tell
        self.length = 0

    def write(self, text: str) -> int:
        if piece := text[: max(PRINTED - self.length, 0)]:
            self.send(json.dumps({"kind": "printed", "text": piece}))
        self.length += len(text)
        return len(text)


def run(request: str, tell: Tell) -> str:
    """Answer a request in JSON (code, instance, parameters, options) in JSON: what to show, or an error.

    Args:
        request: the request. Commands find the `program` that ran last in the file of programs.
        tell: called with what is printed and found before the end.
    """
    asked = json.loads(request)
    printed = Printed(tell)
    answer: dict[str, Any]
    try:
        with contextlib.redirect_stdout(printed):
            lines = commands(asked["code"])
            code = asked["program"] if lines else asked["code"]
            if code:
                FILE.write_text(code, encoding="utf-8")
            answer = (
                commanded(lines) if lines else programmed(asked, printed, tell)
            )
    except BaseException as error:  # the reader's code may raise anything
        answer = described(error)
    return json.dumps(answer)


# -- commands --------------------------------------------------------------------------------------------


def commands(code: str) -> list[str]:
    """The commands in the code: the lines behind a prompt, or all of them if the first calls `clew`.

    A line that ends with a backslash goes on in the next one. What stands below a prompt is output, and skipped.
    """
    joined = re.sub(r"\\\n[ \t]*", "", code)
    lines = [line.strip() for line in joined.splitlines() if line.strip()]
    prompted = [line[2:] for line in lines if line.startswith("$ ")]
    plain = lines if lines and lines[0].split()[0] == "clew" else []
    return prompted or plain


def commanded(lines: Sequence[str]) -> dict[str, Any]:
    """Run commands, and show the pictures and trees that they write."""
    before = written()
    status = 0
    for line in lines:
        words = shlex.split(line, comments=True)
        if words[:1] != ["clew"] or set("|<>;&") & set(
            re.sub(r"'[^']*'|\"[^\"]*\"", "", line)
        ):
            message = f"only commands of clew run here, one a line, without pipes and files: {line}"
            raise clew.OptionError(message)
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            status = command(words[1:])
        print(errors.getvalue(), end="")
    files = [
        file for file, moment in written().items() if before.get(file) != moment
    ]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    pages = [
        {"page": text, "file": file.name}
        for file, text in texts.items()
        if file.suffix == ".html"
    ]
    return {
        "ran": "The command has run to its end."
        if status == 0
        else f"The command ended with exit status {status}.",
        "boards": [
            {"svg": text, "text": file.name}
            for file, text in texts.items()
            if file.suffix == ".svg"
        ],
        **(pages[-1] if pages else {"page": ""}),
    }


def written() -> dict[Path, int]:
    """The pictures and pages in the current folder, and when each was written."""
    found = [*Path().glob("*.svg"), *Path().glob("*.html")]
    return {file: file.stat().st_mtime_ns for file in found}


# -- programs --------------------------------------------------------------------------------------------


def programmed(
    asked: dict[str, Any], printed: Printed, tell: Tell
) -> dict[str, Any]:
    """Run the code, and solve the problem that it keeps or that its class makes of the instance."""
    module = plugins.load_file(str(FILE), FILE.stem)
    kept = list(vars(module).items())
    made = [pair for pair in kept if isinstance(pair[1], clew.Problem)]
    pictures = shown([value for _, value in kept])
    if made:
        return {**solved(*made[-1], asked, tell), **pictures}
    classes = problem_classes(module)
    ran = {"ran": "The code has run to its end.", **pictures}
    if not classes and (printed.length or pictures):
        return ran
    try:
        problem = read(classes, asked["instance"], asked["parameters"])
    except clew.ClewError as error:
        if not printed.length:
            raise
        reason = f"the instance was not solved: {error}"
        return {**ran, "ran": f"The code has run to its end; {reason}"}
    name = problem.name or type(problem).__name__
    return solved(name, problem, asked, tell)


def shown(values: Sequence[Any]) -> dict[str, Any]:
    """The solutions, the pictures, and the last tree or sheet among the values that a program keeps, if any."""
    boards = [
        drawn(value)
        for value in values
        if isinstance(value, (clew.Solution, Picture))
    ]
    pages = [
        value for value in values if isinstance(value, (SearchTree, clew.Sheet))
    ]
    found: dict[str, Any] = {"boards": boards[:BOARDS]} if boards else {}
    for last in pages[-1:]:
        if isinstance(last, SearchTree):
            found["page"] = tree_html(last)
        else:
            found |= {"page": last.html(), "file": "sheet.html"}
    return found


def solved(
    title: str,
    problem: clew.Problem[Any, Any],
    asked: dict[str, Any],
    tell: Tell,
) -> dict[str, Any]:
    """Solve a problem; tell the answer, and then record the same search for its tree."""
    options: dict[str, Any] = {
        "inference": asked["inference"] or None,
        "variable_order": asked["order"] or None,
        "value_order": asked["values"] or None,
    }
    limits = clew.Limits(time=asked["seconds"], nodes=asked["nodes"])
    strategy = telling(asked["strategy"], tell)
    outcome = clew.solve(problem, strategy, limits=limits, **options)
    boards = solutions_of(outcome.result)[:BOARDS]
    answer = {
        "title": title,
        "answer": summary(asked["strategy"], outcome),
        "boards": [drawn(board) for board in boards],
        "statistics": outcome.statistics.as_dict(),
    }
    tell(json.dumps({"kind": "answer", **answer}))
    return {**answer, **recorded(problem, asked, options)}


def recorded(
    problem: clew.Problem[Any, Any],
    asked: dict[str, Any],
    options: dict[str, Any],
) -> dict[str, Any]:
    """The page of the search tree, and the problem's own drawing of the search if it has one."""
    kind, arguments = STRATEGIES[asked["strategy"]]
    nodes = min(NODES, asked["nodes"] or NODES)
    recorder = Recorder()
    watched = ("picture_search", "draw_search")
    own = any(overrides(problem, name) for name in watched)
    tree = clew.search_tree(
        problem,
        kind(*arguments),
        limits=clew.Limits(time=SECONDS, nodes=nodes),
        observers=[recorder] if own else [],
        **options,
    )
    return {
        "page": tree_html(tree),
        "own": own_drawing(problem, recorder.events) if own else None,
    }


def telling(name: str, tell: Tell) -> clew.Strategy[Any]:
    """The strategy of a name; it tells the solutions as they are found, and a count from time to time."""
    kind, arguments = STRATEGIES[name]
    told = time.monotonic()

    class Telling(kind):  # type: ignore[misc, valid-type]
        def add(self, result: Any, solution: Any) -> Any:
            tell(json.dumps({"kind": "found", "board": drawn(solution)}))
            return super().add(result, solution)

        def add_count(self, result: int, number: int) -> Any:
            nonlocal told
            added = super().add_count(result, number)
            if time.monotonic() - told > PAUSE:
                told = time.monotonic()
                tell(json.dumps({"kind": "counted", "number": added}))
            return added

    return Telling(*arguments)


def problem_classes(module: ModuleType) -> list[type[clew.Problem[Any, Any]]]:
    """The problem classes that a module defines itself, without those that it keeps to itself."""
    classes = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, clew.Problem)
    )
    return [
        found
        for found in classes
        if found.__module__ == module.__name__
        and not found.__name__.startswith("_")
    ]


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


def drawn(board: clew.Solution[Any, Any] | Picture) -> dict[str, str]:
    """A solution as a picture, and as text if there is no picture, or for those who do not see it."""
    picture = getattr(board, "_repr_svg_", None)
    text = board.description[0] if isinstance(board, Picture) else str(board)
    return {
        "svg": (picture() if picture is not None else None) or "",
        "text": text,
    }


def own_drawing(
    problem: clew.Problem[Any, Any], events: Sequence[Event]
) -> dict[str, str] | None:
    """The problem's own drawing of a search, if it has one."""
    picture = problem.picture_search(events)
    if picture is not None:
        return {"svg": picture.svg(), "text": picture.description[0]}
    text = problem.draw_search(events)
    return None if text is None else {"svg": "", "text": text}
