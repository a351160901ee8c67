"""A search that begins to learn by itself gives the same answers after any number of dead ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import AllDifferent, Constant, NotEqual, Or, Var
from clew.planning import engine_method
from clew.planning.interchangeable import fixed
from clew.planning.request import forget
from clew.problem.declared import Declared
from clew.state import thresholds
from clew_problems import Queens
from tests.job_shops import job_shop

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import portfolio, turns, walk
from tests.agreement import FAMILIES, made, narrowed
from tests.corpus.families import brute_force

SEARCHED = [family for family in FAMILIES if family != "hooked"]


@contextmanager
def at_once(dead_ends: int = 1, probe: int = 10**9) -> Iterator[None]:
    """A search begins to learn after so many dead ends, and comes back after a few units of work."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(walk, DEAD_ENDS=dead_ends, SLICE=1))
        stack.enter_context(mock.patch.object(turns, "PROBE", probe))
        stack.enter_context(mock.patch.object(engine_method, "COMPILING", 0))
        yield


def check(model: clew.Model, draw: random.Random) -> None:
    """One solution, two of them, and the best are those of brute force."""
    names, solutions = list(model.domains()), brute_force(model)
    first = clew.first(model)
    assert (first is not None and first.row() in solutions) if solutions else first is None
    assert clew.is_unique(model) == (len(solutions) == 1)
    numeric = [v for v, values in model.domains().items() if all(type(value) is int for value in values)]
    if numeric:
        weights = {v: draw.choice((-3, -1, 1, 2)) for v in draw.sample(numeric, min(3, len(numeric)))}
        total = sum((Var(v) * weight for v, weight in weights.items()), Constant(0))
        values = [sum(weight * row[names.index(v)] for v, weight in weights.items()) for row in solutions]
        for direction, extreme in (("min", min), ("max", max)):
            found = clew.best(model, total, direction)  # type: ignore[arg-type]
            assert found.objective == extreme(values, default=None)
            assert found.is_optimal == bool(solutions)


@pytest.mark.parametrize("is_interval", [False, True])
@pytest.mark.parametrize("family", SEARCHED)
def test_answers_are_those_of_brute_force(family: str, *, is_interval: bool) -> None:
    for seed in range(6):
        with narrowed(is_interval=is_interval, is_listed=not is_interval), at_once(dead_ends=1 + seed % 3):
            forget()
            check(made(family, seed), random.Random(seed))
    forget()


def test_it_learns_after_some_dead_ends_and_says_so() -> None:
    model, end = job_shop()
    found = clew.best(model, end)
    assert (found.objective, found.is_optimal) == (666, True)
    assert found.statistics.learned.nogoods > turns.PROBE
    with mock.patch.multiple(walk, DEAD_ENDS=10**9, FEW=10**9):
        assert clew.best(model, end, limits=clew.Limits(time=0.3)).statistics.learned is None


@pytest.mark.parametrize("dead_ends", [0, 1, 2, 3])
def test_it_begins_at_that_many_dead_ends(dead_ends: int) -> None:
    model = clew.Model()
    for k in range(6):
        model.variable(k, range(5))
    model.require(AllDifferent(range(6)), *[Or([Var(k) < Var(k + 1), Var(k) > 3]) for k in range(5)])
    plain = clew.solve(model, clew.First(), learning="none").statistics
    assert plain.learned is None
    with at_once(dead_ends):
        assert (clew.solve(model, clew.First()).statistics.learned is not None) == (plain.failures > dead_ends)


@pytest.mark.parametrize("few", [0, 1, 2, 3])
@pytest.mark.parametrize("slow", [0, 10**9])
def test_it_begins_after_fewer_dead_ends_that_took_much_work(few: int, slow: int) -> None:
    model = clew.Model()
    for k in range(6):
        model.variable(k, range(5))
    model.require(AllDifferent(range(6)), *[Or([Var(k) < Var(k + 1), Var(k) > 3]) for k in range(5)])
    plain = clew.solve(model, clew.First(), learning="none").statistics
    with at_once(10**9), mock.patch.multiple(walk, FEW=few, SLOW=slow):
        begins = clew.solve(model, clew.First()).statistics.learned is not None
    assert begins == (slow == 0 and plain.failures > few)


