"""Learning from dead ends: the solutions of the loop and of brute force; nogoods and reasons that it proves."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import events
from clew.constraints import Constraint, Predicate, Var
from clew.planning.plan import Plan, make_plan
from clew.reference.propagation.observed import Pruning
from clew.reference.search.learning import LearningSearch
from clew.state.counters import Counters
from clew.watch.observers.profile import Profile
from clew.watch.observers.recorder import Recorder
from clew.watch.trace import Lines, search_tree
from clew_problems import Colouring, Queens
from tests.corpus.families import MODELS, Draw, brute_force, model_of
from tests.engine_families import OWN
from tests.examples import THOROUGH
from tests.random_models import models, satisfying
from tests.random_problems import Forbidden

LEVELS: list[Any] = ["check", "forward", "unit", "arc"]
KINDS: list[Any] = ["jump", "nogoods"]
ORDERS = ("static", "mrv", "degree", "random")
FAMILIES = sorted({*MODELS, *OWN})
LARGEST = 20_000 if THOROUGH else 14_000

EUROPE = {
    "Andorra": "France Spain",
    "Austria": "Czechia Germany Italy Switzerland",
    "Belgium": "France Germany Luxembourg Netherlands",
    "Czechia": "Germany Poland",
    "Denmark": "Germany",
    "France": "Germany Italy Luxembourg Spain Switzerland",
    "Germany": "Luxembourg Netherlands Poland Switzerland",
    "Italy": "Switzerland",
    "Luxembourg": "",
    "Netherlands": "",
    "Poland": "",
    "Portugal": "Spain",
    "Spain": "",
    "Switzerland": "",
}


def europe(colours: int = 3) -> Colouring:
    return Colouring({name: others.split() for name, others in EUROPE.items()}, colours=colours)


def of_family(family: str, seed: int) -> clew.Model:
    return OWN[family](Draw(seed)) if family in OWN else model_of(family, seed)


def size_of(model: clew.Model) -> int:
    size = 1
    for domain in model.domains().values():
        size *= len(tuple(domain))
    return size


def rows(solutions: Iterable[Any]) -> list[tuple[Any, ...]]:
    return [solution.row() for solution in solutions]


def searched(plan: Plan, most: int = 10**9) -> LearningSearch:
    """The search that learns, once it has found so many solutions."""
    loop = plan.steps()
    search, root = loop.learning, loop.root
    assert search is not None
    if root is not clew.DEAD_END:
        for number, _ in enumerate(search.search(root, (loop.branch, loop.judge, loop.look_ahead), Counters()), 1):
            if number == most:
                break
    return search


# -- the same solutions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("inference", LEVELS)
def test_solutions_are_those_of_the_loop_and_of_brute_force(family: str, inference: Any) -> None:
    drawn = enumerate(of_family(family, seed) for seed in range(2))
    usable = [(k, one) for k, one in drawn if 1 < size_of(one) <= LARGEST and type(one) is clew.Model]
    for seed, model in usable if THOROUGH else usable[:1]:
        known, draw = brute_force(model), random.Random(f"{family} {seed}")
        for learning in KINDS:
            options: Any = {"inference": inference, "variable_order": draw.choice(ORDERS), "learning": learning}
            options["value_order"] = draw.choice(("domain", "reverse", "random"))
            found = rows(clew.solutions(model, **options))
            assert sorted(map(repr, found)) == sorted(map(repr, known))
            assert clew.count(model, **options) == len(known)
            assert (clew.first(model, **options) is not None) == bool(known)
            options |= {"variable_order": "static", "value_order": draw.choice(("domain", "reverse"))}
            plain = rows(clew.solutions(model, **{**options, "learning": "none", "kernel": "python"}))
            assert rows(clew.solutions(model, **options)) == plain
            first = clew.first(model, **options)
            assert (first and first.row()) == (plain[0] if plain else None)


@given(models(), st.sampled_from(LEVELS), st.sampled_from(KINDS), st.booleans())
def test_the_best_is_that_of_brute_force(model: clew.Model, inference: Any, learning: Any, maximize: bool) -> None:
    whole = [v for v, own in model.domains().items() if all(type(value) is int for value in own)]
    if not whole:
        return
    places = [k for k, v in enumerate(model.domains()) if v in whole]
    total = sum((Var(v) * (k % 3 - 1) for k, v in enumerate(whole)), clew.constraints.Constant(0))
    values = [sum(row[place] * (k % 3 - 1) for k, place in enumerate(places)) for row in brute_force(model)]
    found = clew.best(model, total, "max" if maximize else "min", inference=inference, learning=learning)
    assert found.objective == ((max if maximize else min)(values) if values else None)
    assert found.status is clew.Status.COMPLETE


@given(models(), st.sampled_from(LEVELS), st.sampled_from(KINDS), st.data())
def test_given_values_select_solutions(model: clew.Model, inference: Any, learning: Any, data: st.DataObject) -> None:
    names = list(model.domains())
    name = data.draw(st.sampled_from(names))
    value = data.draw(st.sampled_from(list(model.domains()[name])))
    known = [row for row in brute_force(model) if row[names.index(name)] == value]
    options: Any = {"given": {name: value}, "inference": inference, "learning": learning}
    assert sorted(map(repr, rows(clew.solutions(model, **options)))) == sorted(map(repr, known))


# -- nogoods and reasons -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("inference", LEVELS)
@given(models(), st.sampled_from(ORDERS), st.booleans())
def test_every_nogood_is_implied_and_says_something(
    inference: Any, model: clew.Model, order: str, is_given: bool
) -> None:
    """It holds of every solution, whatever is given: given values are among its literals, and no facts of the root."""
    names, known = list(model.domains()), brute_force(model)
    name = names[0]
    options: Any = {"inference": inference, "learning": "nogoods", "variable_order": order}
    options["given"] = {name: next(iter(model.domains()[name]))} if is_given else {}
    plan = make_plan(model, options, clew.First())
    lanes = plan.compiled.lanes
    for _, nogood in searched(plan, most=1).nogoods:
        pairs = set(lanes.pairs(nogood))
        assert all(any(pair in pairs for pair in zip(names, row, strict=True)) for row in known)
        assert not any(nogood & lanes.mask([v]) == lanes.mask([v]) for v in names)


@pytest.mark.parametrize("inference", LEVELS)
def test_given_values_are_literals_of_what_is_learned(inference: Any) -> None:
    """Petersen's graph has 120 colourings; what is learned if two vertices have a colour holds of all of them."""
    graph = Colouring.from_text("1-2-3-4-5-1 1-6 2-7 3-8 4-9 5-10 6-8-10-7-9-6")
    known = list(clew.solutions(graph))
    options: Any = {"inference": inference, "variable_order": "static", "value_order": "reverse", "learning": "nogoods"}
    options["given"] = {"8": 1, "7": 1}
    plan = make_plan(graph, options, clew.All())
    search = searched(plan)
    assert len(known) == 120
    assert search.nogoods
    for _, nogood in search.nogoods:
        pairs = list(plan.compiled.lanes.pairs(nogood))
        found = [one for one in known if one["8"] == one["7"] == 1]  # those that were excluded when they were found
        assert all(any(one[v] == w for v, w in pairs) for one in known if one not in found)


