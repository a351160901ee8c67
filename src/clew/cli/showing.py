"""What `clew show` and `clew explain-model` do: they draw an instance, or say what is made of it."""

from __future__ import annotations

import argparse
from functools import partial

from clew.cli import exits, instances, picturing, styles
from clew.cli.domains import Domains
from clew.explain import explain


def show_instance(parsed: argparse.Namespace) -> int:
    """Draw an instance, and say which rules its given values break."""
    problem = instances.make(parsed)
    options = instances.options(parsed, problem)
    given = {**options.get("given", {}), **problem.given()}
    to = picturing.path_of(parsed.to)
    domains = Domains.of(problem, options) if parsed.domains else None
    if to is None:
        print("\n".join(styles.drawings(partial(problem.draw, given), parsed.style)))
    else:
        print(picturing.show(problem, given, domains, to))
    for violation in problem.violations(given):
        print(violation)
    if domains is not None and to is None:
        print("\n".join(domains.lines(problem)))
    elif domains is not None and domains.dead_end:
        print(domains.dead_end)
    return exits.ANSWERED


def explain_model(parsed: argparse.Namespace) -> int:
    """Say what the compiler made of an instance's constraints."""
    for line in explain(instances.make(parsed)):
        print(line)
    return exits.ANSWERED
