"""Orders, totals, layers and tables with gaps, against what their words mean, by brute force over all values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any, Final, Literal
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import (
    MDD,
    ArgMax,
    ArgMin,
    AtLeast,
    AtMost,
    BinPacking,
    Constraint,
    Decreasing,
    Exactly,
    If,
    Increasing,
    Inverse,
    Knapsack,
    Maximum,
    Minimum,
    NValues,
    SlidingSum,
    Table,
    ValuePrecedence,
    Var,
    totals,
)
from tests.examples import examples

NAMES: Final = "abcd"
SIZES: Final = (3, 2, 1)
LEVELS: Final = ("check", "forward", "unit", "arc")
LAYERS: Final = ({(0, 1): "x", (0, 2): "y"}, {("x", 0): 0, ("y", 2): 0, ("y", 3): 1}, {(0, 1): 0, (1, 3): 1})

Level = Literal["check", "forward", "unit", "arc"]
Values = Sequence[int]
Meaning = Callable[[Values], bool]

some = examples(60)


def load(values: Values, place: int, sizes: Values = SIZES) -> int:
    return sum(size for size, own in zip(sizes, values, strict=False) if own == place)


def is_path(values: Values) -> bool:
    return tuple(values) in {(1, 0, 1), (2, 2, 1), (2, 3, 3)}


def precedes(values: Values, order: Values) -> bool:
    firsts = [values.index(one) if one in values else len(values) for one in order]
    return all(before < after or after == len(values) for before, after in pairwise(firsts))


a, b, c, d = map(Var, NAMES)

CASES: Final[dict[str, tuple[Callable[[], Constraint], Meaning]]] = {
    "increasing": (lambda: Increasing(NAMES), lambda v: list(v) == sorted(v)),
    "strictly increasing": (lambda: Increasing("abc", strict=True), lambda v: v[0] < v[1] < v[2]),
    "decreasing": (lambda: Decreasing("abc"), lambda v: v[0] >= v[1] >= v[2]),
    "increasing expressions": (lambda: Increasing([a * 2, b + c, d]), lambda v: v[0] * 2 <= v[1] + v[2] <= v[3]),
    "precedence": (lambda: ValuePrecedence(NAMES, [2, 0, 1]), lambda v: precedes(v, (2, 0, 1))),
    "maximum": (lambda: Maximum("abc", d), lambda v: v[3] == max(v[:3])),
    "minimum": (lambda: Minimum([a + 1, b, c], "d"), lambda v: v[3] == min(v[0] + 1, v[1], v[2])),
    "no maximum": (lambda: ~Maximum("abc", "d"), lambda v: v[3] != max(v[:3])),
    "place of the largest": (lambda: ArgMax("abc", d), lambda v: v[3] < 3 and v[3] == v[:3].index(max(v[:3]))),
    "place of the smallest": (lambda: ArgMin("abc", d), lambda v: v[3] < 3 and v[3] == v[:3].index(min(v[:3]))),
    "inverse": (lambda: Inverse("ab", "cd"), lambda v: v[0] < 2 > v[1] and v[2 + v[0]] == 0 and v[2 + v[1]] == 1),
    "inverse of itself": (lambda: Inverse(NAMES, NAMES), lambda v: [v[k] for k in v] == [0, 1, 2, 3]),
    "exactly a variable": (lambda: Exactly(d, 1, "abc"), lambda v: v[3] == v[:3].count(1)),
    "at least an expression": (lambda: AtLeast(d - a, {1, 2}, "bc"), lambda v: len(in_set(v[1:3])) >= v[3] - v[0]),
    "at most, of a set": (lambda: AtMost(1, {1, 2}, NAMES), lambda v: len(in_set(v)) <= 1),
    "different values": (lambda: NValues("abc", "d"), lambda v: len({*v[:3]}) == v[3]),
    "different values, a number": (lambda: NValues(NAMES, 2), lambda v: len({*v}) == 2),
    "different values, named": (lambda: NValues("abc", d, [1, 2, 3]), lambda v: len({*v[:3]} - {0}) == v[3]),
    "sums of windows": (lambda: SlidingSum(NAMES, 2, 2, 4), lambda v: all(2 <= x + y <= 4 for x, y in pairwise(v))),
    "bins with a capacity": (
        lambda: BinPacking("abc", SIZES, capacity=[4, 2]),
        lambda v: max(v[:3]) < 2 and load(v, 0) <= 4 and load(v, 1) <= 2,
    ),
    "bins with loads": (
        lambda: BinPacking("abc", SIZES, {0: "d", 2: 4, 3: 0}, 4),
        lambda v: {*v[:3]} <= {0, 2, 3} and (load(v, 0), load(v, 2), load(v, 3)) == (v[3], 4, 0),
    ),
    "knapsack": (
        lambda: Knapsack("abc", SIZES, 6, [2, 0, 1], d),
        lambda v: 3 * v[0] + 2 * v[1] + v[2] <= 6 and v[3] == 2 * v[0] + v[2],
    ),
    "knapsack whose weight is known": (
        lambda: Knapsack("abc", SIZES, d, [2, 2, 1], 3),
        lambda v: 3 * v[0] + 2 * v[1] + v[2] == v[3] and 2 * v[0] + 2 * v[1] + v[2] == 3,
    ),
    "gaps": (
        lambda: Table("abc", [(1, ..., 2), (..., ..., 3), (2, 2, 2)]),
        lambda v: v[2] == 3 or v[:3] == (2, 2, 2) or (v[0] == 1 and v[2] == 2),
    ),
    "forbidden gaps": (
        lambda: Table("abd", [(1, ..., 2), (0, 0, ...)], allowed=False),
        lambda v: v[:2] != (0, 0) and (v[0], v[3]) != (1, 2),
    ),
    "gaps in expressions": (lambda: Table([a + d, b], [(2, ...), (..., 3)]), lambda v: v[0] + v[3] == 2 or v[1] == 3),
    "layers": (lambda: MDD("abc", LAYERS), lambda v: is_path(v[:3])),
    "if": (lambda: If(a == 1, b < c), lambda v: v[0] != 1 or v[1] < v[2]),
    "if, else": (lambda: If(a == 1, b < c, d == 2), lambda v: v[1] < v[2] if v[0] == 1 else v[3] == 2),
}


def in_set(values: Values) -> list[int]:
    return [value for value in values if value in (1, 2)]


def rows(model: clew.Model, level: Level, kernel: Any) -> list[tuple[Any, ...]]:
    found = clew.solve(model, clew.All(), inference=level, variable_order="static", kernel=kernel)
    return [solution.row() for solution in found.result]


@pytest.mark.parametrize("name", CASES)
@some
@given(data=st.data())
def test_it_holds_as_its_words_say(name: str, data: st.DataObject) -> None:
    make, meaning = CASES[name]
    domains = [sorted(data.draw(st.sets(st.integers(0, 3), min_size=1))) for _ in NAMES]
    model = clew.Model()
    for variable, domain in zip(NAMES, domains, strict=True):
        model.variable(variable, domain)
    is_negated = data.draw(st.booleans())
    model.require(~make() if is_negated else make())
    expected = [values for values in product(*domains) if meaning(values) is not is_negated]
    with mock.patch.multiple(totals, LONGEST=data.draw(st.sampled_from((1, 64))), NAMED=data.draw(st.integers(1, 3))):
        for level in LEVELS:
            for kernel in ("python", "auto"):
                assert rows(model, level, kernel) == expected


GENERALISED: Final = (
    *("increasing", "precedence", "maximum", "exactly a variable", "at most, of a set", "different values"),
    *("gaps", "forbidden gaps", "layers", "if, else"),
)


@pytest.mark.parametrize("name", GENERALISED)
def test_it_prunes_every_value_without_a_support(name: str) -> None:
    model = clew.Model()
    model.variables([*NAMES], range(4))
    model.require(CASES[name][0]())
    for kernel in ("python", "auto"):
        outcome = clew.solve(model, clew.All(), inference="unit", variable_order="static", kernel=kernel)
        assert outcome.statistics.failures == 0


@pytest.mark.skipif(not clew.engine().available, reason="there is no compiled engine")
@pytest.mark.parametrize("name", CASES)
def test_the_engine_runs_it_as_it_is(name: str) -> None:
    model = clew.Model()
    model.variables([*NAMES], range(4))
    model.require(CASES[name][0]())
    for level in LEVELS[1:]:
        options: dict[str, Any] = {"inference": level, "variable_order": "static"}
        nodes = [clew.solve(model, clew.All(), kernel=k, **options).statistics for k in ("compiled", "python")]
        assert nodes[0].nodes_per_level == nodes[1].nodes_per_level


def test_many_variables_are_counted_by_conditions() -> None:
    model = clew.Model()
    cells = model.variables(range(70), range(3))
    number = model.variable("number", range(80))
    model.require(Exactly(number, {1, 2}, cells), number == 1)
    assert clew.count(model) == 70 * 2


def test_many_named_values_are_conditions() -> None:
    model = clew.Model()
    cells = model.variables("x y z", range(12))
    model.require(NValues(cells, 1, range(1, 12)))
    assert clew.count(model) == 11 * 7  # one value of eleven in one cell or more, and 0 in the others


# -- edges, and what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "constraint",
    [
        *(Increasing([]), Decreasing("x"), Inverse([], []), SlidingSum("x", 2, 5, 5), NValues([], 0), MDD([], [])),
        *(ValuePrecedence([], [1]), BinPacking([], [], [0]), Knapsack([], [], 0, [], 0), Exactly(0, {1}, [])),
        *(BinPacking("x", [0], [0]), Knapsack("x", [0], 3, [0], 0), Table("x", [(...,)])),
    ],
)
def test_it_holds_of_little(constraint: Constraint) -> None:
    model = clew.Model()
    model.variable("x", (0,))
    model.require(constraint)
    assert clew.count(model) == 1
    model.require(~constraint)
    assert clew.count(model) == 0


untyped: Any = clew.constraints


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: Inverse("xy", "z"),
            "Inverse('x', 'y', 'z'): sequences of 2 and 1 variables: they must be equally long",
        ),
        (lambda: ValuePrecedence("xy", [1, 2, 1]), "ValuePrecedence('x', 'y'): its values list 1 twice: give each"),
        (lambda: Maximum([], "x"), "Maximum is of one variable at least: give some"),
        (lambda: untyped.Maximum("xy", [1]), "Maximum('x', 'y'): [1] is no variable: mind the order"),
        (lambda: untyped.ArgMax("xy", [1]), "ArgMax('x', 'y'): [1] is no variable: mind the order"),
        (lambda: ArgMin([], "x"), "ArgMin is of one variable at least: give some"),
        (lambda: MDD("xy", [{}]), "MDD('x', 'y') has 2 variables and 1 layers: give one for each"),
        (lambda: MDD("x", [{(0, 1): 2, (1, 1): 2}]), "MDD('x'): its first layer has 2 nodes: let all paths begin at"),
        (lambda: untyped.MDD("x", [{(0, 1, 2): 2}]), "MDD('x'): a transition leads from (state, value) to a state"),
        (lambda: SlidingSum("xy", 0, 1, 2), "SlidingSum('x', 'y'): the width of a window is a whole number"),
        (lambda: SlidingSum("xy", 2, "a", 2), "SlidingSum('x', 'y'): the sum of a window is between two numbers"),
        (lambda: BinPacking("xy", [1], [2]), "BinPacking('x', 'y') has 2 variables and 1 sizes: give one for each"),
        (lambda: BinPacking("xy", "ab", [2]), "BinPacking('x', 'y'): its sizes must be numbers, one for each variable"),
        (lambda: BinPacking("xy", [1, 2]), "BinPacking('x', 'y'): give the loads of the bins, or their capacity"),
        (lambda: BinPacking("xy", [1, 2], capacity=3), "BinPacking('x', 'y'): its capacity must be a collection"),
        (lambda: BinPacking("xy", [1, 2], [3], [3, 3]), "BinPacking('x', 'y'): its loads and its capacity are of diff"),
        (lambda: Knapsack("xy", [1, 2], 4, [1], "p"), "Knapsack('x', 'y') has 2 variables and 1 profits: give one"),
        (lambda: untyped.NValues("xy", 1, 5), "NValues('x', 'y'): its values must be a collection, and 5 is none"),
        (lambda: untyped.NValues("xy", [1]), "NValues('x', 'y'): [1] is no number of values, nor a variable"),
    ],
)
def test_a_mistake_is_told_in_one_line(make: Callable[[], object], words: str) -> None:
    with pytest.raises(clew.ProblemError) as raised:
        make()
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
