"""The names that players have for deductions: naked pairs, pointing, X-wings, and so on.

A name is a label on a hint: a pattern of its constraints, its facts and its conclusion. It takes no part in the search
for deductions or in their grades. A *group* is a constraint that some cells are all different and, because there are
as many values as cells, hold every value: a row, a column or a box. A group within one row or one column is a *line*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.all_different import Distinct
from clew.constraints.base import Constraint
from clew.constraints.distinct_sums import common_sum
from clew.constraints.primitives import Extension
from clew.problem.drawing import is_cell
from clew.puzzles.hints.arguments import primitive_of
from clew.puzzles.hints.knowledge import plain_rules

if TYPE_CHECKING:
    from clew.puzzles.hints.hint import Hint

Cells = Set[Any]
"""Some cells."""

SETS: Final = {2: "pair", 3: "triple", 4: "quad"}
"""The words for so many cells with so many values."""
LONGEST: Final = 8
"""Cells of a chain up to which it is looked whether it has a name."""

FISH: Final = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
"""The names if so many lines have a value only in cells that as many other lines cross."""


class Pattern:
    """The parts of a hint that its name depends on.

    Args:
        hint: the hint.

    Attributes:
        rules: the constraints of its reason.
        groups: the cells of those that are groups.
        refuted: the candidates that it rules out.
        left: the values that its facts leave of the open cells of its reason.
    """

    def __init__(self, hint: Hint) -> None:
        self._kind, self._assigned, self._sum = hint.kind, hint.assigned, hint.sum
        self._domains, self._known = hint.problem.domains(), hint.knowledge.known
        self._all = hint.knowledge.rules.network.constraints
        self._candidates = hint.knowledge.values
        self.rules = hint.constraints or plain_rules(hint.facts)
        self.groups: list[frozenset[Any]] = [frozenset(rule.scope) for rule in self.rules if self._is_group(rule)]
        self.refuted = [(cell, value) for cell, value in hint.refuted if value in self._candidates(cell)]
        self.left: dict[Any, set[Any]] = {}
        for fact in hint.facts:
            if fact.variable not in self._known:
                self.left.setdefault(fact.variable, {*self._domains[fact.variable]}).difference_update(fact.missing)

    def name(self) -> str:
        """The name; empty if there is none, or if the puzzle has no lines that are groups."""
        if not any(self._is_group(rule) and is_line({*rule.scope}) for rule in self._all):
            return ""
        is_grouped = len(self.groups) == len(self.rules)
        match self._kind:
            case "last":
                return self._full_house() or "naked single" if is_grouped else self._combination()
            case "place" | "single" if not is_grouped:
                return self._combination()
            case "place":
                return self._full_house() or "hidden single" if len(self._assigned) == 1 else ""
            case "single":
                return self.set()[0]
            case "sum" if self._sum:
                return self._sum.name
            case "joint" if is_grouped:
                return self._locked()
            case "supposition" if self.groups:
                named = self._fish() or self._wing() or self._two_lines() or self._colouring() if is_grouped else ""
                return named or "forcing chain"
        return ""

    def _is_group(self, rule: Constraint) -> bool:
        primitive, scope = primitive_of(rule), {*rule.scope}
        if not isinstance(primitive, Distinct) or not primitive.is_plain:
            return False
        return all(map(is_cell, scope)) and len(self._values(scope)) == len(scope) == len(rule.scope)

    def _values(self, cells: Cells) -> set[Any]:
        return {value for cell in cells for value in self._domains[cell]}

    def _open(self, cells: Cells) -> set[Any]:
        return {cell for cell in cells if cell not in self._known}

    # -- one constraint ------------------------------------------------------------------------------

    def _full_house(self) -> str:
        """The name of the value of the last open cell of the only group."""
        return "full house" if len(self.groups) == 1 and len(self._open(self.groups[0])) == 1 else ""

    def set(self) -> tuple[str, Cells, Cells]:
        """The name of a naked or a hidden set, its cells and its values.

        Cells of a group that have as many values leave the other values to the other cells. So each naked set is a
        hidden one; the name is that of the one with fewer cells.
        """
        nothing: tuple[str, Cells, Cells] = "", frozenset(), frozenset()
        others = {cell for cell, _ in self.refuted}
        if len(self.groups) != 1 or not (self.left.keys() | others) <= self.groups[0]:
            return nothing
        (group,) = self.groups
        taken = {self._known[cell] for cell in group if cell in self._known}
        cells = self.left.keys() - others
        values = {value for cell in cells for value in self.left[cell]} - taken
        if len(cells) != len(values) or any(value not in values for _, value in self.refuted):
            return nothing
        rest, hidden = self._open(group) - cells, self._values(group) - taken - values
        if len(rest) < len(cells):
            return (f"hidden {SETS[len(rest)]}", rest, hidden) if len(rest) in SETS else nothing
        return (f"naked {SETS[len(cells)]}", cells, values) if len(cells) in SETS else nothing

    def _combination(self) -> str:
        """The name of a deduction from a sum of different numbers, in several cells."""
        if len(self.rules) != 1 or len(self.rules[0].scope) < 2:
            return ""
        return "cage combination" if is_sum_of_different(self.rules[0]) else ""

    # -- one value -----------------------------------------------------------------------------------

    def _places(self, value: Any) -> list[frozenset[Any]]:
        """For each group of the reason the cells that may take a value, as far as the reason needs it."""
        lacking = {cell for cell, left in self.left.items() if value not in left}
        return [frozenset(self._open(group) - lacking) for group in self.groups]

    def _value(self) -> Any:
        """The only value that the facts of open cells and the conclusion are about; None if there are several."""
        lost = {value for cell, left in self.left.items() for value in {*self._domains[cell]} - left}
        values = lost | {value for _, value in self.refuted}
        return values.pop() if len(values) == 1 else None

    def _locked(self) -> str:
        """The name of a group that has its places for a value in another group; one of the two is a line."""
        value = self._value()
        if value is None or len(self.groups) != 2:
            return ""
        base, cover = self.groups
        gone = {cell for cell, _ in self.refuted}
        if not self._places(value)[0] <= cover or not gone <= cover - base or is_line(base) == is_line(cover):
            return ""
        return "claiming" if is_line(base) else "pointing"

    def _fish(self) -> str:
        """The name of lines that have their places for a value in as many lines that cross them."""
        value = self._value()
        if value is None or not all(map(is_line, self.groups)):
            return ""
        pairs, gone = [*zip(self.groups, self._places(value), strict=True)], {cell for cell, _ in self.refuted}
        for axis in range(2):
            base = [pair for pair in pairs if len({cell[axis] for cell in pair[0]}) == 1]
            cover = [cell for pair in pairs if pair not in base for cell in pair[0]]
            whole, places = ({cell for pair in base for cell in pair[part]} for part in range(2))
            if 2 * len(base) == len(pairs) and places <= {*cover} and gone <= {*cover} - whole:
                return FISH.get(len(base), "")
        return ""

    def _see(self, one: Any, other: Any) -> bool:
        """Whether two cells lie in one group of the reason."""
        return one != other and any(one in group and other in group for group in self.groups)

    def _wing(self) -> str:
        """The name of cells of two values, or of three, two of which are seen by each cell that loses their value."""
        values = {value for _, value in self.refuted}
        if len(values) != 1:
            return ""
        sizes = sorted(map(len, self.left.values()))
        if {*sizes} == {2} and any(self._all_see(ends) for ends in self._alternating(*values)):
            return {3: "XY-wing"}.get(len(sizes), "XY-chain") if len(sizes) > 2 else ""
        if sizes == [2, 2, 3]:
            *wings, pivot = sorted(self.left, key=lambda cell: len(self.left[cell]))
            one, other = (self.left[wing] for wing in wings)
            fits = one & other == values and one | other == self.left[pivot]
            return "XYZ-wing" if fits and self._all_see(self.left) and self._see_each(pivot, wings) else ""
        return "W-wing" if self._is_linked(*values) else ""

    def _see_each(self, cell: Any, others: Iterable[Any]) -> bool:
        return all(self._see(cell, other) for other in others)

    def _all_see(self, others: Iterable[Any]) -> bool:
        """Whether each cell that loses a value sees some others."""
        some = [*others]
        return all(self._see_each(cell, some) for cell, _ in self.refuted)

    def _alternating(self, value: Any) -> Iterator[tuple[Any, Any]]:
        """The ends of chains of all cells: each sees the next, which has its other value. The ends have the value."""
        starts = self.left if len(self.left) <= LONGEST else ()
        work = [((cell,), *self.left[cell] - {value}) for cell in starts if value in self.left[cell]]
        while work:
            chain, carried = work.pop()
            if len(chain) == len(self.left) and carried == value:
                yield chain[0], chain[-1]
            for cell, left in self.left.items():
                if cell not in chain and carried in left and self._see(chain[-1], cell):
                    work.append(((*chain, cell), *left - {carried}))

    def _is_linked(self, value: Any) -> bool:
        """Whether two cells have the value and one other, and each place of the other in a group sees one of them."""
        pairs = [cell for cell, left in self.left.items() if len(left) == 2]
        if len(pairs) != 2 or self.left[pairs[0]] != self.left[pairs[1]] or value not in self.left[pairs[0]]:
            return False
        (other,) = self.left[pairs[0]] - {value}
        linking = [places for places in self._places(other) if places.isdisjoint(pairs)]
        return self._all_see(pairs) and any(
            all(any(self._see(place, cell) for cell in pairs) for place in places) for places in linking
        )

    def _links(self) -> dict[frozenset[Any], frozenset[Any]]:
        """The two places of each group that has two for the only value.

        They are those of the pencil marks: the facts of a reason may be fewer, because a supposition rules out places,
        too.
        """
        value = self._value()
        lacking = {cell for group in self.groups for cell in group if value not in self._candidates(cell)}
        found = {group: group - lacking for group in self.groups}
        return {group: two for group, two in found.items() if value is not None and len(two) == 2}

    def _colouring(self) -> str:
        """The name of a chain of groups with two places for a value, which take turns.

        Either a cell sees both colours, or a colour sees itself.
        """
        pairs = [*self._links().values()]
        colours: list[set[Any]] = [{min(pairs[0])} if pairs else set(), set()]
        for _ in pairs:
            for pair in pairs:
                for own, other in (colours, colours[::-1]):
                    other |= pair - own if pair & own else set()
        if colours[0] & colours[1]:
            return ""
        wrong = [own for own in colours if any(self._see(*two) for two in combinations(own, 2))]
        for cell, _ in self.refuted:
            in_wrong = any(cell in own for own in wrong)
            if not in_wrong and not all(any(self._see(cell, one) for one in own) for own in colours):
                return ""
        return "colouring"

    def _two_lines(self) -> str:
        """The name of two lines with two places for a value each, of which two see each other: not both take it."""
        for (one, two), (other, pair) in combinations(self._links().items(), 2):
            are_apart = is_line(one) and is_line(other) and two.isdisjoint(pair)
            for a, b in product(two, pair) if are_apart else ():
                if not self._see(a, b) or not self._all_see((two | pair) - {a, b}):
                    continue
                rows = [len({cell[0] for cell in line}) == 1 for line in (one, other)]
                if rows[0] != rows[1]:
                    return "two-string kite"
                if a[rows[0]] == b[rows[0]]:
                    return "skyscraper"
        return ""


def technique(hint: Hint) -> str:
    """The name that players have for a deduction; empty if it has none.

    Args:
        hint: the hint.
    """
    return Pattern(hint).name()


def is_line(cells: Cells) -> bool:
    """Whether cells lie in one row or in one column."""
    return any(len({cell[axis] for cell in cells}) == 1 for axis in range(2))


def is_sum_of_different(rule: Constraint) -> bool:
    """Whether a constraint lists different numbers with a sum."""
    primitive = primitive_of(rule)
    return isinstance(primitive, Extension) and isinstance(primitive.tuples, frozenset) and _is_sum(primitive.tuples)


@lru_cache(maxsize=1000)
def _is_sum(rows: frozenset[tuple[Any, ...]]) -> bool:
    return bool(rows) and common_sum(rows) is not None and all(len({*row}) == len(row) for row in rows)
