"""Facts about the domains before anything is compiled: whether all are alike, and the saving by given values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint, truth
from clew.constraints.primitives import (
    Conflicts,
    Covering,
    Difference,
    Primitive,
    Unary,
    WeightedSum,
)
from clew.core import engine
from clew.options import Options
from clew.records import evolve
from clew.reference.search.inference import HOOKS
from clew.state.domains import LARGEST
from clew.state.levels import Level

if TYPE_CHECKING:
    from clew.core.compiler import Compiled
    from clew.planning.request import Choice, DeclaredProblem, Request

Domains = Mapping[Any, Sequence[Any]]

WIDEST: Final = 256
"""Values of a domain up to which all solutions may be found by masks alone: these take its width squared."""

FEWEST: Final = 3
"""Variables up to which products are counted without being divided."""


def is_uniform(domains: Domains, constraints: Sequence[Constraint], *, is_complete: bool) -> bool:
    """Whether there are only masks, and all variables look alike.

    Args:
        domains: the variables with their values.
        constraints: those that must hold.
        is_complete: whether every two variables must share a constraint, too.
    """
    if any(domain[WIDEST : WIDEST + 1] for domain in domains.values()):
        return False
    if is_complete and not _is_complete(domains, constraints):
        return False
    unary: dict[Any, list[Primitive]] = {}
    for primitive in _primitives(constraints):
        if primitive is None or not _is_of_masks(primitive):
            return False
        if len(primitive.scope) == 1:
            unary.setdefault(primitive.scope[0], []).append(primitive)
    sizes = {_size(domain, unary.get(variable, ())) for variable, domain in domains.items()}
    return len(sizes) == 1 and sizes.pop() > 1


def _primitives(constraints: Sequence[Constraint]) -> Iterator[Primitive | None]:
    """The primitives of constraints; None for one that compiles itself."""
    for constraint in constraints:
        if type(constraint).compile is not Constraint.compile:
            yield None
        else:
            yield from constraint.primitives()


def _is_of_masks(primitive: Primitive) -> bool:
    """Whether a primitive becomes masks and nothing else."""
    if isinstance(primitive, (Conflicts, Covering, Unary)):
        return True
    if len(primitive.scope) == 2 and isinstance(primitive, (Difference, WeightedSum)):
        return primitive.relation == "!="
    from clew.constraints.all_different import Distinct  # of many models

    return len(primitive.scope) <= 2 or isinstance(primitive, Distinct)


def _size(domain: Sequence[Any], primitives: Sequence[Primitive]) -> int:
    """How many values some primitives on one variable leave it."""
    left: Sequence[Any] = domain
    for primitive in primitives:
        if isinstance(primitive, Unary):
            left = [value for value in left if primitive.accepts(value)]
        else:
            left = [value for value in left if truth(primitive.source, (value,))]
    return len(left)


def is_whole(domains: Domains, constraints: Sequence[Constraint], program: Callable[[], Compiled | str]) -> bool:
    """Whether a count is not to be divided: it is about products of no more than three variables.

    Then no components come of it, and no subproblems are equal, as they are for sums. Nor if a domain has more values
    than Python searches, or if the engine knows one by its ends.

    Args:
        domains: the variables with their values.
        constraints: those that must hold.
        program: makes the program.
    """
    if any(domain[LARGEST : LARGEST + 1] for domain in domains.values()):
        return True
    if any(domain[WIDEST : WIDEST + 1] for domain in domains.values()) and engine().available:
        made = program()
        if not isinstance(made, str) and made.program.has_intervals:
            return True
    if len(domains) > FEWEST or not _is_complete(domains, constraints):
        return False
    from clew.constraints.compared import Compared  # of few models

    kinds = {*map(type, _primitives(constraints))}
    return Compared in kinds and kinds <= {Unary, Difference, Compared}


def _is_complete(domains: Domains, constraints: Sequence[Constraint]) -> bool:
    """Whether every two variables share a constraint, so that no two components ever come of it."""
    place = {variable: 1 << k for k, variable in enumerate(domains)}
    near = dict.fromkeys(place, 0)
    for constraint in constraints:
        together = sum(place[variable] for variable in constraint.scope)
        for variable in constraint.scope:
            near[variable] |= together
    every = (1 << len(place)) - 1
    return all(others | place[variable] == every for variable, others in near.items())


def shrunk(declared: DeclaredProblem, level: Level, options: Options) -> dict[Any, tuple[Any, ...] | range]:
    """The domains, those of the given variables with one value, if that pays; whole if the given values clash.

    A network of shrunk domains serves these given values alone, one of whole domains every instance of the model. On
    squares to complete with 58 % of the cells given, a search on a shared network was faster than compiling again by a
    factor of 17 at order 9 (810 bits), 2 at order 20 (8400 bits) and 1 at order 25 (16250 bits); at order 30 (27900
    bits) it was slower by a factor of 10. Hooks would see the difference, and so would the levels that do not
    propagate, because these assume the given values one after the other.

    Args:
        declared: a problem whose domains have more bits than `SHARED_WIDTH`.
        level: the level of inference.
        options: of the call; they may assume values, too.
    """
    domains = declared.domains
    if not level.propagates or not declared.own.isdisjoint(HOOKS):
        return domains
    given = declared.assumed(options) or {}
    return {v: domain if v not in given else (domain[domain.index(given[v])],) for v, domain in domains.items()}


def tightened(
    request: Request,
    declared: DeclaredProblem,
    choice: Choice,
    program: Callable[[], Compiled | str],
    given: Mapping[Any, Any] | None,
) -> Choice:
    """The choice for a search in Python beside the engine: of wide ranges it has what is left when they are tightened.

    Args:
        request: the request.
        declared: the declarations.
        choice: the level, the domains and the ordering.
        program: makes the program.
        given: the values that are assumed.
    """
    is_open = request.kernel in ("auto", "compiled") and not (request.whole or request.options.get("observers"))
    is_plain = choice.level.propagates and declared.is_searched and declared.own.isdisjoint(HOOKS)
    if not (is_open and is_plain and engine().available):
        return choice
    from clew.core.compiler import is_wide  # without the engine there is none

    if not any(map(is_wide, choice.domains.values())):
        return choice
    made = program()
    if isinstance(made, str):
        return choice
    domains = {
        v: tuple(left) if is_wide(own) and len(left := made.values[made.places[v]]) < len(own) else own
        for v, own in choice.domains.items()
    }
    if any(value not in domains[v] for v, value in (given or {}).items()):
        return choice
    return evolve(choice, domains=domains)
