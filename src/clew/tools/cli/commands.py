"""The commands: the purpose of each, examples, and the function that runs it.

A function is given the parsed words, asks a question, prints the answer and returns the exit status. It is imported
when it is called, so that no command waits for the modules of another.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "solve, count and check": {
        "solve": ("solving.solve_instances", "find a solution, or all of them"),
        "count": ("solving.count_solutions", "count the solutions"),
        "check": ("checking.check_instance", "decide whether there is no solution, one, or several"),
        "best": ("optima.print_best", "find the best solution, by the objective that the problem names"),
        "candidates": ("marking.print_candidates", "show the values that occur in some solution"),
        "clues": ("setting.print_clues", "show clues not needed, or changes that leave one solution"),
        "hint": ("hinting.print_hint", "show the next step, with its reason"),
        "rate": ("hinting.print_rating", "grade how hard an instance is for a person"),
        "play": ("hinting.play_instance", "play an instance, on the terminal or as a page"),
        "list": ("listing.list_problems", "list the puzzles that are installed"),
    },
    "see": {
        "show": ("showing.show_instance", "draw an instance"),
        "trace": ("tracing.trace_search", "watch a search step by step"),
        "profile": ("comparing.profile_search", "show where a search spends its nodes"),
        "compare": ("comparing.compare_methods", "compare baselines, levels of inference, and kernels"),
        "explain-model": ("showing.explain_model", "show the compiled form of the constraints"),
    },
    "make a puzzle": {
        "generate": ("generating.generate_instances", "make new instances with exactly one solution"),
        "sheet": ("generating.print_sheet", "put puzzles on pages to print"),
        "new": ("new.new_problem", "write a small puzzle that works, to change into your own"),
        "watch": ("watch.watch_instance", "solve whenever the problem or the instance is saved"),
        "test": ("listing.test_problem", "check that a problem keeps its promises"),
    },
    "run long searches": {
        "estimate": ("showing.estimate_instance", "estimate how long a complete search takes"),
        "resume": ("running.resume_search", "continue a search kept in a file"),
        "status": ("running.print_status", "show the progress of a search kept in a file"),
    },
    "use other programs": {
        "export": ("showing.export_instance", "write an instance as JSON, in MiniZinc, or as CNF"),
        "verify": ("showing.verify_instance", "compare the solutions with those of another solver"),
        "minizinc": ("minizinc.install_solver", "make clew a solver of MiniZinc"),
        "completion": ("listing.print_completion", "print the shell's completions of this command"),
    },
}
"""The commands by topic, in the order of the help: the module in this folder, its function, and a line about it."""

PLACES: Final = {name: place for topic in COMMANDS.values() for name, (place, _) in topic.items()}
SUMMARIES: Final = {name: summary for topic in COMMANDS.values() for name, (_, summary) in topic.items()}

FIRST_EXAMPLES: Final = """\
clew solve queens 8                       eight queens on a board
clew solve sudoku grid.txt                the grid in a file, completed
clew count queens 1..12                   a table of solution counts
clew check takuzu --example 14x14         is the solution unique?
clew trace sudoku --example wikipedia     watch the search
clew list                                 the puzzles that are installed
clew solve queens --help                  the options of a command and a puzzle
"""
FIRST_STEPS: Final = """\
clew solve queens 8    puts eight queens on a board; clew list names all puzzles
clew new my-puzzle     writes a small puzzle that works, to change into your own
clew --help            lists all commands, with examples
"""
"""The lines that `clew` alone prints."""


def runner(command: str) -> Callable[[Namespace], int]:
    """The function of a command."""
    module, _, name = PLACES[command].partition(".")
    function: Callable[[Namespace], int] = getattr(import_module(f"clew.tools.cli.{module}"), name)
    return function


def examples(command: str = "") -> str:
    """The examples of a command, or of all, as its help shows them."""
    lines = text_of("examples.txt") if command else FIRST_EXAMPLES
    return "\n".join(["examples:", *(f"  {line}" for line in lines.splitlines() if line.startswith(f"clew {command}"))])


def text_of(name: str) -> str:
    """The text of a file that comes with the command."""
    from importlib.resources import files

    return (files("clew.tools.cli") / name).read_text(encoding="utf-8")
