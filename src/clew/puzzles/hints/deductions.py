"""Deductions: the values that follow, or are ruled out, from few constraints and few candidates.

The kinds, the simplest first:

- *last*: a variable has one candidate left.
- *place*: a value has one place left in a constraint.
- *single*: one constraint, and the candidates of its variables, rule values out.
- *sum*: a sum of few cells does, which several constraints imply: the numbers of a row without its cages.
- *joint*: a value is ruled out because it would leave a constraint without a solution at once: all places of a digit in
  a box lie in one row, for example. Two constraints do it, or a few.
- *supposition*: a value is ruled out because propagation comes to a dead end if it is supposed.

If what is known cannot be completed, a *contradiction* has the constraint, or the variable, that shows it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from typing import Any

import attrs

from clew.constraints.base import Constraint
from clew.problem.problem import Problem
from clew.puzzles.hints.knowledge import Deduction, Knowledge, plain_rules
from clew.puzzles.hints.rating import EXCLUDING, SUPPOSING
from clew.puzzles.hints.reducing import failing, smallest
from clew.puzzles.hints.refuting import Refuting
from clew.reference.propagation.explanations import irreducible
from clew.reference.propagation.observed import Record
from clew.state.lanes import places_of
from clew.state.levels import ARC, UNIT


def simplest(here: Knowledge, below: float = inf) -> list[Deduction]:
    """The simplest deductions, which are equally simple; empty if nothing follows without a guess.

    Args:
        here: the known values and candidates.
        below: a grade; kinds of deductions that all have this one or a higher one are not looked for.
    """
    found = next(filter(None, _kinds(here, below)), [])
    least = min((deduction.size for deduction in found), default=None)
    return [deduction for deduction in found if deduction.size == least]


def _kinds(here: Knowledge, below: float) -> Iterator[list[Deduction]]:
    """The deductions of each kind. Values come before exclusions: a person fills what can be filled."""
    alone = [*_single(here, here.rules.network.constraints)]
    yield [*_last(here), *(deduction for deduction in alone if deduction.assigned)]
    if below > EXCLUDING:
        yield alone
        yield [*_sums(here)]
        yield [*_joint(here)]
    if below > SUPPOSING:
        yield [*_suppositions(here)]


# -- one candidate, or one constraint -------------------------------------------------------------


def _last(here: Knowledge) -> Iterator[Deduction]:
    """The open variables with one candidate. Their other values are missing by plain rules, which count."""
    for own in here.targets.values():
        left = here.candidates & own
        if left and not left & left - 1:
            missing = own & ~left
            yield Deduction("last", left, 0, plain_rules(here.facts(missing)), missing, 0)


def _single(here: Knowledge, constraints: Iterable[Constraint]) -> Iterator[Deduction]:
    """The conclusions of each constraint alone: values of variables if there are any, or else what is ruled out."""
    goals = [*_goals(here, constraints)]
    some = [goal for goal in goals if goal[1]] or goals
    return (_deduction(here, *goal) for goal in some)


def _sums(here: Knowledge) -> Iterator[Deduction]:
    """The conclusions of each sum that constraints leave over, with these constraints."""
    found = {id(one.rule): one for one in here.rules.sums.left_over(here)}
    for deduction in _single(here, [one.rule for one in found.values()]):
        one = found[id(deduction.rule)]
        yield attrs.evolve(deduction, kind="sum", constraints=one.constraints, sum=one)


def _goals(here: Knowledge, constraints: Iterable[Constraint]) -> Iterator[tuple[Constraint, int, int]]:
    """Each constraint with a value that it implies, or 0, and values that it rules out."""
    for constraint in constraints:
        if here.open.keys().isdisjoint(constraint.scope):
            continue
        after = here.rules.alone(constraint, here.seen)
        removed = here.candidates & here.seen & ~after
        scope = dict.fromkeys(filter(here.targets.__contains__, constraint.scope))
        for variable in scope if after and removed else ():
            own = here.rules.lanes.mask([variable])
            gone, left = removed & own, after & here.candidates & own
            if gone and not left & left - 1:
                yield constraint, left, own & here.rules.base & ~left
            elif gone:
                yield from ((constraint, 0, 1 << place) for place in places_of(gone))


def _deduction(here: Knowledge, constraint: Constraint, assigned: int, gone: int) -> Deduction:
    """The deduction of one constraint that rules out some values.

    A value follows most plainly if all other variables lack it, so that reason is preferred if it suffices.
    """
    rules = here.rules
    missing = rules.base & rules.masks[id(constraint)] & ~here.seen

    def follows(missing: int) -> bool:
        return not rules.alone(constraint, rules.base & ~missing) & gone

    for _, value in rules.lanes.pairs(assigned):  # one at most
        place = missing & rules.lanes.bits([(variable, value) for variable in constraint.scope])
        if follows(place):
            return Deduction("place", assigned, gone, (constraint,), place, here.number_open(place))
    parts = [part for mask in here.open.values() if (part := missing & mask)]
    fewest, is_minimum = smallest(missing & ~sum(parts), parts, follows)
    return Deduction("single", assigned, gone, (constraint,), fewest, here.number_open(fewest), is_minimum)


# -- several constraints ----------------------------------------------------------------------------


def _joint(here: Knowledge) -> Iterator[Deduction]:
    """Values that leave a constraint no solution at once, with the constraints by which they rule values out."""
    rules, candidates = here.rules, here.candidates
    lost = {place: candidates & rules.ruled_out(place) for place in here.open_places()}
    clashing = [(one, found) for one in rules.network.constraints if (found := rules.clashing(one, candidates, lost))]
    for place, bits in lost.items():
        yield from (_failure(here, place, candidates & ~bits, one) for one, places in clashing if place in places)


def _failure(here: Knowledge, place: int, after: int, constraint: Constraint) -> Deduction:
    """The deduction from a constraint that has no solution once a value has ruled out others."""
    rules = here.rules

    def follows(missing: int) -> bool:
        return not rules.alone(constraint, rules.base & ~missing)

    missing = irreducible(rules.base & rules.masks[id(constraint)] & ~after, follows)
    lost = missing & here.candidates & ~rules.network.lane_of(place)
    needed = {id(constraint): constraint}
    for bits, source in (*rules.conflicts(place), *rules.used_up(place)):
        if bits & lost:
            needed[id(source)] = source
            lost &= ~bits
    taken = missing & ~here.candidates
    return Deduction("joint", 0, 1 << place, tuple(needed.values()), taken, here.number_open(taken))


def _suppositions(here: Knowledge) -> Iterator[Deduction]:
    """Values whose supposition propagation refutes: unit propagation if that does, or else arc consistency.

    Only the shortest refutations.
    """
    for level in (UNIT, ARC):
        refuting = here.rules.supposing(level)
        records = {place: refuting.record(place) for place in refuting.refuted(here.candidates, here.open_places())}
        found: dict[int, Deduction] = {}
        least: float = inf
        for place, record in sorted(records.items(), key=lambda one: len(one[1].pruned)):  # likely the shortest first
            deduction = _chain(here, refuting, place, record, least)
            if deduction is not None:
                least, found[place] = deduction.chain, deduction
        yield from (found[place] for place in records if place in found and found[place].chain == least)
        if found:
            return


def _chain(here: Knowledge, refuting: Refuting, place: int, record: Record, most: float) -> Deduction | None:
    """Why a supposition fails: the prunings that lead to the dead end, walked back; None if they are too many."""
    network = refuting.network
    cause = network.explain(record.domains & network.lanes.declared, 0)
    used, needed, chain = [cause.constraints], cause.missing, 1
    for step in reversed(record.pruned):
        if step.bits & needed:
            needed, named = refuting.before(step, needed)
            chain += len(named)
            if chain > most:
                return None
            used += named
    missing = needed & ~here.candidates & here.rules.base
    constraints = {id(declared := refuting.declared[id(one)]): declared for some in used for one in some}
    open_ = here.number_open(missing)
    return Deduction("supposition", 0, 1 << place, tuple(constraints.values()), missing, open_, chain=chain)


# -- contradictions ---------------------------------------------------------------------------------

Mistake = tuple[Knowledge, Deduction, Mapping[Any, tuple[Any, ...]]]
"""The known values that a contradiction needs; the contradiction; the variable that has no value left, if there is one.

