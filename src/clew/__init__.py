"""clew: a backtracking framework. Describe a puzzle; clew finds its solutions.

Each name is imported when it is first asked for. So `import clew` costs next to nothing, and the command heeds Ctrl-C
before the rest is imported.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew import forms
    from clew.api import best, check, count, first, is_unique, solutions, solve, violations
    from clew.batch import check_each, first_each
    from clew.checkpoint.status import CheckpointStatus, checkpoint_status
    from clew.comparison.comparing import compare
    from clew.core import Engine, engine
    from clew.diagnosis import Clue, Contradiction, fixed, why
    from clew.errors import (
        CheckpointError,
        ClewError,
        EngineError,
        InputError,
        OptionError,
        PluginError,
        ProblemError,
    )
    from clew.estimation import Estimate, Spread, estimate
    from clew.generation import generate
    from clew.hints.hint import Hint, hint
    from clew.hints.rating import Rating
    from clew.hints.steps import Steps, rate, steps
    from clew.limits import Cancel
    from clew.observe.progress import Progress
    from clew.options import Cutting
    from clew.outcome import Failure, Interrupted, Limits, Outcome, Statistics, Status, Stopped
    from clew.plugins import load
    from clew.printing import Sheet, sheet
    from clew.problem.declared import Violation
    from clew.problem.fields import Example, instance, parameter
    from clew.problem.model import Model
    from clew.problem.problem import Problem
    from clew.resuming import resume
    from clew.search.permuting import permutations
    from clew.solution import Optimum, Solution, Uniqueness
    from clew.state.domains import check_size
    from clew.state.lanes import Lanes
    from clew.state.state import DEAD_END, DeadEnd, State
    from clew.strategies import All, AtMost, Best, Count, First, Sample, Strategy, Unique
    from clew.symmetry.classes import solutions_by_symmetry
    from clew.symmetry.counting import count_by_symmetry
    from clew.trace import search_tree

__version__ = "0.1.0"

__all__ = [
    "DEAD_END",
    "All",
    "AtMost",
    "Best",
    "Cancel",
    "CheckpointError",
    "CheckpointStatus",
    "ClewError",
    "Clue",
    "Contradiction",
    "Count",
    "Cutting",
    "DeadEnd",
    "Engine",
    "EngineError",
    "Estimate",
    "Example",
    "Failure",
    "First",
    "Hint",
    "InputError",
    "Interrupted",
    "Lanes",
    "Limits",
    "Model",
    "Optimum",
    "OptionError",
    "Outcome",
    "PluginError",
    "Problem",
    "ProblemError",
    "Progress",
    "Rating",
    "Sample",
    "Sheet",
    "Solution",
    "Spread",
    "State",
    "Statistics",
    "Status",
    "Steps",
    "Stopped",
    "Strategy",
    "Unique",
    "Uniqueness",
    "Violation",
    "best",
    "check",
    "check_each",
    "check_size",
    "checkpoint_status",
    "compare",
    "count",
    "count_by_symmetry",
    "engine",
    "estimate",
    "first",
    "first_each",
    "fixed",
    "forms",
    "generate",
    "hint",
    "instance",
    "is_unique",
    "load",
    "parameter",
    "permutations",
    "rate",
    "resume",
    "search_tree",
    "sheet",
    "solutions",
    "solutions_by_symmetry",
    "solve",
    "steps",
    "violations",
    "why",
]

_NAMES = {
    "api": "best check count first is_unique solutions solve violations",
    "batch": "check_each first_each",
    "checkpoint.status": "CheckpointStatus checkpoint_status",
    "comparison.comparing": "compare",
    "core": "Engine engine",
    "diagnosis": "Clue Contradiction fixed why",
    "errors": "CheckpointError ClewError EngineError InputError OptionError PluginError ProblemError",
    "estimation": "Estimate Spread estimate",
    "generation": "generate",
    "hints.hint": "Hint hint",
    "hints.rating": "Rating",
    "hints.steps": "Steps rate steps",
    "limits": "Cancel",
    "observe.progress": "Progress",
    "options": "Cutting",
    "outcome": "Failure Interrupted Limits Outcome Statistics Status Stopped",
    "plugins": "load",
    "printing": "Sheet sheet",
    "problem.declared": "Violation",
    "problem.fields": "Example instance parameter",
    "problem.model": "Model",
    "problem.problem": "Problem",
    "resuming": "resume",
    "search.permuting": "permutations",
    "solution": "Optimum Solution Uniqueness",
    "state.domains": "check_size",
    "state.lanes": "Lanes",
    "state.state": "DEAD_END DeadEnd State",
    "strategies": "All AtMost Best Count First Sample Strategy Unique",
    "symmetry.classes": "solutions_by_symmetry",
    "symmetry.counting": "count_by_symmetry",
    "trace": "search_tree",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

if not TYPE_CHECKING:  # a type checker knows the names from the imports above

    def __getattr__(name):
        from importlib import import_module

        home = _HOMES.get(name)
        if home is not None:
            found = globals()[name] = getattr(import_module(f"clew.{home}"), name)
            return found
        module = f"clew.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
        raise AttributeError(f"module 'clew' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
