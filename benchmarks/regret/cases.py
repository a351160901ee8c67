"""What is measured: families of models with sizes and seeds, and the cases that they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

import attrs

import clew

Question = Literal["first", "count", "check", "best"]
Problem = clew.Problem[Any, Any]
Make = Callable[[int, int], Problem]
"""From a size and a seed to a problem."""

Peer = Callable[[int, int], Callable[[], Any]]
"""From a size and a seed to a function that makes the model of another solver, solves it, and gives the answer."""

SMALL = 2
"""The sizes of a family that a quick look takes: its smallest ones."""


@attrs.frozen
class Case:
    """One model and one question about it.

    Attributes:
        family: the name of its family.
        size: its size; a title if the models of the family have no order.
        seed: the seed that it was drawn from.
        question: the question.
        make: makes the problem.
        rewritings: the same problem written in other ways, each with a name.
        objective: makes the objective, if the best solution is asked for.
        sense: whether the smallest or the largest is best.
        peer: the same question for another solver.
    """

    family: str
    size: int | str
    seed: int
    question: Question
    make: Callable[[], Problem]
    rewritings: Mapping[str, Callable[[], Problem]] = {}
    objective: Callable[[], Any] | None = None
    sense: Literal["min", "max"] = "min"
    peer: Callable[[], Callable[[], Any]] | None = None

    @property
    def name(self) -> str:
        """The name of the case, by which an earlier measurement of it is found."""
        drawn = "" if self.seed == 1 else f", seed {self.seed}"
        return f"{self.family} {self.size}{drawn}, {self.question}"

    @property
    def series(self) -> tuple[str, int, str]:
        """The cases that differ in their sizes only have the same one; titles are no sizes."""
        family = self.family if isinstance(self.size, int) else f"{self.family} {self.size}"
        return family, self.seed, self.question


@attrs.frozen
class Family:
    """Models that differ in their size and their seed.

    Attributes:
        name: the name of the family.
        asks: the questions about each model.
        sizes: the sizes, the smallest first.
        make: makes a model.
        rewritings: other ways to write the same model. Each has as many solutions, and the same best objective.
        seeds: the seeds of the models of each size.
        objective: makes the objective from the size and the seed, if the best solution is asked for.
        sense: whether the smallest or the largest is best.
        peer: another solver that answers the first of the questions.
    """

    name: str
    asks: tuple[Question, ...]
    sizes: tuple[int, ...]
    make: Make
    rewritings: Mapping[str, Make] = {}
    seeds: tuple[int, ...] = (1,)
    objective: Callable[[int, int], Any] | None = None
    sense: Literal["min", "max"] = "min"
    peer: Peer | None = None

    def cases(self, *, small: bool = False) -> Iterator[Case]:
        """The cases, neighbouring sizes one after the other."""
        for question in self.asks:
            for seed in self.seeds:
                for size in self.sizes[:SMALL] if small else self.sizes:
                    yield Case(
                        self.name,
                        size,
                        seed,
                        question,
                        partial(self.make, size, seed),
                        {name: partial(make, size, seed) for name, make in self.rewritings.items()},
                        self.objective and partial(self.objective, size, seed),
                        self.sense,
                        partial(self.peer, size, seed) if self.peer and question == self.asks[0] else None,
                    )
