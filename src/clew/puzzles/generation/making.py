"""One new instance: a random solution, its clues, and fewer of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from random import Random
from typing import Any, Final

import attrs

from clew.api import first, is_unique, solutions
from clew.errors import OptionError, check_number, shown
from clew.outcome import LimitReached, Limits, Status, Stopped
from clew.problem.clues import GivenField
from clew.problem.declared import overrides, title_of
from clew.problem.problem import AnyProblem
from clew.puzzles.generation.clues import SYMMETRIES, Description, check_name, symmetric
from clew.puzzles.generation.thinning import Deadline, Group, Program, number_of, thinned

Report = Callable[[Mapping[str, int]], None]

TRIES: Final = 1000
"""Solutions, and easier instances made of them, that are tried for one instance."""
UNBEGUN_TRIES: Final = 100
"""Tries after which it ends if none has even a first step of the tier wanted."""
UNBEGUN: Final = "without a step so easy"
SEVERAL: Final = "with several solutions"
MORE: Final = "with other numbers of clues"
REPAIRS: Final = 100
"""Repairs of one instance before another solution is tried."""
FEW: Final = 10
"""Repairs of an instance that was made easier, before another one is tried."""
EASINGS: Final = 100
"""Repairs that make one instance easier, before another solution is tried."""

NODES: Final = 1000
"""Nodes after which a search for a random solution restarts, with other draws."""
GROWTH: Final = 1.5


@attrs.frozen
class Wishes:
    """The wishes for new instances.

    Attributes:
        seed: instances differ with it, and are the same for the same.
        tier: the tier that `clew.rate` gives; None for any.
        symmetry: the name of a symmetry of the cells that have clues; None for none.
        clues: how many clues; None for as few as can be.
        variables: the variables that may be clues; None for all.
    """

    seed: int = 0
    tier: str | None = None
    symmetry: str | None = None
    clues: int | None = None
    variables: tuple[Any, ...] | None = None

    def __attrs_post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise OptionError(f"seed must be a whole number, not {shown(self.seed)}")
        if self.tier is not None:
            from clew.puzzles.hints.rating import TIERS

            check_name("tier", self.tier, TIERS)
        if self.symmetry is not None:
            check_name("symmetry", self.symmetry, SYMMETRIES)
        if self.clues is not None:
            check_number("clues", self.clues, 0)


def came_up(tried: Mapping[str, int]) -> str:
    """The outcome of some tries, in words: `150 easy, 50 medium`."""
    return ", ".join(f"{number} {kind}" for kind, number in sorted(tried.items(), key=lambda one: -one[1]))


def _is_hopeless(tried: Counter[str]) -> bool:
    """Whether the tries are enough to give up: fewer if none has even a first step of the tier."""
    return tried.total() >= TRIES or (tried[UNBEGUN] >= UNBEGUN_TRIES and tried.keys() <= {UNBEGUN, SEVERAL})


class Maker:
    """Makes instances of one size.

    Args:
        blank: an instance of the size. The values that it gives are given by all.
        wishes: the wishes for them.
        deadline: when the time is up.
        report: gets the outcome of the tries for an instance, after each try that made none.
    """

    def __init__(self, blank: AnyProblem, wishes: Wishes, deadline: Deadline, report: Report | None = None) -> None:
        self._report = report
        self._blank = blank
        self._wishes = wishes
        self._deadline = deadline
        self._compiled: tuple[Any, Program | None] = (None, None)
        is_own = overrides(blank, "from_solution") or overrides(blank, "with_clues")
        self._field = None if is_own else GivenField.of(blank)

    def instance(self, number: int) -> AnyProblem:
        """The instance with a number: it depends on that and on the wishes alone.

        Raises:
            LimitReached: the time is up.
            OptionError: a thousand tries made none that is as it was wished for.
        """
        random = Random(f"{self._wishes.seed}/{number}")  # nothing secret
        tried: Counter[str] = Counter()
        try:
            tries = (one for _ in count() for one in self._made(random))
            while not _is_hopeless(tried):
                made, kind = next(tries)
                if made is not None:
                    return made
                tried[kind] += 1
                if self._report is not None:
                    self._report(tried)
        except Stopped as stopped:
            raise LimitReached(stopped.outcome.status) from None
        raise OptionError(self._failure(tried))

    def _failure(self, tried: Counter[str]) -> str:
        """The message if no solution made an instance."""
        tier, clues = self._wishes.tier, self._wishes.clues
        if tier is None and clues is None:
            return f"none of {TRIES} tries made an instance that has no other solution: try another size or seed"
        wished, came, advice = "", "", "another size or seed"
        if tier is not None:
            wished, came, advice = f" of the tier {tier}", f"{came_up(tried)}; ", "another tier, size or seed"
        if clues is not None:
            wished, advice = f"{wished} with {clues} clues", f"more clues, or {advice}"
        return f"none of {tried.total()} tries made an instance{wished}: {came}try {advice}"

    def _made(self, random: Random) -> Iterator[tuple[AnyProblem | None, str]]:
        """The tries with one solution: an instance each time, or None if it is not as wished for; and what came up."""
        solution, wishes = self._solution(random), self._wishes
        described = Description.of(self._blank, solution, random, self._field)
        full = self._repaired(described if wishes.variables is None else described.only(wishes.variables), random)
        if full is None:
            yield None, SEVERAL
        elif full.groups or wishes.tier is None:
            yield self._with_fewer_clues(full, random)
        else:
            yield from self._eased(full, wishes.tier, random)

    def _with_fewer_clues(self, full: Description, random: Random) -> tuple[AnyProblem | None, str]:
        """An instance with some of the clues, or None if it is not as it was wished for; and what came up."""
        wishes = self._wishes
        groups = full.groups if wishes.symmetry is None else symmetric(full.problem, full.groups, wishes.symmetry)
        random.shuffle(groups)
        self._check_clues(full)
        stay, gone = self._thinned(full, groups)
        if wishes.clues is not None and full.fixed + number_of(stay) != wishes.clues:
            return None, MORE
        if wishes.tier is None:
            return full.instance(stay), ""
        from clew.puzzles.generation.tiers import fewest_back

        random.shuffle(gone)  # clues of all kinds come back
        most = len(gone) if wishes.clues is None else 0
        return fewest_back(wishes.tier, most, lambda back: full.instance([*stay, *gone[len(gone) - back :]]))

    def _check_clues(self, full: Description) -> None:
        """Check that there are clues to choose, if the wishes are about clues."""
        wishes = self._wishes
        if (wishes.clues or wishes.symmetry) and not full.groups and not full.given:
            title, wish = title_of(self._blank), "clues" if wishes.clues else "symmetry"
            raise OptionError(f"{title} keeps all of its clues, so there are none to choose: leave {wish} out")

    def _eased(self, full: Description, tier: str, random: Random) -> Iterator[tuple[AnyProblem | None, str]]:
        """The tries to make an instance, all of whose clues stay, as easy as a tier.

        It is repaired as if it had another solution, of the values that the steps of the tier have left, as long as
        they come as far as before, or farther.
        """
        from clew.puzzles.generation.tiers import too_hard, within

        self._check_clues(full)
        came, end = within(full.problem, tier)
        yield (full.problem if came == tier else None), came
        for _ in range(EASINGS if overrides(full.problem, "repaired") else 0):
            if came not in too_hard(tier):
                return
            one: Mapping[Any, Any] = first(full.problem, **self._deadline.options) or {}
            other = {variable: random.choice(end.values(variable)) for variable in end.rules.lanes.variables}
            repaired = None if other == one else full.problem.repaired(one, other, random)
            easier = None if repaired is None else self._repaired(Description.of_own(repaired), random, FEW)
            if easier is None:
                yield None, SEVERAL
                continue
            after, farther = within(easier.problem, tier)
            yield (easier.problem if after == tier else None), after
            if len(farther.targets) <= len(end.targets):
                full, came, end = easier, after, farther

    def _repaired(self, full: Description, random: Random, most: int = REPAIRS) -> Description | None:
        """A description with one solution, after some repairs if need be; None if it has none or several."""
        for _ in range(most):
            if full.is_complete:
                return full
            instance = full.instance(full.groups)
            found = list(islice(solutions(instance, **self._deadline.options), 2))
            if len(found) < 2:
                return full if found else None
            one, other = found
            repaired = full.problem.repaired(one, other, random)
            if repaired is None:
                return None
            full = Description.of_own(repaired)
        return None

    def _solution(self, random: Random) -> Mapping[Any, Any]:
        """A random solution: the first of a search in random order, restarted if it takes long."""
        own = self._blank.random_solution(random)
        nodes = float(NODES)
        while own is None:
            options = self._deadline.options
            options["limits"] = attrs.evolve(options["limits"] or Limits(), nodes=int(nodes))
            options |= {"variable_order": "mrv", "value_order": "random", "seed": random.getrandbits(32)}
            try:
                found = first(self._blank, **options)
            except Stopped as stopped:
                if stopped.outcome.status is not Status.NODE_LIMIT:
                    raise
                nodes *= GROWTH
                continue
            if found is None:
                raise OptionError("there is no solution, so no instance has one")
            return dict(found)
        return own

    def _thinned(self, full: Description, groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
        """The groups that stay and those that go: given values first, so that other clues say what they can."""
        clues = self._wishes.clues
        spare = None if clues is None else full.fixed + number_of(groups) - clues
        in_order = sorted(groups, key=full.gives, reverse=True)
        is_whole = self._wishes.variables is None  # the program knows the solution by all its values
        program = self._program(full.problem) if is_whole and any(map(full.gives, in_order[:1])) else None
        row = b"" if program is None else program.row(full.given)

        def can_go(gone: Sequence[Group]) -> bool:
            if program is not None and full.gives(gone[-1]):
                return program.has_one(row, gone)
            without = set(gone)
            left = [group for group in groups if group not in without]
            return is_unique(full.instance(left), **self._deadline.options)

        return thinned(in_order, can_go, spare)

    def _program(self, problem: AnyProblem) -> Program | None:
        """The constraints of an instance, compiled; they are compiled again only if they differ."""
        known, program = self._compiled
        if self._field is None or known is None:
            content = tuple(problem.constraints()), {v: tuple(some) for v, some in problem.domains().items()}
            if content != known:
                program = Program.of(problem, self._deadline)
                self._compiled = content, program
        return program
