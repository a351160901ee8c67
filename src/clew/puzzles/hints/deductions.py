"""Deductions: the values that follow, or are ruled out, from few constraints and few candidates.

The kinds, the simplest first:

- *last*: a variable has one candidate left.
- *place*: a value has one place left in a constraint.
- *single*: one constraint, and the candidates of its variables, rule values out.
- *joint*: a value is ruled out because it would leave a constraint without a solution at once: all places of a digit in
  a box lie in one row, for example. Two constraints do it, or a few.
- *supposition*: a value is ruled out because propagation comes to a dead end if it is supposed.
"""

from __future__ import annotations

from functools import cached_property

from clew.puzzles.hints.reasoning import Deduction, Reasoning
from clew.puzzles.hints.single import last, single
from clew.puzzles.hints.supposed import joint, suppositions


class Deductions(Reasoning):
    """Looks for what follows from what is known.

    Args:
        knowledge: the known values and candidates.
    """

    def simplest(self) -> list[Deduction]:
        """The simplest deductions, which are equally simple; empty if nothing follows without a guess.

        Values come before exclusions: a person fills what can be filled.
        """
        for kind in (self._assignments, self._exclusions, self._joint, self._suppositions):
            found = kind()
            if found:
                least = min(deduction.size for deduction in found)
                return [deduction for deduction in found if deduction.size == least]
        return []

    @cached_property
    def _single(self) -> list[Deduction]:
        return single(self)

    def _assignments(self) -> list[Deduction]:
        return [*last(self), *(deduction for deduction in self._single if deduction.assigned)]

    def _exclusions(self) -> list[Deduction]:
        return [deduction for deduction in self._single if not deduction.assigned]

    def _joint(self) -> list[Deduction]:
        return [*joint(self)]

    def _suppositions(self) -> list[Deduction]:
        return [*suppositions(self)]
