"""The example scripts as pages: the text at their head, their code, and the output that the tests expect of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from textwrap import dedent
from typing import Final

import attrs

from heads import head

EXAMPLES: Final = Path(__file__).parents[1] / "examples"
FOLDER: Final = "scripts"


@attrs.frozen
class Script:
    """An example script.

    Attributes:
        file: where it is.
    """

    file: Path

    @property
    def page(self) -> str:
        """The file of its page, below docs."""
        return f"{FOLDER}/{self.file.stem.replace('_', '-')}.md"

    @property
    def title(self) -> str:
        return self.file.stem.replace("_", " ").capitalize()

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @property
    def head(self) -> str:
        """Its docstring."""
        return ast.get_docstring(ast.parse(self.text)) or ""

    @property
    def description(self) -> str:
        """The first paragraph of its docstring, in one line without markup."""
        return " ".join(self.head.partition("\n\n")[0].replace("`", "").split())

    @property
    def expected(self) -> str:
        """The output that the tests expect, with … for what differs from run to run."""
        return (
            self.file.parent / "expected" / f"{self.file.stem}.txt"
        ).read_text(encoding="utf-8")


def scripts() -> list[Script]:
    """The example scripts, by name."""
    return [Script(file) for file in sorted(EXAMPLES.glob("*.py"))]


def page(script: Script) -> str:
    """The page of a script."""
    return "\n\n".join(
        [
            head(script.description),
            f"# {script.title}",
            prose(script.head),
            f'```{{ .python .quoted title="examples/{script.file.name}" }}\n{program(script)}\n```',
            "It prints:",
            f"```text\n{script.expected.rstrip()}\n```",
        ]
    )


def prose(docstring: str) -> str:
    """A docstring as Markdown: indented paragraphs are code."""
    parts = re.split(r"\n\n(?=\S)", docstring)
    made = []
    for part in parts:
        words, *indented = re.split(r"\n+(?=    )", part, maxsplit=1)
        made.append(words)
        made += [
            f"```{{ .text .quoted }}\n{dedent(code).strip()}\n```"
            for code in indented
        ]
    return "\n\n".join(made)


def program(script: Script) -> str:
    """Its code below the docstring."""
    (first, *_) = ast.parse(script.text).body
    lines = script.text.splitlines()
    skipped = first.end_lineno or 0 if script.head else 0
    return "\n".join(lines[skipped:]).strip()


def table() -> str:
    """A list of the scripts with the first line of each."""
    return "\n".join(
        f"- [{script.title}]({Path(script.page).name}): {first_line(script.head)}"
        for script in scripts()
    )


def first_line(text: str) -> str:
    return text.partition("\n")[0]