@pytest.mark.parametrize("learning", KINDS)
@pytest.mark.parametrize("inference", LEVELS)
@given(models(), st.sampled_from(ORDERS))
def test_every_nogood_prunes_after_its_jump(learning: Any, inference: Any, model: clew.Model, order: str) -> None:
    plain, pruned = LearningSearch._without, []

    def without(search: LearningSearch, state: Any, bits: int, reason: Any) -> Any:
        pruned.append(bits)
        return plain(search, state, bits, reason)

    with mock.patch.object(LearningSearch, "_without", without):
        clew.count(model, inference=inference, learning=learning, variable_order=order)
    assert all(pruned)


@pytest.mark.parametrize("inference", LEVELS)
@given(models(), st.sampled_from(ORDERS))
def test_every_explanation_alone_implies_its_removal(inference: Any, model: clew.Model, order: str) -> None:
    plain = Pruning.missing

    def missing(step: Pruning, bits: int) -> int:
        found = plain(step, bits)
        assert step.network is not None
        lanes = step.network.lanes
        assert not found & step.before
        left = {v: tuple(w for w in own if (v, w) not in set(lanes.pairs(found))) for v, own in model.domains().items()}
        for variable, value in lanes.pairs(bits):
            assert not satisfying({**left, variable: (value,)}, step.constraints)
        assert bits or not satisfying(left, step.constraints)
        return found

    with mock.patch.object(Pruning, "missing", missing):
        clew.count(model, inference=inference, learning="nogoods", variable_order=order)


