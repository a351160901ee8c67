"""A constraint added after a question: the answer is that of a model made afresh, and the others are not compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations, islice
from threading import Barrier
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Constraint, NotEqual, Sum, Var
from clew.planning import request
from tests.corpus.families import Draw
from tests.examples import examples
from tests.random_models import constraints, models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import compiler
from clew.core._engine import Search
from clew.core.compiler import EngineCompiler, continued, program_of
from clew.state.levels import UNIT
from tests.agreement import FAMILIES, made

Question = Callable[[clew.Model], Any]


def told(outcome: clew.Outcome[Any]) -> Any:
    """What was found, and the nodes that it took."""
    found, statistics = outcome.result, outcome.statistics
    found = [solution.row() for solution in found] if isinstance(found, list) else found
    found = found.row() if isinstance(found, clew.Solution) else found
    counted = statistics.nodes_per_level, statistics.failures, statistics.inference, statistics.variable_order
    return found, outcome.status, counted


def asking(strategy: Callable[[clew.Model], clew.Strategy[Any]], **options: Any) -> Question:
    """A question, whose answer may be that the engine has no form for the model, or what a constraint raises."""

    def ask(model: clew.Model) -> Any:
        try:
            return told(clew.solve(model, strategy(model), **options))
        except Exception as error:
            return repr(error)

    return ask


def smallest(model: clew.Model) -> clew.Best:
    """The first variables are to be small together, or the very first one if they cannot be added."""
    names = [*islice(model, 3)]
    are_numbers = all(type(value) is int for name in names for value in model.domains()[name])
    return clew.Best(sum(Var(name) for name in names) if are_numbers else lambda solution: 0)


QUESTIONS: tuple[Question, ...] = (
    asking(lambda _: clew.First()),
    asking(lambda _: clew.First(), kernel="python"),
    asking(lambda _: clew.Unique()),
    asking(lambda _: clew.Count()),
    asking(lambda _: clew.All(), kernel="compiled"),
    asking(lambda _: clew.AtMost(2), kernel="compiled", inference="forward", variable_order="mrv"),
    asking(lambda _: clew.Count(), kernel="compiled", inference="forward"),
    asking(lambda _: clew.All(), kernel="compiled", inference="arc", variable_order="degree"),
    asking(lambda _: clew.All(), kernel="compiled", inference="unit", variable_order="static", value_order="reverse"),
    asking(lambda _: clew.First(), kernel="compiled", variable_order="wdeg", inference="arc"),
    asking(lambda _: clew.First(), kernel="compiled", variable_order="random", seed=5),
    asking(smallest),
    asking(smallest, kernel="compiled", variable_order="mrv"),
)


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Meanwhile nothing is kept; what was is there again afterwards."""
    kept = dict(request._kept)
    request.forget()
    yield
    request.forget()
    request._kept.update(kept)


def afresh(domains: Any, some: Sequence[Constraint], fixed: Any) -> clew.Model:
    """A model of these."""
    model = clew.Model()
    for name, values in domains.items():
        model.variable(name, values)
    model.require(some)
    for name, value in fixed.items():
        model.fix(name, value)
    return model


def interleaved(whole: clew.Model, draw: Callable[[int], int]) -> None:
    """Ask while the constraints of a model are added; iterators stay open meanwhile, and go on at last.

    Args:
        whole: the model.
        draw: a number below another.
    """
    request.forget()
    options: Any = {"variable_order": "mrv", "verify": False}  # which would ask the model as it is then
    domains, every, fixed = whole.domains(), [*whole.constraints()], whole.given()
    model, number = afresh(domains, [], fixed), 0
    opened: list[tuple[Iterator[Any], list[Any], list[Any]]] = []
    while number < len(every):
        more = 1 + draw(3)
        model.require(every[number : number + more])
        number += more
        for _ in range(1 + draw(3)):
            ask = QUESTIONS[draw(len(QUESTIONS))]
            found = ask(model)
            with nothing_kept():
                assert found == ask(afresh(domains, every[:number], fixed)), every[:number]
        if draw(2):
            with nothing_kept():
                expected = rows(clew.solutions(afresh(domains, every[:number], fixed), **options))
            left = clew.solutions(model, **options)
            opened.append((left, rows(islice(left, draw(3))), expected))
    for left, begun, expected in opened:
        assert begun + rows(left) == expected


