"""Models of FlatZinc as models of clew: aliases, constants, what is left out, and what is refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints.base import met
from clew.errors import InputError
from clew.exchange.flatzinc.reading import read
from clew.exchange.flatzinc.searching import WIDE
from clew.exchange.flatzinc.variables import values_of
from clew.tools.fzn import search_options
from tests.exchange.flatzinc.meaning import listed


def model(text: str) -> clew.Model:
    return read(text).model


def test_aliases_and_constants_are_no_variables() -> None:
    text = """
    var 1..9: x :: output_var; var 3..12: y = x; var int: z :: output_var;
    var bool: b :: output_var; var 0..5: i :: output_var; var 4..4: four :: output_var; var 1..9: five;
    constraint int_eq(y, z); constraint bool2int(b, i); constraint int_lin_eq([1, -1], [five, four], 0);
    constraint int_lt(x, 6); constraint int_lt(i, x); constraint int_le(five, z);
    solve satisfy;
    """
    assert {name: list(values) for name, values in model(text).domains().items()} == {"z": [4, 5], "i": [0, 1]}
    assert listed(text) == {(x, x, b, b, 4) for x, b in product((4, 5), (0, 1))}


def test_an_array_that_a_sum_named_before_its_items_became_constants_has_the_constants() -> None:
    text = """
    var 1..9: x :: output_var; var bool: b; var 0..1: i; array [1..2] of var int: both = [x, i];
    constraint int_lin_eq([1, 1], both, 5); constraint bool2int(b, i); constraint int_eq(i, 1);
    solve satisfy;
    """
    assert listed(text) == {(4,)}


def test_the_entries_of_constants_leave_a_variable_ends() -> None:
    """They are in no order, and the comparison is decided by the least and the most of them."""
    text = """
    var 1..3: i :: output_var; var 1..9: x :: output_var; var bool: b :: output_var;
    constraint array_int_element(i, [7, 9, 3], x); constraint int_le_reif(x, 5, b);
    solve satisfy;
    """
    assert listed(text) == {(1, 7, 0), (2, 9, 0), (3, 3, 1)}


def test_unused_variables_cost_nothing_unless_they_are_shown() -> None:
    text = "var 1..9: x; var int: y; var 1..2: z :: output_var; var 1..4: u; constraint int_le(u, 3); solve satisfy;"
    assert {*model(text)} == {"z"}
    assert listed(text) == {(1,), (2,)}


def test_an_empty_array_leaves_an_unbounded_variable_nothing() -> None:
    text = "var int: x :: output_var; constraint array_int_maximum(x, []); solve satisfy;"
    assert listed(text) == set()


def test_a_difference_bounds_a_variable_that_is_declared_without_bounds() -> None:
    text = "var int: x :: output_var; var 1..3: y; constraint int_minus(x, y, 2); solve satisfy;"
    assert list(model(text).domains()["x"]) == [3, 4, 5]
    assert read(text).unbounded == []


def test_an_unused_variable_without_values_is_a_contradiction() -> None:
    text = "var 1..9: x; var 1..2: z :: output_var; constraint int_le(x, 0); solve satisfy;"
    assert listed(text) == set()
    assert listed("var {}: x; var 1..2: z :: output_var; solve satisfy;") == set()


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ("var float: speed;", "speed is a float, and clew knows integers and Booleans alone"),
        ("var 0.5..1.5: speed;", "speed is a float, and clew knows integers and Booleans alone"),
        ("var set of 1..3: s;", "s is a set: compile the model with clew's library, and clew knows"),
        ("constraint int_le(x, 3);", "int_le: nothing is called 'x'"),
        ("constraint median(1, 2);", "clew has no constraint median: compile the model with clew's own library"),
        ("constraint float_plus(1.0, 2.0, 3.0);", "clew has no constraint float_plus: clew has no floats"),
        ("var 1..2: x; constraint int_plus(x, 1);", "int_plus does not take ['x', 1]"),
        ("var 1..2: x; constraint int_abs(x);", "int_abs does not take ['x']"),
        ("var 1..2: x; constraint int_max(x, [x, x], x);", "int_max does not take ['x', ['x', 'x'], 'x']"),
        ("var int: x; constraint int_le(x);", "int_le does not take ['x']"),
        ("var int: x; constraint array_int_maximum(x);", "array_int_maximum does not take ['x']"),
        ("var 1..2: x; constraint int_lin_le([1], y, 3);", "int_lin_le: no array is called 'y'"),
    ],
)
def test_what_clew_does_not_do_is_named(items: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        read(f"{items}\nsolve satisfy;")
    assert message in str(raised.value)


def test_the_search_annotations_are_phases() -> None:
    text = """
    array [1..2] of var int: xs = [x, 4]; var 1..9: x; var 1..9: y; var 1..9: gone; var bool: b;
    constraint int_lt(x, y); constraint bool_clause([b], []);
    solve :: seq_search([int_search(xs, first_fail, indomain_min, complete),
      seq_search([int_search([y, x, gone], anti_first_fail, indomain_max, complete)]), warm_start([x], [1])])
      :: bool_search([b], occurrence, indomain_max) satisfy;
    """
    assert read(text).search == [(["x"], "mrv", "domain"), (["y"], None, "reverse")]


def test_a_warm_start_is_a_hint() -> None:
    """Constants, aliases, variables that are gone and values outside of a domain are left out."""
    text = """
    array [1..4] of var int: xs = [x, 4, gone, y]; var 1..9: x; var 1..9: y; var 1..9: gone; var bool: b;
    constraint int_lin_le([1, 1], [x, y], 12); constraint bool_clause([b], [b]);
    solve :: seq_search([warm_start(xs, [5, 4, 3, 10]), int_search([y], input_order, indomain_min)])
      :: warm_start_array([warm_start_bool([b], [true]), warm_start_int([y, none], [7, 1]), warm_start([y], [6])])
      satisfy;
    """
    flat = read(text)
    assert flat.hint == {"x": 5, "y": 6}
    assert flat.search == [(["y"], "static", "domain")]
    assert dict(clew.solve(flat.model, clew.First(), **search_options(flat, {}, 0)).result or {}) == {"x": 5, "y": 6}


@pytest.mark.parametrize(("most", "values"), [(WIDE - 1, "middle"), (WIDE, "middle"), (WIDE + 1, "domain")])
def test_the_values_of_a_wide_range_do_not_begin_in_the_middle(most: int, values: str) -> None:
    text = f"""
    var 1..{most}: x; var 1..2: y; constraint int_lt(y, x);
    solve :: int_search([x, y], input_order, indomain_median, complete) satisfy;
    """
    assert read(text).search == [(["x", "y"], "static", values)]


def test_bounds_are_found_for_variables_without_any() -> None:
    text = """
    var int: x :: output_var; var 1..3: y; var int: z; var int: u; var -2..2: v; var int: w; var int: p;
    constraint int_lin_eq([1, -2, -1], [x, y, v], 5); constraint int_times(x, v, z);
    constraint int_lin_le([1, 1], [u, z], 30); constraint int_le(-7, u); constraint int_abs(v, w);
    constraint int_plus(w, u, p); constraint int_ne(p, w);
    solve satisfy;
    """
    found = read(text)
    assert found.unbounded == []
    ends = {name: (values[0], values[-1]) for name, values in found.model.domains().items()}
    assert ends["x"] == (5, 13)
    assert ends["z"] == (-26, 26)
    assert ends["u"] == (-7, 56)
    assert ends["w"] == (-2, 2)


def test_variables_without_bounds_are_named() -> None:
    found = read("var int: x :: output_var; var int: unused; constraint int_le(3, x); solve satisfy;")
    assert found.unbounded == ["x"]
    solution = clew.first(found.model)
    assert solution is not None
    assert solution["x"] >= 3


@given(st.lists(st.tuples(st.integers(-5, 8), st.integers(-5, 8))), st.sets(st.integers(-6, 9)))
def test_sets_are_unions_of_their_parts(parts: list[tuple[int, int]], others: set[int]) -> None:
    expected = {value for low, high in parts for value in range(low, high + 1)}
    found = values_of([list(part) for part in parts])
    assert list(found) == sorted(expected)
    rows: list[Any] = [tuple(sorted(others)), range(-2, 4)]
    for other in rows:
        assert list(met(found, other)) == sorted(expected & {*other})
        assert list(met(other, found)) == sorted(expected & {*other})


@pytest.mark.parametrize(
    ("constraints", "solutions"),
    [
        ("constraint int_pow(0, e, r); constraint int_le(e, 2);", {(0, 1), (1, 0), (2, 0)}),
        ("constraint int_le(e, 2); constraint int_pow(b, e, r);", {(0, 1), (1, 0), (2, 0)}),
        ("constraint int_pow(b, u, r); constraint int_le(u, 0); constraint int_le(e, 0);", {(0, 1)}),
        ("constraint int_pow(0, u, r); constraint int_le(u, -6); constraint int_le(6, u);", set()),
        ("constraint int_times(3000000000, 3000000000, r);", set()),
    ],
)
def test_results_without_bounds(constraints: str, solutions: set[tuple[int, int]]) -> None:
    """0 to the power of 0 is 1; bounds that contradict each other, and products that are too large, leave nothing."""
    text = "var 0..0: b; var 0..3: e :: output_var; var int: r :: output_var; var int: u :: is_defined_var;"
    low = "constraint int_le(0, u);" if "int_le(u, 0)" in constraints else ""
    assert {pair[:2] for pair in listed(f"{text} {constraints} {low} solve satisfy;")} == solutions


@pytest.mark.parametrize("rounds", [2, 3, 4])
def test_bounds_are_looked_for_so_many_times(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.exchange.flatzinc.unbounded.ROUNDS", rounds)
    found = read("""
    var int: a; var int: b; var int: c; var 1..2: d; constraint int_abs(b, a); constraint int_abs(c, b);
    constraint int_abs(d, c); constraint int_lt(d, a); solve satisfy;
    """)
    assert found.unbounded == ["a"][: rounds < 3]


@pytest.mark.parametrize("far", [2, 3, 4])
def test_values_are_looked_for_so_far_from_0(far: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.exchange.flatzinc.unbounded.FAR", far)
    text = "var int: x :: output_var; var 3..3: y; constraint int_times(x, x, z); var 0..99: z; solve satisfy;"
    found = read(text.replace("constraint", "var 0..1: t; constraint int_le(t, x); constraint"))
    assert found.unbounded == ["x"]
    assert max(solution["x"] for solution in clew.solutions(found.model)) == far


@pytest.mark.parametrize("most", [2**22 - 1, 2**22, 2**22 + 1])
def test_sets_with_holes_have_so_many_values(most: int) -> None:
    parts = [[0, 0], [2, most]]
    if most > 2**22:
        with pytest.raises(InputError, match="more than 4,194,304 values"):
            values_of(parts)
    else:
        assert len(values_of(parts)) == most


@pytest.mark.parametrize(("most", "largest"), [(62, 2**62), (63, 2**63), (64, None)])
def test_powers_bound_their_results(most: int, largest: int | None) -> None:
    found = read(f"""
    var 0..2: x; var 0..{most}: y; var int: z; constraint int_pow(x, y, z); constraint int_le(y, z); solve satisfy;
    """)
    assert (found.unbounded == []) is (largest is not None)
    assert largest is None or found.model.domains()["z"][-1] == min(largest, 2**61)
