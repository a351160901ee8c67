"""The table of sizes is complete: each constant and each number of a comparison stands there, or the reason why not.

A constant that is new, or has another value, fails here until `tests.table_of_sizes` says what changes at it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import clew
from tests.table_of_sizes import NO_LIMITS, SIZES, table

PACKAGE = Path(clew.__file__).parent
FOLDERS = (
    *("answers/batch", "answers/diagnosis", "answers/symmetry", "compat/constraint", "compat/cpmpy", "constraints"),
    *("core", "exchange/flatzinc", "planning", "problem"),
    *("puzzles/generation", "reference", "scale/parallel", "state", "variants"),
)
DOCUMENT = PACKAGE.parents[1] / "docs" / "sizes.md"

OF_WORDS = (
    "64 -",
    "63 -",
    "< 64 * ",
    "<= 64 * ",
    "left < 64",
    "(at & 63) +",
    "+ 1 > 64",
    "used + width > 64",
    "0 <= width <= 64",
)
"""What Cython code does with the bits of a word; the sizes that come of it are those of domains."""


def number_of(node: ast.AST) -> float | None:
    """A number written with digits, as it is or as a power; None for anything else."""
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand) if (value := number_of(operand)) is not None:
            return -value
        case ast.BinOp(left=left, op=ast.Pow() | ast.Sub() as op, right=right):
            one, other = number_of(left), number_of(right)
            if one is None or other is None:
                return None
            return float(one**other) if other < 0 else one**other if isinstance(op, ast.Pow) else one - other
    return None


def names() -> Iterator[tuple[str, str]]:
    """The file and the name or text of each size, and of each number that is no limit."""
    yield from ((size.file, size.name) for size in SIZES)
    for name in NO_LIMITS:
        where, _, text = name.partition(" ")
        yield where, text


def sources() -> Iterator[Path]:
    """The modules of these folders and `limits.py`; what is reported of a search changes nothing in it."""
    yield PACKAGE / "limits.py"
    for folder in FOLDERS:
        yield from (f for f in sorted((PACKAGE / folder).rglob("*.py")) if f.parent.name != "progress")


def python_constants() -> Iterator[tuple[str, str, float]]:
    """The file, the name and the value of each number that a module of these folders names in capitals."""
    for file in sources():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            value = number_of(node.value) if isinstance(node, ast.Assign | ast.AnnAssign) and node.value else None
            for target in targets if value is not None else ():
                if isinstance(target, ast.Name) and target.id.isupper() and value is not None:
                    yield file.relative_to(PACKAGE).as_posix(), target.id, value


def cython_constants() -> Iterator[tuple[str, str, float]]:
    """The same for the sources in Cython: members of an enumeration with a value, and constants of a module."""
    for file in sorted((PACKAGE / "core").rglob("*.px[iy]")):
        for name, value in re.findall(
            r"^(?:    |cdef \w+ )([A-Z][A-Z_0-9]*) = ([\d_]+|\(.+)$",
            re.sub(r" *#.*", "", file.read_text()),
            re.MULTILINE,
        ):
            yield file.relative_to(PACKAGE).as_posix(), name, int(value) if value[0] != "(" else 0


@cache
def constants() -> list[tuple[str, str, float]]:
    return [*python_constants(), *cython_constants()]


def test_each_constant_stands_in_the_table() -> None:
    known: dict[str, list[float]] = {}
    for size in SIZES:
        known.setdefault(f"{size.file} {size.name}", []).append(size.value)
    found = {f"{where} {name}": value for where, name, value in constants()}
    wrong = {name: value for name, value in found.items() if name not in NO_LIMITS and known.get(name) != [value]}
    assert not wrong, "tests/table_of_sizes.py lacks them, or gives them another value"


def compared_in_cython() -> Iterator[tuple[str, str]]:
    """The lines in Cython that compare with a number of two digits or more, or cut a number down to it."""
    number = r"(?:2\*\*\d+|0x7f+|\d[\d_]+)\b"
    looks = re.compile(rf"(?<![-<>])[<>]=? {number}|\b(?:min|max)\(.*{number}|>> 31:")
    for file in sorted((PACKAGE / "core").rglob("*.pxi")):
        code = re.sub(r'""".*?"""', "", file.read_text(), flags=re.DOTALL)
        for line in code.splitlines():
            if looks.search(line.split("#")[0]) and not any(some in line for some in (*OF_WORDS, "clew_assert(")):
                yield file.relative_to(PACKAGE).as_posix(), line.strip()


def compared_in_python() -> Iterator[tuple[str, str]]:
    """The same in Python."""
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
                parts = node.args
            if any((number_of(part) or 0) >= 16 for part in parts):
                yield file.relative_to(PACKAGE).as_posix(), ast.unparse(node).replace(" ** ", "**")


def test_each_number_of_a_comparison_stands_in_the_table() -> None:
    known: dict[str, list[str]] = {}
    for where, name in names():
        known.setdefault(where, []).append(name)
    compared = [*compared_in_cython(), *compared_in_python()]
    lacking = [(where, line) for where, line in compared if not any(name in line for name in known.get(where, []))]
    assert compared
    assert not lacking, "tests/table_of_sizes.py lacks what changes at them"


def test_nothing_in_the_table_is_gone() -> None:
    there = {(where, name) for where, name, _ in constants()}
    for where, name in names():
        text = (PACKAGE / where).read_text(encoding="utf-8").replace(" ** ", "**")
        assert (where, name) in there if name.isupper() else name in text, (where, name)


def test_each_size_has_its_models() -> None:
    from tests.core.test_sizes_of_engine import FAMILIES

    for size in SIZES:
        assert size.family in {*FAMILIES, "turned"} or ":" in size.what, size


def test_the_page_shows_the_table() -> None:
    """`python -m tests.table_of_sizes` prints it anew."""
    assert table() in DOCUMENT.read_text(encoding="utf-8")
