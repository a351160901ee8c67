"""The interface of python-constraint 2, run by clew's search.

    import clew.compat.constraint as constraint

`install()` does the same for code that one does not own: from then on `import constraint` means this package.

A program written for python-constraint keeps its names, its calls and the shapes of its results. Small problems are
searched directly (`direct`), others are compiled for clew's search (`searches`); solving changes nothing in a problem.
"""

# ruff: noqa: F403  (the names of the constraints stand in their module)
import sys
from importlib import import_module
from types import ModuleType
from typing import Final

from clew.compat.constraint import constraints
from clew.compat.constraint.constraints import *
from clew.compat.constraint.domain import Domain, Unassigned, Variable, check_if_compiled
from clew.compat.constraint.parser import compile_to_constraints, parse_restrictions
from clew.compat.constraint.problem import Problem
from clew.compat.constraint.solvers import (
    BacktrackingSolver,
    MinConflictsSolver,
    OptimizedBacktrackingSolver,
    ParallelSolver,
    RecursiveBacktrackingSolver,
    Solver,
)

__all__ = ["Domain", "Problem", "Unassigned", "Variable", "check_if_compiled"]
__all__ += ["BacktrackingSolver", "OptimizedBacktrackingSolver", "RecursiveBacktrackingSolver"]
__all__ += ["compile_to_constraints", "parse_restrictions"]
__all__ += ["MinConflictsSolver", "ParallelSolver", "Solver"]
__all__ += constraints.__all__  # nothing of what follows: programs import * from here

NAME: Final = "constraint"
HERE: Final = "clew.compat.constraint"
PARTS: Final = ("", ".constraints", ".domain", ".parser", ".problem", ".solvers")
"""The package, and its modules that python-constraint has under the same names."""


def _ours() -> dict[str, ModuleType]:
    return {NAME + part: import_module(HERE + part) for part in PARTS}


def install() -> None:
    """Let `import constraint`, from now on and in all of this process, import `clew.compat.constraint`.

    That holds for its modules `constraints`, `domain`, `parser`, `problem` and `solvers` too. Installing twice changes
    nothing.

    Raises:
        ImportError: another package of that name has been imported before.
    """
    ours = _ours()
    for name, module in sys.modules.items():
        if (name == NAME or name.startswith(f"{NAME}.")) and module is not ours.get(name):
            raise ImportError(
                f"{name!r} is imported already, from {getattr(module, '__file__', None)}: call "
                f"{HERE}.install() before the program imports {NAME!r}"
            )
    sys.modules.update(ours)


def uninstall() -> None:
    """Undo `install`: the next `import constraint` imports the package of that name, if there is one.

    Names imported earlier do not change.
    """
    for name, module in _ours().items():
        if sys.modules.get(name) is module:
            del sys.modules[name]
