"""Deductions from several constraints: a value is ruled out because, once it is supposed, they come to a dead end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from clew.constraints.base import Constraint
from clew.hints.reasoning import Deduction, Reasoning
from clew.hints.reducing import irreducible
from clew.propagation.levels import ARC, UNIT
from clew.propagation.observed import Observed, Record
from clew.state.lanes import places_of


def joint(here: Reasoning) -> Iterator[Deduction]:
    """Values that leave a constraint no solution at once, with the constraints by which they rule values out."""
    masks = here.knowledge.rules.masks
    for place in here.open_places():
        parts = [*here.network.conflicts(place)]
        lane = here.network.lane_of(place)
        after = here.domains & ~(lane ^ 1 << place)
        for bits, _ in parts:
            after &= ~(bits & ~lane)
        lost = here.domains ^ after
        touched = (constraint for constraint in here.network.constraints if masks[id(constraint)] & lost)
        yield from _failures(here, place, after, parts, touched)


def _failures(
    here: Reasoning, place: int, after: int, parts: list[tuple[int, Constraint]], constraints: Iterable[Constraint]
) -> Iterator[Deduction]:
    """The deductions from the constraints that have no solution once a value has ruled out others."""
    lane = here.network.lane_of(place)
    for constraint in constraints:
        if here.may_hold(constraint, after):
            continue
        own = here.base & here.lanes.mask(constraint.scope)

        def follows(missing: int, constraint: Constraint = constraint) -> bool:
            return not here.alone(constraint, here.base & ~missing)

        missing = irreducible(own & ~after, follows)
        chosen, lost = [], missing & here.domains & ~lane
        for bits, source in parts:
            if bits & lost:
                chosen.append(source)
                lost &= ~bits
        taken = missing & ~here.domains
        needed = {id(one): one for one in (constraint, *chosen)}
        yield Deduction("joint", 0, 1 << place, tuple(needed.values()), taken, here.number_open(taken))


def suppositions(here: Reasoning) -> Iterator[Deduction]:
    """Values whose supposition propagation refutes: unit propagation if that does, or else arc consistency.

    Only the shortest refutations: none is longer than one before it.
    """
    lanes = here.lanes
    for level in (UNIT, ARC):
        observed = here.knowledge.rules.observed(level)
        network = observed.plain
        start = network.start & ~network.with_links(lanes.declared & ~here.domains)
        domains, done = network.propagate(start, 0, lanes.declared)
        least: float = inf
        for place in here.open_places():
            guard = network.lanes.lane[lanes.at(place)].guard
            if not network.decided(domains, done, guard, place)[0]:
                found = _chain(here, observed, start, place, least)
                if found is not None:
                    least = found.chain
                    yield found
        if least < inf:
            return


def _chain(here: Reasoning, observed: Observed, start: int, place: int, most: float) -> Deduction | None:
    """Why a supposition fails: the prunings that lead to the dead end, walked back; None if they are too many."""
    network, record = observed.plain, Record()
    observed.record = record
    record.begin(network.lanes, start)
    variable = network.lanes.at(place)
    value = dict(network.lanes.pairs(1 << place))[variable]
    observed.assume({variable: value})
    if record.failure is None:
        observed.propagate(record.domains, 0, network.lanes.declared)
    left = record.domains & network.lanes.declared
    cause = network.explain(left, 0)
    used, needed, chain = {id(c): c for c in cause.constraints}, cause.missing, 1
    for step in reversed(record.pruned):
        places = step.bits & needed
        if step.constraint is None or not places:
            continue
        chain += 1
        if chain > most:
            return None
        needed ^= places
        used |= {id(one): one for one in (step.constraint, *step.others)}
        for one in places_of(places):
            needed |= network.explain(step.before, 1 << one, (step.constraint, *step.others)).missing
    missing = needed & ~here.domains & here.base
    return Deduction("supposition", 0, 1 << place, (*used.values(),), missing, here.number_open(missing), chain=chain)
