"""Sums that no constraint states: innies and outies, what houses have beside their cages.

A *cage* is a constraint that some cells have a sum and differ, a *house* another one that cells differ, as many as
there are numbers: a row, a column or a box. So a house has the sum of all numbers. Without the cages that lie in some
houses, or nearly so, few cells are left, which have a sum. Only hints use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product
from operator import mul
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.all_different import Distinct
from clew.constraints.arithmetic import Linear
from clew.constraints.base import Constraint
from clew.constraints.differing import Differing
from clew.constraints.distinct_sums import PlainSum, plain_sum, sum_of_table
from clew.constraints.left_over import left_over, permutations
from clew.constraints.primitives import Primitive
from clew.puzzles.hints.arguments import primitive_of
from clew.puzzles.hints.techniques import is_sum_of_different
from clew.puzzles.hints.terms import SHORT

if TYPE_CHECKING:
    from clew.puzzles.hints.knowledge import Knowledge
    from clew.puzzles.hints.rules import Rules
    from clew.puzzles.hints.terms import Terms

OPEN: Final = 4
"""Open cells whose sum is looked at."""
HOUSES: Final = 3
"""Houses that are looked at together."""


@attrs.frozen(eq=False)
class LeftOver:
    """The sum of few open cells that follows from sums of houses and of cages.

    Attributes:
        rule: that they have the sum, some of them subtracted.
        houses: the sums of the houses; none if it is the sum of a cage.
        cages: the sums of the cages.
        different: the constraint that the cells of a cage differ, if it is the sum of the cage.
        missing: the bits of the values that the known cells lack.
    """

    rule: Linear
    houses: tuple[PlainSum, ...]
    cages: tuple[PlainSum, ...]
    different: tuple[Constraint, ...]
    missing: int

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints that it follows from."""
        return (*(one.of[0] for one in (*self.houses, *self.cages)), *self.different)

    @property
    def name(self) -> str:
        """The name that players have for it: innies lie in the houses, outies outside."""
        within = {cell for house in self.houses for cell in house.scope}
        kinds = {cell in within for cell in self.rule.scope} if within else ()
        return {(): "cage combination", (True,): "innies", (False,): "outies"}.get((*kinds,), "innies and outies")

    def clauses(self, words: Terms) -> list[str]:
        """The sum of the houses, and that of the cages, in words."""
        return [self._total(self.houses, words), self._total(self.cages, words)]

    def _total(self, sums: Sequence[PlainSum], words: Terms) -> str:
        rules = words.rules(one.of[0] for one in sums)
        named = rules if len(sums) <= SHORT else words.phrase("cages", count=len(sums))
        return words.phrase("total", constraints=named, total=sum(one.total for one in sums))

    def equation(self, words: Terms) -> str:
        """The sum, with the cells that are subtracted on the other side: `r1c2 + r1c3 = 12`, `r1c2 = r2c5 + 3`."""
        terms = [*zip(self.rule.scope, self.rule.coefficients, strict=True)]
        sides = [[words.variable(cell) for cell, way in terms if way == sign] for sign in (1, -1)]
        if self.rule.bound or not sides[1]:
            sides[self.rule.bound >= 0].append(str(abs(self.rule.bound)))
        return " = ".join(map(" + ".join, sides))


