"""The commands about problems as such: `clew list`, `clew test` and `clew completion`.

They list those that are installed, run the conformance kit with a line for each check, and give the shell their names.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from typing import TYPE_CHECKING, Any, Final

from clew import plugins
from clew.errors import OptionError
from clew.planning.progress.line import ProgressLine
from clew.tools.cli import answers, running
from clew.tools.cli.commands import SUMMARIES
from clew.tools.cli.parser import make_parser

if TYPE_CHECKING:
    from clew.tools.testing import Check

WIDE: Final = 12
"""Characters of the name of a check."""


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
    return answers.ANSWERED


def print_completion(parsed: Namespace) -> int:
    """Print a script that makes the shell complete the command."""
    if parsed.shell is None:
        raise OptionError("the following arguments are required: shell (see clew completion --help)")
    import shtab

    names = [plugin.name for plugin in plugins.installed()]
    print(shtab.complete(make_parser(SUMMARIES, names), parsed.shell))
    return answers.ANSWERED


def test_problem(parsed: Namespace) -> int:
    """Print for each check whether the problem passes, and for each failure where to look."""
    from clew.tools.testing import Budget, checks

    if parsed.problem is None:
        raise OptionError("which problem: clew test PROBLEM, and clew list shows the problems")
    if parsed.time_limit == 0:
        raise OptionError("--time-limit: a check takes more than no time: give some seconds")
    budget = Budget() if parsed.time_limit is None else Budget(seconds=parsed.time_limit)
    # A file was run already to find its class; run again it would make another one, which cannot be pickled.
    is_file = parsed.problem.partition(":")[0].endswith(".py")
    found = checks(parsed.found if is_file else parsed.problem, budget=budget)
    results = [_result(parsed, check, running.status_line(parsed)) for check in found]
    failed = sum(not result["passed"] for result in results)
    summary = f"{len(results)} checks, {f'{failed} failed' if failed else 'all passed'}"
    answers.report(parsed, {"problem": parsed.problem, "passed": not failed, "checks": results}, [summary])
    return answers.NO if failed else answers.ANSWERED


def _result(parsed: Namespace, check: Check, line: ProgressLine) -> dict[str, Any]:
    """Run a check and print what it found; the same for JSON."""
    started = time.perf_counter()
    line.show(f"{check.name}: {check.about} ...")
    failures = check.failures()
    line.erase()
    seconds = time.perf_counter() - started
    messages = [failure.message for failure in failures]
    if not parsed.json:
        print(f"{'FAILED' if failures else 'ok':6}  {check.name:{WIDE}}  {check.about}", flush=True)
        for message in messages:
            print(f"        {answers.printable(message)}", flush=True)
    for failure in failures if parsed.traceback else ():
        if failure.error is not None:
            import traceback

            traceback.print_exception(failure.error, file=sys.stderr)
    entry = {"name": check.name, "about": check.about, "passed": not failures}
    return {**entry, "failures": messages, "seconds": seconds}
