"""Each primitive is written in each format, whatever constraint declares it: in its own form, or with the reason.

What is written is solved by other means than clew's: `test_minizinc` evaluates the text, `test_cnf` finds the models
of the formula, and `holds` alone judges what is read back from JSON.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from math import prod
from typing import Any, Final
from unittest import mock

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import (
    And,
    Circuit,
    Comparison,
    Constraint,
    Count,
    Element,
    Implies,
    Linear,
    NoOverlap,
    NoOverlap2D,
    Not,
    Or,
    Regular,
    Same,
    Stepwise,
    Sum,
    Var,
)
from clew.constraints import primitives as forms
from clew.constraints.primitives import Callback, Primitive, WeightedSum
from clew.exchange import declaration, from_json, to_cnf, to_json, to_minizinc
from clew.exchange.json_constraints import READERS
from clew.exchange.minizinc import minizinc
from tests.examples import examples
from tests.exchange import test_cnf, test_minizinc
from tests.random_models import Shown, brute_force
from tests.reference.propagation.test_strength import DRAW, PRIMITIVES

FORMATS: Final[Mapping[str, Callable[[Any], str]]] = {"minizinc": to_minizinc, "cnf": to_cnf, "json": to_json}


def is_written(kind: type[Primitive], name: str) -> bool:
    """Whether a format has a form for a primitive: of `Callback` only for what is drawn by no test here."""
    record = kind.record
    literals = record.cnf_literals if kind not in (forms.Alternatives, forms.Disjunction) else ""
    own = {"minizinc": record.minizinc, "json": record.json, "cnf": record.cnf or literals or record.automaton}
    return kind is forms.Unary or (kind is not forms.Callback and bool(own[name]))


PARTLY_ASKED: Final[Mapping[tuple[type[Primitive], str], str]] = {
    (forms.Alternatives, "minizinc"): "a global constraint may not stand in another",
    (forms.Difference, "cnf"): "the pairs of values that are out of order are the clauses",
    (forms.Compared, "cnf"): "products are read factor by factor, sums of them are not",
    (forms.WeightedSum, "minizinc"): "coefficients are whole numbers there",
    (forms.Compared, "minizinc"): "coefficients are whole numbers there",
    (forms.Disjunction, "minizinc"): "coefficients and bounds are whole numbers there",
}
"""Those that a format has a form for, but not always."""


SEEDS: Final = 40


@attrs.frozen
class Own(Constraint):
    """A constraint of a program's own, made of what another is made of."""

    of: Constraint

    def holds(self, values: Any) -> bool:
        return self.of.holds(values)

    def primitives(self) -> Iterable[Primitive]:
        return self.of.primitives()


def drawn(kind: type[Primitive], seed: int) -> tuple[Constraint, dict[Any, tuple[Any, ...]]]:
    constraint, domains = DRAW[kind](random.Random(seed))
    return Own(constraint.scope, constraint), domains


def model_of(constraint: Constraint, domains: Mapping[Any, tuple[Any, ...]]) -> clew.Model:
    model = Shown("own")
    for name, values in domains.items():
        model.variable(name, values)
    model.require(constraint)
    return model


def assert_written(model: clew.Model) -> None:
    """Every format says what `holds` says."""
    expected = list(brute_force(model))
    test_minizinc.assert_same(model)
    test_cnf.assert_same(model, expected)
    again = from_json(to_json(model))
    assert list(brute_force(again)) == expected
    assert to_json(from_json(to_json(again))) == to_json(again)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_every_format_says_what_a_primitive_says(kind: type[Primitive], seed: int) -> None:
    assert_written(model_of(*drawn(kind, seed)))


@examples(120)
@given(
    kinds=st.tuples(*[st.sampled_from(PRIMITIVES)] * 2),
    seeds=st.tuples(*[st.integers(0, 2**32)] * 2),
    combine=st.sampled_from([Or, And, lambda parts: Not(And(parts)), lambda parts: Implies(*parts)]),
)
def test_every_format_says_what_combined_primitives_say(kinds: Any, seeds: Any, combine: Any) -> None:
    """Also about values that a primitive was not drawn for."""
    (one, first), (other, second) = map(drawn, kinds, seeds)
    domains = {name: tuple(dict.fromkeys((*first.get(name, ()), *second.get(name, ())))) for name in first | second}
    assume(prod(map(len, domains.values())) <= 1500)
    assert_written(model_of(combine([one, other]), domains))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_a_primitive_has_a_form_of_its_own_or_a_reason(kind: type[Primitive], name: str) -> None:
    """Nothing but its form is left to write it if no combinations of its values may be looked at."""
    refused = 0
    with mock.patch.multiple(declaration, COMBINATIONS=-1, PAIRS=-1):
        for seed in range(SEEDS):
            try:
                assert FORMATS[name](model_of(*drawn(kind, seed)))
            except clew.OptionError as error:
                assert "no form of its own" in str(error)  # noqa: PT017
                refused += 1
    if not is_written(kind, name):
        assert refused == SEEDS
        assert kind.record.unwritten
    elif (kind, name) in PARTLY_ASKED:
        assert 0 < refused < SEEDS
    else:
        assert refused == 0


