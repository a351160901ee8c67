"""The command `clew play`: a puzzle on the terminal, or as a page."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from clew.errors import OptionError, cut
from clew.puzzles.play.puzzles import Puzzle, puzzle_of
from clew.tools.cli import answers, exits, instances
from clew.tools.cli.hinting import MISTAKES


def play_instance(parsed: Namespace) -> int:
    """Play an instance on the terminal, or write a page to play it on."""
    if parsed.to is not None and not parsed.to.lower().endswith(".html"):
        raise OptionError(f"--to: a puzzle to be played is a page: call the file NAME.html, not {parsed.to!r}")
    puzzle = puzzle_of(instances.make(parsed))
    return _on_the_terminal(parsed, puzzle) if parsed.to is None else _as_a_page(parsed, puzzle)


def _on_the_terminal(parsed: Namespace, puzzle: Puzzle) -> int:
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if not is_terminal or os.environ.get("TERM") == "dumb":
        raise OptionError("there is no terminal to play on: write a page with --to FILE.html")
    try:
        import textual  # noqa: F401
    except ImportError:
        raise OptionError(
            "playing on the terminal needs a library, pip install 'clewpy[terminal]'; --to FILE.html needs none"
        ) from None
    from clew.puzzles.play.game import Game
    from clew.puzzles.play.terminal import play

    play(Game(puzzle), parsed.language)
    return exits.ANSWERED  # it is left by a key, which is no failure


def _as_a_page(parsed: Namespace, puzzle: Puzzle) -> int:
    from clew.puzzles.play.page import play_page

    told = play_page(puzzle, parsed.language)
    if told.undrawn:
        print(cut(f"clew: {told.undrawn}"), file=sys.stderr)
    print(answers.write("--to", parsed.to, told.html))
    return exits.NO if told.steps and told.steps[-1].kind in MISTAKES else exits.ANSWERED
