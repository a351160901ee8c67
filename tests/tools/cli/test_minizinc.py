"""clew as a solver of MiniZinc: what is written, and the library beside it."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

import clew
from clew.exchange.flatzinc import builtins, global_constraints
from clew.tools.cli import main
from clew.tools.cli.minizinc import FOLDER

Capture = pytest.CaptureFixture[str]
LIBRARY = sorted((FOLDER / "mznlib").glob("*.mzn"))


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command `fzn-clew`, on a path where nothing else is, with a home that is empty."""
    file = tmp_path / ("fzn-clew.exe" if os.name == "nt" else "fzn-clew")
    file.write_text("", encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("HOME", "USERPROFILE", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    return file


def test_the_description_is_written_where_minizinc_finds_it(command: Path, capsys: Capture) -> None:
    assert main(["minizinc", "--install"]) == 0
    folder = "MiniZinc" if os.name == "nt" else ".minizinc"
    file = command.parent / folder / "solvers" / "clew.msc"
    assert capsys.readouterr().out == f"{file} is written: minizinc --solver clew model.mzn\n"
    written = json.loads(file.read_text(encoding="utf-8"))
    assert Path(written["executable"]) == command
    assert sorted(Path(written["mznlib"]).glob("*.mzn")) == LIBRARY
    assert written["version"] == clew.__version__


def test_the_folder_to_set_has_a_description(capsys: Capture) -> None:
    assert main(["minizinc", "--print"]) == 0
    name, _, folder = capsys.readouterr().out.strip().partition("=")
    assert name == "export MZN_SOLVER_PATH"
    written = json.loads((Path(folder) / "clew.msc").read_text(encoding="utf-8"))
    assert (Path(folder) / written["mznlib"]).is_dir()
    assert written["executable"] == "fzn-clew"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "clew minizinc takes --install, or --print"),
        (["--install"], "the command fzn-clew is not there: install clew with pip, which puts it beside clew"),
    ],
)
def test_errors_take_one_line(words: list[str], message: str, command: Path, capsys: Capture) -> None:
    command.unlink()
    assert main(["minizinc", *words]) == 2
    assert capsys.readouterr().err == f"clew: {message}\n"


def test_the_library_declares_what_is_read_and_nothing_else() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in LIBRARY)
    declared = re.findall(r"predicate (\w+)\([^;=]*\);", text)
    own = {name for name in declared if "float" not in name}
    for name in own:
        builtins.builder(name)
    assert own - {"array_int_maximum", "array_int_minimum"} == {*global_constraints.GLOBALS}