def phases(model: clew.Model, draw: random.Random) -> list[Any]:
    """Some of the variables, in some order, and then some others."""
    names = draw.sample(list(model.domains()), len(model.domains()))
    half, values = (len(names) + 1) // 2, draw.choice(("domain", "reverse", "middle", "halves"))
    first = (names[:half], draw.choice(("static", "mrv", "degree")), values)
    return [first, (names[half : half + 3], "static")] if names[half:] else [first]


@pytest.mark.parametrize("work", [-1, 0, 1])
@pytest.mark.parametrize("failures", [-1, 0, 1])
@pytest.mark.parametrize("making", [1, thresholds.SLOW // thresholds.SLOW_MAKING + 1])
def test_much_work_is_as_many_units_and_so_many_times_that_of_making(work: int, failures: int, making: int) -> None:
    much: int = max(thresholds.SLOW, thresholds.SLOW_MAKING * making)
    restarting = SimpleNamespace(making=making)
    for dead_ends in (thresholds.FEW + failures, walk.DEAD_ENDS + failures):
        search: Any = SimpleNamespace(failures=dead_ends, work=much + work)
        begins = walk.EngineWalk.is_hard(SimpleNamespace(restarting=restarting), search)  # type: ignore[arg-type]
        assert begins == (dead_ends >= (thresholds.FEW if work > 0 else walk.DEAD_ENDS))


def in_phases(family: str) -> Iterator[tuple[clew.Model, list[Any], list[tuple[Any, ...]], dict[str, Any]]]:
    """Models, their variables and solutions, and phases, while a search begins to learn at once."""
    for seed in range(6):
        model = made(family, seed)
        with at_once(dead_ends=seed % 3):
            forget()
            if names := list(model.domains()):
                yield model, names, brute_force(model), {"search": phases(model, random.Random(seed))}
    forget()


@pytest.mark.parametrize("family", SEARCHED)
def test_a_search_in_phases_learns_if_nobody_was_promised_their_order(family: str) -> None:
    for model, names, solutions, asked in in_phases(family):
        plain = clew.solve(model, clew.First(), **asked)
        any_one = clew.first(model, in_order=False, **asked)
        assert plain.statistics.learned is None
        assert plain.result == clew.first(model, learning="none", **asked)
        assert any_one.row() in solutions if any_one is not None else not solutions
        if all(type(value) is int for value in model.domains()[names[-1]]):
            found = clew.best(model, Var(names[-1]), **asked)
            assert found.objective == min((row[-1] for row in solutions), default=None)
            assert found.is_optimal == bool(solutions)


@pytest.mark.parametrize("family", SEARCHED)
def test_several_solutions_in_phases_are_different_ones(family: str) -> None:
    """No search that learns finds them again beside it, and none is lost."""
    for model, names, solutions, asked in in_phases(family):
        assert clew.is_unique(model, in_order=False, **asked) == (len(solutions) == 1)
        found = [one.row() for one in clew.solve(model, clew.AtMost(5), in_order=False, **asked).result]
        assert len(found) == len({*found}) == min(5, len(solutions))
        is_one = len({row[:2] for row in solutions}) == 1
        assert clew.is_unique(model, over=names[:2], in_order=False) == is_one


@pytest.mark.parametrize("dead_ends", [0, 1, 2, 3])
@pytest.mark.parametrize("way", [{}, {"in_order": False}, {"in_order": True}, {"in_order": False, "learning": "none"}])
def test_phases_are_left_at_that_many_dead_ends(way: dict[str, Any], dead_ends: int) -> None:
    model = clew.Model()
    for k in range(6):
        model.variable(k, range(5))
    model.require(AllDifferent(range(6)), *[Or([Var(k) < Var(k + 1), Var(k) > 3]) for k in range(5)])
    asked: dict[str, Any] = {"search": [(range(6), "static")], **way}
    with at_once(dead_ends=10**9):
        plain = clew.solve(model, clew.First(), **asked).statistics
        best = clew.best(model, Var(0), **asked).statistics
    assert plain.learned is best.learned is None
    with at_once(dead_ends):
        learned = clew.solve(model, clew.First(), **asked).statistics.learned
        assert (learned is not None) == (plain.failures > dead_ends and way == {"in_order": False})
        learned = clew.best(model, Var(0), **asked).statistics.learned
        assert (learned is not None) == (best.failures > dead_ends and "learning" not in way)


@pytest.mark.parametrize("short", [0, 1, 2, 8, 10**9])
@pytest.mark.parametrize("probe", [0, 1, 5, 50])
def test_a_search_that_hardly_jumps_is_given_up(probe: int, short: int) -> None:
    for seed in range(5):
        model = made("disjoint", seed)
        with at_once(probe=probe), mock.patch.object(turns, "SHORT", short):
            check(model, random.Random(seed))


@pytest.mark.parametrize(
    ("learned", "jumped", "part"),
    [(99, 0, 1), (100, 0, 0), (100, 20, 1), (100, 19, 0.9025), (500, 100, 1), (500, 50, 0.25), (500, 500, 1)],
)
def test_its_share_is_less_if_it_seldom_jumps(learned: int, jumped: int, part: float) -> None:
    learner: Any = SimpleNamespace(learned=learned, jumped=jumped)
    assert turns.share(learner, is_sure=False) == pytest.approx(turns.TIMES * part)
    assert turns.share(learner, is_sure=True) == turns.TIMES


@pytest.mark.parametrize("times", [1, 2, 3])
def test_the_search_that_learns_works_so_many_times_as_much(times: int) -> None:
    worked, (model, end), go_on = list[tuple[int, int]](), job_shop(), turns.Alongside.go_on

    def noting(self: turns.Alongside, search: Any, rows: Any, limit: Any, until: int) -> Any:
        worked.append((search.work, until))
        return go_on(self, search, rows, limit, until)

    with (
        mock.patch.object(turns, "TIMES", times),
        mock.patch.object(turns.Alongside, "go_on", noting),
        at_once(dead_ends=50),
        mock.patch.object(walk, "SLICE", 2000),
    ):
        forget()
        found = clew.best(model, end)
    assert (found.objective, found.is_optimal) == (666, True)
    assert all(0.9 * times < learned / work < 1.1 * times for work, learned in worked[len(worked) // 2 :])


OPTIONS: tuple[dict[str, Any], ...] = (
    {"learning": "none"},
    {"inference": "unit"},
    {"variable_order": "mrv"},
    {"value_order": "reverse"},
    {"kernel": "compiled"},
    {"kernel": "python"},
    {"limits": clew.Limits(nodes=10**6)},
)


@pytest.mark.parametrize("options", OPTIONS)
def test_who_names_a_way_gets_it_alone(options: dict[str, Any]) -> None:
    with at_once():
        model = clew.Model()
        for k in range(6):
            model.variable(k, range(5))
        model.require(*[NotEqual(a, b) for a, b in combinations(range(6), 2)])
        assert clew.solve(model, clew.First(), **options).statistics.learned is None


def test_lists_and_counts_learn_nothing() -> None:
    with at_once():
        assert clew.solve(Queens(6), clew.Count()).statistics.learned is None
        assert clew.solve(Queens(6), clew.All()).statistics.learned is None


def graph(draw: random.Random, vertices: int, colours: int) -> clew.Model:
    model = clew.Model()
    for v in range(vertices):
        model.variable(v, range(colours))
    for one, other in combinations(range(vertices), 2):
        if draw.random() < 0.5:
            model.require(NotEqual(one, other))
    if draw.random() < 0.5:
        model.require(AllDifferent(draw.sample(range(vertices), 3)))
    return model


@pytest.mark.parametrize("seed", range(40))
def test_colours_are_fixed_if_they_may_change_places(seed: int) -> None:
    draw = random.Random(seed)
    model = graph(draw, draw.randint(3, 6), draw.randint(1, 4))
    solutions = brute_force(model)
    some = fixed({**model.domains()}, Declared(model).constraints)
    if some is None:
        assert not solutions
    else:
        names = list(model.domains())
        is_left = any(all(row[names.index(v)] == place for v, place in some.items()) for row in solutions)
        assert is_left == bool(solutions)
        assert len(some) >= 1
    with at_once():
        assert (clew.first(model) is not None) == bool(solutions)
        assert clew.is_unique(model) == (len(solutions) == 1)


def test_colours_that_differ_otherwise_are_not_fixed() -> None:
    base = [NotEqual("a", "b")]
    domains: dict[Any, Any] = {"a": (1, 2, 3), "b": (1, 2, 3)}
    assert fixed(domains, base) == {"a": 0, "b": 1}
    assert fixed({**domains, "b": (1, 2)}, base) == {}
    shifted = AllDifferent(["a", "b"], offsets=[0, 1])
    for other in (Var("a") < Var("b"), Var("a") != Var("b") + 1, Var("a") != 2, shifted):
        assert fixed(domains, [*base, other]) == {}
    assert fixed(domains, [AllDifferent("ab", exceptions=[1])]) == {}
    assert fixed({**domains, "c": (1, 2, 3), "d": (1, 2, 3)}, [AllDifferent("abcd")]) is None


def test_given_values_are_kept() -> None:
    for colour, other in product(range(3), repeat=2):
        model = graph(random.Random(1), 6, 4)
        with at_once():
            found = clew.first(model, given={0: colour, 5: other})
        rows = [row for row in brute_force(model) if row[0] == colour and row[5] == other]
        assert (found is not None) == bool(rows)
        assert found is None or found.row() in rows


@pytest.mark.parametrize("probe", [1, 10**9])
@pytest.mark.parametrize("jobs", [2, 3, 5])
@pytest.mark.parametrize("family", SEARCHED)
def test_threads_find_one_solution_and_say_whether_it_is_the_only_one(family: str, jobs: int, probe: int) -> None:
    """With a probe of one nogood those that learn soon make way for others."""
    for seed in range(3):
        model = made(family, seed)
        solutions = brute_force(model)
        forget()
        with at_once(1 + seed % 2, probe), mock.patch.multiple(portfolio, SLICE=10, SHARES=1, FRUITLESS_WORK=9):
            answer_with(model, solutions, {"jobs": jobs})
            with suppress(clew.OptionError):  # some constraints are Python, and one search alone learns from those
                answer_with(model, solutions, {"jobs": jobs, "learning": "nogoods"})


def test_threads_keep_to_the_order_that_is_asked_for() -> None:
    """Otherwise they may find any solution, once the search is hard; options that ask for nothing change nothing."""
    model = graph(random.Random(3), 8, 5)
    alone = clew.first(model, variable_order="static")
    ways: list[Any] = [{"in_order": None}, {"cutting": None, "subtree_timeout": None}, {"in_order": False}, {}]
    with at_once(), mock.patch.multiple(portfolio, SLICE=10, SHARES=1):
        for options in ways:
            with mock.patch.object(portfolio, "Exchange", side_effect=portfolio.Exchange) as shared:
                assert (clew.first(model, jobs=2, **options) is None) == (alone is None)
            assert shared.called
        with mock.patch.object(portfolio, "Exchange", side_effect=portfolio.Exchange) as shared:
            assert clew.first(model, jobs=2, in_order=True) is not None
        assert not shared.called


def answer_with(model: clew.Model, solutions: list[tuple[Any, ...]], options: Any) -> None:
    """A few solutions, asked for in three ways, are those of brute force."""
    first = clew.first(model, **options)
    assert (first is not None and first.row() in solutions) if solutions else first is None
    assert clew.is_unique(model, **options) == (len(solutions) == 1)
    found = {solution.row() for solution in clew.solve(model, clew.AtMost(3), **options).result}
    assert found <= {*solutions}
    assert len(found) == min(3, len(solutions))


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("dead_ends", [1, 20])
def test_one_of_several_threads_learns(jobs: int, dead_ends: int) -> None:
    for seed in range(20):
        draw = random.Random(seed)
        model, names = graph(draw, 7, 5), range(7)
        values = [sum((k + 1) * value for k, value in enumerate(row)) for row in brute_force(model)]
        total = sum((Var(k) * (k + 1) for k in names), Constant(0))
        with at_once(dead_ends), mock.patch.multiple(portfolio, SLICE=10, SHARES=1):
            found = clew.best(model, total, "max", jobs=jobs)
        assert found.objective == max(values, default=None)
    model, end = job_shop()
    together = clew.best(model, end, jobs=jobs)
    assert (together.objective, together.is_optimal) == (666, True)
    assert together.statistics.learned.nogoods > 0
