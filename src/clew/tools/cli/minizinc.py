"""The command `minizinc`: makes clew a solver of MiniZinc."""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from clew.errors import OptionError
from clew.exchange import flatzinc
from clew.tools.cli import answers

FOLDER: Final = Path(flatzinc.__file__).parent
"""It has `clew.msc`, which describes the solver to MiniZinc, and beside it the library of global constraints."""


def install_solver(parsed: Namespace) -> int:
    """Write a file that tells MiniZinc of clew, or print what to set instead."""
    if parsed.install == parsed.print:
        raise OptionError("clew minizinc takes --install, or --print")
    if parsed.print:
        print(f"export MZN_SOLVER_PATH={FOLDER}")
        return answers.ANSWERED
    configuration = json.loads((FOLDER / "clew.msc").read_text(encoding="utf-8"))
    configuration |= {"executable": _executable(), "mznlib": str(FOLDER / "mznlib")}
    file = _home() / "solvers" / "clew.msc"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(configuration, indent=2) + "\n", encoding="utf-8")
    print(f"{file} is written: minizinc --solver clew model.mzn")
    return answers.ANSWERED


def _home() -> Path:
    """The folder of MiniZinc's user settings."""
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", Path.home())) / "MiniZinc"
    return Path.home() / ".minizinc"


def _executable() -> str:
    """The command `fzn-clew` of this clew: beside the Python that runs, or else on the path.

    Raises:
        OptionError: there is none.
    """
    found = shutil.which("fzn-clew", path=str(Path(sys.executable).parent)) or shutil.which("fzn-clew")
    if found is None:
        raise OptionError("the command fzn-clew is not there: install clew with pip, which puts it beside clew")
    return found
