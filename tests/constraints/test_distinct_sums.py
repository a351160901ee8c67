"""Sums of variables that differ: which are found in a model, which sets have a sum, and that no solution is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Constraint, Linear, NotEqual, Stepwise, Sum, Table, Var
from clew.constraints import distinct_sums as sums
from clew.constraints.base import Values
from clew.constraints.distinct_sums import DistinctSum, sets_with_sum
from clew.constraints.primitives import implied
from clew.reference.propagation.compiler import Compiler
from clew.state.levels import UNIT
from tests.random_models import brute_force, check_nodes

DIGITS = tuple(range(1, 10))


def numbers_of(values: Sequence[int], sets: Iterable[int]) -> set[tuple[int, ...]]:
    return {tuple(value for k, value in enumerate(values) if bits >> k & 1) for bits in sets}


@given(
    values=st.sets(st.integers(-5, 12), max_size=9).map(sorted).map(tuple),
    count=st.integers(1, 5),
    total=st.integers(-10, 40),
)
def test_the_sets_with_a_sum_are_those_of_brute_force(values: tuple[int, ...], count: int, total: int) -> None:
    found = sets_with_sum(values, count, total, 1000)
    assert found is not None
    assert len(set(found)) == len(found)
    assert numbers_of(values, found) == {some for some in combinations(values, count) if sum(some) == total}


def test_as_many_sets_are_listed_as_may_be() -> None:
    assert len(sets_with_sum(DIGITS, 4, 20, 12) or ()) == 12
    assert len(sets_with_sum(DIGITS, 4, 20, 13) or ()) == 12
    assert sets_with_sum(DIGITS, 4, 20, 11) is None


def test_numbers_that_have_no_sum_are_not_tried_for_long() -> None:
    assert sets_with_sum(tuple(range(0, 120, 2)), 30, 1771, 500) is None


def found_in(domains: dict[Any, Sequence[Any]], *constraints: Constraint) -> list[tuple[str, int]]:
    """The sums of different numbers that are found: the variables, and how many sets there are."""
    primitives = [primitive for one in constraints for primitive in one.primitives()]
    found = implied(primitives, domains, domains.__getitem__)
    return [("".join(map(str, one.source.scope)), len(one.sets)) for one in found if isinstance(one, DistinctSum)]


@pytest.mark.parametrize(
    ("constraints", "expected"),
    [
        ([AllDifferent("abcd"), Sum("abcd", "==", 12)], [("abcd", 2)]),
        ([AllDifferent("abcde"), Sum("bcd", "==", 7)], [("bcd", 1)]),
        ([AllDifferent("abcd"), Linear("abc", (2, 2, 2), "==", 14)], [("abc", 1)]),
        ([AllDifferent("abcd"), Linear("abc", (-1, -1, -1), "==", -7)], [("abc", 1)]),
        ([AllDifferent("ab"), AllDifferent("bc"), NotEqual("a", "c"), Sum("abc", "==", 7)], [("abc", 1)]),
        ([Var("a") < Var("b"), Sum("ab", "==", 17)], [("ab", 1)]),
        ([AllDifferent("ab"), AllDifferent("bc"), Sum("abc", "==", 7)], []),
        ([AllDifferent("abc", offsets=[0, 1, 2]), Sum("abc", "==", 7)], []),
        ([AllDifferent("abc", exceptions=[1]), Sum("abc", "==", 7)], []),
        ([AllDifferent("abc", mapping=lambda _, value: value % 5), Sum("abc", "==", 7)], []),
        ([AllDifferent("abc"), Sum("abc", "<=", 7)], []),
        ([AllDifferent("abc"), Linear("abc", (1, 2, 1), "==", 7)], []),
        ([AllDifferent("abc"), Linear("abc", (2, 2, 2), "==", 13)], []),
        ([AllDifferent("abc"), Table("abc", [(1, 2, 4), (4, 2, 1)])], []),
    ],
)
def test_sums_are_found_of_variables_that_differ(
    constraints: list[Constraint], expected: list[tuple[str, int]]
) -> None:
    assert found_in(dict.fromkeys("abcde", DIGITS), *constraints) == expected


@pytest.mark.parametrize(("width", "number"), [(63, 1), (64, 1), (65, 0)])
def test_values_are_bits_of_a_word(width: int, number: int) -> None:
    """Those of each variable, and those of all together."""
    pair = [AllDifferent("ab"), Sum("ab", "==", 3)]
    assert len(found_in(dict.fromkeys("ab", range(width)), *pair)) == number
    assert len(found_in({"a": range(32), "b": range(32, width)}, *pair)) == number


@pytest.mark.parametrize("values", [(1, 2, 2.5), (True, 2, 3), "abc"])
def test_other_values_than_whole_numbers_are_left_alone(values: Any) -> None:
    assert not found_in(dict.fromkeys("abc", values), AllDifferent("abc"), Sum("abc", "==", 6))


def test_a_sum_with_many_sets_is_left_alone() -> None:
    pair = [AllDifferent("abcd"), Sum("abcd", "==", 20)]
    for most, number in ((11, 0), (12, 1), (13, 1)):
        with mock.patch.object(sums, "SETS", most):
            assert len(found_in(dict.fromkeys("abcd", DIGITS), *pair)) == number


def test_sums_within_expressions_are_not_those_of_variables() -> None:
    a, b, c = map(Var, "abc")
    of_terms = AllDifferent([a + b, b + c, c * 2])
    model = clew.Model("terms")
    model.variables("a b c", range(4))
    model.require(of_terms, Sum([a * b, b * c, c * 2], "==", 6))
    counts = {kernel: clew.count(model, kernel=kernel) for kernel in ("python", "compiled")}
    expected = sum(
        len({x + y, y + z, z * 2}) == 3 and x * y + y * z + z * 2 == 6 for x, y, z in product(range(4), repeat=3)
    )
    assert set(counts.values()) == {expected}


def test_messages_name_the_sum() -> None:
    cage = Sum("abc", "==", 7)
    domains: dict[Any, Sequence[Any]] = dict.fromkeys("abcd", DIGITS)
    for source, name in ((cage, None), (cage.named("the cage"), "the cage")):
        primitives = [*AllDifferent("abcd").primitives(), *source.primitives()]
        (found,) = implied(primitives, domains, domains.__getitem__)
        assert found.source.label == name


def test_the_sum_of_a_permutation_is_no_news() -> None:
    domains: dict[Any, Sequence[Any]] = dict.fromkeys("abc", (1, 2, 3))
    assert not found_in(domains, AllDifferent("abc"), Sum("abc", "==", 6))
    assert found_in(domains, AllDifferent("abc"), Sum("abc", "==", 7)) == [("abc", 0)]
    assert found_in({**domains, "c": (1, 2, 3, 4)}, AllDifferent("abc"), Sum("abc", "==", 6)) == [("abc", 1)]


# -- numbers that are needed ---------------------------------------------------------------------------


class Consecutive(Stepwise):
    """The numbers lie so close together that they are consecutive if they differ."""

    shareable = in_any_order = True

    def holds(self, values: Values) -> bool:
        return self.consistent(values)

    def start(self) -> tuple[int, ...]:
        return ()

    def step(self, memory: tuple[int, ...], position: int, value: int) -> tuple[int, ...] | None:
        low, high = min(*memory, value, value), max(*memory, value, value)
        return (low, high) if high - low < len(self.scope) else None


def left_of(domains: dict[Any, Sequence[Any]], *constraints: Constraint) -> dict[Any, set[Any]]:
    """The values that propagation leaves at the root."""
    network = Compiler(domains, list(constraints), UNIT).network()
    left, _ = network.root({})
    lanes = network.lanes
    return {v: {*lane.select(left >> lane.offset & lane.full)} for v, lane in lanes.lane.items()}


@pytest.mark.parametrize(
    ("constraints", "expected"),
    [
        ([AllDifferent("abcd"), Sum("abc", "==", 7)], {3, 5, 6, 7, 8, 9}),  # 1, 2 and 4
        (
            [AllDifferent("abc"), NotEqual("a", "d"), NotEqual("b", "d"), NotEqual("c", "d"), Sum("abc", "==", 8)],
            {*DIGITS} - {1},
        ),
        ([AllDifferent("abc"), NotEqual("a", "d"), NotEqual("b", "d"), Sum("abc", "==", 7)], {*DIGITS}),
        ([AllDifferent("abc"), AllDifferent("abd"), Sum("abc", "==", 7), Table("c", [(4,), (5,)])], {*DIGITS} - {1, 2}),
        ([AllDifferent("abcd"), Consecutive("abc"), Table("a", [(3,), (7,)])], {*DIGITS}),
        ([AllDifferent("abcd"), Consecutive("abc"), Table("a", [(1,), (2,), (3,)])], {*DIGITS} - {3}),
        ([AllDifferent("abc"), AllDifferent("abd"), Consecutive("abc"), Table("c", [(1,)])], {*DIGITS} - {2, 3}),
    ],
)
def test_others_lose_the_numbers_that_are_needed(constraints: list[Constraint], expected: set[int]) -> None:
    """Each set of numbers has them, and the others differ from all variables that can have them."""
    assert left_of(dict.fromkeys("abcd", DIGITS), *constraints)["d"] == expected


@pytest.mark.parametrize("values", [(0, 3, 1, 2), (1, 2), (2, 1), (1,), (7, 9), (True, 4, 5), (2.0, 7)])
def test_others_may_have_other_values(values: tuple[Any, ...]) -> None:
    """1 and 2 are needed. Those that are no whole numbers are left alone, and propagation is enough for the others."""
    domains: dict[Any, Sequence[Any]] = {"a": (1, 2, 3), "b": (5, 2, 1), "c": values, "d": (9,)}
    model = clew.Model("others")
    for name, own in domains.items():
        model.variable(name, own)
    model.require(AllDifferent("abc"), Sum("ab", "==", 3), NotEqual("c", "d"))
    found = [[solution[name] for name in "abc"] for solution in clew.solutions(model)]
    assert found == [[a, b, c] for a, b in ((1, 2), (2, 1)) for c in values if c not in (1, 2, 9)]
    assert clew.count(model, kernel="python") == len(found)
    assert clew.is_unique(model, learning="nogoods") is (len(found) == 1)


@pytest.mark.parametrize("most", [0, 1, 2, 3, 4])
def test_so_many_others_lose_numbers(most: int) -> None:
    """Those that differ from most of the variables first."""
    differ = [AllDifferent("abcd"), AllDifferent("abe"), AllDifferent("abf")]
    with mock.patch.object(sums, "OTHERS", most):
        domains: dict[Any, Sequence[Any]] = dict.fromkeys("abcdef", DIGITS)
        primitives = [primitive for one in (*differ, Sum("abc", "==", 7)) for primitive in one.primitives()]
        (found,) = implied(primitives, domains, domains.__getitem__)
    assert isinstance(found, DistinctSum)
    assert [*found.others] == [("d", 7), ("e", 3), ("f", 3)][:most]


def test_sets_of_numbers_in_any_order() -> None:
    domains: dict[Any, Sequence[Any]] = dict.fromkeys("abc", DIGITS)
    assert found_in(domains, AllDifferent("abc"), Consecutive("abc")) == [("abc", 7)]
    assert found_in(domains, AllDifferent("ab"), Consecutive("abc")) == []
    for most, number in ((83, 0), (84, 1), (85, 1)):  # three of nine digits
        with mock.patch.object(sums, "SETS", most):
            assert len(found_in(domains, AllDifferent("abc"), Consecutive("abc"))) == number
    for source, name in ((Consecutive("abc"), None), (Consecutive("abc").named("the line"), "the line")):
        primitives = [*AllDifferent("abc").primitives(), *source.primitives()]
        (found,) = implied(primitives, domains, domains.__getitem__)
        assert found.source.label == name
        assert found.source.holds((3, 5, 4))
        assert not any(map(found.source.holds, [(3, 5, 6), (3, 4, 4), (8, 9, 10)]))


# -- searches ------------------------------------------------------------------------------------------


@st.composite
def drawn(draw: st.DrawFn) -> clew.Model:
    """Variables that differ in groups or by twos, and sums of some of them."""
    model = clew.Model("sums")
    names = "abcdef"[: draw(st.integers(3, 6))]
    for name in names:
        model.variable(name, draw(st.lists(st.integers(-1, 6), min_size=1, max_size=5, unique=True)))
    scopes = st.lists(st.sampled_from(names), min_size=2, max_size=5, unique=True)
    for scope in draw(st.lists(scopes, min_size=1, max_size=2)):
        model.require(AllDifferent(scope))
    for one, other in draw(st.lists(st.tuples(*[st.sampled_from(names)] * 2), max_size=3)):
        model.require(*([NotEqual(one, other)] if one != other else []))
    for scope in draw(st.lists(scopes, min_size=1, max_size=3)):
        model.require(Consecutive(scope) if draw(st.booleans()) else Sum(scope, "==", draw(st.integers(2, 16))))
    return model


@settings(deadline=None, max_examples=150)
@given(model=drawn(), level=st.sampled_from(["forward", "unit", "arc"]))
def test_both_kernels_find_the_solutions_by_the_same_nodes(model: clew.Model, level: str) -> None:
    check_nodes(model, level)


@settings(deadline=None, max_examples=150)
@given(model=drawn())
def test_a_search_that_learns_has_reasons_for_what_others_lose(model: clew.Model) -> None:
    expected = [*brute_force(model)]
    found = clew.solve(model, clew.First(), learning="nogoods").result
    assert found in expected if expected else found is None
    assert clew.is_unique(model, learning="nogoods") is (len(expected) == 1)


@settings(deadline=None)
@given(
    domains=st.lists(st.sets(st.integers(1, 8), min_size=1), min_size=2, max_size=5),
    total=st.integers(3, 25),
    by_twos=st.booleans(),
)
def test_nothing_but_solutions_is_left_of_one_sum(domains: list[set[int]], total: int, by_twos: bool) -> None:
    """Every value that propagation leaves is one of a solution. A permutation is left to its constraint."""
    names = "abcde"[: len(domains)]
    differ = [NotEqual(*pair) for pair in combinations(names, 2)] if by_twos else [AllDifferent(names)]
    rows = [row for row in product(*map(sorted, domains)) if len({*row}) == len(row) and sum(row) == total]
    assume(len(set().union(*domains)) > len(domains) or total != sum(set().union(*domains)))
    network = Compiler(dict(zip(names, domains, strict=True)), [*differ, Sum(names, "==", total)], UNIT).network()
    left, _ = network.root({})
    lanes = network.lanes
    found = [{*lane.select(left >> lane.offset & lane.full)} for lane in lanes.lane.values()]
    assert found == ([{*column} for column in zip(*rows, strict=True)] if rows else [set()] * len(names))
