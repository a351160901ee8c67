"""The first three steps to a plan: the request of a call, the declarations of its problem, and the choices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from clew.constraints.base import Constraint
from clew.constraints.names import tuple_of
from clew.constraints.objectives import Target
from clew.errors import OptionError, ProblemError
from clew.limits import Cancel
from clew.options import Options
from clew.outcome import UNLIMITED, Limits
from clew.planning.domains import is_uniform, shrunk
from clew.planning.validation import assuming, check_assumption, checked
from clew.problem.declared import SEARCHED, Declared, declared_given, overrides, title_of
from clew.problem.problem import Problem
from clew.records import frozen
from clew.reference.search.inference import HOOKS, choose_inference
from clew.state.levels import FORWARD, UNIT, Level
from clew.strategies import Best, Strategy

if TYPE_CHECKING:
    from clew.reference.search.phases import Phase

ALIASES: Final[Mapping[str, str]] = {"native": "compiled", "loop": "python"}
"""Kernels by their names until version 0.1."""

SHARED_WIDTH: Final = 2**14
"""Bits of all domains up to which instances that differ in their given values share a network (see `shrunk`)."""

KEPT: Final = 16
"""What to keep for the next problem with the same domains and constraints: puzzles that differ in clues."""

Domains = dict[Any, tuple[Any, ...] | range]
Made = TypeVar("Made")
Key = tuple[Hashable, Hashable, Hashable, tuple[Constraint, ...]]

_keeping = RLock()
_kept: dict[Key, Any] = {}  # from the oldest to the latest


@frozen(eq=False)
class Request:
    """The request of a call.

    Attributes:
        problem: the problem.
        options: see `Options`; they have been checked, and `over` is None if all variables count.
        strategy: how to turn the solutions into a result; None if that is not known.
        limits: when to stop.
        whole: whether every domain keeps its lane whole (see `make_plan`).
        given_up: ends the search if a report of its progress raises; None if no progress is reported.
    """

    problem: Problem[Any, Any]
    options: Options
    strategy: Strategy[Any] | None
    limits: Limits
    whole: bool
    given_up: Cancel | None

    @classmethod
    def checked(
        cls, problem: Problem[Any, Any], options: Options, strategy: Strategy[Any] | None, *, whole: bool
    ) -> Request:
        """A request whose options exist and fit together; otherwise an `OptionError` says which does not."""
        limits = checked(problem, options) if options or not isinstance(problem, Problem) else UNLIMITED
        if options.get("checkpoint") is not None:
            raise OptionError("a checkpoint keeps a search of clew.solve, count, first or check: leave it out here")
        if options.get("over") is not None or overrides(problem, "auxiliary"):
            from clew.planning.projection import projecting  # few searches do

            options = projecting(problem, options, strategy)
        problem = problem if options.get("assume") is None else assuming(problem, options)
        return cls(problem, options, strategy, limits, whole, Cancel() if options.get("progress") else None)

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
    def learns(self) -> bool:
        """Whether an ordering may learn, because any order of the solutions will do."""
        return self.strategy is not None and self.strategy.learns

    @property
    def lists(self) -> bool:
        """Whether solutions are wanted, and not their number alone."""
        return self.strategy is None or self.strategy.lists

    @property
    def target(self) -> Target | None:
        """The sum that the search is to make small, if it bounds an objective."""
        objective = self.strategy.weighted if isinstance(self.strategy, Best) else None
        return None if objective is None else objective.target(maximize=self.maximizes)

    @property
    def maximizes(self) -> bool:
        """Whether an objective is to be made large."""
        return isinstance(self.strategy, Best) and self.strategy.maximize

    @property
    def most(self) -> int:
        """How many solutions are wanted, as far as that is known beforehand; -1 for all."""
        numbers = None if self.strategy is None else self.strategy.most, self.limits.solutions
        return min([number for number in numbers if number is not None], default=-1)


@frozen(eq=False)
class DeclaredProblem:
    """The declarations of a problem.

    Attributes:
        problem: the problem.
        constraints: its constraints.
        domains: its variables with their values.
        given: the values that it fixes.
        is_searched: whether the search may go by the constraints alone, without hooks.
        own: the hooks that the problem overrides, and `violations` if it does that.
        told: for each variable of a solution the one that stands for it, if some do (see `clew.planning.merging`).
    """

    problem: Problem[Any, Any]
    constraints: tuple[Constraint, ...]
    domains: Domains
    given: Mapping[Any, Any]
    is_searched: bool
    own: frozenset[str]
    told: Mapping[Any, Any] = MappingProxyType({})

    @classmethod
    def of(cls, problem: Problem[Any, Any]) -> DeclaredProblem:
        """The declarations of a problem, asked once."""
        asked = Declared(problem)
        domains: Domains = {**cast(Any, asked.domains)}
        if not {*map(type, domains.values())} <= {range, tuple}:
            domains = {v: d if type(d) in (range, tuple) else tuple_of(d) for v, d in domains.items()}
        own = frozenset(hook for hook in (*SEARCHED, "violations") if overrides(problem, hook))
        given, declares = declared_given(problem), bool(asked.constraints or (domains and not own))
        return cls(problem, asked.constraints, domains, given, declares, own)

    def assumed(self, options: Options) -> dict[Any, Any] | None:
        """The values that the problem fixes, then those that the call assumes; None if they clash with anything.

        Raises:
            ProblemError: the problem fixes a value that no domain has.
            InputError: the call does.
        """
        if () in [constraint.scope for constraint in self.constraints]:
            return None
        given, domains = dict(self.given), self.domains
        for variable, value in given.items() if domains else ():
            if value not in domains.get(variable, ()):
                fixed = f"{title_of(self.problem)}: given() fixes {variable!r} to {value!r}"
                raise ProblemError(f"{fixed}, which no domain has")
        for variable, value in (options.get("given") or {}).items():
            if domains:
                check_assumption(self.problem, domains, variable, value)
            if given.setdefault(variable, value) != value:
                return None
        return given


@frozen(eq=False)
class Choice:
    """The level, the domains and the ordering of a search.

    Attributes:
        level: the level of inference.
        domains: the domains; those of given variables may have one value left.
        order: the name of the variable ordering asked for, or of the one that fits; `phases` if there are some.
        phases: the phases, if some were asked for; together they have all variables.
    """

    level: Level
    domains: Domains
    order: str
    phases: tuple[Phase, ...] = ()

    @classmethod
    def of(cls, request: Request, declared: DeclaredProblem) -> Choice:
        """The choices for a request: before anything is compiled, so that a network is compiled once.

        Raises:
            OptionError, InputError: there is no such level, the problem lacks what it needs, or the phases do not fit.
        """
        named, order = request.options.get("inference"), request.options.get("variable_order")
        is_free, is_plain = named is None and declared.is_searched, declared.own.isdisjoint(HOOKS)
        level = UNIT if is_free and is_plain else choose_inference(request.problem, named, declared.is_searched)
        if is_free and level.propagates and _is_flat(request, declared):
            return cls(FORWARD, declared.domains, "static")
        phases: tuple[Phase, ...] = ()
        if request.options.get("search"):
            from clew.planning.phases import phases_of  # few searches have any

            phases = phases_of(request, declared, level)
        # Levels that are compared go plainly, in the order of declaration.
        free = "static" if named and not level.propagates else "wdeg" if request.learns else "mrv"
        order = "phases" if phases else order if isinstance(order, str) else free
        domains, is_given = declared.domains, bool(declared.given or request.options.get("given"))
        if is_given and not request.whole and len(domains) + sum(map(len, domains.values())) > SHARED_WIDTH:
            domains = shrunk(declared, level, request.options)
        return cls(level, domains, order, phases)


def _is_flat(request: Request, declared: DeclaredProblem) -> bool:
    """Whether all solutions are wanted of a problem of masks alone in which all variables look alike.

    Then the order of declaration and one AND for each value are hard to beat by propagation and small domains first.
    """
    options = request.options
    is_shaped = any(map(options.get, ("variable_order", "search", "given"))) or bool(declared.given)
    if request.stops or request.learns or is_shaped or "choose_variable" in declared.own:
        return False
    what, both = ("uniform", request.lists), (declared.domains, declared.constraints)
    return cached(what, *both, partial(is_uniform, *both, is_complete=not request.lists))


def forget() -> None:
    """Drop all that is kept."""
    with _keeping:
        _kept.clear()


def cached(
    what: Hashable,
    domains: Mapping[Any, Iterable[Any]],
    constraints: tuple[Constraint, ...],
    make: Callable[[], Made],
    is_small: Callable[[Made], bool] = lambda _: True,
    go_on: Callable[[Any, tuple[Constraint, ...]], Made | None] | None = None,
) -> Made:
    """An object that depends on some domains and constraints alone, made or found among the latest.

    Args:
        what: tells it from what else is made of them.
        domains: the variables with their values.
        constraints: those that must hold.
        make: makes it.
        is_small: whether it may be kept.
        go_on: makes it of what is kept of the first ones of the constraints, and of the others; None if it cannot.
    """
    if not all("__eq__" in vars(kind) for kind in {*map(type, constraints)}):
        return make()  # some may pass for equal that are not
    key = _key(what, domains, constraints)
    try:
        with _keeping:
            latest, made = next(reversed(_kept.items()), ((None,), None))
            found: Any = made if latest[-1] is constraints and latest == key else _kept.get(key)
            if found is not None and found is made:  # the latest: usually nothing need be hashed
                return cast("Made", found)
    except (TypeError, ValueError):  # something cannot be hashed, or compared, such as an array
        return make()
    found = ((go_on and go_on(*_begun(key))) or make()) if found is None else found
    return _keep(key, found) if is_small(found) else cast("Made", found)


def _keep(key: Key, made: Made) -> Made:
    """Keep an object as the latest, in the place of the oldest."""
    with _keeping:
        _kept.pop(key, None)
        _kept[key] = made
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return made


def _begun(key: Key) -> tuple[Any, tuple[Constraint, ...]]:
    """The object that is kept for the most of the first constraints of a key, or None; and the other constraints."""
    *own, every = key
    with _keeping:
        begun = {len(some): made for (*rest, some), made in _kept.items() if rest == own and every[: len(some)] == some}
    number = max(begun, default=0)
    return begun.get(number), every[number:]


def _key(what: Hashable, domains: Mapping[Any, Iterable[Any]], constraints: tuple[Constraint, ...]) -> Key:
    """Equal for equal objects. Variables that share one domain are distinguished from those of equal domains."""
    ids = [*map(id, domains.values())]
    if ids and ids.count(ids[0]) == len(ids):  # found at once, because boards are so
        return what, tuple(domains), (_values(next(iter(domains.values()))),), constraints
    by_id = {one: _values(domain) for one, domain in dict(zip(ids, domains.values(), strict=True)).items()}
    return what, tuple(domains), tuple(map(by_id.__getitem__, ids)), constraints


def _values(domain: Iterable[Any]) -> Hashable:
    """Equal for domains of equal values of equal types."""
    return domain if isinstance(domain, range) else (*domain, *map(type, domain))
