"""Automata unfolded over a line of cells: a layer of states for each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from clew.constraints.stepwise import Stepwise
from clew.planning.counting.structure import Unfit

LINES: Final = 2**11
"""Different lines up to which grids are counted by whole lines."""


class LayeredAutomaton:
    """The product of the automata that read a line, unfolded: for each cell only states that can still accept.

    Args:
        rules: the automata.
        domains: the values that the cells of the line have left.

    Attributes:
        start: the state before the first cell.
        steps: for each cell and each state before it the values that may come, each with the state after it.
        later: for each cell and each state before it all the values that may still come anywhere; one layer more.
    """

    def __init__(self, rules: Sequence[Stepwise], domains: Sequence[tuple[Any, ...]]) -> None:
        self.start = tuple(rule.start() for rule in rules)
        reached = list(_reached(rules, domains))
        layer = {after for ways in reached[-1].values() for after in ways.values()} if reached else {self.start}
        alive = {state for state in layer if all(rule.accepts(s) for rule, s in zip(rules, state, strict=True))}
        self.steps: list[dict[Any, dict[Any, Any]]] = []
        self.later: list[dict[Any, frozenset[Any]]] = [dict.fromkeys(alive, frozenset())]
        for steps in reversed(reached):
            kept = {
                state: sound
                for state, ways in steps.items()
                if (sound := {value: after for value, after in ways.items() if after in self.later[-1]})
            }
            later = {state: frozenset(w).union(*(self.later[-1][a] for a in w.values())) for state, w in kept.items()}
            self.steps.append(kept)
            self.later.append(later)
        self.steps.reverse()
        self.later.reverse()


def _reached(rules: Sequence[Stepwise], domains: Sequence[tuple[Any, ...]]) -> Iterator[dict[Any, dict[Any, Any]]]:
    """For each cell the states that can be before it, each with the values that may come and the states after them."""
    layer = {tuple(rule.start() for rule in rules)}
    for level, domain in enumerate(domains):
        steps: dict[Any, dict[Any, Any]] = {}
        for state in layer:
            ways = {}
            for value in domain:
                after = tuple(rule.step(s, level, value) for rule, s in zip(rules, state, strict=True))
                if None not in after:
                    ways[value] = after
            steps[state] = ways
        yield steps
        layer = {after for ways in steps.values() for after in ways.values()}


def accepted_lines(rules: Sequence[Stepwise], domains: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """All the lines that the automata accept.

    Raises:
        Unfit: there are more than `LINES`.
    """
    automaton = LayeredAutomaton(rules, domains)
    begun: list[tuple[tuple[Any, ...], Any]] = [((), automaton.start)]
    for steps in automaton.steps:
        begun = [((*line, value), after) for line, state in begun for value, after in steps.get(state, {}).items()]
        if len(begun) > LINES:
            raise too_many_lines()
    return [line for line, _ in begun]


def too_many_lines() -> Unfit:
    """What to raise if there are more lines than `LINES`."""
    return Unfit(f"there are more than {LINES} different lines")
