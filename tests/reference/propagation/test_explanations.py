"""The values that a propagator names as the reason of a pruning imply it, by the meaning of its constraint alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import combinations, product
from pkgutil import iter_modules
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clew.constraints import (
    Acyclic,
    AllDifferent,
    And,
    Comparison,
    Connected,
    Constraint,
    Count,
    Cumulative,
    DistinctVectors,
    Element,
    ExactCover,
    Lex,
    Linear,
    NoOverlap,
    Not,
    Or,
    Predicate,
    Regular,
    Same,
    Sum,
    Table,
    Var,
)
from clew.constraints.distinct_sums import SumOfDifferent
from clew.constraints.expressions import compare
from clew.constraints.grouped_sums import SumOfGroups
from clew.constraints.primitives import Cardinality
from clew.constraints.resolving import resolved
from clew.reference import propagation
from clew.reference.propagation import distinct
from clew.reference.propagation.alternatives import AlternativesPropagator
from clew.reference.propagation.automaton import AutomatonPropagator
from clew.reference.propagation.callback import CallbackPropagator, ForwardCheckPropagator, LastOpenPropagator
from clew.reference.propagation.cardinality import CardinalityPropagator
from clew.reference.propagation.circuits import OneCircuitPropagator
from clew.reference.propagation.clause import ClausePropagator
from clew.reference.propagation.compared import ComparedPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.connection import ConnectionPropagator, SizedConnectionPropagator
from clew.reference.propagation.cumulative import CumulativePropagator
from clew.reference.propagation.disjunction import DisjunctionPropagator
from clew.reference.propagation.distinct_sum import DistinctSumPropagator
from clew.reference.propagation.distinct_tuples import DistinctTuplesPropagator
from clew.reference.propagation.element import ElementPropagator
from clew.reference.propagation.extremum import ExtremumPropagator
from clew.reference.propagation.forbidden import ForbiddenPropagator
from clew.reference.propagation.forest import ForestPropagator
from clew.reference.propagation.grouped_sum import GroupedSumPropagator
from clew.reference.propagation.images import ImagesPropagator
from clew.reference.propagation.lexicographic import LexicographicPropagator
from clew.reference.propagation.linear import LinearPropagator
from clew.reference.propagation.machine import OneMachinePropagator
from clew.reference.propagation.matching import MatchingPropagator
from clew.reference.propagation.network import Network
from clew.reference.propagation.observed import Observed, ObservedPropagator, Record
from clew.reference.propagation.places import PlacesPropagator
from clew.reference.propagation.propagator import Propagator
from clew.reference.propagation.table import TablePropagator
from clew.reference.propagation.tours import TourCostPropagator
from clew.state import thresholds
from clew.state.levels import LEVELS as BY_NAME
from clew.state.levels import UNIT
from tests.corpus.families import Even
from tests.engine_families import Extreme
from tests.random_models import RELATIONS
from tests.reference.propagation.test_strength import Priced, Trip

NAMES = list("abcd")
A, B, C, D = map(Var, NAMES)
VALUES = range(4)
PAIRS = list(combinations(NAMES, 2))
letters = st.sampled_from(VALUES)


@st.composite
def linear(draw: st.DrawFn) -> Constraint:
    weights = draw(st.lists(st.integers(-2, 3), min_size=4, max_size=4))
    return Linear(NAMES, weights, draw(st.sampled_from(RELATIONS)), draw(st.integers(-6, 12)))


@st.composite
def regular(draw: st.DrawFn) -> Constraint:
    states = st.integers(0, 3)
    transitions = draw(st.dictionaries(st.tuples(states, letters), states, min_size=4))
    return Regular(NAMES, transitions, 0, draw(st.frozensets(states, min_size=1)))


@st.composite
def table(draw: st.DrawFn, allowed: bool = True) -> Constraint:
    rows = st.lists(st.tuples(*[letters] * 4), min_size=1, max_size=12)
    chosen = draw(rows)
    # Of forbidden tuples few prune nothing: all that begin in the same way are forbidden as well.
    forbidden = [(*row[:3], value) for row in chosen for value in VALUES] if not allowed else chosen
    return Table(NAMES, forbidden, allowed=allowed)


@st.composite
def clause(draw: st.DrawFn) -> Constraint:
    literals = st.builds(Comparison, st.sampled_from(["a", "b", "c"]).map(list), st.sampled_from(RELATIONS), letters)
    return Or(
        [*draw(st.lists(literals, min_size=1, max_size=3)), Var("d") < draw(letters), Var("a") == 3, Var("b") < 1]
    )


@st.composite
def polynomial(draw: st.DrawFn) -> Constraint:
    a, b, c, d = map(Var, NAMES)
    left = draw(st.sampled_from([a * b * c + d, a * b - c * d, (a - b) * (c - d), a * a - b + c * d]))
    return compare(left, draw(st.sampled_from(RELATIONS)), draw(st.integers(-6, 12)))


@st.composite
def unknown(draw: st.DrawFn) -> Constraint:
    modulus = draw(st.integers(2, 4))
    return Predicate(lambda *values: sum(values) % modulus != 1, NAMES)


@attrs.frozen
class Counters(Count):
    """Counts with counters, however few there are."""

    def primitives(self) -> tuple[Cardinality]:
        return (Cardinality(self, self.counts),)


@attrs.frozen
class Toured(Priced):
    """Successors that are no nodes are none."""

    def holds(self, values: Sequence[Any]) -> bool:
        return max(values[:-1]) < len(self.costs) and super().holds(values)


KINDS: dict[type[Propagator], tuple[st.SearchStrategy[Constraint], str]] = {
    TablePropagator: (table(), "unit"),
    ForbiddenPropagator: (table(allowed=False), "unit"),
    LexicographicPropagator: (st.sampled_from([Lex("ab", "cd"), Lex("ac", "bd", strict=True)]), "unit"),
    ClausePropagator: (clause(), "unit"),
    DisjunctionPropagator: (
        st.sampled_from([Or([A + 2 <= B, B + 1 <= A]), Or([A + B <= 2, C + D < A, B > D])]),
        "unit",
    ),
    AlternativesPropagator: (
        st.sampled_from(
            [Or([And([A < B, B < C]), And([C < B, B < A])]), Or([A == B, Not(AllDifferent("bcd")), D > 2])]
        ),
        "unit",
    ),
    ComparedPropagator: (polynomial(), "unit"),
    ElementPropagator: (st.sampled_from([Element("a", [Var("c"), 2, Var("d"), Var("c")], "b")]), "unit"),
    ExtremumPropagator: (st.builds(Extreme, st.just(NAMES), st.booleans()), "unit"),
    MatchingPropagator: (st.sampled_from([AllDifferent(NAMES), AllDifferent(NAMES, exceptions=[1])]), "arc"),
    PlacesPropagator: (st.sampled_from([AllDifferent(NAMES), AllDifferent(NAMES, mapping=lambda _, v: 3 - v)]), "unit"),
    ImagesPropagator: (
        st.sampled_from(list(resolved(AllDifferent([Var("a") + Var("b"), Var("c"), 2 * Var("d")], exceptions=[3])))),
        "unit",
    ),
    AutomatonPropagator: (st.one_of(regular(), st.just(Count(NAMES, {1: (1, 2), 2: (1, 3)}))), "unit"),
    LinearPropagator: (linear(), "unit"),
    DistinctSumPropagator: (
        st.sampled_from(
            [
                SumOfDifferent("abc", (0, 1, 2, 3), (0b1011,), (), 4),
                SumOfDifferent(NAMES, (0, 1, 2, 3), (0b1111,), (), 6),
                SumOfDifferent("abd", (-1, 0, 2, 3, 4), (0b10101, 0b01110), (), 5),
            ]
        ),
        "unit",
    ),
    GroupedSumPropagator: (
        st.builds(
            SumOfGroups,
            st.just(NAMES),
            st.just((0, 1, 2, 3)),
            st.just((3, len(NAMES) - 3)),
            st.sampled_from([(1, 1), (1, -2)]),
            st.integers(0, 7),
        ),
        "unit",
    ),
    CardinalityPropagator: (
        st.sampled_from([Counters(NAMES, {1: (1, 2), 2: (1, 3)}), Counters(NAMES, {0: 2, 3: 1})]),
        "unit",
    ),
    ConnectionPropagator: (
        st.builds(Connected, st.just(NAMES), st.lists(st.sampled_from(PAIRS), min_size=2, max_size=4), letters),
        "unit",
    ),
    SizedConnectionPropagator: (
        st.builds(
            partial(Connected, size=(2, 3)), st.just(NAMES), st.lists(st.sampled_from(PAIRS), min_size=2), letters
        ),
        "unit",
    ),
    ForestPropagator: (
        st.builds(Acyclic, st.just(NAMES), st.lists(st.sampled_from(PAIRS), min_size=4, max_size=4), st.booleans()),
        "unit",
    ),
    CallbackPropagator: (st.just(Even(NAMES)), "arc"),
    ForwardCheckPropagator: (st.one_of(unknown(), table()), "forward"),
    LastOpenPropagator: (st.one_of(unknown(), st.just(Even(NAMES))), "unit"),
    CumulativePropagator: (
        st.builds(
            lambda durations, demands: Cumulative(NAMES, durations, demands, 3),
            st.lists(st.integers(1, 3), min_size=4, max_size=4),
            st.lists(st.integers(1, 3), min_size=4, max_size=4),
        ),
        "unit",
    ),
    OneMachinePropagator: (
        st.lists(st.integers(1, 2), min_size=4, max_size=4).map(lambda durations: NoOverlap(NAMES, durations)),
        "unit",
    ),
    OneCircuitPropagator: (st.builds(Trip, st.just(NAMES), st.booleans()), "unit"),
    TourCostPropagator: (
        st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=3, max_size=3).map(
            lambda costs: Toured(NAMES, tuple(map(tuple, costs)))
        ),
        "unit",
    ),
    DistinctTuplesPropagator: (
        st.sampled_from([DistinctVectors([NAMES[:2], NAMES[2:]]), DistinctVectors([["a", "b"], ["c", "a"]])]),
        "unit",
    ),
}


def test_every_kind_of_propagator_is_explained_here() -> None:
    for module in iter_modules(propagation.__path__, f"{propagation.__name__}."):
        import_module(module.name)  # whatever other tests of this process have loaded
    families = Propagator.__subclasses__()
    every = {kind for family in families for kind in (family, *family.__subclasses__())}
    kinds = {kind for kind in every if kind.__module__.startswith("clew.reference.propagation.")}
    assert kinds - {ObservedPropagator} == set(KINDS)  # that one prunes as the propagator that it stands for


def satisfying(network: Network, constraint: Constraint, missing: int) -> list[tuple[int, ...]]:
    """The solutions of one constraint over the start domains without some values, each as the places of its bits."""
    lanes = [network.lanes.lane[variable] for variable in constraint.scope]
    left = network.start & ~missing
    choices = [[place for place in range(lane.offset, lane.guard) if left >> place & 1] for lane in lanes]
    return [
        places
        for places in product(*choices)
        if constraint.holds([lane.values[place - lane.offset] for lane, place in zip(lanes, places, strict=True)])
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_an_explanation_alone_implies_the_pruning(kind: type[Propagator], data: st.DataObject) -> None:
    constraints, level = KINDS[kind]
    constraint = data.draw(constraints)
    with (  # constraints of a user's own are not written out as tables, and small permutations get no dual lanes
        mock.patch.multiple(thresholds, TUPLES=0, FEW_TUPLES=0),
        mock.patch.object(distinct, "DUAL_SCOPE", 0),
    ):
        network = Compiler(dict.fromkeys(NAMES, VALUES), (constraint,), BY_NAME[level]).network()
    found = [propagator for propagator in network.propagators if type(propagator) is kind]
    assume(found)
    propagator = data.draw(st.sampled_from(found))
    before = 0
    for lane in propagator.scope:
        some = data.draw(st.sets(st.sampled_from(lane.values), min_size=1, max_size=3))
        before |= sum(1 << lane.offset + lane.positions[value] for value in some)
    after = called(propagator, before)
    for lane in propagator.scope:  # settle one variable after the other until it prunes
        if after == before:
            value = data.draw(st.sampled_from(lane.select(before >> lane.offset & lane.full)))
            before &= ~(lane.full << lane.offset) | 1 << lane.offset + lane.positions[value]
            after = called(propagator, before)
    if after == before:
        return
    pruned = before & ~after if after else 0
    why = propagator.explain(before, pruned)
    assert not why & ~propagator.mask
    assert not why & before
    left = satisfying(network, propagator.constraint, why)
    assert not any(pruned >> place & 1 for places in left for place in places) if pruned else not left
    assert follows(propagator, why, pruned)
    for place in range(why.bit_length()):
        if why >> place & 1 and kind is not LinearPropagator:  # its reason is direct, and may say more than it needs
            assert not follows(propagator, why ^ 1 << place, pruned)


def called(propagator: Propagator, domains: int) -> int:
    """The domains that it leaves if the variables with one value are assigned."""
    if type(propagator) is not ForwardCheckPropagator:
        return propagator(domains)
    lanes = propagator.scope
    assigned = sum(1 << lane.guard for lane in lanes if (domains >> lane.offset & lane.full).bit_count() == 1)
    return propagator(domains | assigned) & ~assigned


def follows(propagator: Propagator, missing: int, pruned: int) -> bool:
    """Whether the propagator prunes the values, or fails, where only these are missing."""
    before, after = 0, propagator.mask & ~missing
    while after and after != before:
        before, after = after, called(propagator, after)
    return not after or bool(pruned and not after & pruned)


def test_what_is_not_pruned_is_not_explained() -> None:
    network = Compiler(dict.fromkeys(NAMES, VALUES), (Linear(NAMES, [1] * 4, "<=", 3),), UNIT).network()
    (propagator,) = network.propagators
    domains: Any = network.start
    with pytest.raises(ValueError, match="does not prune"):
        propagator.explain(domains, 1)
    with pytest.raises(ValueError, match="does not prune"):
        propagator.explain(domains, 0)


def letters_cover(chance: random.Random) -> tuple[Constraint, ...]:
    options = {k: [name for name in NAMES if chance.random() < 0.5] for k in range(6)}
    return (ExactCover({k: items for k, items in options.items() if items} | {9: NAMES}),)


MODELS: dict[str, Callable[[random.Random], tuple[Constraint, ...]]] = {
    "conflicts": lambda chance: (Same("ab", "bc"), Var("c") != Var("d"), Var("a") + 1 != Var("d")),
    "permutation": lambda chance: (AllDifferent(NAMES),),
    "permutation of what is left": lambda chance: (
        AllDifferent(NAMES),
        *(Var(name) != 2 for name in NAMES),
        *(Var(name) != 4 for name in chance.sample(NAMES, 3)),
    ),
    "offsets": lambda chance: (AllDifferent(NAMES, offsets=[chance.randint(-1, 1) for _ in NAMES]),),
    "together": lambda chance: (AllDifferent(NAMES), Sum("abc", "<=", chance.randint(2, 6)), Var("a") < Var("b")),
    "table": lambda chance: (Predicate(lambda a, b, c: (a + b * c) % 3 == 1, "abc"), Var("a") > 0, Lex("ab", "cd")),
    "cover": letters_cover,
}


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("seed", range(12))
def test_each_step_of_propagation_has_an_explanation_that_implies_it(kind: str, seed: int) -> None:
    chance = random.Random(seed)
    constraints = MODELS[kind](chance)
    whole: dict[Any, Any] = dict.fromkeys(NAMES, range(5) if "left" in kind else VALUES)
    if isinstance(constraints[0], ExactCover):
        whole = dict(constraints[0].domains())
    network = Compiler(whole, constraints, UNIT).network()
    lanes, record = network.lanes, Record()
    observed = Observed.of(network, record)
    record.begin(lanes, lanes.start)
    observed.assume({name: chance.choice(domain) for name, domain in whole.items() if chance.random() < 0.4})
    is_refused = record.failure is not None
    if not is_refused:
        observed.propagate(record.domains, 0, lanes.declared)
    if record.failure is not None and not is_refused:
        imply(network, record.domains & lanes.declared, 0)
    for step in record.pruned:
        for place in range(step.bits.bit_length()):
            if step.bits >> place & 1 and step.constraint is not None:
                imply(network, step.before & lanes.declared, 1 << place, (step.constraint,))


def imply(network: Network, before: int, pruned: int, named: tuple[Constraint, ...] = ()) -> None:
    found = network.explain(before, pruned, named)
    assert not found.missing & before
    lanes = network.lanes
    if not found.constraints:
        assert not pruned
        assert found.missing in [lane.full << lane.offset for lane in lanes.lane.values()]
        return
    assert not named or found.constraints == named
    scope = [lanes.lane[variable] for variable in found.constraints[0].scope]
    left = lanes.declared & ~found.missing
    choices = [[k for k in range(lane.offset, lane.guard) if left >> k & 1] for lane in scope]
    for places in product(*choices):
        values = [lane.values[k - lane.offset] for lane, k in zip(scope, places, strict=True)]
        assert not found.constraints[0].holds(values) or (pruned and not any(pruned >> k & 1 for k in places))
