"""The option `over`: solutions that differ in other variables alone count as one.

The variables that it names are decided before the others, so the nodes at which they all have values are the solutions
that count. From each of them the search goes on until it has one solution, and then back to the latest decision about
a named variable (M. Gebser, B. Kaufmann and T. Schaub, Solution enumeration for projected Boolean search problems,
2009).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final, cast

from clew.constraints.names import hashable, name_of, tuple_of, walkable
from clew.errors import InputError, OptionError, shown
from clew.options import Options, learns
from clew.planning.validation import parts_of
from clew.problem.declared import declared_domains, title_of
from clew.problem.drawing import without_auxiliary
from clew.problem.problem import AnyProblem
from clew.reference.search.search import Branch
from clew.state.state import AnyState
from clew.strategies import All, Counting, Strategy

IN_PIECES: Final = ("jobs", "executor", "subtree", "checkpoint")
"""The options that have a search cut into subtrees; one job does not."""


def counted(problem: AnyProblem, options: Options, strategy: Strategy[Any] | None) -> tuple[Hashable, ...]:
    """The variables in which solutions differ that do not count as one; none if all of them are.

    Args:
        problem: the problem; by default its auxiliary variables are left out.
        options: see `Options`.
        strategy: how to turn the solutions into a result; None if they are listed one by one.

    Raises:
        InputError: the problem has no such variable.
        OptionError: these are no variables; or the question or another option does not go with them.
    """
    over, is_asked = options.get("over"), strategy is None or isinstance(strategy, (All, Counting))
    if over is None and not (is_asked and problem.auxiliary()):
        return ()
    if not is_asked:
        raise OptionError("over says which solutions count as one: ask count, solutions or check")
    names = [*without_auxiliary(problem, declared_domains(problem))] if over is None else _names(problem, over)
    if len({*names}) == len(declared_domains(problem)):
        return ()
    what = "over" if over is not None else "over, which leaves auxiliary variables out unless it names all variables,"
    if name := next((name for name in IN_PIECES if options.get(name) not in (None, 1)), ""):
        raise OptionError(f"{what} goes with a search in one piece: leave {name} out")
    if learns(options):
        raise OptionError(f"{what} goes with a search that does not learn from dead ends: leave learning out")
    return tuple(dict.fromkeys(names))


def _names(problem: AnyProblem, over: Any) -> list[Hashable]:
    names = [] if isinstance(over, str) or not walkable(over) else [*map(name_of, tuple_of(over))]
    if not names:
        raise OptionError(f"over must be a collection of variables, at least one, not {shown(over)}")
    domains = declared_domains(problem)
    for name in names:
        if not hashable(name) or name not in domains:
            raise InputError(f"over: {title_of(problem)} has no variable {shown(name)}")
    return names


def projecting(problem: AnyProblem, options: Options, strategy: Strategy[Any] | None) -> Options:
    """Options with phases by which the variables that count come first, and these as `over`; see `counted`."""
    over = counted(problem, options, strategy)
    if not over:
        return cast(Options, {**options, "over": None})
    parts = parts_of(options.get("search"))
    named, counting = {name for own, *_ in parts for name in own}, {*over}
    first = [(tuple(v for v in own if v in counting), *orders) for own, *orders in parts]
    others = [(tuple(v for v in own if v not in counting), *orders) for own, *orders in parts]
    rest = (tuple(v for v in over if v not in named),)
    phases = [part for part in (*first, rest, *others) if part[0]]
    return cast(Options, {**options, "search": phases, "over": over})


def once_each(branch: Branch, over: Iterable[Hashable]) -> Branch:
    """Tries no more values of the other variables after a solution.

    Args:
        branch: chooses a variable and enumerates its values; those that count come first.
        over: the variables that count.
    """
    found, own = 0, frozenset(over)

    def until_found(values: Iterable[Hashable]) -> Iterator[Hashable]:
        before = found
        for value in values:
            if found > before:
                return
            yield value

    def projected(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        nonlocal found
        if (alternatives := branch(state)) is None:
            found += 1
            return None
        variable, values = alternatives
        return variable, values if variable in own else until_found(values)

    return projected