def rows(solutions: Any) -> list[Any]:
    return [solution.row() for solution in solutions]


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "hooked"])
def test_every_form(family: str) -> None:
    for seed in range(examples(20).max_examples // 3):
        interleaved(made(family, seed), Draw(seed).below)


@examples(150)
@given(st.data(), models())
def test_any_constraints(data: st.DataObject, model: clew.Model) -> None:
    model.require(data.draw(st.lists(constraints([*model.domains()]), max_size=5)))
    interleaved(model, lambda number: data.draw(st.integers(0, number - 1)))


def crowded(draw: Draw) -> clew.Model:
    """Many constraints on a few variables, so that searches fail often, restart and learn: which come first matters."""
    model = clew.Model()
    names = range(draw.between(6, 8))
    model.variables(names, range(draw.between(3, 4)))
    for _ in range(draw.between(12, 24)):
        x, y, z = (Var(name) for name in draw.some(names, 3))
        kinds: list[Constraint] = [
            x != y,
            x + 2 * y <= z + draw.between(0, 4),
            x < y + 2,
            (x == 1) | (y >= 2) | (z != 0),
            x * y <= z + draw.between(2, 9),
            AllDifferent(draw.some(names, draw.between(3, len(model.domains()[0])))),
            Sum(draw.some(names, 4), "==", draw.between(4, 9)),
            clew.constraints.Exactly(draw.between(1, 3), 1, draw.some(names, 5)),
        ]
        model.require(draw.pick(kinds))
    return model


@pytest.mark.parametrize("seed", range(examples(100).max_examples))
def test_searches_that_learn(seed: int) -> None:
    with mock.patch("clew.core.walk.RESTARTS", (3, 1.1, 0.5, 2)):
        interleaved(crowded(Draw(seed)), Draw(seed).below)


def test_permutations_that_prune_together_with_those_that_are_added() -> None:
    cells = {(row, column): range(4) for row in range(4) for column in range(4)}
    lines = [[(k, j) for j in range(4)] for k in range(4)] + [[(j, k) for j in range(4)] for k in range(4)]
    every: list[Constraint] = [AllDifferent(line) for line in lines]
    every += [NotEqual(one, other) for one, other in combinations([(k, k) for k in range(4)], 2)]
    model, ask = afresh(cells, every[:6], {}), asking(lambda _: clew.Count(), kernel="compiled")
    request.forget()
    for number, more in enumerate(every[6:], 7):
        ask(model)
        model.require(more)
        with nothing_kept():
            expected = ask(afresh(cells, every[:number], {}))
        assert ask(model) == expected
    assert ask(model) == asking(lambda _: clew.Count(), kernel="python")(model)


@contextmanager
def counted() -> Iterator[list[Constraint]]:
    """The constraints that are compiled meanwhile, one by one."""
    found: list[Constraint] = []
    compile_one = compiler.EngineCompiler.compile

    def noted(self: compiler.EngineCompiler, constraint: Constraint) -> Any:
        found.append(constraint)
        return compile_one(self, constraint)

    with mock.patch.object(compiler.EngineCompiler, "compile", noted):
        yield found


def chain(number: int) -> clew.Model:
    model = clew.Model()
    model.variables(range(number), range(9))
    model.require(
        Var(x) + 2 * Var(y) <= Var(z) + 20
        for x, y, z in zip(range(number - 2), range(1, number - 1), range(2, number), strict=True)
    )
    return model


def test_only_what_was_added_is_compiled() -> None:
    request.forget()
    model = chain(50)
    clew.first(model)
    added: list[Constraint] = [
        Var(3) + Var(7) + Var(9) == 5,
        Var(1) != Var(2),
        AllDifferent([Var(0) + Var(1), Var(2), Var(4) * Var(5)]),
        AllDifferent(range(9)),
        (Var(1) == 2) | (Var(3) == 4) | (Var(8) != 1),
    ]
    for constraint in added:
        model.require(constraint)
        with counted() as compiled:
            assert clew.first(model) is not None
        assert 1 <= len(compiled) <= 4  # it may be made of others
    model.require(Var(4) <= 7)  # it comes before all others
    with counted() as compiled:
        clew.first(model)
    assert len(compiled) >= len([*model.constraints()])


def test_the_longest_beginning_goes_on() -> None:
    request.forget()
    model = chain(20)
    clew.first(model)
    model.require(Var(0) != Var(1), Var(1) != Var(2))
    clew.first(model)
    clew.first(chain(20))
    model.require(Var(2) != Var(3))
    with counted() as compiled:
        clew.first(model)
    assert len(compiled) == 1


def test_programs_that_go_on_from_one_in_threads() -> None:
    domains = dict.fromkeys("abcdef", range(5))
    own: list[Constraint] = [AllDifferent("abcde"), Sum("abf", "<=", 7), NotEqual("e", "f")]
    begun = program_of(domains, own, UNIT)
    more: list[list[Constraint]] = [
        [NotEqual(x, y), Sum([x, y, z], "<=", 6), Var(z) * Var(x) <= 9] for x, y, z in combinations("abcdef", 3)
    ]

    def counts(one: compiler.Compiled) -> Any:
        search = Search(one.program, [], 1, False, True, -1)
        search.run(10**9, -1)
        return search.found, search.nodes_per_level, search.failures

    expected = [counts(program_of(domains, [*own, *some], UNIT)) for some in more]
    barrier = Barrier(len(more))

    def one(some: list[Constraint]) -> Any:
        barrier.wait()
        made = continued(begun, some, None)
        assert made is not None
        return counts(made)

    with ThreadPoolExecutor(len(more)) as pool:
        assert [*pool.map(one, more)] == expected
    assert counts(begun) == counts(program_of(domains, own, UNIT))


def test_what_is_made_for_one_program_that_begins_as_another_is_not_found_by_the_next() -> None:
    """The keys have the identities of values: those of a program that is gone may be those of other values."""
    domains = {"x": (1, 2, 3), "y": (1, 2, 3)}
    begun = EngineCompiler(domains, UNIT, frozenset())
    begun.shared("before", [0], lambda: "of the first")
    begun.program.mark()
    one, other = begun.begun(), begun.begun()
    assert one is not None
    assert other is not None
    assert one.shared("after", [one.auxiliary([0, 1])], lambda: "of one") == "of one"
    assert one.shared("after", [0], lambda: "of one") == "of one"
    assert [made.shared("after", [0], lambda: "another") for made in (begun, other)] == ["another"] * 2
    assert [made.shared("before", [0], lambda: "again") for made in (begun, one, other)] == ["of the first"] * 3
    assert one.shared("before", [1], lambda: "again") == "of the first"  # y has the same values
    one.keep(1, (2).__eq__)
    assert one.shared("before", [1], lambda: "again") == "again"
