"""Why there is no solution: a few clues, constraints and assumed conditions that contradict each other already."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from math import comb
from typing import Any, Final, TypeVar, Unpack

import attrs

from clew.answers.diagnosis.dead_ends import behind
from clew.answers.diagnosis.members import Clue, Member, Members, ask_part, members_of, of_kind
from clew.answers.diagnosis.shared import Searches
from clew.api import FIRST
from clew.constraints.base import Constraint
from clew.options import Options
from clew.outcome import Interrupted, LimitReached
from clew.planning.validation import conditions_of
from clew.problem.declared import flat
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.state.state import DEAD_END

M = TypeVar("M")

RATION: Final = 300
"""Nodes for a search that may be left without an answer: a doubtful member is kept."""
WIDEST: Final = 10_000
"""Values of a domain up to which propagation alone is asked, which is in Python."""
ORDERS: Final = 8
"""In how many orders `why` leaves out what it can. The sets that they lead to differ much in size."""
SETS: Final = 3_000
"""How many smaller sets are tried at most if the smallest is asked for."""
MORE_NODES: Final = 10_000
"""Nodes for the orders after the first, all of them together. Nodes, so that each run ends with the same set."""


@attrs.frozen
class Contradiction(Members):
    """Clues and constraints that no assignment of the problem satisfies together.

    Attributes:
        problem: the problem.
        clues: the given values among them.
        constraints: the declared constraints among them. The rules of a problem that is written with hooks are one
            whole, which always belongs to it.
        is_minimal: whether none of them can be left out: the others would have a solution. There may be another
            such set with fewer members. False if a limit struck before that was known.
        is_smallest: whether it is known that no set with fewer members contradicts itself; it is looked for only if
            `why` is asked to.
        assumed: the conditions of the option `assume` among them.
    """

    is_minimal: bool
    is_smallest: bool = False
    assumed: tuple[Constraint, ...] = ()

    def __str__(self) -> str:
        return "; ".join((*self.clue_names, *self.constraint_names, *map(self.problem.constraint_name, self.assumed)))


@surfacing()
def why(problem: AnyProblem, *, smallest: bool = False, **options: Unpack[Options]) -> Contradiction | None:
    """Clues and constraints that contradict each other, none of which can be left out; None if there is a solution.

    If propagation alone comes to a dead end, they are looked for among those behind it; otherwise among all. They are
    found by leaving out whatever the contradiction does not need, so the set is irreducible. It is the smallest of
    those that a few orders of leaving out lead to; there may be a smaller one still. The clues are what
    `Problem.given` returns and the option `given` adds; knowledge of a problem's hooks about them counts as a rule.
    Of the conditions that `assume` adds, those are found at first of which none can be left out beside all the rest.

    Args:
        problem: the problem to search.
        smallest: whether to try all smaller sets too, 3,000 at most, the smallest first; it may take seconds.
        options: see `Options`. The limits hold for all the searches together. If one strikes once it is known that
            there is no solution, the set is what was left until then, and its `is_minimal` is False.

    Raises:
        Stopped: a limit struck before it was known whether there is a solution.
    """
    searches = Searches(problem, options)
    members = members_of(problem, options)
    assumed = conditions_of(options.get("assume"))
    reduction = Reduction(searches, [*members, *assumed], assumed)
    is_refuted = False
    try:
        if searches.ask(problem) is not None:
            return None
        is_refuted = True
        if assumed:
            from clew.answers.diagnosis.cores import core_beside  # which imports this module

            core = core_beside(searches, members, assumed)
            reduction = Reduction(searches, [*members, *core], core)
        reduction.begin(propagated(problem, reduction.left))
        reduction.run(options.get("seed", 0))
        if smallest:
            reduction.find_smallest()
    except (LimitReached, KeyboardInterrupt) as end:
        stopped = searches.cut_short(end, reduction.contradiction() if is_refuted else None)
        if not is_refuted or isinstance(stopped, Interrupted):
            raise stopped from None
    return reduction.contradiction()


class Reduction:
    """Leaves out of a contradictory whole what the contradiction does not need.

    Args:
        searches: the searches that tell which parts have a solution.
        members: the whole, which has none; those of them that are `assumed` conditions.
        background: clues and constraints that stay.

    Attributes:
        left: the smallest contradictory part found.
        is_minimal: whether it is known that none of its members can be left out.
        is_smallest: whether it is known that there is no contradictory part with fewer members.
    """

    def __init__(
        self, searches: Searches, members: Sequence[Member], assumed: Sequence[Constraint] = (), background: Any = ()
    ) -> None:
        self.left, self._assumed, self._background = members, assumed, background
        self.is_minimal = self.is_smallest = False
        self._whole, self._members, self._searches = members, members, searches
        self._doubts = 0
        self._last_node = 0

    def begin(self, core: Sequence[Member]) -> None:
        """Begin with a part that seems to be contradictory, if a short search agrees; else with the whole."""
        if core and not self._may_hold(core, RATION):
            self.left = self._members = core

    def run(self, seed: int) -> None:
        """Look for small parts in several orders; the first order ends with an irreducible one."""
        # The widest are tried first: a predicate on every cell is rarely needed and makes each later search dear.
        self.left = sorted(self._members, key=lambda m: -len(m.scope) if isinstance(m, Constraint) else 0)
        self.shrink(RATION)
        # What is in doubt with many members beside it may be clear with few: other orders come before longer searches.
        for order in _other_orders(self.left, seed) if self._doubts else ():
            kept = set(map(id, self.left))
            self.left = [member for member in order if id(member) in kept]
            self.shrink(RATION)
            if not self._doubts:
                break
        if self._doubts:
            self.shrink(None)
        self.is_minimal = True
        if len(self.left) == len(self._members):
            return  # none of the whole can be left out, in any order
        self._last_node = self._searches.nodes + MORE_NODES
        for order in _other_orders(self._members, seed):
            part = order
            for _ in range(2):  # what was in doubt with many members beside it may be clear with few
                self._doubts = 0
                *_, part = self._parts(part, RATION, len(self.left))
                if not self._doubts:
                    break
            self.left = part if len(part) < len(self.left) and not self._doubts else self.left

    def find_smallest(self) -> None:
        """Try all parts with fewer members, the smallest first, as far as their number goes."""
        self._doubts = 0
        sizes = range(1, len(self.left))
        few, is_known = first_sufficient(self._whole, sizes, lambda some: not self._may_hold(some, RATION))
        self.left, self.is_smallest = few or self.left, is_known and not self._doubts

    def shrink(self, ration: int | None) -> int:
        """Leave out what is left from the front; how many members stay because a search was too short to tell."""
        self._doubts = 0
        for part in self._parts(self.left, ration):
            self.left = part
        return self._doubts

    def contradiction(self) -> Contradiction:
        """The remaining members, in the order of the problem."""
        kept = set(map(id, self.left))
        assumed = tuple([one for one in self._assumed if id(one) in kept])
        left = [member for member in self._whole if id(member) in kept.difference(map(id, assumed))]
        parts = of_kind(Clue, left), of_kind(Constraint, left), self.is_minimal, self.is_smallest, assumed
        return Contradiction(self._searches.problem, *parts)

    def _parts(self, whole: Sequence[Member], ration: int | None, bound: int = 0) -> Iterator[list[Member]]:
        """Ever smaller contradictory parts of a whole; none of the last one's members can be left out.

        Members are left out from the front, some at a time: twice as many after a success, half as many if the others
        have a solution. A single member that cannot be left out stays. So a small part is found in few steps, because
        the other members are left out many at a time.

        Args:
            whole: the first members are left out first, if possible.
            ration: how many nodes a search may enter. If that is too few to decide, members stay, in doubt.
            bound: give up if the last part would have as many members, or if patience ends; 0 for never.
        """
        needed, rest = list[Member](), list(whole)
        size = max(1, len(rest) // 2)
        yield list(rest)
        while rest and not 0 < bound <= len(needed):
            if bound and self._searches.nodes > self._last_node:
                self._doubts += 1
                return
            if not self._may_hold(needed + rest[size:], ration):
                rest = rest[size:]
                size = min(2 * size, max(1, len(rest)))
                yield needed + rest
            elif size > 1:
                size //= 2
            else:
                needed.append(rest.pop(0))

    def _may_hold(self, members: Sequence[Member], ration: int | None) -> bool:
        """Whether some of the clues and constraints have a solution together, or may have one."""
        solution = ask_part(self._searches, [*self._background, *members], FIRST, ration)
        self._doubts += solution is DEAD_END
        return solution is not None


def first_sufficient(
    members: Sequence[M], sizes: Iterable[int], suffices: Callable[[tuple[M, ...]], bool]
) -> tuple[tuple[M, ...] | None, bool]:
    """The first set of some sizes that suffices, if there is one; and whether all sets before it were tried."""
    tries = 0
    for size in sizes:
        tries += comb(len(members), size)
        if tries > SETS:
            return None, False
        for few in combinations(members, size):
            if suffices(few):
                return few, True
    return None, True


def propagated(problem: AnyProblem, members: Sequence[Member]) -> list[Member]:
    """The clues and constraints behind the dead end that propagation comes to; none if it comes to none."""
    clues = {clue.variable: clue.value for clue in of_kind(Clue, members)}
    own = of_kind(Constraint, members)
    parts = [(part, one) for one in own for part in flat((one,))]  # assumed conditions may be about expressions
    domains = {v: values if isinstance(values, range) else tuple(values) for v, values in problem.domains().items()}
    is_plain = all(part.scope for part, _ in parts) and max(map(len, domains.values()), default=0) <= WIDEST
    if not (own and is_plain) or len(clues) + len(own) < len(members):
        return []
    with suppress(ValueError):  # a propagator of the problem's own prunes less, given less: it is not monotone
        if (found := behind(domains, tuple([part for part, _ in parts]), clues)) is not None:
            variables, used = found
            owners = {id(one) for part, one in parts if id(part) in used}
            return [m for m in members if (m.variable in variables if isinstance(m, Clue) else id(m) in owners)]
    return []


def _other_orders(members: Sequence[Member], seed: int) -> Iterator[list[Member]]:
    """Orders to leave members out in, besides their own: backwards, then shuffled."""
    yield list(reversed(members))
    draws = random.Random(seed)
    for _ in range(ORDERS - 2):
        yield draws.sample(members, len(members))
