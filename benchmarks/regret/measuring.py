"""The plain call beside all configurations, rewritings and peers, one case at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs
from benchmarks.regret.asking import Make, Ran, ask, ask_peer
from benchmarks.regret.cases import Case
from benchmarks.regret.configurations import CONFIGURATIONS

from clew.options import Options

PLAIN: Final = "plain"
TIMES, SLACK = 3, 0.1
"""The plain call is to take so many times as long as the best, and so many seconds more, at most."""

ORDERS: Final = 7
"""The orders of declaration in which one solution is looked for; the median is taken."""

Ask = Callable[[Case, Make, Options, int, float], Ran]


@attrs.frozen
class Row:
    """How far the plain call is from the best.

    Attributes:
        name: the case.
        plain: the seconds of the plain call; the limit if it did not finish.
        problem: why the plain call did not finish; empty if it did.
        answer: the answer; None if nobody found it.
        best: the least seconds that are known; None if nobody finished.
        by: the configuration, the rewriting or the earlier measurement that the best is of.
        how: how the plain search went, and how the best one.
        tried: what came of each other try: seconds, or a reason for having none.
        peer: the seconds of the peer; None without an answer.
        faults: answers that differ, and errors.
    """

    name: str
    plain: float
    problem: str
    answer: Any
    best: float | None
    by: str
    how: tuple[str, str] = ("", "")
    tried: Mapping[str, float | str] = {}
    peer: float | None = None
    faults: tuple[str, ...] = ()

    @property
    def ratio(self) -> float | None:
        """(plain - 0.1 s) / best, at least 0; None if nobody finished. A lower bound if the plain call did not.

        If no other finished within (plain - 0.1 s) / 3, the best is the plain call itself: a ratio below 1 stands for
        one of 3 at most.
        """
        return None if self.best is None else max(0.0, self.plain - SLACK) / self.best

    def beside(self, earlier: Row | None) -> Row:
        """The same with the best of an earlier measurement, if that is better."""
        if earlier is None or earlier.best is None or earlier.best >= (math.inf if self.best is None else self.best):
            return self
        how = self.how[0], earlier.how[1]
        return attrs.evolve(self, best=earlier.best, by=f"earlier {earlier.by.removeprefix('earlier ')}", how=how)


@attrs.frozen
class Measurer:
    """How it is measured.

    Attributes:
        limit: the seconds of processor time that the plain call may take, and the peer.
        orders: the orders of declaration in which one solution is looked for.
        has_peers: whether peers are asked.
        asked: asks about one problem.
    """

    limit: float
    orders: int = ORDERS
    has_peers: bool = False
    asked: Ask = ask

    def row(self, case: Case) -> Row:
        """A case, measured.

        All but the plain call are cut off at (plain - 0.1 s) / 3, and at the best until then: if none of them finishes,
        the plain call takes at most three times the best and a tenth of a second.
        """
        plain = self.typical(case, case.make, {}, self.limit, enough=SLACK)
        seconds = self.limit if plain.seconds is None else plain.seconds
        tried = self._tried(case, (seconds - SLACK) / TIMES) if not plain.is_fault else {}
        ends = {PLAIN: plain, **tried}
        by, best = min(ends.items(), key=lambda end: _seconds(end[1]))
        peer = ask_peer(case.peer, self.limit) if self.has_peers and case.peer is not None else Ran(None)
        answers = {name: ran.answer for name, ran in (*ends.items(), ("peer", peer)) if ran.answer is not None}
        right = next(iter(answers.values()), None)
        return Row(
            name=case.name,
            plain=seconds,
            problem=plain.problem,
            answer=right,
            best=best.seconds,
            by=by,
            how=(plain.how, best.how),
            tried={name: ran.problem if ran.seconds is None else ran.seconds for name, ran in tried.items()},
            peer=peer.seconds,
            faults=(
                *(f"{name}: {ran.problem}" for name, ran in ends.items() if ran.is_fault),
                *(f"{name} answers {answer}, not {right}" for name, answer in answers.items() if answer != right),
            ),
        )

    def _tried(self, case: Case, cutoff: float) -> dict[str, Ran]:
        """How each other way ended, within a time and that of the fastest until then; nothing if there is no time."""
        tried: dict[str, Ran] = {}
        for name, make, options in contenders(case):
            if cutoff > 0:
                tried[name] = self.typical(case, make, options, cutoff)
                cutoff = min(cutoff, _seconds(tried[name]))
        return tried

    def typical(self, case: Case, make: Make, options: Options, limit: float, *, enough: float = 0) -> Ran:
        """The median of some orders of declaration if one solution is looked for, because luck decides; else one run.

        Args:
            case: has the question.
            make: makes the problem.
            options: the options of the call.
            limit: the seconds of each run; the median has none if most runs have none.
            enough: if most runs are below it, the others are left out, and the median is that of these.
        """
        number = self.orders if case.question == "first" else 1
        most = number // 2 + 1
        runs: list[Ran] = []
        for order in range(number):
            runs.append(self.asked(case, make, options, order, limit))
            lost = sum(ran.seconds is None for ran in runs)
            if runs[-1].is_fault or runs[-1].problem == "refused" or lost == most:
                return runs[-1]
            answers = {ran.answer for ran in runs if ran.seconds is not None}
            if len(answers) > 1:
                return Ran(None, problem=f"the order of declaration changes the answer: {answers}")
            if sum(_seconds(ran) <= enough for ran in runs) == most:
                break
        return sorted(runs, key=_seconds)[len(runs) // 2]


def _seconds(ran: Ran) -> float:
    return math.inf if ran.seconds is None else ran.seconds


def contenders(case: Case) -> Iterator[tuple[str, Make, Options]]:
    """The other ways: the rewritings under the default options, and the configurations."""
    for name, make in case.rewritings.items():
        yield f"written {name}", make, {}
    for name, options in CONFIGURATIONS.items():
        yield name, case.make, options
