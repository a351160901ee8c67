"""The names that readers see, in hints, answers, traces, trees and profiles: `r3c2 = 5`, `A1`, `row 1`.

JSON, checkpoints and files keep the names of `Problem.variable_name`, which never change.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable
from functools import cache, cached_property
from inspect import signature
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from clew.problem.declared import overrides, title_of
from clew.problem.drawing import rectangle

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
    from clew.problem.problem import AnyProblem

SQUARE: Final = re.compile(r"([A-Z]+)([0-9]+)$")
"""The name of a square in chess, at the end of a drawing in the style `coordinates`: a column, then a row."""


def has_no_name(problem: AnyProblem, constraint: Constraint) -> bool:
    """Whether a constraint is called by its kind and its variables only."""
    return constraint.label is None and not overrides(problem, "constraint_name")


def heading_of(problem: AnyProblem, language: str = "en") -> str:
    """The title of a page about a problem: `Killer sudoku`."""
    name = title_of(problem).replace("-", " ")
    return translated(problem, f"{name[:1].upper()}{name[1:]}", language)


def translated(problem: AnyProblem, text: str, language: str) -> str:
    """A text about a problem in a language, if the problem has it there, or the `translations` of its package."""
    package = sys.modules.get(type(problem).__module__.partition(".")[0])
    rows = (*problem.translations, *getattr(package, "translations", ()))
    return next((one for own, known, one in rows if (own, known) == (language, text)), text)


def rules_of(problem: AnyProblem, language: str) -> str:
    """The rules as a sheet has them, in a language if the problem has them there.

    `printed_rules` may be one without a language, whose text `translations` may have in others.
    """
    has_language = bool(signature(problem.printed_rules).parameters)
    return translated(problem, problem.printed_rules(*[language] * has_language), language)


def word_of(before: str, after: str) -> str:
    """The name of a value by the words of a decision before and after the variable: without the one beside it."""
    return before.rstrip().rpartition(" ")[0] or after.lstrip().partition(" ")[2] or (before + after).strip()


class Names:
    """The names of a problem's variables and decisions, each made once.

    A problem that overrides `variable_title` or `decision_title` has its own. Otherwise:

    - a problem with the style `coordinates`, which draws an assignment as squares (`A1 C2`), names a decision by its
      square, and a variable by the row or the column in which all its squares lie;
    - a variable that is a pair of a row and a column, where all are, is a cell such as `r1c2`, unless the problem
      overrides `variable_name`;
    - any other has the name of `variable_name`, and a decision is `NAME = VALUE`.

    Args:
        problem: whose variables they are.

    Attributes:
        variable: gives the name of a variable.
        decision: gives the name of a variable with its value.
    """

    def __init__(self, problem: AnyProblem) -> None:
        self._problem = problem
        has_titles, has_decisions = (overrides(problem, hook) for hook in ("variable_title", "decision_title"))
        self.variable: Callable[[Any], str] = cache(problem.variable_title if has_titles else self.standard)
        named = problem.decision_title if has_decisions else self.standard_decision
        self.decision: Callable[[Any, Any], str] = cache(named)

    def rule(self, constraint: Constraint) -> str:
        """The name of a constraint; its kind if it has none."""
        problem = self._problem
        return constraint.kind if has_no_name(problem, constraint) else problem.constraint_name(constraint)

    def value(self, variable: Hashable, value: Hashable) -> str:
        """The name of a value beside that of its variable.

        If decisions have their own names, it is that of the decision without the variable and the word beside it:
        `sea` of `r3c2 is sea`, `no line` of `no line at the top of r3c2`; or the whole one, if it is not of this kind.
        """
        if not self.has_decisions:
            return str(self._problem.value_name(value))
        around = self.around(variable, value)
        return self.decision(variable, value) if around is None else word_of(*around)

    def around(self, variable: Hashable, value: Hashable) -> tuple[str, str] | None:
        """The words of a decision before its variable, and those after it; None unless it begins or ends with it."""
        decision, name = self.decision(variable, value), self.variable(variable)
        if decision.startswith(f"{name} "):
            return "", decision.removeprefix(name)
        return (decision.removesuffix(name), "") if decision.endswith(f" {name}") else None

    @cached_property
    def has_decisions(self) -> bool:
        """Whether decisions have names of their own, other than `NAME = VALUE`."""
        return self._has_squares or overrides(self._problem, "decision_title")

    def constraint(self, constraint: Constraint) -> str:
        """A constraint without a name of its own: its kind and its variables, such as `AtMost(r1c1, r1c2)`."""
        return constraint.described(self.variable)

    # -- the names of a problem that has none of its own -------------------------------------------

    def standard(self, variable: Hashable) -> str:
        """The default of `Problem.variable_title`."""
        if not overrides(self._problem, "variable_name"):
            if self._origin is not None and isinstance(variable, tuple):
                row, column = (number + 1 - self._origin for number in variable)
                return f"r{row}c{column}"
            if line := self._line(variable):
                return line
        return str(self._problem.variable_name(variable))

    def standard_decision(self, variable: Hashable, value: Hashable) -> str:
        """The default of `Problem.decision_title`."""
        square = self._drawn(variable, value) if self._has_squares else None
        return "".join(square) if square else f"{self.variable(variable)} = {self._problem.value_name(value)}"

    @cached_property
    def _domains(self) -> dict[Any, Any]:
        return dict(self._problem.domains())

    @cached_property
    def _origin(self) -> int | None:
        """The number of the first row and column, 0 or 1, if the variables are cells."""
        is_board = rectangle(self._domains) is not None
        return min(1, *(min(cell) for cell in self._domains)) if is_board else None

    @cached_property
    def _has_squares(self) -> bool:
        """Whether the problem draws a decision as a square: the first tells for all."""
        if "coordinates" not in self._problem.styles:
            return False
        pairs = ((variable, value) for variable, domain in self._domains.items() for value in domain)
        return any(self._drawn(*pair) is not None for pair in islice(pairs, 1))

    def _drawn(self, variable: Hashable, value: Hashable) -> tuple[str, ...] | None:
        """The column and the row of a decision that is drawn as a square."""
        found = SQUARE.search(self._problem.draw({variable: value}, "coordinates"))
        return found.groups() if found else None

    def _line(self, variable: Hashable) -> str:
        """The row or the column of all the squares of a variable; empty if there is none."""
        if not self._has_squares:
            return ""  # and a domain may have too many values to list
        values = list(self._domains.get(variable, ()))
        squares = [self._drawn(variable, value) for value in (*values[:1], *values[-1:])]
        columns = {square[0] for square in squares if square}
        rows = {square[1] for square in squares if square}
        if len(rows) == 1:
            return f"row {rows.pop()}"
        return f"column {columns.pop()}" if len(columns) == 1 else ""
