"""What runs each command: it asks a question and prints the answer.

A command is imported when it is called, so that none waits for the modules of another.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Final

RUNNERS: Final = {
    "list": "listing.list_problems",
    "solve": "solving.solve_instances",
    "count": "counting.count_solutions",
    "check": "checking.check_instance",
    "estimate": "estimating.estimate_instance",
    "compare": "comparing.compare_methods",
    "trace": "tracing.trace_search",
    "profile": "comparing.profile_search",
    "show": "showing.show_instance",
    "explain-model": "showing.explain_model",
    "test": "testing.test_problem",
    "export": "exporting.export_instance",
    "verify": "exporting.verify_instance",
    "resume": "checkpointing.resume_search",
    "status": "checkpointing.print_status",
    "new": "new.new_problem",
    "watch": "watch.watch_instance",
    "completion": "listing.print_completion",
}
"""For each command the module of `clew.cli` and its function, which is given the parsed words."""


def runner(command: str) -> Callable[[argparse.Namespace], int]:
    """The function of a command; it returns the exit status."""
    module, _, name = RUNNERS[command].partition(".")
    function: Callable[[argparse.Namespace], int] = getattr(import_module(f"clew.cli.{module}"), name)
    return function