# -- the traps ----------------------------------------------------------------------------------------------------


def figures(learning: Any, inference: Any, problem: clew.Problem[Any, Any] | None = None) -> tuple[int, int]:
    options: Any = {"inference": inference, "variable_order": "static", "learning": learning, "kernel": "python"}
    did = clew.solve(problem or europe(), clew.First(), **options).statistics
    return did.nodes, did.failures


@pytest.mark.parametrize("inference", ["check", "forward", "unit"])
def test_thrashing_ends(inference: Any) -> None:
    """Four neighbours need four colours, but a search in alphabetical order goes over what lies between them."""
    (nodes, failures), (jumped, jump), (learned, nogoods) = (figures(kind, inference) for kind in ("none", *KINDS))
    assert learned < jumped <= nodes
    assert nogoods < jump < failures


def test_a_nogood_of_one_variable_holds_at_the_root() -> None:
    """Whatever values its variable has lost further down: they do not raise the level to go back to."""
    recorder = Recorder()
    options: Any = {"inference": "unit", "variable_order": "static", "learning": "nogoods", "observers": [recorder]}
    assert clew.first(europe(), **options) is None
    alone = [k for k, event in enumerate(recorder.events) if _is_alone(event)]
    assert alone
    for k in alone:
        pruning = next(e for e in recorder.events[k:] if isinstance(e, events.PruneEvent))
        assert pruning.nogood
        assert pruning.state.depth == 0


def _is_alone(event: Any) -> bool:
    return isinstance(event, events.NogoodEvent) and len({v for v, _ in event.nogood}) == 1


def test_jumps_go_back_to_the_latest_decision_that_took_part() -> None:
    """Of plain backtracking: what is between it and the dead end is not tried again."""
    model = clew.Model()
    a, *_ = model.variables("a b c", range(3))
    last = model.variable("last", range(2))
    model.require(a != last, a + last != 1)
    options: Any = {"inference": "check", "variable_order": "static", "kernel": "python"}
    plain, jumps = (
        clew.solve(model, clew.First(), given={"a": 1}, learning=learning, **options) for learning in ("none", "jump")
    )
    assert plain.result is None
    assert jumps.result is None
    assert (plain.statistics.nodes, jumps.statistics.nodes) == (13, 3)


def test_failures_do_not_depend_on_how_many_solutions_are_wanted() -> None:
    options: Any = {"inference": "unit", "variable_order": "static", "learning": "nogoods"}
    seen = []
    for strategy in (clew.First(), clew.AtMost(1), clew.AtMost(5), clew.All()):
        recorder = Recorder()
        clew.solve(Queens(8), strategy, observers=[recorder], **options)
        found = [k for k, event in enumerate(recorder.events) if isinstance(event, events.SolutionEvent)]
        seen.append([type(event) for event in recorder.events[: found[0] + 1]])
    assert all(one == seen[0] for one in seen)


