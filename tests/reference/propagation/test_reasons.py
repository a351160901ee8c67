"""Every pruned value and every dead end is laid at the door of a constraint that is to blame."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import events
from clew.constraints import OPEN, AllDifferent, And, Constraint, Sum, Var
from clew.core import Engine
from clew.planning import request
from clew.planning.request import SHARED_WIDTH
from clew.reference.search import restarts
from clew.watch.observers.recorder import Recorder
from clew_problems import Queens, Sudoku
from tests.random_models import covers, models

LEVELS = ("none", "check", "forward", "unit", "arc")


Domains = Mapping[Any, Sequence[Any]]


def domains_of(state: clew.State[Any, Any]) -> dict[Any, tuple[Any, ...]]:
    return {variable: state.domain(variable) for variable in state.lanes.variables}


def supported(constraint: Constraint, domains: Mapping[Any, Sequence[Any]], variable: Any, value: Any) -> bool:
    """Whether a constraint allows a value together with some values that the others have left."""
    choices = [(value,) if v == variable else domains[v] for v in constraint.scope]
    return any(bool(constraint.holds(values)) for values in product(*choices))


def satisfiable(constraint: Constraint, domains: Mapping[Any, Sequence[Any]]) -> bool:
    return any(bool(constraint.holds(values)) for values in product(*(domains[v] for v in constraint.scope)))


def wipes_out(constraints: Sequence[Constraint], domains: Domains, variable: Any, value: Any) -> bool:
    """Whether a value leaves another variable none, each constraint being asked about two variables at a time."""

    def goes(constraint: Constraint, other: Any, chosen: Any) -> bool:
        pair = {variable: value, other: chosen}
        return constraint.consistent([pair.get(v, OPEN) for v in constraint.scope])

    others = [other for other in domains if other != variable]
    return any(all(not all(goes(c, other, w) for c in constraints) for w in domains[other]) for other in others)


@attrs.define
class Judge:
    """An observer that does not believe what it is told about a model."""

    model: clew.Model
    level: str
    before: clew.State[Any, Any] | None = None
    last: events.PruneEvent | None = None
    dead: int = 0
    joint: int = 0

    def __call__(self, event: events.Event) -> None:
        if isinstance(event, events.TryEvent):
            child = event.state.assign(event.variable, event.value)
            assert child is not clew.DEAD_END
            self.before, self.last = child, None
        elif isinstance(event, events.PruneEvent):
            self.pruned(event)
        elif isinstance(event, events.DeadEndEvent):
            self.dead += 1
            self.refused(event)
        elif isinstance(event, events.NodeEvent):
            if self.before is not None:
                assert domains_of(event.state) == domains_of(self.before)
            self.before, self.last = event.state, None
        elif isinstance(event, events.BacktrackEvent):
            self.before, self.last = event.state, None

    def pruned(self, event: events.PruneEvent) -> None:
        was = self.model.domains() if self.before is None else domains_of(self.before)
        now = domains_of(event.state)
        assert {(v, w) for v in was for w in was[v] if w not in now[v]} == set(event.values)
        for variable, value in event.values:
            if event.constraint is None:
                assert variable in self.model.given()
                assert event.explanation((variable, value)) is None
            else:
                together = And([event.constraint, *event.others])
                assert not supported(together, was, variable, value), (event, was)
                self.implied(together, was, event.explanation((variable, value)), variable, value)
        if event.constraint is not None:
            assert not set(event.explanation() or ()) & {(v, w) for v in was for w in was[v]}
        self.joint += bool(event.others)
        for spared in event.others:
            parts = [one for one in (event.constraint, *event.others) if one is not None and one is not spared]
            assert not any(wipes_out(parts, was, variable, value) for variable, value in event.values)
        self.before, self.last = event.state, event

    def implied(
        self, constraint: Constraint, was: Domains, missing: Any, variable: Any = None, value: Any = None
    ) -> None:
        """The absence of these pairs alone, in whole domains, implies the pruning or the dead end."""
        assert missing is not None
        assert not any(w in was[v] for v, w in missing)
        left = {v: [w for w in domain if (v, w) not in missing] for v, domain in self.model.domains().items()}
        if variable is None:
            assert not satisfiable(constraint, left)
        else:
            assert not supported(constraint, left, variable, value)

    def refused(self, event: events.DeadEndEvent) -> None:
        constraint, last = event.constraint, self.last
        if event.variable is not None:
            assert constraint is not None
        if constraint is None:
            return
        if self.level in ("none", "check") and event.variable is not None:
            values = dict(event.state.items()) | {event.variable: event.value}
            known = [values.get(v) for v in constraint.scope if v in values]
            assert len(known) < len(constraint.scope) or not constraint.holds(known)
            decided = {**self.model.domains(), **{v: (w,) for v, w in event.state.items()}}
            if self.level == "check":
                self.implied(constraint, decided, event.explanation(), event.variable, event.value)
            else:
                self.implied(constraint, {**decided, event.variable: (event.value,)}, event.explanation())
        elif last is not None and not all(domains_of(last.state).values()):
            assert last.constraint in (constraint, None)
            missing = event.explanation()
            assert missing is None or {w for _, w in missing} == set(self.model.domains()[missing[0][0]])
        else:
            was = self.model.domains() if self.before is None else domains_of(self.before)
            given = {variable: (value,) for variable, value in self.model.given().items()}
            assert not satisfiable(constraint, {**was, **given})
            assert event.step is not None
            refused = dict(event.state.lanes.pairs(event.step.bits))  # a value that is given, or nothing
            self.implied(constraint, was, event.explanation(), *chain(*refused.items()))


@given(st.one_of(models(), covers()), st.sampled_from(LEVELS))
def test_what_is_pruned_has_no_support_in_the_constraint_that_is_named(model: clew.Model, level: str) -> None:
    judge = Judge(model, level)
    limits = clew.Limits(nodes=60)
    outcome = clew.solve(model, clew.All(), inference=level, observers=[judge], limits=limits)
    assert judge.dead == outcome.statistics.failures


def test_a_value_that_only_none_tries_is_not_missing() -> None:
    model = clew.Model()
    model.variables("v w x", (0, 1))
    model.require(Sum("vwx", ">=", 5), Var("w") == 0)
    judge = Judge(model, "none")
    clew.solve(model, clew.All(), inference="none", variable_order="static", observers=[judge])
    assert judge.dead == 8


@st.composite
def crossed(draw: st.DrawFn) -> clew.Model:
    """Several constraints on all the variables, as of queens: together they leave values without support."""
    model = clew.Model()
    names = list("abcd")
    size = draw(st.integers(4, 5))
    model.variables(names, range(size))
    if size == 5 and draw(st.booleans()):  # a permutation of the other values
        model.require(*(Var(name) != 2 for name in names))
    for offsets in draw(st.lists(st.lists(st.integers(-2, 2), min_size=4, max_size=4), min_size=1, max_size=2)):
        model.require(AllDifferent(names, offsets=offsets))
    model.require(AllDifferent(names))
    for first, second in draw(st.lists(st.sampled_from([("a", "b"), ("c", "d"), ("a", "d")]), max_size=2, unique=True)):
        model.require(abs(Var(first) - Var(second)) != draw(st.integers(1, 3)))
    return model


def judged_under_arc(model: clew.Model) -> Judge:
    judge = Judge(model, "arc")
    clew.solve(model, clew.All(), inference="arc", observers=[judge], limits=clew.Limits(nodes=20))
    return judge


@given(crossed())
def test_constraints_that_leave_a_value_no_support_together_are_all_named(model: clew.Model) -> None:
    judged_under_arc(model)


def test_there_are_such_constraints() -> None:
    queens = clew.Model()
    queens.variables("a b c d", range(4))
    for offsets in ([0] * 4, [0, 1, 2, 3], [0, -1, -2, -3]):
        queens.require(AllDifferent("abcd", offsets=offsets))
    assert judged_under_arc(queens).joint


@given(models(), st.sampled_from([1, 2, 5]), st.integers(0, 3))
def test_a_watched_search_that_restarts_walks_as_the_unwatched_one(model: clew.Model, cutoff: int, seed: int) -> None:
    with mock.patch.object(restarts, "FIRST_CUTOFF", cutoff), mock.patch.object(restarts, "GROWTH", 1.3):
        recorder = Recorder()
        watched = clew.solve(model, clew.First(), inference="unit", seed=seed, observers=[recorder])
        with mock.patch("clew.core.engine", return_value=Engine(available=False, reason="its restarts are its own")):
            request.forget()
            silent = clew.solve(model, clew.First(), inference="unit", seed=seed)
    assert watched.result == silent.result
    walked = attrs.evolve(watched.statistics, seconds=0, kernel="", kernel_reason="")
    assert walked == attrs.evolve(silent.statistics, seconds=0, kernel="", kernel_reason="")
    assert silent.statistics.kernel == "python"
    dead = sum(isinstance(event, events.DeadEndEvent) for event in recorder.events)
    assert dead == watched.statistics.failures


@pytest.mark.usefixtures("without_engine")
def test_restarts_are_told() -> None:
    with mock.patch.object(restarts, "FIRST_CUTOFF", 1), mock.patch.object(restarts, "GROWTH", 1.0):
        recorder = Recorder()
        watched = clew.solve(Queens(10), clew.First(), inference="unit", observers=[recorder])
        silent = clew.solve(Queens(10), clew.First(), inference="unit")
    told = [event for event in recorder.events if isinstance(event, events.RestartEvent)]
    roots = [event for event in recorder.events if isinstance(event, events.NodeEvent) and not event.state.depth]
    assert len(told) >= 3
    assert len(roots) == len(told) + 1
    assert watched.result == silent.result
    assert watched.statistics.nodes_per_level == silent.statistics.nodes_per_level
    assert watched.statistics.failures == silent.statistics.failures


def test_a_puzzle_that_needs_no_decision_tells_how_it_was_solved() -> None:
    recorder = Recorder()
    problem = clew.load("sudoku", next(e.text for e in Sudoku.examples if e.name == "wikipedia"))
    clew.first(problem, observers=[recorder])
    *pruned, node, solution = recorder.events
    assert all(isinstance(event, events.PruneEvent) for event in pruned)
    assert isinstance(node, events.NodeEvent)
    assert isinstance(solution, events.SolutionEvent)
    assert any(isinstance(event, events.PruneEvent) and isinstance(event.constraint, AllDifferent) for event in pruned)


@pytest.mark.parametrize("level", ["forward", "unit", "arc"])
def test_a_root_that_is_refused_is_told(level: str) -> None:
    recorder = Recorder()
    model = clew.Model()
    model.variables("a b", [1])
    model.require(AllDifferent("ab"))
    assert clew.count(model, inference=level, observers=[recorder], given={"a": 1}) == 0
    end = recorder.events[-1]
    assert isinstance(end, events.DeadEndEvent)
    assert end.variable is None
    assert isinstance(end.constraint, AllDifferent)


def test_hooks_have_no_names() -> None:
    class Apart(clew.Problem[str, int]):
        name = "apart"

        def domains(self) -> dict[str, range]:
            return dict.fromkeys("ab", range(2))

        def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
            return all(other != value for _, other in state.items())

    recorder = Recorder()
    assert clew.count(Apart(), inference="forward", observers=[recorder]) == 2
    pruned = [event for event in recorder.events if isinstance(event, events.PruneEvent)]
    assert [(event.values, event.constraint) for event in pruned] == [((("b", 0),), None), ((("b", 1),), None)]


def test_given_values_that_a_wide_model_is_compiled_with_are_among_the_reasons() -> None:
    model = clew.Model()
    model.variables("x y", range(SHARED_WIDTH // 2))
    model.require(Var("x") != Var("y"))
    recorder = Recorder()
    clew.first(model, inference="unit", observers=[recorder], given={"x": 5})
    event = next(e for e in recorder.events if isinstance(e, events.PruneEvent) and e.constraint is not None)
    assert event.values == (("y", 5),)
    assert set(event.explanation() or ()) == {("x", value) for value in range(SHARED_WIDTH // 2) if value != 5}


def test_an_event_can_be_pickled_without_its_network() -> None:
    recorder = Recorder()
    clew.count(Queens(4), observers=[recorder])
    copies = pickle.loads(pickle.dumps(recorder.events))  # noqa: S301
    assert copies == recorder.events
    assert {event.explanation() for event in copies if isinstance(event, events.PruneEvent)} == {None}


def test_only_what_was_ruled_out_is_explained() -> None:
    recorder = Recorder()
    clew.count(Queens(4), observers=[recorder])
    event = next(event for event in recorder.events if isinstance(event, events.PruneEvent))
    with pytest.raises(ValueError, match="were ruled out here"):
        event.explanation((0, 3))


def test_a_variable_without_values_is_nobodys_fault() -> None:
    recorder = Recorder()
    assert clew.first(clew.load("exact-cover", "a b c\na b\n"), observers=[recorder]) is None
    assert [type(event) for event in recorder.events] == [events.DeadEndEvent]
    assert recorder.events[0] == events.DeadEndEvent(recorder.events[0].state, None, None, None)
