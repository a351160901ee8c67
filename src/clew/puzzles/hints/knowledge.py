"""A person's knowledge of a puzzle: the variables that are filled, and the values that the others can still take.

The values left to an open variable are its *candidates*. A person writes them down by the plain rules alone: a known
value rules out those that it conflicts with, and a constraint with one open variable judges each value of it. Whatever
takes more than that is a deduction, which a hint names.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import attrs

from clew.constraints.base import Constraint, truth
from clew.constraints.primitives import Distinct
from clew.constraints.registration import DOMAIN
from clew.errors import OptionError
from clew.problem.declared import Declared, declared_domains, is_declared, why_undeclared
from clew.problem.problem import Problem
from clew.puzzles.hints.refuting import Refuting, owners
from clew.reference.propagation.compile_cache import cached
from clew.reference.propagation.compiler import Compiler, compiled
from clew.reference.propagation.network import Network
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import Lane, places_of
from clew.state.levels import ARC, Level


@attrs.frozen(eq=False)
class Rules:
    """The declared constraints of a problem, compiled, and found by their variables and by their propagators.

    Attributes:
        network: the constraints, compiled for arc consistency.
        propagators: for the identity of a constraint its propagators.
        about: for each variable the constraints that are about it.
        masks: for the identity of a constraint the bits of its variables.
        cost: for it about how long its propagators take.
        full: the identities of those whose propagators leave only values that have a support.
        alike: for that of one whose variables differ, and have the same values, their lanes.
        left: for a constraint and the domains of its variables what it leaves of them.
        supposed: for the name of a level the suppositions so far.
    """

    network: Network
    propagators: Mapping[int, tuple[Propagator, ...]]
    about: Mapping[Hashable, tuple[Constraint, ...]]
    masks: Mapping[int, int]
    cost: Mapping[int, int]
    full: Collection[int]
    alike: Mapping[int, tuple[Lane[Any], ...]]
    left: dict[tuple[int, int], int] = attrs.field(init=False, factory=dict)
    supposed: dict[str, Refuting] = attrs.field(init=False, factory=dict)

    def supposing(self, level: Level) -> Refuting:
        """The suppositions so far at a level."""
        if level.name not in self.supposed:
            lanes = self.network.lanes
            domains = {variable: lanes.lane[variable].values for variable in lanes.variables}
            # A network that is kept may have equal constraints of another identity.
            self.supposed[level.name] = Refuting(Compiler(domains, self.network.constraints, level).network())
        return self.supposed[level.name]

    @classmethod
    def of(cls, problem: Problem[Any, Any]) -> Rules:
        """The rules of a problem.

        Raises:
            OptionError: the problem has hooks instead of constraints, so nothing can be said of its reasons.
        """
        own = Declared(problem)
        if not is_declared(problem, own.constraints, own.domains):
            raise OptionError(f"hints need declared constraints, and {problem.name} {why_undeclared(problem)}")
        domains = declared_domains(problem)
        network = cached("hints", domains, own.constraints, lambda: compiled(domains, own.constraints, ARC))
        propagators: dict[int, tuple[Propagator, ...]] = {}
        declared = owners(network)
        for propagator in network.propagators:
            source = id(declared[id(propagator.constraint)])
            propagators[source] = (*propagators.get(source, ()), propagator)
        about: dict[Hashable, tuple[Constraint, ...]] = {}
        for constraint in network.constraints:
            for variable in dict.fromkeys(constraint.scope):
                about[variable] = (*about.get(variable, ()), constraint)
        declared_bits = network.lanes.declared
        masks = {id(one): network.lanes.mask(one.scope) & declared_bits for one in network.constraints}
        alike = {id(one): lanes for one in network.constraints if (lanes := _alike(one, network))}
        cost = {source: max(one.cost for one in some) for source, some in propagators.items()}
        full = frozenset(id(one) for one in network.constraints if _is_full(one))
        return cls(network, propagators, about, masks, cost, full, alike)


def _is_full(constraint: Constraint) -> bool:
    """Whether arc consistency of a constraint alone is that of all its variables together."""
    primitives = [*constraint.primitives()]
    return len(primitives) == 1 and primitives[0].record.strength("arc") == DOMAIN


def _alike(constraint: Constraint, network: Network) -> tuple[Lane[Any], ...]:
    """The lanes of variables that have the same values and must differ, if a constraint says no more than that."""
    primitives = [*constraint.primitives()]
    if len(primitives) != 1 or not isinstance(primitives[0], Distinct):
        return ()
    if primitives[0].is_mapped or primitives[0].offsets is not None or primitives[0].exceptions:
        return ()
    lanes = tuple(network.lanes.lane[variable] for variable in dict.fromkeys(constraint.scope))
    is_alike = len(lanes) == len(constraint.scope) and len({lane.values for lane in lanes}) == 1
    return lanes if is_alike else ()


@attrs.frozen
class Fact:
    """Values that a variable cannot take, and why.

    Attributes:
        variable: the variable.
        missing: the values.
        constraint: the plain rule that takes them; None if the variable is known, or if an earlier deduction has.
        known: the known variables that the rule takes them because of.
    """

    variable: Any
    missing: tuple[Any, ...]
    constraint: Constraint | None = None
    known: tuple[Any, ...] = ()


@attrs.define(eq=False)
class Knowledge:
    """The knowledge so far.

    Attributes:
        problem: the puzzle.
        rules: its constraints.
        known: the variables that are filled, with their values.
        excluded: the bits of values that deductions have ruled out.
    """

    problem: Problem[Any, Any]
    rules: Rules
    known: dict[Any, Any]
    excluded: int = 0

    @classmethod
    def of(
        cls,
        problem: Problem[Any, Any],
        given: Mapping[Any, Any] | None = None,
        excluded: Mapping[Any, Iterable[Any]] | None = None,
    ) -> Knowledge:
        """The values that an instance gives, and those found since.

        Args:
            problem: the puzzle.
            given: values of more variables.
            excluded: values that variables cannot take, as hints before have said.

        Raises:
            OptionError: there is no such variable, or it has no such value.
        """
        rules = Rules.of(problem)
        lanes = rules.network.lanes
        found = {**problem.given(), **(given or {})}
        pairs = [(variable, value) for variable, values in (excluded or {}).items() for value in values]
        for variable, value in (*found.items(), *pairs):
            if variable not in lanes.lane:
                raise OptionError(f"{problem.name} has no variable {variable!r}")
            if not lanes.bits([(variable, value)]):
                raise OptionError(f"{problem.variable_title(variable)} cannot be {value!r}: it has no such value")
        return cls(problem, rules, found, lanes.bits(pairs))

    @cached_property
    def candidates(self) -> int:
        """The values left to each variable by the plain rules and by the deductions so far, as bits."""
        network = self.rules.network
        lanes = network.lanes
        left = network.start & lanes.declared & ~self.excluded
        for variable, value in self.known.items():
            own = lanes.bits([(variable, value)])
            place = own.bit_length() - 1
            for conflicts, _ in network.conflicts(place):
                left &= ~(conflicts & ~network.lane_of(place))
            left &= ~(network.lane_of(place) ^ own)
        for variable in self.open:
            for constraint in self.rules.about.get(variable, ()):
                if id(constraint) in self.rules.propagators and self.is_last(constraint, variable):
                    left &= ~self.refused(constraint, variable)
        return left

    @property
    def open(self) -> Iterator[Any]:
        """The variables that are not known, in their order."""
        return (variable for variable in self.rules.network.lanes.variables if variable not in self.known)

    def values(self, variable: Any) -> tuple[Any, ...]:
        """The candidates of a variable."""
        lane = self.rules.network.lanes.lane[variable]
        return lane.select(self.candidates >> lane.offset & lane.full)

    def is_last(self, constraint: Constraint, variable: Any) -> bool:
        """Whether a constraint has no other open variable."""
        return all(other in self.known or other == variable for other in constraint.scope)

    def refused(self, constraint: Constraint, variable: Any) -> int:
        """The bits of the values that break a constraint whose other variables are known."""
        lane = self.rules.network.lanes.lane[variable]
        refused = 0
        for place, value in enumerate(lane.values, lane.offset):
            if not truth(constraint, [value if v == variable else self.known[v] for v in constraint.scope]):
                refused |= 1 << place
        return refused

    def facts(self, missing: int) -> tuple[Fact, ...]:
        """Why some values are missing from the candidates: few plain rules that take them, and few known variables.

        Args:
            missing: their bits.
        """
        lanes = self.rules.network.lanes
        facts: list[Fact] = []
        for variable in lanes.variables:
            lane = lanes.lane[variable]
            own = missing & lane.full << lane.offset
            if not own:
                continue
            if variable in self.known:
                facts.append(Fact(variable, lane.select(own >> lane.offset)))
                continue
            reasons = [*self._reasons(variable, own)]
            while own and reasons:
                taken, constraint, known = max(reasons, key=lambda reason: (reason[0] & own).bit_count())
                if not taken & own:
                    break
                facts.append(Fact(variable, lane.select((taken & own) >> lane.offset), constraint, known))
                own &= ~taken
            if own:
                facts.append(Fact(variable, lane.select(own >> lane.offset)))
        return tuple(facts)

    def _reasons(self, variable: Any, missing: int) -> Iterator[tuple[int, Constraint, tuple[Any, ...]]]:
        """The plain rules that take values of an open variable: the bits, the constraint, the known variables."""
        network = self.rules.network
        for bits, constraint in network.shrunk:
            if bits & missing:
                yield bits & missing, constraint, ()
        conflicting: dict[int, tuple[int, Constraint, tuple[Any, ...]]] = {}
        for place in places_of(missing):
            for bits, constraint in network.conflicts(place):
                for other in constraint.scope:
                    if (
                        other in self.known
                        and other != variable
                        and bits & network.lanes.bits([(other, self.known[other])])
                    ):
                        before = conflicting.get(id(constraint), (0, constraint, ()))
                        known = before[2] if other in before[2] else (*before[2], other)
                        conflicting[id(constraint)] = (before[0] | 1 << place, constraint, known)
                        break
        yield from conflicting.values()
        for constraint in self.rules.about.get(variable, ()):
            if id(constraint) in self.rules.propagators and self.is_last(constraint, variable):
                bits = self.refused(constraint, variable) & missing
                if bits:
                    yield bits, constraint, tuple(v for v in constraint.scope if v != variable)
