"""The problems that are installed: a list of them, and their names for the shell's completions."""

from __future__ import annotations

from argparse import Namespace

from clew import plugins
from clew.tools.cli import answers, exits
from clew.tools.cli.commands import SUMMARIES
from clew.tools.cli.parser import make_parser


def list_problems(parsed: Namespace) -> int:
    """List the plugins found, the broken ones with their error."""
    found = plugins.installed()
    entries = [
        {
            "name": plugin.name,
            "distribution": plugin.distribution,
            "summary": plugin.problem.summary if plugin.problem else None,
            "error": plugin.error or None,
        }
        for plugin in found
    ]
    width = max((len(plugin.name) for plugin in found), default=0)
    abouts = (p.problem.summary if p.problem else f"broken ({p.distribution}): {p.error}" for p in found)
    lines = (f"{plugin.name:{width}}  {about}" for plugin, about in zip(found, abouts, strict=True))
    answers.report(parsed, {"problems": entries}, lines)
    return exits.ANSWERED


def print_completion(parsed: Namespace) -> int:
    """Print a script that makes the shell complete the command."""
    import shtab

    names = [plugin.name for plugin in plugins.installed()]
    print(shtab.complete(make_parser(SUMMARIES, names=names), parsed.shell))
    return exits.ANSWERED
