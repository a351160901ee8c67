"""The commands `clew export` and `clew verify`: they write a problem for other programs, or ask one to solve it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Any, Final

from clew.errors import OptionError
from clew.tools.cli import answers, exits, instances


def export_instance(parsed: Namespace) -> int:
    """Write an instance in another format."""
    from clew import exchange

    writers: Final[Mapping[str, Callable[[Any], str]]] = {
        "json": exchange.to_json,
        "minizinc": exchange.to_minizinc,
        "cnf": exchange.to_cnf,
        "puzz.link": lambda problem: f"{problem.to_address()}\n",
    }
    if parsed.to is None:
        raise OptionError(f"--to: which format: one of {', '.join(writers)}")
    text = writers[parsed.to](instances.make(parsed))
    if parsed.output is None:
        sys.stdout.write(text)
    else:
        answers.write("--output", parsed.output, text)
    return exits.ANSWERED


def verify_instance(parsed: Namespace) -> int:
    """Print what clew and another solver say of an instance, and where they disagree."""
    from clew.exchange import verify

    verdict = verify(instances.make(parsed), parsed.solver, parsed.limit, parsed.time_limit)
    print(verdict)
    return {True: exits.ANSWERED, False: exits.NO, None: exits.LIMIT}[verdict.agree]
