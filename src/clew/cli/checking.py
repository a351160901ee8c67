"""What `clew check` does."""

from __future__ import annotations

import argparse
import json
import sys

from clew.api import solve
from clew.cli import answers, checks, each, exits, instances, picturing, progressing, styles, working
from clew.options import Options
from clew.outcome import Status
from clew.strategies import Unique


def check_instance(parsed: argparse.Namespace) -> int:
    """Print whether there is none, one or several solutions, with the witnesses and what they tell."""
    if parsed.each is not None:
        return each.check_each(parsed)
    problem = instances.make(parsed)
    styles.check(problem, parsed.style)
    options = instances.options(parsed, problem)
    to = picturing.path_of(parsed.to)
    watched: Options = {**options, **working.options(parsed), "progress": progressing.line_for(parsed)}
    outcome = solve(problem, Unique(), **watched)
    working.tell_failures(outcome)
    verdict = outcome.result
    found = checks.find(parsed, problem, options, outcome)
    if parsed.json:
        solutions = [solution.named() for solution in verdict.solutions]
        summary = {**answers.summary(parsed, outcome, len(solutions)), "answer": verdict.answer, "solutions": solutions}
        print(json.dumps({**summary, **found.as_dict(parsed)}, indent=2))
    else:
        print(verdict.answer + (f" ({outcome.status.value})" if verdict.answer == "undecided" else ""))
        if to is not None:
            print(picturing.written(to, verdict.picture().svg()) if verdict.solutions else "no solution to draw")
        for number, solution in enumerate(verdict.solutions if to is None else (), 1):
            drawn = styles.drawings(solution.draw, parsed.style)
            print(styles.numbered(number, drawn) if len(verdict.solutions) > 1 else "\n".join(drawn))
        if verdict.answer == "none":
            answers.print_violations(problem, options.get("given", {}), sys.stdout)
        for line in checks.lines(parsed, found):
            print(line)
        if parsed.stats:
            answers.print_statistics(outcome, sys.stdout)
    if Status.INTERRUPTED in (outcome.status, found.stopped):
        return exits.INTERRUPTED
    if outcome.status is Status.FAILED and verdict.answer == "undecided":
        return exits.FAILED
    return {"unique": exits.ANSWERED, "none": exits.NO, "several": exits.SEVERAL, "undecided": exits.LIMIT}[
        verdict.answer
    ]
