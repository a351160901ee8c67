"""The methods that are compared, by name.

The levels of inference run in the loop, in the order of declaration, so that their nodes are comparable; the kernels
choose the inference and the order by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import attrs

from clew.errors import OptionError
from clew.options import Options
from clew.problem.declared import Declared, is_declared, overrides
from clew.problem.problem import Problem
from clew.propagation.levels import LEVELS
from clew.search.inference import HOOKS, choose_inference

AnyProblem = Problem[Any, Any]


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


def methods_of(problem: AnyProblem) -> dict[str, ComparedMethod]:
    """The methods that an instance has: its baselines first, then the searches that fit it."""
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


def chosen(problems: Iterable[AnyProblem], wanted: Iterable[str] | Mapping[str, Options] | None) -> list[str]:
    """The names of the methods to compare, in their order.

    Args:
        problems: the instances; a method counts if one of them has it.
        wanted: the names asked for, or searches by a name of the caller's; all by default.

    Raises:
        OptionError: no instance has such a method.
    """
    if isinstance(wanted, Mapping):
        return list(wanted)
    names = list(dict.fromkeys(name for problem in problems for name in methods_of(problem)))
    if wanted is None:
        return names
    if isinstance(wanted, str):
        wanted = [wanted]
    wanted = list(dict.fromkeys(wanted))
    for name in wanted:
        if name not in names:
            why = "does not fit this problem" if name in NAMES else "does not exist"
            raise OptionError(f"method {name!r} {why}: choose some of {', '.join(names)}")
    return wanted


def find(problem: AnyProblem, name: str, wanted: Iterable[str] | Mapping[str, Options] | None) -> ComparedMethod | None:
    """A method of an instance by name; None if it does not have it."""
    if isinstance(wanted, Mapping):
        return ComparedMethod(name, wanted[name])
    return methods_of(problem).get(name)
