"""Every constraint's pruning, against its own `holds` by brute force.

A model of one constraint is compiled, its domains are narrowed in every way there is (declared so, by constraints on
one variable, by values given, by bits taken away afterwards), and what is left is compared with what a search of all
the combinations says may be left.

`CLEW_THOROUGH=1` tries thousands of examples instead of hundreds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import permutations, product
from typing import Any, Final, Literal
from unittest import mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import (
    AllDifferent,
    And,
    AtLeast,
    AtMost,
    Comparison,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    ExactCover,
    Exactly,
    Formula,
    Implies,
    Lex,
    Linear,
    Not,
    Or,
    Predicate,
    Product,
    Regular,
    Same,
    Stepwise,
    Sum,
    Table,
    Var,
)
from clew.planning.reference import compiled
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
from clew.state import thresholds
from clew.state.levels import LEVELS as BY_NAME
from clew.state.levels import UNIT
from tests.corpus.families import Even
from tests.examples import THOROUGH
from tests.random_models import models

RELATIONS: Final = ("==", "!=", "<", "<=", ">", ">=")
NAMES: Final = "uvwxyz"
LETTERS: Final = ("a", "b", "c", None)
LEVELS: Final = ("unit", "arc")

Level = Literal["unit", "arc"]
Domains = dict[Any, tuple[Any, ...]]
Make = Callable[[st.DrawFn], tuple[Constraint, Domains]]

some = settings(max_examples=1000 if THOROUGH else 25)


# -- constraints of a user's own -------------------------------------------------------------------


@attrs.frozen
class EndsApart(Constraint):
    """A user's own: the smallest and the largest value are just so far apart. It prunes by the bounds."""

    apart: int

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(max(values) - min(values) == self.apart)

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Sequence[Iterable[Any]] | None:
        lows, highs = [min(d) for d in domains], [max(d) for d in domains]
        kept = [[v for v in d if v + self.apart >= max(lows) and v - self.apart <= min(highs)] for d in domains]
        return kept if all(kept) else None


@attrs.frozen
class Running(Stepwise):
    """A user's own automaton: the running sum stays between two bounds, and ends even."""

    low: int
    high: int

    def holds(self, values: Sequence[Any]) -> bool:
        sums = [sum(values[: k + 1]) for k in range(len(values))]
        return all(self.low <= total <= self.high for total in sums) and sums[-1] % 2 == 0

    def start(self) -> Hashable:
        return 0

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        total: int = memory + value
        return total if self.low <= total <= self.high else None

    def accepts(self, memory: Any) -> bool:
        return bool(memory % 2 == 0)


# -- random constraints, a maker each --------------------------------------------------------------


def _domains(draw: st.DrawFn, low: int = 1, high: int = 5, values: Sequence[Any] = range(-1, 4)) -> Domains:
    names = draw(st.permutations(NAMES[: draw(st.integers(low, high))]))
    domain = st.lists(st.sampled_from(values), min_size=1, max_size=4, unique=True).map(tuple)
    same = draw(domain) if draw(st.booleans()) else None
    return {name: same or draw(domain) for name in sorted(names)}


def _scope(draw: st.DrawFn, domains: Mapping[Any, object]) -> tuple[Any, ...]:
    """All the variables in some order."""
    return tuple(draw(st.permutations(sorted(domains))))


def _words(draw: st.DrawFn) -> Sequence[Any]:
    return draw(st.sampled_from((range(-1, 4), LETTERS)))


def _all_different(draw: st.DrawFn, **options: Any) -> tuple[Constraint, Domains]:
    domains = _domains(draw, values=_words(draw))
    return AllDifferent(_scope(draw, domains), **options), domains


def _offsets(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw)
    many = draw(st.lists(st.integers(-2, 2), min_size=len(domains), max_size=len(domains)))
    rising = draw(st.sampled_from((many, sorted(many), sorted(many, reverse=True))))
    if draw(st.booleans()):  # the queens' way
        domains = dict.fromkeys(domains, tuple(range(len(domains))))
        return AllDifferent(sorted(domains), offsets=rising), domains
    return AllDifferent(_scope(draw, domains), offsets=rising), domains


