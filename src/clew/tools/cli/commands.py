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
EXAMPLES: Final = """\
clew list
clew list --json
clew solve queens 8
clew solve queens 8 --all --style coordinates --output queens.txt
clew solve queens 8 --given "0=3,1=6"
clew solve sudoku grid.txt --to solution.svg
clew solve sudoku grid.txt --steps
clew solve sudoku grid.txt --steps --to steps.html
clew solve takuzu - < grid.txt
clew solve letter-tree tree.txt --word BLOG
clew solve ./my_puzzle.py:MyPuzzle 5 --jsonl
clew count queens 12
clew count queens 1..12
clew count queens 17 --jobs auto
clew count queens 6 --baseline heap
clew check takuzu grid.txt
clew check queens '[0,-1,-1,-1,-1,6,-1,-1]'
clew check takuzu grid.txt --fixed
clew check sudoku grid.txt --why --time-limit 10s
clew hint sudoku grid.txt
clew hint sudoku grid.txt --given "r8c3=1" --language fr
clew hint takuzu grid.txt --to hint.svg
clew rate sudoku grid.txt
clew rate sudoku --example wikipedia --json
clew play sudoku grid.txt
clew play sudoku grid.txt --to sudoku.html
clew play slitherlink --example 5x5
clew estimate queens 16
clew estimate sudoku grid.txt --probes 10000 --seed 7
clew compare queens 4..9
clew compare queens 8..11 --methods check,forward,auto --runs 3 --plot queens.svg
clew compare takuzu --example small --example 14x14 --first
clew trace sudoku --example wikipedia --inference forward
clew trace queens 6 --all --speed 20
clew trace queens 4 --plain --board
clew trace queens 8 --steps 30 | less
clew profile queens 8
clew profile sudoku grid.txt --inference forward --to profile.svg
clew show takuzu grid.txt
clew show queens '[1,-1,-1,-1]' --style dots --domains
clew show sudoku grid.txt --domains --to propagated.svg
clew show sudoku grid.txt --candidates --to pencil-marks.svg
clew generate sudoku 9 --seed 7
clew generate sudoku 9 --count 100 --jobs auto --time-limit 1m
clew generate sudoku 9 --tier hard --symmetry half-turn
clew generate takuzu 14x14 --clues 50 --json
clew sheet sudoku 9 --count 6 --tier easy --to sheet.html
clew sheet sudoku grid.txt other.txt --per-page 2 --to sheet.svg
clew sheet takuzu --each grids.txt --no-solutions --to sheet.html
clew explain-model sudoku --example wikipedia
clew explain-model queens 1000
clew test queens
clew test ./my_puzzle.py:MyPuzzle --time-limit 5s
clew test takuzu --json
clew export sudoku --example wikipedia --to json --output sudoku.json
clew export queens 8 --to minizinc
clew export langford 7 --to cnf | sat-solver
clew verify sudoku --example wikipedia
clew verify queens 8 --with minizinc --limit 100
clew new skyscrapers
clew new --package skyscrapers
clew resume queens.clew
clew resume queens.clew --jobs 4
clew status queens.clew
clew status queens.clew --json
clew watch ./skyscrapers.py 4x4
clew watch ./skyscrapers.py:Skyscrapers grid.txt --limit 3
clew completion bash > ~/.local/share/bash-completion/completions/clew
"""
"""The examples of each command: the lines that begin with it."""


def runner(command: str) -> Callable[[Namespace], int]:
    """The function of a command."""
    module, _, name = PLACES[command].partition(".")
    function: Callable[[Namespace], int] = getattr(import_module(f"clew.tools.cli.{module}"), name)
    return function


def examples(command: str = "") -> str:
    """The examples of a command, or of all, as its help shows them."""
    lines = EXAMPLES.splitlines() if command else FIRST_EXAMPLES.splitlines()
    return "\n".join(["examples:", *(f"  {line}" for line in lines if line.startswith(f"clew {command}"))])