Its only constraint is the one that cannot hold; there is none if a variable has no value left.
"""


@attrs.frozen(eq=False)
class Alone(Problem[Any, Any]):
    """One constraint of a problem, as if it had no others: they have taken no value then.

    Attributes:
        variables: the constraint's variables, with their domains.
        constraint: the constraint.
    """

    variables: Mapping[Any, Collection[Any]]
    constraint: Constraint

    def domains(self) -> Mapping[Any, Collection[Any]]:
        return self.variables

    def constraints(self) -> Iterable[Constraint]:
        return (self.constraint,)


def mistake(here: Knowledge) -> Mistake:
    """Why what is known cannot be completed: the first of these that there is.

    A constraint that cannot hold by itself beside the known values, then a variable without a value left, then a
    constraint that cannot hold because of values that others have ruled out.

    Args:
        here: known values that cannot be completed.
    """
    suspects = {id(one) for one in (*(one for _, one in here.rules.network.shrunk), *_broken(here, _stated(here)))}
    for constraint in here.rules.network.constraints:
        found = _by_itself(here, constraint) if id(constraint) in suspects else None
        if found is not None:
            return found
    for variable, own in here.open.items():
        if not here.candidates & own:
            return here, Deduction("contradiction", 0, 0, (), own, 0), {variable: ()}
    return _contradicted(here, _broken(here, here.candidates)[:1], here.candidates)


def _by_itself(known: Knowledge, constraint: Constraint) -> Mistake | None:
    """That a constraint cannot hold beside the known values of its variables; None if it can."""
    domains = {variable: known.rules.lanes.lane[variable].values for variable in constraint.scope}
    if not all(domains.values()):
        return None  # that variable is the reason
    own = {variable: known.known[variable] for variable in constraint.scope if variable in known.known}
    here = Knowledge.of(Alone(domains, constraint), own)
    left = _stated(here)
    is_empty = any(not left & here.rules.lanes.mask([variable]) for variable in domains)
    constraints = here.rules.network.constraints
    return _contradicted(here, constraints, left) if is_empty or _broken(here, left) else None


def _contradicted(here: Knowledge, constraints: tuple[Constraint, ...], left: int) -> Mistake:
    """That some domains leave constraints no solution."""
    missing = failing(here, constraints, here.rules.base & ~left)
    return here, Deduction("contradiction", 0, 0, constraints, missing, 0), {}


def _stated(here: Knowledge) -> int:
    """The known values, and all values of the open variables."""
    return here.rules.base & (here.filled | sum(here.open.values()))


def _broken(here: Knowledge, domains: int) -> tuple[Constraint, ...]:
    """The constraints that some domains leave no solution."""
    return tuple(one for one in here.rules.network.constraints if not here.rules.alone(one, domains))