def _mapping(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    by = draw(st.integers(1, 3))
    domains = _domains(draw)
    mapping = draw(
        st.sampled_from((lambda _, value: value // by, lambda name, value: (value + ord(name)) % 4, lambda *both: both))
    )
    offsets = draw(st.sampled_from((None, tuple(range(len(domains))))))
    if draw(st.booleans()) and offsets is not None:
        return AllDifferent(_scope(draw, domains), mapping=lambda _, value: value // by, offsets=offsets), domains
    return AllDifferent(_scope(draw, domains), mapping=mapping), domains


def _exceptions(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    if draw(st.booleans()):
        return _all_different(draw, exceptions=draw(st.frozensets(st.integers(-1, 3), max_size=2)))
    return _all_different(draw, exceptions=draw(st.frozensets(st.sampled_from(LETTERS), max_size=2)))


def _table(draw: st.DrawFn, allowed: bool) -> tuple[Constraint, Domains]:
    words = _words(draw)
    domains = _domains(draw, values=words)
    row = st.tuples(*[st.sampled_from(words)] * len(domains))
    rows = draw(st.lists(row, min_size=1, max_size=30))
    return Table(_scope(draw, domains), rows, allowed=allowed), domains


def _predicate(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    modulus, rest = draw(st.integers(2, 4)), draw(st.integers(0, 3))
    domains = _domains(draw)

    def function(*values: int) -> bool:
        return sum((k + 1) * value for k, value in enumerate(values)) % modulus == rest % modulus

    return Predicate(function, _scope(draw, domains)), domains


def _comparison(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw, high=2)
    relation = draw(st.sampled_from(RELATIONS))
    constant = draw(st.integers(-1, 3)) if len(domains) == 1 else None
    return Comparison(_scope(draw, domains), relation, constant), domains


def _linear(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw)
    weights: Any = draw(st.lists(st.integers(-3, 3), min_size=len(domains), max_size=len(domains)))
    return Linear(_scope(draw, domains), weights, draw(st.sampled_from(RELATIONS)), draw(st.integers(-4, 8))), domains


def _floats(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    """Sums of tenths: rounding must not lose a solution that `holds` accepts."""
    domains = _domains(draw, low=3, values=(0.1, 0.2, 0.3, 0.7))
    weights: Any = draw(st.lists(st.sampled_from((1, 1, 0.1, -1, 3)), min_size=len(domains), max_size=len(domains)))
    values = [draw(st.sampled_from(domain)) for domain in domains.values()]
    scope = tuple(domains)
    bound = sum(weight * value for weight, value in zip(weights, values, strict=True))
    return Linear(scope, weights, draw(st.sampled_from(RELATIONS)), bound), domains


def _sum(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw)
    return Sum(_scope(draw, domains), draw(st.sampled_from(RELATIONS)), draw(st.integers(-4, 10))), domains


def _product(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw, values=draw(st.sampled_from((range(-1, 4), range(5), range(1, 5)))))
    return Product(_scope(draw, domains), draw(st.sampled_from(RELATIONS)), draw(st.integers(-4, 25))), domains


def _formula(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw, low=3, high=3)
    x, y, z = map(Var, _scope(draw, domains))
    left: Any = draw(st.sampled_from((x * y + z, x * y * z, x % 2 + y * z, abs(x) + abs(y) - z, x // 2 * y + z)))
    bound = draw(st.integers(-2, 6))
    made: Constraint = draw(st.sampled_from((left == bound, left <= z + bound, left != z, left > bound)))
    return made, domains


def _count(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    words = _words(draw)
    domains = _domains(draw, values=words)
    counts: dict[Any, tuple[int, int]] = {}
    left = len(domains)
    for value in draw(st.lists(st.sampled_from(words), max_size=4, unique=True)):
        low = draw(st.integers(0, left))
        left -= low
        counts[value] = low, draw(st.integers(low, max(low, len(domains)) + 1))
    return Count(_scope(draw, domains), counts), domains


def _short_count(draw: st.DrawFn, kind: Callable[..., Constraint]) -> tuple[Constraint, Domains]:
    words = _words(draw)
    domains = _domains(draw, values=words)
    return kind(draw(st.integers(0, len(domains))), draw(st.sampled_from(words)), _scope(draw, domains)), domains


def _regular(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    words = _words(draw)
    domains = _domains(draw, values=words)
    states = st.integers(0, 2)
    moves = draw(st.dictionaries(st.tuples(states, st.sampled_from(words)), states, min_size=1, max_size=15))
    accepting: Any = draw(st.frozensets(states, min_size=1))
    return Regular(_scope(draw, domains), moves, 0, accepting), domains


def _element(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw, low=2)
    index, value, *others = _scope(draw, domains)
    entry = st.one_of(st.integers(-1, 3), *([st.sampled_from(others).map(Var)] if others else []))
    entries = [*draw(st.lists(entry, max_size=3)), *map(Var, others)]
    entries = list(draw(st.permutations(entries))) or [draw(entry)]
    return Element(index, entries, value), domains


def _lex(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw, low=2, high=6)
    scope = _scope(draw, domains)
    half = len(scope) // 2
    return Lex(scope[:half], scope[half : 2 * half], draw(st.booleans())), {v: domains[v] for v in sorted(scope)}


def _cover(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    """An exact cover; its items' domains may lack options, and have values that are none."""
    items = "abcde"
    optional = draw(st.sets(st.sampled_from(items), max_size=2))
    chosen = draw(st.lists(st.sets(st.sampled_from(items), min_size=1, max_size=3), min_size=1, max_size=8))
    options = {k: sorted(some_items) for k, some_items in enumerate(chosen) if some_items - optional}
    cover = ExactCover(options or {0: ["a"]}, optional if options else ())
    domains = cover.domains()
    if draw(st.booleans()):
        domains = {item: (*own, "no option") for item, own in domains.items()}
    if draw(st.booleans()):
        domains = {item: (*draw(st.permutations(own))[:-1],) or own for item, own in domains.items()}
    return cover, domains


def _vectors(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    """Vectors that lie apart, or overlap."""
    domains = _domains(draw, low=2, high=6, values=range(3))
    width = draw(st.integers(1, 3))
    scope = sorted(domains)
    rows = [tuple(scope[k : k + width]) for k in range(0, len(scope) - width + 1, draw(st.sampled_from((width, 1))))]
    if len(rows) < 2 or draw(st.integers(0, 2)) == 0:
        vector = st.permutations(scope).map(lambda names: tuple(names[:width]))
        width = min(width, len(scope))
        rows = draw(st.lists(vector, min_size=2, max_size=4, unique=True))
    made = DistinctVectors(rows)
    return made, {v: domains[v] for v in domains if v in made.scope}


def _same(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw, low=2, values=_words(draw))
    scope = sorted(domains)
    width = draw(st.integers(1, min(3, len(scope))))
    vector = st.permutations(scope).map(lambda names: names[:width])
    made = Same(draw(vector), draw(vector))
    return made, {v: domains[v] for v in domains if v in made.scope}


def _combined(draw: st.DrawFn, kind: str) -> tuple[Constraint, Domains]:
    domains = _domains(draw)

    def part() -> Constraint:
        scope = _scope(draw, domains)[: draw(st.integers(1, 3))]
        leaf: Constraint = draw(
            st.sampled_from(
                (
                    AllDifferent(scope),
                    Sum(scope, draw(st.sampled_from(RELATIONS)), draw(st.integers(-1, 4))),
                    Comparison(scope[:1], "<", 2),
                    Comparison(scope[:2], "<", 2 if len(scope) == 1 else None),
                    Exactly(1, draw(st.integers(-1, 3)), scope),
                )
            )
        )
        return leaf

    one, other = part(), part()
    if draw(st.integers(0, 3)) == 0:
        other = Not(other) | part()
    made: Constraint
    if kind == "and":  # no part of a model by itself: a model takes it apart
        made = And([one, other])
    elif kind == "or":
        made = Or([one, other, part()])
    elif kind == "not":
        made = Not(And([one, other]))
    else:
        made = Implies(one, other)
    return made, {v: domains[v] for v in domains if v in made.scope}


def _ends_apart(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw)
    return EndsApart(_scope(draw, domains), draw(st.integers(0, 4))), domains


def _modular(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw)
    return Even(_scope(draw, domains)), domains


def _running(draw: st.DrawFn) -> tuple[Constraint, Domains]:
    domains = _domains(draw)
    return Running(_scope(draw, domains), draw(st.integers(-2, 1)), draw(st.integers(1, 6))), domains


KINDS: Final[dict[str, Make]] = {
    "all different": _all_different,
    "all different, offsets": _offsets,
    "all different, mapping": _mapping,
    "all different, exceptions": _exceptions,
    "table": lambda draw: _table(draw, allowed=True),
    "forbidden": lambda draw: _table(draw, allowed=False),
    "predicate": _predicate,
    "comparison": _comparison,
    "linear": _linear,
    "linear, floats": _floats,
    "sum": _sum,
    "product": _product,
    "formula": _formula,
    "count": _count,
    "exactly": lambda draw: _short_count(draw, Exactly),
    "at least": lambda draw: _short_count(draw, AtLeast),
    "at most": lambda draw: _short_count(draw, AtMost),
    "regular": _regular,
    "element": _element,
    "lex": _lex,
    "exact cover": _cover,
    "distinct vectors": _vectors,
    "same": _same,
    "and": lambda draw: _combined(draw, "and"),
    "or": lambda draw: _combined(draw, "or"),
    "not": lambda draw: _combined(draw, "not"),
    "implies": lambda draw: _combined(draw, "implies"),
    "own with propagate": _ends_apart,
    "own, a little": _modular,
    "own stepwise": _running,
}


@attrs.frozen
class Case:
    """A constraint, its domains, and what is left of them: `smaller` is a part of `larger`, and that of the whole."""

    constraint: Constraint
    domains: Domains
    larger: Domains
    smaller: Domains


@st.composite
def cases(draw: st.DrawFn, kind: str) -> Case:
    constraint, domains = KINDS[kind](draw)

    def part(whole: Domains) -> Domains:
        kept = {v: draw(st.sets(st.sampled_from(values), min_size=1)) for v, values in whole.items()}
        return {v: tuple(w for w in values if w in kept[v]) for v, values in whole.items()}

    larger = part(domains)
    smaller = part(larger)
    if draw(st.booleans()):  # all fixed but one, at most
        spared = draw(st.sampled_from(sorted(domains)))
        smaller = {v: larger[v] if v == spared else values[:1] for v, values in smaller.items()}
    return Case(constraint, domains, larger, smaller)


# -- what is left ------------------------------------------------------------------------------------


def decoded(network: Network, domains: int) -> Domains:
    """The values left to each variable; none at all at a dead end."""
    if not domains:
        return dict.fromkeys(network.lanes.variables, ())
    return {v: lane.select(domains >> lane.offset & lane.full) for v, lane in network.lanes.lane.items()}


def network_of(domains: Mapping[Any, Iterable[Any]], constraints: Iterable[Constraint], level: Level) -> Network:
    return compiled(domains, tuple(part for c in constraints for part in c.conjuncts()), BY_NAME[level])


def declared(case: Case, left: Domains, level: Level) -> Domains:
    """The values left are the domains."""
    network = network_of(left, [case.constraint], level)
    return decoded(network, network.root({})[0])


def by_unary(case: Case, left: Domains, level: Level) -> Domains:
    """The values left are those that constraints on one variable leave."""
    unary = [Table((v,), [(value,) for value in values]) for v, values in left.items()]
    network = network_of(case.domains, [*unary, case.constraint], level)
    return decoded(network, network.root({})[0])


def by_given(case: Case, left: Domains, level: Level) -> Domains:
    """What has one value left is given; for the rest the bits are taken away later."""
    network = network_of(case.domains, [case.constraint], level)
    domains, done = network.root({v: values[0] for v, values in left.items() if len(values) == 1})
    return taken_away(network, domains, done, left)


def by_bits(case: Case, left: Domains, level: Level) -> Domains:
    """The values that are not left are taken away after the first fixpoint, as a search does."""
    network = network_of(case.domains, [case.constraint], level)
    return taken_away(network, *network.root({}), left)


def taken_away(network: Network, domains: int, done: int, left: Domains) -> Domains:
    if domains:
        gone = network.lanes.bits(
            (v, w) for v, lane in network.lanes.lane.items() for w in lane.values if w not in left[v]
        )
        pruned = domains & ~network.with_links(domains & gone)
        domains, done = network.propagate(pruned, done, domains ^ pruned)
    return decoded(network, domains)


WAYS: Final = (declared, by_unary, by_given, by_bits)


def supported(constraint: Constraint, left: Domains) -> dict[Any, set[Any]]:
    """The values that are part of a solution, by brute force."""
    scope = constraint.scope
    found = [values for values in product(*(left[v] for v in scope)) if constraint.holds(values)]
    support: dict[Any, set[Any]] = {v: set(values) if found else set() for v, values in left.items()}
    return support | {v: {values[k] for values in found} for k, v in enumerate(scope)}


def is_generalised_arc_consistent(constraint: Constraint, level: Level) -> bool:
    """Whether every value left has a support, by what the constraint's documentation promises."""
    size = len(constraint.scope)
    if isinstance(constraint, And):
        return False
    if isinstance(constraint, (ExactCover, Same, DistinctVectors)):
        return size <= 2 and level == "arc" and not isinstance(constraint, ExactCover)
    if size == 1:
        return not isinstance(constraint, AllDifferent)  # which then says nothing at all
    if size == 2 or isinstance(constraint, AllDifferent):
        return level == "arc"
    if isinstance(constraint, Linear):
        return constraint.relation == "!="
    return isinstance(constraint, (Table, Stepwise, Predicate, Formula, Or, Not))


def examine(constraint: Constraint, level: Level, left: Domains, kept: Domains, complete: bool) -> None:
    """What was kept against what is supported."""
    support = supported(constraint, left)
    for variable in left:
        assert support[variable] <= set(kept[variable]), "pruned too much"
        assert set(kept[variable]) <= set(left[variable]), "gave back a value"
    last = sum(len(values) > 1 for values in kept.values()) <= 1
    if complete or last:
        assert {v: set(values) for v, values in kept.items()} == support, "a value without support is left"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_pruned_has_no_solution_and_what_is_left_has_where_promised(kind: str) -> None:
    @some
    @given(cases(kind), st.sampled_from(LEVELS), st.sampled_from(WAYS))
    def run(case: Case, level: Level, way: Callable[[Case, Domains, Level], Domains]) -> None:
        complete = is_generalised_arc_consistent(case.constraint, level)
        for left in (case.larger, case.smaller):
            examine(case.constraint, level, left, way(case, left, level), complete)

    run()


@pytest.mark.parametrize("kind", KINDS)
def test_fewer_values_never_keep_more(kind: str) -> None:
    @some
    @given(cases(kind), st.sampled_from(LEVELS))
    def run(case: Case, level: Level) -> None:
        fewer, more = (by_bits(case, left, level) for left in (case.smaller, case.larger))
        assert all(set(fewer[v]) <= set(more[v]) for v in case.domains)

    run()


@some
@given(st.sampled_from(("predicate", "formula", "or", "not", "forbidden")).flatmap(cases), st.integers(0, 20))
def test_what_is_too_large_for_a_table_is_pruned_to_the_last_open_variable(case: Case, most: int) -> None:
    for left in (case.larger, case.smaller):
        with mock.patch.multiple(thresholds, TUPLES=most, FEW_TUPLES=most):
            network = Compiler(left, (case.constraint,), UNIT).network()
        kept = decoded(network, network.root({})[0])
        examine(case.constraint, "unit", left, kept, complete=False)


@pytest.mark.parametrize("kind", ["product", "element"])
def test_a_small_product_or_element_becomes_a_table(kind: str) -> None:
    @some
    @given(cases(kind))
    def run(case: Case) -> None:
        if len(case.constraint.scope) > 2 and thresholds.are_few(case.domains.values(), prunes=True):
            examine(case.constraint, "unit", case.larger, by_bits(case, case.larger, "unit"), complete=True)

    run()


# -- several constraints -------------------------------------------------------------------------------


@settings(max_examples=3000 if THOROUGH else 60)
@given(models(most=4), st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_the_order_of_the_constraints_changes_nothing(model: clew.Model, level: Level, shuffle: Any) -> None:
    # Those on one variable first: what comes of another order is tested below.
    constraints = sorted(model.constraints(), key=lambda c: len(c.scope) > 1)
    first = network_of(model.domains(), constraints, level)
    unary = [c for c in constraints if len(c.scope) == 1]
    others = constraints[len(unary) :]
    shuffle.shuffle(others)
    second = network_of(model.domains(), [*reversed(unary), *others], level)
    assert decoded(first, first.root(model.given())[0]) == decoded(second, second.root(model.given())[0])


def test_constraints_on_one_variable_count_wherever_they_are_declared() -> None:
    # Three values for three variables once 3 is gone: each must have a place, and 2 has only z's.
    constraints = [AllDifferent("xyz"), *(Var(v) != 3 for v in "xyz"), Var("x") != 2, Var("y") != 2]
    roots = []
    for some_order in (constraints, constraints[::-1]):
        network = network_of(dict.fromkeys("xyz", range(4)), some_order, "unit")
        roots.append(decoded(network, network.root({})[0]))
    assert roots[0] == roots[1]


def test_a_unary_constraint_keeps_values_from_a_predicate_wherever_it_is_declared() -> None:
    x, y, z = map(Var, "xyz")
    counts = []
    for order in permutations([y != 0, x % y == z]):
        model = clew.Model()
        model.variables("x y z", range(4))
        model.require(order)
        counts.append(clew.count(model))
    assert counts == [12, 12]


@pytest.mark.parametrize("inference", ["forward", "unit", "arc"])
def test_a_predicate_on_two_variables_is_not_asked_about_values_already_gone(
    inference: Literal["forward", "unit", "arc"],
) -> None:
    x, y = map(Var, "xy")
    model = clew.Model()
    model.variables("x y", range(4))
    model.require(y != 0, x % y == 0)
    assert len(list(clew.solutions(model, inference=inference, variable_order="static"))) == 8


# -- what random examples seldom hit ------------------------------------------------------------------


def counts(model: clew.Model) -> dict[str, int]:
    levels: tuple[Literal["none", "check", "forward", "unit", "arc"], ...] = ("none", "check", "forward", "unit", "arc")
    return {level: clew.count(model, inference=level) for level in levels}


def a_model(domains: Mapping[Any, Iterable[Any]], *constraints: Constraint) -> clew.Model:
    model = clew.Model()
    for name, domain in domains.items():
        model.variable(name, domain)
    model.require(constraints)
    return model


def test_an_optional_item_that_is_a_variable_of_something_else() -> None:
    cover = ExactCover({0: "ac", 1: "bc", 2: "b"}, optional="c")
    model = a_model(dict.fromkeys("abc", range(3)), cover)  # c is free: the cover is not about it
    assert set(counts(model).values()) == {3}


def test_a_value_that_is_no_option_of_an_exact_cover() -> None:
    model = a_model(dict.fromkeys("ab", range(3)), ExactCover({0: "a", 1: "b"}))
    assert set(counts(model).values()) == {1}


def test_a_state_of_an_automaton_may_be_none() -> None:
    accepting: Any = {None}
    word = Regular("abc", {(0, 0): None, (0, 1): 0, (None, 0): None}, 0, accepting)
    model = a_model(dict.fromkeys("abc", range(2)), word)
    assert set(counts(model).values()) == {3}


def test_sums_of_tenths_lose_no_solution() -> None:
    model = a_model(dict.fromkeys("xyz", (0.1, 0.2, 0.3)), Sum("xyz", "==", 0.6))
    assert set(counts(model).values()) == {sum(sum(p) == 0.6 for p in product((0.1, 0.2, 0.3), repeat=3))}


class Multiple(Constraint):
    """A user's own without attrs: what it has beside its scope is not compared by ==."""

    def __init__(self, scope: Iterable[Any], of: int) -> None:
        super().__init__(scope)
        object.__setattr__(self, "of", of)

    def holds(self, values: Sequence[Any]) -> bool:
        of: int = vars(self)["of"]
        return bool(sum(values) % of == 0)


def test_own_constraints_without_attrs_are_not_taken_for_each_other() -> None:
    for of, expected in ((2, 32), (3, 22)):
        model = a_model(dict.fromkeys("abc", range(4)), Multiple("abc", of))
        assert set(counts(model).values()) == {expected}


def test_domains_may_be_iterators() -> None:
    class Lazy(clew.Problem[str, int]):
        def domains(self) -> Mapping[str, Iterable[int]]:
            return {"x": filter(None, range(4)), "y": (value for value in range(3))}

        def constraints(self) -> Iterable[Constraint]:
            return [Var("x") != Var("y")]

    assert set(counts(a_model({"x": (1, 2, 3), "y": range(3)}, Var("x") != Var("y"))).values()) == {7}
    assert clew.count(Lazy()) == 7
