"""The reference has an example of each function and class: a program, and what it prints.

The example of an entry, `::: clew.first`, is the `python` fence below it on its page, with the `text` fence behind it.
Each runs by itself, so that a reader may copy it. The examples of a module name all of its functions and classes.
`tests/test_documents.py` runs them page by page too.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

from tests.test_documents import ROOT, Fence, assert_shown, fences, run_python

PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
LONGEST = 80
"""The characters of a line of code that the site shows without a scroll bar."""


@attrs.frozen
class Entry:
    """An entry of a page: its name, whether its members are listed, and the fences below it."""

    page: Path
    name: str
    has_members: bool
    fences: tuple[Fence, ...]

    @property
    def examples(self) -> Iterator[tuple[Fence, Fence]]:
        """Each program with what it prints."""
        for program, shown in pairwise(self.fences):
            if program.language == "python" and shown.language == "text" and shown.follows:
                yield program, shown


def entries(page: Path) -> Iterator[Entry]:
    text = page.read_text(encoding="utf-8")
    found = [*re.finditer(r"^::: (\S+)\n((?:    .*\n)*)", text, re.MULTILINE)]
    lines = [text.count("\n", 0, entry.start()) for entry in found] + [len(text)]
    for entry, (first, last) in zip(found, pairwise(lines), strict=True):
        below = tuple(fence for fence in fences(page) if first < fence.line <= last)
        yield Entry(page, entry[1], "members: false" not in entry[2], below)


ENTRIES = [entry for page in PAGES for entry in entries(page)]


def named(name: str) -> Any:
    """What has a name: a module, or something in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise LookupError(name)


def members(module: ModuleType) -> Iterator[str]:
    """The public functions and classes that a module defines."""
    for name, value in vars(module).items():
        is_own = getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
        if is_own and (inspect.isclass(value) or inspect.isfunction(value)):
            yield name


def test_there_are_entries_with_examples_on_every_page() -> None:
    assert len(ENTRIES) > 350
    assert {entry.page for entry in ENTRIES} == set(PAGES)


def test_each_entry_has_an_example_that_prints_something() -> None:
    assert [entry.name for entry in ENTRIES if not any(shown.body.strip() for _, shown in entry.examples)] == []


def words(code: str) -> set[str]:
    return {*re.findall(r"\w+", code)}


def test_the_examples_of_a_module_name_its_functions_and_classes() -> None:
    wanting = []
    for entry in ENTRIES:
        module = named(entry.name)
        if isinstance(module, ModuleType) and entry.has_members:
            used = words("".join(program.body for program, _ in entry.examples))
            wanting += [f"{entry.name}.{name}" for name in members(module) if name not in used]
    assert wanting == []


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_examples_run_by_themselves_and_are_about_their_entry(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, entry in enumerate(one for one in ENTRIES if one.page == page):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        for program, shown in entry.examples:
            namespace: dict[str, Any] = {"__name__": "__page__"}
            where = f"{page.name}, line {program.line}: {entry.name}"
            assert_shown(shown.body, run_python(program, namespace), where)
            assert is_about(entry.name, program.body, namespace), where


def is_about(name: str, code: str, namespace: dict[str, Any]) -> bool:
    """Whether an example names its entry, or has an instance of that class, which a function has given."""
    entry = named(name)
    if isinstance(entry, ModuleType) or name.rpartition(".")[2] in words(code):
        return True
    return isinstance(entry, type) and any(isinstance(value, entry) for value in namespace.values())


def test_examples_are_short_and_fit_a_page() -> None:
    for entry in ENTRIES:
        for program, shown in entry.examples:
            where = f"{entry.page.name}, line {program.line}"
            assert len(ast.parse(program.body).body) <= 14, where
            assert max(map(len, [*program.body.splitlines(), *shown.body.splitlines()])) <= LONGEST, where
