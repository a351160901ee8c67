"""Problems in MiniZinc: what is written means what was declared.

No MiniZinc is needed: the small part of the language that is written is read here, as the handbook explains it.
`benchmarks/cross_check.py minizinc` asks the real one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import Acyclic, AllDifferent, Connected, Lex, Linear, Or, Predicate, Regular, Sum
from clew.exchange.minizinc import MiniZinc, minizinc
from clew.formats import to_minizinc
from tests.examples import examples
from tests.random_models import brute_force, covers, models


def regular(word: Sequence[int], states: int, width: int, step: list[list[int]], first: int, ends: set[int]) -> bool:
    """The handbook: states and symbols count from 1, and 0 is the state that fails."""
    assert len(step) == states
    assert {len(row) for row in step} == {width}
    state = first
    for symbol in word:
        assert 1 <= symbol <= width
        state = step[state - 1][symbol - 1]
        if state == 0:
            return False
    return state in ends


def cumulative(starts: list[int], durations: list[int], demands: list[int], capacity: int) -> bool:
    tasks = list(zip(starts, durations, demands, strict=True))
    assert min(capacity, *durations, *demands) >= 0
    return all(sum(use for s, d, use in tasks if s <= time < s + d) <= capacity for time in starts)


def circuit(after: dict[int, int], loops: bool = False) -> bool:
    """The nodes that are on it are those that are reached from one of them."""
    on = [node for node, to in after.items() if to != node or not loops]
    reached = set[int]()
    node = on[0] if on else 0
    while on and node not in reached:
        reached.add(node)
        node = after[node]
    return reached == {*on} and (not on or node == on[0])


def connected(inside: list[bool], near: list[set[int]], joints: Collection[int]) -> bool:
    """Two vertices that are in are joined by a way through such vertices, and joints."""
    wanted = {v for v, is_in in enumerate(inside, 1) if is_in}
    passed, found = wanted | {*joints}, {*list(wanted)[:1]}
    for _ in inside:
        found |= {u for v in found for u in near[v - 1] if u in passed}
    return wanted <= found


def acyclic(on: list[bool], one: list[int], other: list[int], may_close: bool) -> bool:
    """No set of edges that are on gives each of its vertices two of them: that would be cycles; or all of them do."""
    edges = [{a, b} for is_on, a, b in zip(on, one, other, strict=True) if is_on]
    cycles = [some for n in range(1, len(edges) + 1) for some in combinations(edges, n) if is_even(some)]
    near = [{b for edge in edges if a in edge for b in edge - {a}} for a in range(1, max([*one, *other]) + 1)]
    return not cycles or (may_close and cycles == [(*edges,)] and connected([*map(bool, near)], near, ()))


def is_even(edges: Sequence[set[int]]) -> bool:
    return all(sum(vertex in edge for edge in edges) == 2 for vertex in set[int]().union(*edges))


LANGUAGE = {
    "clew_connected": connected,
    "clew_acyclic": acyclic,
    "array1d": lambda nodes, values: dict(zip(nodes, values, strict=True)),
    "circuit": circuit,
    "subcircuit": lambda after: circuit(after, loops=True),
    "all_different": lambda values: len(set(values)) == len(values),
    "table": lambda values, rows: list(values) in rows,
    "regular": regular,
    "cumulative": cumulative,
    "lex_less": lambda left, right: left < right,
    "lex_lesseq": lambda left, right: left <= right,
    "bool2int": int,
    "abs": abs,
    "true": True,
    "false": False,
}
PREDICATES = {"clew_connected", "clew_acyclic"}
"""They are defined in the text. Only MiniZinc reads that: `check_minizinc.py`, and here it is left out."""


def python(expression: str) -> Any:
    """An expression of the language as Python: the operators that are written here bind alike."""
    rewriting: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
        (r"\[\|(.*?)\|\]", lambda m: f"[{', '.join(f'[{row}]' for row in m[1].split('|'))}]"),
        (r"(-?\d+)\.\.(-?\d+)", r"range(\1, \2 + 1)"),
        (r"(?<![<>!])=", "=="),
        (r"<->", "=="),
        (r"/\\", "and"),
        (r"\\/", "or"),
    ]
    for pattern, put in rewriting:
        expression = re.sub(pattern, put, expression, flags=re.DOTALL)
    assert expression.isascii()
    return compile(" ".join(expression.split()), "minizinc", "eval")


def solutions_of(written: MiniZinc) -> Iterator[dict[Any, Any]]:
    """Every assignment that satisfies the text, decoded."""
    body, *defined = re.sub(r"%.*", "", written.text).split("predicate ")
    text = body.strip()
    *statements, end = [statement.strip() for statement in text.split(";")]
    assert end == ""
    assert statements.pop() == "solve satisfy"
    domains: dict[str, list[int]] = {}
    constraints = []
    included = set()
    for statement in statements:
        kind, _, rest = statement.partition(" ")
        if kind == "include":
            included.add(rest.strip('"').removesuffix(".mzn"))
        elif kind == "var":
            values, _, name = rest.rpartition(": ")
            domains[name] = sorted(eval(python(values)))  # noqa: S307
        else:
            assert kind == "constraint"
            constraints.append(python(rest))
    used = {name for name in LANGUAGE if re.search(rf"\b{name}\(", text)} - {"abs", "array1d", "bool2int"}
    assert used - PREDICATES == included
    assert used & PREDICATES == {re.split(r"\W", one)[0] for one in defined}
    for chosen in product(*domains.values()):
        numbers = dict(zip(domains, chosen, strict=True))
        if all(eval(constraint, {**LANGUAGE, **numbers}) for constraint in constraints):  # noqa: S307
            yield written.decode(numbers)


def as_set(assignments: Any) -> set[frozenset[Any]]:
    return {frozenset(assignment.items()) for assignment in assignments}


def assert_same(model: clew.Model) -> None:
    found, expected = list(solutions_of(minizinc(model))), list(brute_force(model))
    assert len(found) == len(expected)
    assert as_set(found) == as_set(expected)


@examples(150)
@given(models(most=4))
def test_a_random_model_means_what_it_says(model: clew.Model) -> None:
    assert_same(model)


@settings(deadline=None, max_examples=50)
@given(covers())
def test_a_random_exact_cover_means_what_it_says(model: clew.Model) -> None:
    assert_same(model)


def test_values_that_are_no_numbers_are_numbered_alike_for_all() -> None:
    model = clew.Model("colours")
    domains: dict[str, list[Any]] = {"x": ["red", 2, "green"], "y": ["green", "red", (1, 2)], "z": [2.0, 0.5]}
    for name, domain in domains.items():
        model.variable(name, domain)
    model.require(AllDifferent("xyz"), Predicate(lambda x, y: (x, y) != ("red", "green"), "xy"))
    model.require(Or((Predicate(lambda z: z == 0.5, "z"), Predicate(lambda y: y == "red", "y"))))
    assert len(list(brute_force(model))) > 3
    assert_same(model)
    text = to_minizinc(model)
    assert "% 3 stands for red\n% 4 stands for green\n% 5 stands for (1, 2)\n% 6 stands for 0.5\n" in text
    assert "var 2..4: v_x; % x\n" in text
    assert "var 3..5: v_y; % y\n" in text


def test_an_order_of_texts_is_a_table() -> None:
    model = clew.Model()
    model.variables("a b c d", ["ape", "bear", "cat"])
    model.require(Lex("ab", "cd"), clew.constraints.Less("a", "b"))
    assert_same(model)
    assert "lex" not in to_minizinc(model)


def test_global_constraints_are_written_as_such() -> None:
    model = clew.Model()
    model.variables("a b c", range(-1, 3))
    model.require(AllDifferent("abc", offsets=[0, 1, -1]), Lex("a", "b", strict=True))
    model.require(Regular("abc", {(0, -1): 0, (0, 2): 1, (1, 0): 1}, 0, [1]), Linear("abc", (2, -1, 1), ">=", -3))
    lines = [line for line in to_minizinc(model).splitlines() if line.startswith("constraint")]
    assert lines[0] == "constraint all_different([v_a + 0, v_b + 1, v_c + -1]);"
    assert lines[2].startswith("constraint regular([v_a + 2, v_b + 2, v_c + 2], 2, 4, [|")
    assert_same(model)


def test_a_large_sum_needs_no_table() -> None:
    model = clew.Model()
    model.require(Sum(model.variables([f"x{k}" for k in range(50)], range(100)), "==", 1000))
    (line,) = [line for line in to_minizinc(model).splitlines() if line.startswith("constraint")]
    assert line.count("1*v_x") == 50


def test_names_become_different_words_and_comments_stay_comments() -> None:
    model = clew.Model("a\nb; constraint false")
    for name in ("x y", "x-y", "x\n; constraint false", "var", ("x", "y")):
        model.variable(name, [0, 1])
    text = to_minizinc(model)
    names = re.findall(r"^var 0\.\.1: (\w+); % ", text, re.MULTILINE)
    assert names == ["v_x_y", "v_x_y_2", "v_x_constraint_false", "v_var", "v_x_y_3"]
    assert len(list(solutions_of(minizinc(model)))) == 2**5


def test_an_empty_domain_has_no_solution() -> None:
    assert list(solutions_of(minizinc(clew.load("langford", "1")))) == []


@examples(40)
@given(data=st.data())
def test_what_is_connected_means_what_it_says(data: st.DataObject) -> None:
    vertices = [*"abcdef"[: data.draw(st.integers(1, 6))], *data.draw(st.sets(st.sampled_from(["fixed", "joint"])))]
    pairs = [*combinations(vertices, 2)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    model = clew.Model()
    cells = model.variables([v for v in vertices if len(v) == 1], range(3 if len(vertices) < 6 else 2))
    others = {"fixed": vertices.count("fixed"), "joint": vertices.count("joint")}
    fixed, joints = ([name] * number for name, number in others.items())
    also = data.draw(st.sampled_from([(), (2,)]))
    model.require(Connected([*vertices[: len(cells)]], edges, data.draw(st.integers(0, 1)), fixed, joints, also=also))
    assert_same(model)


@examples(40)
@given(data=st.data())
def test_what_has_no_cycle_means_what_it_says(data: st.DataObject) -> None:
    ends = st.lists(st.integers(1, 5), min_size=2, max_size=2, unique=True)
    edges = data.draw(st.lists(ends, min_size=1, max_size=7))
    model = clew.Model()
    names = model.variables([f"edge{k}" for k in range(len(edges))], range(2))
    model.require(Acyclic(names, edges, data.draw(st.booleans())))
    assert_same(model)


def test_a_large_predicate_is_refused_by_name() -> None:
    model = clew.Model()
    names = model.variables("a b c d e", range(10))
    model.require(Predicate(lambda *values: sum(values) == 7, names))
    with pytest.raises(clew.OptionError, match=r"Predicate.*100000 combinations"):
        to_minizinc(model)