def test_counts_with_learning_walk_to_each_solution() -> None:
    model = clew.Model()
    for part in "pqr":
        x, y = model.variables([f"{part}x", f"{part}y"], range(3))
        model.require(x != y)
    outcome = clew.solve(model, clew.Count(), learning="nogoods")
    assert outcome.result == 6**3
    assert outcome.statistics.nodes > 6**3


@attrs.frozen
class Capricious(Constraint):
    """Three values differ; it prunes when it likes, so it is not monotone."""

    def holds(self, values: Any) -> bool:
        return len(set(values)) == len(values)

    def propagate(self, domains: Any) -> Any:
        single = {next(iter(own)) for own in domains if len(own) == 1}
        if len(single) == 1 and sum(map(len, domains)) % 2:
            return domains
        return [own if len(own) == 1 else [value for value in own if value not in single] for own in domains]


@pytest.mark.parametrize("learning", KINDS)
def test_propagators_that_are_not_monotone_are_explained_by_their_scope(learning: Any) -> None:
    model = clew.Model()
    names = model.variables("a b c d e f", range(4))
    model.require([Capricious([str(v) for v in "abcdef"[k : k + 3]]) for k in range(4)])
    model.require(names[0] != names[5])
    known = brute_force(model)
    assert rows(clew.solutions(model, learning=learning, variable_order="static")) == known
    assert known


@pytest.mark.parametrize("inference", LEVELS)
@pytest.mark.parametrize("learning", KINDS)
def test_a_predicate_in_python_is_explained_by_its_scope(inference: Any, learning: Any) -> None:
    model = clew.Model()
    model.variables("a b c d e", range(3))
    model.require(*[Predicate(lambda x, y, z: (x * y + z) % 3 == 1, pair) for pair in ("abc", "cde", "bda")])
    options: Any = {"inference": inference, "learning": learning, "variable_order": "static"}
    assert rows(clew.solutions(model, **options)) == brute_force(model)


def test_values_that_an_ordering_leaves_out_are_not_refuted() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x + y == 4)
    found = clew.first(model, learning="nogoods", inference="check", value_order=lambda state, v, values: values[:1])
    assert found == {"x": 2, "y": 2}


# -- what does not go with it --------------------------------------------------------------------------------------


class Enough(clew.All):
    """A strategy that says itself which nodes are hopeless."""

    def is_hopeless(self, result: Any, state: Any) -> bool:
        return False


@pytest.mark.parametrize("learning", KINDS)
def test_what_cannot_go_with_it_says_so_in_one_line(learning: Any) -> None:
    wrong: Any = "cbj"
    four, hooks = Queens(4), Forbidden({"a": (0, 1), "b": (0, 1)}, ())
    refused: list[Any] = [
        (lambda: clew.first(four, learning=wrong), "learning must be 'none', 'jump' or 'nogoods', not 'cbj'"),
        (
            lambda: clew.first(four, learning=learning, inference="none"),
            "inference check, forward, unit or arc",
        ),
        (lambda: clew.count(four, learning="jump", kernel="compiled"), "known to Python alone"),
        (lambda: clew.first(hooks, learning=learning), "asks constraints for reasons, and .* has hooks"),
        (lambda: clew.count(four, learning=learning, jobs=2, cutting=clew.Cutting(first=0)), "leave out jobs"),
        (lambda: clew.count_by_symmetry(four, learning=learning), "leave learning out"),
        (lambda: clew.estimate(four, learning=learning), "leave learning out"),
        (lambda: clew.solve(four, Enough(), learning=learning), "is_hopeless of Enough gives none"),
    ]
    for ask, message in refused:
        with pytest.raises(clew.OptionError, match=message) as error:
            ask()
        assert "\n" not in str(error.value)


def test_a_checkpoint_is_refused(tmp_path: Any) -> None:
    with pytest.raises(clew.OptionError, match="leave out jobs, executor and checkpoint"):
        clew.count(Queens(4), learning="jump", checkpoint=tmp_path / "kept")