def test_every_type_in_json_is_written_and_read_and_no_other() -> None:
    plain = [Regular("xy", {(0, 0): 1, (1, 1): 0}, 0, [0]), Count("xy", {1: 1}), Same("x", "y"), Var("x") % 2 == 1]
    plain += [NoOverlap("xy", [1, 1]), NoOverlap2D("xy", [0, 1], [2, 2], [1, 1])]
    plain += [Circuit("xy"), Circuit("x", costs=[[1]], total="y"), Circuit("xy", ends=(1, 0))]
    models = [model_of(DRAW[kind](random.Random(seed))[0], DRAW[kind](random.Random(seed))[1])
              for kind in PRIMITIVES for seed in range(SEEDS)]  # fmt: skip
    models += [model_of(constraint, {"x": (0, 1), "y": (0, 1)}) for constraint in plain]
    written: set[str] = set()
    for model in models:
        waiting = json.loads(to_json(model))["constraints"]
        while waiting:
            form = waiting.pop()
            written.add(form["type"])
            waiting += form.get("parts", [])
    assert written == READERS.keys()


def test_a_large_sum_of_ones_own_is_written_as_a_sum() -> None:
    """A table of its combinations would be refused."""
    model = clew.Model("own")
    row = model.variables([f"x{k}" for k in range(20)], range(10))
    model.require(Own([f"x{k}" for k in range(20)], Sum(row, "==", 90)) | (row[0] == 1))
    assert "1*v_x0 + 1*v_x1" in to_minizinc(model)
    assert '"Linear"' in to_json(model)


@pytest.mark.parametrize("states", [2, 700])
def test_an_automaton_knows_no_places_unless_it_must(states: int) -> None:
    """A ring of states that 1 moves along, read by 1000 variables: layers of many states are refused, as in CNF."""

    @attrs.frozen
    class Ring(Stepwise):
        def holds(self, values: Any) -> bool:
            return bool(sum(values) % states == 0)

        def start(self) -> int:
            return 0

        def step(self, memory: int, position: int, value: int) -> int:
            return (memory + value) % states

        def accepts(self, memory: int) -> bool:
            return memory == 0

    names = list(range(1000))
    model = model_of(Ring(names), dict.fromkeys(names, (0, 1)))
    assert f", {states}, 2, [|" in to_minizinc(model)
    (form,) = json.loads(to_json(model))["constraints"]
    assert len(form["transitions"]) == 2 * states
    with pytest.raises(clew.OptionError, match="500000 steps") if states == 700 else nullcontext():
        to_cnf(model)


def test_a_subclass_that_means_something_else_is_asked() -> None:
    @attrs.frozen
    class Never(Own):
        def holds(self, values: Any) -> bool:
            return False

    model = clew.Model("own")
    model.variables("x y z", range(3))
    model.require(Never(("x", "y", "z"), Sum("xyz", "==", 3)))
    assert_written(model)
    assert not list(test_minizinc.solutions_of(minizinc(model)))


class Neither(Or):
    def holds(self, values: Any) -> bool:
        return not super().holds(values)


class Doubted(Not):
    def holds(self, values: Any) -> bool:
        return True


class Opposite(Linear):
    def holds(self, values: Any) -> bool:
        return not super().holds(values)


@pytest.mark.parametrize(
    "constraint",
    [
        Neither([Comparison("xy", "<"), Sum("yz", "==", 3)]),
        Doubted(Sum("xyz", "==", 3) | Sum("xy", "!=", 1)),
        Opposite("xyz", (1, 2, 3), "<=", 6),
        Or([Neither([Sum("xyz", "==", 3)]), Doubted(Comparison("xy", "=="))]),
    ],
)
def test_a_subclass_of_a_bundled_constraint_that_means_something_else_is_asked(constraint: Constraint) -> None:
    assert_written(model_of(constraint, dict.fromkeys("xyz", (0, 1, 2))))


def test_what_is_partly_python_is_asked_as_well() -> None:
    @attrs.frozen
    class Both(Constraint):
        def holds(self, values: Any) -> bool:
            return bool(sum(values) == 3 and values[0] != values[2])

        def primitives(self) -> Iterable[Primitive]:
            return [WeightedSum(self, (1, 1, 1), "==", 3), Callback(self)]

    assert_written(model_of(Both("xyz"), dict.fromkeys("xyz", (0, 1, 2))))
    assert_written(model_of(Not(Both("xyz")), dict.fromkeys("xyz", (0, 1, 2))))


