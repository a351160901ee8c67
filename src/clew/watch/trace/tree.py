"""A search tree that was recorded: the decisions and the domains of its nodes, and what was ruled out, and why.

The values that were never tried are not recorded. They are what is left of a variable's domain.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from operator import methodcaller
from pathlib import Path
from typing import Any, Final

import attrs

from clew.errors import OptionError
from clew.outcome import Outcome, Status
from clew.problem.declared import title_of
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.render import writing
from clew.render.svg import grouped
from clew.state.levels import LEVELS
from clew.watch.trace.domains import Pairs, RecordedDomains
from clew.watch.trace.story import counted, some

FORCING: Final = tuple(name for name, level in LEVELS.items() if level.propagates)
"""The levels of inference that assign a variable as soon as it has one value left."""
FORMATS: Final = {".svg": "svg", ".html": "html", ".htm": "html", ".dot": "dot", ".gv": "dot"}
"""The ends of names, and the methods of a tree that make such a file."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class SearchTree(RecordedDomains):
    """The tree of a search, as far as it was recorded. In notebooks it shows itself.

    Attributes:
        problem: the problem that was searched.
        outcome: the outcome of the search; None if it is not known.
    """

    problem: AnyProblem
    outcome: Outcome[Any] | None = None

    def __repr__(self) -> str:
        return f"<SearchTree of {self.title}: {self.summary}>"

    # -- assigned values ------------------------------------------------------------------------------

    def assignment(self, k: int) -> dict[Hashable, Hashable]:
        """The assignment at a node: the decisions, and the values that the inference of the search assigned."""
        decisions = self.decisions(k)
        if self.forces:
            decisions.update((v, values[0]) for v, values in self.domains(k).items() if len(values) == 1)
        return decisions

    @property
    def forces(self) -> bool:
        """Whether the inference of the search assigned a variable as soon as it had one value left."""
        return self.outcome is not None and self.outcome.statistics.inference in FORCING

    # -- words --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The title of the problem."""
        return title_of(self.problem)

    @cached_property
    def names(self) -> list[str]:
        """The names of the variables."""
        return [self._names.variable(variable) for variable in self.variables]

    def decided(self, number: int, value: Hashable) -> str:
        """A decision in words: the number of a variable, and one of its values."""
        return self._names.decision(self.variables[number], value)

    @cached_property
    def decisions_named(self) -> list[list[str]] | None:
        """For each variable the names of its decisions; None if they are all `NAME = VALUE`."""
        if not self._names.has_decisions:
            return None
        return [[self.decided(number, value) for value in values] for number, values in enumerate(self.values)]

    def ruled_out(self, pairs: Pairs) -> str:
        """Pruned (variable, value) pairs in words: squares, or the values of each variable."""
        if self._names.has_decisions:
            return some(pairs, named=lambda pair: self._names.decision(*pair))
        said = {variable: map(self.problem.value_name, values) for variable, values in grouped(pairs).items()}
        return some((f"{self._names.variable(variable)}: {some(names)}" for variable, names in said.items()), "; ")

    @cached_property
    def _names(self) -> Names:
        return Names(self.problem)

    @cached_property
    def constraint_names(self) -> list[str]:
        """The names of the constraints."""
        return [self.problem.constraint_name(constraint) for constraint in self.constraints]

    def label(self, k: int) -> str:
        """The decision that led to a node, such as `B = 3`; `root` if there is none."""
        if (decision := self.decision(k)) is None:
            return "root" if k == 0 else f"restart {self.roots.index(k)}"
        return self._names.decision(*decision)

    @property
    def summary(self) -> str:
        """The outcome of the search, in a line."""
        whole = self.whole
        counts = {"node": whole.nodes, "failure": whole.failures, "solution": whole.solutions}
        parts = [counted(number, name) for name, number in counts.items()]
        outcome = self.outcome
        if outcome is not None and outcome.status is not Status.COMPLETE:
            parts.append(f"stopped ({outcome.status.value})")
        elif outcome is not None and not outcome.exhausted:
            parts.append("ended as soon as the answer was found")
        if len(self.roots) > 1:
            again = len(self.roots) - 1
            parts.append("restarted once" if again == 1 else f"restarted {again} times")
        if self.left_out:
            parts.append(f"only {len(self):,} of {whole.tries:,} nodes and failures recorded")
        return ", ".join(parts)

    # -- as files -------------------------------------------------------------------------------------

    def svg(self, **limits: Any) -> str:
        """The tree as a picture (see `clew.watch.trace.drawing.tree_svg`)."""
        from clew.watch.trace.drawing import tree_svg

        return tree_svg(self, **limits)

    def dot(self, **limits: Any) -> str:
        """The tree in the language of Graphviz (see `clew.watch.trace.drawing.tree_dot`)."""
        from clew.watch.trace.drawing import tree_dot

        return tree_dot(self, **limits)

    def html(self) -> str:
        """The tree as a page in which its nodes open and close (see `clew.watch.trace.html.tree_html`)."""
        from clew.watch.trace.html import tree_html

        return tree_html(self)

    def save(self, path: str | Path) -> None:
        """Write the tree to a file.

        Args:
            path: the file; its name ends in .svg for a picture, .html for a page, .dot for Graphviz.

        Raises:
            OptionError: the name ends otherwise, or the file cannot be written.
            ClewError: the disk is full, or fails.
        """
        writing.write(path, format_of(path)(self))

    def _repr_svg_(self) -> str:
        return self.svg(most=150)


def format_of(path: str | Path) -> Callable[[SearchTree], str]:
    """The function that writes a tree to a file of this name, called before a long search to report a wrong name early.

    Raises:
        OptionError: no format has this name.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(f"{path}: a search tree is written as .svg, .html or .dot: give the file such a name")
    return methodcaller(FORMATS[suffix])
