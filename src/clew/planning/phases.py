"""The option `search`, checked and made into phases that have all variables together."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.names import hashable
from clew.errors import InputError, OptionError, shown
from clew.planning.validation import parts_of
from clew.problem.declared import title_of
from clew.reference.search.phases import Phase
from clew.state.levels import Level

if TYPE_CHECKING:
    from clew.core._engine import Phases
    from clew.core.compiler import Compiled
    from clew.planning.request import DeclaredProblem, Request

LARGEST: Final = 2**62
"""The engine compares integers that are smaller."""


def phases_of(request: Request, declared: DeclaredProblem, level: Level) -> tuple[Phase, ...]:
    """The phases of a search that asks for some. Variables that it does not name come last, with the other options.

    Args:
        request: the request.
        declared: the declarations.
        level: the level of inference.

    Raises:
        InputError: a variable is none of the problem's.
        OptionError: they are no phases, or do not fit the problem or the question.
    """
    options, domains = request.options, declared.domains
    for option in ("variable_order", "value_order"):
        if callable(options.get(option)):
            asked = "over" if options.get("over") else "search"
            raise OptionError(f"{asked} goes with orders that have names: leave the function {option} out")
    is_plain = bool(options.get("inference")) and not level.propagates
    ordering: Any = options.get("variable_order") or ("static" if is_plain else "mrv")
    values: Any = options.get("value_order")
    parts = parts_of(options.get("search"))
    names = _checked_names([name for own, *_ in parts for name in own], request, declared)
    rest = tuple([variable for variable in domains if variable not in names])
    phases = [Phase(own, by or ordering, then or values) for own, by, then in [*parts, (rest, None, None)] if own]
    for phase in phases:
        if phase.order == "wdeg" and request.strategy is not None and not request.learns:
            raise OptionError(
                "search: 'wdeg' learns as it goes, so it serves to find one solution or the best: choose mrv to list "
                "or to count them all"
            )
        other = next((v for v in phase.variables if phase.is_numeric and not _has_integers(domains[v])), None)
        if other is not None:
            raise OptionError(f"search: {phase.order!r} compares integers, and {shown(other)} has other values")
    return tuple(phases)


def _checked_names(names: list[Any], request: Request, declared: DeclaredProblem) -> set[Any]:
    """The variables that some phases name, each of them once.

    Raises:
        InputError: one of them is none of the problem's.
        OptionError: one of them stands there twice.
    """
    known: set[Any] = set()
    for name in names:
        if not hashable(name) or name not in declared.domains:
            raise InputError(f"search: {title_of(request.problem)} has no variable {shown(name)}")
        if name in known:
            raise OptionError(f"search: {shown(name)} stands there twice, and a variable is in one phase")
        known.add(name)
    return known


def _has_integers(values: Iterable[Any]) -> bool:
    return isinstance(values, range) or all(isinstance(value, int) for value in values)


def unfit(phase: Phase, made: Compiled) -> str:
    """Why the engine cannot branch on the variables of a phase; empty if it can."""
    domains = [made.values[made.places[v]] for v in phase.variables]
    if phase.values == "middle" and any(isinstance(values, range) for values in domains):
        return "a variable has too many values to begin in the middle"
    ends = [(values[0], values[-1]) if isinstance(values, range) else values for values in domains if values]
    if phase.is_numeric and any(abs(value) >= LARGEST for some in ends for value in some):
        return f"the order {phase.order!r} compares integers beyond 64 bits"
    return ""


def phases_in(made: Compiled, of: Sequence[Phase], over: Collection[Hashable] | None = None) -> Phases:
    """Some phases, by the numbers that their variables have in a program.

    Args:
        made: the program.
        of: the phases.
        over: the variables of the first of them, in which solutions differ that do not count as one; None for all.
    """
    from clew.core._engine import PHASE_ORDERS, VALUE_ORDERS, Phases

    phases: list[tuple[int, int, list[int]]] = []
    numbers: dict[int, range | list[int]] = {}
    for phase in of:
        own = [made.places[v] for v in phase.variables]
        values = -1 if phase.values is None else VALUE_ORDERS[phase.values]
        phases.append((PHASE_ORDERS[phase.order], values, own))
        if phase.is_numeric:
            numbers |= {v: domain if isinstance(domain := made.values[v], range) else [*domain] for v in own}
    counted = sum(phase.variables[0] in over for phase in of) if over else len(of)
    return Phases(phases, numbers, counted)
