"""The choices that a call leaves open: the level, the domains to compile, and the ordering.

The level and the domains are chosen before anything is compiled, so that a network is compiled once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Constraint, truth
from clew.constraints.names import tuple_of
from clew.constraints.primitives import (
    Conflicts,
    Covering,
    Difference,
    Distinct,
    Primitive,
    Unary,
    WeightedSum,
)
from clew.errors import InputError, OptionError, ProblemError
from clew.options import Options
from clew.outcome import UNLIMITED, Limits
from clew.planning.arguments import checked
from clew.problem.problem import SEARCHED, Declared, Problem, declared_given, overrides
from clew.propagation.keeping import kept
from clew.propagation.levels import FORWARD, UNIT, Level
from clew.search.inference import HOOKS, choose_inference
from clew.search.variable_order import LEARNING, VariableOrder
from clew.strategies import Strategy

if TYPE_CHECKING:
    from clew.propagation.network import Network

SHARED_WIDTH: Final = 2**14
"""Bits of all domains up to which instances that differ in their given values share a network (see `shrunk`)."""

REPEATING: Final = 20_000
"""Different subproblems up to which the order of declaration is best for counting: each is met once."""

ALIASES: Final[Mapping[str, str]] = {"native": "compiled", "loop": "python"}
"""Kernels by their names until version 0.1."""

Domains = dict[Any, tuple[Any, ...] | range]


@attrs.frozen(eq=False)
class Request:
    """What a call asks for.

    Attributes:
        problem: the problem.
        options: see `Options`; they have been checked.
        strategy: what becomes of the solutions; None if that is not known.
        limits: when to stop.
        whole: whether every domain keeps its lane whole (see `make_plan`).
    """

    problem: Problem[Any, Any]
    options: Options
    strategy: Strategy[Any] | None
    limits: Limits
    whole: bool

    @classmethod
    def checked(
        cls, problem: Problem[Any, Any], options: Options, strategy: Strategy[Any] | None, *, whole: bool
    ) -> Request:
        """A request whose options exist and fit together.

        Raises:
            OptionError: one does not.
        """
        limits = checked(problem, options) if options or not isinstance(problem, Problem) else UNLIMITED
        if options.get("checkpoint") is not None:
            raise OptionError("a checkpoint keeps a search of clew.solve, count, first or check: leave it out here")
        return cls(problem, options, strategy, limits, whole)

    @property
    def kernel(self) -> str:
        """The kernel asked for, by its name of today."""
        kernel = self.options.get("kernel", "auto")
        return ALIASES.get(kernel, kernel) if isinstance(kernel, str) else kernel

    @property
    def stops(self) -> bool:
        """Whether a solution may be enough."""
        return self.strategy is not None and self.strategy.stops

    @property
    def lists(self) -> bool:
        """Whether solutions are wanted, and not their number alone."""
        return self.strategy is None or self.strategy.lists

    @property
    def title(self) -> str:
        """What to call the problem in messages."""
        return self.problem.name or type(self.problem).__name__


@attrs.frozen(eq=False)
class Declaration:
    """What a problem declares.

    Attributes:
        constraints: its constraints.
        domains: its variables with their values.
        given: the values that it fixes.
        is_searched: whether the search may go by the constraints alone, without hooks.
        own: the hooks that the problem overrides, and `violations` if it does that.
    """

    constraints: tuple[Constraint, ...]
    domains: Domains
    given: Mapping[Any, Any]
    is_searched: bool
    own: frozenset[str]

    @classmethod
    def of(cls, problem: Problem[Any, Any]) -> Declaration:
        """What a problem declares, asked once."""
        asked = Declared(problem)
        constraints = asked.constraints
        domains = {v: d if isinstance(d, range) or type(d) is tuple else tuple_of(d) for v, d in asked.domains.items()}
        own = frozenset(hook for hook in (*SEARCHED, "violations") if overrides(problem, hook))
        declares = bool(constraints) or (bool(domains) and not own)
        return cls(constraints, domains, declared_given(problem), declares, own)

    @property
    def is_void(self) -> bool:
        """Whether a constraint without a variable does not hold, so that nothing can."""
        return any(not constraint.scope for constraint in self.constraints)


@attrs.frozen(eq=False)
class Choice:
    """What is compiled.

    Attributes:
        level: the level of inference.
        domains: the domains; those of given variables may have one value left.
        is_flat: whether forward checking in the order of declaration was chosen, where nothing was asked for.
    """

    level: Level
    domains: Domains
    is_flat: bool

    @classmethod
    def of(cls, request: Request, declared: Declaration) -> Choice:
        """The level and the domains for a request.

        Raises:
            OptionError: there is no such level, or the problem lacks what it needs.
        """
        named = request.options.get("inference")
        if named is None and declared.is_searched and declared.own.isdisjoint(HOOKS):
            level = UNIT
        else:
            level = choose_inference(request.problem, named, declared.is_searched)
        if named is None and declared.is_searched and level.propagates and _is_flat(request, declared):
            return cls(FORWARD, declared.domains, True)
        return cls(level, shrunk(request, declared, level), False)


def _is_flat(request: Request, declared: Declaration) -> bool:
    """Whether all solutions are wanted of a problem of masks alone in which all variables look alike.

    Propagation and small domains first pay if the domains differ, and components can be counted by themselves if not
    every two variables share a constraint. If not, the order of declaration and one AND are hard to beat.
    """
    options, strategy = request.options, request.strategy
    if request.stops or (strategy is not None and strategy.learns) or options.get("variable_order"):
        return False
    if declared.given or options.get("given") or "choose_variable" in declared.own:
        return False
    domains, constraints, counts = declared.domains, declared.constraints, not request.lists
    return kept(("uniform", counts), domains, constraints, lambda: _is_uniform(declared, is_complete=counts))


def _is_uniform(declared: Declaration, *, is_complete: bool) -> bool:
    """Whether there are only masks, and all variables look alike.

    Args:
        declared: what is declared.
        is_complete: whether every two variables must share a constraint, too.
    """
    if is_complete and not _is_complete(declared):
        return False
    unary: dict[Any, list[Primitive]] = {}
    for primitive in _primitives(declared.constraints):
        if primitive is None or not _is_of_masks(primitive):
            return False
        if len(primitive.scope) == 1:
            unary.setdefault(primitive.scope[0], []).append(primitive)
    sizes = {_size(domain, unary.get(variable, ())) for variable, domain in declared.domains.items()}
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
    if isinstance(primitive, (Conflicts, Covering, Distinct, Unary)):
        return True
    if len(primitive.scope) == 2 and isinstance(primitive, (Difference, WeightedSum)):
        return primitive.relation == "!="
    return len(primitive.scope) <= 2


def _size(domain: Sequence[Any], primitives: Sequence[Primitive]) -> int:
    """How many values some primitives on one variable leave it."""
    left: Sequence[Any] = domain
    for primitive in primitives:
        if isinstance(primitive, Unary):
            left = [value for value in left if primitive.accepts(value)]
        else:
            left = [value for value in left if truth(primitive.source, (value,))]
    return len(left)


def _is_complete(declared: Declaration) -> bool:
    """Whether every two variables share a constraint, so that no two components ever come of it."""
    place = {variable: 1 << k for k, variable in enumerate(declared.domains)}
    near = dict.fromkeys(place, 0)
    for constraint in declared.constraints:
        together = sum(place[variable] for variable in constraint.scope)
        for variable in constraint.scope:
            near[variable] |= together
    every = (1 << len(place)) - 1
    return all(others | place[variable] == every for variable, others in near.items())


def shrunk(request: Request, declared: Declaration, level: Level) -> Domains:
    """The domains, those of the given variables with one value, if that pays; whole if the given values clash.

    A network of shrunk domains serves these given values alone, one of whole domains every instance of the model. On
    squares to complete with 58 % of the cells given, a search on a shared network was faster than to compile anew by
    a factor of 17 at order 9 (810 bits), 2 at order 20 (8400 bits) and 1 at order 25 (16250 bits); at order 30 (27900
    bits) it was slower by a factor of 10. Hooks would see the difference, and so would the levels that do not
    propagate, because these assume the given values one after the other.
    """
    domains = declared.domains
    is_given = bool(declared.given or request.options.get("given"))
    if request.whole or not is_given or len(domains) + sum(map(len, domains.values())) <= SHARED_WIDTH:
        return domains
    if not level.propagates or not declared.own.isdisjoint(HOOKS):
        return domains
    given = assumed(request, declared) or {}
    return {v: domain if v not in given else (domain[domain.index(given[v])],) for v, domain in domains.items()}


def assumed(request: Request, declared: Declaration) -> dict[Any, Any] | None:
    """The values that the problem fixes, then those that the call assumes; None if they clash.

    Raises:
        ProblemError: the problem fixes a value that no domain has.
        InputError: the call does.
    """
    if declared.is_void:
        return None
    given, domains = dict(declared.given), declared.domains
    for variable, value in given.items() if domains else ():
        if variable not in domains or value not in domains[variable]:
            raise ProblemError(f"{request.title}: given() fixes {variable!r} to {value!r}, which no domain has")
    for variable, value in (request.options.get("given") or {}).items():
        if domains and variable not in domains:
            raise InputError(f"given: {request.title} has no variable {variable!r}")
        if domains and value not in domains[variable]:
            name = request.problem.variable_name(variable)
            raise InputError(f"given: {name} cannot be {value!r}: its domain does not have it")
        if given.setdefault(variable, value) != value:
            return None
    return given


def ordering(request: Request, choice: Choice, network: Network | None, given: Mapping[Any, Any] | None) -> Any:
    """The variable ordering asked for, by its name or as a function, or the name of the one that fits.

    Raises:
        OptionError: the ordering learns, and all solutions are wanted.
    """
    order: str | VariableOrder | None = request.options.get("variable_order")
    strategy = request.strategy
    if order is not None:
        if order in LEARNING and strategy is not None and not strategy.learns:
            raise OptionError(
                f"variable order {order!r} learns as it goes, so it serves to find one solution or the best: "
                "choose mrv to list or to count them all"
            )
        return order
    if overrides(request.problem, "choose_variable"):
        return request.problem.choose_variable
    named = request.options.get("inference")
    if network is None or choice.is_flat or (named is not None and not choice.level.propagates):
        return "static"  # the levels to compare: plain, in the order of declaration
    if strategy is not None and strategy.learns:
        return "wdeg"
    return "static" if _repeats(request, network, given) else "mrv"


def _repeats(request: Request, network: Network, given: Mapping[Any, Any] | None) -> bool:
    """Whether solutions are counted, and the order of declaration meets few different subproblems."""
    if request.stops or request.lists or request.options.get("inference") or given is None or not network.propagators:
        return False
    from clew.propagation.frontier import subproblems

    left, _ = network.root(given)
    return bool(left) and subproblems(network, left, REPEATING) < REPEATING
