"""A search of the engine that learns from dead ends: the same solutions, the best of them, and nogoods that hold."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import pytest

import clew
from clew.constraints import AtLeast, AtMost, Exactly, Or
from clew.errors import OptionError
from clew.planning.request import forget
from clew.problem.declared import Declared
from clew.state.levels import ARC, UNIT, Level
from clew_problems import Queens
from tests.job_shops import job_shop

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine
from clew.core.compiler import CannotCompileError, Compiled, program_of
from tests.agreement import FAMILIES, made, narrowed

Target = tuple[tuple[Any, ...], tuple[int, ...]]
SHORT = clew.Limits(solutions=1500, time=5)
SEARCHED = [family for family in FAMILIES if family != "hooked"]


def learner(model: clew.Model, level: Level, target: Target | None = None) -> tuple[_engine.Learning, Compiled] | None:
    """A search that learns, and its program; None if the engine has no form for the model."""
    try:
        compiled = program_of(model.domains(), Declared(model).constraints, level, target, learns=True)
    except CannotCompileError:
        return None
    given = [(compiled.places[v], list(compiled.values[compiled.places[v]]).index(w)) for v, w in model.given().items()]
    program = _engine.learning_program(compiled.program)
    return _engine.Learning(program, given, _engine.WEIGHTED, False, False, -1), compiled


def found(search: _engine.Learning, compiled: Compiled) -> Iterator[tuple[Any, ...]]:
    """The solutions, one after the other."""
    while True:
        why = search.run(10_000, search.found + 1)
        yield from search.fetch(compiled.values)
        if why == _engine.EXHAUSTED:
            return


@pytest.fixture(params=["as they are", "intervals", "propagators"])
def narrow(request: pytest.FixtureRequest) -> Iterator[None]:
    """Small models are run as large ones are: as intervals, and by propagators instead of tables."""
    with narrowed(is_interval=request.param == "intervals", is_listed=request.param == "as they are"):
        forget()
        yield
    forget()


def complete(family: str, seeds: int) -> Iterator[tuple[clew.Model, list[dict[Any, Any]]]]:
    """Models of a family with their solutions, if these are few."""
    for seed in range(seeds):
        model = made(family, seed)
        outcome = clew.solve(model, clew.All(), limits=SHORT)
        if outcome.exhausted:
            yield model, [dict(s) for s in outcome.result]


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("family", SEARCHED)
def test_it_finds_every_solution_once(family: str) -> None:
    for model, solutions in complete(family, 3):
        for level in (UNIT, ARC):
            if (made_one := learner(model, level)) is not None:
                rows = list(found(*made_one))
                assert len(rows) == len(set(rows))
                assert set(rows) == {tuple(s.values()) for s in solutions}


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("family", SEARCHED)
def test_the_best_is_proved_and_each_solution_is_better(family: str) -> None:
    for number, (model, solutions) in enumerate(complete(family, 3)):
        draw = random.Random(number)
        names = [v for v, domain in model.domains().items() if all(type(value) is int for value in domain)]
        some = tuple(draw.sample(names, min(len(names), draw.randint(1, 4))))
        weights = tuple(draw.choice((-3, -2, -1, 1, 2, 5)) for _ in some)
        if not some or (made_one := learner(model, UNIT, (some, weights))) is None:
            continue
        values = [
            sum(weight * row[list(model.domains()).index(v)] for v, weight in zip(some, weights, strict=True))
            for row in found(*made_one)
        ]
        assert values == sorted(set(values), reverse=True)
        best = [sum(weight * s[v] for v, weight in zip(some, weights, strict=True)) for s in solutions]
        assert min(values, default=None) == min(best, default=None)


def holds(place: int, literal: int | tuple[int | None, int | None]) -> bool:
    """Whether all that a literal names is missing, if a variable has the value at a place."""
    if isinstance(literal, int):
        return not literal >> place & 1
    first, last = literal
    return (first is None or place >= first) and (last is None or place <= last)


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("family", SEARCHED)
def test_every_nogood_is_implied_and_none_is_a_tautology(family: str) -> None:
    for model, solutions in complete(family, 8):
        if (made_one := learner(model, UNIT)) is None:
            continue
        search, compiled = made_one
        next(found(search, compiled), None)
        values = [list(compiled.values[compiled.places[v]]) for v in model.domains()]
        places = [[own.index(s[v]) for own, v in zip(values, model.domains(), strict=True)] for s in solutions]
        for nogood in search.nogoods():
            declared = [(v, one) for v, one in nogood if v < len(values)]
            if len(declared) == len(nogood):  # the others are about variables of the program's own
                assert not any(all(holds(row[v], one) for v, one in nogood) for row in places)
            assert all(one != (1 << len(values[v])) - 1 for v, one in declared)


def clauses(number: int, ratio: float, seed: int) -> clew.Model:
    """Random clauses of three literals."""
    draw, model = random.Random(seed), clew.Model()
    x = model.variables(range(number), range(2))
    for _ in range(int(number * ratio)):
        model.require(Or([x[v] == draw.randrange(2) for v in draw.sample(range(number), 3)]))
    return model


@pytest.mark.parametrize("seed", range(6))
def test_clauses_are_answered_as_without_learning(seed: int) -> None:
    model = clauses(90, 4.3, seed)
    plain, learned = clew.solve(model, clew.First()), clew.solve(model, clew.First(), learning="nogoods")
    assert (plain.result is None) == (learned.result is None)
    assert learned.statistics.kernel == "compiled"
    if learned.result is None:
        assert learned.statistics.learned.nogoods > 0
    else:
        assert not list(model.violations(learned.result))


def stepwise(model: clew.Model, target: Target | None = None) -> Iterator[_engine.Learning]:
    """A search that learns, after each unit of work."""
    made_one = learner(model, UNIT, target)
    assert made_one is not None
    while made_one[0].run(1, -1 if target else 1) == _engine.PAUSED:
        yield made_one[0]


def test_it_restarts_after_fifty_dead_ends_and_not_before() -> None:
    seen = {(search.failures, search.runs) for search in stepwise(clauses(150, 4.3, 1))}
    assert 40 < max(failures for failures, runs in seen if runs == 0) < 50
    assert {failures for failures, runs in seen if runs > 0} <= {*range(50, 10**6)}
    assert {runs for failures, runs in seen if 60 < failures < 50 + 51} == {1}  # dead ends in a row come before


def test_a_search_for_the_best_restarts_after_ten_dead_ends_and_not_before() -> None:
    """After 64 runs it is eleven, and so on."""
    model, draw = clauses(90, 3.5, 1), random.Random(1)
    target = tuple(model.domains()), tuple(draw.choice((-2, -1, 1, 2)) for _ in model.domains())
    began = [0]
    for search in stepwise(model, target):
        began += [search.failures] * (search.runs - len(began) + 1)
        if search.runs > 192:
            break
    lengths = [after - before for before, after in pairwise(began)]
    least = [min(lengths[k : k + 64]) for k in range(0, 192, 64)]
    assert least == [10, 11, 12]


def test_nogoods_are_forgotten_if_there_are_a_thousand() -> None:
    model, kept = clauses(160, 4.4, 1), [0]
    made_one = learner(model, UNIT)
    assert made_one is not None
    search = made_one[0]
    while search.run(2000, 1) == _engine.PAUSED:
        kept.append(len(search.nogoods()))
    falls = [before for before, after in pairwise(kept) if after < before]
    assert falls
    assert min(falls) > 900  # so many units of work are a few dozen dead ends
    assert search.why == _engine.EXHAUSTED


@pytest.mark.parametrize(("values", "is_interval"), [(63, False), (64, False), (65, True)])
def test_ranges_beyond_a_word_are_intervals(values: int, *, is_interval: bool) -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(values))
    model.require(x + 2 * y <= z, z <= x + 2 * y + 4, 3 * z - y >= values, Or([x >= 7, y >= 9]))
    made_one = learner(model, UNIT)
    assert made_one is not None
    compiled = program_of(model.domains(), Declared(model).constraints, UNIT, learns=True)
    assert compiled.program.has_intervals == is_interval
    assert set(found(*made_one)) == {s.row() for s in clew.solutions(model)}


def test_limits_hold_within_one_propagation() -> None:
    """The ends creep towards each other, one by one."""
    model = clew.Model()
    x, y = model.variables("x y", range(2**40))
    z = model.variable("z", range(3))
    model.require(x + z < y, y <= x + z)
    model.fix(z, 0)
    outcome = clew.solve(model, clew.First(), learning="nogoods", limits=clew.Limits(time=0.2))
    assert outcome.status is clew.Status.TIME_LIMIT


@pytest.mark.parametrize("seed", range(30))
def test_job_shops_of_intervals_are_proved(seed: int) -> None:
    """Reasons that need less than there was lie below the latest level."""
    draw = random.Random(seed)
    number, machines = draw.choice(((3, 2), (3, 3), (4, 3)))
    jobs = [[(k, draw.randint(1, 40)) for k in draw.sample(range(machines), machines)] for _ in range(number)]
    model, end = job_shop(jobs)
    learned = clew.solve(model, clew.Best(end), learning="nogoods")
    assert learned.statistics.kernel == "compiled"
    assert learned.exhausted
    assert learned.result["end"] == clew.solve(model, clew.Best(end)).result["end"]


def test_uniqueness_with_learning() -> None:
    assert clew.check(Queens(3), learning="nogoods").answer == "none"
    assert clew.check(Queens(6), learning="nogoods").answer == "several"
    assert clew.check(Queens(6), learning="nogoods", given={0: 1}).answer == "unique"


def test_a_search_in_slices_learns_the_same() -> None:
    model = clauses(60, 4.3, 1)
    counts = []
    for work in (1, 10**9):
        made_one = learner(model, UNIT)
        assert made_one is not None
        search = made_one[0]
        while search.run(work, 1) == _engine.PAUSED:
            pass
        counts.append((search.why, search.failures, search.learned, search.literals, search.jumped))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"learning": "jump"}, "learning 'jump' is known to Python alone"),
        ({"learning": "nogoods", "variable_order": "mrv"}, "has an order of its own"),
        ({"learning": "nogoods", "inference": "forward"}, "for one solution or the best"),
    ],
)
def test_the_engine_says_why_it_cannot_learn(options: Any, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        clew.first(Queens(6), kernel="compiled", **options)
    assert clew.first(Queens(6), **options) is not None


def test_the_limit_of_nodes_holds() -> None:
    outcome = clew.solve(clauses(150, 4.3, 1), clew.First(), learning="nogoods", limits=clew.Limits(nodes=50))
    assert outcome.status is clew.Status.NODE_LIMIT
    assert outcome.statistics.nodes == 50


def test_other_values_are_drawn_if_the_first_ones_lead_nowhere() -> None:
    """With the nights first, and the same values first after each restart, 70,000 dead ends bring no solution."""
    model, people, days = clew.Model(), range(24), range(28)
    shift = {(p, d): model.variable((p, d), (3, 2, 1, 0)) for p in people for d in days}
    for d in days:
        model.require(Exactly(number, kind, [(p, d) for p in people]) for kind, number in ((1, 6), (2, 6), (3, 3)))
    for p in people:
        for one, other in pairwise(shift[p, d] for d in days):
            model.require(Or([one != 3, other == 0, other == 3]), Or([one != 2, other != 1]))
        own = [(p, d) for d in days]
        model.require(AtLeast(8, 0, own), AtMost(14, 0, own))
        model.require(AtLeast(1, 0, own[d : d + 6]) for d in days[:-5])
    outcome = clew.solve(model, clew.First(), learning="nogoods", limits=clew.Limits(nodes=30_000))
    assert outcome.exhausted or outcome.result is not None


@pytest.mark.parametrize("seed", [0, 2, 3])  # the last run that draws for seed 1 ends before it decides otherwise
def test_values_are_drawn_from_a_run_on(seed: int) -> None:
    """One below, at and above a run that draws values; whatever is drawn, the answer is the same."""
    model = clauses(150, 4.26, seed)

    def searched(draws_from: int) -> tuple[bool, int, int]:
        search, compiled = learner(model, UNIT) or pytest.fail("the engine has a form for clauses")
        search.draws_from, search.shortest = draws_from, 100
        rows = list(islice(found(search, compiled), 1))
        return bool(rows), search.runs, search.learned

    never = searched(10**9)
    last = 1 << never[1].bit_length() - 1  # of the runs that are a power of two
    did = {draws_from: searched(draws_from) for draws_from in (1, 2, last - 1, last, last + 1)}
    assert {is_solved for is_solved, *_ in did.values()} == {never[0]}
    assert did[last + 1] == never
    assert did[last] == did[last - 1] != never
