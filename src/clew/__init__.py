"""clew: a generic backtracking framework. Say what a puzzle is; clew walks the maze."""

from clew import forms
from clew.api import check, count, first, is_unique, solutions, solve, violations
from clew.diagnosis import Clue, Contradiction, fixed, why
from clew.errors import (
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
from clew.outcome import Limits, Outcome, Statistics, Status
from clew.plugins import load
from clew.problem import Example, Problem, Violation, instance, parameter
from clew.solution import Solution
from clew.state import DEAD_END, DeadEnd, State
from clew.strategies import All, AtMost, Best, Count, First, Sample, Strategy, Unique, Uniqueness

__version__ = "0.1.0"

__all__ = [
    "DEAD_END",
    "All",
    "AtMost",
    "Best",
    "ClewError",
    "Clue",
    "Contradiction",
    "Count",
    "DeadEnd",
    "Example",
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
    "Sample",
    "Solution",
    "State",
    "Statistics",
    "Status",
    "Stopped",
    "Strategy",
    "Unique",
    "Uniqueness",
    "Violation",
    "check",
    "check_size",
    "count",
    "first",
    "fixed",
    "forms",
    "instance",
    "is_unique",
    "load",
    "parameter",
    "solutions",
    "solve",
    "violations",
    "why",
]