@attrs.frozen
class Made(Constraint):
    """A constraint made of any primitives."""

    rule: Callable[[Any], bool]
    make: Callable[[Constraint], Iterable[Primitive]]

    def holds(self, values: Any) -> bool:
        return self.rule(values)

    def primitives(self) -> Iterable[Primitive]:
        return self.make(self)


@attrs.frozen
class Places(Stepwise):
    """The values, each as often as its place says, are no multiple of 3."""

    def holds(self, values: Any) -> bool:
        return bool(sum(place * value for place, value in enumerate(values)) % 3)

    def start(self) -> int:
        return 0

    def step(self, memory: int, position: int, value: int) -> int:
        return (memory + position * value) % 3

    def accepts(self, memory: int) -> bool:
        return memory != 0


NUMBERS: Final = dict.fromkeys("xyz", (0, 1, 2))
TEXTS: Final = {"x": ("ape", "bear"), "y": ("bear", "cat", "ape"), "z": ("cat", "ape")}
UNUSUAL: Final[Mapping[str, tuple[Constraint, Mapping[Any, Any]]]] = {
    "nothing": (Made("xyz", lambda v: True, lambda c: ()), NUMBERS),
    "nothing, in another": (~Made("xyz", lambda v: True, lambda c: ()), NUMBERS),
    "no literals": (Made("xyz", lambda v: False, lambda c: [forms.Clause(c, ())]), NUMBERS),
    "no sums": (Made("xyz", lambda v: False, lambda c: [forms.Disjunction(c, ())]), NUMBERS),
    "texts in order": (
        Made("xyz", lambda v: v[0] < v[1] < v[2],
             lambda c: [forms.Difference(c, "x", "y", "<"), forms.Difference(c, "z", "y", ">")]),
        TEXTS,
    ),
    "the last text": (
        Made("xyz", lambda v: v[1] == max(v[0], v[2]), lambda c: [forms.Extremum(c, "y", ("x", "z"), True)]),
        TEXTS,
    ),
    "texts, in lexicographic order": (
        Made("zyxw", lambda v: (v[2], v[3]) <= (v[1], v[0]),
             lambda c: [forms.Lexicographic(c, ("x", "w"), ("y", "z"), False)]),
        {**TEXTS, "w": ("bear", "cat")},
    ),
    "offsets between numbers that are rounded": (
        Linear("xy", (1, -1), "==", 0.1), {"x": (0.1, 0.2, 0.3, 0.4), "y": (0.0, 0.1, 0.2, 0.3)},
    ),
    "sums of numbers that are rounded, one of which holds": (
        Or([Sum("xy", "<=", 0.3), Sum("yz", "<", 0.3)]), dict.fromkeys("xyz", (0.1, 0.2, 0.3)),
    ),
    "an index in its own sequence": (Element("x", [Var("x"), Var("y"), 7, Var("z")], "y"), NUMBERS),
    "an index that is huge": (Element("x", [1, 0, 2], "y"), {"x": (0, 10**12, 2), "y": (0, 1, 2)}),
    "an item that no option covers": (
        Made("xy", lambda v: False, lambda c: [forms.Covering(c, ((0, frozenset("x")), (1, frozenset("q"))))]),
        {"x": (0, 1), "y": (0, 1)},
    ),
    "an option that covers no variable": (
        Made("xy", lambda v: tuple(v) in ((2, 2), (0, 1)), lambda c: [forms.Covering(c, (
            (0, frozenset("xq")), (1, frozenset("y")), (2, frozenset("xyq")), (3, frozenset("q"))))]),
        {"x": (0, 1, 2, 3), "y": (0, 1, 2, 3)},
    ),
    "sums of numbers that are rounded, one of which does not hold": (
        Or([Not(Sum("xy", ">", 1)), Sum("yz", "<", 1)]), dict.fromkeys("xyz", (0.3, 0.7, 0.8)),
    ),
    "counts of what no variable can be": (Count("xyz", {7: (0, 2), 1: 1}), NUMBERS),
    "too few of what no variable can be": (Count("xyz", {7: (1, 2)}), NUMBERS),
    "an automaton that looks at places": (Places("xyz"), NUMBERS),
    "a product of powers": (3 * Var("x") * Var("y") * Var("x") * Var("z") == 12, NUMBERS),
    "a constraint on one variable": (Regular("x", {(0, 1): 0}, 0, [0]) & Count("y", {2: 0}), NUMBERS),
}  # fmt: skip


@pytest.mark.parametrize("title", UNUSUAL)
def test_what_is_unusual_is_written_too(title: str) -> None:
    assert_written(model_of(*UNUSUAL[title]))
