"""The methods that are compared, by name.

The levels of inference run in the loop, in the order of declaration, so that their nodes are comparable; the kernels
choose the inference and the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain

import attrs

from clew.errors import OptionError
from clew.options import Options
from clew.problem.declared import SEARCHED, Declared, is_declared, overrides
from clew.problem.problem import AnyProblem
from clew.reference.search.inference import choose_inference
from clew.state.levels import LEVELS, UNIT
from clew.tools.comparison import NAMES

Wanted = Iterable[str] | Mapping[str, Options] | None


@attrs.frozen
class ComparedMethod:
    """A way to find the solutions: a baseline that the problem names, or a search.

    Attributes:
        name: what to call it.
        options: those of the search; None for a baseline.
        baseline: its name among the problem's baselines.
    """

    name: str
    options: Options | None
    baseline: str = ""


def levels_of(problem: AnyProblem) -> Iterator[str]:
    """The levels of inference that fit a problem."""
    declares = is_declared(problem, Declared(problem).constraints, problem.domains())
    for level in LEVELS:
        with suppress(OptionError):
            choose_inference(problem, level, declares)
            yield level


def methods_of(problem: AnyProblem, wanted: Wanted = None) -> dict[str, ComparedMethod]:
    """The methods that an instance has: the caller's own searches, or its baselines and the searches that fit it."""
    if isinstance(wanted, Mapping):
        return {name: ComparedMethod(name, options) for name, options in wanted.items()}
    named = {f"{name} (baseline)" if name in NAMES else name: name for name in problem.baselines()}
    found = {name: ComparedMethod(name, None, baseline) for name, baseline in named.items()}
    # Variables that appear as the search goes have no order of declaration.
    static: Options = {"variable_order": "static"} if problem.domains() else {}
    for level in levels_of(problem):
        found[level] = ComparedMethod(level, {"inference": level, "kernel": "python", **static})
    # With declared constraints and no hooks there is more than the loop to run it.
    if UNIT.name in found and not any(overrides(problem, hook) for hook in SEARCHED):
        found["python"] = ComparedMethod("python", {"kernel": "python"})
    found["auto"] = ComparedMethod("auto", {})
    return found


def chosen(having: Iterable[Iterable[str]], wanted: Wanted) -> list[str]:
    """The names of the methods to compare, in their order.

    Args:
        having: the names of the methods that each instance has; a method counts if one of them has it.
        wanted: the names asked for, or searches by a name of the caller's; all by default.

    Raises:
        OptionError: no instance has such a method.
    """
    names = list(dict.fromkeys(chain.from_iterable(having)))
    if wanted is None or isinstance(wanted, Mapping):
        return names
    wanted = list(dict.fromkeys([wanted] if isinstance(wanted, str) else wanted))
    for name in wanted:
        if name not in names:
            why = "does not fit this problem" if name in NAMES else "does not exist"
            raise OptionError(f"method {name!r} {why}: choose some of {', '.join(names)}")
    return wanted
