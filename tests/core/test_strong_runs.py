"""Runs of a search with restarts that maintain arc consistency, in the engine."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, And, Or, Predicate
from clew.problem.declared import Declared, declared_domains, declared_given
from clew.state.levels import ARC, UNIT
from tests.random_models import brute_force, models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine
from clew.core.compiler import CannotCompileError, program_of
from clew.core.lowering import alternatives
from clew.core.walk import EngineWalk
from clew.planning import engine_method
from tests.core.comparing import is_small
from tests.core.test_arc import pairs
from tests.examples import examples


def pigeons(number: int) -> clew.Model:
    model = clew.Model()
    model.variables(range(number), range(number - 1))
    model.require(AllDifferent(list(range(number))))
    return model


def search_of(model: clew.Model, every: int, target: Any = None) -> tuple[Any, Any, Any]:
    """A search that restarts after every few dead ends, and what makes its programs."""
    domains = {variable: tuple(values) for variable, values in declared_domains(model).items()}
    made = program_of(domains, Declared(model).constraints, UNIT, target)
    strong = program_of(domains, Declared(model).constraints, ARC, target, like=made)
    places = made.places
    given = [(places[v], made.values[places[v]].index(value)) for v, value in declared_given(model).items()]
    search = _engine.Search(made.program, given, _engine.WEIGHTED, False, False, -1, (1, 1.1, 0, every), 0)
    search.strengthens = True
    return search, made, strong


def solutions_of(search: Any, made: Any, strong: Any) -> tuple[set[tuple[Any, ...]], int]:
    """All solutions, and how often a program was asked for."""
    found, asked, why = set(), 0, None
    while why != _engine.EXHAUSTED:
        why = search.run(1000, -1)
        found |= set(search.fetch(made.values))
        if why == _engine.STRENGTHENS:
            asked += 1
            search.strengthen(None if strong is None else strong.program)
    return found, asked


@examples(150)
@given(st.one_of(models(), pairs()), st.integers(1, 3), st.booleans())
def test_all_solutions_are_found(model: clew.Model, every: int, has_strong: bool) -> None:
    assume(is_small(model))
    try:
        search, made, strong = search_of(model, every)
    except CannotCompileError:
        assume(False)
    found, _ = solutions_of(search, made, strong if has_strong else None)
    assert found == {tuple(solution.values()) for solution in brute_force(model)}


def test_programs_of_one_level_have_alternatives_in_common() -> None:
    model = clew.Model()
    p, q, r, s = model.variables("p q r s", range(6))
    model.require(Or(And(p == q, q == r, r == s), And(p > q, q > r, r > s)))
    with mock.patch.object(alternatives, "_program", wraps=alternatives._program) as made:
        first = program_of(model.domains(), model.constraints(), UNIT)
        assert made.call_count == 2
        program_of(model.domains(), model.constraints(), UNIT, like=first)
        assert made.call_count == 2
        program_of(model.domains(), model.constraints(), ARC, like=first)
        assert made.call_count == 4


def test_a_program_like_another_asks_about_no_combination_again() -> None:
    asked = []

    def differs(*values: int) -> bool:
        asked.append(values)
        return values[0] + values[1] != values[2]

    model = clew.Model()
    model.variables("a b c", range(4))
    model.require(Predicate(differs, "abc"))
    domains, constraints = model.domains(), model.constraints()
    made = program_of(domains, constraints, UNIT)
    assert len(asked) == 64
    assert program_of(domains, constraints, ARC, like=made).program is not made.program
    assert len(asked) == 64
    program_of(domains, constraints, ARC)
    assert len(asked) == 128


def test_a_proof_that_needs_matchings() -> None:
    """Of 13 pigeons in 12 holes the weak runs alone know only after 12! dead ends, of 6 in 5 after 120 or so."""
    outcome = clew.solve(pigeons(13), clew.First(), kernel="compiled", limits=clew.Limits(nodes=3000))
    assert (outcome.result, outcome.status) == (None, clew.Status.COMPLETE)
    assert outcome.statistics.inference == "unit, arc"
    with pytest.raises(clew.Stopped):
        clew.first(pigeons(13), kernel="compiled", inference="unit", limits=clew.Limits(nodes=3000))


def test_compiling_waits_until_the_search_has_taken_longer() -> None:
    """One below the work of the search when the first stronger run is due, at it, and above it."""
    asked: list[int] = []
    strengthen = EngineWalk.strengthen

    def noting(walk: EngineWalk, search: Any) -> bool:
        asked.append(search.work - walk.compiled.program.ruling_work)
        return strengthen(walk, search)

    def inference(compiling: int) -> str:
        with mock.patch.object(engine_method, "COMPILING", compiling):
            return clew.solve(pigeons(7), clew.First(), kernel="compiled").statistics.inference

    with mock.patch.object(EngineWalk, "strengthen", noting):
        assert inference(10**9) == "unit"
        first, *later = asked
        assert later[0] > first + 1
        for compiling, times in ((first - 1, 1), (first, 2), (first + 1, 2)):
            asked.clear()
            assert (inference(compiling), len(asked)) == ("unit, arc", times)


def test_a_program_may_be_refused() -> None:
    model = pigeons(6)
    search, made, _ = search_of(model, 2)
    found, asked = solutions_of(search, made, None)
    assert not found
    assert asked > 1  # each run that is due asks again
    search, made, strong = search_of(model, 2)
    assert solutions_of(search, made, strong) == (set(), 1)


def test_another_program_is_refused() -> None:
    search, _, _ = search_of(pigeons(6), 1)
    _, _, other = search_of(pigeons(5), 1)
    while search.run(1000, -1) != _engine.STRENGTHENS:
        pass
    with pytest.raises(ValueError, match="the same variables"):
        search.strengthen(other.program)


@pytest.mark.parametrize("every", [1, 2, 3])
def test_a_bound_goes_from_run_to_run(every: int) -> None:
    model: Any = clew.Model()
    cells = [model.variable(k, range(7)) for k in range(6)]
    model.require(AllDifferent(list(range(6))), cells[0] + cells[1] == cells[2] + cells[3] + 3, cells[4] > cells[0])
    weights = (1, 2, 3, 4, 5, 6)
    search, made, strong = search_of(model, every, (list(range(6)), weights))
    found, _ = solutions_of(search, made, strong)
    worth = min(sum(map(int.__mul__, weights, solution.values())) for solution in brute_force(model))
    assert min(sum(map(int.__mul__, weights, row)) for row in found) == worth
    assert search.limit == worth - 1


def test_constraints_that_arc_consistency_adds_nothing_to() -> None:
    model: Any = clew.Model()
    cells = [model.variable(k, range(3)) for k in range(4)]
    model.require([one != other for one in cells for other in cells if one is not other])
    outcome = clew.solve(model, clew.First(), kernel="compiled")
    assert (outcome.result, outcome.statistics.inference) == (None, "unit")