def test_it_runs_in_python_and_says_why() -> None:
    did = clew.solve(Queens(6), clew.First(), learning="jump").statistics
    assert did.kernel == "python"
    assert "known to Python alone" in did.kernel_reason
    assert clew.solve(Queens(6), clew.First(), learning="none").statistics.kernel != "python"


@pytest.mark.parametrize("learning", KINDS)
@pytest.mark.parametrize("level", ["check", "unit"])
def test_statistics_count_what_observers_see(learning: Any, level: str) -> None:
    seen: list[Any] = []
    how: Any = {"learning": learning, "inference": level, "variable_order": "static"}
    did = clew.solve(europe(), clew.First(), observers=[seen.append], **how).statistics
    nogoods = [event for event in seen if isinstance(event, events.NogoodEvent)]
    assert did.learned.nogoods == len(nogoods) > 0
    assert did.learned.literals == sum(len({variable for variable, _ in event.nogood}) for event in nogoods)
    assert did.learned.jumped >= sum(isinstance(event, events.BackjumpEvent) for event in seen)
    assert did.as_dict()["learned"]["nogoods"] == len(nogoods)
    assert clew.solve(europe(), clew.First()).statistics.learned is None


# -- in words -------------------------------------------------------------------------------------------------------


def test_a_trace_tells_of_nogoods_and_jumps() -> None:
    lines: list[str] = []
    options: Any = {"inference": "unit", "variable_order": "static"}
    clew.first(europe(), learning="nogoods", observers=[Lines(europe(), lines.append, why=True)], **options)
    said = [line.strip() for line in lines]
    first = "one of (France is not 1) or Germany = 3 or (Luxembourg is not 1) must fail"
    assert f"{first}: learned from the dead end at Czechia = 2" in said
    at = said.index("prune Germany: 3 (learned), so Germany = 2")
    assert said[at + 1] == "because France is not 1; Luxembourg is not 1"
    assert "France must be 1: learned from the dead end at Austria = 2" in said
    assert "jump back over Austria, with values left to try" in said
    assert said[-1].startswith("no further solution exists")


@pytest.mark.parametrize("learning", KINDS)
@pytest.mark.parametrize("inference", LEVELS)
def test_a_recorded_tree_has_the_domains_of_its_nodes(learning: Any, inference: Any) -> None:
    recorder, seen = Recorder(), []
    options: Any = {"inference": inference, "variable_order": "static", "learning": learning}
    tree = search_tree(europe(), observers=[recorder], **options)
    nodes = [event.state for event in recorder.events if isinstance(event, events.NodeEvent)]
    seen = [k for k in range(len(tree)) if tree.kind(k) != "refused"]
    assert len(seen) == len(nodes) == tree.outcome.statistics.nodes  # type: ignore[union-attr]
    for k, state in zip(seen, nodes, strict=True):
        assert tree.decisions(k) == dict(state.items())
        assert tree.domains(k) == {v: list(state.domain(v)) for v in state.lanes.variables}
    assert tree.learned
    assert ("left unfinished" in tree.svg()) == any(isinstance(e, events.BackjumpEvent) for e in recorder.events)
    assert "must fail" in tree.html()


def test_a_profile_counts_what_was_learned() -> None:
    profile = Profile()
    clew.first(europe(), inference="unit", variable_order="static", learning="nogoods", observers=[profile])
    assert "learned from 8 dead ends, jumped back over 2 nodes" in profile.text(europe())
    assert profile.as_dict(europe())["learned"] == 8


def test_observers_change_nothing() -> None:
    for learning, inference in product(KINDS, LEVELS):
        options: Any = {"inference": inference, "learning": learning}
        silent = clew.solve(Queens(6), clew.All(), **options)
        watched = clew.solve(Queens(6), clew.All(), observers=[Recorder()], **options)
        assert rows(silent.result) == rows(watched.result)
        did = [attrs.evolve(one.statistics, seconds=0, kernel_reason="") for one in (silent, watched)]
        assert did[0] == did[1]
