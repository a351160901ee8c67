"""Searches of one model in several threads: each finds and counts what it does alone.

Networks are kept from call to call, so these searches share one. Nothing that a search finds out may lie in it.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice
from threading import Barrier
from types import FrameType
from typing import Any

import attrs
import pytest

import clew
from clew.constraints import AllDifferent, Linear, NotEqual, Regular, Table, Var
from clew.constraints.stepwise import Stepwise
from clew.core import engine
from clew.planning import request
from clew.reference.propagation import compiler
from clew.reference.propagation.automaton import UnrolledAutomaton
from clew.state.levels import FORWARD
from clew_problems import Queens

THREADS = 6


@pytest.fixture(autouse=True)
def _hurried() -> Iterator[None]:
    """Threads take turns as often as the interpreter lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def _polite() -> Iterator[None]:
    """New threads give way whenever the network has found something out, and is about to use it."""
    threading.setprofile(_give_way)
    yield
    threading.setprofile(None)


def _give_way(frame: FrameType, event: str, _: object) -> None:
    if event == "return" and frame.f_globals.get("__name__") in (
        "clew.reference.propagation.masks",
        "clew.reference.propagation.network",
    ):
        time.sleep(0)


def tangled(seed: int) -> clew.Model:
    """A random model of masks, dual lanes, tables and sums around one solution; a search for it fails often."""
    draw = random.Random(seed)
    model = clew.Model()
    variables, values = range(40), range(5)
    hidden = [*values, *(draw.choice(values) for _ in variables[5:])]
    model.variables(variables, values)
    model.require(AllDifferent(values))
    for one, other in combinations(variables, 2):
        if hidden[one] != hidden[other] and draw.random() < 0.1:
            model.require(NotEqual(one, other))
    for _ in range(45):
        scope = draw.sample(variables, 3)
        rows = {tuple(draw.choice(values) for _ in scope) for _ in range(60)}
        model.require(Table(scope, rows | {tuple(hidden[v] for v in scope)}))
    for _ in range(4):
        scope = draw.sample(variables, 4)
        weights = [1, 2, -1, 1]
        bound = sum(weight * hidden[v] for weight, v in zip(weights, scope, strict=True))
        model.require(Linear(scope, weights, "<=", bound + 1))
    return model


def patterns(seed: int) -> clew.Model:
    """Words that an automaton accepts: its memories are numbered as they are met."""
    draw = random.Random(seed)
    states, letters = range(30), range(3)
    steps = {(state, letter): draw.choice(states) for state in states for letter in letters}
    model = clew.Model()
    cells = range(7)
    model.variables(cells, letters)
    model.require(Regular(cells, steps, states[0], set(states[::3])))
    model.require(Regular(cells[::-1], steps, states[1], set(states[::2])))
    return model


def told(outcome: clew.Outcome[Any]) -> tuple[Any, ...]:
    """What a search found, and what it counted."""
    found = outcome.result
    if isinstance(found, clew.Solution):
        found = tuple(found.items())
    return found, attrs.evolve(outcome.statistics, seconds=0, kernel="", kernel_reason="")


def alone_and_together(run: Callable[[], Any]) -> None:
    """Run it by itself, and then in six threads at once."""
    alone = run()
    request.forget()  # the threads compile anew: what is kept is filled by all of them
    barrier = Barrier(THREADS)

    def one() -> Any:
        barrier.wait()
        return run()

    with ThreadPoolExecutor(THREADS) as pool:
        for future in [pool.submit(one) for _ in range(THREADS)]:
            assert future.result() == alone


OPTIONS: dict[str, dict[str, Any]] = {
    "kernel": {"kernel": "python"},
    "loop": {"kernel": "python"},
    "forward": {"kernel": "python", "inference": "forward"},
    **({"engine": {"kernel": "compiled"}} if engine().available else {}),
}


