"""The size of what a reader meets: modules, functions, parameters, names.

A module has 300 lines at most, a function 25 lines of code and seven parameters, and no two classes have one name.
The exceptions stand below, each with its reason. A test fails too if an exception is no longer needed, so that the
list only gets shorter.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

SOURCE: Final = Path(__file__).parents[1] / "src" / "clew"
MODULE, FUNCTION, PARAMETERS = 300, 25, 7

SKIPPED = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
PYTHON: Final[Mapping[str, str]] = {
    str(file.relative_to(SOURCE).as_posix()): file.read_text(encoding="utf-8")
    for file in sorted(SOURCE.rglob("*.py"))
    if "templates" not in file.parts  # what `clew new` writes, with places to fill in
}
CYTHON: Final[Mapping[str, str]] = {
    str(file.relative_to(SOURCE).as_posix()): file.read_text(encoding="utf-8")
    for pattern in ("*.pyx", "*.pxi")
    for file in sorted(SOURCE.rglob(pattern))
}

NUMBERED: Final = "a numbered algorithm, which is read in one piece"
PUBLISHED: Final = "a published algorithm, which can be held beside its source in one piece"
LOOP: Final = "the loop is the specification of every search, so it is read in one piece"
OTHER_LIBRARY: Final = "`clew.compat.constraint` has the names of python-constraint"

LONG_MODULES: Final[Mapping[str, str]] = {
    "problem/problem.py": "the hooks of a problem and their defaults, which people look for in one file",
}
"""Files of more than 300 lines."""

LONG_FUNCTIONS: Final[Mapping[str, str]] = {
    "compat/constraint/direct.py: Direct.solutions": NUMBERED,
    "planning/counting/decomposition.py: Decomposer.answer": NUMBERED,
    "reference/propagation/connection.py: articulation": PUBLISHED,
    "reference/propagation/network.py: Network.propagate": NUMBERED,
    "reference/search/search.py: search": LOOP,
}
"""Functions of more than 25 lines of code; the lines of a nested function count for the outer one too."""

MANY_PARAMETERS: Final[Mapping[str, str]] = {}
"""Functions with more than seven parameters, not counting `self`."""

TWICE: Final[Mapping[str, str]] = {
    "Constraint": OTHER_LIBRARY,
    "Count": "`clew.constraints.Count` counts values, `clew.Count` solutions; both are public",
    "Graph": "`clew.forms.Graph` reads a graph, `clew.render.Graph` draws one; both are public",
    "Problem": OTHER_LIBRARY,
    "Variable": OTHER_LIBRARY,
}
"""Names that several classes have."""


def lines_of_code(text: str) -> set[int]:
    """The numbers of the lines that are neither empty nor a comment nor a docstring."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                told.update(range(one.lineno, (one.end_lineno or one.lineno) + 1))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = (range(one.start[0], one.end[0] + 1) for one in tokens if one.type not in SKIPPED)
    return {line for some in lines for line in some} - told


def functions(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions in a piece of code by their names, with those of the classes and functions around them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield within + child.name, child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from functions(child, f"{within}{child.name}.")
        else:
            yield from functions(child, within)


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many parameters a function has."""
    given = node.args.posonlyargs + node.args.args
    own = bool(given) and given[0].arg in ("self", "cls")
    return len(given) + len(node.args.kwonlyargs) - own


class Measured(NamedTuple):
    """The measures of a module.

    Attributes:
        lines: how many lines of code it has.
        nodes: how many nodes its syntax tree has.
        lengths: its functions, with their lines of code.
        parameters: its functions, with the number of their parameters.
        classes: the names of its classes.
    """

    lines: int
    nodes: int
    lengths: list[tuple[str, int]]
    parameters: list[tuple[str, int]]
    classes: list[str]


@cache
def measured(text: str) -> Measured:
    """The measures of a module of Python: it is read once for all of them."""
    tree = ast.parse(text)
    code, named = lines_of_code(text), list(functions(tree))
    return Measured(
        len(code),
        sum(1 for _ in ast.walk(tree)),
        [(name, len(code & {*range(node.lineno, (node.end_lineno or node.lineno) + 1)})) for name, node in named],
        [(name, parameters(node)) for name, node in named],
        [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)],
    )


def long_modules() -> dict[str, int]:
    counted = {name: len(text.splitlines()) for name, text in {**PYTHON, **CYTHON}.items()}
    return {name: count for name, count in counted.items() if count > MODULE}


def long_functions() -> dict[str, int]:
    counted = {f"{file}: {name}": count for file, text in PYTHON.items() for name, count in measured(text).lengths}
    return {name: count for name, count in counted.items() if count > FUNCTION}


def many_parameters() -> dict[str, int]:
    counted = {f"{file}: {name}": count for file, text in PYTHON.items() for name, count in measured(text).parameters}
    return {name: count for name, count in counted.items() if count > PARAMETERS}


def names_twice() -> dict[str, list[str]]:
    found = defaultdict(list)
    for file, text in PYTHON.items():
        for name in measured(text).classes:
            found[name].append(file)
    return {name: files for name, files in found.items() if len(files) > 1}


@pytest.mark.parametrize(
    ("found", "excepted"),
    [
        pytest.param(long_modules, LONG_MODULES, id="modules"),
        pytest.param(long_functions, LONG_FUNCTIONS, id="functions"),
        pytest.param(many_parameters, MANY_PARAMETERS, id="parameters"),
        pytest.param(names_twice, TWICE, id="names"),
    ],
)
def test_only_the_exceptions_are_larger(found: Callable[[], Mapping[str, object]], excepted: Mapping[str, str]) -> None:
    larger = found()
    assert {name: size for name, size in larger.items() if name not in excepted} == {}
    assert [name for name in excepted if name not in larger] == [], "no longer an exception: take it from the list"


MEASURED = '''
"""A module."""


class Some:
    """A class."""

    def one(self, a, /, b, *, c=1):
        """What it does,
        in two lines."""
        # why

        def inner(a, b, *more):
            return (a,
                    b)

        return inner


async def two(): ...
'''


def test_the_measure_counts_code_and_parameters() -> None:
    assert dict(measured(MEASURED).lengths) == {"Some.one": 5, "Some.one.inner": 3, "two": 1}
    assert dict(measured(MEASURED).parameters) == {"Some.one": 3, "Some.one.inner": 2, "two": 0}


LINES, NODES = 49_589, 485_370
"""Lines of code in `src/clew`, those in Cython among them, and nodes of the syntax trees of Python: at most so many."""


def test_the_house_does_not_grow() -> None:
    """The numbers are made smaller whenever the house is."""
    cython = [re.sub(r'"""(?:.|\n)*?"""', "", text).splitlines() for text in CYTHON.values()]
    lines = sum(measured(text).lines for text in PYTHON.values())
    lines += sum(bool(line.split("#")[0].strip()) for text in cython for line in text)
    nodes = sum(measured(text).nodes for text in PYTHON.values())
    assert lines <= LINES
    assert nodes <= NODES
