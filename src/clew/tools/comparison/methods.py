"""The methods that are compared, by name.

The levels of inference run in the loop, in the order of declaration, so that their nodes are comparable; the kernels
choose the inference and the order by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

import attrs

from clew.errors import OptionError
from clew.options import Options
from clew.plugins import AnyProblem
from clew.problem.declared import Declared, is_declared, overrides
from clew.reference.search.inference import HOOKS, choose_inference
from clew.state.levels import LEVELS

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


KERNELS: Final[Mapping[str, Options]] = {"python": {"kernel": "python"}, "auto": {}}
"""The search in Python, which takes no shortcuts; and the kernel that clew chooses by itself."""

NAMES: Final = (*LEVELS, *KERNELS)


def methods_of(problem: AnyProblem, wanted: Wanted = None) -> dict[str, ComparedMethod]:
    """The methods that an instance has: the caller's own searches, or its baselines and the searches that fit it."""
    if isinstance(wanted, Mapping):
        return {name: ComparedMethod(name, options) for name, options in wanted.items()}
    found = {}
    for baseline in problem.baselines():
        name = f"{baseline} (baseline)" if baseline in NAMES else baseline
        found[name] = ComparedMethod(name, None, baseline)
    declares = is_declared(problem, Declared(problem).constraints, problem.domains())
    # Variables that appear as the search goes have no order of declaration.
    static: Options = {"variable_order": "static"} if problem.domains() else {}
    for level in LEVELS:
        try:
            choose_inference(problem, level, declares)
        except OptionError:
            continue
        found[level] = ComparedMethod(level, {"inference": level, "kernel": "python", **static})
    for name, options in KERNELS.items():
        if name == "auto" or _has_kernel(problem, declares):
            found[name] = ComparedMethod(name, options)
    return found


def _has_kernel(problem: AnyProblem, declares: bool) -> bool:
    """Whether there is more than the loop to run it."""
    return declares and not any(overrides(problem, hook) for hook in (*HOOKS, "enumerate_values", "choose_variable"))


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
    if isinstance(wanted, str):
        wanted = [wanted]
    wanted = list(dict.fromkeys(wanted))
    for name in wanted:
        if name not in names:
            why = "does not fit this problem" if name in NAMES else "does not exist"
            raise OptionError(f"method {name!r} {why}: choose some of {', '.join(names)}")
    return wanted
