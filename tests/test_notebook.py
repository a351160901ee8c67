"""The notebook in examples runs from top to bottom, and what it ends its cells with shows itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

NOTEBOOK = Path(__file__).parents[1] / "examples" / "clew.ipynb"
RUN = """
import sys, nbformat
from nbclient import NotebookClient
book = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(book, timeout=120, kernel_name="python3").execute()
nbformat.write(book, sys.argv[2])
"""

Cells = list[dict[str, Any]]


def code_of(path: Path) -> Cells:
    book = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> Cells:
    """The cells with what they showed. A process of its own runs them: what it warns of is not ours."""
    folder = tmp_path_factory.mktemp("notebook")
    env = {**os.environ, "IPYTHONDIR": str(folder), "JUPYTER_PLATFORM_DIRS": "1"}
    words = [sys.executable, "-c", RUN, str(NOTEBOOK), str(folder / "run.ipynb")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=200, cwd=folder, env=env)
    assert done.returncode == 0, done.stderr[-3000:]
    return code_of(folder / "run.ipynb")


def shown(cell: dict[str, Any]) -> dict[str, str]:
    """What a cell ended with, by the kind of its representation."""
    (output,) = cell["outputs"]
    assert output["output_type"] in ("execute_result", "stream"), output
    return {kind: "".join(data) for kind, data in output.get("data", {"text/plain": output.get("text")}).items()}


def test_every_cell_shows_a_picture_or_a_table(cells: Cells) -> None:
    *rest, last = [shown(cell) for cell in cells]
    for data in rest:
        assert {"image/svg+xml", "text/html"} & data.keys(), data["text/plain"]
        if "image/svg+xml" in data:
            ElementTree.fromstring(data["image/svg+xml"])  # noqa: S314
    assert "beginning with <svg" in last["text/plain"]


def test_the_answers_are_those_that_are_known(cells: Cells) -> None:
    def data_of(part: str) -> dict[str, str]:
        return next(shown(cell) for cell in cells if part in "".join(cell["source"]))

    assert ">92<" in data_of("clew.Count()")["text/html"]
    assert data_of("clew.All()")["text/html"].count("<title>6 queens</title>") == 4
    assert "<p>several</p>" in data_of("1234/")["text/html"]
    assert data_of("clew.first(sudoku)")["image/svg+xml"].count("<text") == 81
    assert "<desc>x = 3, y = 6, z = 9</desc>" in data_of('Model("sums")')["image/svg+xml"]
    assert "@keyframes" in data_of("search_film(Queens")["image/svg+xml"]
    assert "not visited" in data_of("letter-tree")["image/svg+xml"]


def test_the_notebook_is_kept_without_outputs() -> None:
    for cell in code_of(NOTEBOOK):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
