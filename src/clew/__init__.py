"""clew: a generic backtracking framework. Say what a puzzle is; clew walks the maze.

What few searches need is imported when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from clew.api import check, count, first, is_unique, solutions, solve, violations
from clew.errors import (
    CheckpointError,
    ClewError,
    InputError,
    Interrupted,
    OptionError,
    PluginError,
    ProblemError,
    Stopped,
)
from clew.lanes import Lanes, check_size
from clew.model import Model
from clew.outcome import Failure, Limits, Outcome, Statistics, Status
from clew.plugins import load
from clew.problem import Example, Problem, Violation, instance, parameter
from clew.solution import Solution
from clew.state import DEAD_END, DeadEnd, State
from clew.strategies import All, AtMost, Best, Count, First, Sample, Strategy, Unique, Uniqueness

if TYPE_CHECKING:
    from clew import forms
    from clew.classes import solutions_by_symmetry
    from clew.comparison import compare
    from clew.diagnosis import Clue, Contradiction, fixed, why
    from clew.each import check_each, first_each
    from clew.estimation import Estimate, Spread, estimate
    from clew.observe.progress import Progress
    from clew.resuming import resume
    from clew.subtrees import Cutting
    from clew.subtrees.status import CheckpointStatus, checkpoint_status
    from clew.symmetry import count_by_symmetry
    from clew.trace import search_tree

__version__ = "0.1.0"

__all__ = [
    "DEAD_END",
    "All",
    "AtMost",
    "Best",
    "CheckpointError",
    "CheckpointStatus",
    "ClewError",
    "Clue",
    "Contradiction",
    "Count",
    "Cutting",
    "DeadEnd",
    "Estimate",
    "Example",
    "Failure",
    "First",
    "InputError",
    "Interrupted",
    "Lanes",
    "Limits",
    "Model",
    "OptionError",
    "Outcome",
    "PluginError",
    "Problem",
    "ProblemError",
    "Progress",
    "Sample",
    "Solution",
    "Spread",
    "State",
    "Statistics",
    "Status",
    "Stopped",
    "Strategy",
    "Unique",
    "Uniqueness",
    "Violation",
    "check",
    "check_each",
    "check_size",
    "checkpoint_status",
    "compare",
    "count",
    "count_by_symmetry",
    "estimate",
    "first",
    "first_each",
    "fixed",
    "forms",
    "instance",
    "is_unique",
    "load",
    "parameter",
    "resume",
    "search_tree",
    "solutions",
    "solutions_by_symmetry",
    "solve",
    "violations",
    "why",
]

_LATER = {
    "CheckpointStatus": "subtrees.status",
    "Clue": "diagnosis",
    "Contradiction": "diagnosis",
    "Cutting": "subtrees",
    "Estimate": "estimation",
    "Progress": "observe.progress",
    "Spread": "estimation",
    "checkpoint_status": "subtrees.status",
    "check_each": "each",
    "compare": "comparison",
    "count_by_symmetry": "symmetry",
    "estimate": "estimation",
    "first_each": "each",
    "fixed": "diagnosis",
    "resume": "resuming",
    "search_tree": "trace",
    "solutions_by_symmetry": "classes",
    "why": "diagnosis",
}


def __getattr__(name: str) -> Any:
    if name == "forms":
        return import_module("clew.forms")
    if name not in _LATER:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"clew.{_LATER[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