class CageSums:
    """The sums that houses and cages leave to few open cells.

    Args:
        rules: the rules of the puzzle.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._made: dict[Any, LeftOver] = {}
        found = [p for one in rules.network.constraints if (p := primitive_of(one)) is not None and p.source is one]
        self._different = {frozenset(p.scope): p for p in found if isinstance(p, Distinct) and p.is_plain}
        self._cages = {id(p.source): own for p in found if (own := self._cage(p)) is not None}
        caged = {frozenset(cage.scope) for cage in self._cages.values()}
        differing = Differing(p for scope, p in self._different.items() if scope not in caged)
        self._houses = {id(one.of[0]): one for one in permutations(differing, self._numbers)}
        self._all = [*self._found(differing)] if self._houses and self._cages else []

    def _numbers(self, cell: Any) -> tuple[int, ...] | None:
        values = self._rules.lanes.lane[cell].values
        return values if all(type(value) is int for value in values) else None

    def _cage(self, primitive: Primitive) -> PlainSum | None:
        """The sum of a cage; None if a constraint is none."""
        own = plain_sum(primitive) or sum_of_table(primitive)
        if own is None or frozenset(own.scope) in self._different or is_sum_of_different(primitive.source):
            return own
        return None

    def _found(self, differing: Differing) -> Iterator[tuple[PlainSum, tuple[int, ...]]]:
        """All sums, each with the signs of its cells; first those of cages whose constraints list no numbers."""
        for cage in self._cages.values():
            different = self._different.get(frozenset(cage.scope))
            if different is not None:
                yield cage._replace(of=(*cage.of, different.source)), ()
        most = len(self._rules.lanes.lane)  # of the cells left those that are known will not count
        for plain, signs in left_over(self._cages.values(), differing, self._numbers, most=most, together=HOUSES):
            if any(id(one) in self._cages for one in plain.of):
                yield plain, signs

    def left_over(self, here: Knowledge) -> Iterator[LeftOver]:
        """The sums of few open cells, each once, from as few houses as possible.

        Args:
            here: the known values.
        """
        seen = set[frozenset[Any]]()
        for number, (plain, signs) in enumerate(self._all):
            terms = [*zip(plain.scope, signs or (1,) * len(plain.scope), strict=True)]
            left = frozenset(term for term in terms if term[0] in here.open)
            if 0 < len(left) <= OPEN and left not in seen:
                seen.add(left)
                known = {cell: here.known[cell] for cell, _ in terms if cell in here.known}
                rest = plain.total - sum(sign * known[cell] for cell, sign in terms if cell in known)
                key = number, left, rest
                if key not in self._made:
                    missing = here.rules.lanes.mask(known) & ~here.rules.lanes.bits(known.items())
                    self._made[key] = self._make(plain, [term for term in terms if term in left], rest, missing)
                yield self._made[key]

    def _make(self, plain: PlainSum, terms: list[tuple[Any, int]], total: int, missing: int) -> LeftOver:
        """The sum of open cells, which prunes from now on."""
        cells, signs = zip(*terms, strict=True)
        way = max(signs)  # not all of them are subtracted
        rule = Linear(cells, [way * sign for sign in signs], "==", way * total)
        of = {id(one) for one in plain.of}
        houses, cages = (tuple(own for key, own in some.items() if key in of) for some in (self._houses, self._cages))
        different = tuple(one for one in plain.of if id(one) not in self._houses and id(one) not in self._cages)
        apart = [{*one.scope} for one in plain.of if id(one) not in self._cages or is_sum_of_different(one)]
        pairs = [
            (k, n) for k, n in combinations(range(len(cells)), 2) if any({cells[k], cells[n]} <= some for some in apart)
        ]
        self._rules.add(rule, partial(self._kept, rule, pairs))
        return LeftOver(rule, houses, cages, different, missing)

    def _kept(self, rule: Linear, apart: list[tuple[int, int]], domains: int) -> int:
        """The values that are part of some with the sum, which differ if they must."""
        lanes, weights = self._rules.lanes, rule.coefficients
        own = [lanes.lane[cell] for cell in rule.scope]
        lists = [lane.select(domains >> lane.offset & lane.full) for lane in own]
        kept = set[tuple[Any, int]]()
        for some in product(*lists[:-1]):
            last = weights[-1] * (rule.bound - sum(map(mul, weights, some)))
            row = (*some, last)
            if last in lists[-1] and all(row[k] != row[n] for k, n in apart):
                kept.update(zip(rule.scope, row, strict=True))
        return domains & lanes.bits(kept)