@pytest.mark.usefixtures("_polite")
@pytest.mark.parametrize("how", OPTIONS)
def test_an_ordering_learns_from_its_own_search_alone(how: str) -> None:
    model = tangled(0)
    options = {"seed": 1, "variable_order": "wdeg", **OPTIONS[how]}
    strategies = (clew.First(), clew.Unique())
    alone_and_together(lambda: [told(clew.solve(model, strategy, **options)) for strategy in strategies])


@pytest.mark.parametrize("how", OPTIONS)
@pytest.mark.parametrize("make", [tangled, patterns])
def test_what_is_counted_in_threads(make: Callable[[int], clew.Model], how: str) -> None:
    model = make(4)
    alone_and_together(lambda: told(clew.solve(model, clew.Count(), limits=clew.Limits(nodes=300), **OPTIONS[how])))


@pytest.mark.parametrize("make", [tangled, patterns])
def test_the_questions(make: Callable[[int], clew.Model]) -> None:
    model = make(4)
    alone_and_together(lambda: (clew.first(model, seed=1), clew.count(model), clew.check(model, seed=1).answer))


def test_questions_of_the_engine_on_one_model() -> None:
    model = tangled(4)
    few = clew.Limits(nodes=1000)
    givens = [{7: value, 9: other} for value in range(5) for other in range(5)]

    def run() -> Any:
        best = clew.solve(model, clew.Best(Var(6) + 2 * Var(7) - Var(8)), limits=few)
        listed = [tuple(solution.values()) for solution in islice(clew.solutions(model), 3)]
        verdicts = [verdict.answer for verdict in clew.check_each(model, givens)]
        return told(best), listed, verdicts, told(clew.solve(Queens(9), clew.Count()))

    alone_and_together(run)


@attrs.frozen(eq=False)
class Slow:
    """A memory of an automaton; other threads run while its hash is taken."""

    letters: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slow) and self.letters == other.letters

    def __hash__(self) -> int:
        time.sleep(0.001)
        return hash(self.letters)


class Palindrome(Stepwise):
    """Its memory is all that it has read, so each beginning of a word is a memory of its own."""

    def start(self) -> Slow:
        return Slow("")

    def step(self, memory: Slow, position: int, value: str) -> Slow | None:
        return Slow(memory.letters + value)

    def accepts(self, memory: Slow) -> bool:
        return memory.letters == memory.letters[::-1]


def test_memories_met_at_once_get_different_numbers() -> None:
    automaton = UnrolledAutomaton(Palindrome(range(4)), [tuple("abcdef")] * 4)
    words = ["abba", "bacd", "caac", "defa", "edde", "fabb"]

    def prune(word: str) -> bool:
        return automaton.prune([1 << "abcdef".index(letter) for letter in word]) is not None

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(prune, words)) == [word == word[::-1] for word in words]


def test_what_values_map_to_is_known_whole_or_not_at_all() -> None:
    def slowly(variable: int, value: int) -> int:
        time.sleep(0.001)
        return variable + value

    model = clew.Model()
    model.variables(range(6), range(6))
    model.require(AllDifferent(range(6), mapping=slowly))
    network = compiler.Compiler(model.domains(), tuple(model.constraints()), FORWARD).network()
    places = [network.lanes.lane[variable].offset + 2 for variable in range(6)]

    def clears(place: int) -> set[int]:
        time.sleep(place / 1000)  # one begins after the other, while the first is at it
        missing = network.lanes.full & ~network.mask(place)
        lane_of = network.lanes.lane
        return {lane_of[v].offset + w for v in range(6) for w in range(6) if missing >> lane_of[v].offset + w & 1}

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(clears, places))
    for variable, cleared in enumerate(found):
        others = {(v, w) for v in range(6) for w in range(6) if v != variable and v + w == variable + 2}
        own = {(variable, w) for w in range(6) if w != 2}
        assert cleared == {network.lanes.lane[v].offset + w for v, w in others | own}
