"""Deductions from several constraints: a value is ruled out because, once it is supposed, they come to a dead end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from clew.constraints.base import Constraint
from clew.puzzles.hints.reasoning import Deduction, Reasoning
from clew.puzzles.hints.refuting import Refuting
from clew.reference.propagation.explanations import irreducible
from clew.reference.propagation.observed import Record
from clew.state.lanes import places_of
from clew.state.levels import ARC, UNIT


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
    lane, rules = here.network.lane_of(place), here.knowledge.rules
    elsewhere = here.domains & ~after & ~lane
    for constraint in constraints:
        is_seen = id(constraint) in rules.full and not elsewhere & rules.masks[id(constraint)]
        if (is_seen and here.alone(constraint, here.domains) >> place & 1) or here.may_hold(constraint, after):
            continue  # a value that such a constraint leaves has a support, unless others are lost
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

    Only the shortest refutations.
    """
    for level in (UNIT, ARC):
        refuting = here.knowledge.rules.supposing(level)
        records = {place: refuting.record(place) for place in refuting.refuted(here.domains, here.open_places())}
        found: dict[int, Deduction] = {}
        least: float = inf
        for place, record in sorted(records.items(), key=lambda one: len(one[1].pruned)):  # likely the shortest first
            deduction = _chain(here, refuting, place, record, least)
            if deduction is not None:
                least, found[place] = deduction.chain, deduction
        yield from (found[place] for place in records if place in found and found[place].chain == least)
        if found:
            return


def _chain(here: Reasoning, refuting: Refuting, place: int, record: Record, most: float) -> Deduction | None:
    """Why a supposition fails: the prunings that lead to the dead end, walked back; None if they are too many."""
    network = refuting.network
    cause = network.explain(record.domains & network.lanes.declared, 0)
    used, needed, chain = {id(one): one for one in cause.constraints}, cause.missing, 1
    for step in reversed(record.pruned):
        places = step.bits & needed
        if step.constraint is None or not places:
            continue
        chain += 1
        if chain > most:
            return None
        needed ^= places
        named = (step.constraint, *step.others)
        used |= {id(one): one for one in named}
        for one in places_of(places):
            needed |= refuting.explain(step, one, named)
    missing = needed & ~here.domains & here.base
    constraints = tuple({id(one): one for one in map(refuting.declared.__getitem__, used)}.values())
    return Deduction("supposition", 0, 1 << place, constraints, missing, here.number_open(missing), chain=chain)
