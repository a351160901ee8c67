"""The global constraints of clew's library for MiniZinc, against brute force."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.exchange.flatzinc.reading import read
from tests.exchange.flatzinc.meaning import listed, literal

NAMES = ("x", "y", "z", "u")
ITEMS = st.sampled_from(NAMES) | st.integers(-1, 3)


def check(constraint: str, domains: dict[str, range], test: Any) -> None:
    """The solutions of a constraint are the combinations of values that pass a test."""
    lines = [f"var {d.start}..{d.stop - 1}: {name} :: output_var;" for name, d in domains.items()]
    rows = [dict(zip(domains, row, strict=True)) for row in product(*domains.values())]
    expected = {tuple(row.values()) for row in rows if test(row)}
    text = "\n".join([*lines, f"constraint {constraint};", "solve satisfy;"])
    assert listed(text) == expected, text


def worth(items: list[Any], row: dict[str, int]) -> list[int]:
    return [row[item] if isinstance(item, str) else item for item in items]


@st.composite
def domains(draw: st.DrawFn) -> dict[str, range]:
    made = {}
    for name in NAMES:
        low = draw(st.integers(-1, 2))
        made[name] = range(low, low + draw(st.integers(1, 4)))
    return made


@st.composite
def covers(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    cover = draw(st.lists(st.integers(-1, 3), max_size=3, unique=True))
    low = [draw(st.integers(0, 2)) for _ in cover]
    return cover, low, [least + draw(st.integers(-1, 2)) for least in low]


@given(domains(), st.lists(ITEMS, max_size=4), covers(), st.booleans())
def test_cardinality_between_bounds(own: dict[str, range], items: list[Any], cover: Any, is_closed: bool) -> None:
    values, low, high = cover

    def test(row: dict[str, int]) -> bool:
        found = worth(items, row)
        fits = all(a <= found.count(v) <= b for v, a, b in zip(values, low, high, strict=True))
        return fits and (not is_closed or {*found} <= {*values})

    name = "fzn_global_cardinality_low_up" + "_closed" * is_closed
    check(f"{name}({literal(items)}, {values}, {low}, {high})", own, test)


@given(domains(), st.lists(ITEMS, max_size=4), covers(), st.lists(ITEMS, min_size=3, max_size=3), st.booleans())
def test_cardinality(own: dict[str, range], items: list[Any], cover: Any, counts: list[Any], is_closed: bool) -> None:
    values = cover[0]
    numbers = counts[: len(values)]

    def test(row: dict[str, int]) -> bool:
        found = worth(items, row)
        fits = all(found.count(v) == n for v, n in zip(values, worth(numbers, row), strict=True))
        return fits and (not is_closed or {*found} <= {*values})

    name = "fzn_global_cardinality" + "_closed" * is_closed
    check(f"{name}({literal(items)}, {values}, {literal(numbers)})", own, test)


@given(domains(), st.lists(ITEMS, min_size=1, max_size=4), st.data())
def test_tables(own: dict[str, range], items: list[Any], data: st.DataObject) -> None:
    row = st.lists(st.integers(-1, 3), min_size=len(items), max_size=len(items))
    rows = data.draw(st.lists(row, max_size=8))
    flat = [value for one in rows for value in one]
    check(f"fzn_table_int({literal(items)}, {flat})", own, lambda values: worth(items, values) in rows)


@given(domains(), st.lists(ITEMS, max_size=4), st.data())
def test_automata(own: dict[str, range], items: list[Any], data: st.DataObject) -> None:
    states, symbols = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    moves = data.draw(st.lists(st.integers(0, states), min_size=states * symbols, max_size=states * symbols))
    ends = data.draw(st.sets(st.integers(1, states)))

    def test(row: dict[str, int]) -> bool:
        state = 1
        for value in worth(items, row):
            if state == 0 or not 1 <= value <= symbols:
                return False
            state = moves[(state - 1) * symbols + value - 1]
        return state in ends

    check(f"fzn_regular({literal(items)}, {states}, {symbols}, {moves}, 1, {literal(ends)})", own, test)


def test_many_variables_are_counted_by_booleans() -> None:
    names = [f"v{k}" for k in range(120)]
    lines = [f"var 1..{2 if k < 3 else 1}: {name} :: output_var;" for k, name in enumerate(names)]
    for number, expected in ((0, 1), (2, 3), (3, 1), (4, 0)):
        text = "\n".join([*lines, f"constraint clew_count([{', '.join(names)}], 2..7, {number});", "solve satisfy;"])
        assert len(listed(text)) == expected


@given(domains(), st.lists(ITEMS, max_size=5), st.lists(st.integers(-1, 3), max_size=3, unique=True))
def test_precedence_of_values(own: dict[str, range], items: list[Any], order: list[int]) -> None:
    def test(row: dict[str, int]) -> bool:
        found = worth(items, row)
        places = [found.index(one) if one in found else len(found) for one in order]
        return all(one < other or other == len(found) for one, other in pairwise(places))

    check(f"fzn_value_precede_chain_int({order}, {literal(items)})", own, test)


@given(domains(), st.lists(ITEMS, min_size=1, max_size=4), ITEMS, st.integers(-1, 1), st.booleans())
def test_place_of_an_extreme(own: dict[str, range], items: list[Any], index: Any, first: int, is_largest: bool) -> None:
    def test(row: dict[str, int]) -> bool:
        found = worth(items, row)
        return worth([index], row) == [found.index((max if is_largest else min)(found)) + first]

    name = "clew_arg_max" if is_largest else "clew_arg_min"
    check(f"{name}({literal(items)}, {index}, {first})", own, test)


def test_variables_of_conditions_alone_are_declared() -> None:
    text = "var 0..1: x; var 0..2: y; var 0..2: n :: output_var; constraint clew_count([x, y], {1}, n); solve satisfy;"
    assert clew.count(read(text).model) == 6


@given(domains(), st.lists(st.tuples(ITEMS, st.integers(0, 2), st.integers(0, 2)), max_size=3), ITEMS, st.booleans())
def test_tasks(own: dict[str, range], tasks: list[Any], capacity: Any, is_optional: bool) -> None:
    starts, durations, demands = ([task[k] for task in tasks] for k in range(3))
    present = ["u" for _ in starts] if is_optional else [1 for _ in starts]

    def test(row: dict[str, int]) -> bool:
        some = list(zip(worth(starts, row), durations, demands, worth(present, row), strict=True))
        used = [sum(n for s, d, n, here in some if here > 0 and s <= time < s + d) for time, *_ in some]
        return not tasks or max(*used, 0) <= worth([capacity], row)[0]

    if isinstance(capacity, str) or capacity >= 0:
        own = {**own, "u": range(2)}
        name, more = ("clew_cumulative_opt", f", {literal(present)}") if is_optional else ("fzn_cumulative", "")
        check(f"{name}({literal(starts)}, {durations}, {demands}, {literal(capacity)}{more})", own, test)


@given(domains(), st.lists(st.tuples(ITEMS, ITEMS), max_size=3))
def test_tasks_on_a_machine(own: dict[str, range], tasks: list[Any]) -> None:
    starts, durations = ([task[k] for task in tasks] for k in range(2))

    def test(row: dict[str, int]) -> bool:
        some = list(zip(worth(starts, row), worth(durations, row), strict=True))
        runs = [{*range(start, start + d)} for start, d in some]
        return min((d for _, d in some), default=0) >= 0 and len(set().union(*runs)) == sum(map(len, runs))

    if all(isinstance(one, str) or one >= 0 for one in durations):
        check(f"fzn_disjunctive({literal(starts)}, {literal(durations)})", own, test)


@given(domains(), st.lists(st.tuples(ITEMS, ITEMS, ITEMS, st.integers(-1, 2)), max_size=2))
def test_rectangles(own: dict[str, range], rectangles: list[Any]) -> None:
    columns = [[one[k] for one in rectangles] for k in range(4)]

    def test(row: dict[str, int]) -> bool:
        rows = [*zip(*(worth(column, row) for column in columns), strict=True)]
        cells = [{*product(range(x, x + w), range(y, y + h))} for x, y, w, h in rows]
        return all(w >= 0 and h >= 0 for *_, w, h in rows) and len(set().union(*cells)) == sum(map(len, cells))

    check(f"clew_diffn({', '.join(map(literal, columns))})", own, test)


@given(domains(), st.lists(ITEMS, max_size=4), st.integers(0, 2), st.booleans())
def test_circuits(own: dict[str, range], items: list[Any], first: int, loops: bool) -> None:
    def test(row: dict[str, int]) -> bool:
        after = dict(enumerate(worth(items, row), first))
        on = {node for node, to in after.items() if to != node}
        node, reached = min(on, default=first), set[int]()
        while node in on and node not in reached:
            reached.add(node)
            node = after[node]
        return reached == on and (not on or node == min(on)) and (loops or len(on) == len(after))

    check(f"{'clew_subcircuit' if loops else 'clew_circuit'}({literal(items)}, {first})", own, test)
