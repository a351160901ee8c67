"""A person's knowledge of a puzzle: the variables that are filled, and the values that the others can still take.

The values left to an open variable are its *candidates*. A person writes them down by the plain rules alone: a known
value rules out those that it conflicts with, and a constraint with one open variable judges each value of it. Whatever
takes more than that is a deduction, which a hint names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Constraint, truth
from clew.errors import OptionError
from clew.problem.problem import AnyProblem
from clew.puzzles.hints.rules import Rules
from clew.state.lanes import places_of

if TYPE_CHECKING:
    from clew.puzzles.hints.sums import LeftOver

Taken = tuple[int, Constraint | None, tuple[Any, ...]]
"""The bits of the values that a plain rule takes, the rule, and the known variables because of which it does."""
UNTAKEN: Final[Taken] = 0, None, ()


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


def plain_rules(facts: Iterable[Fact]) -> tuple[Constraint, ...]:
    """The plain rules that take the values that are missing, each once."""
    rules = {id(fact.constraint): fact.constraint for fact in facts if fact.constraint is not None}
    return tuple(rules.values())


@attrs.frozen
class Deduction:
    """A conclusion and its reason.

    Attributes:
        kind: as that of a `clew.Hint`.
        assigned: the bit of the value that follows; 0 if values are only ruled out.
        excluded: the bits of the candidates that are ruled out.
        constraints: the constraints that it needs; those of the plain rules only if there are no others.
        missing: the bits of the values whose absence it needs.
        open: how many open variables they belong to, besides the known ones.
        is_minimum: whether it is known that fewer do not suffice: fewer open variables of one constraint, or fewer
            constraints if it needs several. Otherwise no constraint, and no variable, can be left out.
        chain: for a supposition how many times values are ruled out before the dead end.
        sum: the sum of few cells by which the constraints imply it, if they do so by one.
    """

    kind: str
    assigned: int
    excluded: int
    constraints: tuple[Constraint, ...]
    missing: int
    open: int
    is_minimum: bool = False
    chain: int = 0
    sum: LeftOver | None = None

    @property
    def rule(self) -> Constraint:
        """The constraint that implies it if one does, or the sum that stands for several."""
        return self.sum.rule if self.sum else self.constraints[0]

    @property
    def size(self) -> tuple[int, int, int]:
        """How hard it is to see: the length of a supposition's chain, then the constraints, then the open variables.

        The other places of a value are seen at one glance: they count as one variable.
        """
        return self.chain, max(len(self.constraints), 1), min(self.open, 1) if self.kind == "place" else self.open


@attrs.define(eq=False)
class Knowledge:
    """The knowledge so far.

    Attributes:
        problem: the puzzle.
        rules: its constraints.
        known: the variables that are filled, with their values.
        excluded: the bits of values that deductions have ruled out.
        is_supposed: whether one of the values is only supposed.
    """

    problem: AnyProblem
    rules: Rules
    known: dict[Any, Any]
    excluded: int = 0
    is_supposed: bool = False

    @classmethod
    def of(
        cls,
        problem: AnyProblem,
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
        found = {**problem.given(), **(given or {})}
        pairs = [(variable, value) for variable, values in (excluded or {}).items() for value in values]
        for variable, value in (*found.items(), *pairs):
            if variable not in rules.lanes.lane:
                raise OptionError(f"{problem.name} has no variable {variable!r}")
            if not rules.lanes.bits([(variable, value)]):
                raise OptionError(f"{problem.variable_title(variable)} cannot be {value!r}: it has no such value")
        return cls(problem, rules, found, rules.lanes.bits(pairs))

    @cached_property
    def candidates(self) -> int:
        """The values left to each variable by the plain rules and by the deductions so far, as bits."""
        left = self.rules.base & ~self.excluded
        for place in places_of(self.filled):
            left &= self.rules.network.mask(place)
        for variable in self.open:
            for refused, _, _ in self._judged(variable):
                left &= ~refused
        return left

    @cached_property
    def filled(self) -> int:
        """The bits of the values that are known."""
        return self.rules.lanes.bits(self.known.items())

    @cached_property
    def open(self) -> dict[Any, int]:
        """The variables that are not known, in their order, with the bits of all their values."""
        lanes = self.rules.lanes
        return {variable: lanes.mask([variable]) for variable in lanes.variables if variable not in self.known}

    @cached_property
    def targets(self) -> dict[Any, int]:
        """The open variables that hints are about: all but the auxiliary ones."""
        auxiliary = self.problem.auxiliary()
        return {variable: own for variable, own in self.open.items() if variable not in auxiliary}

    @cached_property
    def seen(self) -> int:
        """The candidates from which deductions follow: one that is alone is to be filled in before."""
        alone = sum(own for own in self.targets.values() if (self.candidates & own).bit_count() == 1)
        return self.candidates & ~alone | self.rules.base & alone

    def left_by(
        self,
        facts: Iterable[Fact],
        constraint: Constraint,
        supposed: Iterable[tuple[Any, Any]] = (),
        others: Iterable[Constraint] = (),
    ) -> tuple[dict[Any, tuple[Any, ...]], dict[Any, tuple[Any, ...]]]:
        """The domains of a constraint's variables, and what facts and suppositions leave of them.

        Args:
            facts: values that are missing.
            constraint: the constraint.
            supposed: variables with the values that they are supposed to have.
            others: other rules, which rule values out then.
        """
        lanes, pairs = self.rules.lanes, [*supposed]
        missing = lanes.bits([(fact.variable, value) for fact in facts for value in fact.missing])
        missing |= lanes.mask([variable for variable, _ in pairs]) & ~lanes.bits(pairs)
        left = self.rules.together(others, self.rules.base & ~missing)
        own = {variable: lanes.lane[variable] for variable in constraint.scope}
        found = {variable: lane.select(left >> lane.offset & lane.full) for variable, lane in own.items()}
        return {variable: lane.values for variable, lane in own.items()}, found

    @property
    def is_contradiction(self) -> bool:
        """Whether a variable has no candidate, or a constraint allows none of theirs."""
        lanes = self.rules.lanes
        if (self.candidates + lanes.full) & lanes.decisions != lanes.decisions:
            return True
        return any(not self.rules.alone(one, self.candidates) for one in self.rules.network.constraints)

    def values(self, variable: Any) -> tuple[Any, ...]:
        """The candidates of a variable."""
        lane = self.rules.lanes.lane[variable]
        return lane.select(self.candidates >> lane.offset & lane.full)

    def open_places(self) -> Iterator[int]:
        """The places of the candidates that hints are about, those of the variables with the fewest first."""
        for own in sorted((self.candidates & mask for mask in self.targets.values()), key=int.bit_count):
            if own & own - 1:
                yield from places_of(own)

    def number_open(self, missing: int) -> int:
        """How many open variables some values belong to."""
        return sum(1 for mask in self.open.values() if missing & mask)

    def facts(self, missing: int) -> tuple[Fact, ...]:
        """Why some values are missing from the candidates: few plain rules that take them, and few known variables.

        Args:
            missing: their bits.
        """
        facts: list[Fact] = []
        for variable, lane in self.rules.lanes.lane.items():
            own = missing & lane.full << lane.offset
            reasons = [*self._reasons(variable, own)] if own and variable in self.open else []
            while own:
                best = max(reasons, key=lambda reason: (reason[0] & own).bit_count(), default=UNTAKEN)
                taken, constraint, known = best if best[0] & own else (own, None, ())
                facts.append(Fact(variable, lane.select((taken & own) >> lane.offset), constraint, known))
                own &= ~taken
        return tuple(facts)

    def _reasons(self, variable: Any, missing: int) -> Iterator[Taken]:
        """The plain rules that take values of an open variable."""
        network, lanes = self.rules.network, self.rules.lanes
        for bits, constraint in network.shrunk:
            yield bits & missing, constraint, ()
        conflicting: dict[int, Taken] = {}
        for place in places_of(missing):
            for bits, constraint in self.rules.conflicts(place):
                for other in constraint.scope if bits & self.filled else ():
                    if other != variable and bits & self.filled & lanes.mask([other]):
                        taken, _, known = conflicting.get(id(constraint), UNTAKEN)
                        known = known if other in known else (*known, other)
                        conflicting[id(constraint)] = taken | 1 << place, constraint, known
                        break
        yield from conflicting.values()
        yield from self._judged(variable)

    def _judged(self, variable: Any) -> Iterator[Taken]:
        """The values of an open variable that break a constraint whose other variables are known."""
        lane = self.rules.lanes.lane[variable]
        for constraint in self.rules.judging.get(variable, ()):
            if all(other in self.known or other == variable for other in constraint.scope):
                refused = 0
                for place, value in enumerate(lane.values, lane.offset):
                    if not truth(constraint, [value if v == variable else self.known[v] for v in constraint.scope]):
                        refused |= 1 << place
                yield refused, constraint, tuple(other for other in constraint.scope if other != variable)
